import type { Environment } from '../environment/environment.ts';

/** The cookies of a session. */
export type SessionCookie = 'qm_auth' | 'qm_refresh';

/** With the `__Host-` prefix, browsers accept the cookie only over https, from this exact host, for all paths. */
export const hostOnly = <Name extends SessionCookie>(name: Name) => `__Host-${name}` as const;

/** The settings that determine the cookie names: under https, no other host can have set them. */
export type CookieConfig = Pick<Environment, 'publicUrl'>;

export const isSecure = ({ publicUrl }: CookieConfig): boolean => publicUrl.startsWith('https:');

/** The name of a cookie at the given public URL. */
export const cookieName = (name: SessionCookie, config: CookieConfig): string =>
  isSecure(config) ? hostOnly(name) : name;

/** Reads a session cookie from a request. */
export const sessionCookieOf = (
  cookies: Record<string, string | undefined>,
  name: SessionCookie,
  config: CookieConfig,
): string | undefined => cookies[cookieName(name, config)];
