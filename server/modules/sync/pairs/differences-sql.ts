import type { ChangeKind } from '@quartermaster/contract/endpoints/change-sets.ts';
import type { Pair } from '../../../content/model/instance-pair.ts';
import type { Query } from '../../../core/database/database.ts';
import { numberArray, textArray } from '../../../core/database/pg-array.ts';

/** The ids of a row of `item_sums`. */
const idsOfSum = 64;

/** The number of ids, and so the maximum number of items of a template, that are joined at a time: some 20,000. */
const sumsAtOnce = 312;

/** A window of items of one template: the parameters of the id before it, and of the maximum number per instance. */
interface Window {
  after: string;
  items: string;
}

/** The compared items: all, those with the ids `$4`, or a window, for which `$3` has to name one template. */
type Extent = 'all' | 'ids' | Window;

/**
 * SQL: the CTE `ranges`, with the ids among which items differ, from `first` to `last`: those whose sums of hashes are not
 * equal, neighbours as one.
 */
function rangesSql(extent: Extent): string {
  const within = typeof extent === 'object' ? ` and bucket >= ${extent.after}::int / ${idsOfSum}` : '';
  return `ranges as materialized (
    select template_id, source_key, target_key, min(bucket) * ${idsOfSum} as first, max(bucket) * ${idsOfSum} + ${idsOfSum - 1} as last
    from (
      select p.template_id, p.source_key, p.target_key, s.bucket,
        s.bucket - row_number() over (partition by p.template_id order by s.bucket) as neighbours
      from pairs p
      cross join lateral (
        select bucket from (
          select bucket, sum from item_sums where template_key = p.source_key${within}
          union all select bucket, -sum from item_sums where template_key = p.target_key${within}
        ) both_sides group by bucket having sum(sum) <> 0
      ) s
    ) unequal
    group by template_id, source_key, target_key, neighbours, bucket / ${sumsAtOnce}
  ),`;
}

/** SQL: the CTE `bounds`, with the last id of a window; null if no item follows it. */
function boundsSql({ after, items }: Window): string {
  const lastIdSql = (key: 'source_key' | 'target_key') =>
    `(select i.id from (select * from ranges order by first) r cross join lateral (
        select id from items where template_key = r.${key} and id between r.first and r.last and id > ${after}::int order by id
      ) i offset ${items}::int - 1 limit 1)`;
  return `bounds as materialized (select least(${lastIdSql('source_key')}, ${lastIdSql('target_key')}) as last),`;
}

/** SQL: the CTEs of an extent, the pairs `p` in it, and its condition on items. */
function limitsOf(extent: Extent): { ctes: string; pairs: string; within: string } {
  if (extent === 'ids') return { ctes: '', pairs: 'pairs p', within: 'id = any($4::int[])' };
  const ctes = rangesSql(extent);
  const within = 'id between p.first and p.last';
  if (extent === 'all') return { ctes, pairs: 'ranges p', within };
  return {
    ctes: `${ctes}
  ${boundsSql(extent)}`,
    pairs: 'ranges p cross join bounds n',
    within: `${within} and id > ${extent.after}::int and id <= coalesce(n.last, ${2 ** 31 - 1})`,
  };
}

/** SQL: the templates of the instances `$1` and `$2` by id; `$3` limits them, unless null. */
export const pairsSql = `
  pairs as materialized (
    select coalesce(s.id, t.id) as template_id, coalesce(s.label, t.label) as template_label,
      s.key as source_key, t.key as target_key, s.hash as source_hash, t.hash as target_hash
    from (select * from templates where instance_id = $1 and ($3::text[] is null or id = any($3::text[]))) s
    full join (select * from templates where instance_id = $2 and ($3::text[] is null or id = any($3::text[]))) t on t.id = s.id
  )`;

/**
 * SQL: the templates and items that differ in the instances `$1` and `$2`, as CTEs. Equal content has equal hashes in
 * every instance, so this is one join over the primary keys for each range of ids in which the sums of hashes differ; `$3`
 * limits it to templates, unless null.
 *
 * Each range fits into the memory of a hash table and is read by the primary key: the planner would otherwise read all
 * items of the server for each of several large templates. Columns that only differing items need are looked up for
 * these, behind an `offset 0` that prevents the planner from joining all items for them.
 */
export function differencesSql(extent: Extent): string {
  const { ctes, pairs, within } = limitsOf(extent);
  return `${pairsSql},
  ${ctes}
  differing as materialized (
    select p.template_id, p.source_key, p.target_key, i.id, i.label,
      case when i.target_id is null then 'added' when i.source_id is null then 'removed' else 'updated' end as change,
      i.target_id is not null and i.target_hash is distinct from b.synced_hash as conflict,
      i.source_hash is distinct from b.synced_hash as source_changed,
      i.source_hash, i.target_hash, b.version as target_version
    from ${pairs}
    cross join lateral (
      select coalesce(a.id, b.id) as id, coalesce(a.label, b.label) as label, a.id as source_id, b.id as target_id,
        a.hash as source_hash, b.hash as target_hash
      from (select id, label, hash from items where template_key = p.source_key and ${within}) a
      full join (select id, label, hash from items where template_key = p.target_key and ${within}) b on b.id = a.id
      where a.hash is distinct from b.hash
    ) i
    left join lateral (
      select version, synced_hash from items where template_key = p.target_key and id = i.target_id offset 0
    ) b on true
    left join sync_decisions d on d.template_key = p.target_key and d.item_id = i.target_id
      and d.target_hash = i.target_hash and d.source_hash is not distinct from i.source_hash
      -- An item cannot stay without its template.
      and p.source_key is not null
    where d.item_id is null
  )`;
}

const hashes = `coalesce(source_hash::text, '') || coalesce(target_hash::text, '')`;

/** SQL: the revision of a difference, which identifies its state, as twelve hexadecimal digits. */
export const itemRevisionSql = `left(md5(template_id || '/' || id || ${hashes}), 12)`;
export const templateRevisionSql = `left(md5(template_id || ${hashes}), 12)`;

/** SQL: the change of a template of `pairs`; null if only its items differ. */
export const templateChangeSql = `case when source_hash = target_hash then null when target_key is null then 'added' when source_key is null then 'removed' else 'updated' end`;

/** An item that differs. */
export interface ItemDifference {
  template_id: string;
  id: number;
  label: string;
  change: ChangeKind;
  conflict: boolean;
  /** The keys of its template; null for an instance without the template. */
  source_key: number | null;
  target_key: number | null;
  source_hash: string | null;
  target_hash: string | null;
  target_version: number | null;
  revision: string;
}

/** A template with its keys, in both instances or one of them. */
export interface TemplatePair {
  template_id: string;
  label: string;
  source_key: number | null;
  target_key: number | null;
  change: ChangeKind | null;
  revision: string;
}

export interface Differences {
  templates: TemplatePair[];
  items: ItemDifference[];
}

/** All templates, and the items that differ; limited to the named templates and items, if any. */
export async function listDifferences(
  query: Query,
  { source, target }: Pair,
  { templateIds, ids }: { templateIds?: readonly string[]; ids?: readonly number[] } = {},
): Promise<Differences> {
  const [row] = await query<Differences>(
    `with ${differencesSql(ids ? 'ids' : 'all')}
    select
      (select coalesce(json_agg(json_build_object('template_id', template_id, 'label', template_label, 'source_key', source_key, 'target_key', target_key,
          'change', ${templateChangeSql},
          'revision', ${templateRevisionSql}) order by template_id), '[]') from pairs) as templates,
      (select coalesce(json_agg(json_build_object('template_id', template_id, 'id', id, 'label', label, 'change', change, 'conflict', conflict,
          'source_key', source_key, 'target_key', target_key, 'source_hash', source_hash, 'target_hash', target_hash, 'target_version', target_version,
          'revision', ${itemRevisionSql}) order by template_id, id), '[]') from differing) as items`,
    [source.id, target.id, templateIds ? textArray(templateIds) : null, ...(ids ? [numberArray(ids)] : [])],
  );
  return row ?? { templates: [], items: [] };
}
