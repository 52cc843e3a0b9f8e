import { accounts } from '@quartermaster/contract/endpoints/accounts.ts';
import type { Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import { endpointUrl } from '../http/endpoint-url.ts';
import { fetchOnce, noAnswer, readAnswer } from '../http/read-answer.ts';
import { readStored, writeStored } from '../storage/storage.ts';
import { postLockNote, readNotes } from './lock-notes.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { expiryOfToken, isExpiring, notSignedIn, type Session } from './session.ts';
import { openSessionChannel, type SessionEnd, type SessionMessage } from './session-channel.ts';
import { createSessionState } from './session-state.ts';
import { createStoredExpiry } from './stored-expiry.ts';

type Account = Output<typeof accounts.get>;

/** How a console reacts to other tabs of the browser, and to other consoles on its page. */
export interface OtherTabs {
  /** The session has ended there: by signing out, or because it expired on the server. */
  onEnded: (news: SessionEnd) => void;
  /** Somebody has signed in there: resolves to true if this console may continue, as it shows the same account or none. */
  mayGoOn: (findAccount: () => Promise<Account>) => Promise<boolean>;
  /** It is a different account, and all pending calls have failed. */
  onOtherPerson: () => void;
}

interface CookieSessionOptions {
  apiBase: string;
  fetch: typeof globalThis.fetch;
  onExpired: () => void;
  /** Undefined for a console that is alone in its browser. */
  elsewhere?: OtherTabs;
}

/** The timeout of a refresh in milliseconds; all tabs wait for it. */
const timeout = 20_000;

const headers = { 'X-CSRF-Protection': '1' };

/**
 * A session in the server's cookies, which scripts cannot read. Browser storage only has its expiry and a random id of the
 * sign-in, which are useless to an attacker. One refresh serves all calls in all tabs that wait for it.
 */
export function createCookieSession({ apiBase, fetch, onExpired, elsewhere }: CookieSessionOptions): Session {
  const expiry = createStoredExpiry(apiBase);
  const signInKey = `sign-in:${apiBase}`;
  const refreshName = `refresh:${apiBase}`;
  const state = createSessionState(readStored(signInKey));
  /** What goes on once for all calls that wait for it. */
  const pending: { renewal: Promise<boolean> | null; meeting: Promise<void> | null } = { renewal: null, meeting: null };

  const forget = () => {
    state.end();
    expiry.write(null);
    writeStored(signInKey, null);
  };
  const expire = () => {
    forget();
    news?.tell('expired');
    onExpired();
  };

  /** False if the server no longer knows the session; throws if the call fails. */
  const renew = async (isEnded: () => boolean) => {
    const response = await call(accounts.refresh, AbortSignal.timeout(timeout));
    if (isEnded()) return false;
    if (response.status === 401) {
      expire();
      return false;
    }
    const { expires_at } = (await readAnswer(response)) as Output<typeof accounts.refresh>;
    if (isEnded()) return false;
    expiry.write(expires_at);
    await state.renewed(() => postLockNote(refreshName, String(expires_at)));
    return !isEnded();
  };
  /** True if another tab has refreshed the session although storage does not show it here yet. */
  const isToldFresh = async () => {
    const expiresAt = expiry.read() ?? 0;
    const isTold = (await readNotes(refreshName)).some((told) => Number(told) > expiresAt);
    if (isTold) expiry.trust();
    return isTold;
  };
  const renewOnce = () => {
    const since = performance.now();
    const lifetime = state.lifetime();
    /** True if the session was ended in the meantime, in another tab or by signing out. */
    const isEnded = () => {
      if (lifetime.aborted) onExpired();
      return lifetime.aborted;
    };
    pending.renewal ??= oneAtATime(refreshName, async () => {
      if (isEnded()) return false;
      return expiry.isFresh(since) || (await isToldFresh()) || renew(isEnded);
    }).finally(() => {
      pending.renewal = null;
    });
    return pending.renewal;
  };

  const call = async (endpoint: typeof accounts.refresh | typeof accounts.get, signal?: AbortSignal) => {
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

  const meet = async ({ mayGoOn, onOtherPerson }: OtherTabs, other: string) => {
    const goBack = state.adopt(other);
    let isSame: boolean;
    try {
      isSame = await mayGoOn(async () => (await readAnswer(await call(accounts.get))) as Account);
    } catch (error) {
      // The account is still unknown: the next call tries again.
      goBack();
      throw error;
    } finally {
      pending.meeting = null;
    }
    if (isSame) return;
    onOtherPerson();
    throw notSignedIn();
  };
  /** Runs before anything is sent or shown: somebody may have signed in in another tab. */
  const meetOnce = (other = readStored(signInKey)) => {
    if (elsewhere && other !== null && state.isUnknown(other)) pending.meeting ??= meet(elsewhere, other);
    return pending.meeting;
  };

  const onNews = (told: SessionMessage) => {
    if (typeof told === 'object') {
      expiry.restore();
      meetOnce(told.signIn)?.catch(() => undefined);
      return;
    }
    state.endElsewhere();
    expiry.drop();
    elsewhere?.onEnded(told);
  };
  const news = elsewhere && openSessionChannel(apiBase, onNews);

  return {
    ownedByHost: false,
    isKnown: () => expiry.read() !== null,
    authorize: async (isPublic) => {
      if (!isPublic) {
        await meetOnce();
        const expiresAt = expiry.read() ?? readableExpiry();
        if (isExpiring(expiresAt, Date.now() / 1000) && !expiry.isFresh() && !(await renewOnce())) throw notSignedIn();
      }
      return { headers, credentials: 'include' };
    },
    recover: () => (expiry.isFresh() && pending.renewal === null ? Promise.resolve(true) : renewOnce()),
    expire,
    begin: (expiresAt) => {
      const signIn = String(Math.random());
      state.begin(signIn);
      writeStored(signInKey, signIn);
      expiry.write(expiresAt);
      news?.tell({ signIn });
    },
    end: () => {
      forget();
      news?.tell('signed-out');
    },
    stop: () => {
      state.stop();
      news?.close();
    },
  };
}

/** The expiry of a `qm_auth` cookie that scripts can read, in Unix seconds; `null` if there is none. */
function readableExpiry(): number | null {
  const token = /(?:^|; )qm_auth=([^;]+)/.exec(document.cookie)?.[1];
  return token === undefined ? null : expiryOfToken(token);
}
