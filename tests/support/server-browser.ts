import { Readable } from 'node:stream';
import type { App } from '../../server/core/app/deps.ts';
import { rememberRequest } from './open-requests.ts';

/** A `fetch` that reaches the server in this process, and stores its cookies like a browser. */
export interface TestBrowser {
  fetch: typeof globalThis.fetch;
  cookies: Map<string, string>;
  /** True to follow the live stream; it is silent otherwise, so that nothing is loaded unless the test does something. */
  follows: boolean;
  /** How many live streams are open. */
  streams: number;
}

/** A stream that says nothing. */
function silentStream(signal: AbortSignal): Response {
  const body = new ReadableStream({
    start: (controller) => {
      controller.enqueue(new TextEncoder().encode(':\n\n'));
      signal.addEventListener('abort', () => controller.error(signal.reason));
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

export function openBrowser(app: App, headers: Record<string, string> = {}): TestBrowser {
  const cookies = new Map<string, string>();
  const answer: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input instanceof Request ? input : new URL(input, app.deps.config.publicUrl), init);
    request.signal.throwIfAborted();
    const isLive = new URL(request.url).pathname === '/v1/live';
    if (isLive && !browser.follows) return silentStream(request.signal);
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
      ...(isLive && { payloadAsStream: true }),
    });
    const end = () => {
      response.stream().destroy();
      // As the end of a connection does.
      response.raw.res.destroy();
    };
    if (isLive) {
      browser.streams += 1;
      response.stream().once('close', () => {
        browser.streams -= 1;
      });
      if (request.signal.aborted) end();
    }
    request.signal.throwIfAborted();
    for (const { name, value, maxAge } of response.cookies) {
      if (maxAge === 0) cookies.delete(name);
      else cookies.set(name, value);
    }
    const answered = new Headers();
    for (const [name, value] of Object.entries(response.headers)) {
      for (const one of [value].flat()) if (one !== undefined) answered.append(name, String(one));
    }
    if (isLive) {
      request.signal.addEventListener('abort', end);
      return new Response(Readable.toWeb(response.stream()) as ReadableStream, {
        status: response.statusCode,
        headers: answered,
      });
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
  const browser: TestBrowser = { fetch, cookies, follows: false, streams: 0 };
  return browser;
}
