import { type FieldValue, isEmpty } from './field-types/field-type.ts';
import { type FieldType, fieldTypeOf } from './field-types/registry.ts';
import { slotsOf, type TreeNode } from './template-tree.ts';

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
  value: FieldValue;
  /** Names the stored file of an image. */
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
    for (const { field, children } of slotsOf(nodes)) {
      const value = row[field.id];
      if (fieldTypeOf(field.settings.type).holds === 'rows') {
        rowsOf(value).forEach((inner, index) => {
          const innerPath = [...(path ?? []), index];
          list.push(entry(field.id, 'dynamic-group-row', field.id, innerPath, null));
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
  const id = type === 'dynamic-group-row' ? `${itemFieldId(fieldId, path)}.row` : itemFieldId(fieldId, path);
  return {
    id,
    template_field_id: fieldId,
    template_field_type: type,
    template_group_id: groupId,
    template_group_path: path,
    value,
  };
}

/** The rows of a dynamic group's value; none where there is no such value. */
export const rowsOf = (value: ItemValues[string] | undefined): ItemValues[] =>
  Array.isArray(value) ? value.filter((row): row is ItemValues => typeof row === 'object') : [];

/** The dynamic groups around each field of a template, from the outermost inwards, by field id. */
export function groupChains(tree: readonly TreeNode[]): Map<string, string[]> {
  const chains = new Map<string, string[]>();
  const walk = (nodes: readonly TreeNode[], chain: string[]) => {
    for (const { field, children } of slotsOf(nodes)) {
      chains.set(field.id, chain);
      walk(children, [...chain, field.id]);
    }
  };
  walk(tree, []);
  return chains;
}

/** Puts a flat list of values together again: the inverse of {@link toItemFields}. Values of fields that the template does not have are left out. */
export function toItemValues(
  tree: readonly TreeNode[],
  fields: readonly Pick<ItemField, 'template_field_id' | 'template_field_type' | 'template_group_path' | 'value'>[],
): ItemValues {
  const chains = groupChains(tree);
  const values: ItemValues = {};
  for (const field of fields) {
    const chain = chains.get(field.template_field_id);
    if (!chain) continue;
    const isRow = field.template_field_type === 'dynamic-group-row';
    const groups = isRow ? [...chain, field.template_field_id] : chain;
    const path = field.template_group_path ?? [];
    if (path.length !== groups.length) continue;
    const row = groups.reduce<ItemValues>((outer, groupId, level) => rowAt(outer, groupId, path[level] ?? 0), values);
    if (!isRow) row[field.template_field_id] = field.value;
  }
  return values;
}

function rowAt(outer: ItemValues, groupId: string, index: number): ItemValues {
  const present = outer[groupId];
  // Only this function fills the groups of these values, and only with rows.
  const rows = Array.isArray(present) ? (present as ItemValues[]) : [];
  outer[groupId] = rows;
  while (rows.length <= index) rows.push({});
  return rows[index] ?? {};
}

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
export function sameValue(a: FieldValue | undefined, b: FieldValue | undefined): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((entry, index) => entry === b[index]);
  return a === b || (isEmpty(a) && isEmpty(b));
}
