import type { Query } from '../core/database/database.ts';

/** Removes the app, the passkeys and the recovery codes of an account; undefined without such an account, false if it has none of them. */
export async function removeSecondFactor(query: Query, email: string): Promise<boolean | undefined> {
  const [account] = await query<{ id: number }>('select id from accounts where lower(email) = lower($1)', [email]);
  if (!account) return undefined;
  const removed = await query('delete from second_factors where account_id = $1 returning 1', [account.id]);
  return removed.length > 0;
}
