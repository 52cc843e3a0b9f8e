import { anyone } from '@quartermaster/contract/access.ts';
import { parseCookie } from 'cookie';
import type { App, Deps } from '../../core/app/deps.ts';
import { AppError } from '../../core/base/errors.ts';
import { knownHost } from './known-host.ts';
import { turnstileScript } from './turnstile-script.ts';

/**
 * A stand-in for Cloudflare Turnstile, enabled by `TURNSTILE_STAND_IN=1`. It speaks the protocol but blocks nobody.
 *
 * `GET /dev/turnstile/api.js` is the script. The outcomes of its runs (`render` and each `reset`) are a list separated
 * by dots, the last one applying to all further runs: from the cookie `turnstile_stand_in` if present, otherwise from a
 * site key such as `stand-in.300030.pass`, otherwise `pass`. Outcomes:
 * - `pass`: a token that is valid once. `fail`: a token that is rejected. `down`: one whose verification fails.
 * - `110200`, `300030`, `600010`, any number: `error-callback` with this code.
 * - `expire`: a token, and `expired-callback` soon after. `interactive`: a button that has to be pressed.
 * - `timeout`, `unsupported`: the callback of that name. `silent`: nothing at all.
 * - `gone` (first in the cookie): the script itself cannot be loaded.
 *
 * `POST /dev/turnstile/siteverify` verifies tokens.
 */
export const turnstileRoutes = (app: App, { config, clock }: Deps): void => {
  if (!config.turnstileStandIn) return;
  const open = { config: { access: anyone, safe: true }, onRequest: knownHost(config) };
  const used = new Map<string, number>();

  app.get('/dev/turnstile/api.js', open, (request, reply) => {
    const outcomes = (parseCookie(request.headers.cookie ?? '').turnstile_stand_in ?? '').split('.').filter(isOutcome);
    if (outcomes[0] === 'gone') throw new AppError('not_found');
    // Allows pages of a host that mounts the console.
    reply.header('cross-origin-resource-policy', 'cross-origin').type('text/javascript; charset=utf-8');
    return turnstileScript(outcomes);
  });

  app.post('/dev/turnstile/siteverify', open, ({ body }, reply) => {
    const { secret, response } = (body ?? {}) as { secret?: unknown; response?: unknown };
    const now = clock.now().getTime();
    for (const [token, at] of used) if (now - at > tokenMilliseconds) used.delete(token);
    const kind = typeof response === 'string' ? /^stand-in\.(\w+)\.[\w-]{36}$/.exec(response)?.[1] : undefined;
    if (kind === 'down') return reply.code(500).send('The stand-in is down.');
    const wrong = judge(secret, kind, typeof response === 'string' && used.has(response), config.turnstile?.secretKey);
    if (!wrong) used.set(String(response), now);
    return { success: !wrong, 'error-codes': wrong ? [wrong] : [], challenge_ts: new Date(now).toISOString() };
  });
};

/** Cloudflare's tokens are valid for 5 minutes. */
const tokenMilliseconds = 5 * 60 * 1000;

/** No other part of the cookie is inserted into the script. */
const isOutcome = (text: string) => /^[a-z0-9]{1,20}$/.test(text);

function judge(secret: unknown, kind: string | undefined, isUsed: boolean, expected: unknown): string | undefined {
  if (!secret) return 'missing-input-secret';
  if (secret !== expected) return 'invalid-input-secret';
  if (kind !== 'pass') return 'invalid-input-response';
  return isUsed ? 'timeout-or-duplicate' : undefined;
}
