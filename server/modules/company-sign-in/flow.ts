import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../core/app/deps.ts';
import { isSecure } from '../../core/session/cookie-names.ts';
import type { Checks } from './provider-client.ts';

/** Seconds for which a begun sign-in can be completed. */
export const flowSeconds = 10 * 60;

/** A sign-in that was begun in a browser, which has it in an encrypted cookie. */
export interface Flow extends Checks {
  /** Distinguishes it from everything else that is encrypted. */
  kind: 'company-sign-in';
  provider: number | 'server';
  /** Of the issuer and the client. */
  fingerprint: string;
  /** The path of the console to return to. */
  from: string;
  /** The account and the sign-in of an owner who only tries it. */
  trial?: { accountId: number; signIn: string };
  /** Unix milliseconds. */
  expiresAt: number;
}

type Needs = Pick<Deps, 'config' | 'secrets' | 'clock'>;

/** Over https no other host can set it. */
const nameOf = ({ config }: Pick<Needs, 'config'>) => (isSecure(config) ? '__Host-qm_company' : 'qm_company');

const cookieOf = (deps: Pick<Needs, 'config'>, value: string, maxAge: number): string =>
  stringifySetCookie(nameOf(deps), value, {
    path: '/',
    httpOnly: true,
    // The provider's redirect is a navigation, with which browsers send it.
    sameSite: 'lax',
    secure: isSecure(deps.config),
    maxAge,
  });

/** Stores a begun sign-in in the browser; a second one replaces it. */
export function writeFlow(reply: FastifyReply, deps: Needs, flow: Omit<Flow, 'kind' | 'expiresAt'>): void {
  const expiresAt = deps.clock.now().getTime() + flowSeconds * 1000;
  const sealed = deps.secrets.encrypt(JSON.stringify({ ...flow, kind: 'company-sign-in', expiresAt } satisfies Flow));
  reply.header('set-cookie', cookieOf(deps, sealed, flowSeconds));
}

/** The header that removes it. */
export const forgottenFlow = (deps: Pick<Needs, 'config'>): string => cookieOf(deps, '', 0);

/** The begun sign-in of a browser; undefined if there is none that can be completed. */
export function readFlow({ headers }: FastifyRequest, deps: Needs): Flow | undefined {
  const sealed = parseCookie(headers.cookie ?? '')[nameOf(deps)];
  if (!sealed) return undefined;
  try {
    const flow = JSON.parse(deps.secrets.decrypt(sealed)) as Partial<Flow>;
    if (flow.kind !== 'company-sign-in' || !flow.expiresAt) return undefined;
    return flow.expiresAt > deps.clock.now().getTime() ? (flow as Flow) : undefined;
  } catch {
    return undefined;
  }
}

/** A path of the console from what a browser sent; anything else leads home. */
export function returnPath(from: string | undefined, publicUrl: string): string {
  if (from === undefined || !from.startsWith('/') || /[\\\p{C}]/u.test(from)) return '/';
  const url = URL.parse(from, publicUrl);
  return url?.origin === new URL(publicUrl).origin && !url.pathname.startsWith('//')
    ? `${url.pathname}${url.search}${url.hash}`
    : '/';
}
