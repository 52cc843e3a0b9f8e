// biome-ignore-all format: a row keeps to one line, or two where it is settled, so that the table can be read
import type { Row } from './row.ts';

export const rows: Row[] = [
  // Cookies
  { id: '3.session.cookie.path', where: 'POST /accounts/login', says: 'both cookies have the path /' },
  { id: '3.session.cookie.auth', where: 'POST /accounts/login', says: 'qm_auth is a JWT' },
  { id: '3.session.cookie.auth-claims', where: 'POST /accounts/login', says: 'its claims are sub, iat and exp' },
  { id: '3.session.cookie.auth-lifetime', where: 'POST /accounts/login', says: 'it lives 15 minutes' },
  { id: '3.session.cookie.refresh', where: 'POST /accounts/login', says: 'qm_refresh is opaque and random' },
  { id: '3.session.cookie.refresh-lifetime', where: 'POST /accounts/login', says: 'it lives 30 days' },
  { id: '3.session.cookie.refresh-hashed', where: 'database', says: 'it is stored hashed' },
  { id: '3.session.cookie.refresh-rotated', where: 'POST /accounts/refresh', says: 'each refresh gives a new one' },
  { id: '3.session.cookie.refresh-reuse', where: 'POST /accounts/refresh', says: 'one used again revokes its whole family' },
  { id: '3.session.cookie.refresh-grace', where: 'POST /accounts/refresh', says: 'a second use within 10 seconds is forgiven, for parallel tabs' },
  { id: '3.session.cookie.http-only', where: 'POST /accounts/login', says: 'both are HttpOnly' },
  { id: '3.session.cookie.same-site', where: 'POST /accounts/login', says: 'both are SameSite=Lax' },
  { id: '3.session.cookie.cross-site', where: 'POST /accounts/login', says: 'configured for a cross-site host they are SameSite=None and Secure' },
  { id: '3.session.expires-at.login', where: 'POST /accounts/login', says: 'answers expires_at in unix seconds' },
  { id: '3.session.expires-at.refresh', where: 'POST /accounts/refresh', says: 'answers expires_at in unix seconds' },
  { id: '3.session.expires-at.stored', where: 'console session', says: 'the console stores that number in the browser' },
  { id: '3.session.expires-at.no-token-stored', where: 'console session', says: 'the console never stores a token' },
  { id: '3.session.expires-at.missing', where: 'console session', says: 'a missing number counts as expired' },
  { id: '3.session.readable-cookie', where: 'console session', says: 'the console reads exp from a qm_auth that script can read' },
  { id: '3.session.wrong-clock', where: 'console session', says: 'a computer whose clock is ahead renews its session as often as others, and starts as fast' },
  // Token of the host
  { id: '3.session.host-token.bearer', where: 'getAccessToken', says: 'the console sends Authorization: Bearer' },
  { id: '3.session.host-token.no-cookies', where: 'getAccessToken', says: 'the console sends no cookies' },
  { id: '3.session.host-token.no-refresh', where: 'getAccessToken', says: 'the console never calls refresh' },
  { id: '3.session.host-token.401', where: 'getAccessToken', says: '401 asks the host once for a new token' },
  // Anti-forgery and origin
  { id: '3.session.anti-forgery.header', where: 'every call of the console', says: 'the header is X-CSRF-Protection: 1' },
  { id: '3.session.anti-forgery.refused', where: 'state-changing calls on cookies', says: 'without the header the answer is 403' },
  { id: '3.session.anti-forgery.nothing-written', where: 'state-changing calls on cookies', says: 'a refused call changes nothing' },
  { id: '3.session.origin.parameter', where: '/login', says: 'the path is carried as ?from=' },
  { id: '3.session.origin.inside-only', where: '/login', says: 'a path outside the console is not followed' },
  // Human verification
  { id: '3.session.challenge.marker', where: 'calls with a challenge', says: 'the marker header is "cf-mitigated: challenge"' },
  { id: '3.session.challenge.turnstile', where: 'challenge widget', says: 'is Cloudflare Turnstile' },
  { id: '3.session.challenge.answer-header', where: 'calls with a challenge', says: 'the retry carries the answer in cf-turnstile-response' },
  { id: '3.session.challenge.siteverify', where: 'calls with a challenge', says: 'the server checks the answer at the siteverify address' },
  { id: '3.session.challenge.siteverify-refused', where: 'calls with a challenge', says: 'an answer that siteverify refuses does not pass' },
  { id: '3.session.challenge.counter', where: 'challenge widget', says: 'the retry counter starts at 3' },
  { id: '3.session.challenge.script-address', where: 'TURNSTILE_*', says: "the script's address is a setting" },
  { id: '3.session.challenge.siteverify-address', where: 'TURNSTILE_*', says: 'the siteverify address is a setting' },
  { id: '3.session.challenge.off', where: 'TURNSTILE_*', says: 'unset, there is no challenge' },
];
