import type { Environment } from '@quartermaster/contract/access.ts';
import type { StoredRow } from '@quartermaster/contract/content/row-anchors.ts';
import type { CommentCount, ThreadSubject } from '@quartermaster/contract/endpoints/comments.ts';
import { commentLimits } from '@quartermaster/contract/rules/comments.ts';
import { type ActorRow, actorNameSql } from '../../core/base/actor.ts';
import type { SubjectColumns } from '../../core/base/thread-subject.ts';
import type { Query } from '../../core/database/database.ts';

/** A comment. */
export interface CommentRow extends ActorRow {
  id: number;
  env: Environment;
  /** Null for the first of a thread. */
  thread_id: number | null;
  /** The writer's current name; null if the account was deleted. */
  name: string | null;
  text: string;
  mentions: number[];
  created_at: Date;
  edited_at: Date | null;
  deleted_at: Date | null;
}

/** A comment of a list of threads, and of a first one what its thread is about. */
export interface ThreadCommentRow extends CommentRow, SubjectColumns {
  instance_id: number;
  line: number | null;
  field_id: string | null;
  rows: StoredRow[] | null;
  field_label: string;
  quote: string;
  resolved_at: Date | null;
  resolved_by: number | null;
  resolver: string | null;
  /** How many comments the thread has. */
  comment_count: number;
}

const commentSql = `c.id, i.env, c.thread_id, c.account_id, c.actor, ${actorNameSql('c', 'a')} as name, c.text, c.mentions,
    c.created_at, c.edited_at, c.deleted_at`;

/** What threads are about, in a project. */
export type Scope = ThreadSubject & { projectId: number };

/** SQL: the first comments of some threads. */
interface Firsts {
  sql: string;
  values: unknown[];
}

/** Those about something in the project `$1`. */
const firstsAbout = ({ about, subject_id, template_id, item_id, projectId }: Scope): Firsts => {
  if (subject_id !== undefined)
    return {
      sql: 'c.thread_id is null and c.project_id = $1 and c.about = $2 and c.subject_id = $3',
      values: [projectId, about, subject_id],
    };
  return {
    sql: `c.thread_id is null and c.about in ('item', 'template') and c.project_id = $1 and c.about = $2
      and c.template_id = $3 and c.item_id is not distinct from $4::int`,
    values: [projectId, about, template_id ?? null, item_id ?? null],
  };
};

/** The first comments of threads and the latest answers, by time. */
const listFirstsAndLatest = (query: Query, { sql, values }: Firsts, name: string): Promise<ThreadCommentRow[]> =>
  query<ThreadCommentRow>(
    `with first as materialized (select c.id from comments c where ${sql} order by c.id limit ${commentLimits.threads}),
      listed as (
        select f.id, 1 + (select count(*)::int from comments o where o.thread_id = f.id) as comment_count from first f
        union all
        select l.id, 0 from first f, lateral (
          select o.id from comments o where o.thread_id = f.id order by o.id desc limit ${commentLimits.latest}) l)
    select ${commentSql}, c.instance_id, c.about, c.subject_id, c.template_id, c.item_id, c.line, c.field_id, c.rows, c.field_label, c.quote,
        c.resolved_at, c.resolved_by, r.name as resolver, listed.comment_count
      from listed join comments c on c.id = listed.id join instances i on i.id = c.instance_id
        left join accounts a on a.id = c.account_id left join accounts r on r.id = c.resolved_by
      order by c.id`,
    values,
    name,
  );

/** The threads about something. */
export const listThreads = (query: Query, scope: Scope): Promise<ThreadCommentRow[]> =>
  listFirstsAndLatest(
    query,
    firstsAbout(scope),
    `comments-about-${scope.subject_id === undefined ? 'content' : 'subject'}`,
  );

/** One thread. */
export const listThread = (query: Query, threadId: number): Promise<ThreadCommentRow[]> =>
  listFirstsAndLatest(query, { sql: 'c.id = $1 and c.thread_id is null', values: [threadId] }, 'comments-thread');

/** The next answers of a thread after a comment, by time. */
export const listReplies = (query: Query, threadId: number, after: number): Promise<CommentRow[]> =>
  query<CommentRow>(
    `select ${commentSql} from comments c join instances i on i.id = c.instance_id left join accounts a on a.id = c.account_id
      where c.thread_id = $1 and c.id > $2 order by c.id limit ${commentLimits.page}`,
    [threadId, after],
    'comments-replies',
  );

/** The current names of accounts, by id; deleted ones are omitted. */
export async function readNames(query: Query, accountIds: readonly number[]): Promise<Map<number, string>> {
  const ids = [...new Set(accountIds)];
  if (ids.length === 0) return new Map();
  const rows = await query<{ id: number; name: string }>(
    'select id, name from accounts where id = any($1::int[])',
    [ids],
    'comments-names',
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** A line of a review, a release or a proposal: one of its items, or a template itself. */
interface Line {
  template_id: string;
  item_id: number | null;
}

/** The labels of lines as they are in an instance; of those that are there. */
export const listLineLabels = (
  query: Query,
  instanceId: number,
  lines: readonly Line[],
): Promise<(Line & { label: string })[]> =>
  query<Line & { label: string }>(
    `select distinct l.template_id, l.item_id, coalesce(b.label, t.label) as label
      from unnest($2::text[], $3::int[]) as l (template_id, item_id)
        join templates t on t.instance_id = $1 and t.id = l.template_id
        left join items b on b.template_key = t.key and b.id = l.item_id
      where l.item_id is null or b.id is not null`,
    [instanceId, lines.map(({ template_id }) => template_id), lines.map(({ item_id }) => item_id)],
    'comments-lines',
  );

/** The first comment of a thread, as far as it says what that is about. */
export interface ThreadRow extends SubjectColumns {
  id: number;
}

const threadSql = 'f.id, f.about, f.subject_id, f.template_id, f.item_id';

/** The thread of a comment in a project; undefined if there is no such comment. */
export const findThread = async (query: Query, projectId: number, commentId: number): Promise<ThreadRow | undefined> =>
  (
    await query<ThreadRow>(
      `select ${threadSql} from comments c join comments f on f.id = coalesce(c.thread_id, c.id)
        where c.project_id = $1 and c.id = $2`,
      [projectId, commentId],
      'comments-find-thread',
    )
  )[0];

/** The same, locked until the end of the transaction. */
export const lockThread = async (query: Query, projectId: number, commentId: number): Promise<ThreadRow | undefined> =>
  (
    await query<ThreadRow>(
      `select ${threadSql} from comments c join comments f on f.id = coalesce(c.thread_id, c.id)
        where c.project_id = $1 and c.id = $2 for update of f`,
      [projectId, commentId],
    )
  )[0];

/** The last comment of a thread up to an id; undefined if all of them are later. */
export const findLast = async (query: Query, threadId: number, upTo: number): Promise<number | undefined> =>
  (
    await query<{ id: number }>(
      'select id from comments where (id = $1 or thread_id = $1) and id <= $2 order by id desc limit 1',
      [threadId, upTo],
      'comments-last',
    )
  )[0]?.id;

/** How many comments a thread has. */
export const countComments = async (query: Query, threadId: number): Promise<number> =>
  (
    await query<{ count: number }>('select count(*)::int as count from comments where id = $1 or thread_id = $1', [
      threadId,
    ])
  )[0]?.count ?? 0;

/** The accounts that a comment mentions. */
export const readMentions = async (query: Query, commentId: number): Promise<number[]> =>
  (await query<{ mentions: number[] }>('select mentions from comments where id = $1', [commentId]))[0]?.mentions ?? [];

/** A template of an instance, with whether it has an item; undefined if there is no such template. */
export const findContent = async (
  query: Query,
  instanceId: number,
  templateId: string,
  itemId: number | null,
): Promise<{ has_item: boolean } | undefined> =>
  (
    await query<{ has_item: boolean }>(
      `select exists (select 1 from items i where i.template_key = t.key and i.id = $3::int) as has_item
        from templates t where t.instance_id = $1 and t.id = $2`,
      [instanceId, templateId, itemId],
      'comments-content',
    )
  )[0];

/** Tables of what a thread can be about besides content, with the columns of the instances in which it can be read. */
const subjects = {
  review: { table: 'sync_reviews', instances: 'r.source_id' },
  release: { table: 'releases', instances: 'r.source_id, r.target_id' },
  proposal: { table: 'proposals', instances: 'r.instance_id' },
} as const;

/** Whether a review, a release or a proposal can be read in an instance. */
export const isSubjectIn = async (
  query: Query,
  instanceId: number,
  about: keyof typeof subjects,
  subjectId: number,
): Promise<boolean> => {
  const { table, instances } = subjects[about];
  const rows = await query(`select 1 from ${table} r where r.id = $1 and $2 in (${instances})`, [
    subjectId,
    instanceId,
  ]);
  return rows.length > 0;
};

/** How many rows a proposal has, and of which templates. */
export const findProposed = async (
  query: Query,
  id: number,
): Promise<{ items: number; templateIds: string[] } | undefined> => {
  const [row] = await query<{ items: number; templates: { template_id: string }[] }>(
    'select items, templates from proposals where id = $1',
    [id],
  );
  return row && { items: row.items, templateIds: row.templates.map(({ template_id }) => template_id) };
};

/** How many threads there are about something; others that begin one there wait. */
export async function countThreads(query: Query, scope: Scope): Promise<number> {
  await query('select 1 from projects where id = $1 for no key update', [scope.projectId]);
  const { sql, values } = firstsAbout(scope);
  const [row] = await query<{ count: number }>(`select count(*)::int as count from comments c where ${sql}`, values);
  return row?.count ?? 0;
}

/** How many threads each of these items has, as the account sees them. */
export const countOfItems = (
  query: Query,
  {
    projectId,
    instanceId,
    templateId,
    itemIds,
    accountId,
  }: {
    projectId: number;
    instanceId: number;
    templateId: string;
    itemIds: readonly number[];
    accountId: number | null;
  },
): Promise<CommentCount[]> =>
  query<CommentCount>(
    `select c.item_id, count(*) filter (where c.resolved_at is null)::int as open,
        count(*) filter (where c.resolved_at is not null)::int as resolved,
        count(*) filter (where ${unreadSql('c.id', '$4')})::int as unread
      from comments c where c.thread_id is null and c.about in ('item', 'template') and c.about = 'item'
        and c.project_id = $1 and c.template_id = $2 and c.item_id = any($3::int[])
        and exists (select 1 from templates t join items i on i.template_key = t.key
          where t.instance_id = $5 and t.id = $2 and i.id = c.item_id)
      group by c.item_id order by c.item_id`,
    [projectId, templateId, itemIds, accountId, instanceId],
    'comments-count',
  );

/** SQL: whether a thread has comments of others that an account has not read; never for a caller without one. */
const unreadSql = (thread: string, account: string): string => `${account}::int is not null and exists (
    select 1 from comments o where (o.id = ${thread} or o.thread_id = ${thread}) and o.deleted_at is null
      and o.account_id is distinct from ${account}::int
      and o.id > coalesce((select d.up_to from comment_reads d where d.account_id = ${account}::int and d.thread_id = ${thread}), 0))`;

/** Those of these threads that an account has not read wholly. */
export async function findUnread(
  query: Query,
  threadIds: readonly number[],
  accountId: number | null,
): Promise<Set<number>> {
  const rows = await query<{ id: number }>(
    `select t.id from unnest($1::int[]) as t (id) where ${unreadSql('t.id', '$2')}`,
    [threadIds, accountId],
    'comments-unread',
  );
  return new Set(rows.map(({ id }) => id));
}
