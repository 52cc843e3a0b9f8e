import type { Query } from '../../core/database/database.ts';

/** A directory that has shown its token, and the workspace that this opens. */
export interface Directory {
  tokenId: number;
  workspaceId: number;
  prefix: string;
}

interface TokenRow {
  id: number;
  prefix: string;
  created_at: Date;
  last_used_at: Date | null;
}

export async function findDirectory(
  query: Query,
  tokenHash: string,
): Promise<(Directory & { lastUsedAt: Date | null }) | undefined> {
  const [row] = await query<Directory & { lastUsedAt: Date | null }>(
    `select id as "tokenId", workspace_id as "workspaceId", prefix, last_used_at as "lastUsedAt"
      from scim_tokens where token_hash = $1`,
    [tokenHash],
    'scim-token',
  );
  return row;
}

/** True while the token is not revoked; it stays so until the transaction ends. */
export async function lockToken(query: Query, tokenId: number): Promise<boolean> {
  const rows = await query('select 1 from scim_tokens where id = $1 for share', [tokenId], 'scim-token-lock');
  return rows.length > 0;
}

export async function storeTokenUse(query: Query, tokenId: number, now: Date): Promise<void> {
  await query(
    `update scim_tokens set last_used_at = $2::timestamptz where id = $1 and (last_used_at is null or last_used_at < $2::timestamptz)`,
    [tokenId, now],
    'scim-token-used',
  );
}

/** Newest first. */
export const listTokens = (query: Query, workspaceId: number): Promise<TokenRow[]> =>
  query<TokenRow>(
    'select id, prefix, created_at, last_used_at from scim_tokens where workspace_id = $1 order by id desc',
    [workspaceId],
  );

interface NewToken {
  workspaceId: number;
  tokenHash: string;
  prefix: string;
  now: Date;
}

export async function insertToken(query: Query, { workspaceId, tokenHash, prefix, now }: NewToken): Promise<number> {
  const [row] = await query<{ id: number }>(
    'insert into scim_tokens (workspace_id, token_hash, prefix, created_at) values ($1, $2, $3, $4) returning id',
    [workspaceId, tokenHash, prefix, now],
  );
  if (!row) throw new Error('No token was stored.');
  return row.id;
}

/** Returns its prefix; undefined if there is none. */
export async function deleteToken(query: Query, workspaceId: number, id: number): Promise<string | undefined> {
  const [row] = await query<{ prefix: string }>(
    'delete from scim_tokens where workspace_id = $1 and id = $2 returning prefix',
    [workspaceId, id],
  );
  return row?.prefix;
}
