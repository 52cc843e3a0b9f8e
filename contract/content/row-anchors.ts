import { isEmpty } from '../field-types/field-type.ts';
import type { FieldSettings } from '../field-types/registry.ts';
import { equalPairs, rowText } from './align-rows.ts';
import { type ItemValues, rowsOf } from './item-fields.ts';

/** Where a row was, by its content and that of the rows around it: it is found by these in later versions of the item. */
export type StoredRow = (RowAmongFew | RowAmongMany) & {
  /** The index of the row, from 0. */
  index: number;
  /** The hashes of the values that only this row of the group has, by field. */
  values: Record<string, string>;
};

/** A row of a group with few rows; early threads have it of any group. */
interface RowAmongFew {
  /** The hashes of all rows of the group. */
  hashes: string[];
}

/** A row of a group with many rows: each thread would store all of their hashes. */
interface RowAmongMany {
  /** The hash of the row. */
  hash: string;
  /** How many rows of the group have this hash. */
  equal: number;
  /** Hashes of all rows before it and of all rows after it. */
  before: string;
  after: string;
}

/** The hashes of the rows of a group, by its path in an item: many threads are about rows of the same one. */
export type RowHashes = Map<string, string[]>;

/** A short text of a longer one, by which stored rows are compared. */
type Hash = (text: string) => string;

const hashesOf = (hashOf: Hash, rows: readonly ItemValues[]): string[] => rows.map((row) => hashOf(rowText(row)));

/** Whether a field has options or a checkbox: rows have the same values by chance. */
export const hasFewValues = (settings: FieldSettings | undefined): boolean =>
  settings === undefined || settings.type === 'boolean' || 'options' in settings;

/** A row, and the rows of its group. */
export interface RowLevel {
  all: ItemValues[];
  index: number;
  row: ItemValues;
}

/** The row at a path of indexes in groups, and those around it; undefined if there is none. */
export function rowsAt(values: ItemValues, groups: readonly string[], path: readonly number[]): RowLevel[] | undefined {
  const levels: RowLevel[] = [];
  let inner = values;
  for (const [level, group] of groups.entries()) {
    const all = rowsOf(inner[group]);
    const index = path[level] ?? -1;
    const row = all[index];
    if (!row) return undefined;
    levels.push({ all, index, row });
    inner = row;
  }
  return levels;
}

/** The values of a row besides rows in it, as JSON; empty ones are omitted, as most rows have them in common. */
const leavesIn = (row: ItemValues): Record<string, string> =>
  Object.fromEntries(
    Object.entries(row)
      .filter(([, value]) => !isEmpty(value) && !isRows(value))
      .map(([id, value]) => [id, JSON.stringify(value)]),
  );

const isRows = (value: unknown): boolean =>
  Array.isArray(value) && value.some((entry) => typeof entry === 'object' && entry !== null);

/** Of a group with more rows, a thread stores no hash of each. */
const mostHashes = 500;

/**
 * What a row is found by later, and the rows around it. Values that other rows have as well, or of few options, do not identify a row.
 */
export const storeRows = (
  hashOf: Hash,
  levels: readonly RowLevel[],
  hasFewValues: (fieldId: string) => boolean = () => false,
): StoredRow[] =>
  levels.map(({ all, index, row }) => {
    const others = all.filter((_, at) => at !== index);
    const isUnique = (id: string, text: string) => others.every((other) => JSON.stringify(other[id]) !== text);
    const unique = Object.entries(leavesIn(row)).filter(([id, text]) => !hasFewValues(id) && isUnique(id, text));
    const values = Object.fromEntries(unique.map(([id, text]) => [id, hashOf(text)]));
    const hashes = hashesOf(hashOf, all);
    return { index, values, ...(all.length > mostHashes ? amongMany(hashOf, hashes, index) : { hashes }) };
  });

function amongMany(hashOf: Hash, hashes: readonly string[], index: number): RowAmongMany {
  const hash = hashes[index] ?? '';
  return { hash, equal: hashes.filter((one) => one === hash).length, ...aroundOf(hashOf, hashes, index) };
}

const aroundOf = (hashOf: Hash, hashes: readonly string[], index: number): Pick<RowAmongMany, 'before' | 'after'> => ({
  before: hashOf(hashes.slice(0, index).join()),
  after: hashOf(hashes.slice(index + 1).join()),
});

/** The indexes that stored rows have now; null if one of them is not found for sure. */
export function findRows(
  hashOf: Hash,
  values: ItemValues,
  groups: readonly string[],
  stored: readonly StoredRow[],
  known: RowHashes = new Map(),
): number[] | null {
  if (groups.length !== stored.length) return null;
  const path: number[] = [];
  let inner = values;
  for (const [level, group] of groups.entries()) {
    const rows = rowsOf(inner[group]);
    const key = [...groups.slice(0, level + 1), ...path].join('.');
    const hashes = known.get(key) ?? hashesOf(hashOf, rows);
    known.set(key, hashes);
    const before = stored[level];
    const index = before ? findRow(hashOf, rows, hashes, before) : null;
    const row = index === null ? undefined : rows[index];
    if (index === null || !row) return null;
    path.push(index);
    inner = row;
  }
  return path;
}

/** The index of a row, by its content and then by its neighbours; null rather than that of another row. */
function findRow(hashOf: Hash, rows: readonly ItemValues[], now: readonly string[], stored: StoredRow): number | null {
  const { index } = stored;
  const self = 'hashes' in stored ? stored.hashes[index] : stored.hash;
  if (self === undefined) return null;
  const equal = now.flatMap((hash, at) => (hash === self ? [at] : []));
  const before = 'hashes' in stored ? stored.hashes.filter((hash) => hash === self).length : stored.equal;
  if (equal.length > 0) {
    if (equal.length === 1 && before === 1) return equal[0] ?? null;
    return equal.length >= before && now[index] === self ? index : null;
  }
  if (before !== 1) return null;
  const edited =
    'hashes' in stored ? findEdited(now, index, stored.hashes) : findOnlyEdited(hashOf, now, index, stored);
  const current = leavesIn((edited === null ? undefined : rows[edited]) ?? {});
  const isSame = ([id, hash]: [string, string]) => current[id] !== undefined && hashOf(current[id]) === hash;
  return Object.entries(stored.values).some(isSame) ? edited : null;
}

/** The row at an index if all others of many are as they were. */
function findOnlyEdited(
  hashOf: Hash,
  now: readonly string[],
  index: number,
  { before, after }: RowAmongMany,
): number | null {
  if (index >= now.length) return null;
  const around = aroundOf(hashOf, now, index);
  return around.before === before && around.after === after ? index : null;
}

/**
 * The row that an edit has made of one: the only row between the same neighbours. Null if another edited row could have been
 * moved there.
 */
function findEdited(now: readonly string[], index: number, hashes: readonly string[]): number | null {
  const [before, after] = [new Set(hashes), new Set(now)];
  let found: number | null = null;
  let [old, at] = [0, 0];
  for (const [nextOld, next] of [...equalPairs(hashes, now), [hashes.length, now.length] as const]) {
    const lost = hashes.slice(old, nextOld);
    const added = now.slice(at, next);
    if (index >= old && index < nextOld) {
      if (lost.length !== 1 || added.length !== 1) return null;
      found = at;
    } else if (lost.filter((hash) => !after.has(hash)).length > added.filter((hash) => !before.has(hash)).length)
      return null;
    [old, at] = [nextOld + 1, next + 1];
  }
  return found;
}
