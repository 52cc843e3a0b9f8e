/** What a call sends to say who calls. */
export interface Authorization {
  headers: Record<string, string>;
  credentials: RequestCredentials;
}

/** How this console proves who is signed in: by the server's cookies, or by a token of the host. */
export interface Session {
  /** True where the host signs people in, so that there is no sign-in form and no sign-out of our own. */
  readonly ownedByHost: boolean;
  /** What to send with the next call; renews first what is about to expire, once for all calls that wait. */
  authorize: (isPublic: boolean) => Promise<Authorization>;
  /** After a 401: true when the call is worth sending again; false ends the session. */
  recover: () => Promise<boolean>;
  /** Notes a successful sign-in; `expiresAt` in Unix seconds. */
  begin: (expiresAt: number) => void;
  /** Forgets the session. */
  end: () => void;
}

/** A token with less life than this many seconds is renewed before it is used. */
export const renewBefore = 300;
