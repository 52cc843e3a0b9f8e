import { IconArrowDown, IconArrowUp, IconCopy, IconTrash } from '@tabler/icons-react';
import type { TreeRow } from '../../../../shared/tree/tree-rows.ts';
import { blockedReasons } from '../field-actions.ts';
import { useFieldActions } from '../fields-context.ts';
import { ToolButton } from './tool-button.tsx';

/** The buttons of a row in the tree. */
export function RowActions({ id, row }: { id: string; row: TreeRow }) {
  const actions = useFieldActions();
  return (
    <>
      <ToolButton
        size={26}
        label="Move up"
        icon={IconArrowUp}
        reason={row.position === 1 ? blockedReasons.up : undefined}
        onClick={() => actions.step('up', [id])}
      />
      <ToolButton
        size={26}
        label="Move down"
        icon={IconArrowDown}
        reason={row.position === row.siblings ? blockedReasons.down : undefined}
        onClick={() => actions.step('down', [id])}
      />
      <ToolButton size={26} label="Duplicate" icon={IconCopy} onClick={() => actions.duplicate([id])} />
      <ToolButton size={26} label="Remove" icon={IconTrash} color="red" onClick={() => actions.askToRemove([id])} />
    </>
  );
}
