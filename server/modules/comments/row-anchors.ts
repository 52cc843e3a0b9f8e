import { createHash } from 'node:crypto';
import { equalPairs, rowText } from '@quartermaster/contract/content/align-rows.ts';
import { type ItemValues, rowsOf } from '@quartermaster/contract/content/item-fields.ts';
import { isEmpty } from '@quartermaster/contract/field-types/field-type.ts';
import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import type { RowAmongMany, StoredRow } from '../../core/tables/comments.ts';
import type { StoredField } from '../../core/tables/content.ts';

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 12);
const hashesOf = (rows: readonly ItemValues[]): string[] => rows.map((row) => hashOf(rowText(row)));

/** The hashes of the rows of a group, by its path in an item: many threads are about rows of the same one. */
export type RowHashes = Map<string, string[]>;

/** The dynamic groups around a field, outermost first, by field id; with itself, if it is one and a row of it is meant. */
export function groupsAround(fields: readonly StoredField[], fieldId: string, { isRow = false } = {}): string[] {
  const byId = new Map(fields.map((field) => [field.id, field]));
  const groups: string[] = [];
  const self = byId.get(fieldId);
  for (let field = isRow ? self : byId.get(self?.parentId ?? ''); field; field = byId.get(field.parentId ?? ''))
    if (fieldTypeOf(field.settings.type).holds === 'rows') groups.unshift(field.id);
  return groups;
}

/** A row, and the rows of its group. */
interface RowLevel {
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
  levels: readonly RowLevel[],
  hasFewValues: (fieldId: string) => boolean = () => false,
): StoredRow[] =>
  levels.map(({ all, index, row }) => {
    const others = all.filter((_, at) => at !== index);
    const isUnique = (id: string, text: string) => others.every((other) => JSON.stringify(other[id]) !== text);
    const unique = Object.entries(leavesIn(row)).filter(([id, text]) => !hasFewValues(id) && isUnique(id, text));
    const values = Object.fromEntries(unique.map(([id, text]) => [id, hashOf(text)]));
    const hashes = hashesOf(all);
    return { index, values, ...(all.length > mostHashes ? amongMany(hashes, index) : { hashes }) };
  });

function amongMany(hashes: readonly string[], index: number): RowAmongMany {
  const hash = hashes[index] ?? '';
  return { hash, equal: hashes.filter((one) => one === hash).length, ...aroundOf(hashes, index) };
}

const aroundOf = (hashes: readonly string[], index: number): Pick<RowAmongMany, 'before' | 'after'> => ({
  before: hashOf(hashes.slice(0, index).join()),
  after: hashOf(hashes.slice(index + 1).join()),
});

/** The indexes that stored rows have now; null if one of them is not found for sure. */
export function findRows(
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
    const hashes = known.get(key) ?? hashesOf(rows);
    known.set(key, hashes);
    const before = stored[level];
    const index = before ? findRow(rows, hashes, before) : null;
    const row = index === null ? undefined : rows[index];
    if (index === null || !row) return null;
    path.push(index);
    inner = row;
  }
  return path;
}

/** The index of a row, by its content and then by its neighbours; null rather than that of another row. */
function findRow(rows: readonly ItemValues[], now: readonly string[], stored: StoredRow): number | null {
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
  const edited = 'hashes' in stored ? findEdited(now, index, stored.hashes) : findOnlyEdited(now, index, stored);
  const current = leavesIn((edited === null ? undefined : rows[edited]) ?? {});
  const isSame = ([id, hash]: [string, string]) => current[id] !== undefined && hashOf(current[id]) === hash;
  return Object.entries(stored.values).some(isSame) ? edited : null;
}

/** The row at an index if all others of many are as they were. */
function findOnlyEdited(now: readonly string[], index: number, { before, after }: RowAmongMany): number | null {
  if (index >= now.length) return null;
  const around = aroundOf(now, index);
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
