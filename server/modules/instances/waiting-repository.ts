import type { CommentSubject } from '@quartermaster/contract/endpoints/comments.ts';
import type { Waiting, WaitingCounts } from '@quartermaster/contract/endpoints/instances.ts';
import { type Actor, accountOf, actorNameSql, type StoredActor, shownName } from '../../core/base/actor.ts';
import { type SubjectRow, toThreadSubject } from '../../core/base/thread-subject.ts';
import type { Query } from '../../core/database/database.ts';

/** Number of listed reviews, and of proposals. */
const named = 3;
/** Conflicts are searched among the latest edits of this many items, in each of as many templates. */
const searchedEdits = 20;

/** What the caller is allowed to see. */
export interface Sees {
  /** Who can answer reviews; null if the caller cannot. */
  reviewer: Actor | null;
  /** Who can apply proposals; null if the caller cannot. */
  decider: Actor | null;
  conflicts: boolean;
  releases: boolean;
  exports: boolean;
  /** Whose mentions count; null for a token. */
  mentioned: number | null;
  /** What threads can be about. */
  subjects: readonly CommentSubject[];
}

/** What waits in an instance. Each part reads a few rows by an index, however large the instance is. */
export async function readWaiting(query: Query, instanceId: number, sees: Sees): Promise<Waiting> {
  return {
    reviews: sees.reviewer ? await listReviews(query, instanceId, sees.reviewer) : [],
    proposals: sees.decider ? await listProposals(query, instanceId, sees.decider) : [],
    conflicts: sees.conflicts ? await countConflicts(query, instanceId) : 0,
    failed_export: sees.exports ? await findFailedExport(query, instanceId) : null,
    ...(await listMentions(query, instanceId, sees)),
  };
}

/** How much waits in an instance; of reviews, proposals and mentions up to 100. */
export async function countWaiting(query: Query, instanceId: number, sees: Sees): Promise<WaitingCounts> {
  return {
    conflicts: sees.conflicts ? await countConflicts(query, instanceId) : 0,
    reviews: sees.reviewer ? await countOpen(query, openReviews, [instanceId, accountOf(sees.reviewer)]) : 0,
    proposals: sees.decider ? await countOpen(query, openProposals, [instanceId, accountOf(sees.decider)]) : 0,
    mentions: (await listMentions(query, instanceId, sees)).mention_count,
    next_release: sees.releases ? await findNextRelease(query, instanceId, outOfOrInto) : null,
  };
}

/** What is between an instance and the target of a sync: conflicts, and the next release out of it. */
export async function readAhead(query: Query, instanceId: number, sees: Sees) {
  return {
    conflicts: sees.conflicts ? await countConflicts(query, instanceId) : 0,
    release_at: sees.releases ? await findNextRelease(query, instanceId, outOf) : null,
  };
}

/** The most that is counted. */
const counted = 100;

interface Open {
  name: string;
  /** The table, as `o`, and which of its rows wait: $1 is the instance, $2 the account of the caller. */
  sql: string;
}

const openReviews: Open = {
  name: 'reviews',
  sql: `sync_reviews o where o.source_id = $1 and o.state = 'open' and o.account_id is distinct from $2`,
};

const openProposals: Open = {
  name: 'proposals',
  sql: `proposals o where o.instance_id = $1 and o.state = 'open'
    and (o.actor <> 'account' or o.account_id is distinct from $2)`,
};

async function countOpen(query: Query, { name, sql }: Open, values: unknown[]): Promise<number> {
  const statement = `select count(*)::int as count from (select 1 from ${sql} limit ${counted}) listed`;
  const [row] = await query<{ count: number }>(statement, values, `waiting-${name}-count`);
  return row?.count ?? 0;
}

interface Releases {
  name: string;
  /** Of an instance. */
  sql: string;
}

const outOf: Releases = { name: 'out', sql: 'source_id = $1' };
const outOfOrInto: Releases = { name: 'any', sql: '(source_id = $1 or target_id = $1)' };

async function findNextRelease(query: Query, instanceId: number, { name, sql }: Releases): Promise<string | null> {
  const [row] = await query<{ at: Date | null }>(
    `select min(publish_at) as at from releases
      where state = 'open' and publish_at is not null and ${sql}`,
    [instanceId],
    `waiting-release-${name}`,
  );
  return row?.at?.toISOString() ?? null;
}

interface ReviewRow {
  id: number;
  actor: StoredActor;
  name: string | null;
  note: string;
  items: number;
  at: Date;
}

async function listReviews(query: Query, instanceId: number, reviewer: Actor): Promise<Waiting['reviews']> {
  const rows = await query<ReviewRow>(
    `select r.id, r.actor, ${actorNameSql('r', 'a')} as name, r.note, r.items, r.created_at as at
      from (select o.* from ${openReviews.sql} order by o.id limit ${named}) r
        left join accounts a on a.id = r.account_id
      order by r.id`,
    [instanceId, accountOf(reviewer)],
    'waiting-reviews',
  );
  return rows.map(({ actor, name, at, ...review }) => ({
    ...review,
    by: shownName(actor, name),
    at: at.toISOString(),
  }));
}

interface ProposalRow {
  id: number;
  title: string;
  actor: StoredActor;
  name: string | null;
  items: number;
  at: Date;
}

async function listProposals(query: Query, instanceId: number, decider: Actor): Promise<Waiting['proposals']> {
  const rows = await query<ProposalRow>(
    `select p.id, p.title, p.actor, ${actorNameSql('p', 'a')} as name, p.items, p.created_at as at
      from (select o.* from ${openProposals.sql} order by o.id limit ${named}) p
        left join accounts a on a.id = p.account_id
      order by p.id`,
    [instanceId, accountOf(decider)],
    'waiting-proposals',
  );
  return rows.map(({ actor, name, at, ...proposal }) => ({
    ...proposal,
    by: shownName(actor, name),
    at: at.toISOString(),
  }));
}

interface MentionRow extends SubjectRow {
  thread_id: number;
  comment_id: number;
  label: string | null;
  actor: StoredActor;
  name: string | null;
  text: string;
  at: Date;
}

/** Unread threads about what is there and can be read, in which the account is mentioned in the instance. */
async function listMentions(
  query: Query,
  instanceId: number,
  { mentioned, subjects }: Sees,
): Promise<Pick<Waiting, 'mentions' | 'mention_count'>> {
  if (mentioned === null) return { mentions: [], mention_count: 0 };
  const rows = await query<MentionRow>(
    `with latest as (
      select coalesce(c.thread_id, c.id) as thread_id, max(c.id) as id from comment_mentions m join comments c on c.id = m.comment_id
        where m.account_id = $2 and m.read_at is null and c.instance_id = $1 and c.deleted_at is null group by 1)
    select l.thread_id, l.id as comment_id, f.about, f.subject_id, f.template_id, f.item_id, coalesce(b.label, t.label) as label,
        c.actor, ${actorNameSql('c', 'a')} as name, left(c.text, 200) as text, c.created_at as at
      from latest l join comments f on f.id = l.thread_id join comments c on c.id = l.id left join accounts a on a.id = c.account_id
        left join templates t on f.about in ('item', 'template') and t.instance_id = $1 and t.id = f.template_id
        left join items b on b.template_key = t.key and b.id = f.item_id
      where f.about = any($3::text[]) and case f.about when 'item' then b.id is not null when 'template' then t.key is not null else true end
      order by l.id desc limit ${counted}`,
    [instanceId, mentioned, subjects],
    'waiting-mentions',
  );
  const mentions = rows.slice(0, named).map((row) => ({
    thread_id: row.thread_id,
    comment_id: row.comment_id,
    ...toThreadSubject(row),
    label: row.label ?? '',
    by: shownName(row.actor, row.name),
    text: row.text,
    at: row.at.toISOString(),
  }));
  return { mentions, mention_count: rows.length };
}

/**
 * A conflict needs an edit in the target after its last sync, so only items edited there are compared: the latest ones, by
 * the index of revisions that no sync has written.
 */
async function countConflicts(query: Query, instanceId: number): Promise<number> {
  const [row] = await query<{ conflicts: number }>(
    `with pairs as (
      select s.key as source_key, t.key as target_key
      from instances i join instances n on n.project_id = i.project_id
        and n.env = case i.env when 'Dev' then 'Stage' when 'Stage' then 'Prod' end
      join templates s on s.instance_id = i.id join templates t on t.instance_id = n.id and t.id = s.id,
        lateral (select at from item_revisions where template_key = t.key and change_set_id is null order by at desc limit 1) r
      where i.id = $1 order by r.at desc limit ${searchedEdits}
    ),
    edited as (
      select distinct p.source_key, p.target_key, r.item_id from pairs p, lateral (
        select item_id from item_revisions where template_key = p.target_key and change_set_id is null order by at desc limit ${searchedEdits}
      ) r
    )
    select count(*)::int as conflicts
    from edited e
      join items b on b.template_key = e.target_key and b.id = e.item_id
      join items a on a.template_key = e.source_key and a.id = e.item_id
      left join sync_decisions d on d.template_key = e.target_key and d.item_id = b.id
        and d.target_hash = b.hash and d.source_hash is not distinct from a.hash
    where b.hash is distinct from b.synced_hash and a.hash is distinct from b.synced_hash and a.hash is distinct from b.hash
      and d.item_id is null`,
    [instanceId],
    'waiting-conflicts',
  );
  return row?.conflicts ?? 0;
}

async function findFailedExport(query: Query, instanceId: number): Promise<Waiting['failed_export']> {
  const [latest] = await query<{ id: number; at: Date; is_failed: boolean }>(
    `select id, created_at as at, error is not null as is_failed from reports where instance_id = $1 order by id desc limit 1`,
    [instanceId],
    'waiting-export',
  );
  return latest?.is_failed ? { id: latest.id, at: latest.at.toISOString() } : null;
}
