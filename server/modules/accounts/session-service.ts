import { randomUUID } from 'node:crypto';
import type { Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import type { accounts } from '@quartermaster/contract/endpoints/people/accounts.ts';
import type { PasskeyAnswer } from '@quartermaster/contract/endpoints/people/passkeys.ts';
import type { Deps } from '../../core/app/deps.ts';
import type { Unit } from '../../core/app/unit.ts';
import { AppError } from '../../core/base/errors.ts';
import type { Query } from '../../core/database/database.ts';
import { hashToken, randomToken } from '../../core/environment/secrets.ts';
import { countAttempt, forgiveAttempt, limitsOf } from '../../core/http/rate-limit.ts';
import type { Caller } from '../../core/session/access.ts';
import { verifyPassword } from '../../core/session/passwords.ts';
import { refreshSeconds } from '../../core/session/session-cookies.ts';
import { signSession } from '../../core/session/session-token.ts';
import { withCode } from './code-service.ts';
import { deviceOf } from './device.ts';
import { findFactor } from './factor-repository.ts';
import { type Answering, withPasskey } from './passkey-service.ts';
import { findCredentials, lockAccount } from './repository.ts';
import { deleteExpired, findToken, insertToken, markUsed, type RefreshToken } from './session-repository.ts';
import { endSignIns, insertSignIn, listSignIns, markSignInUsed, openSignIns } from './sign-in-repository.ts';

/** Characters of a user agent that are stored. */
const longestUserAgent = 400;

/** Two tabs may refresh with the same token within this time; later use is treated as theft. */
const graceMilliseconds = 10_000;

/** A company sign-in lasts a day: whom the provider no longer knows, is out by then. A recovery lasts as long. */
const companyMilliseconds = 24 * 60 * 60 * 1000;

export const signIns = { action: 'sign-in', ofSubject: 10, ofAddress: 100, seconds: 15 * 60 };

/** Who signs in, from where. */
export interface Client {
  address: string;
  /** As the browser names itself. */
  userAgent: string | undefined;
}

export interface Session {
  auth: string;
  refresh: string;
  /** Unix seconds. */
  expiresAt: number;
}

/**
 * Failed attempts count against both the account and the client's address; successful ones do not. Nothing tells whether an account has a
 * second factor before the password was right.
 */
export async function signIn(
  deps: Deps,
  { email, password, code }: { email: string; password: string; code?: string | undefined },
  { address, userAgent }: Client,
): Promise<Session> {
  const { database, unit, clock } = deps;
  const limits = limitsOf(signIns, email, address);
  await countAttempt(database.query, clock.now(), limits);
  const known = await findCredentials(database.query, email.trim());
  const matches = await verifyPassword(known?.passwordHash, password);
  if (!known || !matches) throw new AppError('credentials');
  const begin = async ({ query }: Pick<Unit, 'query'>): Promise<Session> => {
    // The password may have been reset while the old one was being verified.
    const account = await lockAccount(query, known.id);
    if (account?.passwordHash !== known.passwordHash) throw new AppError('credentials');
    return beginSession(query, deps, { accountId: known.id, sessionsSince: account.sessionsSince, userAgent, via: '' });
  };
  const forgive = () => forgiveAttempt(database.query, clock.now(), limits);
  const factor = await findFactor(database.query, known.id);
  if (factor && code === undefined) {
    await forgive();
    throw new AppError('second_factor', {
      details: { has_app: factor.secret !== null, has_passkey: factor.passkeys > 0 },
    });
  }
  const typed = { accountId: known.id, code: code ?? '', address, error: 'second_factor' } as const;
  const session = factor ? await withCode(deps, typed, begin) : await unit(begin);
  await forgive();
  await deleteExpired(database.query, known.id, clock.now());
  return session;
}

/** Signs in by a passkey, which has verified its user: no password and no second factor is needed. */
export async function signInByPasskey(
  deps: Deps,
  answer: PasskeyAnswer,
  { userAgent, ...answering }: Answering & Client,
): Promise<Session> {
  const { session, accountId } = await withPasskey(deps, answer, answering, async ({ query }, passkey) => {
    const { accountId, sessionsSince } = passkey;
    return { accountId, session: await beginSession(query, deps, { accountId, sessionsSince, userAgent, via: '' }) };
  });
  await deleteExpired(deps.database.query, accountId, deps.clock.now());
  return session;
}

/** Begins a session of an account, which is locked; `via` is how it was signed in. */
export async function beginSession(
  query: Query,
  deps: Pick<Deps, 'clock' | 'secrets'>,
  { userAgent, ...session }: Omit<IssuedSession, 'family'> & { userAgent: string | undefined },
): Promise<Session> {
  const family = randomUUID();
  await insertSignIn(query, {
    id: family,
    accountId: session.accountId,
    userAgent: (userAgent ?? '').slice(0, longestUserAgent),
    via: session.via,
    now: deps.clock.now(),
  });
  return issue(query, deps, { ...session, family });
}

/** Exchanges a refresh token for the next pair of tokens, once. A second use ends all sessions of the same sign-in. */
export async function refreshSession(deps: Deps, refreshToken: string | undefined): Promise<Session> {
  const { unit, clock, log } = deps;
  const tokenHash = hashToken(refreshToken ?? '');
  const session = await unit(async ({ query }) => {
    const known = await findToken(query, tokenHash);
    if (!known) return undefined;
    // A password reset, which ends every session, either runs before this or sees the tokens issued here.
    const account = await lockAccount(query, known.accountId);
    const token = await findToken(query, tokenHash);
    const now = clock.now();
    const verdict = judge(token, now);
    if (!account || !token || verdict === 'refused') return undefined;
    if (verdict === 'reused') {
      await endSignIns(query, { accountId: token.accountId, ids: [token.family], now });
      log.warn(
        { account: token.accountId, family: token.family },
        'a refresh token was used again, its sessions are ended',
      );
      return undefined;
    }
    if (token.usedAt === null) await markUsed(query, token.id, now);
    const { accountId, family } = token;
    const signedIn = await markSignInUsed(query, family, now);
    const via = signedIn?.via ?? '';
    if (via !== '' && signedIn && now.getTime() - signedIn.createdAt.getTime() > companyMilliseconds) return undefined;
    return issue(query, deps, { accountId, sessionsSince: account.sessionsSince, family, via });
  });
  if (!session) throw new AppError('session_expired');
  return session;
}

function judge(token: RefreshToken | undefined, now: Date): 'good' | 'reused' | 'refused' {
  if (!token || token.revokedAt !== null || token.expiresAt <= now) return 'refused';
  const isLate = token.usedAt !== null && now.getTime() - token.usedAt.getTime() > graceMilliseconds;
  return isLate ? 'reused' : 'good';
}

interface IssuedSession {
  accountId: number;
  sessionsSince: number;
  family: string;
  via: string;
}

async function issue(
  query: Query,
  deps: Pick<Deps, 'clock' | 'secrets'>,
  { accountId, sessionsSince, family, via }: IssuedSession,
): Promise<Session> {
  const refresh = randomToken();
  const createdAt = deps.clock.now();
  const expiresAt = new Date(createdAt.getTime() + refreshSeconds * 1000);
  await insertToken(query, { accountId, family, tokenHash: hashToken(refresh), createdAt, expiresAt });
  const signed = signSession({ accountId, sessionsSince, signIn: family, via }, deps);
  return { auth: signed.token, refresh, expiresAt: signed.expiresAt };
}

/** Ends the session of a refresh token, and all others of the same sign-in, at once. */
export async function signOut({ database, unit, clock }: Deps, refreshToken: string | undefined): Promise<void> {
  if (!refreshToken) return;
  const token = await findToken(database.query, hashToken(refreshToken));
  if (!token) return;
  await unit(async ({ query }) => {
    await lockAccount(query, token.accountId);
    await endSignIns(query, { accountId: token.accountId, ids: [token.family], now: clock.now() });
  });
}

/** The sign-ins of an account that can still be used, the last used one first. */
export async function listSessions(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  { accountId, signIn }: Caller,
): Promise<Output<typeof accounts.listSessions>> {
  const found = await listSignIns(database.query, accountId, clock.now());
  return {
    sessions: found.map(({ id, userAgent, createdAt, usedAt }) => ({
      id,
      ...deviceOf(userAgent),
      created_at: createdAt.toISOString(),
      used_at: usedAt.toISOString(),
      is_current: id === signIn,
    })),
  };
}

/** Ends a sign-in of an account, or all but the caller's. Ending one again changes nothing. */
export async function endSessions(
  { unit, clock }: Pick<Deps, 'unit' | 'clock'>,
  { accountId, signIn }: Caller,
  id?: string,
): Promise<void> {
  await unit(async ({ query }) => {
    await lockAccount(query, accountId);
    const others = async () => (await openSignIns(query, accountId)).filter((one) => one !== signIn);
    await endSignIns(query, { accountId, ids: id === undefined ? await others() : [id], now: clock.now() });
  });
}
