import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { isEmpty } from '@quartermaster/contract/field-types/field-type.ts';
import type { OneOrMany } from './dota-source.ts';

type Value = ItemValues[string];

/**
 * Values without the empty ones. In the package a missing value, `null`, `''` and `[]` all say that there is none; an item knows
 * one way to say so.
 */
export function present(values: Record<string, Value | undefined>): ItemValues {
  const entries = Object.entries(values).filter((entry): entry is [string, Value] => !isEmpty(entry[1]));
  return Object.fromEntries(entries);
}

/** `false` stands where an item has no number: no mana cost, no cooldown. A number field says that by being empty. */
export const unlessFalse = <T>(value: T | false | null | undefined): Exclude<T, false> | null =>
  value === false || value === undefined ? null : (value as Exclude<T, false>);

/**
 * The package has a text alone where there is one and a list where there are more (never a list of one), so that the number of
 * rows tells which it was: one row for all levels, or one a level. A level without a value keeps its row.
 */
export const valueRows = (fieldId: string, value: OneOrMany | undefined): ItemValues[] =>
  isEmpty(value) ? [] : [value].flat().map((entry) => present({ [`${fieldId}-value`]: entry }));
