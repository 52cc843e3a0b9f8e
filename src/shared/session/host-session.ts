import {
  expiryOfToken,
  isExpiring,
  isOtherUser,
  issueOfToken,
  notSignedIn,
  type Session,
  userOfToken,
} from './session.ts';

type Reason = 'initial' | 'expiring' | 'unauthorized';

interface HostSessionOptions {
  getAccessToken: (reason: Reason) => Promise<string>;
  onExpired: () => void;
  /** The host has supplied no token, for this reason. */
  onNoToken: (error: unknown) => void;
  /** The host has supplied a token of another user than before. */
  onOtherUser: () => void;
}

/** Calls that fail with 401, and consoles that are mounted, within this many milliseconds share one new token. */
const shareFor = 5000;

/** A session provided by the host: calls carry its token and no cookies; after a 401 a new one is requested from the host once. */
export function createHostSession({ getAccessToken, onExpired, onNoToken, onOtherUser }: HostSessionOptions): Session {
  let token: Promise<string> | null = null;
  let problem: string | null = null;
  let lastRecoveryAt = Number.NEGATIVE_INFINITY;
  /** How far this computer's clock is ahead of the one that issues tokens, in seconds. */
  let ahead = 0;
  const first = Promise.withResolvers<string>();
  // Whoever asks for the user handles a failure; often nobody does.
  first.promise.catch(() => undefined);
  let latest = first.promise;
  let requestedAt = Number.NEGATIVE_INFINITY;
  let before: string | null = null;

  const adopt = (value: string) => {
    const isOther = before !== null && isOtherUser(value, before);
    before = value;
    problem = null;
    if (isOther) onOtherUser();
  };
  const ask = (reason: Reason) => {
    requestedAt = performance.now();
    return getAccessToken(reason);
  };
  const requestToken = (reason: Reason) => {
    const requested = ask(reason);
    token = requested;
    first.resolve(requested);
    latest = requested;
    requested.then(
      (value) => {
        if (token === requested) adopt(value);
      },
      (error: unknown) => {
        if (token !== requested) return;
        token = null;
        problem = reasonOf(error);
        onNoToken(error);
      },
    );
    return requested;
  };
  const end = () => {
    token = null;
    lastRecoveryAt = Number.NEGATIVE_INFINITY;
  };
  const expire = () => {
    end();
    onExpired();
  };
  const current = async () => {
    const value = await (token ?? requestToken('initial'));
    const expiresAt = expiryOfToken(value);
    const isOld = expiresAt !== null && isExpiring(expiresAt, Date.now() / 1000 - ahead);
    if (!isOld) return value;
    // Another call may have requested a new token in the meantime.
    const latest = token;
    if (latest !== null && (await latest) !== value) return latest;
    const renewed = await requestToken('expiring');
    // The host was asked for a new token, so another one than before has just been issued.
    const issuedAt = issueOfToken(renewed);
    if (renewed !== value && issuedAt !== null) ahead = Math.max(0, Date.now() / 1000 - issuedAt);
    return renewed;
  };

  return {
    ownedByHost: true,
    isKnown: () => false,
    user: () => latest.then(userOfToken, () => null),
    problem: () => problem,
    confirm: () => undefined,
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
      if (performance.now() - lastRecoveryAt < shareFor) return true;
      lastRecoveryAt = performance.now();
      try {
        await requestToken('unauthorized');
        return true;
      } catch {
        expire();
        return false;
      }
    },
    begin: () => undefined,
    end,
    expire,
    check: async () => {
      if (token === null || performance.now() - requestedAt < shareFor) return;
      const requested = ask('initial');
      const value = await requested.catch((error: unknown) => {
        problem = reasonOf(error);
        throw error;
      });
      if (token === null) return;
      token = requested;
      latest = requested;
      adopt(value);
    },
    // The next call asks the host again.
    hasEnded: () => false,
    stop: () => undefined,
    resume: () => {
      const requested = ask('initial');
      token = requested;
      latest = requested;
      lastRecoveryAt = Number.NEGATIVE_INFINITY;
      return requested.then(
        (value) => {
          adopt(value);
          return userOfToken(value);
        },
        () => null,
      );
    },
  };
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
