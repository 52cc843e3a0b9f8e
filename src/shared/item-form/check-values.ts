import { type ItemValues, rowsOf } from '@quartermaster/contract/content/item-fields.ts';
import { leavesIn, leavesOf, levelOf, type TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import type { FieldError } from 'react-hook-form';
import { checkFieldValue } from '../field-types/check-field-value.ts';

/** Validation errors in the shape of the validated values. */
export interface DraftErrors {
  [name: string]: FieldError | DraftErrors | DraftErrors[];
}

/** A validation error in the form's format. */
export const problem = (message: string): FieldError => ({ type: 'rule', message });

/** Validates the values of an item or row; returns errors in the shape of the values, or undefined. */
export function checkValues(nodes: readonly TreeNode[], values: ItemValues): DraftErrors | undefined {
  const wrong: DraftErrors = {};
  for (const leaf of leavesOf(nodes)) {
    const error = checkLeaf(leaf, values[leaf.field.id]);
    if (error) wrong[leaf.field.id] = error;
  }
  return Object.keys(wrong).length > 0 ? wrong : undefined;
}

/** Validates only the value, or the rows, at a path, e.g. `['attrib', '2', 'key']`. */
export function checkValueAt(
  nodes: readonly TreeNode[],
  values: ItemValues,
  [id = '', place, ...inner]: readonly string[],
): DraftErrors | undefined {
  const [leaf] = leavesIn(levelOf(nodes), [id]);
  if (!leaf) return undefined;
  if (place === undefined || inner.length === 0) {
    const error = checkLeaf(leaf, values[id]);
    return error && { [id]: error };
  }
  const row = rowsOf(values[id])[Number(place)];
  const inRow = row && checkValueAt(leaf.children, row, inner);
  return inRow && { [id]: Object.assign([], { [place]: inRow }) };
}

function checkLeaf(
  { field, children }: TreeNode,
  value: ItemValues[string] | undefined,
): FieldError | DraftErrors[] | undefined {
  if (fieldTypeOf(field.settings.type).holds !== 'rows') {
    const message = checkFieldValue(field.settings, value ?? null);
    return message === undefined ? undefined : problem(message);
  }
  const inRows: DraftErrors[] = [];
  rowsOf(value).forEach((row, index) => {
    const inRow = checkValues(children, row);
    if (inRow) inRows[index] = inRow;
  });
  return inRows.length > 0 ? inRows : undefined;
}
