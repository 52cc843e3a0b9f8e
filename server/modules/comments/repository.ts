import type { StoredRow } from '@quartermaster/contract/content/row-anchors.ts';
import type { CommentTarget } from '@quartermaster/contract/endpoints/comments.ts';
import { type Actor, toActorColumns } from '../../core/base/actor.ts';
import type { Query } from '../../core/database/database.ts';

/** A comment to be stored: the first of a thread with what that is about, or an answer. */
export interface NewComment {
  projectId: number;
  instanceId: number;
  actor: Actor;
  text: string;
  mentions: readonly number[];
  at: Date;
  threadId: number | null;
  target?: CommentTarget;
  rows?: readonly StoredRow[] | null;
  fieldLabel?: string;
  quote?: string;
}

/** Stores a comment, and returns its id. */
export async function insertComment(query: Query, comment: NewComment): Promise<number> {
  const { accountId, actor } = toActorColumns(comment.actor);
  const { about, subject_id, template_id, item_id, line, field_id } = comment.target ?? {};
  const [row] = await query<{ id: number }>(
    `insert into comments (project_id, instance_id, thread_id, about, subject_id, template_id, item_id, line, field_id, rows, quote,
        account_id, actor, text, mentions, created_at, field_label)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::text::jsonb, $11, $12, $13, $14, $15::int[], $16::timestamptz, $17) returning id`,
    [
      comment.projectId,
      comment.instanceId,
      comment.threadId,
      about ?? null,
      subject_id ?? null,
      template_id ?? null,
      item_id ?? null,
      line ?? null,
      field_id ?? null,
      comment.rows ? JSON.stringify(comment.rows) : null,
      comment.quote ?? '',
      accountId,
      actor,
      comment.text,
      comment.mentions,
      comment.at.toISOString(),
      comment.fieldLabel ?? '',
    ],
  );
  return row?.id ?? 0;
}

/** Changes the text of a comment of an account; false if it is not one of theirs, or deleted. */
export const writeText = async (
  query: Query,
  {
    id,
    accountId,
    text,
    mentions,
    at,
  }: { id: number; accountId: number; text: string; mentions: readonly number[]; at: Date },
): Promise<boolean> =>
  (
    await query(
      `update comments set text = $3, mentions = $4::int[], edited_at = $5::timestamptz
        where id = $1 and account_id = $2 and actor = 'account' and deleted_at is null returning 1`,
      [id, accountId, text, mentions, at.toISOString()],
    )
  ).length > 0;

/** Empties a comment of an account; false if it is not one of theirs, or deleted. */
export const emptyComment = async (query: Query, id: number, accountId: number, at: Date): Promise<boolean> =>
  (
    await query(
      `update comments set text = '', mentions = '{}', deleted_at = $3::timestamptz
        where id = $1 and account_id = $2 and actor = 'account' and deleted_at is null returning 1`,
      [id, accountId, at.toISOString()],
    )
  ).length > 0;

/** Deletes a thread of which every comment is deleted. */
export const deleteEmptyThread = (query: Query, threadId: number): Promise<unknown> =>
  query(
    `delete from comments where (id = $1 or thread_id = $1)
      and not exists (select 1 from comments o where (o.id = $1 or o.thread_id = $1) and o.deleted_at is null)`,
    [threadId],
  );

/** Resolves a thread, or opens it again. */
export const writeResolved = (
  query: Query,
  threadId: number,
  resolved: { by: number; at: Date } | null,
): Promise<unknown> =>
  query(
    `update comments set resolved_at = $2::timestamptz, resolved_by = $3
      where id = $1 and (resolved_at is null) = ($2::timestamptz is not null)`,
    [threadId, resolved?.at.toISOString() ?? null, resolved?.by ?? null],
  );

/** Notes that an account has read a thread up to a comment, at least. */
export async function writeRead(
  query: Query,
  read: { accountId: number; threadId: number; upTo: number; at: Date },
): Promise<void> {
  await query(
    `insert into comment_reads as known (account_id, thread_id, up_to) values ($1, $2, $3)
      on conflict (account_id, thread_id) do update set up_to = greatest(known.up_to, excluded.up_to)`,
    [read.accountId, read.threadId, read.upTo],
  );
  await query(
    `update comment_mentions m set read_at = $4::timestamptz from comments c
      where c.id = m.comment_id and m.account_id = $1 and m.read_at is null and (c.id = $2 or c.thread_id = $2) and c.id <= $3`,
    [read.accountId, read.threadId, read.upTo, read.at.toISOString()],
  );
}

/** Stores that these people are mentioned in a comment; those who were before are told once. */
export const insertMentions = (
  query: Query,
  commentId: number,
  accountIds: readonly number[],
  at: Date,
): Promise<unknown> =>
  query(
    `insert into comment_mentions (comment_id, account_id, created_at) select $1, id, $3::timestamptz from unnest($2::int[]) as t (id)
      on conflict do nothing`,
    [commentId, accountIds, at.toISOString()],
  );

/** Forgets mentions in a comment that its text no longer has. */
export const deleteMentions = (query: Query, commentId: number, exceptIds: readonly number[]): Promise<unknown> =>
  query('delete from comment_mentions where comment_id = $1 and not account_id = any($2::int[])', [
    commentId,
    exceptIds,
  ]);
