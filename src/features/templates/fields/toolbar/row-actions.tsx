import { ToolButton } from '../../../../shared/tree/edit/tool-button.tsx';
import { MoveButtons } from '../../../../shared/tree/edit/tree-toolbar.tsx';
import type { TreeRow } from '../../../../shared/tree/tree-rows.ts';
import { IconCopy } from '../../../../shared/ui/icons/copy.ts';
import { IconTrash } from '../../../../shared/ui/icons/trash.ts';
import { fieldNouns } from '../field-texts.ts';
import { useFieldActions } from '../fields-context.ts';

/** The buttons of a row in the tree. */
export function RowActions({ id, row }: { id: string; row: TreeRow }) {
  const actions = useFieldActions();
  return (
    <>
      <MoveButtons row={row} actions={actions} nouns={fieldNouns} />
      <ToolButton size={26} label="Duplicate" icon={IconCopy} onClick={() => actions.duplicate([id])} />
      <ToolButton size={26} label="Remove" icon={IconTrash} color="red" onClick={() => actions.askToRemove([id])} />
    </>
  );
}
