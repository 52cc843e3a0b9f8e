import { createSigner, createVerifier } from 'fast-jwt';
import type { Deps } from './deps.ts';
import { AppError } from './errors.ts';
import type { Requested } from './requested.ts';

/** How long a session token is good for, in seconds. */
export const sessionSeconds = 15 * 60;

/** A session token for an account: a JWT with `sub`, `iat` and `exp`, signed with HS256. `expiresAt` is in Unix seconds. */
export function signSession(
  accountId: number,
  { secrets, clock }: Pick<Deps, 'secrets' | 'clock'>,
): { token: string; expiresAt: number } {
  const iat = Math.floor(clock.now().getTime() / 1000);
  const expiresAt = iat + sessionSeconds;
  const token = createSigner({ key: secrets.jwtKey, algorithm: 'HS256' })({
    sub: String(accountId),
    iat,
    exp: expiresAt,
  });
  return { token, expiresAt };
}

/** Who a request is from: `Authorization: Bearer` counts before the cookie. 401 without a session that is still good. */
export function readSession(
  { headers, cookies }: Requested,
  deps: Deps,
): { accountId: number; from: 'bearer' | 'cookie' } {
  const { authorization } = headers;
  const token = authorization === undefined ? cookies.qm_auth : /^Bearer (.+)$/i.exec(authorization)?.[1];
  if (!token) throw new AppError('unauthorized');
  const payload = verified(token, deps);
  if (!payload) throw new AppError('unauthorized');
  if (payload.exp * 1000 <= deps.clock.now().getTime()) throw new AppError('session_expired');
  return { accountId: payload.accountId, from: authorization === undefined ? 'cookie' : 'bearer' };
}

const verifiers = new WeakMap<Buffer, ReturnType<typeof createVerifier>>();

function verified(token: string, { secrets }: Deps): { accountId: number; exp: number } | undefined {
  let verify = verifiers.get(secrets.jwtKey);
  if (!verify) {
    // The expiry is compared with the server's own clock.
    verify = createVerifier({ key: secrets.jwtKey, algorithms: ['HS256'], ignoreExpiration: true });
    verifiers.set(secrets.jwtKey, verify);
  }
  try {
    const { sub, exp } = verify(token) as { sub?: unknown; exp?: unknown };
    const accountId = Number(sub);
    return Number.isInteger(accountId) && accountId > 0 && typeof exp === 'number' ? { accountId, exp } : undefined;
  } catch {
    return undefined;
  }
}
