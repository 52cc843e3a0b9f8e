import { accounts } from '@quartermaster/contract/endpoints/accounts.ts';
import type { Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import { endpointUrl } from '../http/endpoint-url.ts';
import { fetchOnce, noAnswer, readAnswer } from '../http/read-answer.ts';
import { readStored, writeStored } from '../storage/storage.ts';
import { leaveNote, readNotes } from './lock-notes.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { expiryOfToken, isExpiring, notSignedIn, type Session } from './session.ts';
import { openNews, type SessionEnd, type SessionNews } from './session-news.ts';
import { keepExpiry } from './stored-expiry.ts';

type Account = Output<typeof accounts.get>;

/** How a console reacts to other tabs of the browser, and to other consoles on its page. */
export interface Elsewhere {
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
  elsewhere?: Elsewhere;
}

/** The timeout of a refresh in milliseconds; all tabs wait for it. */
const timeout = 20_000;

const headers = { 'X-CSRF-Protection': '1' };

/**
 * A session in the server's cookies, which scripts cannot read. Browser storage only has its expiry and a random id of the
 * sign-in, which are useless to an attacker. One refresh serves all calls in all tabs that wait for it.
 */
export function createCookieSession({ apiBase, fetch, onExpired, elsewhere }: CookieSessionOptions): Session {
  const expiry = keepExpiry(apiBase);
  const signInKey = `sign-in:${apiBase}`;
  const refreshName = `refresh:${apiBase}`;
  let signIn = readStored(signInKey);
  /** A sign-in that was ended in another tab and may still be visible in storage for a moment. */
  let endedSignIn: string | null = null;
  let takeNoteBack: (() => void) | undefined;
  let isStopped = false;
  let endings = 0;
  let renewing: Promise<boolean> | null = null;
  let meeting: Promise<void> | null = null;

  const forget = () => {
    endings += 1;
    takeNoteBack?.();
    expiry.write(null);
    writeStored(signInKey, null);
    signIn = null;
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
    takeNoteBack?.();
    takeNoteBack = await leaveNote(refreshName, String(expires_at));
    if (isStopped) takeNoteBack();
    if (!isEnded()) return true;
    takeNoteBack();
    return false;
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
    const before = endings;
    /** True if the session was ended in the meantime, in another tab or by signing out. */
    const isEnded = () => {
      if (endings === before) return false;
      onExpired();
      return true;
    };
    renewing ??= oneAtATime(refreshName, async () => {
      if (isEnded()) return false;
      return expiry.isFresh(since) || (await isToldFresh()) || renew(isEnded);
    }).finally(() => {
      renewing = null;
    });
    return renewing;
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

  const meet = async ({ mayGoOn, onOtherPerson }: Elsewhere, other: string) => {
    const before = signIn;
    signIn = other;
    let isSame: boolean;
    try {
      isSame = await mayGoOn(async () => (await readAnswer(await call(accounts.get))) as Account);
    } catch (error) {
      // The account is still unknown: the next call tries again.
      signIn = before;
      throw error;
    } finally {
      meeting = null;
    }
    if (isSame) return;
    onOtherPerson();
    throw notSignedIn();
  };
  /** Runs before anything is sent or shown: somebody may have signed in in another tab. */
  const meetOnce = (other = readStored(signInKey)) => {
    const isNew = other !== null && other !== signIn && other !== endedSignIn;
    if (elsewhere && isNew) meeting ??= meet(elsewhere, other);
    return meeting;
  };

  const onNews = (told: SessionNews) => {
    if (typeof told === 'object') {
      expiry.restore();
      meetOnce(told.signIn)?.catch(() => undefined);
      return;
    }
    endings += 1;
    takeNoteBack?.();
    endedSignIn = signIn ?? endedSignIn;
    signIn = null;
    expiry.drop();
    elsewhere?.onEnded(told);
  };
  const news = elsewhere && openNews(apiBase, onNews);

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
    recover: () => (expiry.isFresh() && renewing === null ? Promise.resolve(true) : renewOnce()),
    expire,
    begin: (expiresAt) => {
      signIn = String(Math.random());
      writeStored(signInKey, signIn);
      expiry.write(expiresAt);
      news?.tell({ signIn });
    },
    end: () => {
      forget();
      news?.tell('signed-out');
    },
    stop: () => {
      isStopped = true;
      takeNoteBack?.();
      news?.close();
    },
  };
}

/** The expiry of a `qm_auth` cookie that scripts can read, in Unix seconds; `null` if there is none. */
function readableExpiry(): number | null {
  const token = /(?:^|; )qm_auth=([^;]+)/.exec(document.cookie)?.[1];
  return token === undefined ? null : expiryOfToken(token);
}
