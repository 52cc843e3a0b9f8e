import { type FieldValue, isEmpty, type WireValue } from './field-types/field-type.ts';
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

/** Where the values of a field lie. */
interface Place {
  /** The dynamic groups around it, from the outermost inwards. */
  groups: string[];
  /** True for a dynamic group itself. */
  holdsRows: boolean;
}

/** Where the values of each field of a template lie, by field id. */
export function placesOf(tree: readonly TreeNode[]): Map<string, Place> {
  const places = new Map<string, Place>();
  const walk = (nodes: readonly TreeNode[], groups: string[]) => {
    for (const { field, children } of slotsOf(nodes)) {
      places.set(field.id, { groups, holdsRows: fieldTypeOf(field.settings.type).holds === 'rows' });
      walk(children, [...groups, field.id]);
    }
  };
  walk(tree, []);
  return places;
}

/** A row of a dynamic group, or a value in one, that does not fit the template: left out, it would be lost, or the rows behind it miscounted. */
export class InvalidRowError extends Error {
  constructor(id: string) {
    super(`The row of ${id} does not fit the template`);
    this.name = 'InvalidRowError';
  }
}

type PlacedField = Pick<
  ItemField,
  'template_field_id' | 'template_field_type' | 'template_group_id' | 'template_group_path' | 'value'
>;

/**
 * Puts a flat list of values together again: the inverse of {@link toItemFields}. Values outside of rows whose field the
 * template does not have are left out. Throws an {@link InvalidRowError} where a row, or a value in one, has no place in
 * the template or the place of another, and where a row is missing between others.
 */
export function toItemValues(tree: readonly TreeNode[], fields: readonly PlacedField[]): ItemValues {
  const places = placesOf(tree);
  const values: ItemValues = {};
  const rows = new Map<string, ItemValues>();
  const lists = new Map<string, ItemValues[]>();
  const taken = new Set<string>();

  const rowAt = (groups: readonly string[], path: readonly number[]): ItemValues => {
    const groupId = groups.at(-1);
    if (groupId === undefined) return values;
    const outerPath = path.slice(0, -1);
    const id = itemFieldId(groupId, path);
    const listId = itemFieldId(groupId, outerPath);
    const row = rows.get(id) ?? {};
    const list = lists.get(listId) ?? [];
    if (!lists.has(listId)) rowAt(groups.slice(0, -1), outerPath)[groupId] = list;
    list[path.at(-1) ?? 0] = row;
    rows.set(id, row);
    lists.set(listId, list);
    return row;
  };

  for (const field of fields) {
    const { template_field_id: fieldId, template_group_path: path } = field;
    const place = places.get(fieldId);
    if (!place && path === null) continue;
    const id = itemFieldId(fieldId, path);
    if (!place || !isPlacedIn(place, field) || taken.has(id)) throw new InvalidRowError(id);
    taken.add(id);
    const row = rowAt(place.holdsRows ? [...place.groups, fieldId] : place.groups, path ?? []);
    if (!place.holdsRows) row[fieldId] = heldValue(field);
  }
  for (const [id, list] of lists) {
    if (Object.keys(list).length !== list.length) throw new InvalidRowError(id);
  }
  return values;
}

function isPlacedIn({ groups, holdsRows }: Place, field: PlacedField): boolean {
  const chain = holdsRows ? [...groups, field.template_field_id] : groups;
  return (
    holdsRows === (field.template_field_type === 'dynamic-group-row') &&
    field.template_group_id === (chain.at(-1) ?? null) &&
    (field.template_group_path?.length ?? 0) === chain.length
  );
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
export function sameValue(a: WireValue | undefined, b: WireValue | undefined): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((entry, index) => entry === b[index]);
  return a === b || (isEmpty(a) && isEmpty(b));
}
