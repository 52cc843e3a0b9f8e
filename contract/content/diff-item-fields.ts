import { fieldStatus, type ItemFieldChange, type ItemValues, sameValue, toItemFields } from './item-fields.ts';
import { withoutOtherShapes } from './row-shapes.ts';
import type { TreeNode } from './template-tree.ts';

/** The minimal list of changes that turns one state of an item into another; removed rows come last. */
export function diffItemFields(tree: readonly TreeNode[], before: ItemValues, after: ItemValues): ItemFieldChange[] {
  const old = new Map(toItemFields(tree, before).map((field) => [field.id, field]));
  const changes: ItemFieldChange[] = [];
  // A row that gets another shape loses the values of the former one.
  for (const field of toItemFields(tree, withoutOtherShapes(tree, after))) {
    const previous = old.get(field.id);
    old.delete(field.id);
    if (!previous) changes.push({ ...field, status: fieldStatus.added });
    else if (!sameValue(previous.value, field.value)) changes.push({ ...field, status: fieldStatus.updated });
  }
  return [
    ...changes,
    ...[...old.values()].map((field): ItemFieldChange => ({ ...field, status: fieldStatus.removed })),
  ];
}
