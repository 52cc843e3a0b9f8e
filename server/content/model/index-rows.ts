import { type ItemValues, rowsOf } from '@quartermaster/contract/content/item-fields.ts';
import { type FieldValue, type IndexedValue, isEmpty } from '@quartermaster/contract/field-types/field-type.ts';
import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import type { Leaf, TemplateModel } from './template-model.ts';
import { valuesAt } from './values-at.ts';

/** The index entries of one field of an item: each becomes a row of `item_values` or `item_links`. */
export interface FieldIndex {
  numbers: Set<number>;
  texts: Set<string>;
  /** The templates of the linked items, by item id. */
  links: Map<number, string>;
}

/** The index entries of an item, by field key; equal values in several rows of a dynamic group are stored once. */
export function indexOf(model: TemplateModel, values: ItemValues): Map<number, FieldIndex> {
  const index = new Map<number, FieldIndex>();
  const common = new Map<number, Set<number>>();
  const scan = (row: ItemValues) => {
    for (const [fieldId, value] of Object.entries(row)) {
      const leaf = model.leaves.get(fieldId);
      if (!leaf) continue;
      const { key, settings } = leaf.field;
      if (leaf.holdsRows) for (const inner of rowsOf(value)) scan(inner);
      else if (!isEmpty(value)) {
        const entries = fieldTypeOf(settings.type).index.entries(value as FieldValue, settings);
        add(index, key, entries);
        if (entries.common) common.set(key, inBoth(common.get(key), entries.common));
      }
    }
  };
  scan(values);
  for (const [key, numbers] of common) add(index, key, { numbers: [...numbers] });
  return index;
}

const inBoth = (known: ReadonlySet<number> | undefined, numbers: readonly number[]): Set<number> =>
  new Set(known ? numbers.filter((number) => known.has(number)) : numbers);

/** The same of some fields, none of which is a dynamic group. */
export function indexOfLeaves(leaves: readonly Leaf[], values: ItemValues): Map<number, FieldIndex> {
  const index = new Map<number, FieldIndex>();
  for (const leaf of leaves) {
    const { key, settings } = leaf.field;
    const type = fieldTypeOf(settings.type);
    for (const value of valuesAt(values, leaf)) add(index, key, type.index.entries(value as FieldValue, settings));
  }
  return index;
}

function add(index: Map<number, FieldIndex>, key: number, { numbers, texts, links }: IndexedValue): void {
  const entry = index.get(key) ?? { numbers: new Set(), texts: new Set(), links: new Map() };
  for (const number of numbers ?? []) entry.numbers.add(number);
  for (const text of texts ?? []) entry.texts.add(text);
  for (const { id, templateId } of links ?? []) entry.links.set(id, templateId);
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

type Entries<T> = Pick<ReadonlySet<T>, 'size' | 'has' | 'keys'>;

const equal = <T>(a: Entries<T>, b: Entries<T>): boolean =>
  a.size === b.size && [...a.keys()].every((entry) => b.has(entry));
