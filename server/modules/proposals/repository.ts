import type { Environment } from '@quartermaster/contract/access.ts';
import type { ProposalOrigin, ProposalState } from '@quartermaster/contract/endpoints/proposals.ts';
import { type Actor, type ActorRow, actorNameSql, toActorColumns } from '../../core/base/actor.ts';
import type { Query } from '../../core/database/database.ts';
import type { ProposedChanges, ProposedTemplate } from '../../core/tables/proposals.ts';

/** A proposal without its changes. */
export interface ProposalRow extends ActorRow {
  id: number;
  instance_id: number;
  title: string;
  note: string;
  origin: ProposalOrigin;
  state: ProposalState;
  /** The proposer's current name; null if the account was deleted. */
  name: string | null;
  templates: ProposedTemplate[];
  items: number;
  decided_by: number | null;
  decider: string | null;
  decided_at: Date | null;
  decision_note: string;
  change_set_id: number | null;
  created_at: Date;
}

/** Templates have their current names; deleted ones keep the name that was stored. */
const selectSql = `
  select p.id, p.instance_id, p.title, p.note, p.origin, p.state, p.account_id, p.actor, ${actorNameSql('p', 'a')} as name,
    (
      select coalesce(jsonb_agg(x.value || case when t.label is null then '{}' else jsonb_build_object('name', t.label) end order by x.place), '[]')
      from jsonb_array_elements(p.templates) with ordinality x (value, place)
      left join templates t on t.instance_id = p.instance_id and t.id = x.value->>'template_id'
    ) as templates,
    p.items, p.decided_by, d.name as decider, p.decided_at, p.decision_note, p.change_set_id, p.created_at
  from proposals p left join accounts a on a.id = p.account_id left join accounts d on d.id = p.decided_by`;

export const findProposal = async (query: Query, instanceId: number, id: number): Promise<ProposalRow | undefined> =>
  (await query<ProposalRow>(`${selectSql} where p.instance_id = $1 and p.id = $2`, [instanceId, id]))[0];

/** Proposals of an instance, newest first. */
export const listProposals = (
  query: Query,
  { instanceId, before, limit, state }: { instanceId: number; before: number; limit: number; state?: ProposalState },
): Promise<ProposalRow[]> =>
  query<ProposalRow>(
    `${selectSql} where p.instance_id = $1 and p.id < $2 ${state === undefined ? '' : 'and p.state = $4'} order by p.id desc limit $3`,
    [instanceId, before, limit, ...(state === undefined ? [] : [state])],
  );

/** The changes of a proposal that is not applied. */
export async function readChanges(query: Query, id: number): Promise<ProposedChanges[]> {
  const [row] = await query<{ changes: string | null }>('select changes from proposals where id = $1', [id]);
  return row?.changes ? (JSON.parse(row.changes) as ProposedChanges[]) : [];
}

/** The proposal that a request with this key has stored, and whether its body was the same. */
export const findRepeated = async (
  query: Query,
  { instanceId, key, bodyHash }: { instanceId: number; key: string; bodyHash: string },
): Promise<{ id: number; is_same: boolean } | undefined> =>
  (
    await query<{ id: number; is_same: boolean }>(
      'select id, body_hash = $3::uuid as is_same from proposals where instance_id = $1 and idempotency_key = $2::uuid',
      [instanceId, key, bodyHash],
    )
  )[0];

/** Counts the open proposals of an instance, and lets others that are made at the same time wait. */
export async function countOpen(query: Query, instanceId: number): Promise<number> {
  await query('select 1 from instances where id = $1 for no key update', [instanceId]);
  const [row] = await query<{ open: number }>(
    `select count(*)::int as open from proposals where instance_id = $1 and state = 'open'`,
    [instanceId],
  );
  return row?.open ?? 0;
}

export interface NewProposal {
  instanceId: number;
  actor: Actor;
  origin: ProposalOrigin;
  title: string;
  note: string;
  templates: readonly ProposedTemplate[];
  changes: readonly ProposedChanges[];
  repeatable: { key: string; bodyHash: string } | null;
  at: Date;
}

/** Stores a proposal and returns its id; fails with `proposals_idempotency` if a request with the same key was stored. */
export async function insertProposal(query: Query, created: NewProposal): Promise<number> {
  const { accountId, actor } = toActorColumns(created.actor);
  const [row] = await query<{ id: number }>(
    `insert into proposals (instance_id, title, note, account_id, actor, origin, templates, items, changes, idempotency_key, body_hash, created_at)
      values ($1, $2, $3, $4, $5, $6, $7::jsonb, $8, $9, $10::uuid, $11::uuid, $12::timestamptz) returning id`,
    [
      created.instanceId,
      created.title,
      created.note,
      accountId,
      actor,
      created.origin,
      JSON.stringify(created.templates),
      created.templates.reduce((sum, { items }) => sum + items, 0),
      JSON.stringify(created.changes),
      created.repeatable?.key ?? null,
      created.repeatable?.bodyHash ?? null,
      created.at.toISOString(),
    ],
  );
  if (!row) throw new Error('A proposal was not stored.');
  return row.id;
}

/** Locks a proposal until the end of the transaction; false if it is not open any more. */
export const lockOpen = async (query: Query, id: number): Promise<boolean> =>
  (await query(`select 1 from proposals where id = $1 and state = 'open' for update`, [id])).length > 0;

export interface Decision {
  state: 'applied' | 'declined';
  accountId: number | null;
  note: string;
  changeSetId: number | null;
  at: Date;
}

/** Stores the decision on a proposal that is open. */
export const storeDecision = (query: Query, id: number, { state, accountId, note, changeSetId, at }: Decision) =>
  query(
    `update proposals set state = $2, decided_by = $3, decision_note = $4, change_set_id = $5, decided_at = $6::timestamptz,
        changes = case when $2 = 'applied' then null else changes end
      where id = $1 and state = 'open'`,
    [id, state, accountId, note, changeSetId, at.toISOString()],
  );

/** The proposer, if that account is still a member, with the names for the mail. */
export const findProposer = async (
  query: Query,
  id: number,
): Promise<{ account_id: number; email: string; project: string; env: Environment; title: string } | undefined> =>
  (
    await query<{ account_id: number; email: string; project: string; env: Environment; title: string }>(
      `select a.id as account_id, a.email, j.name as project, i.env, p.title
        from proposals p join instances i on i.id = p.instance_id join projects j on j.id = i.project_id
        join workspace_members m on m.workspace_id = j.workspace_id and m.account_id = p.account_id join accounts a on a.id = p.account_id
        where p.id = $1`,
      [id],
    )
  )[0];

/** The name of an account in a mail. */
export const findName = async (query: Query, accountId: number | null): Promise<string> =>
  (await query<{ name: string | null }>(`select nullif(name, '') as name from accounts where id = $1`, [accountId]))[0]
    ?.name ?? 'Somebody';

/** Deletes some proposals that are older than this; false if none is left. */
export const deleteOldProposals = async (
  query: Query,
  { open, decided }: { open: Date; decided: Date },
): Promise<boolean> =>
  (
    await query(
      `delete from proposals where id in (
          (select id from proposals where state = 'open' and created_at < $1::timestamptz order by created_at limit 20)
          union all
          (select id from proposals where decided_at < $2::timestamptz order by decided_at limit 20)
        ) returning 1`,
      [open.toISOString(), decided.toISOString()],
    )
  ).length > 0;
