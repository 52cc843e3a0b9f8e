import type { FilterOp } from '../filters.ts';

/** Settings that every field has, whatever its type. */
export interface CommonSettings {
  /** The key in the exported JSON. */
  name: string;
  /** What the form shows. */
  label: string;
}

/** A value in an item: empty is `null`. Links are item ids, an image its path. */
export type FieldValue = string | number | boolean | null | number[];

/** What filters and sorting see of a value: each entry becomes a row of its own in an index. */
export interface IndexedValue {
  numbers?: number[];
  texts?: string[];
  links?: number[];
}

/** All that is known of a field type apart from how it looks; adding a type is adding one of these to the registry. */
export interface FieldTypeContract<S extends CommonSettings = CommonSettings> {
  /** The name in the palette. */
  label: string;
  /** `value`: a leaf; `group`: children of its own level; `rows`: children repeated a row. */
  holds: 'value' | 'group' | 'rows';
  /** False for types that a person cannot add. */
  inPalette: boolean;
  defaultSettings: Omit<S, keyof CommonSettings>;
  /** Why the value breaks the field's rules, in the words of the specification, or nothing. An empty value is `null`. */
  check: (value: unknown, settings: S) => string | undefined;
  /** Filter conditions that make sense for the type; none means that it cannot be filtered. */
  conditions: readonly FilterOp[];
  /** Why what a person typed as a filter's value cannot be used, or nothing. */
  checkFilter: (value: string) => string | undefined;
  /** What the index keeps of a valid value that is not empty. */
  index: (value: FieldValue) => IndexedValue;
  /** Which index a filter's value is compared with, and the value parsed for it. */
  filterValue: (value: string) => { number: number } | { text: string } | { link: number } | undefined;
  /** Which index orders the rows of a list, if any. */
  sortsBy: 'number' | 'text' | undefined;
  /** What an export has in place of an empty value; `null` where it is left out. */
  emptyExport?: readonly [];
}

/** Keeps the type of the settings while a field type is declared. */
export const fieldType = <S extends CommonSettings>(definition: FieldTypeContract<S>): FieldTypeContract<S> =>
  definition;

/** True for a value that counts as empty. */
export const isEmpty = (value: unknown): value is null | undefined | '' =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
