import { errors } from '@quartermaster/contract/errors.ts';
import { createEventId } from '../http/event-id.ts';
import { HttpError } from '../http/http-error.ts';

/** What a call sends to authenticate. */
export interface Authorization {
  headers: Record<string, string>;
  credentials: RequestCredentials;
}

/** How this console authenticates: with the server's cookies, or with a token of the host. */
export interface Session {
  /** True if the host signs users in; then the console has no sign-in form and no sign-out. */
  readonly ownedByHost: boolean;
  /** True if the user has signed in here and not signed out; the server may have ended the session since. */
  isKnown: () => boolean;
  /**
   * Identifies the user who is signed in at the server; `null` if nobody is, as far as is known without a call. Pending until
   * the host has supplied its first token.
   */
  user: () => Promise<string | null>;
  /** Why the host has supplied no token, or why correct credentials were not accepted; `null` if there is no reason. */
  problem: () => string | null;
  /** Returns what to send with the next call; refreshes an expiring session first, once for all waiting calls. */
  authorize: (isPublic: boolean) => Promise<Authorization>;
  /** Called after a 401: true if the call should be retried, false if the session has ended. */
  recover: () => Promise<boolean>;
  /** Called after each call that the server has accepted the session for. */
  confirm: () => void;
  /** Called if a call is refused even after `recover`: forgets the session and navigates to sign-in. */
  expire: () => void;
  /** Records a successful sign-in; `expiresAt` in Unix seconds. */
  begin: (expiresAt: number) => void;
  /** Forgets the session, here and in all other tabs. */
  end: () => void;
  /**
   * Called when another console of the page joins: a host is asked for its token again, unless it just was, as its user may be another one now.
   * Rejects with the reason if the host has none.
   */
  check: () => Promise<void>;
  /** True once the session has ended: calls are refused, without `onExpired`, until somebody signs in. */
  hasEnded: () => boolean;
  /** Stops listening to other tabs. */
  stop: () => void;
  /** Undoes `stop`; a host is asked for its token again. Resolves to the user as `user` does. */
  resume: () => Promise<string | null>;
}

/** The error of a call that was not sent because nobody is signed in. */
export const notSignedIn = (): HttpError =>
  new HttpError(
    401,
    { status_code: 401, error: 'unauthorized', message: errors.unauthorized.message },
    createEventId(),
  );

/** A token that expires in fewer seconds than this is refreshed before it is used. */
export const refreshBefore = 300;

/** True if fewer than {@link refreshBefore} seconds are left; a missing expiry counts as past. Both in Unix seconds. */
export const isExpiring = (expiresAt: number | null, now: number): boolean =>
  expiresAt === null || expiresAt - now < refreshBefore;

/** The `exp` claim of a JWT in Unix seconds; `null` for anything else. */
export const expiryOfToken = (token: string): number | null => secondsIn(token, 'exp');

/** The `iat` claim of a JWT, likewise. */
export const issueOfToken = (token: string): number | null => secondsIn(token, 'iat');

function secondsIn(token: string, claim: 'exp' | 'iat'): number | null {
  const seconds = claimsOf(token)?.[claim];
  return typeof seconds === 'number' ? seconds : null;
}

/** What stays the same in all JWTs of a user with the same rights: all claims but those of the single token. Other tokens as they are. */
export function userOfToken(token: string): string {
  const claims = claimsOf(token);
  if (!claims) return token;
  const { exp: _exp, iat: _iat, nbf: _nbf, jti: _jti, ...lasting } = claims;
  return JSON.stringify(Object.entries(lasting).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** True for JWTs of two users; tokens of which that is not known count as those of one. */
export function isOtherUser(token: string, before: string): boolean {
  const [one, other] = [claimsOf(token)?.sub, claimsOf(before)?.sub];
  return one !== undefined && other !== undefined && one !== other;
}

function claimsOf(token: string): Record<string, unknown> | null {
  try {
    const claims: unknown = JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')));
    return typeof claims === 'object' && claims !== null ? { ...claims } : null;
  } catch {
    // Not a JWT: the console cannot know what it says.
    return null;
  }
}

/** True if the user is probably signed in: here, or in the host. */
export const isSessionKnown = (session: Pick<Session, 'ownedByHost' | 'isKnown'>): boolean =>
  session.ownedByHost || session.isKnown();
