import type { Environment } from '../environment/environment.ts';

/** The cookies of a session. */
export type SessionCookie = 'qm_auth' | 'qm_refresh';

/** A name that a browser takes from this very host alone, over https, for all of its paths. */
export const hostOnly = <Name extends SessionCookie>(name: Name) => `__Host-${name}` as const;

/** What decides about the cookies: under https nobody else's host can have set them. */
export type Served = Pick<Environment, 'publicUrl'>;

export const isSecure = ({ publicUrl }: Served): boolean => publicUrl.startsWith('https:');

/** The name of a cookie where the console is served. */
export const cookieName = (name: SessionCookie, served: Served): string => (isSecure(served) ? hostOnly(name) : name);

/** What a browser has sent of a session. */
export const sessionCookieOf = (
  cookies: Record<string, string | undefined>,
  name: SessionCookie,
  served: Served,
): string | undefined => cookies[cookieName(name, served)];
