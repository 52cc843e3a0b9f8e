import type { ActivityKind } from '@quartermaster/contract/endpoints/activity.ts';
import type { ActorColumns, Origin } from '../base/actor.ts';
import type { Query } from '../database/database.ts';

/** An entry to be added to the activity of a project: of a change in an instance, or of changes of members. */
export interface NewActivity extends ActorColumns {
  kind: ActivityKind;
  /** The instance that was changed; null for changes of members. */
  instance_id: number | null;
  /** Of changes of members; that of others is the project of the instance. */
  project_id: number | null;
  origin: Origin | null;
  /** Of items, and of a template. */
  template_id?: string;
  change_set_id?: number;
  details: object;
  at: Date;
}

/**
 * Also stores what is known only as long as the template and the change set exist: the key of the template and the source of
 * the change set. Entries of projects that were removed are left out.
 */
const insert = `
  with entries as materialized (
    select e.place, p.id as project_id, e.instance_id, e.kind, e.origin, e.account_id, e.actor, e.at,
      case when e.change_set_id is not null
          then array(select template_id from change_set_templates where change_set_id = e.change_set_id order by template_id)
        when e.template_id is not null then array[e.template_id] else '{}' end as template_ids,
      e.details || case when e.change_set_id is not null
          then jsonb_build_object('source_id', (select source_id from change_sets where id = e.change_set_id))
        when e.kind = 'items' then jsonb_build_object('key', coalesce(
          (select key from templates where instance_id = e.instance_id and id = e.template_id),
          (select template_key from template_revisions where instance_id = e.instance_id and template_id = e.template_id order by version desc limit 1)))
        else '{}' end as details
    from rows from (jsonb_to_recordset($1::jsonb) as (instance_id int, project_id int, kind text, origin text, account_id int, actor text,
        template_id text, change_set_id int, details jsonb, at timestamptz))
      with ordinality as e (instance_id, project_id, kind, origin, account_id, actor, template_id, change_set_id, details, at, place)
    left join instances i on i.id = e.instance_id
    join projects p on p.id = coalesce(i.project_id, e.project_id)
  ),
  hashed as materialized (
    select e.*, md5(concat_ws('|', project_id, coalesce(instance_id, 0), kind, coalesce(origin, ''), coalesce(account_id, 0), actor,
      array_to_string(template_ids, ',')))::uuid as hash
    from entries e
  ),
  groups as (
    insert into activity_groups (project_id, instance_id, kind, origin, account_id, actor, template_ids, hash, first_at, last_at)
    select project_id, instance_id, kind, origin, account_id, actor, template_ids, hash, min(at), max(at)
    from hashed group by project_id, instance_id, kind, origin, account_id, actor, template_ids, hash order by hash
    on conflict (hash) do update set first_at = least(activity_groups.first_at, excluded.first_at),
      last_at = greatest(activity_groups.last_at, excluded.last_at)
    returning id, hash
  )
  insert into activity (project_id, group_id, instance_id, account_id, template_id, details, at)
  select e.project_id, g.id, e.instance_id, e.account_id, case when cardinality(e.template_ids) = 1 then e.template_ids[1] end, e.details, e.at
  from hashed e join groups g using (hash) order by e.place`;

/** Adds entries to the activity of their projects, in this order. */
export async function insertActivity(query: Query, entries: readonly NewActivity[]): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map(({ accountId, ...entry }) => ({ account_id: accountId, ...entry }));
  await query(insert, [JSON.stringify(rows)], 'activity-insert');
}

/** The entries that are deleted in one statement. */
const deletedAtOnce = 5000;

/**
 * Deletes a batch of a project's entries, those from before a time or all of them; returns false once none are left, and
 * deletes their groups with the last ones.
 */
export async function deleteActivity(query: Query, projectId: number, before?: Date): Promise<boolean> {
  const values = [projectId, before?.toISOString() ?? 'infinity'];
  const deleted = await query(
    `delete from activity where id = any(array(
        select id from activity where project_id = $1 and at < $2::timestamptz order by at, id limit ${deletedAtOnce}
      )) returning 1`,
    values,
  );
  if (deleted.length > 0) return true;
  const groups = await query(
    `delete from activity_groups where id = any(array(
        select id from activity_groups where project_id = $1 and last_at < $2::timestamptz limit ${deletedAtOnce}
      )) and last_at < $2::timestamptz returning 1`,
    values,
  );
  return groups.length > 0;
}
