import { type Environment, permissions, workspaceRoles } from '@quartermaster/contract/access.ts';
import type { SyncSelection } from '@quartermaster/contract/endpoints/sync.ts';
import {
  type Actor,
  type ActorRow,
  accountOf,
  actorNameSql,
  type StoredActor,
  shownName,
  toActorColumns,
} from '../../../core/base/actor.ts';
import type { Query } from '../../../core/database/database.ts';
import type { SeenChanges } from '../../../core/tables/sync.ts';

/** A review without its selection, which can be large. */
export interface ReviewRow extends ActorRow {
  id: number;
  source_id: number;
  source_env: Environment;
  target_id: number;
  target_env: Environment;
  name: string | null;
  state: 'open' | 'applied' | 'declined';
  is_all: boolean;
  items: number;
  templates: number;
  note: string;
  created_at: Date;
  answered_by: number | null;
  answered_actor: StoredActor | null;
  answered_name: string | null;
  answered_at: Date | null;
  answer_note: string;
  change_set_id: number | null;
}

/** A stored review. */
export interface WholeReview extends ReviewRow {
  selection: SyncSelection | null;
  seen: SeenChanges | null;
}

const columns = `r.id, r.source_id, s.env as source_env, r.target_id, t.env as target_env, r.account_id, r.actor, ${actorNameSql('r', 'a')} as name, r.state, r.is_all, r.items, r.templates,
  r.note, r.created_at, r.answered_by, r.answered_actor, b.name as answered_name, r.answered_at, r.answer_note, r.change_set_id`;
const tables = `sync_reviews r join instances s on s.id = r.source_id join instances t on t.id = r.target_id
  left join accounts a on a.id = r.account_id left join accounts b on b.id = r.answered_by`;

export const getReview = async (query: Query, sourceId: number, id: number): Promise<WholeReview | undefined> =>
  (
    await query<WholeReview>(
      `select ${columns}, r.selection, r.seen from ${tables} where r.source_id = $1 and r.id = $2`,
      [sourceId, id],
    )
  )[0];

export const listReviews = (
  query: Query,
  { sourceId, state, before, limit }: { sourceId: number; state?: string | undefined; before: number; limit: number },
): Promise<ReviewRow[]> =>
  query<ReviewRow>(
    `select ${columns} from ${tables} where r.source_id = $1 and ($2::text is null or r.state = $2) and r.id < $3 order by r.id desc limit $4`,
    [sourceId, state ?? null, before, limit],
  );

interface NewReview {
  sourceId: number;
  targetId: number;
  actor: Actor;
  selection: SyncSelection | null;
  seen: SeenChanges;
  items: number;
  templates: number;
  note: string;
  at: Date;
}

export async function createReview(query: Query, review: NewReview): Promise<number> {
  const { accountId, actor } = toActorColumns(review.actor);
  const [row] = await query<{ id: number }>(
    `insert into sync_reviews (source_id, target_id, account_id, state, selection, is_all, items, templates, note, created_at, actor, seen)
      values ($1, $2, $3, 'open', $4::jsonb, $5, $6, $7, $8, $9::timestamptz, $10, $11::jsonb) returning id`,
    [
      review.sourceId,
      review.targetId,
      accountId,
      review.selection && JSON.stringify(review.selection),
      review.selection === null,
      review.items,
      review.templates,
      review.note,
      review.at.toISOString(),
      actor,
      JSON.stringify(review.seen),
    ],
  );
  return row?.id ?? 0;
}

/** The answer to a review. */
export interface Answer {
  state: 'applied' | 'declined';
  actor: Actor;
  note: string;
  syncId: number | null;
  at: Date;
}

/** Answers an open review; false if it is already answered. */
export const answerReview = async (
  query: Query,
  id: number,
  { state, actor, note, syncId, at }: Answer,
): Promise<boolean> =>
  (
    await query(
      `update sync_reviews set state = $2, answered_by = $3, answer_note = $4, change_set_id = $5, answered_at = $6::timestamptz, answered_actor = $7
        where id = $1 and state = 'open' returning 1`,
      [id, state, accountOf(actor), note, syncId, at.toISOString(), toActorColumns(actor).actor],
    )
  ).length > 0;

/** A member to mail, and the names of project and instances for the mail. */
export interface Recipient {
  email: string;
  name: string;
  project: string;
}

/** The members who can move changes out of an instance: owners of the workspace, and members with a role that allows it. */
export const listReviewers = (query: Query, sourceId: number): Promise<(Recipient & { id: number })[]> =>
  query(
    `select a.id, a.email, a.name, p.name as project
      from instances i join projects p on p.id = i.project_id
      join workspace_members m on m.workspace_id = p.workspace_id join accounts a on a.id = m.account_id
      where i.id = $1 and (m.role_id = $2 or exists (
        select 1 from instance_members g join roles r on r.id = g.role_id
        where g.instance_id = i.id and g.account_id = a.id and (r.is_admin or $3 = any(r.permission_ids))))
      order by a.id`,
    [sourceId, workspaceRoles.owner, permissions.MOVE_INSTANCE_CHANGES.id],
  );

/** The author of a review, if still a member of the workspace. */
export const findRequester = async (query: Query, reviewId: number): Promise<Recipient | undefined> =>
  (
    await query<Recipient>(
      `select a.email, a.name, p.name as project
        from sync_reviews v join instances i on i.id = v.source_id join projects p on p.id = i.project_id
        join workspace_members m on m.workspace_id = p.workspace_id and m.account_id = v.account_id join accounts a on a.id = v.account_id
        where v.id = $1`,
      [reviewId],
    )
  )[0];

/** The name of an actor in a mail. */
export async function findActorName(query: Query, actor: Actor): Promise<string> {
  const [account] = await query<{ name: string }>('select name from accounts where id = $1', [accountOf(actor)]);
  return shownName(actor.kind, account?.name ?? null) ?? 'Somebody';
}
