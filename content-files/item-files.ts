import { systemColumns } from '@quartermaster/contract/sheets/system-columns.ts';

/** A record of an item, as exports to sheets write it (docs/sheets.md). */
export type ItemRecord = Record<string, unknown>;

/** The text of a file: two spaces, and the fields in the order of their names, whatever the order in the template. */
export const fileText = (value: unknown): string => `${JSON.stringify(sorted(value), null, 2)}\n`;

/** The id of the record's item; undefined for one that the server does not know yet. */
export const idOf = (record: ItemRecord): number | undefined => {
  const id = record[systemColumns.id];
  return typeof id === 'number' ? id : undefined;
};

const columnNames: readonly string[] = Object.values(systemColumns);
const rank = (name: string): number => (columnNames.includes(name) ? columnNames.indexOf(name) : columnNames.length);

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  entries.sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, inner]) => [name, sorted(inner)]));
}

/** The text of a record without its version, to compare content. */
export const contentOf = (record: ItemRecord): string => fileText({ ...record, [systemColumns.version]: undefined });

/** The top-level fields in which two records differ, in the order of a file. */
export function differingFields(before: ItemRecord, after: ItemRecord): string[] {
  const names = Object.keys(sorted({ ...before, ...after }) as ItemRecord);
  return names.filter((name) => name !== systemColumns.version && fileText(before[name]) !== fileText(after[name]));
}

/** The longest part of a key in a file's name. */
const longest = 80;

/** Names that Windows reserves. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

/**
 * The names of the files of a template's items, without `.json`: their keys, otherwise their ids. The id is appended to a key that is
 * not a plain file name, or that equals another key when case is ignored.
 */
export function fileNames(items: readonly { id: number; key: string | undefined }[]): Map<number, string> {
  const names = items.map(({ id, key }) => ({ id, key, name: key === undefined ? undefined : plainName(key) }));
  const uses = new Map<string, number>();
  for (const { name } of names) if (name) uses.set(name.toLowerCase(), (uses.get(name.toLowerCase()) ?? 0) + 1);
  return new Map(
    names.map(({ id, key, name }) => {
      if (!name) return [id, String(id)];
      const isPlain = name === key && uses.get(name.toLowerCase()) === 1 && !/^\d+$/.test(name);
      return [id, isPlain ? name : `${name}~${id}`];
    }),
  );
}

/** A key as part of a file's name: what is no letter, digit, dot, hyphen or underscore becomes an underscore. */
function plainName(key: string): string {
  const name = key
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}._-]+/gu, '_')
    .replace(/^\.+|\.+$/g, '_')
    .slice(0, longest);
  return reserved.test(name.toLowerCase().split('.')[0] ?? '') ? `_${name}` : name;
}
