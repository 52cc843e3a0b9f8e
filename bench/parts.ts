import type { Browser, Page } from '@playwright/test';
import { Sentence } from '../scripts/terminal.mjs';
import { watchRequests } from '../scripts/testing/watch-requests.mjs';
import type { Bench } from './support/bench.ts';
import { buildHello } from './support/host/hello-plugin.ts';
import { type Answers, recordAnswers } from './support/host/host-page.ts';
import { startHost } from './support/host/host-server.ts';
import { alternate } from './support/load.ts';
import { freshContext } from './support/pages/browser.ts';
import { slowLine } from './support/pages/openings.ts';
import { withSites } from './support/pages/sites.ts';
import { type Figure, figureOfRounds } from './support/report.ts';

const rounds = 10;

/** How long a call takes in both sides, in milliseconds. */
const callTime = 40;

/** The entry, the chunk that starts the console, and the stylesheet. */
const ofEveryPage = /\/(?:quartermaster|chunks\/console-[\w-]+)\.js$|\.css$/;

const product = '/plugin/quartermaster.js';
const floor = '/hello/picker/quartermaster.js';

/** The picker of a host's tools: its code, and when it responds, alone and next to another part. */
export function parts(bench: Bench): Promise<Figure[]> {
  const { instanceId, lists } = bench.content;
  const [list] = lists;
  if (!list) throw new Error('There is no list to pick from.');
  const values = { activeInstanceId: instanceId, templateId: list.templateId, id: list.firstId };
  return withSites(bench, async ({ browser, product: site }) => {
    await buildHello();
    const signedIn = await freshContext(browser, site);
    const { origin } = new URL(site.list);
    const answers = await recordAnswers(signedIn, [], async (page) => {
      await page.route('**/bench-host', (route) =>
        route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }),
      );
      await page.goto(`${origin}/bench-host`);
      for (const name of ['item-card', 'item-picker'] as const) await respond(page, { module: product, name, values });
    });
    await signedIn.close();
    const host = await startHost();
    try {
      const open = (shown: readonly Shown[]) => onPage(browser, host.url, answers, shown);
      const picker: Shown = { module: product, name: 'item-picker', values };
      const bare: Shown = { ...picker, module: floor };
      const card: Shown = { ...picker, name: 'item-card' };
      const alone = await open([picker]);
      const own = [...alone.bytes].filter(([file]) => !ofEveryPage.test(file));
      const sum = own.reduce((total, [, size]) => total + size, 0);
      const sides = [() => open([picker]), () => open([bare]), () => open([card, picker])];
      await alternate(1, sides);
      const [ours = [], bares = [], next = []] = (await alternate(rounds, sides)).map((all) =>
        all.map(({ times }) => times.at(-1) ?? Number.NaN),
      );
      const line = 'on a line of 40 ms and 10 Mbit/s';
      const after: Figure = {
        ...figureOfRounds({ goal: 'partNext', name: `next to another part, ${line}`, unit: 'ms' }, next, ours),
        against: 'alone',
      };
      return [
        {
          goal: 'partBytes',
          name: 'JS of the picker besides that of every page',
          unit: 'kB',
          product: sum / 1000,
        },
        figureOfRounds({ goal: 'partCold', name: `picker responds, cold, ${line}`, unit: 'ms' }, ours, bares),
        after,
      ];
    } finally {
      host.stop();
    }
  });
}

interface Shown {
  module: string;
  name: 'item-picker' | 'item-card';
  values: { activeInstanceId: number; templateId: string; id: number };
}

/** Mounts parts one after the other in a new browser's page; returns when each responded, and the sizes of all files. */
async function onPage(browser: Browser, url: string, answers: Answers, shown: readonly Shown[]) {
  const context = await freshContext(browser, { state: async () => undefined });
  const page = await context.newPage();
  const untilIdle = watchRequests(page);
  await page.goto(`${url}/tool`);
  await page.evaluate(answerCalls, { answers, callTime });
  await slowLine(page);
  const bytes = await countBytes(page);
  const times: number[] = [];
  /** Those until the last part responded: later the browser is idle, and loads what may be needed. */
  let untilThen = new Map(bytes);
  for (const one of shown) {
    times.push(await respond(page, one));
    untilThen = new Map(bytes);
    await untilIdle();
  }
  const unanswered = await page.evaluate(() => window.tool?.unanswered ?? []);
  if (unanswered.length > 0) throw new Sentence(`No answer is in memory for ${unanswered.join(', ')}.`);
  await context.close();
  return { times, bytes: untilThen };
}

declare global {
  interface Window {
    /** Missing on the page of the product itself, which calls its server. */
    tool?: { fetch: typeof globalThis.fetch; getAccessToken: () => string; unanswered: string[] };
  }
}

function answerCalls({ answers, callTime: time }: { answers: Answers; callTime: number }): void {
  const unanswered: string[] = [];
  window.tool = {
    unanswered,
    getAccessToken: () => 'token',
    fetch: async (input, init = {}) => {
      const { pathname, search } = new URL(String(input), location.href);
      // A stream that says nothing.
      if (pathname === '/v1/live')
        return new Response(new ReadableStream(), { headers: { 'content-type': 'text/event-stream' } });
      const method = init.method ?? 'GET';
      const call = `${method} ${pathname}${search} `;
      // The bare picker asks for the same in other words.
      const answer =
        answers[call + String(init.body ?? '')] ?? Object.entries(answers).find(([one]) => one.startsWith(call))?.[1];
      if (answer === undefined) unanswered.push(call);
      await new Promise((resolve) => setTimeout(resolve, time));
      return new Response(answer ?? '{}', {
        status: answer === undefined ? 500 : 200,
        headers: { 'content-type': 'application/json' },
      });
    },
  };
}

/** The milliseconds from the import of the module until the part has reacted: the list of the picker is painted, or the card. */
function respond(page: Page, shown: Shown): Promise<number> {
  return page.evaluate(async ({ module, name, values }) => {
    const domElement = document.body.appendChild(document.createElement('section'));
    const since = performance.now();
    const has = (selector: string) => document.querySelector(selector) !== null;
    const { mountPart } = await import(module);
    const calls = window.tool && { fetch: window.tool.fetch, getAccessToken: window.tool.getAccessToken };
    // Until then the focus is given back to what had it before.
    const ready = new Promise<void>((resolve) => {
      const onEvent = ({ type }: { type: string }) => type === 'ready' && resolve();
      void mountPart(name, { ...calls, ...values, domElement, onEvent });
    });
    const paintedIn = async (selector: string) =>
      (await window.painted(() => domElement.querySelector(selector) !== null)) - since;
    if (name === 'item-card') return paintedIn('article');
    await Promise.all([ready, paintedIn('[role=combobox]')]);
    const input = domElement.querySelector<HTMLInputElement>('[role=combobox]');
    input?.focus();
    input?.click();
    return (await window.painted(() => has('[role=option]'))) - since;
  }, shown);
}

/** The transferred bytes of each script and style from now on, including headers. */
async function countBytes(page: Page): Promise<Map<string, number>> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  const files = new Map<string, string>();
  const bytes = new Map<string, number>();
  devtools.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Script' || type === 'Stylesheet') files.set(requestId, new URL(response.url).pathname);
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const file = files.get(requestId);
    if (file) bytes.set(file, encodedDataLength);
  });
  return bytes;
}
