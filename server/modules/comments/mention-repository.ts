import type { Environment } from '@quartermaster/contract/access.ts';
import { actorNameSql, type StoredActor } from '../../core/base/actor.ts';
import type { SubjectRow } from '../../core/base/thread-subject.ts';
import type { Query } from '../../core/database/database.ts';

/** A mention that no mail has told of. */
export interface MentionRow extends SubjectRow {
  thread_id: number;
  instance_id: number;
  actor: StoredActor;
  /** The writer's current name; null if the account was deleted. */
  name: string | null;
  text: string;
  project: string;
  env: Environment;
}

/** Accounts with mentions to be mailed, of which no mail was sent since a moment. */
export const listMentioned = async (query: Query, since: Date): Promise<number[]> =>
  (
    await query<{ id: number }>(
      `select a.id from accounts a
        where a.id in (select account_id from comment_mentions where mailed_at is null)
          and (a.mentions_mailed_at is null or a.mentions_mailed_at <= $1) order by a.id limit 500`,
      [since.toISOString()],
      'mentioned',
    )
  ).map(({ id }) => id);

/** Locks an account whose mentions are to be mailed; undefined if another server mails them, or has just done so. */
export const lockMentioned = async (
  query: Query,
  accountId: number,
  since: Date,
): Promise<{ email: string; mails_mentions: boolean } | undefined> =>
  (
    await query<{ email: string; mails_mentions: boolean }>(
      `select email, mails_mentions from accounts
        where id = $1 and (mentions_mailed_at is null or mentions_mailed_at <= $2) for no key update skip locked`,
      [accountId, since.toISOString()],
    )
  )[0];

/** The most mentions that one mail is about. */
const mostTold = 100;

/** Takes all mentions of an account that are to be mailed, and returns the newest that were not read meanwhile. */
export const takeMentions = (query: Query, accountId: number, at: Date): Promise<MentionRow[]> =>
  query<MentionRow>(
    `with taken as (
      update comment_mentions set mailed_at = $2::timestamptz where account_id = $1 and mailed_at is null returning comment_id, read_at)
    select f.id as thread_id, c.instance_id, f.about, f.subject_id, f.template_id, f.item_id, c.actor, ${actorNameSql('c', 'a')} as name, c.text,
        p.name as project, i.env
      from taken m join comments c on c.id = m.comment_id join comments f on f.id = coalesce(c.thread_id, c.id)
        join instances i on i.id = c.instance_id join projects p on p.id = i.project_id left join accounts a on a.id = c.account_id
      where m.read_at is null and c.deleted_at is null order by c.id desc limit ${mostTold}`,
    [accountId, at.toISOString()],
  );

/** Notes that an account was mailed. */
export const writeMailed = (query: Query, accountId: number, at: Date): Promise<unknown> =>
  query('update accounts set mentions_mailed_at = $2::timestamptz where id = $1', [accountId, at.toISOString()]);

/** Whether an account gets mails of mentions. */
export const readMailsMentions = async (query: Query, accountId: number): Promise<boolean> =>
  (await query<{ mails_mentions: boolean }>('select mails_mentions from accounts where id = $1', [accountId]))[0]
    ?.mails_mentions ?? false;

/** Turns mails of mentions of an account on or off. */
export const writeMailsMentions = (query: Query, accountId: number, mentions: boolean): Promise<unknown> =>
  query('update accounts set mails_mentions = $2 where id = $1', [accountId, mentions]);

/** The next members of a workspace whose name contains a text, or whose address it is: parts of addresses would let anyone guess them. */
export const findMembers = (
  query: Query,
  workspaceId: number,
  search: string,
  { from, limit }: { from: number; limit: number },
): Promise<{ id: number; name: string }[]> =>
  query<{ id: number; name: string }>(
    `select a.id, a.name from workspace_members m join accounts a on a.id = m.account_id
      where m.workspace_id = $1 and ($2 = '' or strpos(fold(a.name), fold($2)) > 0 or lower(a.email) = lower($2))
      order by fold(a.name), a.id offset $3 limit $4`,
    [workspaceId, search, from, limit],
    'comments-people',
  );
