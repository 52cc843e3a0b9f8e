import { type Codec, choice, choices, type Source } from './codec.ts';

/** The distinct texts that `of` returns for the records, alone or in lists, in the order of their first occurrence. */
export const textsOf = (records: readonly Source[], of: (record: Source) => unknown): string[] => [
  ...new Set(
    records
      .flatMap((record) => of(record))
      .filter((value) => typeof value === 'string' && value !== '')
      .map(String),
  ),
];

/** A choice of the values that a property has in the records. */
export const choiceOf = (records: readonly Source[], name: string): Codec =>
  choice(textsOf(records, (record) => record[name]));

/** Choices of the entries that a property has in the records. */
export const choicesOf = (records: readonly Source[], name: string): Codec =>
  choices(textsOf(records, (record) => record[name]));
