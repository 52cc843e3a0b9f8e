import type { Deps } from '../../core/app/deps.ts';
import { AppError } from '../../core/base/errors.ts';
import { hashToken, randomToken, type Secrets } from '../../core/environment/secrets.ts';
import { createToken, getToken, replaceToken, type StoredToken } from './repository.ts';

const keep = (secrets: Secrets, token: string): StoredToken => ({
  encrypted: secrets.encrypt(token),
  hash: hashToken(token),
});

/** The API token of an instance; created on first access. */
export async function readToken({ database, secrets, clock }: Deps, instanceId: number): Promise<string> {
  let encrypted = await getToken(database.query, instanceId);
  if (encrypted === undefined) {
    await createToken(database.query, { instanceId, ...keep(secrets, randomToken()), at: clock.now() });
    encrypted = await getToken(database.query, instanceId);
  }
  if (encrypted === undefined) throw new AppError('not_found');
  try {
    return secrets.decrypt(encrypted);
  } catch (cause) {
    const message = 'The token cannot be shown, as the secret key of the server has changed. Regenerate it.';
    throw new AppError('unavailable', { message, cause });
  }
}

/** Gives the instance a new token; the previous one stops working immediately. */
export async function regenerateToken({ database, secrets, clock }: Deps, instanceId: number): Promise<string> {
  const token = randomToken();
  await replaceToken(database.query, { instanceId, ...keep(secrets, token), at: clock.now() });
  return token;
}
