import { createHash } from 'node:crypto';
import { equalPairs, rowText } from '@quartermaster/contract/content/align-rows.ts';
import { type ItemValues, rowsOf } from '@quartermaster/contract/content/item-fields.ts';
import { isEmpty } from '@quartermaster/contract/field-types/field-type.ts';
import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import type { StoredRow } from '../../core/tables/comments.ts';
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

/** The values of a row besides rows in it, as hashes; empty ones are omitted, as most rows have them in common. */
const leafHashes = (row: ItemValues): Record<string, string> =>
  Object.fromEntries(
    Object.entries(row)
      .filter(([, value]) => !isEmpty(value) && !isRows(value))
      .map(([id, value]) => [id, hashOf(JSON.stringify(value))]),
  );

const isRows = (value: unknown): boolean =>
  Array.isArray(value) && value.some((entry) => typeof entry === 'object' && entry !== null);

/** What a row is found by later, and the rows around it. Values that other rows have as well, or of few options, tell no row. */
export const storeRows = (
  levels: readonly RowLevel[],
  hasFewValues: (fieldId: string) => boolean = () => false,
): StoredRow[] =>
  levels.map(({ all, index, row }) => {
    const others = all.filter((_, at) => at !== index).map(leafHashes);
    const telling = Object.entries(leafHashes(row)).filter(
      ([id, hash]) => !hasFewValues(id) && others.every((other) => other[id] !== hash),
    );
    return { index, hashes: hashesOf(all), values: Object.fromEntries(telling) };
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
    const index = findRow(rows, hashes, stored[level] as StoredRow);
    const row = index === null ? undefined : rows[index];
    if (index === null || !row) return null;
    path.push(index);
    inner = row;
  }
  return path;
}

/** The index of a row, by its content and then by its neighbours; null rather than that of another row. */
function findRow(
  rows: readonly ItemValues[],
  now: readonly string[],
  { index, hashes, values }: StoredRow,
): number | null {
  const self = hashes[index] as string;
  const equal = now.flatMap((hash, at) => (hash === self ? [at] : []));
  const before = hashes.filter((hash) => hash === self).length;
  if (equal.length > 0) {
    if (equal.length === 1 && before === 1) return equal[0] ?? null;
    return equal.length >= before && now[index] === self ? index : null;
  }
  return before === 1 ? findEdited(rows, now, { index, hashes, values }) : null;
}

/**
 * The row that an edit has made of one: the only row between the same neighbours, which has a value in common that no other
 * row had. Null if another edited row could have been moved there.
 */
function findEdited(
  rows: readonly ItemValues[],
  now: readonly string[],
  { index, hashes, values }: StoredRow,
): number | null {
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
  const current = leafHashes((found === null ? undefined : rows[found]) ?? {});
  return Object.entries(values).some(([id, hash]) => current[id] === hash) ? found : null;
}
