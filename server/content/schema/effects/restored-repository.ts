import type { Query } from '../../../core/database/database.ts';
import { sqlText } from '../../../core/database/sql-text.ts';
import { type Restoring, restoringSql, targetSql } from '../../documents/value-changes/restore-sql.ts';
import { areSqlBounds, breaksSql, indexedAs, lacksSql } from '../../documents/value-changes/value-sql.ts';
import type { Leaf } from '../../model/template-model.ts';
import { type TemplateScope, templateScope } from '../../model/template-scope.ts';
import { find, itemRanges, type SampledItem, sumRanges } from './effects-repository.ts';
import { findInTexts } from './find-in-texts.ts';
import { type FoundItems, type Search, sampledItems } from './search.ts';

/** For a field, or all fields of a group: how many items get a value back, and which items do not. */
export interface Restored {
  restored: number;
  blocked: FoundItems;
}

/**
 * The restorable values, by the id under which the leaves are counted. Documents are read only if they can block a
 * restore.
 */
export async function countRestored(
  query: Query,
  restoring: Restoring,
  counted: ReadonlyMap<string, readonly Leaf[]>,
): Promise<Map<string, Restored>> {
  const isFree = ([, leaves]: [string, readonly Leaf[]]) => !leaves.some(canBeBlocked);
  const entries = [...counted].filter(([, leaves]) => leaves.length > 0);
  const free = entries.filter(isFree);
  const others = entries.filter((entry) => !isFree(entry));
  const rows: { id: string; restored: number }[] = [];
  if (free.length > 0) {
    const { values, scope } = templateScope(restoring.templateKey);
    const sql = sqlText`
      select id, count(*)::int as restored
      from (
        select distinct f.id, v.item_id
        from ${entriesSql(free, scope)} f (id, key)
        join removed_values v on v.template_key = ${scope.template} and v.field_key = f.key
        join items i on i.template_key = ${scope.template} and i.id = v.item_id
      ) v
      group by id
    `;
    rows.push(...(await query<(typeof rows)[number]>(sql, values)));
  }
  const found = new Map(rows.map(({ id, restored }): [string, Restored] => [id, { restored, blocked: noItems() }]));
  if (others.length === 0) return found;
  const leaves = concerned(restoring);
  for await (const range of itemRanges(query, { templateKey: restoring.templateKey, fields: leaves.length })) {
    const { values, scope } = templateScope(restoring.templateKey);
    const sql = sqlText`
      with restoring as materialized (
        ${restoringSql({ ...restoring, leaves }, range, scope)}
      ),
      fields as (
        select s.id as item_id, k.key, k.key = any(s.blocked) as is_blocked
        from restoring s
        cross join lateral unnest(s.had) k (key)
      )
      select f.id,
        count(distinct v.item_id) filter (where not v.is_blocked)::int as restored,
        count(distinct v.item_id) filter (where v.is_blocked)::int as count,
        (array_agg(distinct v.item_id) filter (where v.is_blocked))[1:${sampledItems}] as ids
      from fields v
      join ${entriesSql(others, scope)} f (id, key) on f.key = v.key
      group by f.id
    `;
    const counts = await query<{ id: string; restored: number; count: number; ids: number[] | null }>(sql, values);
    for (const { id, restored, count, ids } of counts) {
      const sum = found.get(id) ?? { restored: 0, blocked: noItems() };
      addFound(sum.blocked, { count, ids: ids ?? [] });
      found.set(id, { ...sum, restored: sum.restored + restored });
    }
  }
  return found;
}

const noItems = (): FoundItems => ({ count: 0, ids: [] });

/** Adds the items of a later range. */
function addFound(sum: FoundItems, { count, ids }: FoundItems): void {
  sum.count += count;
  sum.ids.push(...ids.slice(0, sampledItems - sum.ids.length));
}

const canBeBlocked = (leaf: Leaf): boolean => leaf.groups.length > 0 || indexedAs(leaf) === 'link';

/** The fields that can be blocked, including the rows that other fields are restored into. */
const concerned = ({ leaves }: Restoring): Leaf[] => leaves.filter((leaf) => canBeBlocked(leaf) || leaf.holdsRows);

/** The keys of the leaves with the ids under which they are counted, as a table. */
function entriesSql(counted: readonly (readonly [string, readonly Leaf[]])[], { bind }: TemplateScope): string {
  const rows = counted.flatMap(([id, leaves]) => {
    const name = bind(id, 'text');
    return leaves.map(({ field }) => `(${name}, ${bind(field.key, 'int')})`);
  });
  return `(values ${rows.join(', ')})`;
}

/** Items whose restored value violates the constraints; without constraints, all that had a value. */
export async function findIncompatibleRestored(
  query: Query,
  restoring: Restoring,
  search: Search,
): Promise<FoundItems> {
  const { templateKey } = restoring;
  const { leaf, bounds, end } = search;
  // Of texts that have to match a pattern, also those that cannot be restored.
  if (!bounds || !areSqlBounds(bounds) || !canBeBlocked(leaf)) return findFormer(query, templateKey, search);
  const leaves = concerned(restoring);
  const found = noItems();
  for await (const range of itemRanges(query, { templateKey, fields: leaves.length })) {
    const { values, scope } = templateScope(templateKey);
    const key = scope.bind(leaf.field.key, 'int');
    const itemIds = sqlText`
      select distinct v.item_id
      from (
        ${restoringSql({ ...restoring, leaves }, range, scope)}
      ) s
      cross join lateral (
        select item_id from removed_values v
        where v.template_key = ${scope.template} and v.field_key = ${key} and v.item_id = s.id and ${breaksSql(bounds, 'v', scope.bind)}
        offset 0
      ) v
      where ${key} <> all (s.blocked)
    `;
    addFound(found, await find(query, { itemIds, values, end }));
    if (end === 'first' && found.count > 0) break;
  }
  return found;
}

/** Existing items that had a value in a removed field; with constraints, those whose value violates one. */
export function findFormer(query: Query, templateKey: number, search: Search): Promise<FoundItems> {
  const { leaf, bounds, end } = search;
  if (bounds && !areSqlBounds(bounds)) return findInTexts(query, templateKey, 'removed_values', search);
  const { values, scope } = templateScope(templateKey);
  const itemIds = sqlText`
    select distinct v.item_id
    from removed_values v
    join items i on i.template_key = ${scope.template} and i.id = v.item_id
    where v.template_key = ${scope.template} and v.field_key = ${scope.bind(leaf.field.key, 'int')}
      ${bounds ? `and ${breaksSql(bounds, 'v', scope.bind)}` : ''}
  `;
  return find(query, { itemIds, values, end });
}

/** The ids of missing link targets, by item. */
export async function findGoneTargets(
  query: Query,
  { templateKey, instanceId }: Restoring,
  { leaf, ids }: ItemsOfLeaf,
): Promise<Map<number, number>> {
  if (indexedAs(leaf) !== 'link') return new Map();
  const { values, scope } = templateScope(templateKey);
  const sql = sqlText`
    select v.item_id, min(v.target_id) as target_id
    from removed_values v
    where v.template_key = ${scope.template} and v.field_key = ${scope.bind(leaf.field.key, 'int')} and v.target_id is not null
      and v.item_id = any(array(select jsonb_array_elements_text(${scope.bind(JSON.stringify(ids), 'jsonb')})::int))
      and not exists (
        ${targetSql({ instanceId, leaves: [leaf] }, scope)}
      )
    group by v.item_id
  `;
  const rows = await query<{ item_id: number; target_id: number }>(sql, values);
  return new Map(rows.map(({ item_id, target_id }) => [item_id, target_id]));
}

/** Items by id, and a field in which they had a value. */
interface ItemsOfLeaf {
  leaf: Leaf;
  ids: readonly number[];
}

/** For each field, how many additional items have a row without a value in it after the restore. */
export function countRestoredRowsWithout(
  query: Query,
  restoring: Restoring,
  required: readonly Leaf[],
): Promise<number[]> {
  const leaves = concerned(restoring);
  if (leaves.length === 0) return Promise.resolve([]);
  const { templateKey } = restoring;
  return sumRanges(query, { templateKey, fields: required.length }, async (range) => {
    const { values, scope } = templateScope(templateKey);
    const lacks = (leaf: Leaf, document: string) => `${lacksSql(leaf, document, scope.bind)}::int`;
    const more = required.map((leaf) => `coalesce(sum(${lacks(leaf, 's."values"')} - ${lacks(leaf, 's.former')}), 0)`);
    const sql = sqlText`
      select array[${more.join(', ')}]::int[] as more
      from (
        ${restoringSql({ ...restoring, leaves }, range, scope)}
      ) s
    `;
    const [row] = await query<{ more: number[] }>(sql, values);
    return row?.more ?? [];
  });
}

/** Items with the values that a removal took from them. */
export const listFormerItems = (query: Query, templateKey: number, { leaf: { field }, ids }: ItemsOfLeaf) =>
  query<SampledItem>(
    `select i.id, i.label, r."values" from items i
      cross join lateral (select max(version) as version from removed_values
        where template_key = $1 and field_key = $3 and item_id = i.id) v
      join removed_documents r on r.template_key = $1 and r.item_id = i.id and r.version = v.version
      where i.template_key = $1 and i.id = any(array(select jsonb_array_elements_text($2::jsonb)::int)) order by i.id`,
    [templateKey, JSON.stringify(ids), field.key],
  );
