import type { ImportedRow } from '@quartermaster/contract/endpoints/imports.ts';
import type { ItemRecord } from './item-files.ts';

type Refusal = NonNullable<ImportedRow['refusal']>;

/** A field by its name with the value that is refused, and why; the reason alone if it is about the whole item. */
export function describeRefusal({ name, path, reason }: Refusal, record: ItemRecord): string {
  if (name === null) return reason;
  const rows = path ? ` in row ${path.map((index) => index + 1).join('.')}` : '';
  return withValue(`${name}${rows}`, findValue(record, name, path ?? []), reason);
}

/** A place in a template's or the menu's file, with its value, and why that is refused. */
export const describeEntry = (name: string, entry: unknown, path: readonly string[], reason: string): string =>
  withValue([name, ...path].join('.'), path.reduce(propertyOf, entry), reason);

const withValue = (name: string, value: unknown, reason: string): string =>
  value === undefined ? `${name}: ${reason}` : `${name} is ${JSON.stringify(value)}: ${reason}`;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const propertyOf = (value: unknown, name: string): unknown =>
  isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;

/** The value of a field: at the top level, in groups, or in the row of a path. */
function findValue(record: ItemRecord, name: string, path: readonly number[]): unknown {
  if (path.length === 0 && Object.hasOwn(record, name)) return record[name];
  const [row, ...inner] = path;
  for (const value of Object.values(record)) {
    const next = Array.isArray(value) ? (row === undefined ? undefined : value[row]) : value;
    const found = isObject(next) ? findValue(next, name, Array.isArray(value) ? inner : path) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}
