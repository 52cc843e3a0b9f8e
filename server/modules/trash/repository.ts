import { imageTemplate } from '@quartermaster/contract/content/reserved-templates.ts';
import { mostCountedTrash } from '@quartermaster/contract/endpoints/trash.ts';
import {
  expiredUntil,
  listedSql,
  listedValues,
  type TrashFilters,
} from '../../content/change-sets/trash/trash-repository.ts';
import { pictureFieldSql, pictureSql } from '../../content/documents/pictures-repository.ts';
import { countsSql } from '../../content/model/counts-sql.ts';
import { revisionValuesSql } from '../../content/model/revision-values.ts';
import { deleteViewsWithoutTemplate } from '../../content/schema/template-repository.ts';
import { type ActorRow, actorNameSql, type Origin } from '../../core/base/actor.ts';
import type { Query } from '../../core/database/database.ts';
import { numberArray } from '../../core/database/pg-array.ts';

/** An entry of a list. */
export interface ListedEntry extends ActorRow {
  id: number;
  template_id: string;
  template_name: string;
  item_id: number | null;
  label: string;
  items: number;
  /** The current name of the account; null if there is none any more. */
  name: string | null;
  origin: Origin;
  change_set_id: number | null;
  deleted_at: Date;
}

export const listEntries = (
  query: Query,
  filters: TrashFilters,
  { before, limit }: { before: number; limit: number },
) =>
  query<ListedEntry>(
    `select x.id::int, x.template_id, coalesce(t.label, x.label) as template_name, x.item_id, x.label, x.items, x.account_id, x.actor, ${actorNameSql('x', 'a')} as name,
        x.origin, x.change_set_id, x.deleted_at
      from (select x.* from ${listedSql} and x.id < $5 order by x.id desc limit $6) x
      left join templates t on t.key = x.template_key left join accounts a on a.id = x.account_id
      order by x.id desc`,
    [...listedValues(filters), before, limit],
  );

/** The paths of the pictures that the items of these entries had at their deletion, by entry; none once their template is deleted. */
export async function findDeletedPictures(
  query: Query,
  instanceId: number,
  ids: readonly number[],
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await query<{ id: number; image: string }>(
    `with x as materialized (
      select id::int, template_key, item_id, version from trash
        where instance_id = $1 and id = any($2::text::int[]) and item_id is not null),
    t as materialized (
      select key, id, ${pictureFieldSql('fields')} as picture from templates
        where instance_id = $1 and key in (select template_key from x))
    select * from (
      select x.id, ${pictureSql} as image
      from x join t on t.key = x.template_key and (t.picture is not null or t.id = '${imageTemplate.id}')
      join item_revisions r on r.template_key = x.template_key and r.item_id = x.item_id and r.version = x.version
        and ${countsSql('r')}
      cross join lateral (select ${revisionValuesSql('r')} as "values") i) pictured
    where image is not null`,
    [instanceId, numberArray(ids)],
  );
  return new Map(rows.map(({ id, image }) => [id, image]));
}

/** The number of entries of a list; it stops counting at a limit. */
export const countEntries = async (query: Query, filters: TrashFilters): Promise<number> =>
  (
    await query<{ count: number }>(
      `select count(*)::int as count from (select 1 from ${listedSql} limit ${mostCountedTrash}) x`,
      listedValues(filters),
    )
  )[0]?.count ?? 0;

/** Rows deleted by one statement: the embedded database serves no one else in the meantime. */
const rowsAtOnce = 1000;

/** Deletes some items from the trash that cannot be restored any more, with what is left of them; false if there are none. */
export async function purgeItems(query: Query, now: Date): Promise<boolean> {
  const isGone = (item: string) =>
    `not exists (select 1 from items i where i.template_key = ${item}.template_key and i.id = ${item}.item_id)`;
  const rows = await query<Purged>(
    `with gone as materialized (
        delete from trash where ctid = any(array(
          select ctid from trash where deleted_at <= $1::timestamptz and item_id is not null order by deleted_at limit ${rowsAtOnce}))
        returning template_key, item_id, instance_id, template_id
      ),
      purged_values as (delete from removed_values v using gone g where v.template_key = g.template_key and v.item_id = g.item_id and ${isGone('g')}),
      purged_documents as (delete from removed_documents v using gone g where v.template_key = g.template_key and v.item_id = g.item_id and ${isGone('g')}),
      purged_decisions as (delete from sync_decisions v using gone g where v.template_key = g.template_key and v.item_id = g.item_id and ${isGone('g')})
      select instance_id, template_id, item_id from gone`,
    [expiredUntil(now).toISOString()],
  );
  if (rows.length > 0) await deleteThreads(query, rows);
  return rows.length > 0;
}

interface Purged {
  instance_id: number;
  template_id: string;
  /** Null for a template, with all of its items. */
  item_id: number | null;
}

/** Deletes the threads of comments about what no instance of the project has any more, in its content or in its trash. */
const deleteThreads = (query: Query, purged: readonly Purged[]): Promise<unknown> =>
  query(
    `with threads as materialized (
        select c.id from unnest($1::int[], $2::text[], $3::int[]) as g (instance_id, template_id, item_id)
          join instances n on n.id = g.instance_id
          join comments c on c.project_id = n.project_id and c.template_id = g.template_id and (g.item_id is null or c.item_id = g.item_id)
            and c.thread_id is null and c.about in ('item', 'template')
        where not exists (
            select 1 from instances o join templates t on t.instance_id = o.id and t.id = c.template_id
            where o.project_id = c.project_id
              and (c.item_id is null or exists (select 1 from items i where i.template_key = t.key and i.id = c.item_id)))
          and not exists (
            select 1 from instances o join trash x on x.instance_id = o.id and x.template_id = c.template_id
            where o.project_id = c.project_id and (x.item_id is null or x.item_id = c.item_id))
      )
      delete from comments where id in (
        select id from threads union all select r.id from threads t join comments r on r.thread_id = t.id)`,
    [
      purged.map(({ instance_id }) => instance_id),
      purged.map(({ template_id }) => template_id),
      purged.map(({ item_id }) => item_id),
    ],
  );

/** Tables with what is left of the items of a deleted template. */
const leftovers = ['removed_values', 'removed_documents', 'sync_decisions'];

/** The same for a template: deletes a part of what is left of it, and then its entry. */
export async function purgeTemplate(query: Query, now: Date): Promise<boolean> {
  const [entry] = await query<{
    id: number;
    instance_id: number;
    template_id: string;
    template_key: number;
    is_gone: boolean;
  }>(
    `select x.id::int, x.instance_id, x.template_id, x.template_key, not exists (select 1 from templates t where t.key = x.template_key) as is_gone
      from trash x where x.deleted_at <= $1::timestamptz and x.item_id is null order by x.deleted_at limit 1 for update skip locked`,
    [expiredUntil(now).toISOString()],
  );
  if (!entry) return false;
  for (const table of entry.is_gone ? leftovers : []) {
    const rows = await query(
      `delete from ${table} where ctid = any(array(select ctid from ${table} where template_key = $1 limit ${rowsAtOnce})) returning 1`,
      [entry.template_key],
    );
    if (rows.length > 0) return true;
  }
  await deleteViewsWithoutTemplate(query, entry.instance_id, entry.template_id);
  await query('delete from trash where id = $1', [entry.id]);
  await deleteThreads(query, [{ ...entry, item_id: null }]);
  return true;
}
