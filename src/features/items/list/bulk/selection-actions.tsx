import { Button } from '@mantine/core';
import { bulkEdits, copiesAndDeletes } from '@quartermaster/contract/endpoints/bulk-edits.ts';
import type { ComponentProps } from 'react';
import { Can } from '../../../../shared/access/can.tsx';
import { useHasParts } from '../../../../shared/extensions/use-has-parts.ts';
import { toolButton } from '../../../../shared/ui/compact.ts';
import { IconCopy } from '../../../../shared/ui/icons/copy.ts';
import { IconPencil } from '../../../../shared/ui/icons/pencil.ts';
import { IconTrash } from '../../../../shared/ui/icons/trash.ts';
import { lazyPart } from '../../../../shared/ui/lazy/lazy-part.tsx';
import { ExportButton } from '../export/export-button.tsx';
import type { ExtensionActionsProps } from './extension/extension-actions.tsx';

const ExtensionActions = lazyPart<ExtensionActionsProps>(
  () => import('./extension/extension-actions.tsx').then((m) => m.ExtensionActions),
  { isOnUse: true },
);

/** An action for the selected items that has a dialog. */
export type SelectionAction = 'edit' | 'duplicate' | 'delete';

interface SelectionActionsProps
  extends Pick<ComponentProps<typeof ExportButton>, 'instanceId' | 'templateId' | 'itemsToExport'>,
    Pick<ExtensionActionsProps, 'tree' | 'amount'> {
  isPending: boolean;
  onOpen: (action: SelectionAction) => void;
}

/** The buttons for what can be done with the selected items. */
export function SelectionActions({ isPending, onOpen, tree, amount, ...exported }: SelectionActionsProps) {
  const hasExtensions = useHasParts('action');
  const button = { ...toolButton, disabled: isPending };
  return (
    <>
      <Can do={bulkEdits.apply}>
        <Button
          {...button}
          title="Edit"
          leftSection={<IconPencil size={16} aria-hidden />}
          onClick={() => onOpen('edit')}
        >
          Edit
        </Button>
      </Can>
      <Can do={copiesAndDeletes}>
        <Button
          {...button}
          title="Duplicate"
          leftSection={<IconCopy size={16} aria-hidden />}
          onClick={() => onOpen('duplicate')}
        >
          Duplicate
        </Button>
      </Can>
      <ExportButton label="Export selected items" {...exported} />
      {hasExtensions && <ExtensionActions {...exported} tree={tree} amount={amount} isPending={isPending} />}
      <Can do={copiesAndDeletes}>
        <Button
          {...button}
          title="Delete"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => onOpen('delete')}
        >
          Delete
        </Button>
      </Can>
    </>
  );
}
