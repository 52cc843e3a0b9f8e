import { mostCountedKept } from '@quartermaster/contract/endpoints/history.ts';
import type { Query } from '../../core/database/database.ts';
import { sqlText } from '../../core/database/sql-text.ts';
import type { Kept } from './retention.ts';

/** How much of the history of a project is stored; a number of {@link mostCountedKept} stands for as much or more. */
export interface KeptCounts {
  item_versions: number;
  template_versions: number;
  menu_versions: number;
  trash: number;
  activity: number;
}

const countSql = (from: string): string =>
  `(select count(*)::int from (select 1 from ${from} limit ${mostCountedKept}) c)`;

/** For how long the history of a workspace is kept so far; null before that was first stored. */
export async function findKept(query: Query, workspaceId: number): Promise<Kept | null> {
  const [row] = await query<Kept>(
    'select days, shorter_since as "shorterSince" from kept_history where workspace_id = $1',
    [workspaceId],
  );
  return row ?? null;
}

/** Counts what is stored of the history of a project. */
export async function countKept(query: Query, projectId: number): Promise<KeptCounts | undefined> {
  const [row] = await query<KeptCounts>(
    sqlText`
      with own as materialized (select id from instances where project_id = $1),
      keys as materialized (
        select t.key from templates t join own on own.id = t.instance_id
        union select r.template_key from template_revisions r join own on own.id = r.instance_id
      )
      select
        ${countSql('item_revisions r join keys on keys.key = r.template_key')} as item_versions,
        ${countSql('template_revisions r join own on own.id = r.instance_id')} as template_versions,
        ${countSql('menu_revisions r join own on own.id = r.instance_id')} as menu_versions,
        ${countSql('trash h join own on own.id = h.instance_id')} as trash,
        ${countSql('activity a where a.project_id = $1')} as activity
    `,
    [projectId],
    'kept-history',
  );
  return row;
}
