import type { Environment } from '@quartermaster/contract/access.ts';
import type { ChangeKind } from '@quartermaster/contract/endpoints/change-sets.ts';
import type { MenuNode } from '@quartermaster/contract/endpoints/menu.ts';
import type { Unit } from '../../core/app/unit.ts';
import {
  type Actor,
  type ActorRow,
  type Author,
  actorNameSql,
  personOf,
  toActor,
  toActorColumns,
} from '../../core/base/actor.ts';
import { type Bind, binder } from '../../core/database/binder.ts';
import type { Query } from '../../core/database/database.ts';
import { type Period, withinPeriod } from '../../core/database/period.ts';
import { sqlText } from '../../core/database/sql-text.ts';
import type { NewEvent } from '../../core/events/event.ts';
import { endProgress, type JobAttempt, type JobSubject, startProgress } from '../../core/jobs/progress.ts';
import type { ChangeSetRequest, EditRequest } from '../../core/tables/change-sets.ts';
import type { Pair } from '../model/instance-pair.ts';
import { type ChangeSet, conflictsRevision, isLocal, isWritten } from './change-set.ts';
import type { StagedTemplate } from './stage/stage-repository.ts';

/** The job of a change set. */
export const jobOf = (changeSetId: number): JobSubject => ({ kind: 'change-set', id: changeSetId });

/** What a job does until it applies a change set. */
export const preparing = 'Preparing the items';

/** A change set without its potentially large parts: the selection and the menus. */
export interface ChangeSetSummary extends ActorRow {
  id: number;
  origin: 'sync' | 'bulk-edit' | 'import' | 'grid' | 'restore' | 'proposal' | 'undo';
  /** The instance that content is copied from, or that an undone sync has copied from; else null. */
  source_id: number | null;
  source_env: Environment | null;
  target_id: number;
  target_env: Environment;
  /** The current name of the account; null if there is none any more. */
  name: string | null;
  state: 'running' | 'applied' | 'failed' | 'cancelled';
  error: string | null;
  note: string;
  added: number;
  updated: number;
  removed: number;
  templates: number;
  has_menu: boolean;
  /** How many items its job has prepared. */
  done: number;
  /** The change set that this one undoes. */
  undoes_id: number | null;
  /** The latest applied change set that undoes this one. */
  undone_by: number | null;
  review_id: number | null;
  created_at: Date;
  finished_at: Date | null;
}

/** A change set with all its parts. */
export interface StoredChangeSet extends ChangeSetSummary {
  request: ChangeSetRequest;
  edit: EditRequest | null;
  revision: string;
  menu_before: MenuNode[] | null;
  menu_after: MenuNode[] | null;
}

/** Who makes a change set, and through which feature. */
export const authorOf = ({ origin, ...row }: AuthorRow): Author => ({ actor: toActor(row), origin });

/** The columns of a change set that store its author. */
export type AuthorRow = Pick<ChangeSetSummary, 'account_id' | 'actor' | 'origin'>;

/** SQL: the columns of a {@link ChangeSetSummary} in {@link changeSetTables}. */
export const changeSetColumns = `y.id, y.origin, y.source_id, s.env as source_env, y.target_id, t.env as target_env, y.account_id, y.actor, ${actorNameSql('y', 'a')} as name, y.state, y.error, y.note,
  y.added, y.updated, y.removed, y.templates, y.menu_after is not null as has_menu, coalesce(p.done, 0) as done, y.undoes_id, y.review_id, y.created_at, y.finished_at,
  (select u.id from change_sets u where u.undoes_id = y.id and u.state = 'applied' order by u.id desc limit 1) as undone_by`;

/** SQL: a change set `y` with its instances and its author. */
export const changeSetTables = `change_sets y left join instances s on s.id = y.source_id join instances t on t.id = y.target_id left join accounts a on a.id = y.account_id
  left join job_progress p on p.kind = 'change-set' and p.subject_id = y.id`;

/** A change set without its large parts; undefined if there is none with this id. */
export const getChangeSet = async (query: Query, id: number): Promise<ChangeSetSummary | undefined> =>
  (await query<ChangeSetSummary>(`select ${changeSetColumns} from ${changeSetTables} where y.id = $1`, [id]))[0];

/** A change set with all its parts; undefined if there is none with this id. */
export const getStoredChangeSet = async (query: Query, id: number): Promise<StoredChangeSet | undefined> =>
  (
    await query<StoredChangeSet>(
      `select ${changeSetColumns}, y.request, y.edit, y.revision, y.menu_before, y.menu_after from ${changeSetTables} where y.id = $1`,
      [id],
    )
  )[0];

/** The instances of a sync; for other change sets, both are the one that they change. */
export function pairOf({ source_id, source_env, target_id, target_env }: ChangeSetSummary): Pair {
  const target = { id: target_id, env: target_env };
  return { source: source_id === null || source_env === null ? target : { id: source_id, env: source_env }, target };
}

/** What the calls for syncs and for change sets return alike. */
export const describeSet = (row: ChangeSetSummary) => ({
  id: row.id,
  error: row.error,
  by: personOf(row),
  created_at: row.created_at.toISOString(),
  finished_at: row.finished_at?.toISOString() ?? null,
  note: row.note,
  counts: {
    added: row.added,
    updated: row.updated,
    removed: row.removed,
    templates: row.templates,
    menu: row.has_menu,
  },
  progress: progressOf(row),
  undoes: row.undoes_id,
  undone_by: row.undone_by,
});

/** The number of items that a change set writes. */
const totalOf = ({ added, updated, removed }: Pick<ChangeSetSummary, 'added' | 'updated' | 'removed'>) =>
  added + updated + removed;

/** The progress of a change set, in items. */
export function progressOf({ state, done, ...counts }: ProgressColumns): { done: number; total: number } {
  const total = totalOf(counts);
  return { done: state === 'applied' ? total : Math.min(done, total), total };
}

type ProgressColumns = Pick<ChangeSetSummary, 'state' | 'done' | 'added' | 'updated' | 'removed'>;

/** Syncs out of an instance and into it, newest first. */
export const listSyncs = (
  query: Query,
  { instanceId, before, limit, ...period }: { instanceId: number; before: number; limit: number } & Period,
): Promise<ChangeSetSummary[]> => {
  const values: unknown[] = [instanceId, before, limit];
  const within = withinPeriod('y.created_at', period, values);
  return query<ChangeSetSummary>(
    `select ${changeSetColumns} from ${changeSetTables} where (y.source_id = $1 or (y.target_id = $1 and y.source_id is not null)) and y.id < $2 ${within} order by y.id desc limit $3`,
    values,
  );
};

/** The running sync into an instance. */
export const findRunning = async (query: Query, targetId: number) =>
  (
    await query<ProgressColumns & { id: number }>(
      `select y.id, y.state, coalesce(p.done, 0) as done, y.added, y.updated, y.removed
        from change_sets y left join job_progress p on p.kind = 'change-set' and p.subject_id = y.id
        where y.target_id = $1 and y.state = 'running' and y.source_id is not null`,
      [targetId],
    )
  )[0];

/** The numbers of a change set's items and templates by kind of write. */
export function countsOf({ items, templates }: ChangeSet) {
  const count = (kind: ChangeKind) => items.filter((item) => item.change === kind && isWritten(item)).length;
  return {
    added: count('added'),
    updated: count('updated'),
    removed: count('removed'),
    templates: templates.filter(({ change }) => change).length,
  };
}

/** A change set to be stored. */
export interface NewChangeSet {
  actor: Actor;
  note: string;
  request: ChangeSetRequest;
  reviewId: number | null;
  at: Date;
  /** Of a bulk edit: its request, and the hash of the body of a request that may be repeated, with its key. */
  edit?: EditRequest | null;
  /** Of rows that were read from a file, typed into a grid or proposed, of content from the history, and of an edit that is not repeated. */
  contentFrom?: 'import' | 'grid' | 'proposal' | 'restore' | 'bulk-edit';
  repeatable?: { key: string; bodyHash: string } | null;
  /** The numbers of items, if the change set's pages have to be read for them. */
  counts?: Pick<ChangeSetSummary, 'added' | 'updated' | 'removed'>;
}

/** Which feature a new change set comes from. */
export const originOf = ({ undoes }: ChangeSet, { edit, contentFrom }: NewChangeSet): ChangeSetSummary['origin'] =>
  contentFrom ?? (edit ? 'bulk-edit' : undoes === null ? 'sync' : 'undo');

/** SQL: stores a change set and returns its id; none if a sync into the target is running, or if its key was used. */
export function newChangeSetSql(
  bind: Bind,
  changeSet: ChangeSet,
  created: NewChangeSet,
  ended?: { columns: Record<string, string>; from: string },
): string {
  const { added, updated, removed, templates } = { ...countsOf(changeSet), ...created.counts };
  const request: ChangeSetRequest = { ...created.request, checked: conflictsRevision(changeSet) };
  const { accountId, actor } = toActorColumns(created.actor);
  const columns = {
    source_id: bind(isLocal(changeSet) ? null : changeSet.pair.source.id, 'int'),
    target_id: bind(changeSet.pair.target.id, 'int'),
    account_id: bind(accountId, 'int'),
    actor: bind(actor, 'text'),
    state: `'running'`,
    note: bind(created.note, 'text'),
    request: bind(JSON.stringify(request), 'jsonb'),
    revision: bind(changeSet.revision, 'text'),
    added: bind(added, 'int'),
    updated: bind(updated, 'int'),
    removed: bind(removed, 'int'),
    templates: bind(templates, 'int'),
    undoes_id: bind(changeSet.undoes, 'int'),
    review_id: bind(created.reviewId, 'int'),
    created_at: bind(created.at.toISOString(), 'timestamptz'),
    origin: bind(originOf(changeSet, created), 'text'),
    edit: bind(created.edit ? JSON.stringify(created.edit) : null, 'jsonb'),
    idempotency_key: bind(created.repeatable?.key ?? null, 'uuid'),
    body_hash: bind(created.repeatable?.bodyHash ?? null, 'uuid'),
    ...ended?.columns,
  };
  return sqlText`
    insert into change_sets (${Object.keys(columns).join(', ')})
    select ${Object.values(columns).join(', ')} ${ended?.from ?? ''}
    on conflict do nothing
    returning id
  `;
}

/**
 * Stores a running change set, which a job applies; returns undefined if a sync into the target is running, or if a request with the same key
 * was stored.
 */
export async function storeChangeSet(
  query: Query,
  changeSet: ChangeSet,
  created: NewChangeSet,
): Promise<number | undefined> {
  const { values, bind } = binder();
  const [row] = await query<{ id: number }>(newChangeSetSql(bind, changeSet, created), values);
  if (row)
    await startProgress(query, {
      ...jobOf(row.id),
      instanceId: changeSet.pair.target.id,
      doing: preparing,
      total: totalOf({ ...countsOf(changeSet), ...created.counts }),
      canCancel: isLocal(changeSet),
      at: created.at,
    });
  return row?.id;
}

/** Replaces the change set of an attempt at a running change set, which has prepared nothing yet; returns the number of its items. */
export async function updateChangeSet(query: Query, id: number, changeSet: ChangeSet): Promise<number> {
  const { added, updated, removed, templates } = countsOf(changeSet);
  await query(
    `update change_sets set revision = $2, added = $3, updated = $4, removed = $5, templates = $6 where id = $1`,
    [id, changeSet.revision, added, updated, removed, templates],
  );
  return added + updated + removed;
}

type Completing = Pick<Unit, 'query' | 'emit'>;

/** Ends a running change set as applied, and emits the event. */
export async function completeChangeSet(
  { query, emit }: Completing,
  id: number,
  { at, menuBefore, menuAfter }: { at: Date; menuBefore: MenuNode[] | null; menuAfter: MenuNode[] | null },
): Promise<void> {
  const [applied] = await query<AppliedRow>(
    `update change_sets y set state = 'applied', finished_at = $2::timestamptz, menu_before = $3::jsonb, menu_after = $4::jsonb
      where id = $1 returning ${appliedColumns}`,
    [id, at.toISOString(), menuBefore && JSON.stringify(menuBefore), menuAfter && JSON.stringify(menuAfter)],
  );
  if (applied) await emit(appliedEvent(applied));
}

/** Ends a running local change set as applied, and emits the event; its numbers become those of the items that it has written. */
export async function completeCounted({ query, emit }: Completing, id: number, at: Date): Promise<void> {
  const [applied] = await query<AppliedRow>(
    `update change_sets y set state = 'applied', finished_at = $2::timestamptz, added = s.added, updated = s.updated, removed = s.removed
      from (
        select count(*) filter (where change = 'added')::int as added, count(*) filter (where change = 'updated')::int as updated,
          count(*) filter (where change = 'removed')::int as removed
        from change_set_items where change_set_id = $1 and version is not null
      ) s
      where y.id = $1 returning ${appliedColumns}`,
    [id, at.toISOString()],
  );
  if (applied) await emit(appliedEvent(applied));
}

type AppliedRow = AuthorRow &
  Pick<ChangeSetSummary, 'id' | 'target_id' | 'undoes_id' | 'added' | 'updated' | 'removed' | 'templates' | 'has_menu'>;

const appliedColumns =
  'y.id, y.target_id, y.account_id, y.actor, y.origin, y.undoes_id, y.added, y.updated, y.removed, y.templates, y.menu_after is not null as has_menu';

const appliedEvent = ({ id, target_id, account_id, actor, origin, ...details }: AppliedRow): NewEvent => ({
  kind: 'change_set.applied',
  instanceId: target_id,
  author: authorOf({ account_id, actor, origin }),
  change_set_id: id,
  ...details,
});

/** Cancels a running change set, in a transaction; returns false if it has ended. */
export async function cancelRunning(query: Query, id: number, at: Date): Promise<boolean> {
  if (!(await endProgress(query, jobOf(id), { state: 'cancelled', at }))) return false;
  await query(`update change_sets set state = 'cancelled', finished_at = $2::timestamptz where id = $1`, [
    id,
    at.toISOString(),
  ]);
  return true;
}

/** The change set that a request with this key has stored, and whether its body was the same. */
export const findRepeated = async (
  query: Query,
  { targetId, key, bodyHash }: { targetId: number; key: string; bodyHash: string },
): Promise<{ id: number; is_same: boolean } | undefined> =>
  (
    await query<{ id: number; is_same: boolean }>(
      `select id, body_hash = $3::uuid as is_same from change_sets where target_id = $1 and idempotency_key = $2::uuid`,
      [targetId, key, bodyHash],
    )
  )[0];

/** Ends a running change set as failed, in a transaction; returns false if this is not its latest attempt. */
export async function failChangeSet(query: Query, attempt: JobAttempt, error: string, at: Date): Promise<boolean> {
  if (!(await endProgress(query, attempt, { state: 'failed', error, at }))) return false;
  await query(`update change_sets set state = 'failed', error = $2, finished_at = $3::timestamptz where id = $1`, [
    attempt.id,
    error,
    at.toISOString(),
  ]);
  return true;
}

/** The templates of a change set that are stored with it, by id. */
export const listTemplates = async (query: Query, changeSetId: number): Promise<StagedTemplate[]> =>
  query<StagedTemplate>(
    `select template_id as "templateId", template_key as key, label, change, before, after from change_set_templates where change_set_id = $1 order by template_id`,
    [changeSetId],
  );
