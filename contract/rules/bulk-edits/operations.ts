import { contentLimits } from '../../content/content-limits.ts';
import { type ItemValues, rowsOf, storedValueOf } from '../../content/item-fields.ts';
import { placesOf } from '../../content/item-values.ts';
import { readOnlySentence } from '../../content/read-only-values.ts';
import { withoutOtherShapes } from '../../content/row-shapes.ts';
import type { TreeNode } from '../../content/template-tree.ts';
import {
  type FieldOperation,
  type FieldOperations,
  type FieldValue,
  isEmpty,
  type OperationName,
  type WireValue,
} from '../../field-types/field-type.ts';
import { takesValue } from '../../field-types/filters.ts';
import { isLocalised } from '../../field-types/localised.ts';
import { shortestForm } from '../../field-types/operations.ts';
import { type FieldSettings, fieldTypeOf } from '../../field-types/registry.ts';
import { numberText } from '../../number-text.ts';
import { isBlankText } from '../../typed-text.ts';
import { checkFilterValue, filterOpOf, meetsFilter, subjectOfField } from '../filter.ts';
import { farTooLarge } from '../item-size.ts';

/** An operation in a request. */
interface Operation {
  field_id: string;
  op: OperationName;
  value?: WireValue;
  find?: string;
  whole_words?: boolean;
  ignore_case?: boolean;
  where?: { template_field_id: string; op: number; value: string };
}

/** Why an item is refused: the field, or `label`, and its row; `null` for the item as a whole. */
export interface EditRefusal {
  field_id: string | null;
  path: number[] | null;
  reason: string;
}

/** The part of an item that an edit changes. */
export interface EditableItem {
  label: string;
  values: ItemValues;
}

/** An item after an edit, or the reason why it cannot be made. */
export type EditedContent = { item: EditableItem } | { refusal: EditRefusal };

/** An action on one item; its result may still break rules of the template. */
export type EditItem = (item: EditableItem) => EditedContent;

/** An edit that can be applied to items, or its validation errors by path in the action. */
export type ReadAction<E> = { edit: E } | { wrong: Record<string, string> };

/** The field id that stands for the label of an item. */
export const labelField = 'label';

/** The label of an item as a field: a text whose rules are {@link checkLabel}. */
export const labelSettings = {
  type: 'text',
  name: labelField,
  label: 'Label',
  required: true,
  minimum: null,
  maximum: contentLimits.labelLength,
} as const satisfies FieldSettings;

/** Error message for a label of an item, worded as in a save; otherwise undefined. */
export function checkLabel(label: string): string | undefined {
  if (isBlankText(label)) return 'required field';
  const { labelLength } = contentLimits;
  return label.length > labelLength ? `must be at most ${numberText(labelLength)} characters` : undefined;
}

/** The operations that a field offers. */
export const operationsOf = (settings: FieldSettings): FieldOperations => fieldTypeOf(settings.type).operations;

interface Place {
  groups: readonly string[];
  holdsRows: boolean;
  settings: FieldSettings;
}

/** A condition on the rows that an operation changes, in its place. */
interface Where {
  fieldId: string;
  /** How many dynamic groups are around its field. */
  depth: number;
  meets: (value: FieldValue | undefined) => boolean;
}

/** Validation errors by path in the operation. */
interface Wrong {
  wrong: Record<string, string>;
}

interface Step {
  fieldId: string;
  groups: readonly string[];
  where: Where | undefined;
  change: (value: FieldValue) => ReturnType<FieldOperation['apply']>;
}

/** Reads operations on the items of a template; errors are by path, like `operations.0.value`. */
export function readOperations(
  tree: readonly TreeNode[],
  operations: readonly Operation[],
  access: { mayEditReadOnly: boolean },
): ReadAction<EditItem> {
  const places = placesOf(tree);
  const wrong: Record<string, string> = {};
  const steps = operations.flatMap((operation, index): Step[] => {
    const step = readOperation(places, operation, access);
    if (!('wrong' in step)) return [step];
    for (const [name, reason] of Object.entries(step.wrong)) wrong[`operations.${index}.${name}`] = reason;
    return [];
  });
  return Object.keys(wrong).length > 0 ? { wrong } : { edit: (item) => fitted(tree, applySteps(steps, item)) };
}

/** Values for one item, by the ids of fields, or `label`; an empty one clears its field. */
interface ItemChange {
  id: number;
  fields: readonly { field_id: string; value: WireValue }[];
}

/** Reads values for each of some items; errors are by path, like `values.3.fields.0.value`. The edit leaves other items unchanged. */
export function readValues(
  tree: readonly TreeNode[],
  changes: readonly ItemChange[],
  access: { mayEditReadOnly: boolean },
): ReadAction<(item: EditableItem, id: number) => EditedContent> {
  const places = placesOf(tree);
  const wrong: Record<string, string> = {};
  const stepsOf = new Map<number, readonly Step[]>();
  for (const [index, { id, fields }] of changes.entries()) {
    const at = `values.${index}`;
    if (stepsOf.has(id)) wrong[`${at}.id`] = 'this item is named twice';
    const steps = fields.flatMap((change, position): Step[] => {
      const step = readChange(places, change, access);
      if (!('wrong' in step)) return [step];
      for (const [name, reason] of Object.entries(step.wrong)) wrong[`${at}.fields.${position}.${name}`] = reason;
      return [];
    });
    stepsOf.set(id, steps);
  }
  if (Object.keys(wrong).length > 0) return { wrong };
  return { edit: (item, id) => fitted(tree, applySteps(stepsOf.get(id) ?? [], item)) };
}

/** Sets or clears a field of one item; a value that does not fit only refuses this item. */
function readChange(
  places: ReadonlyMap<string, Place>,
  { field_id, value }: ItemChange['fields'][number],
  access: { mayEditReadOnly: boolean },
): Step | Wrong {
  const target = places.get(field_id);
  if (target && target.groups.length > 0) return { wrong: { field_id: 'a field in rows has no value for the item' } };
  const op = isEmpty(value as FieldValue) ? 'clear' : 'set';
  const step = readOperation(places, { field_id, op, value }, access);
  if (!('wrong' in step)) return step;
  const offered = operationsOf(target?.settings ?? labelSettings);
  const reason = step.wrong.value ?? (op === 'clear' && offered.clear ? step.wrong.op : undefined);
  return reason === undefined ? step : { fieldId: field_id, groups: [], where: undefined, change: () => ({ reason }) };
}

/** Upper bound of the characters that values add to a number of the items that they are for. */
export function growthOfValues(changes: readonly ItemChange[]): (size: { items: number }) => number {
  const sizes = changes.map(({ fields }) =>
    fields.reduce((sum, { field_id, value }) => sum + (field_id === labelField ? 0 : unitsOf(value)), 0),
  );
  const [all, largest] = [sizes.reduce((sum, size) => sum + size, 0), Math.max(0, ...sizes)];
  return ({ items }) => Math.min(all, items * largest);
}

function readOperation(
  places: ReadonlyMap<string, Place>,
  requested: Operation,
  { mayEditReadOnly }: { mayEditReadOnly: boolean },
): Step | Wrong {
  const isLabel = requested.field_id === labelField;
  const target: Place | undefined = isLabel
    ? { groups: [], holdsRows: false, settings: labelSettings }
    : places.get(requested.field_id);
  if (!target) return { wrong: { field_id: 'the template has no such field' } };
  const { settings, groups } = target;
  if (settings.readOnly && !mayEditReadOnly) return { wrong: { field_id: readOnlySentence(settings) } };
  const operation = operationsOf(settings)[requested.op];
  if (!operation || target.holdsRows) return { wrong: { op: 'this operation does not fit the field' } };
  const typed = requested.value ?? null;
  const value = operation.takes === 'value' || operation.takes === 'list' ? storedValueOf(typed, settings) : typed;
  // The checks of the operation refuse a list of mixed types.
  const { find = '', whole_words: wholeWords = false, ignore_case: ignoresCase = false } = requested;
  const input = { value: value as FieldValue, find, wholeWords, ignoresCase };
  const reason =
    operation.check(input, settings) ??
    (isLabel && requested.op === 'set' ? checkLabel(String(input.value)) : undefined) ??
    (operation.takes === 'list' ? fieldTypeOf(settings.type).wrongKind(input.value, settings) : undefined);
  if (reason) return { wrong: { [operation.takes === 'nothing' ? 'op' : fieldOf(operation, input)]: reason } };
  const where = requested.where === undefined ? undefined : readWhere(places, requested.where, groups);
  if (where && 'wrong' in where) return where;
  return { fieldId: requested.field_id, groups, where, change: (now) => operation.apply(now, input, settings) };
}

const fieldOf = ({ takes }: FieldOperation, { find }: { find: string }): 'find' | 'value' =>
  takes === 'replacement' && find === '' ? 'find' : 'value';

function readWhere(
  places: ReadonlyMap<string, Place>,
  filter: NonNullable<Operation['where']>,
  groups: readonly string[],
): Where | Wrong {
  if (groups.length === 0) return { wrong: { where: 'only a field in rows has a condition on them' } };
  const target = places.get(filter.template_field_id);
  if (!target || target.holdsRows) return { wrong: { 'where.template_field_id': 'the template has no such field' } };
  if (target.groups.some((group, depth) => groups[depth] !== group))
    return { wrong: { 'where.template_field_id': 'this field is not in the rows that are changed' } };
  const { settings } = target;
  const subject = subjectOfField(settings);
  const condition = filterOpOf(filter.op);
  if (!condition || !subject.conditions.includes(condition))
    return { wrong: { 'where.op': 'this condition does not fit the field' } };
  const reason = takesValue(condition) ? checkFilterValue({ condition, value: filter.value }, subject) : undefined;
  if (reason) return { wrong: { 'where.value': reason } };
  return {
    fieldId: filter.template_field_id,
    depth: target.groups.length,
    // The conditions of a type are codes of the API.
    meets: (value) =>
      meetsFilter({ op: filter.op as Parameters<typeof meetsFilter>[0]['op'], value: filter.value }, value, settings),
  };
}

/** A row that gets another shape loses the values of the former one. */
const fitted = (tree: readonly TreeNode[], edited: EditedContent): EditedContent =>
  'item' in edited ? { item: { ...edited.item, values: withoutOtherShapes(tree, edited.item.values) } } : edited;

function applySteps(steps: readonly Step[], item: EditableItem): EditedContent {
  let { label, values } = item;
  const growth: Growth = { units: 0 };
  for (const step of steps) {
    if (step.fieldId === labelField) {
      const changed = step.change(label);
      if ('reason' in changed) return { refusal: { field_id: labelField, path: null, reason: changed.reason } };
      label = String(changed.value ?? '');
      continue;
    }
    const changed = changeRows(values, step, [], [], growth);
    if ('refusal' in changed) return changed;
    values = changed.values;
  }
  return { item: { label, values } };
}

/** How much larger the texts and lists of an item have become: 10,000 rows of long texts would exceed the memory. */
interface Growth {
  units: number;
}

/** Lower bound of the bytes that a value takes. */
function unitsOf(value: WireValue): number {
  if (typeof value === 'string') return value.length;
  if (isLocalised(value))
    return Object.values(value).reduce((units, one) => units + (typeof one === 'string' ? one : one.text).length, 0);
  if (!Array.isArray(value)) return 0;
  let units = 0;
  for (const entry of value) units += typeof entry === 'string' ? entry.length + 1 : 2;
  return units;
}

/** Fewer bytes than any row of a document takes. */
const bytesOfRow = 3;

/** Upper bound of the characters that operations add to items, given their number and the bytes of their documents. */
export function mostGrowth(
  tree: readonly TreeNode[],
  operations: readonly Operation[],
  { items, bytes }: { items: number; bytes: number },
): number {
  const places = placesOf(tree);
  let size = bytes;
  for (const { field_id, op, value = null, find = '' } of operations) {
    if (field_id === labelField || op === 'remove') continue;
    const units = unitsOf(value);
    const isInRows = (places.get(field_id)?.groups.length ?? 0) > 0;
    if (op === 'replace') {
      const shortest = Math.max(1, shortestForm(find));
      size += (size / shortest) * Math.max(0, units - shortest);
    } else size += units * (isInRows ? bytes / bytesOfRow : items);
  }
  return Math.min(size - bytes, items * contentLimits.itemBytes);
}

/** Changes a field in a row, or in the rows within it; a row without a change stays the same object. */
function changeRows(
  row: ItemValues,
  step: Step,
  outer: readonly ItemValues[],
  path: readonly number[],
  growth: Growth,
): { values: ItemValues } | { refusal: EditRefusal } {
  const around = [...outer, row];
  const group = step.groups[outer.length];
  if (group === undefined) return changeValue(row, step, around, path, growth);
  const rows = rowsOf(row[group]);
  const changed: ItemValues[] = [];
  for (const [index, inner] of rows.entries()) {
    const next = changeRows(inner, step, around, [...path, index], growth);
    if ('refusal' in next) return next;
    changed.push(next.values);
  }
  return { values: changed.every((inner, index) => inner === rows[index]) ? row : { ...row, [group]: changed } };
}

function changeValue(
  row: ItemValues,
  { fieldId, where, change }: Step,
  around: readonly ItemValues[],
  path: readonly number[],
  growth: Growth,
): ReturnType<typeof changeRows> {
  // A field that does not hold rows has a value.
  if (where && !where.meets(around[where.depth]?.[where.fieldId] as FieldValue | undefined)) return { values: row };
  const before = (row[fieldId] ?? null) as FieldValue;
  const changed = change(before);
  if ('reason' in changed)
    return { refusal: { field_id: fieldId, path: path.length === 0 ? null : [...path], reason: changed.reason } };
  const { value } = changed;
  growth.units += unitsOf(value) - unitsOf(before);
  if (growth.units > contentLimits.itemBytes) return { refusal: { field_id: null, path: null, reason: farTooLarge } };
  if (JSON.stringify(value) === JSON.stringify(before)) return { values: row };
  const { [fieldId]: _, ...others } = row;
  return { values: isEmpty(value) ? others : { ...row, [fieldId]: value } };
}
