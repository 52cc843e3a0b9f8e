import type { Query } from '../../core/database/database.ts';
import { textArray } from '../../core/database/pg-array.ts';

export interface Factor {
  /** Of the authenticator app, encrypted; null without one. */
  secret: string | null;
  /** Keyed hashes of those that were not used. */
  recoveryCodes: string[];
  passkeys: number;
}

export async function findFactor(query: Query, accountId: number): Promise<Factor | undefined> {
  const [row] = await query<Factor>(
    `select secret, recovery_codes as "recoveryCodes",
        (select count(*)::int from passkeys p where p.account_id = f.account_id) as passkeys
      from second_factors f where account_id = $1`,
    [accountId],
  );
  return row;
}

/** A workspace that requires a second factor of its members. */
interface Requiring {
  id: number;
  name: string;
  due_at: Date;
  has_company: boolean;
}

/** The workspaces of an account that require a second factor, whether it has one or not. */
export const listRequiring = (query: Query, accountId: number): Promise<Requiring[]> =>
  query(
    `select w.id, w.name, m.factor_due_at as due_at,
        exists (select from company_sign_ins c where c.workspace_id = w.id) as has_company
      from workspace_members m join workspaces w on w.id = m.workspace_id
      where m.account_id = $1 and m.factor_due_at is not null order by m.factor_due_at, w.id`,
    [accountId],
  );

/** Stores the recovery codes of a first factor; false if the account has one already. */
export async function insertFactor(
  query: Query,
  { accountId, recoveryCodes, now }: { accountId: number; recoveryCodes: readonly string[]; now: Date },
): Promise<boolean> {
  const rows = await query(
    `insert into second_factors (account_id, used_step, recovery_codes, created_at)
      values ($1, 0, $2::text::text[], $3) on conflict do nothing returning 1`,
    [accountId, textArray(recoveryCodes), now],
  );
  return rows.length > 0;
}

/** Adds the authenticator app; false if the account has one already. */
export async function writeApp(
  query: Query,
  accountId: number,
  { secret, usedStep }: { secret: string; usedStep: number },
): Promise<boolean> {
  const rows = await query(
    'update second_factors set secret = $2, used_step = $3 where account_id = $1 and secret is null returning 1',
    [accountId, secret, usedStep],
  );
  return rows.length > 0;
}

/** Removes the authenticator app; false if there is none. */
export async function deleteApp(query: Query, accountId: number): Promise<boolean> {
  const rows = await query(
    'update second_factors set secret = null where account_id = $1 and secret is not null returning 1',
    [accountId],
  );
  return rows.length > 0;
}

/** Removes the recovery codes of an account, which is locked, once neither an app nor a passkey is left. */
export async function deleteUnusedFactor(query: Query, accountId: number): Promise<void> {
  await query(
    `delete from second_factors where account_id = $1 and secret is null
      and not exists (select 1 from passkeys where account_id = $1)`,
    [accountId],
  );
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

/** Deletes a recovery code by its hash, and returns how many are left; undefined if it was used or replaced. */
export async function useRecoveryCode(query: Query, accountId: number, hash: string): Promise<number | undefined> {
  const [row] = await query<{ left: number }>(
    `update second_factors set recovery_codes = array_remove(recovery_codes, $2)
      where account_id = $1 and $2 = any(recovery_codes) returning cardinality(recovery_codes) as left`,
    [accountId, hash],
  );
  return row?.left;
}

export async function writeRecoveryCodes(query: Query, accountId: number, hashes: readonly string[]): Promise<void> {
  await query('update second_factors set recovery_codes = $2::text::text[] where account_id = $1', [
    accountId,
    textArray(hashes),
  ]);
}
