/** Extra delay of a slow call, in milliseconds. */
const delay = 2000;

/** The faults that can replace or delay the answer of a call; each gets the call itself. */
const faults = {
  slow: async (call: () => Promise<Response>) => {
    await new Promise((resolve) => setTimeout(resolve, delay));
    return call();
  },
  down: async () => {
    throw new TypeError('Failed to fetch');
  },
  unauthorized: async () =>
    Response.json({ error: 'unauthorized', message: 'The portal answers 401.' }, { status: 401 }),
  gateway: async () => new Response('<h1>Bad gateway</h1>', { status: 502, headers: { 'content-type': 'text/html' } }),
};

export type Fault = keyof typeof faults;

const portalFetch = window.fetch;

/** Applies a fault to all calls of the page from now on; `null` ends it. The console uses the page's `fetch`. */
export function setFault(fault: Fault | null): void {
  if (!fault) {
    window.fetch = portalFetch;
    return;
  }
  window.fetch = (...request) => faults[fault](() => portalFetch.call(window, ...request));
}
