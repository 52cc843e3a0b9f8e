import { endpointUrl } from '@quartermaster/contract/endpoints/endpoint-url.ts';
import { eventHeader } from '@quartermaster/contract/read-position.ts';
import { cookieHeaders } from '../shared/session/cookie-headers.ts';
import { isExpiring } from '../shared/session/session.ts';
import { createStoredExpiry } from '../shared/session/stored-expiry.ts';
import { type Call, type FirstRequest, firstRequest } from './first-request.ts';

/** How long an early answer may be used, in milliseconds: as long as the console considers data fresh. */
const maximumAge = 10_000;

const keyOf = (url: string, { method = 'GET', body }: RequestInit) => `${method} ${url} ${String(body ?? '')}`;

/**
 * Sends the first request of this address in parallel with the loading of the console's code, if the user is probably signed in. Returns a
 * `fetch` that answers each of the calls that it replaces once from its response, and sends all others.
 */
export function sendFirstRequest(apiBase: string): typeof globalThis.fetch {
  const since = performance.now();
  const expiry = createStoredExpiry(apiBase);
  const first = isExpiring(expiry.read(), expiry.now()) ? undefined : firstRequest(location);
  const parts = first ? sendParts(apiBase, first) : new Map<string, Part>();
  return (input, init = {}) => {
    const key = keyOf(String(input), init);
    const part = parts.get(key);
    parts.delete(key);
    return part && performance.now() - since < maximumAge ? part(init) : window.fetch(input, init);
  };
}

/** The parts of the first response, and what its headers say of each. */
interface First {
  parts: Record<string, unknown>;
  headers: Record<string, string>;
}

/** Answers a call from the first response; sends it separately if that was refused, as one part alone may be allowed. */
type Part = (init: RequestInit) => Promise<Response>;

function sendParts(apiBase: string, first: FirstRequest): Map<string, Part> {
  const { url, init } = requestOf(apiBase, first);
  const all = window
    .fetch(url, init)
    .then(async (response): Promise<First | null> => {
      if (!response.ok) return null;
      const position = response.headers.get(eventHeader);
      return { parts: await response.json(), headers: position === null ? {} : { [eventHeader]: position } };
    })
    .catch(() => null);
  return new Map(
    Object.entries(first.parts).map(([name, call]) => {
      const part = requestOf(apiBase, call);
      const send: Part = async (options) => {
        const { parts, headers = {} } = (await all) ?? {};
        const answer = parts?.[name];
        return answer === undefined ? window.fetch(part.url, options) : Response.json(answer, { headers });
      };
      return [keyOf(part.url, part.init), send];
    }),
  );
}

function requestOf(apiBase: string, { endpoint, input }: Call): { url: string; init: RequestInit } {
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
