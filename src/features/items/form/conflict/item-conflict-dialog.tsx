import { type ItemValues, rowsOf } from '@quartermaster/contract/content/item-fields.ts';
import { useMemo } from 'react';
import type { FieldNode } from '../../../../shared/data/templates.ts';
import { fieldCell } from '../../../../shared/field-types/field-cell.tsx';
import { ReadOnlyFields } from '../../../../shared/item-form/read-only-fields.tsx';
import { LinkLabels } from '../../../../shared/links/link-labels.tsx';
import { linkedIdsOf } from '../../../../shared/links/linked-ids.ts';
import { ConflictDialog } from '../../../../shared/ui/dialog/conflict-dialog.tsx';
import type { ItemDraft } from '../item-draft.ts';
import { differencesOf, merge } from './conflict.ts';

interface ItemConflictDialogProps {
  tree: readonly FieldNode[];
  /** The version that my draft is based on. */
  base: ItemDraft;
  theirs: ItemDraft;
  mine: ItemDraft;
  isPending: boolean;
  onCancel: () => void;
  onTheirs: () => void;
  onSave: (draft: ItemDraft) => void;
}

/** Shown when somebody else has saved the item in the meantime. */
export function ItemConflictDialog({ tree, base, theirs, mine, onSave, ...dialog }: ItemConflictDialogProps) {
  const differences = useMemo(() => differencesOf(tree, base, theirs, mine), [tree, base, theirs, mine]);
  const ids = useMemo(() => linkedIdsOf(tree, theirs.values, mine.values), [tree, theirs, mine]);
  return (
    <LinkLabels ids={ids}>
      <ConflictDialog
        {...dialog}
        what="item"
        saveLabel="Save these values"
        differences={differences}
        draw={({ node }, side) => <SideValue node={node} draft={side === 'theirs' ? theirs : mine} />}
        onMine={() => onSave(mine)}
        onChosen={(isMine) => onSave(merge(theirs, mine, differences, isMine))}
      />
    </LinkLabels>
  );
}

function SideValue({ node, draft }: { node: FieldNode | null; draft: ItemDraft }) {
  if (!node) return draft.label;
  const value: ItemValues[string] = draft.values[node.field.id] ?? null;
  if (node.children.length === 0) return fieldCell(node.field.settings, value);
  if (rowsOf(value).length === 0) return '0 rows';
  return <ReadOnlyFields nodes={[node]} values={draft.values} depth={0} />;
}
