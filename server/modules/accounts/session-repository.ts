import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import type { Db } from '../../core/database/database.ts';
import { refreshTokens } from '../../core/tables/all.ts';

export interface RefreshToken {
  id: number;
  accountId: number;
  family: string;
  expiresAt: Date;
  usedAt: Date | null;
  revokedAt: Date | null;
}

export async function findToken(db: Db, tokenHash: string): Promise<RefreshToken | undefined> {
  const { id, accountId, family, expiresAt, usedAt, revokedAt } = refreshTokens;
  const [row] = await db
    .select({ id, accountId, family, expiresAt, usedAt, revokedAt })
    .from(refreshTokens)
    .where(eq(refreshTokens.tokenHash, tokenHash));
  return row;
}

/** Until the end of the transaction no other request can rotate or revoke a token of the family. */
export async function lockFamily(tx: Db, family: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${family}, 0))`);
}

export async function insertToken(
  db: Db,
  token: { accountId: number; family: string; tokenHash: string; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await db.insert(refreshTokens).values(token);
}

export async function markUsed(db: Db, id: number, at: Date): Promise<void> {
  await db.update(refreshTokens).set({ usedAt: at }).where(eq(refreshTokens.id, id));
}

export async function revokeFamily(db: Db, family: string, at: Date): Promise<void> {
  await db
    .update(refreshTokens)
    .set({ revokedAt: at })
    .where(and(eq(refreshTokens.family, family), isNull(refreshTokens.revokedAt)));
}

export async function revokeAll(db: Db, accountId: number, at: Date): Promise<void> {
  await db
    .update(refreshTokens)
    .set({ revokedAt: at })
    .where(and(eq(refreshTokens.accountId, accountId), isNull(refreshTokens.revokedAt)));
}

export async function deleteExpired(db: Db, accountId: number, now: Date): Promise<void> {
  await db.delete(refreshTokens).where(and(eq(refreshTokens.accountId, accountId), lt(refreshTokens.expiresAt, now)));
}
