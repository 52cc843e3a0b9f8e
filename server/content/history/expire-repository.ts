import type { Query } from '../../core/database/database.ts';
import { sqlText } from '../../core/database/sql-text.ts';
import { countsSql } from '../model/counts-sql.ts';
import { isBaseSql, type RevisionRange, rangeSql, rangeValues } from './compact-repository.ts';

/** The times before which history is not kept. */
export interface Expiry {
  /** Versions that were superseded before it are deleted. */
  before: Date;
  /** Of an item that was deleted before it, nothing is left. */
  deletedBefore: Date;
}

/** SQL: change sets are applied within this time. */
const longestChangeSet = `interval '2 days'`;

/** SQL: when the next version of an item was saved, as `next`. */
const nextSql = `
  left join lateral (
    select n.at from item_revisions n
    where n.template_key = r.template_key and n.item_id = r.item_id and n.version > r.version and ${countsSql('n')}
    order by n.version limit 1
  ) next on true`;

/**
 * Deletes the revisions of a range that were superseded before a time, so that every state since then can still be restored
 * and every change since then undone; returns how many. What other revisions are stored as differences from is kept as long as
 * they are, and so is what an item was last synced as, and what the undo of a change set or a restore from the trash lets it be synced as
 * again. The last revision of an item is kept until it has been deleted
 * for long enough, and is not in the trash.
 */
export async function expireRevisions(
  query: Query,
  range: RevisionRange & { instanceId: number },
  { before, deletedBefore }: Expiry,
): Promise<number> {
  const rows = await query(
    sqlText`
      with synced_before as materialized (
        select s.item_id, s.synced_version from change_sets y join change_set_items s on s.change_set_id = y.id
        where y.target_id = $8 and y.created_at >= $6::timestamptz - ${longestChangeSet} and y.finished_at >= $6::timestamptz
          and y.state = 'applied' and s.template_key = $1 and s.item_id between $2 and $4 and s.synced_version is not null
      )
      delete from item_revisions g
      using (
        select r.item_id, r.version, coalesce(r.change_set_id, 0) as change_set_id from item_revisions r
        ${nextSql}
        left join items i on i.template_key = r.template_key and i.id = r.item_id
        where ${rangeSql('r')} and ${countsSql('r')} and not ${isBaseSql('r')}
          and case when next.at is not null then next.at < $6::timestamptz and (i.id is null or r.version < i.version)
            else i.id is null and r.at < $7::timestamptz end
          and i.synced_version is distinct from r.version
          and not exists (select 1 from synced_before s where s.item_id = r.item_id and s.synced_version = r.version)
          and not exists (
            select 1 from trash h where h.template_key = r.template_key
              and (h.item_id is null or h.item_id = r.item_id and (h.version = r.version or (h.rest->>'syncedVersion')::int = r.version))
          )
      ) r
      where g.template_key = $1 and g.item_id = r.item_id and g.version = r.version and coalesce(g.change_set_id, 0) = r.change_set_id
      returning 1
    `,
    [...rangeValues(range), before.toISOString(), deletedBefore.toISOString(), range.instanceId],
    'expire-revisions',
  );
  return rows.length;
}

/** Rows deleted by one statement. */
const rowsAtOnce = 2000;

/**
 * Deletes a batch of revisions of an instance's templates that were superseded before a time; returns false once none are
 * left. The fields that any revision of an item was saved with stay, which a finished sweep knows, and so do those of templates with items in
 * the trash. The last one of a deleted template stays: the removal of a project finds what is left of templates by it.
 */
export async function expireTemplateRevisions(query: Query, instanceId: number, before: Date): Promise<boolean> {
  const deleted = await query(
    sqlText`
      delete from template_revisions where id = any(array(
        select r.id
        from (
          select n.template_id, n.template_key, max(n.id) as id
          from template_revisions n join history_sweeps s on s.template_key = n.template_key and s.finished_at is not null
          where n.instance_id = $1 and n.at < $2::timestamptz and ${countsSql('n')}
            and n.version <= coalesce(s.least_template_version, n.version) and n.at <= coalesce(s.least_at, n.at)
            and not exists (select 1 from trash h where h.template_key = n.template_key)
          group by n.template_id, n.template_key
        ) first
        join template_revisions r on r.instance_id = $1 and r.template_id = first.template_id and r.template_key = first.template_key
          and r.id < first.id
        limit ${rowsAtOnce}
      )) returning 1
    `,
    [instanceId, before.toISOString()],
  );
  return deleted.length > 0;
}

/** Deletes a batch of revisions of an instance's menu that were superseded before a time; returns false once none are left. */
export async function expireMenuRevisions(query: Query, instanceId: number, before: Date): Promise<boolean> {
  const deleted = await query(
    sqlText`
      delete from menu_revisions where id = any(array(
        select r.id from menu_revisions r
        where r.instance_id = $1
          and r.id < (select max(n.id) from menu_revisions n where n.instance_id = $1 and n.at < $2::timestamptz)
        limit ${rowsAtOnce}
      )) returning 1
    `,
    [instanceId, before.toISOString()],
  );
  return deleted.length > 0;
}

/**
 * True if a change set has replaced or removed content that is not stored any more. Nothing of one is deleted that was created
 * after what has been deleted in its workspace.
 */
export async function isContentGone(
  query: Query,
  { id, target_id, created_at }: { id: number; target_id: number; created_at: Date },
): Promise<boolean> {
  const [row] = await query(
    sqlText`
      select 1 from change_set_items s
      where s.change_set_id = $1 and s.version is not null and s.change <> 'added' and s.before_values is null
        and not exists (
          select 1 from item_revisions r
          where r.template_key = s.template_key and r.item_id = s.item_id and r.version = s.target_version and ${countsSql('r')}
        )
        and exists (
          select 1 from instances i join projects p on p.id = i.project_id join kept_history k on k.workspace_id = p.workspace_id
          where i.id = $2 and k.deleted_before > $3::timestamptz
        )
      limit 1
    `,
    [id, target_id, created_at.toISOString()],
  );
  return row !== undefined;
}
