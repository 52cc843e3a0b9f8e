import { expiryOfToken, isExpiring, notSignedIn, type Session } from './session.ts';

type Reason = 'initial' | 'expiring' | 'unauthorized';

interface HostSessionOptions {
  getAccessToken: (reason: Reason) => Promise<string>;
  onExpired: () => void;
}

/** Calls that fail with 401 within this many milliseconds share one new token. */
const shareFor = 5000;

/** A session provided by the host: calls carry its token and no cookies; after a 401 the host is asked for a new one once. */
export function createHostSession({ getAccessToken, onExpired }: HostSessionOptions): Session {
  let token: Promise<string> | null = null;
  let askedAfterRefusalAt = Number.NEGATIVE_INFINITY;

  const ask = (reason: Reason) => {
    const asked = getAccessToken(reason);
    token = asked;
    asked.catch(() => {
      if (token === asked) token = null;
    });
    return asked;
  };
  const end = () => {
    token = null;
    askedAfterRefusalAt = Number.NEGATIVE_INFINITY;
  };
  const expire = () => {
    end();
    onExpired();
  };
  const current = async () => {
    const value = await (token ?? ask('initial'));
    const expiresAt = expiryOfToken(value);
    const isOld = expiresAt !== null && isExpiring(expiresAt, Date.now() / 1000);
    if (!isOld) return value;
    // Another call may have requested a new token in the meantime.
    const held = token;
    if (held !== null && (await held) !== value) return held;
    return ask('expiring');
  };

  return {
    ownedByHost: true,
    isKnown: () => false,
    authorize: async (isPublic) => {
      if (isPublic) return { headers: {}, credentials: 'omit' };
      try {
        return { headers: { Authorization: `Bearer ${await current()}` }, credentials: 'omit' };
      } catch {
        expire();
        throw notSignedIn();
      }
    },
    recover: async () => {
      if (performance.now() - askedAfterRefusalAt < shareFor) return true;
      askedAfterRefusalAt = performance.now();
      try {
        await ask('unauthorized');
        return true;
      } catch {
        expire();
        return false;
      }
    },
    begin: () => undefined,
    end,
    expire,
    stop: () => undefined,
  };
}
