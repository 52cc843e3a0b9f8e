import type { BilledPlan, SubscriptionEnd } from '@quartermaster/contract/subscription.ts';
import {
  type RevisionPlace,
  type RevisionRange,
  rangeSql,
  rangeValues,
} from '../../content/history/compact-repository.ts';
import type { Query } from '../../core/database/database.ts';
import { sqlText } from '../../core/database/sql-text.ts';
import type { Kept } from './retention.ts';

/** A workspace with its stored plan, and what is kept of its history so far. */
export interface KeptWorkspace {
  id: number;
  plan: BilledPlan['plan'];
  status: BilledPlan['status'];
  nextBillingDateAt: Date | null;
  endsAs: SubscriptionEnd | null;
  /** Null before it was first stored. */
  retention: Kept | null;
}

const workspacesAtOnce = 500;

/** The next workspaces after one of them, by id. */
export async function listKept(query: Query, after: number): Promise<KeptWorkspace[]> {
  const rows = await query<
    Omit<KeptWorkspace, 'retention'> & { known: boolean; days: number | null; shorterSince: Date | null }
  >(
    sqlText`
      select s.workspace_id as id, s.plan, s.status, s.next_billing_date_at as "nextBillingDateAt", s.ends_as as "endsAs",
        k.workspace_id is not null as known, k.days, k.shorter_since as "shorterSince"
      from subscriptions s left join kept_history k using (workspace_id)
      where s.workspace_id > $1 order by s.workspace_id limit ${workspacesAtOnce}
    `,
    [after],
  );
  return rows.map(({ known, days, shorterSince, ...row }) => ({
    ...row,
    retention: known ? { days, shorterSince } : null,
  }));
}

/** Stores for how long the history of a workspace is kept, and what may be deleted from now on. */
export async function writeKept(
  query: Query,
  workspaceId: number,
  { days, shorterSince, before }: { days: number | null; shorterSince: Date | null; before: Date | null },
): Promise<void> {
  await query(
    sqlText`
      insert into kept_history (workspace_id, days, shorter_since, deleted_before)
      select w.id, $2::int, $3::timestamptz, $4::timestamptz from workspaces w where w.id = $1
      on conflict (workspace_id) do update set days = excluded.days, shorter_since = excluded.shorter_since,
        deleted_before = greatest(kept_history.deleted_before, excluded.deleted_before)
    `,
    [workspaceId, days, shorterSince?.toISOString() ?? null, before?.toISOString() ?? null],
  );
}

/** A template whose revisions are due, and for how many days they are kept; null for ever. */
export interface DueTemplate {
  key: number;
  instanceId: number;
  days: number | null;
}

const templatesAtOnce = 1000;

/** The next templates after one of them, including deleted ones, whose last sweep was finished before a time, or is under way. */
export const listDueTemplates = (query: Query, finishedBefore: Date, after: number): Promise<DueTemplate[]> =>
  query<DueTemplate>(
    sqlText`
      select t.key, t.instance_id as "instanceId", k.days
      from (select key, instance_id from templates union select template_key, instance_id from template_revisions) t
      join instances i on i.id = t.instance_id
      join projects p on p.id = i.project_id and p.removal_started_at is null
      left join kept_history k on k.workspace_id = p.workspace_id
      left join history_sweeps s on s.template_key = t.key
      where t.key > $2 and (s.template_key is null or s.finished_at is null or s.finished_at < $1::timestamptz)
      order by t.key limit ${templatesAtOnce}
    `,
    [finishedBefore.toISOString(), after],
  );

/** How far the sweep of a template is. */
export interface Sweep {
  position: RevisionPlace;
  /** When the one before was started. */
  sweptAt: Date | null;
}

/** Begins the sweep of a template, or continues one; undefined if its project is removed, which waits for the end of the transaction. */
export async function beginSweep(
  query: Query,
  { key, instanceId }: DueTemplate,
  now: Date,
): Promise<Sweep | undefined> {
  const [row] = await query<{ itemId: number; version: number; sweptAt: Date | null }>(
    sqlText`
      insert into history_sweeps as s (template_key, started_at)
      select $1::int, $2::timestamptz from instances i join projects p on p.id = i.project_id and p.removal_started_at is null
      where i.id = $3
      for share of p
      on conflict (template_key) do update set finished_at = null,
        started_at = case when s.finished_at is null then s.started_at else excluded.started_at end,
        item_id = case when s.finished_at is null then s.item_id else 0 end,
        version = case when s.finished_at is null then s.version else 0 end,
        least_template_version = case when s.finished_at is null then s.least_template_version end,
        least_at = case when s.finished_at is null then s.least_at end
      returning item_id as "itemId", version, swept_at as "sweptAt"
    `,
    [key, now.toISOString(), instanceId],
    'begin-sweep',
  );
  return row && { position: { itemId: row.itemId, version: row.version }, sweptAt: row.sweptAt };
}

/** Stores that the sweep of a template has done a range, and what is left in it was saved with. */
export async function moveSweep(query: Query, range: RevisionRange): Promise<void> {
  await query(
    sqlText`
      update history_sweeps s set item_id = $4, version = $5,
        least_template_version = least(s.least_template_version, x.template_version), least_at = least(s.least_at, x.at)
      from (
        select min(r.template_version) as template_version, min(r.at) filter (where r.template_version is null) as at
        from item_revisions r where ${rangeSql('r')}
      ) x
      where s.template_key = $1
    `,
    rangeValues(range),
    'move-sweep',
  );
}

/** Ends the sweep of a template. */
export async function endSweep(query: Query, templateKey: number, now: Date): Promise<void> {
  await query(
    'update history_sweeps set finished_at = $2::timestamptz, swept_at = started_at where template_key = $1',
    [templateKey, now.toISOString()],
  );
}

/** A project whose history is not kept for ever, with its instances. */
export interface ExpiringProject {
  id: number;
  days: number;
  instanceIds: number[];
}

/** The projects whose history is not kept for ever. */
export const listExpiring = (query: Query): Promise<ExpiringProject[]> =>
  query<ExpiringProject>(
    sqlText`
      select p.id, k.days, array_agg(i.id order by i.id) as "instanceIds"
      from kept_history k
      join projects p on p.workspace_id = k.workspace_id and p.removal_started_at is null
      join instances i on i.project_id = p.id
      where k.days is not null
      group by p.id, k.days order by p.id
    `,
    [],
  );
