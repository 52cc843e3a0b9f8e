import { setTimeout as pause } from 'node:timers/promises';
import type { Request, Response } from 'playwright-core';
import type { Check } from '../check.ts';
import { findScaling } from '../page/obstructions.ts';
import { compareWithoutPortal, hasStylesheet } from '../page/portal-styles.ts';
import { findAddedToJson } from '../page/replaced-methods.ts';
import { calledByConsole } from '../page/thrower.ts';
import { swallowedKeys } from '../page/typing.ts';
import type { Portal } from '../portal.ts';

export const portal: Check = {
  id: 'portal',
  promise: 'The portal leaves the console its size, its styles and its keys, and its own functions do not throw',
  async run(portal) {
    const { page, plugin } = portal;
    const problems: string[] = [];
    page.on('pageerror', (error) => {
      const name = calledByConsole(plugin, error);
      if (name !== null) problems.push(`The portal’s ${name} throws when the console calls it: ${error.message}`);
    });
    const fromCache = await answeredFromCache(portal);
    problems.push(...fromCache, ...(await page.evaluate(findAddedToJson)));
    const scaled = await page.evaluate(findScaling);
    problems.push(
      ...scaled.map((what) => `The portal scales or rotates the console, which misplaces dragged elements: ${what}.`),
    );
    const isStyled = await page.evaluate(hasStylesheet);
    if (!isStyled) problems.push('The portal has removed the console’s stylesheet from the page.');
    const changed = await page.evaluate(compareWithoutPortal, plugin.folders);
    problems.push(...changed.map((what) => `The portal’s styles change the console: ${what}.`));
    const swallowed = await swallowedKeys(page);
    if (swallowed.length > 0) {
      problems.push(`The portal swallows keys that are typed into the console: ${swallowed.join(' ')}`);
    }
    return { problems: [...new Set(problems)] };
  },
};

/** The calls of each page of the console. The portal can have a path with `/v1/` of its own. */
const calls = /\/v1\/(accounts|workspaces|projects|instances|editor)(\/|$)/;

/** Pictures have their hash in the address, and may come from a cache. */
const isCall = (pathname: string) => calls.test(pathname) && !pathname.includes('/image/');

/** The calls that a service worker answered while the console was opened, by address. */
interface Visit {
  /** The `Date` of each answer; undefined for those of another origin, which does not show it. */
  dates: Map<string, (string | undefined)[]>;
  /** How many requests the worker has sent on. */
  sent: Map<string, number>;
}

/**
 * Opens the console; if a service worker answers its calls, opens it again to see whether it sends them on to the server, and its answers
 * are not those of the first time: otherwise an old value would open after a save.
 */
async function answeredFromCache(portal: Portal): Promise<string[]> {
  const first = await visit(portal);
  if (first.dates.size === 0) return [];
  // The server's `Date` has whole seconds.
  await pause(1100);
  const second = await visit(portal);
  const [cached] = [...second.dates].find(([url, dates]) => {
    const before = first.dates.get(url) ?? [];
    return dates.length > (second.sent.get(url) ?? 0) || dates.some((date) => date && before.includes(date));
  }) ?? [undefined];
  if (cached === undefined) return [];
  return [
    `The portal’s service worker answers the console’s calls from its cache, such as ${new URL(cached).pathname}: after a save, old values would be shown. It must pass on all calls to the console’s server.`,
  ];
}

async function visit({ page, openInside }: Portal): Promise<Visit> {
  const { dates, sent }: Visit = { dates: new Map(), sent: new Map() };
  const onRequest = (request: Request) => {
    if (request.serviceWorker()) sent.set(request.url(), (sent.get(request.url()) ?? 0) + 1);
  };
  const onResponse = (response: Response) => {
    const url = response.url();
    if (!response.fromServiceWorker() || !isCall(new URL(url).pathname)) return;
    dates.set(url, [...(dates.get(url) ?? []), response.headers().date]);
  };
  const context = page.context();
  context.on('request', onRequest);
  page.on('response', onResponse);
  await openInside();
  context.off('request', onRequest);
  page.off('response', onResponse);
  return { dates, sent };
}
