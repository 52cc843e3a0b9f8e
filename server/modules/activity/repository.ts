import type { AccessAction } from '@quartermaster/contract/access-actions.ts';
import type { ActivityKind } from '@quartermaster/contract/endpoints/activity.ts';
import type { LogDetails } from '@quartermaster/contract/endpoints/people/access-log.ts';
import { countsSql } from '../../content/model/counts-sql.ts';
import { type ActorRow, actorNameSql, type Origin } from '../../core/base/actor.ts';
import type { Query } from '../../core/database/database.ts';
import { pageSql, type Wanted } from './page-sql.ts';
import type { View } from './view-service.ts';

/** What an entry stores; the kind determines which properties are present. */
interface StoredDetails {
  action?: 'create' | 'update' | 'delete';
  count?: number;
  /** Of the only item. */
  id?: number;
  change_set_id?: number;
  undoes_id?: number | null;
  source_id?: number | null;
  added?: number;
  updated?: number;
  removed?: number;
  templates?: number;
  has_menu?: boolean;
  report_id?: number;
  channel?: string;
  build_id?: number | null;
  previous_build_id?: number | null;
  log_id?: number;
  role_changes?: LogDetails['role_changes'];
}

/** An entry with the names of what it is about: the current ones, or the last ones of what was deleted. */
export interface ActivityRow extends ActorRow {
  id: number;
  at: Date;
  /** The time in microseconds since 1970. */
  micros: number;
  kind: ActivityKind;
  instance_id: number | null;
  origin: Origin | null;
  details: StoredDetails;
  name: string | null;
  /** The only template; null for none or several. */
  template_id: string | null;
  template_name: string | null;
  has_template: boolean;
  item_name: string | null;
  has_item: boolean;
  undone_by: number | null;
  log_action: AccessAction | null;
  log_details: LogDetails | null;
  subject_id: number | null;
  subject_name: string | null;
  subject_email: string | null;
}

const entries = `
  select a.id, a.at, (extract(epoch from a.at) * 1000000)::bigint as micros, a.details, g.kind, a.instance_id, g.origin, a.account_id, g.actor, ${actorNameSql('g', 'p')} as name,
    a.template_id, coalesce(t.label, (
      select r.label from template_revisions r
      where t.key is null and r.instance_id = a.instance_id and r.template_id = a.template_id and ${countsSql('r')}
      order by r.version desc limit 1)) as template_name, t.key is not null as has_template,
    coalesce(i.label, (
      select r.label from item_revisions r
      where i.id is null and r.template_key = (a.details->>'key')::int and r.item_id = (a.details->>'id')::int and ${countsSql('r')}
      order by r.version desc limit 1)) as item_name, i.id is not null as has_item,
    (select u.id from change_sets u where u.undoes_id = (a.details->>'change_set_id')::int and u.state = 'applied' order by u.id desc limit 1) as undone_by,
    l.action as log_action, l.details as log_details, l.subject_id, l.subject_name, l.subject_email
  from page a
  join activity_groups g on g.id = a.group_id
  left join accounts p on p.id = a.account_id
  left join templates t on t.instance_id = a.instance_id and t.id = a.template_id
  left join items i on i.template_key = t.key and i.id = (a.details->>'id')::int
  left join access_log l on l.id = (a.details->>'log_id')::int
  order by a.at desc, a.id desc`;

/** The entries of a page, and no others that the caller may not see. */
export async function listEntries(query: Query, view: View, filters: Wanted): Promise<ActivityRow[]> {
  const page = pageSql(view, filters);
  return page ? query<ActivityRow>(`with ${page.text}${entries}`, page.values, page.name) : [];
}

/** The accounts of the entries that a caller may see, by name. */
export const listPeople = (
  query: Query,
  { projectId, instances, hasMembers }: View,
  search: string,
  limit: number,
): Promise<{ id: number; name: string }[]> =>
  query(
    `select a.id, a.name from accounts a
      where a.id in (
          select g.account_id from activity_groups g
          where g.project_id = $1 and (g.instance_id = any($2::int[]) or ($3 and g.instance_id is null))
        )
        and strpos(fold(a.name), fold($4)) > 0
      order by a.name collate "natural", a.id limit $5::int`,
    [projectId, instances.map(({ id }) => id), hasMembers, search, limit],
    'activity-people',
  );
