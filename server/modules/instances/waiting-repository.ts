import type { Waiting } from '@quartermaster/contract/endpoints/instances.ts';
import { type Actor, accountOf, actorNameSql, type StoredActor, shownName } from '../../core/base/actor.ts';
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
  exports: boolean;
}

/** What waits in an instance. Each part reads a few rows by an index, however large the instance is. */
export async function readWaiting(query: Query, instanceId: number, sees: Sees): Promise<Waiting> {
  return {
    reviews: sees.reviewer ? await listReviews(query, instanceId, sees.reviewer) : [],
    proposals: sees.decider ? await listProposals(query, instanceId, sees.decider) : [],
    conflicts: sees.conflicts ? await countConflicts(query, instanceId) : 0,
    failed_export: sees.exports ? await findFailedExport(query, instanceId) : null,
  };
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
      from sync_reviews r left join accounts a on a.id = r.account_id
      where r.source_id = $1 and r.state = 'open' and r.account_id is distinct from $2 order by r.id limit ${named}`,
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
      from proposals p left join accounts a on a.id = p.account_id
      where p.instance_id = $1 and p.state = 'open' and (p.actor <> 'account' or p.account_id is distinct from $2)
      order by p.id limit ${named}`,
    [instanceId, accountOf(decider)],
    'waiting-proposals',
  );
  return rows.map(({ actor, name, at, ...proposal }) => ({
    ...proposal,
    by: shownName(actor, name),
    at: at.toISOString(),
  }));
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
