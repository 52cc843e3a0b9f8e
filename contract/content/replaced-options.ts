import type { FieldValue } from '../field-types/field-type.ts';

/** What items get in place of options that a field no longer has, by the id of the option; `null` for no value. */
export type ReplacedOptions = Readonly<Record<string, string | null>>;

/** A value after the options of its field were replaced; entries of a list that become equal are one entry. */
export function replaceOptions(value: FieldValue, replaced: ReplacedOptions): FieldValue {
  const next = (id: string): string | null => (Object.hasOwn(replaced, id) ? (replaced[id] ?? null) : id);
  if (typeof value === 'string') return next(value);
  if (!Array.isArray(value)) return value;
  return [...new Set(value.flatMap((entry) => next(String(entry)) ?? []))];
}
