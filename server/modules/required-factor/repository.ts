import type { Query } from '../../core/database/database.ts';
import { factorDueSince, lacksFactor } from '../../core/session/access.ts';

/** The days that members have; null if no second factor is required. */
export async function readFactorDays(query: Query, workspaceId: number): Promise<number | null> {
  const [row] = await query<{ days: number | null }>('select factor_days as days from workspaces where id = $1', [
    workspaceId,
  ]);
  return row?.days ?? null;
}

/** Stores the days, which begin for every member. */
export async function writeFactorDays(
  query: Query,
  workspaceId: number,
  { days, now }: { days: number | null; now: Date },
): Promise<void> {
  await query('update workspaces set factor_days = $2 where id = $1', [workspaceId, days]);
  await query(
    `update workspace_members m set factor_due_at = ${factorDueSince('$2')} from workspaces w where w.id = $1 and m.workspace_id = w.id`,
    [workspaceId, now],
  );
}

/** How many members a workspace has, and how many of their accounts have no second factor. */
export async function countFactors(query: Query, workspaceId: number): Promise<{ members: number; without: number }> {
  const [row] = await query<{ members: number; without: number }>(
    `select count(*)::int as members, (count(*) filter (where not a.has_second_factor))::int as without
      from workspace_members m join accounts a on a.id = m.account_id where m.workspace_id = $1`,
    [workspaceId],
  );
  return row ?? { members: 0, without: 0 };
}

/** A member to remind. */
interface Reminded {
  id: number;
  email: string;
  dueAt: Date;
}

/** The members behind an account who still lack a second factor that the workspace requires. */
export const listReminded = (
  query: Query,
  workspaceId: number,
  { after, take }: { after: number; take: number },
): Promise<Reminded[]> =>
  query(
    `select a.id, a.email, m.factor_due_at as "dueAt" from workspace_members m join accounts a on a.id = m.account_id
      where m.workspace_id = $1 and a.id > $2 and ${lacksFactor} order by a.id limit $3::int`,
    [workspaceId, after, take],
  );

/** The name of a workspace, for a mail. */
export async function readName(query: Query, workspaceId: number): Promise<string | undefined> {
  const [row] = await query<{ name: string }>('select name from workspaces where id = $1', [workspaceId]);
  return row?.name;
}
