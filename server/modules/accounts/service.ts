import type { Query } from '../../core/database/database.ts';
import { demoAccounts } from '../../core/environment/demo-accounts.ts';
import { hashPassword } from '../../core/session/passwords.ts';
import { hasAnyAccount, insertAccount } from './repository.ts';

/** Creates an account that can sign in; throws 409 if the email is taken. */
export async function createAccount(
  query: Query,
  { name, email, password, now }: { name: string; email: string; password: string; now: Date },
): Promise<number> {
  return insertAccount(query, {
    name,
    email: email.trim(),
    passwordHash: await hashPassword(password),
    createdAt: now,
  });
}

/** True if any account exists. */
export const hasAccounts = (query: Query): Promise<boolean> => hasAnyAccount(query, undefined);

/** True if demo accounts exist, whose password is public. */
export const hasDemoAccounts = (query: Query): Promise<boolean> => hasAnyAccount(query, demoAccounts.emails);
