import type { Option } from '@quartermaster/contract/field-types/options.ts';

/** The options as a select takes them, with those of the value that are no longer options. */
export function dataOf(options: readonly Option[], value: readonly string[]): { value: string; label: string }[] {
  const ids = new Set(options.map(({ id }) => id));
  const removed = value.filter((id) => !ids.has(id)).map((id) => ({ value: id, label: id }));
  return [...options.map(({ id, label }) => ({ value: id, label })), ...removed];
}
