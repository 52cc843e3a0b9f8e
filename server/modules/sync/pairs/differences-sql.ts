import type { ChangeKind } from '@quartermaster/contract/endpoints/change-sets.ts';
import type { Pair } from '../../../content/model/instance-pair.ts';
import type { Query } from '../../../core/database/database.ts';
import { numberArray, textArray } from '../../../core/database/pg-array.ts';

/** The number of ids, and so the maximum number of items of a template, that are joined at a time. */
const idsInRange = 20_000;

const edgeSql = (edge: 'min' | 'max', key: 'source_key' | 'target_key') =>
  `((select ${edge}(id) from items where template_key = p.${key}))`;

/** SQL: the ranges of ids `n` in which a pair of templates `p` has items. */
const rangesSql = `cross join lateral (
      select generate_series(min(id) / ${idsInRange}, max(id) / ${idsInRange}) as range
      from (values ${(['source_key', 'target_key'] as const).flatMap((key) => [edgeSql('min', key), edgeSql('max', key)]).join(', ')}) v (id)
    ) n`;

/** A window of items of one template: the parameters of the id before it, and of the maximum number per instance. */
interface Window {
  after: string;
  items: string;
}

/** SQL: the CTE `bounds`, with the last id of a window; null if nothing follows it. */
const boundsSql = ({ after, items }: Window): string => {
  const lastIdSql = (key: 'source_key' | 'target_key') =>
    `(select id from items where template_key = p.${key} and id > ${after}::int order by id offset ${items}::int - 1 limit 1)`;
  return `bounds as materialized (select least(${lastIdSql('source_key')}, ${lastIdSql('target_key')}) as last from pairs p),`;
};

/** The compared items: all, those with the ids `$4`, or a window, for which `$3` has to name one template. */
type Extent = 'all' | 'ids' | Window;

/** SQL: the join of an extent with the pairs of templates, and its condition on items. */
function limitsOf(extent: Extent): { bounds: string; join: string; within: string } {
  if (extent === 'ids') return { bounds: '', join: '', within: 'id = any($4::int[])' };
  if (extent === 'all')
    return {
      bounds: '',
      join: rangesSql,
      within: `id >= n.range * ${idsInRange} and id < (n.range + 1) * ${idsInRange}`,
    };
  return {
    bounds: boundsSql(extent),
    join: 'cross join bounds n',
    within: `id > ${extent.after}::int and id <= coalesce(n.last, ${2 ** 31 - 1})`,
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
 * every instance, so this is one join over the primary keys for each template. `$3` limits it to templates, unless
 * null. If all items are compared, there is no condition on ids, as the planner would expect it to exclude most of
 * them.
 *
 * Items are joined in ranges of ids, each of which fits into the memory of a hash table and is read by the primary key:
 * the planner would otherwise read all items of the server for each of several large templates. Columns that only
 * differing items need are looked up for these, behind an `offset 0` that prevents the planner from joining all items
 * for them.
 */
export function differencesSql(extent: Extent): string {
  const { bounds, join, within } = limitsOf(extent);
  return `${pairsSql},
  ${bounds}
  differing as materialized (
    select p.template_id, p.source_key, p.target_key, i.id, i.label,
      case when i.target_id is null then 'added' when i.source_id is null then 'removed' else 'updated' end as change,
      i.target_id is not null and i.target_hash is distinct from b.synced_hash as conflict,
      i.source_hash is distinct from b.synced_hash as source_changed,
      i.source_hash, i.target_hash, b.version as target_version
    from pairs p
    ${join}
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
