import { errors } from '@quartermaster/contract/errors.ts';
import { createEventId } from '../http/event-id.ts';
import { HttpError } from '../http/http-error.ts';

/** What a call sends to say who calls. */
export interface Authorization {
  headers: Record<string, string>;
  credentials: RequestCredentials;
}

/** How this console proves who is signed in: by the server's cookies, or by a token of the host. */
export interface Session {
  /** True where the host signs people in, so that there is no sign-in form and no sign-out of our own. */
  readonly ownedByHost: boolean;
  /** True where somebody has signed in here and not out again; whether the server still knows them is not said. */
  isKnown: () => boolean;
  /** What to send with the next call; renews first what is about to expire, once for all calls that wait. */
  authorize: (isPublic: boolean) => Promise<Authorization>;
  /** After a 401: true when the call is worth sending once more; false where the session has ended with it. */
  recover: () => Promise<boolean>;
  /** The server has refused for good: forgets the session and has the console ask for a new sign-in. */
  expire: () => void;
  /** Notes a successful sign-in; `expiresAt` in Unix seconds. */
  begin: (expiresAt: number) => void;
  /** Forgets the session, here and in every other tab. */
  end: () => void;
  /** Listens to the other tabs no longer. */
  stop: () => void;
}

/** What a call fails with when nobody is signed in, without having been sent. */
export const notSignedIn = (): HttpError =>
  new HttpError(
    401,
    { status_code: 401, error: 'unauthorized', message: errors.unauthorized.message },
    createEventId(),
  );

/** A token with less life than this many seconds is renewed before it is used. */
export const renewBefore = 300;

/** True where less than {@link renewBefore} seconds are left; a missing expiry counts as past. Both in Unix seconds. */
export const isExpiring = (expiresAt: number | null, now: number): boolean =>
  expiresAt === null || expiresAt - now < renewBefore;

/** The `exp` claim of a JWT in Unix seconds; `null` for anything else. */
export function expiryOfToken(token: string): number | null {
  try {
    const claims: unknown = JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')));
    if (typeof claims === 'object' && claims !== null && 'exp' in claims && typeof claims.exp === 'number')
      return claims.exp;
  } catch {
    // No JWT: then its life is the issuer's own affair.
  }
  return null;
}
