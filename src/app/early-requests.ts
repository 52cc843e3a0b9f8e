import { endpointUrl } from '../shared/http/endpoint-url.ts';
import { cookieHeaders } from '../shared/session/cookie-headers.ts';
import { isExpiring } from '../shared/session/session.ts';
import { createStoredExpiry } from '../shared/session/stored-expiry.ts';
import { firstRequests } from './first-requests.ts';

/** How long an answer may be used, in milliseconds: as long as the console itself takes one for current. */
const maximumAge = 10_000;

const keyOf = (url: string, { method = 'GET', body }: RequestInit) => `${method} ${url} ${String(body ?? '')}`;

/**
 * Sends what the console requests first at this address, in parallel with the loading of its code, if somebody is signed in. Returns
 * a `fetch` that answers each of these requests once with what was sent, and sends all others.
 */
export function sendFirstRequests(apiBase: string): typeof globalThis.fetch {
  const since = performance.now();
  const sent = new Map<string, Promise<Response>>();
  if (!isExpiring(createStoredExpiry(apiBase).read(), Date.now() / 1000)) {
    for (const { endpoint, input } of firstRequests(location)) {
      const init: RequestInit = {
        method: endpoint.method,
        credentials: 'include',
        headers: { ...cookieHeaders, ...(input.body === undefined ? {} : { 'Content-Type': 'application/json' }) },
        ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
      };
      const url = endpointUrl(apiBase, endpoint, input);
      const answer = window.fetch(url, init);
      // A failure is handled by whoever takes it.
      answer.catch(() => undefined);
      sent.set(keyOf(url, init), answer);
    }
  }
  return (input, init = {}) => {
    const key = keyOf(String(input), init);
    const answer = sent.get(key);
    sent.delete(key);
    return answer && performance.now() - since < maximumAge ? answer : window.fetch(input, init);
  };
}
