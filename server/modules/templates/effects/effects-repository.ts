import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import type { Bound } from '@quartermaster/contract/field-types/field-type.ts';
import type { Slot } from '../../../core/content/template-model.ts';
import type { Query } from '../../../core/database/database.ts';
import { breaksSql, indexedAs, indexRowsSql, lacksSql, pathSql, someIndexRowsSql } from './value-sql.ts';

/** How many items are listed with a count. */
export const sampledItems = 20;

/** Items that match: how many, and the first ids. */
export interface FoundItems {
  count: number;
  ids: number[];
}

/** Where a search ends: after the last item, or at the first match, which is counted but not listed. */
export type End = 'last' | 'first';

/** An item listed with a count. */
export interface SampledItem {
  id: number;
  label: string;
  values: ItemValues;
}

export const countItems = async (query: Query, templateKey: number): Promise<number> =>
  (await query<{ items: number }>('select items from item_counts where template_key = $1', [templateKey]))[0]?.items ??
  0;

/** How many items have a value in each of the fields, by field key. */
export async function countByField(
  query: Query,
  templateKey: number,
  slots: readonly Slot[],
): Promise<Map<number, number>> {
  const counts = new Map<number, number>();
  for (const [, group] of Map.groupBy(slots, (slot) => `${indexedAs(slot)} ${repeats(slot)}`)) {
    const sql = countSql(group);
    if (!sql) continue;
    const rows = await query<{ field_key: number; items: number }>(sql, [templateKey]);
    for (const { field_key, items } of rows) counts.set(field_key, items);
  }
  return counts;
}

/** True if an item may have several index rows of the field. */
const repeats = (slot: Slot): boolean => slot.groups.length > 0 || indexedAs(slot) === 'link';

function countSql(slots: readonly Slot[]): string | undefined {
  const [first] = slots;
  const indexed = first && indexedAs(first);
  if (!indexed) return undefined;
  const rows = indexRowsSql(indexed, slots, 'v');
  const values = repeats(first)
    ? `(select distinct v.field_key, v.item_id ${rows}) v`
    : `(select v.field_key ${rows}) v`;
  // Counting all rows takes half as long as counting them by key.
  return slots.length === 1
    ? `select ${first.field.key} as field_key, count(*)::int as items from ${values}`
    : `select field_key, count(*)::int as items from ${values} group by field_key`;
}

/** A number of items; a lower bound unless exact. */
export interface CountedItems {
  items: number;
  isExact: boolean;
}

/** How many index rows are read to count items by their rows: an item may have thousands. */
const countedRows = 60_000;

/** How many items have a value in any of the fields, including fields in rows with very many values. */
export async function countAny(
  query: Query,
  templateKey: number,
  slots: readonly Slot[],
  most = countedRows,
): Promise<CountedItems> {
  const limit = Math.max(100, Math.floor(most / Math.max(1, slots.length)));
  const sql = someIndexRowsSql(slots, limit);
  if (!sql) return { items: 0, isExact: true };
  const [row] = await query<CountedItems>(
    `with found as materialized (${sql})
    select (select count(distinct item_id)::int from found) as items,
      not exists (select 1 from found group by field_key having count(*) >= ${limit}) as "isExact"`,
    [templateKey],
  );
  return row ?? { items: 0, isExact: true };
}

/** A range of a template's items, by id. */
export interface Run {
  after: number;
  last: number;
}

/**
 * A template's items in runs: queries on documents cover one run per statement, so that nothing waits for a million of
 * them. Queries on more fields use shorter runs.
 */
export async function* itemRuns(query: Query, templateKey: number, asked: number): AsyncGenerator<Run> {
  const size = Math.min(2000, Math.max(100, Math.ceil(20_000 / asked)));
  for (let after = 0; ; ) {
    const [row] = await query<{ last: number | null }>(
      `select max(id) as last from (select id from items where template_key = $1 and id > $2 order by id limit ${size}) i`,
      [templateKey, after],
    );
    if (!row?.last) return;
    yield { after, last: row.last };
    after = row.last;
  }
}

/**
 * For each field, the number of items with a surrounding row in which it has no value. Rows are not indexed, so the
 * documents are read.
 */
export function countRowsWithout(query: Query, templateKey: number, slots: readonly Slot[]): Promise<number[]> {
  return sumRuns(query, templateKey, slots.length, async ({ after, last }) => {
    const counts = slots.map((slot) => `count(*) filter (where ${lacksSql(slot, 'i."values"')})`);
    const [row] = await query<{ counts: number[] }>(
      `select array[${counts.join(', ')}]::int[] as counts from items i where i.template_key = $1 and i.id > $2 and i.id <= $3`,
      [templateKey, after, last],
    );
    return row?.counts ?? [];
  });
}

/** Adds up the counts of all runs for each field. */
export async function sumRuns(
  query: Query,
  templateKey: number,
  fields: number,
  count: (run: Run) => Promise<number[]>,
): Promise<number[]> {
  const sums: number[] = Array.from({ length: fields }, () => 0);
  if (fields === 0) return sums;
  for await (const run of itemRuns(query, templateKey, fields)) {
    for (const [index, counted] of (await count(run)).entries()) sums[index] = (sums[index] ?? 0) + counted;
  }
  return sums;
}

/**
 * Items with a value of the field, or rows of the group, that violates the constraints; without constraints, all items
 * with a value.
 */
export function findMisfits(
  query: Query,
  templateKey: number,
  slot: Slot,
  bounds: readonly Bound[] | undefined,
  end: End,
): Promise<FoundItems> {
  const indexed = indexedAs(slot);
  if (slot.holdsRows) {
    const path = pathSql([...slot.groups, slot.field.id]);
    return find(
      query,
      templateKey,
      `select id as item_id from items where template_key = $1 and jsonb_path_exists("values", ${path})`,
      end,
    );
  }
  if (!indexed) return Promise.resolve({ count: 0, ids: [] });
  const broken = bounds ? ` and ${breaksSql(bounds, 'v')}` : '';
  const distinct = repeats(slot) ? 'distinct ' : '';
  return find(query, templateKey, `select ${distinct}v.item_id ${indexRowsSql(indexed, [slot], 'v')}${broken}`, end);
}

/** Counts the items that a statement returns and lists the first ones; or only checks whether there is one. */
export async function find(
  query: Query,
  templateKey: number,
  itemIds: string,
  end: End,
  ...others: unknown[]
): Promise<FoundItems> {
  const [row] = await query<FoundItems>(
    end === 'first'
      ? `select exists (${itemIds})::int as count, '{}'::int[] as ids`
      : `with found as materialized (${itemIds})
    select (select count(*)::int from found) as count,
      array(select item_id from found order by item_id limit ${sampledItems}) as ids`,
    [templateKey, ...others],
  );
  return row ?? { count: 0, ids: [] };
}

/** Items with these ids, ordered by id. */
export const listItems = (query: Query, templateKey: number, ids: readonly number[]): Promise<SampledItem[]> =>
  query<SampledItem>(
    'select id, label, "values" from items where template_key = $1 and id = any(array(select jsonb_array_elements_text($2::jsonb)::int)) order by id',
    [templateKey, JSON.stringify(ids)],
  );
