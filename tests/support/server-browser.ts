import type { App } from '../../server/core/app/deps.ts';
import { rememberRequest } from './open-requests.ts';

/** A `fetch` that reaches the server in this process, and stores its cookies like a browser. */
export interface TestBrowser {
  fetch: typeof globalThis.fetch;
  cookies: Map<string, string>;
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
  // Recorded here and not at the server, because its body is read before it arrives there.
  const fetch: TestBrowser['fetch'] = (input, init) => {
    const { method, url } = input instanceof Request ? input : { method: init?.method ?? 'GET', url: String(input) };
    return rememberRequest(answer(input, init), `${method} ${url}`);
  };
  return { fetch, cookies };
}
