import {
  isShown,
  type RowChain,
  type ShownRules,
  shownRulesOf,
} from '@quartermaster/contract/content/field-visibility.ts';
import { type ItemValues, rowsOf } from '@quartermaster/contract/content/item-fields.ts';
import { checkRows } from '@quartermaster/contract/content/row-rules.ts';
import { nodesOfRow } from '@quartermaster/contract/content/row-shapes.ts';
import { leavesIn, leavesOf, levelOf, type TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import { isEmpty } from '@quartermaster/contract/field-types/field-type.ts';
import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import type { FieldError } from 'react-hook-form';
import { checkFieldValue } from '../field-types/check-field-value.ts';

/** Validation errors in the shape of the validated values. */
export interface DraftErrors {
  [name: string]: FieldError | DraftErrors | DraftErrors[];
}

/** A validation error in the form's format. */
export const problem = (message: string): FieldError => ({ type: 'rule', message });

/** The type of an error about the values in all rows, which is shown at one of them. */
export const rowProblem = 'rows';

/** What is checked: which fields are shown, and the values of the rows around those that are checked. */
interface Around {
  rules: ShownRules | undefined;
  rows: RowChain;
}

/** Validates the values of an item; returns errors in the shape of the values, or undefined. */
export const checkValues = (tree: readonly TreeNode[], values: ItemValues): DraftErrors | undefined =>
  checkRow(tree, values, { rules: shownRulesOf(tree), rows: [] });

function checkRow(nodes: readonly TreeNode[], row: ItemValues, { rules, rows }: Around): DraftErrors | undefined {
  const wrong: DraftErrors = {};
  const within = { rules, rows: [...rows, row] };
  for (const leaf of leavesOf(nodes)) {
    const error = checkLeaf(leaf, row[leaf.field.id], within);
    if (error) wrong[leaf.field.id] = error;
  }
  return Object.keys(wrong).length > 0 ? wrong : undefined;
}

/** Validates only the value, or the rows, at a path, e.g. `['attrib', '2', 'key']`. */
export const checkValueAt = (
  tree: readonly TreeNode[],
  values: ItemValues,
  path: readonly string[],
): DraftErrors | undefined => checkAt(tree, values, path, { rules: shownRulesOf(tree), rows: [] });

function checkAt(
  nodes: readonly TreeNode[],
  values: ItemValues,
  [id = '', index, ...inner]: readonly string[],
  { rules, rows }: Around,
): DraftErrors | undefined {
  const [leaf] = leavesIn(levelOf(nodes), [id]);
  if (!leaf) return undefined;
  const within = { rules, rows: [...rows, values] };
  if (index === undefined || inner.length === 0) {
    const error = checkLeaf(leaf, values[id], within);
    return error && { [id]: error };
  }
  const row = rowsOf(values[id])[Number(index)];
  const inRow = row && checkAt(nodesOfRow(leaf.children, row), row, inner, within);
  return inRow && { [id]: Object.assign([], { [index]: inRow }) };
}

function checkLeaf(
  { field, children }: TreeNode,
  value: ItemValues[string] | undefined,
  around: Around,
): FieldError | DraftErrors[] | undefined {
  if (fieldTypeOf(field.settings.type).holds !== 'rows') {
    // Nobody can enter a value that is hidden.
    if (isEmpty(value) && !isShown(around.rules, field.id, around.rows)) return undefined;
    const message = checkFieldValue(field.settings, value ?? null);
    return message === undefined ? undefined : problem(message);
  }
  const inRows: DraftErrors[] = [];
  const rows = rowsOf(value);
  rows.forEach((row, index) => {
    const inRow = checkRow(nodesOfRow(children, row), row, around);
    if (inRow) inRows[index] = inRow;
  });
  for (const { fieldId, row, reason } of checkRows(children, rows)) {
    inRows[row] = { [fieldId]: { type: rowProblem, message: reason }, ...inRows[row] };
  }
  return inRows.length > 0 ? inRows : undefined;
}
