import type { Environment } from '@quartermaster/contract/access.ts';
import type { DecidedConflicts, Release } from '@quartermaster/contract/endpoints/releases.ts';
import type { SyncSelection } from '@quartermaster/contract/endpoints/sync.ts';
import { type Actor, type ActorRow, actorNameSql, toActorColumns } from '../../../core/base/actor.ts';
import type { Query } from '../../../core/database/database.ts';
import { type Period, withinPeriod } from '../../../core/database/period.ts';
import type { ChangeSetRequest } from '../../../core/tables/change-sets.ts';
import type { SeenChanges } from '../../../core/tables/sync.ts';

/** A release without its content, which can be large. */
export interface ReleaseRow extends ActorRow {
  id: number;
  source_id: number;
  source_env: Environment;
  target_id: number;
  target_env: Environment;
  workspace_id: number;
  project: string;
  name: string;
  /** The current name of its creator's account. */
  by: string | null;
  notes: string;
  state: Release['state'];
  is_all: boolean;
  items: number;
  templates: number;
  has_menu: boolean;
  publish_at: Date | null;
  time_zone: string | null;
  planned_by: number | null;
  planner: string | null;
  exports_after: boolean;
  created_at: Date;
  ended_at: Date | null;
  refusal: Release['refusal'];
  reason: string | null;
  change_set_id: number | null;
  undone_by: number | null;
  report_id: number | null;
}

/** A release with its content. */
export interface WholeRelease extends ReleaseRow {
  request: ChangeSetRequest;
  seen: SeenChanges | null;
}

const columns = `r.id, r.source_id, s.env as source_env, r.target_id, t.env as target_env, p.workspace_id, p.name as project, r.account_id, r.actor,
  ${actorNameSql('r', 'a')} as "by", r.name, r.notes, r.state, r.is_all, r.items, r.templates, r.has_menu, r.publish_at, r.time_zone, r.planned_by, b.name as planner,
  r.exports_after, r.created_at, r.ended_at, r.refusal, r.reason, r.change_set_id, r.report_id,
  (select u.id from change_sets u where u.undoes_id = r.change_set_id and u.state = 'applied' order by u.id desc limit 1) as undone_by`;
const joins = `join instances s on s.id = r.source_id join instances t on t.id = r.target_id join projects p on p.id = s.project_id
  left join accounts a on a.id = r.account_id left join accounts b on b.id = r.planned_by`;
const tables = `releases r ${joins}`;

/** SQL: the rows that an update of releases returns. */
const updated = (update: string) => `with r as (${update} returning *) select ${columns} from r ${joins}`;

/** A release out of the instance or into it. */
export const getRelease = async (query: Query, instanceId: number, id: number): Promise<ReleaseRow | undefined> =>
  (
    await query<ReleaseRow>(`select ${columns} from ${tables} where r.id = $2 and $1 in (r.source_id, r.target_id)`, [
      instanceId,
      id,
    ])
  )[0];

export const getWholeRelease = async (query: Query, id: number): Promise<WholeRelease | undefined> =>
  (await query<WholeRelease>(`select ${columns}, r.request, r.seen from ${tables} where r.id = $1`, [id]))[0];

/** The selection of a release out of an instance, null for everything; undefined if there is none. */
export const getSelection = async (
  query: Query,
  sourceId: number,
  id: number,
): Promise<{ selection: SyncSelection | null; seen: SeenChanges | null } | undefined> =>
  (
    await query<{ selection: SyncSelection | null; seen: SeenChanges | null }>(
      `select nullif(request->'selection', 'null') as selection, seen from releases where source_id = $1 and id = $2`,
      [sourceId, id],
    )
  )[0];

/** How many decided items are named. */
const namedItems = 100;

/** How the conflicts of a release were decided: once it is published, in its sync. */
export async function getDecided(query: Query, id: number): Promise<DecidedConflicts | undefined> {
  const [row] = await query<DecidedRow>(
    `with d as (
        select r.source_id, r.target_id, coalesce(c.request, r.request) as request
        from releases r left join change_sets c on c.id = r.change_set_id and r.state = 'published' where r.id = $1
      ), chosen as (
        select one->>'template_id' as template_id, (one->>'id')::int as id, one->>'take' as take, place
        from d, jsonb_array_elements(coalesce(request->'decisions', '[]')) with ordinality as x(one, place) where place <= ${namedItems}
      )
      select request->>'conflicts' as others, request->>'menu_conflict' as menu,
        jsonb_array_length(coalesce(request->'decisions', '[]')) as count,
        (select coalesce(jsonb_agg(jsonb_build_object('template_id', template_id, 'id', id, 'take', take, 'name', coalesce(
            (select i.label from templates t join items i on i.template_key = t.key and i.id = chosen.id
              where t.id = chosen.template_id and t.instance_id in (source_id, target_id) order by t.instance_id = source_id desc limit 1),
            id::text)) order by place), '[]') from chosen) as sample
      from d`,
    [id],
  );
  return row && { items: { count: row.count, sample: row.sample }, others: row.others, menu: row.menu };
}

interface DecidedRow extends Pick<DecidedConflicts, 'others' | 'menu'> {
  count: number;
  sample: DecidedConflicts['items']['sample'];
}

/** SQL: when a release was published, or else is or was to be; `$5` for one that waits without a time. */
const timeSql = `coalesce(case when r.state = 'published' then r.ended_at else coalesce(r.publish_at, r.ended_at) end, $5::timestamptz)`;

interface ReleasePage extends Period {
  instanceId: number;
  state?: string | undefined;
  before: number;
  limit: number;
  now: Date;
}

/** Newest first; of a period, those whose time is in it. The indexes of both instances find them. */
export function listReleases(query: Query, page: ReleasePage): Promise<ReleaseRow[]> {
  const { instanceId, state, before, limit, now } = page;
  const values: unknown[] = [instanceId, state ?? null, before, limit, now.toISOString()];
  const within = withinPeriod(timeSql, page, values);
  return query<ReleaseRow>(
    `select ${columns} from ${tables}
      where $1 in (r.source_id, r.target_id) and ($2::text is null or r.state = $2) and r.id < $3 ${within}
      order by r.id desc limit $4`,
    within === '' ? values.slice(0, 4) : values,
  );
}

/** Open releases with a time, by that time. */
export const listPlanned = (query: Query, instanceId: number, limit: number): Promise<ReleaseRow[]> =>
  query<ReleaseRow>(
    `select ${columns} from ${tables}
      where $1 in (r.source_id, r.target_id) and r.state = 'open' and r.publish_at is not null order by r.publish_at, r.id limit $2`,
    [instanceId, limit],
  );

/** Locks the source until the end of the transaction, and counts its open releases. */
export async function countOpen(query: Query, sourceId: number): Promise<number> {
  await query('select 1 from instances where id = $1 for update', [sourceId]);
  const [row] = await query<{ count: number }>(
    `select count(*)::int as count from releases where source_id = $1 and state in ('open', 'publishing')`,
    [sourceId],
  );
  return row?.count ?? 0;
}

/** When a release is published, and in which zone that was chosen. */
export interface Time {
  publishAt: Date | null;
  timeZone: string | null;
}

interface NewRelease extends Time {
  sourceId: number;
  targetId: number;
  actor: Actor;
  name: string;
  notes: string;
  request: ChangeSetRequest;
  seen: SeenChanges;
  items: number;
  templates: number;
  hasMenu: boolean;
  exportsAfter: boolean;
  at: Date;
}

export async function insertRelease(query: Query, release: NewRelease): Promise<number> {
  const { accountId, actor } = toActorColumns(release.actor);
  const [row] = await query<{ id: number }>(
    `insert into releases (source_id, target_id, account_id, actor, name, notes, state, request, is_all, items, templates, has_menu, publish_at, time_zone,
        planned_by, exports_after, created_at, seen)
      values ($1, $2, $3, $4, $5, $6, 'open', $7::jsonb, $8, $9, $10, $11, $12::timestamptz, $13, case when $13::text is not null then $3::int end, $14,
        $15::timestamptz, $16::jsonb) returning id`,
    [
      release.sourceId,
      release.targetId,
      accountId,
      actor,
      release.name,
      release.notes,
      JSON.stringify(release.request),
      release.request.selection === null,
      release.items,
      release.templates,
      release.hasMenu,
      release.publishAt?.toISOString() ?? null,
      release.timeZone,
      release.exportsAfter,
      release.at.toISOString(),
      JSON.stringify(release.seen),
    ],
  );
  if (!row) throw new Error('The release was not created.');
  return row.id;
}

/** Changes the time of an open release, or opens a refused one again; false if it is neither. */
export const writeTime = async (
  query: Query,
  id: number,
  { publishAt, timeZone, plannedBy }: Time & { plannedBy: number | null },
): Promise<boolean> =>
  (
    await query(
      `update releases set publish_at = $2::timestamptz, time_zone = $3, planned_by = case when $3::text is not null then $4::int end,
          state = 'open', refusal = null, reason = null, ended_at = null, change_set_id = null
        where id = $1 and state in ('open', 'refused') returning 1`,
      [id, publishAt?.toISOString() ?? null, timeZone, plannedBy],
    )
  ).length > 0;

/** Cancels an open release; false if it is not open. */
export const cancelOpen = async (query: Query, id: number, at: Date): Promise<boolean> =>
  (
    await query(
      `update releases set state = 'cancelled', ended_at = $2::timestamptz where id = $1 and state = 'open' returning 1`,
      [id, at.toISOString()],
    )
  ).length > 0;

/** How a release is published: by an account, or at its time, which must still be the same. */
export type Publishing = { by: number | null } | { at: Date };

/** The releases that can be published so, from `$2` and `$3` on. */
const publishable = `(case when $2::timestamptz is null then r.state in ('open', 'refused') else r.state = 'open' and r.publish_at = $2::timestamptz end)`;
const publishableValues = (how: Publishing) => ('at' in how ? [how.at.toISOString(), null] : [null, how.by]);
const publisher = 'case when $2::timestamptz is null then $3::int else r.planned_by end';

/** Begins to publish a release with its sync; false if it was published, rescheduled or cancelled in the meantime. */
export const claimRelease = async (query: Query, id: number, how: Publishing, syncId: number): Promise<boolean> =>
  (
    await query(
      `update releases r set state = 'publishing', change_set_id = $4, planned_by = ${publisher}, refusal = null, reason = null, ended_at = null
        where r.id = $1 and ${publishable} returning 1`,
      [id, ...publishableValues(how), syncId],
    )
  ).length > 0;

/** Ends a release as published that had nothing left to sync. */
export const publishEmpty = async (
  query: Query,
  id: number,
  how: Publishing,
  at: Date,
): Promise<ReleaseRow | undefined> =>
  (
    await query<ReleaseRow>(
      updated(
        `update releases r set state = 'published', change_set_id = null, planned_by = ${publisher}, refusal = null, reason = null, ended_at = $4::timestamptz
          where r.id = $1 and ${publishable}`,
      ),
      [id, ...publishableValues(how), at.toISOString()],
    )
  )[0];

/** Ends the release of a sync as published, if the sync has one. */
export const publishSynced = async (query: Query, syncId: number, at: Date): Promise<ReleaseRow | undefined> =>
  (
    await query<ReleaseRow>(
      updated(
        `update releases set state = 'published', ended_at = $2::timestamptz where change_set_id = $1 and state = 'publishing'`,
      ),
      [syncId, at.toISOString()],
    )
  )[0];

interface RefusedAt {
  refusal: NonNullable<Release['refusal']>;
  reason: string;
  at: Date;
}

/** Refuses an open release whose time is still this one. */
export const refuseDue = async (
  query: Query,
  { id, publishAt }: { id: number; publishAt: Date },
  { refusal, reason, at }: RefusedAt,
): Promise<ReleaseRow | undefined> =>
  (
    await query<ReleaseRow>(
      updated(
        `update releases set state = 'refused', refusal = $3, reason = $4, ended_at = $5::timestamptz
          where id = $1 and state = 'open' and publish_at = $2::timestamptz`,
      ),
      [id, publishAt.toISOString(), refusal, reason, at.toISOString()],
    )
  )[0];

/** Refuses the release of a sync that has failed, if the sync has one. */
export const refuseSynced = async (
  query: Query,
  syncId: number,
  { refusal, reason, at }: RefusedAt,
): Promise<ReleaseRow | undefined> =>
  (
    await query<ReleaseRow>(
      updated(
        `update releases set state = 'refused', refusal = $2, reason = $3, ended_at = $4::timestamptz where change_set_id = $1 and state = 'publishing'`,
      ),
      [syncId, refusal, reason, at.toISOString()],
    )
  )[0];

/** The most releases that one query returns. */
const dueAtOnce = 1000;

/** Open releases whose time is not later than this, by their time. */
export const listDue = (query: Query, until: Date): Promise<{ id: number; publish_at: Date }[]> =>
  query(
    `select id, publish_at from releases where state = 'open' and publish_at <= $1::timestamptz order by publish_at limit ${dueAtOnce}`,
    [until.toISOString()],
    'releases-due',
  );

/** Published releases whose export has not started. */
export const listWithoutExport = async (query: Query): Promise<number[]> =>
  (
    await query<{ id: number }>(
      `select id from releases where state = 'published' and exports_after and report_id is null order by id limit ${dueAtOnce}`,
      [],
      'releases-exports',
    )
  ).map(({ id }) => id);

/** Locks a published release whose export has not started. */
export const lockWithoutExport = async (query: Query, id: number): Promise<ReleaseRow | undefined> => {
  const [locked] = await query(
    `select 1 from releases where id = $1 and state = 'published' and exports_after and report_id is null for update`,
    [id],
  );
  return locked === undefined ? undefined : getWholeRelease(query, id);
};

export const writeReport = (query: Query, id: number, reportId: number): Promise<unknown> =>
  query('update releases set report_id = $2 where id = $1', [id, reportId]);

/** An open release with a time, other than one, and its selection. */
export interface OtherRelease {
  id: number;
  name: string;
  publish_at: Date;
  time_zone: string;
  selection: SyncSelection | null;
}

/** The next planned release out of an instance after one with this id: one at a time, as selections may be large. */
export const nextPlanned = async (
  query: Query,
  sourceId: number,
  after: number,
  except: number | null,
): Promise<OtherRelease | undefined> =>
  (
    await query<OtherRelease>(
      `select id, name, publish_at, time_zone, nullif(request->'selection', 'null') as selection from releases
        where source_id = $1 and id > $2 and state = 'open' and publish_at is not null and id is distinct from $3::int order by id limit 1`,
      [sourceId, after, except],
    )
  )[0];

/** The recipients of mail about a release: its creator and its planner, or the owners if neither is in the workspace. */
export const listPeople = (query: Query, id: number): Promise<{ email: string }[]> =>
  query(
    `with members as materialized (
        select a.id, a.email, m.role_id, a.id = r.account_id or a.id = r.planned_by as is_own
        from releases r join instances i on i.id = r.source_id join projects p on p.id = i.project_id
        join workspace_members m on m.workspace_id = p.workspace_id join accounts a on a.id = m.account_id
        where r.id = $1
      )
      select email from members where is_own or (role_id = 1 and not exists (select from members where is_own)) order by id`,
    [id],
  );
