import { activityLimits } from '@quartermaster/contract/activity-limits.ts';
import type { InstanceSummary } from '@quartermaster/contract/endpoints/instances.ts';
import { actorNameSql, type StoredActor, shownName } from '../../core/base/actor.ts';
import type { Query } from '../../core/database/database.ts';

/** Entries that the latest change is searched in: exports are entries, too. */
const searchedEntries = 50;

/** SQL: true if an entry `a` of activity changed content. One look-up by the primary key, whatever else is in the table. */
const changesContent = `(select kind in ('items', 'template', 'menu', 'change-set') from activity_groups where id = a.group_id)`;

interface SummaryScope {
  projectId: number;
  instanceId: number;
  now: Date;
}

/** The number of items of an instance, and its changes, as far as they are in its activity. Reads at most 4,200 entries by an index. */
export async function readSummary(
  query: Query,
  scope: SummaryScope,
): Promise<Pick<InstanceSummary, 'items' | 'changes' | 'last_change'>> {
  const counts = await readCounts(query, scope);
  return { ...counts, last_change: await findLastChange(query, scope) };
}

async function readCounts(query: Query, { projectId, instanceId, now }: SummaryScope) {
  const [row] = await query<Pick<InstanceSummary, 'items' | 'changes'>>(
    `select
        (select coalesce(sum(c.items), 0)::int from templates t join item_counts c on c.template_key = t.key where t.instance_id = $2) as items,
        array(
          select (
            select case when sum(a.entries) = ${activityLimits.perDay} then ${activityLimits.perDay} else coalesce(sum(a.entries) filter (where ${changesContent}), 0)::int end from (
              select group_id, count(*) as entries from (
                select group_id from activity
                where project_id = $1 and instance_id = $2 and at > $3::timestamptz - n * interval '24 hours'
                  and at <= case n when 1 then 'infinity' else $3::timestamptz - (n - 1) * interval '24 hours' end
                limit ${activityLimits.perDay}
              ) a group by group_id
            ) a
          ) from generate_series(${activityLimits.days}, 1, -1) n
        ) as changes`,
    [projectId, instanceId, now],
    'summary-counts',
  );
  if (!row) throw new Error('The summary has no row.');
  return row;
}

interface ChangeRow {
  actor: StoredActor;
  name: string | null;
  at: Date;
}

async function findLastChange(
  query: Query,
  { projectId, instanceId }: SummaryScope,
): Promise<InstanceSummary['last_change']> {
  const [row] = await query<ChangeRow>(
    `select g.actor, ${actorNameSql('g', 'p')} as name, a.at
      from (
        select a.group_id, a.at, a.id from (
          select group_id, at, id from activity where project_id = $1 and instance_id = $2
          order by at desc, id desc limit ${searchedEntries}
        ) a where ${changesContent} order by a.at desc, a.id desc limit 1
      ) a join activity_groups g on g.id = a.group_id left join accounts p on p.id = g.account_id`,
    [projectId, instanceId],
    'summary-change',
  );
  return row ? { by: shownName(row.actor, row.name), at: row.at.toISOString() } : null;
}
