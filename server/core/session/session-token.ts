import { sessionSeconds } from '@quartermaster/contract/session-seconds.ts';
import { createSigner, createVerifier } from 'fast-jwt';
import type { Clock } from '../base/clock.ts';
import { AppError } from '../base/errors.ts';
import type { Secrets } from '../environment/secrets.ts';
import type { RequestHead } from '../http/request-head.ts';
import { type CookieConfig, sessionCookieOf } from './cookie-names.ts';

/** The dependencies for signing and reading sessions. */
export interface SessionParts {
  secrets: Pick<Secrets, 'jwtKey'>;
  clock: Clock;
}

/** The content of a session token; times in Unix seconds. */
export interface Session {
  accountId: number;
  issuedAt: number;
  /** The sign-in to which it belongs; empty for a token that a portal exchanged. */
  signIn: string;
  /** How the user signed in: {@link companyVia}, {@link recoveryVia}, or empty. */
  via: string;
  from: 'bearer' | 'cookie';
}

/** What a session says of a company sign-in by a provider: that of a workspace, or the server's. */
export const companyVia = (provider: number | 'server'): string => `company:${provider}`;

/** True for a session that a company sign-in has begun. */
export const isCompanyVia = (via: string): boolean => via.startsWith('company:');

/** What a session of an owner says who got back into a workspace by password and mailed code. */
export const recoveryVia = 'recovery';

/** What stands for the session where an account acts without one, such as by a token. */
export const withoutSession = { signIn: '', via: 'no session' } as const;

/**
 * Signs a session token for an account: a JWT with `sub`, `iat`, `exp` and, for a sign-in, `sid` and `via`; HS256. Times are in Unix seconds. `iat` is
 * never before `sessionsSince`, which may come from another server's clock.
 */
export function signSession(
  {
    accountId,
    sessionsSince,
    signIn,
    via,
  }: { accountId: number; sessionsSince: number; signIn?: string; via?: string },
  { secrets, clock }: SessionParts,
): { token: string; expiresAt: number } {
  const iat = Math.max(Math.floor(clock.now().getTime() / 1000), sessionsSince);
  const expiresAt = iat + sessionSeconds;
  const token = createSigner({ key: secrets.jwtKey, algorithm: 'HS256' })({
    sub: String(accountId),
    iat,
    exp: expiresAt,
    ...(signIn !== undefined && { sid: signIn }),
    ...(via && { via }),
  });
  return { token, expiresAt };
}

/**
 * Reads the session of a request; `Authorization: Bearer` takes precedence over the cookie. Throws 401 without a valid
 * session.
 */
export function readSession(
  { headers, cookies }: RequestHead,
  parts: SessionParts & { config: CookieConfig },
): Session {
  const { authorization } = headers;
  const token =
    authorization === undefined
      ? sessionCookieOf(cookies, 'qm_auth', parts.config)
      : /^Bearer (.+)$/i.exec(authorization)?.[1];
  if (!token) throw new AppError('unauthorized');
  const payload = verified(token, parts);
  if (!payload) throw new AppError('unauthorized');
  if (payload.exp * 1000 <= parts.clock.now().getTime()) throw new AppError('session_expired');
  const { accountId, issuedAt, signIn, via } = payload;
  return { accountId, issuedAt, signIn, via, from: authorization === undefined ? 'cookie' : 'bearer' };
}

const verifiers = new WeakMap<Buffer, ReturnType<typeof createVerifier>>();

function verified(token: string, { secrets }: SessionParts): (Omit<Session, 'from'> & { exp: number }) | undefined {
  let verify = verifiers.get(secrets.jwtKey);
  if (!verify) {
    // The expiry is compared with the server's own clock.
    verify = createVerifier({ key: secrets.jwtKey, algorithms: ['HS256'], ignoreExpiration: true });
    verifiers.set(secrets.jwtKey, verify);
  }
  try {
    const { sub, iat, exp, sid, via } = verify(token) as { [Name in 'sub' | 'iat' | 'exp' | 'sid' | 'via']?: unknown };
    const accountId = Number(sub);
    if (!Number.isInteger(accountId) || accountId < 1) return undefined;
    if (!Number.isInteger(iat) || typeof exp !== 'number') return undefined;
    return {
      accountId,
      issuedAt: Number(iat),
      signIn: typeof sid === 'string' ? sid : '',
      via: typeof via === 'string' ? via : '',
      exp,
    };
  } catch {
    return undefined;
  }
}
