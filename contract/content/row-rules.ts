import type { FieldValue } from '../field-types/field-type.ts';
import { fieldTypeOf } from '../field-types/registry.ts';
import type { ItemValues } from './item-fields.ts';
import { nodesOfRow } from './row-shapes.ts';
import { levelOf, type TreeNode } from './template-tree.ts';

/** A broken rule about a field's values in all rows, and the row at which it is shown: the first one with the field. */
export interface WrongRows {
  fieldId: string;
  row: number;
  reason: string;
}

const ruled = new WeakMap<readonly TreeNode[], readonly TreeNode[]>();

/** The fields of a row with a rule about all rows, found once per template. */
function ruledIn(nodes: readonly TreeNode[]): readonly TreeNode[] {
  const known = ruled.get(nodes);
  if (known) return known;
  const found = levelOf(nodes).leaves.filter(({ field }) => fieldTypeOf(field.settings.type).rows?.check);
  ruled.set(nodes, found);
  return found;
}

/** Checks the rules about all rows of a dynamic group, whose fields are `nodes`. */
export function checkRows(nodes: readonly TreeNode[], rows: readonly ItemValues[]): WrongRows[] {
  if (rows.length === 0) return [];
  return ruledIn(nodes).flatMap(({ field: { id, settings } }): WrongRows[] => {
    // A field with such a rule has values, and no rows.
    const values = rows.map((row) => (row[id] ?? null) as FieldValue);
    // The first row whose shape has the field.
    const row = rows.findIndex((one) => levelOf(nodesOfRow(nodes, one)).places.has(id));
    const reason = row < 0 ? undefined : fieldTypeOf(settings.type).rows?.check?.(values, settings);
    return reason === undefined ? [] : [{ fieldId: id, row, reason }];
  });
}
