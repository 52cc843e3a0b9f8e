import type { AccessAction } from '@quartermaster/contract/access-actions.ts';
import type { LogDetails, LogEntry } from '@quartermaster/contract/endpoints/people/access-log.ts';
import { type Actor, accountOf, shownName, toActorColumns } from '../../core/base/actor.ts';
import type { Query } from '../../core/database/database.ts';
import { type Period, withinPeriod } from '../../core/database/period.ts';
import { insertActivity } from '../../core/events/activity-repository.ts';

/** The log entry of a change. */
export interface NewEntry {
  action: AccessAction;
  /** The subject: an account, or an email address without one; omitted if the change concerns no single member. */
  subject?: number | string;
  details: LogDetails;
  /** The projects in which it changes what a member may do: it is an entry of their activity, with the changes of roles there. */
  projects?: readonly { id: number; role_changes?: LogDetails['role_changes'] }[];
}

type RoleChange = NonNullable<LogDetails['role_changes']>[number];

/** The projects of an entry with changes of roles in several of them. */
export const byProject = (changes: readonly { project_id: number; change: RoleChange }[]) =>
  [...Map.groupBy(changes, ({ project_id }) => project_id)].map(([id, inProject]) => ({
    id,
    role_changes: inProject.map(({ change }) => change),
  }));

/** Logs changes of access in the transaction that makes them, with the current names of the members; an actor without an account can have a name. */
export async function writeLog(
  query: Query,
  { workspaceId, actor, actorName, now }: { workspaceId: number; actor: Actor; actorName?: string; now: Date },
  entries: readonly NewEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map(({ action, subject, details }) => ({
    action,
    details,
    ...(typeof subject === 'number' && { subject_id: subject }),
    ...(typeof subject === 'string' && { subject_email: subject }),
  }));
  // None for an account: an entry without the name of its account is refused.
  const name = actorName ?? shownName(actor.kind, null);
  const logged = await query<{ id: number }>(
    `insert into access_log (workspace_id, at, action, actor, actor_id, actor_name, actor_email,
        subject_id, subject_name, subject_email, details)
      select $1, $2::timestamptz, e.action, $5, a.id, coalesce(a.name, $6), coalesce(a.email, $7), s.id, s.name, coalesce(s.email, e.subject_email), e.details
      from rows from (jsonb_to_recordset($4::jsonb) as (action text, subject_id int, subject_email text, details jsonb))
        with ordinality as e (action, subject_id, subject_email, details, place)
      left join accounts a on a.id = $3
      left join accounts s on s.id = e.subject_id
      order by e.place returning id`,
    [workspaceId, now, accountOf(actor), JSON.stringify(rows), actor.kind, name, name && ''],
    'access-log-write',
  );
  const inProjects = entries.flatMap(({ projects = [] }, index) =>
    projects.map(({ id, role_changes }) => ({
      kind: 'members' as const,
      instance_id: null,
      project_id: id,
      origin: null,
      ...toActorColumns(actor),
      details: { log_id: logged[index]?.id, ...(role_changes && { role_changes }) },
      at: now,
    })),
  );
  await insertActivity(query, inProjects);
}

interface Row {
  id: number;
  at: Date;
  action: AccessAction;
  actor_id: number | null;
  actor_name: string;
  actor_email: string;
  subject_id: number | null;
  subject_name: string | null;
  subject_email: string | null;
  details: LogDetails;
}

const columns = 'id, at, action, actor_id, actor_name, actor_email, subject_id, subject_name, subject_email, details';

const all = (within: string) =>
  `select ${columns} from access_log where workspace_id = $1 and id < $2 ${within} order by id desc limit $3`;

/** Actor and subject have an index each, of which only the newest entries are read. */
const ofPerson = (within: string) => {
  const idsOf = (who: 'actor_id' | 'subject_id') =>
    `(select id from access_log where ${who} = $4 and workspace_id = $1 and id < $2 ${within} order by id desc limit $3)`;
  return `
    select ${columns} from access_log where id in (${idsOf('actor_id')} union ${idsOf('subject_id')})
    order by id desc limit $3`;
};

interface WantedEntries extends Period {
  workspaceId: number;
  before: number;
  limit: number;
  person?: number;
}

/** The entries with an id below `before`, newest first. */
export async function listLog(
  query: Query,
  { workspaceId, before, limit, person, ...period }: WantedEntries,
): Promise<LogEntry[]> {
  const values: unknown[] = [workspaceId, before, limit];
  if (person !== undefined) values.push(person);
  const within = withinPeriod('at', period, values);
  const name = `access-log${person === undefined ? '-list' : '-of-person'}${within && '-in-period'}`;
  const rows = await query<Row>(person === undefined ? all(within) : ofPerson(within), values, name);
  return rows.map(({ id, at, action, details, ...row }) => ({
    id,
    at: at.toISOString(),
    action,
    actor: { id: row.actor_id, name: row.actor_name, email: row.actor_email },
    subject:
      row.subject_email === null
        ? null
        : { id: row.subject_id, name: row.subject_name ?? '', email: row.subject_email },
    details,
  }));
}
