import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import type { Query } from '../../../core/database/database.ts';
import { numberArray } from '../../../core/database/pg-array.ts';
import { sqlText } from '../../../core/database/sql-text.ts';
import type { ItemRange } from '../../documents/value-changes/item-range.ts';
import {
  areSqlBounds,
  breaksSql,
  indexedAs,
  indexRowsSql,
  lacksSql,
  pathSql,
  repeats,
  someIndexRowsSql,
} from '../../documents/value-changes/value-sql.ts';
import type { Leaf } from '../../model/template-model.ts';
import { type TemplateScope, templateScope } from '../../model/template-scope.ts';
import { findInTexts } from './find-in-texts.ts';
import { type End, type FoundItems, type Search, sampledItems } from './search.ts';

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
  leaves: readonly Leaf[],
): Promise<Map<number, number>> {
  const counts = new Map<number, number>();
  for (const [, group] of Map.groupBy(leaves, (leaf) => `${indexedAs(leaf)} ${repeats(leaf)}`)) {
    const { values, scope } = templateScope(templateKey);
    const sql = countSql(group, scope);
    if (!sql) continue;
    const rows = await query<{ field_key: number; items: number }>(sql, values);
    for (const { field_key, items } of rows) counts.set(field_key, items);
  }
  return counts;
}

function countSql(leaves: readonly Leaf[], scope: TemplateScope): string | undefined {
  const [first] = leaves;
  const indexed = first && indexedAs(first);
  if (!indexed) return undefined;
  const rows = indexRowsSql(indexed, leaves, scope);
  const values = repeats(first)
    ? `(select distinct v.field_key, v.item_id ${rows}) v`
    : `(select v.field_key ${rows}) v`;
  // Counting all rows takes half as long as counting them by key.
  return leaves.length === 1
    ? `select ${scope.bind(first.field.key, 'int')} as field_key, count(*)::int as items from ${values}`
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
export async function countAny(query: Query, templateKey: number, leaves: readonly Leaf[]): Promise<CountedItems> {
  const limit = Math.max(100, Math.floor(countedRows / Math.max(1, leaves.length)));
  const { values, scope } = templateScope(templateKey);
  const sql = someIndexRowsSql(leaves, limit, scope);
  if (!sql) return { items: 0, isExact: true };
  const [row] = await query<CountedItems>(
    sqlText`
      with found as materialized (
        ${sql}
      )
      select (select count(distinct item_id)::int from found) as items,
        not exists (select 1 from found group by field_key having count(*) >= ${limit}) as "isExact"
    `,
    values,
  );
  return row ?? { items: 0, isExact: true };
}

/**
 * A template's items in ranges: queries on documents cover one range per statement, so that nothing waits for a million of
 * them. Queries on more fields use shorter ranges.
 */
export async function* itemRanges(
  query: Query,
  { templateKey, fields }: { templateKey: number; fields: number },
): AsyncGenerator<ItemRange> {
  const size = Math.min(2000, Math.max(100, Math.ceil(20_000 / fields)));
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
export function countRowsWithout(query: Query, templateKey: number, leaves: readonly Leaf[]): Promise<number[]> {
  return sumRanges(query, { templateKey, fields: leaves.length }, async ({ after, last }) => {
    const { values, scope } = templateScope(templateKey);
    const { bind, template } = scope;
    const counts = leaves.map((leaf) => `count(*) filter (where ${lacksSql(leaf, 'i."values"', bind)})`);
    const sql = sqlText`
      select array[${counts.join(', ')}]::int[] as counts from items i
      where i.template_key = ${template} and i.id > ${bind(after, 'int')} and i.id <= ${bind(last, 'int')}
    `;
    const [row] = await query<{ counts: number[] }>(sql, values);
    return row?.counts ?? [];
  });
}

/** Adds up the counts of all ranges for each field. */
export async function sumRanges(
  query: Query,
  { templateKey, fields }: { templateKey: number; fields: number },
  count: (range: ItemRange) => Promise<number[]>,
): Promise<number[]> {
  const sums: number[] = Array.from({ length: fields }, () => 0);
  if (fields === 0) return sums;
  for await (const range of itemRanges(query, { templateKey, fields })) {
    for (const [index, counted] of (await count(range)).entries()) sums[index] = (sums[index] ?? 0) + counted;
  }
  return sums;
}

/**
 * Items with a value of the field, or rows of the group, that violates the bounds; without bounds, all items with a
 * value.
 */
export function findIncompatible(
  query: Query,
  templateKey: number,
  { leaf, bounds, end, except = [] }: Search,
): Promise<FoundItems> {
  const indexed = indexedAs(leaf);
  const { values, scope } = templateScope(templateKey);
  const others = (id: string) =>
    except.length === 0 ? '' : `and ${id} not in (select unnest(${scope.bind(numberArray(except), 'text')}::int[]))`;
  if (leaf.holdsRows) {
    const path = pathSql([...leaf.groups, leaf.field.id], scope.bind);
    const itemIds = sqlText`
      select id as item_id from items
      where template_key = ${scope.template} and jsonb_path_exists("values", ${path}) ${others('id')}
    `;
    return find(query, { itemIds, values, end });
  }
  if (!indexed) return Promise.resolve({ count: 0, ids: [] });
  if (bounds && !areSqlBounds(bounds))
    return findInTexts(query, templateKey, 'item_values', { leaf, bounds, end, except });
  const itemIds = sqlText`
    select ${repeats(leaf) ? 'distinct ' : ''}v.item_id ${indexRowsSql(indexed, [leaf], scope)}
      ${bounds ? `and ${breaksSql(bounds, 'v', scope.bind)}` : ''} ${others('v.item_id')}
  `;
  return find(query, { itemIds, values, end });
}

/** Items whose value of a field an earlier item has, too; `first` is that item. */
export interface RepeatedItems {
  count: number;
  items: { id: number; first: number }[];
}

/** Items whose value of a field is not the only one: current values, or those of the removed field. */
export async function findRepeated(
  query: Query,
  templateKey: number,
  { leaf, table, except = [] }: { leaf: Leaf; table: 'item_values' | 'removed_values' } & Pick<Search, 'except'>,
): Promise<RepeatedItems> {
  const { values, scope } = templateScope(templateKey);
  const { bind, template } = scope;
  const others =
    except.length === 0 ? '' : `and v.item_id not in (select unnest(${bind(numberArray(except), 'text')}::int[]))`;
  const [row] = await query<RepeatedItems>(
    sqlText`
      with found as materialized (
        select v.item_id, item_key_value(v.number, v.text) as value from ${table} v
        ${table === 'removed_values' ? 'join items i on i.template_key = v.template_key and i.id = v.item_id' : ''}
        where v.template_key = ${template} and v.field_key = ${bind(leaf.field.key, 'int')} ${others}
      ),
      repeated as (
        select f.item_id as id, r.first
        from found f
        join (select value, min(item_id) as first from found group by value having count(*) > 1) r using (value)
        where f.item_id <> r.first
      )
      select (select count(distinct id)::int from repeated) as count,
        coalesce((
          select json_agg(json_build_object('id', id, 'first', first) order by id)
          from (select distinct id, first from repeated order by id limit ${sampledItems}) r
        ), '[]') as items
    `,
    values,
  );
  return row ?? { count: 0, items: [] };
}

/** Counts the items that a statement returns and lists the first ones; or only checks whether there is one. */
export async function find(
  query: Query,
  { itemIds, values, end }: { itemIds: string; values: readonly unknown[]; end: End },
): Promise<FoundItems> {
  const [row] = await query<FoundItems>(
    end === 'first'
      ? sqlText`
          select exists (
            ${itemIds}
          )::int as count, '{}'::int[] as ids
        `
      : sqlText`
          with found as materialized (
            ${itemIds}
          )
          select (select count(*)::int from found) as count,
            array(select item_id from found order by item_id limit ${sampledItems}) as ids
        `,
    values,
  );
  return row ?? { count: 0, ids: [] };
}

/** The distinct texts that items have in a field, in no order. */
export const listTexts = async (
  query: Query,
  templateKey: number,
  { fieldKey, limit }: { fieldKey: number; limit: number },
): Promise<string[]> =>
  (
    await query<{ text: string }>(
      `select distinct text from item_values
        where template_key = $1 and field_key = $2 and text is not null limit ${limit}`,
      [templateKey, fieldKey],
    )
  ).map(({ text }) => text);

/** Items with these ids, ordered by id. */
export const listItems = (query: Query, templateKey: number, ids: readonly number[]): Promise<SampledItem[]> =>
  query<SampledItem>(
    'select id, label, "values" from items where template_key = $1 and id = any(array(select jsonb_array_elements_text($2::jsonb)::int)) order by id',
    [templateKey, JSON.stringify(ids)],
  );
