import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { isEmpty } from '@quartermaster/contract/field-types/field-type.ts';
import type { OneOrMany } from './dota-source.ts';
import { optionId } from './field.ts';

type Value = ItemValues[string];

/**
 * Removes empty values. In the package a missing value, `null`, `''` and `[]` all mean "no value"; items have only one
 * form of it.
 */
export function withoutEmpty(values: Record<string, Value | undefined>): ItemValues {
  const entries = Object.entries(values).filter((entry): entry is [string, Value] => !isEmpty(entry[1]));
  return Object.fromEntries(entries);
}

/** The package uses `false` for a missing number, e.g. no mana cost or cooldown; number fields are empty instead. */
export const falseToNull = <T>(value: T | false | null | undefined): Exclude<T, false> | null =>
  value === false || value === undefined ? null : (value as Exclude<T, false>);

/**
 * The package has a string for one value and a list for more (never a list of one), so the number of rows shows which
 * it was: one row for all levels, or one per level. A level without a value keeps its row.
 */
export const valueRows = (fieldId: string, value: OneOrMany | undefined): ItemValues[] =>
  isEmpty(value) ? [] : [value].flat().map((entry) => withoutEmpty({ [`${fieldId}-value`]: entry }));

/** The ids of options, of one or many of their labels. */
export const optionIds = (value: OneOrMany | false | undefined): string[] => [value || []].flat().map(optionId);

/** The id of the option with this label; undefined if there is none. */
export const optionIdOf = (label: string | undefined): string | undefined => label && optionId(label);
