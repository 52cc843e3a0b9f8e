import type { Query } from '../../core/database/database.ts';
import { textArray } from '../../core/database/pg-array.ts';

export interface Factor {
  /** Encrypted. */
  secret: string;
  /** Keyed hashes of those that were not used. */
  recoveryCodes: string[];
}

export async function findFactor(query: Query, accountId: number): Promise<Factor | undefined> {
  const [row] = await query<Factor>(
    'select secret, recovery_codes as "recoveryCodes" from second_factors where account_id = $1',
    [accountId],
  );
  return row;
}

/** False if the account has one already. */
export async function insertFactor(
  query: Query,
  { accountId, secret, usedStep, recoveryCodes, now }: Factor & { accountId: number; usedStep: number; now: Date },
): Promise<boolean> {
  const rows = await query(
    `insert into second_factors (account_id, secret, used_step, recovery_codes, created_at)
      values ($1, $2, $3, $4::text::text[], $5) on conflict do nothing returning 1`,
    [accountId, secret, usedStep, textArray(recoveryCodes), now],
  );
  return rows.length > 0;
}

/** Marks a step as used; false if it or a later one was used before, or if the account has another secret now. */
export async function useStep(
  query: Query,
  accountId: number,
  { secret, step }: { secret: string; step: number },
): Promise<boolean> {
  const rows = await query(
    'update second_factors set used_step = $3 where account_id = $1 and secret = $2 and used_step < $3 returning 1',
    [accountId, secret, step],
  );
  return rows.length > 0;
}

/** Deletes a recovery code by its hash; false if it was used or replaced. */
export async function useRecoveryCode(query: Query, accountId: number, hash: string): Promise<boolean> {
  const rows = await query(
    `update second_factors set recovery_codes = array_remove(recovery_codes, $2)
      where account_id = $1 and $2 = any(recovery_codes) returning 1`,
    [accountId, hash],
  );
  return rows.length > 0;
}

export async function writeRecoveryCodes(query: Query, accountId: number, hashes: readonly string[]): Promise<void> {
  await query('update second_factors set recovery_codes = $2::text::text[] where account_id = $1', [
    accountId,
    textArray(hashes),
  ]);
}

export async function deleteFactor(query: Query, accountId: number): Promise<void> {
  await query('delete from second_factors where account_id = $1', [accountId]);
}
