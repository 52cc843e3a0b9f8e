import type { BrowserContext, Page, Response } from '@playwright/test';
import { watchRequests } from '../../../scripts/testing/watch-requests.mjs';

/** Recorded answers of the server, by method, path and body of the call. */
export type Answers = Record<string, string>;

/** A screen; it is painted once this number of elements match. */
export interface Screen {
  /** The address of the module. */
  module: string;
  /** Path and query within the console. */
  path: string;
  selector: string;
  count: number;
}

/** Opens pages of the product one after the other, acts on the last one, and returns the answers to all calls. */
export async function recordAnswers(
  context: BrowserContext,
  urls: readonly string[],
  act: (page: Page) => Promise<unknown> = async () => undefined,
): Promise<Answers> {
  const answers: Answers = {};
  const page = await context.newPage();
  const untilIdle = watchRequests(page);
  // Refused, so that its parts are requested, as in a host.
  await page.route('**/bootstrap', (route) => route.fulfill({ status: 404, json: {} }));
  const reading: Promise<void>[] = [];
  const read = async (response: Response) => {
    const { pathname, search } = new URL(response.url());
    const request = response.request();
    // The text of the stream of changes has no end.
    if (!pathname.startsWith('/v1/') || pathname === '/v1/live' || !response.ok()) return;
    answers[`${request.method()} ${pathname}${search} ${request.postData() ?? ''}`] = await response.text();
  };
  page.on('response', (response) => reading.push(read(response)));
  for (const url of urls) {
    await page.goto(url);
    await untilIdle();
  }
  await act(page);
  await untilIdle();
  await Promise.all(reading);
  await page.close();
  return answers;
}

declare global {
  interface Window {
    host: {
      /** Mounts a plugin; resolves to the milliseconds until its screen was painted. */
      mount: (screen: Screen) => Promise<number>;
      unmount: (module: string) => Promise<void>;
      /** Sends a message to the streams of all plugins; returns how many there are. */
      tell: (message: object) => number;
      /** Calls that were not answered from memory. */
      unanswered: string[];
    };
  }
}

/** Opens a page of the host, which answers all calls of its plugins from memory. */
export async function openHost(context: BrowserContext, url: string, answers: Answers): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${url}/content`);
  await page.evaluate(host, answers);
  return page;
}

function host(answers: Answers): void {
  const domElement = document.getElementById('slot') as HTMLElement;
  const unanswered: string[] = [];
  const streams = new Set<ReadableStreamDefaultController<Uint8Array>>();
  const encoder = new TextEncoder();
  const send = (stream: ReadableStreamDefaultController<Uint8Array>, message: object) =>
    stream.enqueue(encoder.encode(`data: ${JSON.stringify(message)}\n\n`));
  const follow = (signal: AbortSignal | null | undefined) => {
    const body = new ReadableStream<Uint8Array>({
      start: (stream) => {
        streams.add(stream);
        send(stream, { type: 'hello', stream: 'bench.stream' });
        signal?.addEventListener('abort', () => {
          streams.delete(stream);
          stream.error(signal.reason);
        });
      },
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  };
  const props = {
    name: 'quartermaster',
    domElement,
    basename: '/content',
    getAccessToken: async () => 'token',
    fetch: async (input: RequestInfo | URL, init: RequestInit = {}) => {
      const { pathname, search } = new URL(String(input), location.href);
      if (pathname.endsWith('/v1/live')) return follow(init.signal);
      const call = `${init.method ?? 'GET'} ${pathname}${search} ${String(init.body ?? '')}`;
      const answer = answers[call];
      if (answer === undefined) unanswered.push(call);
      return new Response(answer ?? '{}', {
        status: answer === undefined ? 500 : 200,
        headers: { 'content-type': 'application/json' },
      });
    },
  };
  window.host = {
    unanswered,
    tell: (message) => {
      for (const stream of streams) send(stream, message);
      return streams.size;
    },
    mount: async ({ module, path, selector, count }) => {
      history.replaceState(null, '', `/content${path}`);
      const since = performance.now();
      const painted = window.painted(() => domElement.querySelectorAll(selector).length >= count);
      const { mount } = await import(module);
      await mount(props);
      return (await painted) - since;
    },
    unmount: async (module) => {
      const { unmount } = await import(module);
      await unmount(props);
    },
  };
}
