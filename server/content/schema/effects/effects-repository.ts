import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import type { Bound } from '@quartermaster/contract/field-types/field-type.ts';
import type { Query } from '../../../core/database/database.ts';
import { numberArray } from '../../../core/database/pg-array.ts';
import { sqlText } from '../../../core/database/sql-text.ts';
import type { ItemRange } from '../../documents/value-changes/item-range.ts';
import {
  breaksSql,
  indexedAs,
  indexRowsSql,
  lacksSql,
  pathSql,
  someIndexRowsSql,
} from '../../documents/value-changes/value-sql.ts';
import type { Leaf } from '../../model/template-model.ts';
import { type TemplateScope, templateScope } from '../../model/template-scope.ts';

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

/** True if an item may have several index rows of the field. */
const repeats = (leaf: Leaf): boolean => leaf.groups.length > 0 || indexedAs(leaf) === 'link';

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

/** A search through the values of a field: for violations of the bounds, or without bounds for any value. */
export interface Search {
  leaf: Leaf;
  bounds: readonly Bound[] | undefined;
  end: End;
  /** Items that do not count. */
  except?: readonly number[];
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
  const itemIds = sqlText`
    select ${repeats(leaf) ? 'distinct ' : ''}v.item_id ${indexRowsSql(indexed, [leaf], scope)}
      ${bounds ? `and ${breaksSql(bounds, 'v', scope.bind)}` : ''} ${others('v.item_id')}
  `;
  return find(query, { itemIds, values, end });
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

/** Items with these ids, ordered by id. */
export const listItems = (query: Query, templateKey: number, ids: readonly number[]): Promise<SampledItem[]> =>
  query<SampledItem>(
    'select id, label, "values" from items where template_key = $1 and id = any(array(select jsonb_array_elements_text($2::jsonb)::int)) order by id',
    [templateKey, JSON.stringify(ids)],
  );
