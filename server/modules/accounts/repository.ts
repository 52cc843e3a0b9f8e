import { eq, inArray, sql } from 'drizzle-orm';
import type { Db, Query } from '../../core/database/database.ts';
import { accounts } from '../../core/tables/all.ts';

/** The email is compared case-insensitively. */
export async function findCredentials(
  db: Db,
  email: string,
): Promise<{ id: number; email: string; passwordHash: string } | undefined> {
  const [row] = await db
    .select({ id: accounts.id, email: accounts.email, passwordHash: accounts.passwordHash })
    .from(accounts)
    .where(eq(sql`lower(${accounts.email})`, email.toLowerCase()));
  return row;
}

export async function findAccount(
  db: Db,
  id: number,
): Promise<{ id: number; name: string; email: string } | undefined> {
  const [row] = await db
    .select({ id: accounts.id, name: accounts.name, email: accounts.email })
    .from(accounts)
    .where(eq(accounts.id, id));
  return row;
}

/** Searches all accounts, or only those with the given emails. */
export async function hasAnyAccount(db: Db, emails: readonly string[] | undefined): Promise<boolean> {
  const among = emails && inArray(accounts.email, [...emails]);
  return (await db.select({ id: accounts.id }).from(accounts).where(among).limit(1)).length > 0;
}

export async function insertAccount(
  db: Db,
  account: { name: string; email: string; passwordHash: string; createdAt: Date },
): Promise<number> {
  const [row] = await db.insert(accounts).values(account).returning({ id: accounts.id });
  if (!row) throw new Error('No account was inserted.');
  return row.id;
}

/**
 * Locks the account until the end of the transaction; returns its password hash and the time from which sessions are
 * valid.
 */
export async function lockAccount(
  tx: Db,
  id: number,
): Promise<{ passwordHash: string; sessionsSince: number } | undefined> {
  const [row] = await tx
    .select({ passwordHash: accounts.passwordHash, sessionsSince: accounts.sessionsSince })
    .from(accounts)
    .where(eq(accounts.id, id))
    .for('share');
  return row;
}

export async function writeName(db: Db, id: number, name: string): Promise<void> {
  await db.update(accounts).set({ name }).where(eq(accounts.id, id));
}

/** Also ends the session tokens issued so far. Returns the account's email, or undefined if it was deleted. */
export async function writePassword(
  db: Db,
  id: number,
  { passwordHash, now }: { passwordHash: string; now: Date },
): Promise<string | undefined> {
  // Tokens have a resolution of one second: those of the current second end too, and later ones are dated after it.
  const nextSecond = Math.floor(now.getTime() / 1000) + 1;
  const sessionsSince = sql`greatest(${nextSecond}::bigint, ${accounts.sessionsSince} + 1)`;
  const rows = await db
    .update(accounts)
    .set({ passwordHash, sessionsSince })
    .where(eq(accounts.id, id))
    .returning({ email: accounts.email });
  return rows[0]?.email;
}

export async function writeEmail(db: Db, id: number, email: string): Promise<void> {
  await db.update(accounts).set({ email }).where(eq(accounts.id, id));
}

/** SQL of the instance that the account `$1` works in; no row if none is chosen, or if it was deleted or is no longer accessible. */
export const activeInstanceSql = `
  select i.id from accounts a
  join instances i on i.id = a.active_instance_id
  join projects p on p.id = i.project_id and p.status = 'Active'
  join workspace_members m on m.workspace_id = p.workspace_id and m.account_id = a.id
  where a.id = $1`;

/** 0 if none is chosen, or if the chosen one was deleted or is no longer accessible to the account. */
export async function readActiveInstance(query: Query, accountId: number): Promise<number> {
  const [row] = await query<{ id: number }>(activeInstanceSql, [accountId], 'active-instance');
  return row?.id ?? 0;
}

export async function writeActiveInstance(
  db: Db,
  { accountId, instanceId }: { accountId: number; instanceId: number },
): Promise<void> {
  await db.update(accounts).set({ activeInstanceId: instanceId }).where(eq(accounts.id, accountId));
}

/** The role of an account in a workspace. */
export interface WorkspaceRole {
  id: number;
  workspace_role_id: number;
}

/** SQL of the roles of the account `$1`, as {@link WorkspaceRole}. */
export const workspaceRolesSql =
  'select workspace_id as id, role_id as workspace_role_id from workspace_members where account_id = $1 order by workspace_id';

export const listWorkspaceRoles = (query: Query, accountId: number): Promise<WorkspaceRole[]> =>
  query<WorkspaceRole>(workspaceRolesSql, [accountId], 'workspace-roles');
