import type { FieldValue } from '../field-types/field-type.ts';
import type { ItemValues } from './item-fields.ts';
import { levelOf, type TreeNode } from './template-tree.ts';

const levels = new WeakMap<readonly TreeNode[], ItemValues>();

/** The values of a new item, or of a new row of a dynamic group, whose fields these are; the same object for the same fields. */
export function defaultValues(nodes: readonly TreeNode[]): ItemValues {
  const known = levels.get(nodes);
  if (known) return known;
  const values = Object.fromEntries(
    levelOf(nodes).leaves.flatMap(({ field: { id, settings } }): [string, FieldValue][] =>
      // Saving the template has checked that it is a value of the field.
      settings.default === undefined ? [] : [[id, settings.default as FieldValue]],
    ),
  );
  levels.set(nodes, values);
  return values;
}
