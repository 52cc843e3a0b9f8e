import { type ItemValues, rowsOf } from '@quartermaster/contract/content/item-fields.ts';
import { type FieldValue, isEmpty } from '@quartermaster/contract/field-types/field-type.ts';
import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import type { TemplateModel } from './template-model.ts';

/** The index entries of one field of an item: each becomes a row of `item_values` or `item_links`. */
export interface FieldIndex {
  numbers: Set<number>;
  texts: Set<string>;
  links: Set<number>;
}

/** The index entries of an item, by field key; equal values in several rows of a dynamic group are stored once. */
export function indexOf(model: TemplateModel, values: ItemValues): Map<number, FieldIndex> {
  const index = new Map<number, FieldIndex>();
  const scan = (row: ItemValues) => {
    for (const [fieldId, value] of Object.entries(row)) {
      const leaf = model.leaves.get(fieldId);
      if (!leaf) continue;
      const { key, settings } = leaf.field;
      if (leaf.holdsRows) for (const inner of rowsOf(value)) scan(inner);
      else if (!isEmpty(value)) add(index, key, fieldTypeOf(settings.type).index(value as FieldValue, settings));
    }
  };
  scan(values);
  return index;
}

function add(
  index: Map<number, FieldIndex>,
  key: number,
  { numbers, texts, links }: { numbers?: number[]; texts?: string[]; links?: number[] },
): void {
  const entry = index.get(key) ?? { numbers: new Set(), texts: new Set(), links: new Set() };
  for (const number of numbers ?? []) entry.numbers.add(number);
  for (const text of texts ?? []) entry.texts.add(text);
  for (const link of links ?? []) entry.links.add(link);
  if (entry.numbers.size + entry.texts.size + entry.links.size > 0) index.set(key, entry);
}

/**
 * The values of two states of an item without those that are the same in both, so that they need not be indexed: equal
 * ones may be left, as lists and rows are compared by identity.
 */
export function changedEntries(
  after: ItemValues,
  before: ItemValues | undefined,
): [after: ItemValues, before: ItemValues | undefined] {
  if (!before) return [after, before];
  const without = (values: ItemValues, others: ItemValues): ItemValues =>
    Object.fromEntries(Object.entries(values).filter(([id, value]) => value !== others[id]));
  return [without(after, before), without(before, after)];
}

/** The keys of the fields whose index rows differ between two states of an item. */
export function changedKeys(before: Map<number, FieldIndex>, after: Map<number, FieldIndex>): number[] {
  const keys = new Set([...before.keys(), ...after.keys()]);
  return [...keys].filter((key) => !same(before.get(key), after.get(key)));
}

const same = (a: FieldIndex | undefined, b: FieldIndex | undefined): boolean =>
  a !== undefined &&
  b !== undefined &&
  equal(a.numbers, b.numbers) &&
  equal(a.texts, b.texts) &&
  equal(a.links, b.links);

const equal = <T>(a: Set<T>, b: Set<T>): boolean => a.size === b.size && [...a].every((entry) => b.has(entry));
