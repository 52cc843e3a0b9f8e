import { endpointUrl } from '@quartermaster/contract/endpoints/endpoint-url.ts';
import { cookieHeaders } from '../shared/session/cookie-headers.ts';
import { isExpiring } from '../shared/session/session.ts';
import { createStoredExpiry } from '../shared/session/stored-expiry.ts';
import { type FirstRequest, firstRequests } from './first-requests.ts';

/** How long an early answer may be used, in milliseconds: as long as the console considers data fresh. */
const maximumAge = 10_000;

const keyOf = (url: string, { method = 'GET', body }: RequestInit) => `${method} ${url} ${String(body ?? '')}`;

/** The early calls by the request that they answer. */
type Sent = Map<string, (init: RequestInit) => Promise<Response>>;

/**
 * Sends the first requests of this address in parallel with the loading of the console's code, if the user is probably signed in. Returns a
 * `fetch` that answers each of these requests once from the early call, and sends all others.
 */
export function sendFirstRequests(apiBase: string): typeof globalThis.fetch {
  const since = performance.now();
  const sent: Sent = new Map();
  const expiry = createStoredExpiry(apiBase);
  if (!isExpiring(expiry.read(), expiry.now())) {
    for (const first of firstRequests(location)) {
      const { url, init } = requestOf(apiBase, first);
      const answer = window.fetch(url, init);
      // A failure is handled by the request that uses the call.
      answer.catch(() => undefined);
      if (first.parts) addParts(apiBase, first.parts, answer, sent);
      else sent.set(keyOf(url, init), () => answer);
    }
  }
  return (input, init = {}) => {
    const key = keyOf(String(input), init);
    const take = sent.get(key);
    sent.delete(key);
    return take && performance.now() - since < maximumAge ? take(init) : window.fetch(input, init);
  };
}

/** Answers the call of each part from the combined response; sends it separately if that was refused, as one part alone may be allowed. */
function addParts(apiBase: string, parts: NonNullable<FirstRequest['parts']>, answer: Promise<Response>, sent: Sent) {
  const all = answer.then((response): Promise<Record<string, unknown>> | null =>
    response.ok ? response.json().catch(() => null) : null,
  );
  all.catch(() => undefined);
  for (const [part, call] of Object.entries(parts)) {
    const { url, init } = requestOf(apiBase, call);
    sent.set(keyOf(url, init), async (options) => {
      const answers = await all;
      return answers ? Response.json(answers[part]) : window.fetch(url, options);
    });
  }
}

function requestOf(apiBase: string, { endpoint, input }: FirstRequest): { url: string; init: RequestInit } {
  const { body } = input;
  const headers = { ...cookieHeaders, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) };
  return {
    url: endpointUrl(apiBase, endpoint, input),
    init: {
      method: endpoint.method,
      credentials: 'include',
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    },
  };
}
