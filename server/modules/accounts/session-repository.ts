import type { Query } from '../../core/database/database.ts';

export interface RefreshToken {
  id: number;
  accountId: number;
  family: string;
  expiresAt: Date;
  usedAt: Date | null;
  revokedAt: Date | null;
}

export async function findToken(query: Query, tokenHash: string): Promise<RefreshToken | undefined> {
  const [row] = await query<RefreshToken>(
    `select id, account_id as "accountId", family, expires_at as "expiresAt", used_at as "usedAt", revoked_at as "revokedAt"
      from refresh_tokens where token_hash = $1`,
    [tokenHash],
  );
  return row;
}

export async function insertToken(
  query: Query,
  token: { accountId: number; family: string; tokenHash: string; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await query(
    'insert into refresh_tokens (account_id, family, token_hash, created_at, expires_at) values ($1, $2, $3, $4, $5)',
    [token.accountId, token.family, token.tokenHash, token.createdAt, token.expiresAt],
  );
}

export async function markUsed(query: Query, id: number, at: Date): Promise<void> {
  await query('update refresh_tokens set used_at = $2 where id = $1', [id, at]);
}

export async function revokeAll(query: Query, accountId: number, at: Date): Promise<void> {
  await query('update refresh_tokens set revoked_at = $2 where account_id = $1 and revoked_at is null', [
    accountId,
    at,
  ]);
}

export async function deleteExpired(query: Query, accountId: number, now: Date): Promise<void> {
  await query('delete from refresh_tokens where account_id = $1 and expires_at < $2', [accountId, now]);
}
