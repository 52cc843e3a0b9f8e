import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../core/database/database.ts';
import { accounts, instances, projects, workspaceMembers } from '../../core/tables/all.ts';

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

/** 0 if none is chosen, or if the chosen one was deleted or is no longer accessible to the account. */
export async function readActiveInstance(db: Db, accountId: number): Promise<number> {
  const [row] = await db
    .select({ id: instances.id })
    .from(accounts)
    .innerJoin(instances, eq(instances.id, accounts.activeInstanceId))
    .innerJoin(projects, and(eq(projects.id, instances.projectId), eq(projects.status, 'Active')))
    .innerJoin(
      workspaceMembers,
      and(eq(workspaceMembers.workspaceId, projects.workspaceId), eq(workspaceMembers.accountId, accounts.id)),
    )
    .where(eq(accounts.id, accountId));
  return row?.id ?? 0;
}

export async function writeActiveInstance(
  db: Db,
  { accountId, instanceId }: { accountId: number; instanceId: number },
): Promise<void> {
  await db.update(accounts).set({ activeInstanceId: instanceId }).where(eq(accounts.id, accountId));
}

export async function listWorkspaceRoles(
  db: Db,
  accountId: number,
): Promise<{ id: number; workspace_role_id: number }[]> {
  return db
    .select({ id: workspaceMembers.workspaceId, workspace_role_id: workspaceMembers.roleId })
    .from(workspaceMembers)
    .where(eq(workspaceMembers.accountId, accountId))
    .orderBy(workspaceMembers.workspaceId);
}
