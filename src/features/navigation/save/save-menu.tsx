import { Button, Stack, Text } from '@mantine/core';
import { useAtomValue } from 'jotai';
import { useRef } from 'react';
import { commonKeys, keysText } from '../../../shared/ui/actions/keys.ts';
import { usePageAction } from '../../../shared/ui/actions/page-actions.ts';
import { ChangeCounts } from '../../../shared/ui/change/change-mark.tsx';
import { lazyPart } from '../../../shared/ui/lazy/lazy-part.tsx';
import { useHasOpened } from '../../../shared/ui/lazy/use-has-opened.ts';
import type { MenuEditor } from '../model/menu-actions.ts';
import { useMenuSave } from './use-menu-save.ts';

const ConfirmDialog = lazyPart(() =>
  import('../../../shared/ui/dialog/confirm-dialog.tsx').then((m) => m.ConfirmDialog),
);
const MenuConflict = lazyPart(() => import('./menu-conflict.tsx').then((m) => m.MenuConflict));

interface SaveMenuProps {
  instanceId: number;
  editor: MenuEditor;
  /** Runs after a save; this is where to navigate away. */
  onSaved: () => void;
}

/** The save button of the navigation, with its dialogs. */
export function SaveMenu({ instanceId, editor, onSaved }: SaveMenuProps) {
  const flow = useMenuSave({ instanceId, editor, onSaved });
  const { pending, isConfirming, theirs } = flow;
  const isMounted = useHasOpened(isConfirming);
  const isDirty = useAtomValue(editor.isDirty);
  const button = useRef<HTMLButtonElement>(null);
  usePageAction({ label: 'Save the navigation', keys: commonKeys.save }, flow.start);
  return (
    <>
      <Button
        ref={button}
        variant={isDirty ? 'filled' : 'default'}
        onClick={flow.start}
        loading={flow.isPending}
        title={keysText(commonKeys.save)}
      >
        Save changes
      </Button>
      {isMounted && pending && (
        <ConfirmDialog
          opened={isConfirming}
          title="Save navigation"
          message={
            <Stack gap="xs">
              <Text size="sm">
                Do you want to save the changes? <ChangeCounts counts={pending.counts} />
              </Text>
              {pending.unlinked.length > 0 && <Unlinked names={pending.unlinked} />}
            </Stack>
          }
          confirmLabel="Yes, save changes"
          cancelLabel="No, keep editing"
          onCancel={flow.closeConfirm}
          onConfirm={flow.confirm}
        />
      )}
      {theirs && (
        <MenuConflict
          editor={editor}
          {...theirs}
          onClose={() => {
            flow.closeConflict();
            // The previous dialog was unmounted together with the focused element.
            button.current?.focus();
          }}
          onSave={flow.start}
        />
      )}
    </>
  );
}

const named = 5;

function Unlinked({ names }: { names: readonly string[] }) {
  const more = names.length > named ? ` and ${names.length - named} more` : '';
  return (
    <Text size="sm">
      Without a link, and no longer in the sidebar: {names.slice(0, named).join(', ')}
      {more}. You can add a link again at any time.
    </Text>
  );
}
