import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { leavesIn, levelOf, type TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import { type FieldValue, isEmpty } from '@quartermaster/contract/field-types/field-type.ts';
import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';

/**
 * Values of a former version in the form that the template has now: without removed fields, and converted where a field
 * has got another type. A value that has no such form is left out.
 */
export function presentValues(nodes: readonly TreeNode[], values: ItemValues): ItemValues {
  const present = leavesIn(levelOf(nodes), Object.keys(values)).map((node): [string, unknown] => [
    node.field.id,
    presentValue(node, values[node.field.id]),
  ]);
  // Each has the form of its field.
  return Object.fromEntries(present.filter(([, value]) => !isEmpty(value))) as ItemValues;
}

const isRow = (entry: unknown): entry is ItemValues =>
  typeof entry === 'object' && entry !== null && !Array.isArray(entry);

function presentValue({ field: { settings }, children }: TreeNode, value: unknown): unknown {
  const { holds, wrongKind, parse } = fieldTypeOf(settings.type);
  if (holds === 'rows') return rowsOfEntries(children, value).map((row) => presentValues(children, row));
  // A list that was a dynamic group with one field.
  const flat = Array.isArray(value) ? value.map((entry) => (isRow(entry) ? Object.values(entry)[0] : entry)) : value;
  const isRight = (form: unknown) => wrongKind(form as FieldValue, settings) === undefined;
  if (isRight(flat) && !('options' in settings)) return flat;
  if (isRight([flat])) return [flat];
  const parsed = isEmpty(flat) || typeof flat === 'object' ? undefined : parse(String(flat), settings);
  if (parsed && 'value' in parsed) return parsed.value;
  return isRight(flat) ? flat : undefined;
}

/** The rows of a dynamic group that may have been a list. */
function rowsOfEntries(children: readonly TreeNode[], value: unknown): ItemValues[] {
  const entries = Array.isArray(value) ? value : [];
  if (entries.every(isRow)) return entries;
  const [only] = levelOf(children).leaves;
  return only ? entries.map((entry) => ({ [only.field.id]: entry as FieldValue })) : [];
}
