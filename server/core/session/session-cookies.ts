import { sessionSeconds } from '@quartermaster/contract/session-seconds.ts';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Environment } from '../environment/environment.ts';
import { type CookieConfig, cookieName, isSecure, type SessionCookie, sessionCookieOf } from './cookie-names.ts';

/** Lifetime of a refresh token, in seconds. */
export const refreshSeconds = 30 * 24 * 60 * 60;

const write = (config: Environment, name: SessionCookie, value: string, maxAge: number): string =>
  stringifySetCookie(cookieName(name, config), value, {
    path: '/',
    httpOnly: true,
    sameSite: config.cookieSameSite,
    secure: isSecure(config),
    maxAge,
  });

/** The headers that set the two tokens of a session as HttpOnly cookies. */
export const sessionCookies = (config: Environment, tokens: { auth: string; refresh: string }): string[] => [
  write(config, 'qm_auth', tokens.auth, sessionSeconds),
  write(config, 'qm_refresh', tokens.refresh, refreshSeconds),
];

/** Sets the two tokens of a session as HttpOnly cookies. */
export function setSessionCookies(
  reply: FastifyReply,
  config: Environment,
  tokens: { auth: string; refresh: string },
): void {
  reply.header('set-cookie', sessionCookies(config, tokens));
}

/** Clears both cookies. */
export function clearSessionCookies(reply: FastifyReply, config: Environment): void {
  reply.header('set-cookie', [write(config, 'qm_auth', '', 0), write(config, 'qm_refresh', '', 0)]);
}

/** The refresh token of a request. */
export const refreshTokenOf = ({ headers }: FastifyRequest, config: CookieConfig): string | undefined =>
  headers.cookie ? sessionCookieOf(parseCookie(headers.cookie), 'qm_refresh', config) : undefined;
