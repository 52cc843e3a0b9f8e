import type { Member } from '@quartermaster/contract/endpoints/people/members.ts';
import type { Query } from '../../core/database/database.ts';
import { numberArray } from '../../core/database/pg-array.ts';
import type { Page } from '../../core/http/page.ts';
import { lacksFactor, withMark } from '../../core/session/access.ts';

/** Owners come first, as their role has the lowest id. */
export type MemberPlace = readonly [roleId: number, accountId: number];

const isBehind = '(m.role_id, m.account_id) > ($2::int, $3::int)';
const isFound = 'strpos(fold(a.name), fold($4)) + strpos(fold(a.email), fold($4)) > 0';

const marked = `a.id, a.name, a.email, m.role_id, ${lacksFactor} as lacks`;

/** The page is limited before accounts are looked up. */
const list = `
  select ${marked}
  from (select m.role_id, m.account_id, m.factor_due_at from workspace_members m where m.workspace_id = $1 and ${isBehind}
    order by m.role_id, m.account_id limit $4::int) m
  join accounts a on a.id = m.account_id order by m.role_id, m.account_id`;

const search = `
  select ${marked}
  from workspace_members m join accounts a on a.id = m.account_id
  where m.workspace_id = $1 and ${isBehind} and ${isFound}
  order by m.role_id, m.account_id limit $5::int`;

type MarkedRow = Member & { lacks: boolean };

export async function listMembers(
  query: Query,
  workspaceId: number,
  { search: text, after, take }: Page<MemberPlace>,
): Promise<Member[]> {
  const rows =
    text === ''
      ? await query<MarkedRow>(list, [workspaceId, ...after, take], 'members-list')
      : await query<MarkedRow>(search, [workspaceId, ...after, text, take], 'members-search');
  return rows.map(withMark);
}

export async function countMembers(query: Query, workspaceId: number, text: string): Promise<number> {
  const [row] =
    text === ''
      ? await query<{ count: number }>(
          'select count(*)::int as count from workspace_members where workspace_id = $1',
          [workspaceId],
          'members-count',
        )
      : await query<{ count: number }>(
          `select count(*)::int as count from workspace_members m join accounts a on a.id = m.account_id
            where m.workspace_id = $1 and strpos(fold(a.name), fold($2)) + strpos(fold(a.email), fold($2)) > 0`,
          [workspaceId, text],
          'members-count-search',
        );
  return row?.count ?? 0;
}

export async function findMember(
  query: Query,
  { workspaceId, accountId }: { workspaceId: number; accountId: number },
): Promise<Member | undefined> {
  const [row] = await query<Member>(
    `select a.id, a.name, a.email, m.role_id from workspace_members m join accounts a on a.id = m.account_id
      where m.workspace_id = $1 and m.account_id = $2`,
    [workspaceId, accountId],
    'member-find',
  );
  return row;
}

/** True if an account with this address is a member of the workspace. */
export async function isMember(query: Query, workspaceId: number, email: string): Promise<boolean> {
  const rows = await query(
    `select 1 from workspace_members m join accounts a on a.id = m.account_id
      where m.workspace_id = $1 and lower(a.email) = lower($2)`,
    [workspaceId, email],
    'member-by-email',
  );
  return rows.length > 0;
}

export async function countOwners(query: Query, workspaceId: number): Promise<number> {
  const [row] = await query<{ count: number }>(
    'select count(*)::int as count from workspace_members where workspace_id = $1 and role_id = 1',
    [workspaceId],
    'owners-count',
  );
  return row?.count ?? 0;
}

export async function writeMemberRoles(
  query: Query,
  workspaceId: number,
  changes: readonly { accountId: number; roleId: number }[],
): Promise<void> {
  await query(
    `update workspace_members m set role_id = c.role_id
      from unnest($2::text::int[], $3::text::smallint[]) as c (account_id, role_id)
      where m.workspace_id = $1 and m.account_id = c.account_id`,
    [
      workspaceId,
      numberArray(changes.map(({ accountId }) => accountId)),
      numberArray(changes.map(({ roleId }) => roleId)),
    ],
  );
}

export async function deleteMember(
  query: Query,
  { workspaceId, accountId }: { workspaceId: number; accountId: number },
): Promise<void> {
  await query('delete from workspace_members where workspace_id = $1 and account_id = $2', [workspaceId, accountId]);
}
