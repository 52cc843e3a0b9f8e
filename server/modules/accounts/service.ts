import type { Db } from '../../core/database/database.ts';
import { demoAccounts } from '../../core/environment/demo-accounts.ts';
import { hashPassword } from '../../core/session/passwords.ts';
import { hasAnyAccount, insertAccount } from './repository.ts';

/** Makes an account that can sign in; 409 where the email is taken. */
export async function createAccount(
  db: Db,
  { name, email, password, now }: { name: string; email: string; password: string; now: Date },
): Promise<number> {
  return insertAccount(db, { name, email: email.trim(), passwordHash: await hashPassword(password), createdAt: now });
}

/** Whether anybody can sign in yet. */
export const hasAccounts = (db: Db): Promise<boolean> => hasAnyAccount(db, undefined);

/** Whether accounts of the demo are there, whose password is no secret. */
export const hasDemoAccounts = (db: Db): Promise<boolean> => hasAnyAccount(db, demoAccounts.emails);
