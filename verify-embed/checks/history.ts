import type { Check } from '../check.ts';
import { Skipped } from '../outcomes.ts';
import { locationOfFunction } from '../page/function-location.ts';
import { firstLink } from '../page/links.ts';
import { isOfPlugin } from '../plugin.ts';
import type { Portal } from '../portal.ts';

export const history: Check = {
  id: 'history',
  promise:
    'A page of the console is one entry of the history, back and forward work, and the portal’s page is never reloaded',
  async run(portal) {
    const { page, openOutside, enter, navigateOut, untilState, untilQuiet } = portal;
    await openOutside();
    await enter();
    const problems: string[] = [];
    let loads = 0;
    page.on('domcontentloaded', () => {
      loads += 1;
    });
    const from = page.url();
    const length = await page.evaluate(() => window.history.length);
    const link = await page.evaluateHandle(firstLink);
    const to = await link.evaluate((found) => found?.href);
    if (!to) throw new Skipped('The page of the console has no visible link to another page of it.');
    await link.asElement()?.click();
    if (!(await untilAddress(portal, to))) problems.push(`A link to ${to} opened ${page.url()}.`);
    await untilQuiet();
    const opened = page.url();
    if (loads > 0) return { problems: [...problems, 'A link of the console reloaded the portal’s page.'] };
    const added = (await page.evaluate(() => window.history.length)) - length;
    if (added !== 1) problems.push(`A link of the console added ${added} entries to the history, not 1.`);
    // Going back would leave the page.
    if (added === 0) return { problems: [...problems, ...(await replacements(portal))] };

    const go = async (way: 'back' | 'forward', expected: string, isInside: boolean) => {
      await page.evaluate((name) => window.history[name](), way);
      const there = (await untilAddress(portal, expected)) && (!isInside || (await untilState('shown')));
      if (!there) problems.push(`Going ${way} did not open ${expected}, but ${page.url()} (${await portal.state()}).`);
      await untilQuiet();
    };
    await go('back', from, true);
    await go('forward', opened, true);
    await navigateOut();
    await untilState('absent');
    await go('back', opened, true);
    if (loads > 0) problems.push(`The portal's page was reloaded ${loads} times.`);
    if (problems.length > 0) problems.push(...(await replacements(portal)));
    return { problems, notes: [`Opened ${opened}, and went back and forward.`] };
  },
};

/** The history functions that the portal has replaced, which may prevent the console from navigating. */
async function replacements({ cdp, plugin }: Portal): Promise<string[]> {
  const found: string[] = [];
  for (const name of ['pushState', 'replaceState', 'back', 'forward', 'go']) {
    const location = await locationOfFunction(cdp, `history.${name}`);
    if (location !== null && !isOfPlugin(plugin, location)) {
      found.push(`history.${name} has been replaced by ${location}.`);
    }
  }
  return found;
}

/** Waits for an address; a page may add a query to it. */
async function untilAddress({ page, options }: Portal, expected: string): Promise<boolean> {
  const pathOf = (url: string) => new URL(url).origin + new URL(url).pathname;
  const end = performance.now() + options.timeout;
  while (pathOf(page.url()) !== pathOf(expected)) {
    if (performance.now() > end) return false;
    await page.waitForTimeout(20);
  }
  return true;
}
