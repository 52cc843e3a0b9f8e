import { workspaceRoles } from '@quartermaster/contract/access.ts';
import type { Query } from '../../core/database/database.ts';
import { textArray } from '../../core/database/pg-array.ts';
import { lacksFactor, withMark } from '../../core/session/access.ts';

interface Credentials {
  id: number;
  email: string;
  passwordHash: string;
}

const credentials = 'select id, email, password_hash as "passwordHash" from accounts';

/** The email is compared case-insensitively. */
export async function findCredentials(query: Query, email: string): Promise<Credentials | undefined> {
  const [row] = await query<Credentials>(`${credentials} where lower(email) = $1`, [email.toLowerCase()]);
  return row;
}

export const readCredentials = async (query: Query, id: number): Promise<Credentials | undefined> =>
  (await query<Credentials>(`${credentials} where id = $1`, [id]))[0];

interface Account {
  id: number;
  name: string;
  email: string;
}

export const findAccount = async (query: Query, id: number): Promise<Account | undefined> =>
  (await query<Account>('select id, name, email from accounts where id = $1', [id]))[0];

/** Searches all accounts, or only those with the given emails. */
export async function hasAnyAccount(query: Query, emails: readonly string[] | undefined): Promise<boolean> {
  const rows = await query('select 1 from accounts where $1::text is null or email = any($1::text::text[]) limit 1', [
    emails ? textArray(emails) : null,
  ]);
  return rows.length > 0;
}

export async function insertAccount(
  query: Query,
  { name, email, passwordHash, createdAt }: { name: string; email: string; passwordHash: string; createdAt: Date },
): Promise<number> {
  const [row] = await query<{ id: number }>(
    'insert into accounts (name, email, password_hash, created_at) values ($1, $2, $3, $4) returning id',
    [name, email, passwordHash, createdAt],
  );
  if (!row) throw new Error('No account was inserted.');
  return row.id;
}

interface LockedAccount {
  passwordHash: string;
  sessionsSince: number;
}

/**
 * Locks the account until the end of the transaction, before anything of its sign-ins is changed: they are changed one after the other.
 * Returns its password hash and the time from which sessions are valid.
 */
export async function lockAccount(query: Query, id: number): Promise<LockedAccount | undefined> {
  const [row] = await query<LockedAccount>(
    'select password_hash as "passwordHash", sessions_since as "sessionsSince" from accounts where id = $1 for no key update',
    [id],
  );
  return row;
}

export async function writeName(query: Query, id: number, name: string): Promise<void> {
  await query('update accounts set name = $2 where id = $1', [id, name]);
}

/** Also ends the session tokens issued so far. Returns the account's email, or undefined if it was deleted. */
export async function writePassword(
  query: Query,
  id: number,
  { passwordHash, now }: { passwordHash: string; now: Date },
): Promise<string | undefined> {
  // Tokens have a resolution of one second: those of the current second end too, and later ones are dated after it.
  const nextSecond = Math.floor(now.getTime() / 1000) + 1;
  const [row] = await query<{ email: string }>(
    `update accounts set password_hash = $2, sessions_since = greatest($3::bigint, sessions_since + 1)
      where id = $1 returning email`,
    [id, passwordHash, nextSecond],
  );
  return row?.email;
}

export async function writeEmail(query: Query, id: number, email: string): Promise<void> {
  await query('update accounts set email = $2 where id = $1', [id, email]);
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
  query: Query,
  { accountId, instanceId }: { accountId: number; instanceId: number },
): Promise<void> {
  await query('update accounts set active_instance_id = $2 where id = $1', [accountId, instanceId]);
}

/** The role of an account in a workspace. */
export interface WorkspaceRole {
  id: number;
  workspace_role_id: number;
  lacks_second_factor?: true;
}

/** A row of {@link workspaceRolesSql}. */
export type WorkspaceRoleRow = WorkspaceRole & { lacks: boolean };

/** SQL of the roles of the account `$1`, as {@link WorkspaceRoleRow}. */
export const workspaceRolesSql = `
  select m.workspace_id as id, m.role_id as workspace_role_id, ${lacksFactor} as lacks
  from workspace_members m join accounts a on a.id = m.account_id where m.account_id = $1 order by m.workspace_id`;

export const listWorkspaceRoles = async (query: Query, accountId: number): Promise<WorkspaceRole[]> =>
  (await query<WorkspaceRoleRow>(workspaceRolesSql, [accountId], 'workspace-roles')).map(withMark);

/** True for an address whose people sign in with their company only: none of them is an owner, who can get back in. */
export async function isCompanyOnly(query: Query, accountId: number, domain: string): Promise<boolean> {
  const rows = await query(
    `select 1 from workspace_members m join company_sign_ins c on c.workspace_id = m.workspace_id and c.is_only
      join company_domains d on d.workspace_id = c.workspace_id and d.domain = $2 and d.verified_at is not null
      where m.account_id = $1 and m.role_id <> ${workspaceRoles.owner}
        and not exists (select 1 from workspace_members o where o.account_id = $1 and o.role_id = ${workspaceRoles.owner})`,
    [accountId, domain],
  );
  return rows.length > 0;
}
