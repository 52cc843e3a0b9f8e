import { type FieldValue, isEmpty, type WireValue } from '../field-types/field-type.ts';
import { isLocalised } from '../field-types/localised.ts';
import { type FieldSettings, type FieldType, fieldTypeOf, isRowType, rowType } from '../field-types/registry.ts';
import { leavesIn, levelOf, sameSetting, type TreeField, type TreeNode } from './template-tree.ts';

/**
 * The values of an item, or of one row of a dynamic group, by template field id. Groups do not appear, so that a field
 * keeps its value when it moves between groups; a dynamic group is an array of rows; empty values are omitted.
 */
export interface ItemValues {
  [fieldId: string]: FieldValue | ItemValues[];
}

/** What a save does to a field: 1 adds a value, 2 changes it, 3 removes it. */
export const fieldStatus = { added: 1, updated: 2, removed: 3 } as const;
/** The code for what a save does to a field. */
export type FieldStatus = (typeof fieldStatus)[keyof typeof fieldStatus];

/** One value of an item as the API carries it. */
export interface ItemField {
  /**
   * Template field id and row path, so that the same position has the same id in every save: `damage`, `key.2`; for a
   * row itself `attrib.2.row`.
   */
  id: string;
  template_field_id: string;
  template_field_type: FieldType;
  /** The innermost dynamic group around the field, or `null`. */
  template_group_id: string | null;
  /** Row indexes from the outermost dynamic group inwards, or `null` outside of any. */
  template_group_path: number[] | null;
  value: WireValue;
  /** Images only: the id of the stored file, or `null` while `value` is the file itself. */
  upload_id?: string | null;
}

/** A field in a save: an {@link ItemField} and what to do with it. */
export interface ItemFieldChange extends ItemField {
  status: FieldStatus;
}

/** The id of a template field's value in a row. */
export const itemFieldId = (templateFieldId: string, path: readonly number[] | null): string =>
  path === null || path.length === 0 ? templateFieldId : `${templateFieldId}.${path.join('.')}`;

/** The id of a row, by its dynamic group and its path. */
export const itemRowId = (groupId: string, path: readonly number[] | null): string =>
  `${itemFieldId(groupId, path)}.row`;

/** The path by which a 422 names a value of an item: by its id, whether or not the body contains it. */
export const itemFieldPath = (id: string): string => `fields.${id}`;

/** Flattens the values of an item into a list in template order, each row before its contents. */
export function toItemFields(tree: readonly TreeNode[], values: ItemValues): ItemField[] {
  const list: ItemField[] = [];
  const visit = (nodes: readonly TreeNode[], row: ItemValues, groupId: string | null, path: number[] | null) => {
    for (const { field, children } of leavesIn(levelOf(nodes), Object.keys(row))) {
      const value = row[field.id];
      if (fieldTypeOf(field.settings.type).holds === 'rows') {
        rowsOf(value).forEach((inner, index) => {
          const innerPath = [...(path ?? []), index];
          list.push(entry(field, rowType, { groupId: field.id, path: innerPath, value: null }));
          visit(children, inner, field.id, innerPath);
        });
      } else if (!isEmpty(value)) {
        list.push(entry(field, field.settings.type, { groupId, path, value: value as FieldValue }));
      }
    }
  };
  visit(tree, values, null, null);
  return list;
}

interface PlacedValue {
  groupId: string | null;
  path: number[] | null;
  value: FieldValue;
}

/** A value of a field, or a row of one, in which case `type` is not that of the field. */
function entry(
  { id: fieldId, settings }: TreeField,
  type: FieldType,
  { groupId, path, value }: PlacedValue,
): ItemField {
  const id = (isRowType(type) ? itemRowId : itemFieldId)(fieldId, path);
  const { wire, file } = fieldTypeOf(type);
  return {
    id,
    template_field_id: fieldId,
    template_field_type: type,
    template_group_id: groupId,
    template_group_path: path,
    value: wire.write(value, settings),
    ...(file && { upload_id: file.idOf(value, settings) }),
  };
}

/** Converts a field's value from its API form to its stored form. */
export const storedValueOf = (value: WireValue, settings: FieldSettings): FieldValue =>
  fieldTypeOf(settings.type).wire.read(value, settings);

/** The rows in a dynamic group's value; empty if there is none. */
export const rowsOf = (value: ItemValues[string] | undefined): ItemValues[] =>
  Array.isArray(value) ? value.filter((row): row is ItemValues => typeof row === 'object') : [];

/** True if two values are the same; arrays are compared in order. */
export function sameValue(a: WireValue | undefined, b: WireValue | undefined): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((entry, index) => entry === b[index]);
  if (isLocalised(a) && isLocalised(b)) return sameSetting(a, b);
  return a === b || (isEmpty(a) && isEmpty(b));
}
