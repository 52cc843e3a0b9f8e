/** Numbers as the text of a PostgreSQL array, for `$1::text::int[]`: far cheaper than one parameter per value. */
export const numberArray = (values: readonly (number | null)[]): string =>
  `{${values.map((value) => value ?? 'NULL').join(',')}}`;

/** Strings as the text of a PostgreSQL array, for `$1::text::text[]`. */
export const textArray = (values: readonly (string | null)[]): string => `{${values.map(quote).join(',')}}`;

const quote = (value: string | null): string => (value === null ? 'NULL' : `"${value.replaceAll(/["\\]/g, '\\$&')}"`);
