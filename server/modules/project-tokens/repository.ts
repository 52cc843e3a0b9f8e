import type { Environment, TokenScope } from '@quartermaster/contract/access.ts';
import type { Query } from '../../core/database/database.ts';
import { numberArray, textArray } from '../../core/database/pg-array.ts';

/** A token as it is listed. */
export interface ListedToken {
  id: number;
  name: string;
  scopes: TokenScope[];
  environments: Environment[];
  by: string | null;
  is_member: boolean;
  created_at: Date;
  expires_at: Date | null;
  last_used_at: Date | null;
}

const listed = `select k.id, k.name, k.scopes,
    array(select i.env from instances i where i.id = any(k.instance_ids) order by i.id) as environments, nullif(a.name, '') as "by",
    exists (select 1 from projects p join workspace_members m on m.workspace_id = p.workspace_id
      where p.id = k.project_id and m.account_id = k.account_id) as is_member,
    k.created_at, k.expires_at, k.last_used_at
  from project_tokens k left join accounts a on a.id = k.account_id`;

interface Place {
  projectId: number;
  instanceId: number;
}

/** The tokens that open an instance and are not revoked, newest first. */
export const listTokens = (query: Query, { projectId, instanceId }: Place): Promise<ListedToken[]> =>
  query<ListedToken>(
    `${listed} where k.project_id = $1 and $2 = any(k.instance_ids) and k.revoked_at is null order by k.id desc`,
    [projectId, instanceId],
    'project-tokens',
  );

/** Locks the project until the end of the transaction, and counts its tokens that are not revoked. */
export async function countTokens(query: Query, projectId: number): Promise<number> {
  await query('select 1 from projects where id = $1 for update', [projectId]);
  const [row] = await query<{ count: number }>(
    'select count(*)::int as count from project_tokens where project_id = $1 and revoked_at is null',
    [projectId],
  );
  return row?.count ?? 0;
}

interface NewToken {
  projectId: number;
  accountId: number;
  name: string;
  scopes: readonly TokenScope[];
  instanceIds: readonly number[];
  tokenHash: string;
  at: Date;
  expiresAt: Date | null;
}

/** Stores a token; undefined if the project has one with this name. */
export async function insertToken(query: Query, token: NewToken): Promise<ListedToken | undefined> {
  const { projectId, accountId, name, scopes, instanceIds, tokenHash, at, expiresAt } = token;
  const [row] = await query<{ id: number }>(
    `insert into project_tokens (project_id, account_id, name, scopes, instance_ids, token_hash, created_at, expires_at)
      values ($1, $2, $3, $4::text::text[], $5::text::int[], $6, $7, $8) on conflict do nothing returning id`,
    [projectId, accountId, name, textArray(scopes), numberArray(instanceIds), tokenHash, at, expiresAt],
  );
  return row && (await query<ListedToken>(`${listed} where k.id = $1`, [row.id]))[0];
}

/** A name, with a number after it if a token of the project has it that is not revoked. */
export async function findFreeName(query: Query, projectId: number, name: string): Promise<string> {
  const rows = await query<{ name: string }>(
    'select lower(compared_text(name)) as name from project_tokens where project_id = $1 and revoked_at is null',
    [projectId],
  );
  const taken = new Set(rows.map((row) => row.name));
  let free = name;
  for (let number = 2; taken.has(free.toLowerCase()); number += 1) free = `${name} ${number}`;
  return free;
}

/** Revokes a token that opens the instance; undefined if there is none. */
export async function revokeToken(
  query: Query,
  { projectId, instanceId }: Place,
  id: number,
  at: Date,
): Promise<ListedToken | undefined> {
  const [row] = await query<{ id: number }>(
    `update project_tokens set revoked_at = $4
      where id = $1 and project_id = $2 and $3 = any(instance_ids) and revoked_at is null returning id`,
    [id, projectId, instanceId, at],
  );
  return row && (await query<ListedToken>(`${listed} where k.id = $1`, [row.id]))[0];
}

/** Revokes the tokens that a member has made in a workspace. */
export async function revokeTokensOf(
  query: Query,
  { workspaceId, accountId }: { workspaceId: number; accountId: number },
  at: Date,
): Promise<void> {
  await query(
    `update project_tokens set revoked_at = $3
      where account_id = $2 and revoked_at is null and project_id in (select id from projects where workspace_id = $1)`,
    [workspaceId, accountId, at],
  );
}

/** The instances of a project in these environments. */
export const findInstances = async (
  query: Query,
  projectId: number,
  environments: readonly Environment[],
): Promise<number[]> =>
  (
    await query<{ id: number }>(
      'select id from instances where project_id = $1 and env = any($2::text::text[]) order by id',
      [projectId, textArray(environments)],
    )
  ).map(({ id }) => id);

/** The name of a project. */
export const findProjectName = async (query: Query, projectId: number): Promise<string> =>
  (await query<{ name: string }>('select name from projects where id = $1', [projectId]))[0]?.name ?? '';
