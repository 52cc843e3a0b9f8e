import { type FieldValue, isEmpty, type WireValue } from '../field-types/field-type.ts';
import { type FieldType, fieldTypeOf, isRowType, rowType } from '../field-types/registry.ts';
import { levelOf, slotsIn, type TreeNode } from './template-tree.ts';

/**
 * The values of an item, or of one row of a dynamic group, by template field id.
 * Groups leave no trace in it, so that moving a field between groups keeps its value;
 * a dynamic group is an array of rows; what is empty is left out.
 */
export interface ItemValues {
  [fieldId: string]: FieldValue | ItemValues[];
}

/** What a save does to a field: 1 gives it a value, 2 another one, 3 takes it away. */
export const fieldStatus = { added: 1, updated: 2, removed: 3 } as const;
/** The code of what a save does to a field. */
export type FieldStatus = (typeof fieldStatus)[keyof typeof fieldStatus];

/** One value of an item as the API carries it. */
export interface ItemField {
  /** Template field id and row path, so that the same place has the same id in every save: `damage`, `key.2`; of a row itself `attrib.2.row`. */
  id: string;
  template_field_id: string;
  template_field_type: FieldType;
  /** The innermost dynamic group around the field, or `null`. */
  template_group_id: string | null;
  /** Row indexes from the outermost dynamic group inwards, or `null` outside of any. */
  template_group_path: number[] | null;
  value: WireValue;
  /** Of an image: the id of its stored file, or `null` while the file itself is the value. */
  upload_id?: string | null;
}

/** A field of a save: what {@link ItemField} says, and what to do with it. */
export interface ItemFieldChange extends ItemField {
  status: FieldStatus;
}

/** The id of the value of a template field in a row. */
export const itemFieldId = (templateFieldId: string, path: readonly number[] | null): string =>
  path === null || path.length === 0 ? templateFieldId : `${templateFieldId}.${path.join('.')}`;

/** Lists the values of an item flat, rows before what they hold, in the template's order. */
export function toItemFields(tree: readonly TreeNode[], values: ItemValues): ItemField[] {
  const list: ItemField[] = [];
  const walk = (nodes: readonly TreeNode[], row: ItemValues, groupId: string | null, path: number[] | null) => {
    for (const { field, children } of slotsIn(levelOf(nodes), Object.keys(row))) {
      const value = row[field.id];
      if (fieldTypeOf(field.settings.type).holds === 'rows') {
        rowsOf(value).forEach((inner, index) => {
          const innerPath = [...(path ?? []), index];
          list.push(entry(field.id, rowType, field.id, innerPath, null));
          walk(children, inner, field.id, innerPath);
        });
      } else if (!isEmpty(value)) {
        list.push(entry(field.id, field.settings.type, groupId, path, value as FieldValue));
      }
    }
  };
  walk(tree, values, null, null);
  return list;
}

function entry(
  fieldId: string,
  type: FieldType,
  groupId: string | null,
  path: number[] | null,
  value: FieldValue,
): ItemField {
  const id = isRowType(type) ? `${itemFieldId(fieldId, path)}.row` : itemFieldId(fieldId, path);
  const { toWire, uploadId } = fieldTypeOf(type);
  return {
    id,
    template_field_id: fieldId,
    template_field_type: type,
    template_group_id: groupId,
    template_group_path: path,
    value: toWire ? toWire(value) : value,
    ...(uploadId && { upload_id: uploadId(value) }),
  };
}

/** The value of a field as an item holds it, in whichever form the API carries it. */
export function heldValue({
  template_field_type,
  value,
}: Pick<ItemField, 'template_field_type' | 'value'>): FieldValue {
  const { fromWire } = fieldTypeOf(template_field_type);
  // Only types that say so carry another form.
  return fromWire ? fromWire(value) : (value as FieldValue);
}

/** The rows of a dynamic group's value; none where there is no such value. */
export const rowsOf = (value: ItemValues[string] | undefined): ItemValues[] =>
  Array.isArray(value) ? value.filter((row): row is ItemValues => typeof row === 'object') : [];

/** What a save has to say to turn one state of an item into another: only what differs, removed rows last. */
export function diffItemFields(tree: readonly TreeNode[], before: ItemValues, after: ItemValues): ItemFieldChange[] {
  const old = new Map(toItemFields(tree, before).map((field) => [field.id, field]));
  const changes: ItemFieldChange[] = [];
  for (const field of toItemFields(tree, after)) {
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

/** True where two values are the same; lists are compared in order. */
export function sameValue(a: WireValue | undefined, b: WireValue | undefined): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((entry, index) => entry === b[index]);
  return a === b || (isEmpty(a) && isEmpty(b));
}
