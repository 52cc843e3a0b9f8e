import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../core/app/deps.ts';
import { hashToken, randomToken } from '../../core/environment/secrets.ts';
import { isFirstUse } from '../../core/http/rate-limit.ts';
import { isSecure } from '../../core/session/cookie-names.ts';

/** Seconds for which a challenge can be answered. */
const lifetime = 10 * 60;

/** A challenge for a passkey. It is encrypted, and stored nowhere. */
interface Challenge {
  /** Distinguishes it from everything else that is encrypted. */
  kind: 'new-passkey' | 'passkey';
  /** The session or the browser that asked for it. */
  for: string;
  challenge: string;
  expiresAt: number;
}

type Needs = Pick<Deps, 'secrets' | 'clock'>;

/** A new challenge, which only who asked for it can have answered. */
export function createChallenge({ secrets, clock }: Needs, { kind, for: asker }: Pick<Challenge, 'kind' | 'for'>) {
  const challenge = randomToken();
  const expiresAt = clock.now().getTime() + lifetime * 1000;
  const sealed = secrets.encrypt(JSON.stringify({ kind, for: asker, challenge, expiresAt } satisfies Challenge));
  return { challenge, sealed };
}

/** Uses a challenge up and returns it; undefined if it is of somebody else, too old, or was used. */
export async function useChallenge(
  { secrets, clock, database }: Needs & Pick<Deps, 'database'>,
  sealed: string,
  { kind, for: asker }: Pick<Challenge, 'kind' | 'for'>,
): Promise<string | undefined> {
  const found = readChallenge(secrets, sealed);
  const now = clock.now();
  if (found?.kind !== kind || found.for !== asker || found.expiresAt <= now.getTime()) return undefined;
  const use = { of: 'passkey-challenge', secret: found.challenge, seconds: lifetime };
  return (await isFirstUse(database.query, now, use)) ? found.challenge : undefined;
}

function readChallenge(secrets: Deps['secrets'], sealed: string): Challenge | undefined {
  try {
    return JSON.parse(secrets.decrypt(sealed)) as Challenge;
  } catch {
    return undefined;
  }
}

/** Over https no other host can set it. */
const nameOf = ({ config }: Pick<Deps, 'config'>) => (isSecure(config) ? '__Host-qm_passkey' : 'qm_passkey');

/** A browser that has asked for a challenge before, as it is named in challenges; undefined without a cookie. */
export function findBrowser({ headers }: FastifyRequest, deps: Pick<Deps, 'config'>): string | undefined {
  const token = parseCookie(headers.cookie ?? '')[nameOf(deps)];
  return token && hashToken(token);
}

/** The same; one without a cookie gets it. */
export function nameBrowser(request: FastifyRequest, reply: FastifyReply, deps: Pick<Deps, 'config'>): string {
  const known = findBrowser(request, deps);
  if (known !== undefined) return known;
  const token = randomToken();
  const options = { path: '/', httpOnly: true, sameSite: 'strict', secure: isSecure(deps.config) } as const;
  reply.header('set-cookie', stringifySetCookie(nameOf(deps), token, options));
  return hashToken(token);
}
