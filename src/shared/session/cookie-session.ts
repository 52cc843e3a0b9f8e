import { endpointUrl } from '@quartermaster/contract/endpoints/endpoint-url.ts';
import { accounts } from '@quartermaster/contract/endpoints/people/accounts.ts';
import { fetchOnce, noAnswer, readAnswer } from '../http/read-answer.ts';
import { readStored, writeStored } from '../storage/storage.ts';
import { cookieHeaders as headers } from './cookie-headers.ts';
import { expiryOfToken, isExpiring, notSignedIn, type Session } from './session.ts';
import { openSessionChannel, type SessionMessage } from './session-channel.ts';
import { createSessionState } from './session-state.ts';
import { createSharedRefresh } from './shared-refresh.ts';
import { type Account, createSignInCheck, type OtherTabs } from './sign-in-check.ts';
import { createStoredExpiry } from './stored-expiry.ts';

interface CookieSessionOptions {
  apiBase: string;
  fetch: typeof globalThis.fetch;
  /** Navigates to sign-in: no call is sent until that is done, as the current screen's calls would only be refused again. */
  onExpired: () => unknown;
  /** Undefined if other tabs need not be considered. */
  otherTabs?: OtherTabs;
}

/** The timeout of a refresh in milliseconds; all other tabs wait for it. */
const timeout = 20_000;

/**
 * A session in the server's cookies, which the console does not need to read. Browser storage only has the session's expiry
 * and a random id of the sign-in, which are useless to an attacker. One refresh serves all calls in all tabs that wait for
 * it.
 */
export function createCookieSession({ apiBase, fetch, onExpired, otherTabs }: CookieSessionOptions): Session {
  const expiry = createStoredExpiry(apiBase);
  const signInKey = `sign-in:${apiBase}`;
  const state = createSessionState(readStored(signInKey));
  let isUnconfirmed = false;
  let problem: string | null = null;

  const forget = () => {
    state.end();
    expiry.write(null);
    writeStored(signInKey, null);
  };
  const hasEnded = () => state.hasEnded() && expiry.read() === null;
  const expire = () => {
    // The first calls after a sign-in are refused if the browser has rejected the cookie.
    if (isUnconfirmed) problem = blockedCookie(apiBase);
    forget();
    channel?.post('expired');
    void onExpired();
  };

  const call = createSessionCall(apiBase, fetch);
  const refresh = createSharedRefresh({
    name: `refresh:${apiBase}`,
    state,
    expiry,
    send: () => call(accounts.refresh, AbortSignal.timeout(timeout)),
    onRefused: expire,
    onEnded: onExpired,
  });

  /** Runs before every call that is not public. */
  const checkOtherSignIn = createSignInCheck({
    state,
    otherTabs,
    findAccount: async () => (await readAnswer(await call(accounts.get))) as Account,
  });

  const onMessage = (message: SessionMessage) => {
    if (typeof message === 'object') {
      expiry.trustStored();
      checkOtherSignIn(message.signIn)?.catch(() => undefined);
      return;
    }
    state.endInOtherTab();
    expiry.ignoreStored();
    otherTabs?.onEnded(message);
  };
  const listen = () => otherTabs && openSessionChannel(apiBase, onMessage);
  let channel = listen();
  // After its expiry the server may know the session no longer.
  const user = async () => ((expiry.read() ?? 0) > expiry.now() ? readStored(signInKey) : null);

  return {
    ownedByHost: false,
    isKnown: () => expiry.read() !== null,
    user,
    problem: () => problem,
    confirm: () => {
      isUnconfirmed = false;
    },
    authorize: async (isPublic) => {
      if (!isPublic) {
        await checkOtherSignIn(readStored(signInKey));
        // A page that is being left for sign-in still sends its requests.
        if (hasEnded()) throw notSignedIn();
        const expiresAt = expiry.read() ?? readableExpiry();
        if (isExpiring(expiresAt, expiry.now()) && !expiry.isFresh() && !(await refresh.run())) throw notSignedIn();
      }
      return { headers, credentials: 'include' };
    },
    recover: () => (expiry.isFresh() && !refresh.isRunning() ? Promise.resolve(true) : refresh.run()),
    expire,
    begin: (expiresAt) => {
      isUnconfirmed = true;
      problem = null;
      // Only tells sign-ins apart, so it need not be unpredictable.
      const signIn = String(Math.random());
      state.begin(signIn);
      writeStored(signInKey, signIn);
      expiry.write(expiresAt);
      channel?.post({ signIn });
    },
    end: () => {
      forget();
      channel?.post('signed-out');
    },
    // Storage names the sign-in before each call.
    check: async () => undefined,
    hasEnded,
    stop: () => {
      state.stop();
      channel?.close();
    },
    resume: () => {
      state.resume();
      channel = listen();
      return user();
    },
  };
}

/** Calls the endpoints of the session itself, with its cookie. */
const createSessionCall =
  (apiBase: string, fetch: typeof globalThis.fetch) =>
  async (endpoint: typeof accounts.refresh | typeof accounts.get, signal?: AbortSignal) => {
    const isRead = endpoint.method === 'GET';
    try {
      return await fetchOnce(fetch, endpointUrl(apiBase, endpoint, {}), {
        method: endpoint.method,
        credentials: 'include',
        headers: isRead ? headers : { ...headers, 'Content-Type': 'application/json' },
        ...(isRead ? {} : { body: '{}' }),
        ...(signal ? { signal } : {}),
      });
    } catch (error) {
      throw signal?.aborted ? noAnswer() : error;
    }
  };

const blockedCookie = (apiBase: string): string => {
  const { origin, host } = new URL(apiBase, location.href);
  return `Email and password are right, but this browser blocked the cookie of ${host}. Allow cookies of other sites for this page, or open ${origin} in a separate tab.`;
};

/**
 * The expiry of the `qm_auth` cookie in Unix seconds; `null` if scripts cannot read it. Quartermaster's own server hides it
 * from scripts, but others that implement the API may not.
 */
function readableExpiry(): number | null {
  const token = /(?:^|; )qm_auth=([^;]+)/.exec(document.cookie)?.[1];
  return token === undefined ? null : expiryOfToken(token);
}
