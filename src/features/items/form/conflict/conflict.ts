import { leavesOf } from '@quartermaster/contract/content/template-tree.ts';
import type { FieldValue } from '@quartermaster/contract/field-types/field-type.ts';
import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import type { FieldNode } from '../../../../shared/data/templates.ts';
import { bothFirst, type ConflictDifference } from '../../../../shared/ui/dialog/conflict-difference.ts';
import { isSame } from '../../item/changed-fields.ts';
import type { ItemDraft } from '../../item/item-draft.ts';

/** A value in which two versions of an item differ: a field or a whole dynamic group. `null` is the label. */
interface Difference extends ConflictDifference {
  node: FieldNode | null;
}

/**
 * My version with their changes of the same fields where both have changed different parts, such as two languages of a
 * text, and the fields for which that is so.
 */
export function withMerged(
  tree: readonly FieldNode[],
  base: ItemDraft,
  theirs: ItemDraft,
  mine: ItemDraft,
): { draft: ItemDraft; merged: ReadonlySet<string> } {
  const values = { ...mine.values };
  const merged = new Set<string>();
  for (const node of leavesOf(tree)) {
    const { id, settings } = node.field;
    const { localised } = fieldTypeOf(settings.type);
    if (!localised || isSame(node, base.values, mine.values) || isSame(node, base.values, theirs.values)) continue;
    // A type that merges holds a value, not rows.
    const valueIn = (draft: ItemDraft) => (draft.values[id] ?? null) as FieldValue;
    const value = localised.merge(settings, valueIn(base), valueIn(theirs), valueIn(mine));
    if (value === undefined) continue;
    values[id] = value;
    merged.add(id);
  }
  return { draft: { ...mine, values }, merged };
}

/**
 * The differences between two versions of an item, those that both have changed first, each part in the template's
 * order. In the merged fields, mine has the changes of both.
 */
export function differencesOf(
  tree: readonly FieldNode[],
  base: ItemDraft,
  theirs: ItemDraft,
  mine: ItemDraft,
  merged: ReadonlySet<string>,
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
      isBoth: isMine && !merged.has(node.field.id) && !isSame(node, base.values, theirs.values),
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
