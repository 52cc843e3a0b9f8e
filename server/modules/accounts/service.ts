import type { Db } from '../../core/database.ts';
import { hashPassword } from '../../core/passwords.ts';
import { insertAccount } from './repository.ts';

/** Makes an account that can sign in; 409 where the email is taken. */
export async function createAccount(
  db: Db,
  { name, email, password, now }: { name: string; email: string; password: string; now: Date },
): Promise<number> {
  return insertAccount(db, { name, email: email.trim(), passwordHash: await hashPassword(password), createdAt: now });
}
