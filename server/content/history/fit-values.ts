import { type ItemValues, rowsOf } from '@quartermaster/contract/content/item-fields.ts';
import { withoutOtherShapes } from '@quartermaster/contract/content/row-shapes.ts';
import type { Missing } from '@quartermaster/contract/endpoints/history.ts';
import { conversionOf } from '@quartermaster/contract/field-types/conversions.ts';
import { type FieldValue, isEmpty } from '@quartermaster/contract/field-types/field-type.ts';
import { fieldTypeOf, isComputedType, reasonNoLinkFits } from '@quartermaster/contract/field-types/registry.ts';
import type { StoredConvertedField, StoredField } from '../../core/tables/content.ts';
import { convertOne } from '../model/converted-values.ts';
import type { Leaf, TemplateModel } from '../model/template-model.ts';

/** Former values in the form that a template has now, and those that it has no place for. */
export interface FittedValues {
  values: ItemValues;
  missing: Missing[];
}

/** Names a field whose value, or a part of it, is left out. */
export type Refuse = (fieldId: string, reason: string) => void;

/**
 * The form that a template has now for values that were saved with the fields `previousFields`: values of fields that it has in the
 * same rows, converted to their types, without removed options. Links are not looked at.
 */
export function fitValues(
  model: TemplateModel,
  values: ItemValues,
  previousFields: readonly StoredField[],
): FittedValues {
  const missing: Missing[] = [];
  const formerById = new Map(previousFields.map((field) => [field.id, field]));
  const refuse: Refuse = (fieldId, reason) =>
    addMissing(missing, { field_id: fieldId, label: labelOf(fieldId, previousFields, model.fields), reason });
  const visit = (row: ItemValues, groups: readonly string[]): ItemValues =>
    Object.fromEntries(
      Object.entries(row).flatMap(([id, value]) => {
        const leaf = model.leaves.get(id);
        if (!leaf) {
          refuse(id, 'the template no longer has this field');
          return [];
        }
        const was = formerById.get(id);
        // It is computed again anyway.
        if (isComputedType(leaf.field.settings.type) && was?.settings.type !== leaf.field.settings.type) return [];
        if (leaf.groups.join() !== groups.join()) {
          refuse(id, 'the field is in other rows now');
          return [];
        }
        const converted = was ? convertedTo(leaf, was, { previousFields, now: model.fields }, value) : { value };
        if ('reason' in converted) {
          refuse(id, converted.reason);
          return [];
        }
        if (isRows(converted.value) !== leaf.holdsRows) {
          refuse(id, 'the field is of another type now');
          return [];
        }
        const fitting = leaf.holdsRows
          ? rowsOf(converted.value).map((inner) => visit(inner, [...groups, id]))
          : withOptions(leaf, converted.value, refuse);
        return isEmpty(fitting as FieldValue) ? [] : [[id, fitting]];
      }),
    );
  return { values: withoutOtherShapes(model.tree, visit(values, [])), missing };
}

/** True for the rows of a dynamic group. */
export const isRows = (value: ItemValues[string]): value is ItemValues[] =>
  Array.isArray(value) && value.some((entry) => typeof entry === 'object');

/** Each field and reason once: a field may have values in many rows. */
export function addMissing(missing: Missing[], one: Missing): void {
  if (!missing.some(({ field_id, reason }) => field_id === one.field_id && reason === one.reason)) missing.push(one);
}

/** The label of a field in the first of these lists that has it. */
export const labelOf = (fieldId: string, ...lists: (readonly StoredField[])[]): string =>
  lists.flatMap((fields) => fields.find(({ id }) => id === fieldId)?.settings.label ?? [])[0] ?? fieldId;

/** A value in the form of the field's type, or the reason why it has none. */
function convertedTo(
  { field, groups }: Leaf,
  was: StoredField,
  { previousFields, now }: { previousFields: readonly StoredField[]; now: readonly StoredField[] },
  value: ItemValues[string],
): { value: ItemValues[string] } | { reason: string } {
  const [before, after] = [was.settings, field.settings];
  if (reasonNoLinkFits(before, after) !== undefined) return { reason: 'the field links to other templates now' };
  if (before.type === after.type) return { value };
  const { family } = fieldTypeOf(before.type);
  if (family !== undefined && family === fieldTypeOf(after.type).family) return { value };
  const [from, to] = [withOnly(was, previousFields), withOnly(field, now)];
  const conversion = conversionOf({ from, to })
    ? { groups, from, to, isBack: false }
    : { groups, from: to, to: from, isBack: true };
  const converted = convertOne(conversion, value);
  return 'reason' in converted
    ? { reason: `was a value of the type ${before.type}, and ${converted.reason}` }
    : { value: converted.value as ItemValues[string] };
}

/** A field with the only one in it, if it has rows. */
function withOnly(field: StoredField, fields: readonly StoredField[]): StoredConvertedField {
  const inside = fields.filter(({ parentId }) => parentId === field.id);
  const [only] = inside;
  return {
    field,
    only: fieldTypeOf(field.settings.type).holds === 'rows' && inside.length === 1 && only ? only : null,
  };
}

/** A value without options that the field no longer has. */
function withOptions({ field }: Leaf, value: ItemValues[string], refuse: Refuse): ItemValues[string] {
  const { settings } = field;
  if (!('options' in settings)) return value;
  const known = new Set(settings.options.map(({ id }) => id));
  const isKnown = (entry: unknown) => {
    if (typeof entry !== 'string' || known.has(entry)) return true;
    refuse(field.id, `the field no longer has the option ${entry}`);
    return false;
  };
  if (Array.isArray(value)) return (value as string[]).filter(isKnown);
  return isKnown(value) ? value : null;
}
