import { setTimeout as pause } from 'node:timers/promises';
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

/**
 * Opens the console; if a service worker answers its calls, opens it again to see whether the answers are those of the first
 * time: then an old value would open after a save.
 */
async function answeredFromCache({ page, openInside }: Portal): Promise<string[]> {
  const dates = new Map<string, (string | undefined)[]>();
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (!calls.test(pathname) || !response.fromServiceWorker()) return;
    dates.set(pathname, [...(dates.get(pathname) ?? []), response.headers().date]);
  });
  await openInside();
  if (dates.size === 0) return [];
  // The server's `Date` has whole seconds.
  await pause(1100);
  const before = new Map([...dates].map(([path, seen]) => [path, seen.length]));
  await openInside();
  const [cached] = [...dates].filter(([path, seen]) => {
    const first = seen.slice(0, before.get(path) ?? 0);
    return seen.slice(first.length).some((date) => date !== undefined && first.includes(date));
  });
  return cached
    ? [
        `The portal’s service worker answers the console’s calls from its cache, such as ${cached[0]}: after a save, old values would be shown. It must pass on all calls to the console’s server.`,
      ]
    : [];
}
