import type { Environment } from '../environment/environment.ts';

/** The cookies of a session. */
export type SessionCookie = 'qm_auth' | 'qm_refresh';

/** With the `__Host-` prefix, browsers accept the cookie only over https, from this exact host, for all paths. */
export const hostOnly = <Name extends SessionCookie>(name: Name) => `__Host-${name}` as const;

/** The settings that determine the cookie names: under https, no other host can have set them. */
export type Served = Pick<Environment, 'publicUrl'>;

export const isSecure = ({ publicUrl }: Served): boolean => publicUrl.startsWith('https:');

/** The name of a cookie at the given public URL. */
export const cookieName = (name: SessionCookie, served: Served): string => (isSecure(served) ? hostOnly(name) : name);

/** Reads a session cookie from a request. */
export const sessionCookieOf = (
  cookies: Record<string, string | undefined>,
  name: SessionCookie,
  served: Served,
): string | undefined => cookies[cookieName(name, served)];
