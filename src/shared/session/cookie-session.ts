import { accounts } from '@quartermaster/contract/accounts.ts';
import { endpointUrl } from '../http/endpoint-url.ts';
import { fetchOnce, readAnswer } from '../http/read-answer.ts';
import { readStored, writeStored } from '../storage.ts';
import { expiryOfToken, isExpiring, notSignedIn, type Session } from './session.ts';

interface CookieSessionOptions {
  apiBase: string;
  fetch: typeof globalThis.fetch;
  onExpired: () => void;
}

/** Milliseconds for which a fresh renewal is trusted, so that a wrong clock does not renew before every call. */
const trustFor = 30_000;

const headers = { 'X-CSRF-Protection': '1' };

/**
 * A session in the server's cookies, which script cannot read: of it, browser storage keeps the moment of expiry and
 * nothing else. One renewal serves all calls that wait for it.
 */
export function createCookieSession({ apiBase, fetch, onExpired }: CookieSessionOptions): Session {
  const key = `expires-at:${apiBase}`;
  let renewing: Promise<boolean> | null = null;
  let renewedAt = Number.NEGATIVE_INFINITY;

  const begin = (expiresAt: number) => {
    renewedAt = performance.now();
    writeStored(key, String(expiresAt));
  };
  const end = () => {
    renewedAt = Number.NEGATIVE_INFINITY;
    writeStored(key, null);
  };
  const expire = () => {
    end();
    onExpired();
  };
  const isFresh = () => performance.now() - renewedAt < trustFor;

  /** False where the server no longer knows the session; throws where it could not be asked. */
  const renew = async () => {
    const url = endpointUrl(apiBase, accounts.refresh, {});
    const response = await fetchOnce(fetch, url, {
      method: 'POST',
      credentials: 'include',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: '{}',
    });
    if (response.status === 401) {
      expire();
      return false;
    }
    const { expires_at } = (await readAnswer(response)) as { expires_at: number };
    begin(expires_at);
    return true;
  };
  const renewOnce = () => {
    renewing ??= renew().finally(() => {
      renewing = null;
    });
    return renewing;
  };

  return {
    ownedByHost: false,
    isKnown: () => readStored(key) !== null,
    authorize: async (isPublic) => {
      const expiresAt = Number(readStored(key)) || readableExpiry();
      if (!isPublic && isExpiring(expiresAt, Date.now() / 1000) && !isFresh()) {
        if (!(await renewOnce())) throw notSignedIn();
      }
      return { headers, credentials: 'include' };
    },
    recover: () => (isFresh() && renewing === null ? Promise.resolve(true) : renewOnce()),
    begin,
    end,
    expire,
  };
}

/** The expiry of a `qm_auth` cookie that script may read, in Unix seconds; `null` where there is none. */
function readableExpiry(): number | null {
  const token = /(?:^|; )qm_auth=([^;]+)/.exec(document.cookie)?.[1];
  return token === undefined ? null : expiryOfToken(token);
}
