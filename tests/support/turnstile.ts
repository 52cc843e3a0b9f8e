import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { buildServer } from '../../server/build-server.ts';
import type { App } from '../../server/core/app/deps.ts';
import { createChallenge } from '../../server/core/session/challenge.ts';
import { rememberRequests } from './open-requests.ts';
import { type TestServer, testEnvironment } from './server.ts';
import { openBrowser, type TestBrowser } from './server-browser.ts';
import { timeout } from './timeout.ts';

type Turnstile = Record<'render' | 'reset' | 'remove', (...given: unknown[]) => unknown>;
type Page = typeof globalThis & { turnstile?: Turnstile };

/** A test server that demands a challenge, and a browser that has the stand-in’s outcomes in a cookie. */
export async function openChallenged(server: TestServer, outcomes: string) {
  const { database, clock } = server.app.deps;
  const door = await openDoor();
  const config = testEnvironment({
    TURNSTILE_STAND_IN: '1',
    TURNSTILE_VERIFY_URL: `${door.url}/dev/turnstile/siteverify`,
  });
  // The stand-in runs in this process, which may be busy rendering for longer than a server waits.
  const app = rememberRequests(
    await buildServer({ database, clock, config, challenge: createChallenge(config, timeout) }),
  );
  door.leadTo(app);
  const browser = openBrowser(app);
  const setOutcomes = (next: string) => browser.cookies.set('turnstile_stand_in', next);
  setOutcomes(outcomes);
  const page = playScripts(browser);
  onTestFinished(async () => {
    page.stop();
    // They use the database of the following tests.
    await app.deps.jobs.stop();
    await app.close();
    door.close();
  });
  return { browser, setOutcomes, scripts: page.scripts, uses: page.uses };
}

/** A socket in front of a server with injected calls only: the verification of a token goes over the network. */
async function openDoor() {
  let app: App | undefined;
  const socket = createServer(async (request, response) => {
    const answer = await app?.inject({
      method: 'POST',
      url: request.url ?? '/',
      headers: { 'content-type': 'application/json' },
      payload: await text(request),
    });
    response.writeHead(answer?.statusCode ?? 500, { 'content-type': 'application/json' }).end(answer?.body);
  }).listen(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    url: `http://127.0.0.1:${(socket.address() as AddressInfo).port}`,
    leadTo: (next: App) => {
      app = next;
    },
    close: () => socket.close(),
  };
}

/** Fetches and runs scripts that the page appends, as a browser does and jsdom does not. */
function playScripts({ fetch }: TestBrowser) {
  const page = globalThis as Page;
  const scripts: string[] = [];
  const uses = { render: 0, reset: 0, remove: 0 };
  const play = async (script: HTMLScriptElement) => {
    scripts.push(script.src);
    const response = await fetch(script.src);
    if (!response.ok) return script.dispatchEvent(new Event('error'));
    // biome-ignore lint/security/noGlobalEval: this is what a script element does
    globalThis.eval(await response.text());
    count(page.turnstile, uses);
    return script.dispatchEvent(new Event('load'));
  };
  const watcher = new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (node instanceof HTMLScriptElement) void play(node);
    }
  });
  watcher.observe(document.body, { childList: true, subtree: true });
  return {
    scripts,
    uses,
    stop: () => {
      watcher.disconnect();
      delete page.turnstile;
    },
  };
}

/** Counts the uses of the widget’s functions. */
function count(turnstile: Turnstile | undefined, uses: Record<keyof Turnstile, number>) {
  if (!turnstile) return;
  for (const name of ['render', 'reset', 'remove'] as const) {
    const real = turnstile[name];
    turnstile[name] = (...given) => {
      uses[name] += 1;
      return real(...given);
    };
  }
}
