/** The cookies of a session. */
export type SessionCookie = 'qm_auth' | 'qm_refresh';

/** A name that a browser takes from this very host alone, over https, for all of its paths. */
export const hostOnly = <Name extends SessionCookie>(name: Name) => `__Host-${name}` as const;

/** What a browser has sent of a session, also under the name without a prefix: over http, and of sign-ins before there was one. */
export const sessionCookieOf = (cookies: Record<string, string | undefined>, name: SessionCookie): string | undefined =>
  cookies[hostOnly(name)] ?? cookies[name];
