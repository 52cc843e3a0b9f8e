import { Button } from '@mantine/core';
import { useState } from 'react';
import { type Extension, useExtensionsWith } from '../../../../../shared/extensions/extension.ts';
import { iconToolButton } from '../../../../../shared/ui/compact.ts';
import { useLast } from '../../../../../shared/ui/hooks/use-last.ts';
import { IconPuzzle } from '../../../../../shared/ui/icons/puzzle.ts';
import { ActionMenu } from '../../../../../shared/ui/popup/action-menu.ts';
import { useOfferedMenu } from '../../../../../shared/ui/popup/offered-menu.ts';
import { ActionDialog, type SelectedForAction } from './action-dialog.tsx';

export interface ExtensionActionsProps extends SelectedForAction {
  isPending: boolean;
}

/** The actions that extensions have for the selected items. */
export function ExtensionActions({ isPending, ...selected }: ExtensionActionsProps) {
  const actions = useExtensionsWith('action', selected.templateId);
  const menu = useOfferedMenu();
  const [open, setOpen] = useState<{ extension: Extension; title: string } | null>(null);
  // A closing dialog keeps what it shows.
  const last = useLast(open);
  if (actions.length === 0) return null;
  return (
    <>
      <Button
        {...menu.button}
        {...iconToolButton}
        aria-label="Actions of extensions"
        title="Actions of extensions"
        disabled={isPending}
      >
        <IconPuzzle size={16} aria-hidden />
      </Button>
      {menu.isNear && (
        <ActionMenu
          menu={menu}
          actions={actions.map((action) => ({
            label: action.title,
            Icon: IconPuzzle,
            onClick: () => setOpen(action),
          }))}
        />
      )}
      {last && <ActionDialog {...selected} {...last} opened={open !== null} onClose={() => setOpen(null)} />}
    </>
  );
}
