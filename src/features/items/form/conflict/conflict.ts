import { leavesOf } from '@quartermaster/contract/content/template-tree.ts';
import type { FieldNode } from '../../../../shared/data/templates.ts';
import { bothFirst, type ConflictDifference } from '../../../../shared/ui/dialog/conflict-choices.tsx';
import { isSame } from '../../item/changed-fields.ts';
import type { ItemDraft } from '../../item/item-draft.ts';

/** A value in which two versions of an item differ: a field or a whole dynamic group. `null` is the label. */
interface Difference extends ConflictDifference {
  node: FieldNode | null;
}

/** The differences between two versions of an item, those that both have changed first, each part in the template's order. */
export function differencesOf(
  tree: readonly FieldNode[],
  base: ItemDraft,
  theirs: ItemDraft,
  mine: ItemDraft,
): Difference[] {
  const found: Difference[] = [];
  if (theirs.label !== mine.label.trim()) {
    found.push({
      id: 'label',
      node: null,
      name: 'Label',
      likely: mine.label.trim() === base.label ? 'theirs' : 'mine',
      isBoth: mine.label.trim() !== base.label && theirs.label !== base.label,
    });
  }
  for (const node of leavesOf(tree)) {
    if (isSame(node, theirs.values, mine.values)) continue;
    const isMine = !isSame(node, base.values, mine.values);
    const { label, name } = node.field.settings;
    found.push({
      id: `field ${node.field.id}`,
      node,
      name: label || name,
      likely: isMine ? 'mine' : 'theirs',
      isBoth: isMine && !isSame(node, base.values, theirs.values),
    });
  }
  return bothFirst(found);
}

/** Their version with my values for some of the differences. */
export function merge(
  theirs: ItemDraft,
  mine: ItemDraft,
  differences: readonly Difference[],
  isMine: (difference: Difference) => boolean,
): ItemDraft {
  const merged: ItemDraft = { label: theirs.label, values: { ...theirs.values } };
  for (const difference of differences) {
    if (!isMine(difference)) continue;
    const { node } = difference;
    if (node) merged.values[node.field.id] = mine.values[node.field.id] ?? null;
    else merged.label = mine.label;
  }
  return merged;
}
