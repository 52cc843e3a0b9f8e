import type { WorkspaceRoleId } from '@quartermaster/contract/access.ts';
import type { Query } from '../../core/database/database.ts';
import type { Condition } from './filter.ts';
import type { UserInput } from './read-body.ts';

/** A stored user of a directory. */
export interface UserRow {
  id: number;
  scim_id: string;
  account_id: number;
  user_name: string;
  external_id: string | null;
  given_name: string | null;
  family_name: string | null;
  display_name: string | null;
  /** That of the member; null for somebody who is none. */
  role_id: WorkspaceRoleId | null;
  created_at: Date;
  changed_at: Date;
}

const users = `select u.id, u.scim_id, u.account_id, u.user_name, u.external_id, u.given_name, u.family_name, u.display_name,
    m.role_id, u.created_at, u.changed_at
  from scim_users u left join workspace_members m on m.workspace_id = u.workspace_id and m.account_id = u.account_id`;

/** By what users are found. */
export type UserAttribute = 'userName' | 'externalId' | 'id' | 'active';

const isEqual: Record<UserAttribute, (value: string) => string> = {
  userName: (value) => `lower(u.user_name) = lower(${value}::text)`,
  externalId: (value) => `u.external_id = ${value}::text`,
  id: (value) => `u.scim_id::text = lower(${value}::text)`,
  active: (value) => `(m.account_id is not null) = (lower(${value}::text) = 'true')`,
};

/** A page of a list. */
export interface Part {
  /** How many are before it. */
  skipped: number;
  count: number;
}

/** The users that fit all conditions, in the order in which they came, and how many there are. */
export async function listUsers(
  query: Query,
  workspaceId: number,
  conditions: readonly Condition<UserAttribute>[],
  { skipped, count }: Part,
): Promise<{ rows: UserRow[]; total: number }> {
  const where = ['u.workspace_id = $1', ...conditions.map(({ attribute }, at) => isEqual[attribute](`$${at + 2}`))];
  const values = [workspaceId, ...conditions.map(({ value }) => value)];
  const fits = where.join(' and ');
  const [counted] = await query<{ total: number }>(
    `select count(*)::int as total from scim_users u
      left join workspace_members m on m.workspace_id = u.workspace_id and m.account_id = u.account_id where ${fits}`,
    values,
  );
  const rows =
    count === 0
      ? []
      : await query<UserRow>(`${users} where ${fits} order by u.id offset ${skipped} limit ${count}`, values);
  return { rows, total: counted?.total ?? 0 };
}

export const findUser = async (query: Query, workspaceId: number, scimId: string): Promise<UserRow | undefined> =>
  (
    await query<UserRow>(`${users} where u.workspace_id = $1 and u.scim_id = $2`, [workspaceId, scimId], 'scim-user')
  )[0];

/** True if another user of the workspace has the name, or is the account. */
export async function isUserTaken(
  query: Query,
  workspaceId: number,
  { userName, accountId, except }: { userName: string; accountId: number | null; except: number | null },
): Promise<boolean> {
  const rows = await query(
    `select 1 from scim_users where workspace_id = $1 and (lower(user_name) = lower($2) or account_id = $3::int)
      and id is distinct from $4::int`,
    [workspaceId, userName, accountId, except],
    'scim-user-taken',
  );
  return rows.length > 0;
}

const columns: Record<keyof Omit<UserInput, 'active'>, string> = {
  userName: 'user_name',
  externalId: 'external_id',
  givenName: 'given_name',
  familyName: 'family_name',
  displayName: 'display_name',
};

const stored = Object.keys(columns) as (keyof typeof columns)[];

export async function insertUser(
  query: Query,
  { workspaceId, accountId, now }: { workspaceId: number; accountId: number; now: Date },
  input: UserInput,
): Promise<string> {
  const [row] = await query<{ scim_id: string }>(
    `insert into scim_users (workspace_id, account_id, created_at, changed_at, ${stored.map((name) => columns[name]).join(', ')})
      values ($1, $2, $3, $3, ${stored.map((_, at) => `$${at + 4}`).join(', ')}) returning scim_id`,
    [workspaceId, accountId, now, ...stored.map((name) => input[name] ?? null)],
  );
  if (!row) throw new Error('No user was stored.');
  return row.scim_id;
}

/** Stores what the directory sent. */
export async function writeUser(query: Query, id: number, input: UserInput, now: Date): Promise<void> {
  const sent = stored.filter((name) => input[name] !== undefined);
  await query(
    `update scim_users set changed_at = $2${sent.map((name, at) => `, ${columns[name]} = $${at + 3}`).join('')} where id = $1`,
    [id, now, ...sent.map((name) => input[name])],
  );
}

export async function deleteUser(query: Query, id: number): Promise<void> {
  await query('delete from scim_users where id = $1', [id]);
}

/** The sign-ins of an account by a company sign-in that were not ended. */
export async function listSignInsOf(query: Query, accountId: number, via: string): Promise<string[]> {
  const rows = await query<{ id: string }>(
    'select id from sign_ins where account_id = $1 and via = $2 and ended_at is null',
    [accountId, via],
  );
  return rows.map(({ id }) => id);
}

export async function countUsers(query: Query, workspaceId: number): Promise<number> {
  const [row] = await query<{ count: number }>(
    'select count(*)::int as count from scim_users where workspace_id = $1',
    [workspaceId],
  );
  return row?.count ?? 0;
}
