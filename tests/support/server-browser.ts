import type { App } from '../../server/core/deps.ts';

/** A `fetch` that reaches the server in this process, and keeps its cookies as a browser does. */
export interface TestBrowser {
  fetch: typeof globalThis.fetch;
  cookies: Map<string, string>;
}

/** Calls of this worker that are on their way. */
const unanswered = new Set<Promise<unknown>>();

/** Notes a call until it is answered. */
export function noteCall<T>(call: Promise<T>): Promise<T> {
  const forget = () => unanswered.delete(call);
  unanswered.add(call);
  call.then(forget, forget);
  return call;
}

/** Waits until nothing is on its way: what one test has left behind must not write into the tables of the next one. */
export async function untilAnswered(): Promise<void> {
  while (unanswered.size > 0) await Promise.allSettled(unanswered);
}

export function openBrowser(app: App, headers: Record<string, string> = {}): TestBrowser {
  const cookies = new Map<string, string>();
  const answer: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input instanceof Request ? input : new URL(input, app.deps.config.publicUrl), init);
    request.signal.throwIfAborted();
    const withCookies = request.credentials !== 'omit' && cookies.size > 0;
    const response = await app.inject({
      method: request.method as 'GET',
      url: request.url,
      headers: {
        ...headers,
        ...Object.fromEntries(request.headers),
        ...(withCookies && { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') }),
      },
      ...(request.body && { payload: Buffer.from(await request.arrayBuffer()) }),
    });
    request.signal.throwIfAborted();
    for (const { name, value, maxAge } of response.cookies) {
      if (maxAge === 0) cookies.delete(name);
      else cookies.set(name, value);
    }
    const answered = new Headers();
    for (const [name, value] of Object.entries(response.headers)) {
      for (const one of [value].flat()) if (one !== undefined) answered.append(name, String(one));
    }
    const isEmpty = response.statusCode === 204 || response.statusCode === 304;
    return new Response(isEmpty ? null : new Uint8Array(response.rawPayload), {
      status: response.statusCode,
      headers: answered,
    });
  };
  return { fetch: (input, init) => noteCall(answer(input, init)), cookies };
}
