import { type FieldValue, isEmpty } from '../field-types/field-type.ts';
import { type FieldSettings, fieldTypeOf } from '../field-types/registry.ts';
import { defaultValues } from './default-values.ts';
import { type ItemValues, itemFieldId, rowsOf, sameValue } from './item-fields.ts';
import { levelOf, type TreeNode } from './template-tree.ts';

/** Error message for a changed value of a field that is read-only for members. */
export const readOnlySentence = ({ label, name }: Pick<FieldSettings, 'label' | 'name'>): string =>
  `${label || name} is read-only: only members who can edit templates can change it`;

/** The read-only fields of a level, and its dynamic groups with such fields in their rows. */
interface ReadOnlyLevel {
  fields: readonly TreeNode[];
  groups: readonly TreeNode[];
}

const levels = new WeakMap<readonly TreeNode[], ReadOnlyLevel>();

function readOnlyIn(nodes: readonly TreeNode[]): ReadOnlyLevel {
  const known = levels.get(nodes);
  if (known) return known;
  const { leaves } = levelOf(nodes);
  const level = {
    fields: leaves.filter(({ field: { settings } }) => settings.readOnly === true),
    groups: leaves.filter(
      ({ field: { settings }, children }) => fieldTypeOf(settings.type).holds === 'rows' && hasReadOnlyFields(children),
    ),
  };
  levels.set(nodes, level);
  return level;
}

/** True if some of the fields, or of those in rows within them, are read-only for members. */
export function hasReadOnlyFields(nodes: readonly TreeNode[]): boolean {
  const { fields, groups } = readOnlyIn(nodes);
  return fields.length + groups.length > 0;
}

// Fields that do not hold rows have values.
const valueIn = (row: ItemValues | undefined, { field }: TreeNode) => (row?.[field.id] ?? null) as FieldValue;

const isChanged = (node: TreeNode, a: ItemValues | undefined, b: ItemValues): boolean =>
  !sameValue(valueIn(a, node), valueIn(b, node));

/**
 * The read-only values that differ, as error messages by item field id; without an item before, those that are not the
 * default of a new one. Rows have no identity: they can be moved, added without read-only values or with their defaults,
 * and removed.
 */
export function changedReadOnly(
  tree: readonly TreeNode[],
  before: ItemValues | undefined,
  after: ItemValues,
): Map<string, string> {
  const wrong = new Map<string, string>();
  if (!hasReadOnlyFields(tree)) return wrong;
  const from = before ?? defaultValues(tree);
  for (const node of readOnlyIn(tree).fields)
    if (isChanged(node, from, after)) wrong.set(node.field.id, readOnlySentence(node.field.settings));
  checkGroups(tree, [from], [{ row: after, path: [] }], wrong);
  return wrong;
}

interface PlacedRow {
  row: ItemValues;
  path: readonly number[];
}

function checkGroups(
  nodes: readonly TreeNode[],
  before: readonly ItemValues[],
  after: readonly PlacedRow[],
  wrong: Map<string, string>,
): void {
  for (const { field, children } of readOnlyIn(nodes).groups) {
    const was = before.flatMap((row) => rowsOf(row[field.id]));
    const is = after.flatMap(({ row, path }) =>
      rowsOf(row[field.id]).map((inner, index): PlacedRow => ({ row: inner, path: [...path, index] })),
    );
    checkRows(children, was, is, wrong);
    checkGroups(children, was, is, wrong);
  }
}

/** Each row has the read-only values of one that was there, or is a new one. */
function checkRows(
  nodes: readonly TreeNode[],
  before: readonly ItemValues[],
  after: readonly PlacedRow[],
  wrong: Map<string, string>,
): void {
  const { fields } = readOnlyIn(nodes);
  if (fields.length === 0) return;
  const valuesOf = (row: ItemValues) => JSON.stringify(fields.map((node) => valueIn(row, node)));
  const left = new Map<string, number>();
  for (const row of before) left.set(valuesOf(row), (left.get(valuesOf(row)) ?? 0) + 1);
  const defaults = defaultValues(nodes);
  after.forEach(({ row, path }, index) => {
    const key = valuesOf(row);
    const count = left.get(key) ?? 0;
    if (count > 0) left.set(key, count - 1);
    else {
      const filled = fields.filter((node) => !isEmpty(valueIn(row, node)) && isChanged(node, defaults, row));
      const changed = filled.find((node) => isChanged(node, before[index], row)) ?? filled[0];
      if (changed) wrong.set(itemFieldId(changed.field.id, path), readOnlySentence(changed.field.settings));
    }
  });
}

/** The values of a level with the read-only ones of another state of it, such as that which others have saved. */
export function withReadOnlyOf(nodes: readonly TreeNode[], from: ItemValues, values: ItemValues): ItemValues {
  const { fields } = readOnlyIn(nodes);
  if (fields.length === 0) return values;
  const result = { ...values };
  for (const { field } of fields) {
    const value = from[field.id];
    if (value === undefined) delete result[field.id];
    else result[field.id] = value;
  }
  return result;
}

/** The values of a copy by someone who may not edit read-only fields: these have their defaults, also in rows. */
export function withDefaultReadOnly(nodes: readonly TreeNode[], values: ItemValues): ItemValues {
  const copied = { ...withReadOnlyOf(nodes, defaultValues(nodes), values) };
  for (const { field, children } of readOnlyIn(nodes).groups) {
    const rows = rowsOf(copied[field.id]);
    if (rows.length > 0) copied[field.id] = rows.map((row) => withDefaultReadOnly(children, row));
  }
  return copied;
}
