import { type ItemValues, rowsOf } from '@quartermaster/contract/content/item-fields.ts';
import { isEmpty } from '@quartermaster/contract/field-types/field-type.ts';
import type { Leaf } from './template-model.ts';

/** Where a field is in a document. */
type Place = Pick<Leaf, 'groups'> & { field: Pick<Leaf['field'], 'id'> };

/** The values of a field in a document: one, or one for each row that has one. */
export const valuesAt = (values: ItemValues, { groups, field }: Place): NonNullable<ItemValues[string]>[] =>
  valuesIn(values, groups, field.id);

function valuesIn(
  values: ItemValues,
  [group, ...inner]: readonly string[],
  fieldId: string,
): NonNullable<ItemValues[string]>[] {
  if (group !== undefined) return rowsOf(values[group]).flatMap((row) => valuesIn(row, inner, fieldId));
  const value = values[fieldId];
  return value === undefined || value === null ? [] : [value];
}

/** A document in which each value of a field is another one, or none if that is empty; the same document if all are the same. */
export const mapValues = (
  values: ItemValues,
  { groups, field }: Place,
  map: (value: NonNullable<ItemValues[string]>) => ItemValues[string],
): ItemValues => mapIn(values, groups, field.id, map);

function mapIn(
  values: ItemValues,
  [group, ...inner]: readonly string[],
  fieldId: string,
  map: (value: NonNullable<ItemValues[string]>) => ItemValues[string],
): ItemValues {
  const id = group ?? fieldId;
  const before = values[id];
  if (before === undefined || before === null) return values;
  const after = group === undefined ? map(before) : mapRows(before, (row) => mapIn(row, inner, fieldId, map));
  if (after === before) return values;
  const { [id]: _, ...others } = values;
  return isEmpty(after) ? others : { ...others, [id]: after };
}

function mapRows(value: NonNullable<ItemValues[string]>, map: (row: ItemValues) => ItemValues): ItemValues[string] {
  const rows = rowsOf(value);
  const mapped = rows.map(map);
  return mapped.every((row, index) => row === rows[index]) ? value : mapped;
}
