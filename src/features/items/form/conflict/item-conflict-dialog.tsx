import { type ItemValues, rowsOf } from '@quartermaster/contract/content/item-fields.ts';
import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import type { SavedBy } from '@quartermaster/contract/saved-by.ts';
import { useMemo } from 'react';
import { useIsOwnSave } from '../../../../shared/data/accounts.ts';
import type { FieldNode } from '../../../../shared/data/templates.ts';
import { RowsDiff, Value } from '../../../../shared/item-diff/field-list.tsx';
import { LinkLabels } from '../../../../shared/links/link-labels.tsx';
import { linkedIdsOf } from '../../../../shared/links/linked-ids.ts';
import { count } from '../../../../shared/ui/count.ts';
import { ConflictDialog } from '../../../../shared/ui/dialog/conflict-dialog.tsx';
import { savedText } from '../../../../shared/ui/dialog/saved-text.ts';
import { isSame } from '../../item/changed-fields.ts';
import type { ItemDraft } from '../../item/item-draft.ts';
import { differencesOf, merge, withMerged } from './conflict.ts';

interface ItemConflictDialogProps {
  tree: readonly FieldNode[];
  /** The version that my draft is based on. */
  base: ItemDraft;
  theirs: ItemDraft;
  /** The member who saved their version. */
  lastSave: SavedBy | undefined;
  mine: ItemDraft;
  isPending: boolean;
  onCancel: () => void;
  onTheirs: () => void;
  onSave: (draft: ItemDraft) => void;
}

/** Shown when another member has saved the item in the meantime. */
export function ItemConflictDialog({
  tree,
  base,
  theirs,
  mine: typed,
  lastSave,
  onSave,
  ...dialog
}: ItemConflictDialogProps) {
  const { draft: mine, merged } = useMemo(() => withMerged(tree, base, theirs, typed), [tree, base, theirs, typed]);
  const differences = useMemo(
    () => differencesOf(tree, base, theirs, mine, merged),
    [tree, base, theirs, mine, merged],
  );
  const ids = useMemo(() => linkedIdsOf(tree, base.values, theirs.values, mine.values), [tree, base, theirs, mine]);
  const isOwn = useIsOwnSave()(lastSave);
  return (
    <LinkLabels ids={ids}>
      <ConflictDialog
        {...dialog}
        what="item"
        saveLabel="Save these values"
        differences={differences}
        isOwn={isOwn}
        savedBy={lastSave && savedText(lastSave, isOwn)}
        draw={({ node }, side) => <SideValue node={node} base={base} draft={side === 'theirs' ? theirs : mine} />}
        drawBase={({ node }) => <BaseValue node={node} base={base} />}
        onMine={() => onSave(mine)}
        onChosen={(isMine) => onSave(merge(theirs, mine, differences, isMine))}
      />
    </LinkLabels>
  );
}

/** The value that both have started from; of rows, only how many there were, as each side shows what it has changed. */
function BaseValue({ node, base }: { node: FieldNode | null; base: ItemDraft }) {
  if (!node) return base.label;
  const { id, settings } = node.field;
  if (fieldTypeOf(settings.type).holds === 'rows') return count(rowsOf(base.values[id]).length, 'row');
  return <Value settings={settings} value={base.values[id] ?? null} />;
}

interface SideValueProps {
  node: FieldNode | null;
  base: ItemDraft;
  draft: ItemDraft;
}

/** A value of one side; for rows and texts in several languages, the changes of that side. */
function SideValue({ node, base, draft }: SideValueProps) {
  if (!node) return draft.label;
  const value: ItemValues[string] = draft.values[node.field.id] ?? null;
  if (fieldTypeOf(node.field.settings.type).holds !== 'rows')
    return <Value settings={node.field.settings} value={value} other={base.values[node.field.id]} />;
  if (isSame(node, base.values, draft.values)) return 'Not changed';
  const rows = { before: rowsOf(base.values[node.field.id]), after: rowsOf(value) };
  return (
    <>
      {count(rows.after.length, 'row')}
      <RowsDiff node={node} {...rows} drawOld={(content) => content} depth={0} />
    </>
  );
}
