import type { Route } from 'playwright-core';
import type { Check, Finding } from '../check.ts';
import { Skipped } from '../outcomes.ts';
import { isOfPlugin } from '../plugin.ts';
import type { Portal } from '../portal.ts';

export const stylesheetFails: Check = {
  id: 'stylesheet-fails',
  promise:
    'If the stylesheet cannot be loaded there is a panel with "Try again", which loads the console once it can be',
  run: (portal) => failAndRecover(portal, isStylesheet(portal)),
};

export const chunkFails: Check = {
  id: 'chunk-fails',
  promise: 'If a chunk cannot be loaded there is a panel with "Try again", which loads the console once it can be',
  run(portal) {
    const { module } = portal.plugin;
    if (module === null) throw new Skipped('The module’s address is not known: give it with --module.');
    return failAndRecover(portal, isChunk(portal));
  },
};

export const stylesheetHangs: Check = {
  id: 'stylesheet-hangs',
  promise: 'While the stylesheet is being loaded there is a placeholder, and the portal can go elsewhere',
  async run(portal) {
    const { page, openOutside, navigateIn, navigateOut, untilState } = portal;
    const problems: string[] = [];
    const waiting: Route[] = [];
    await page.route(isStylesheet(portal), (route) => void waiting.push(route));
    await openOutside();
    await navigateIn();
    if (!(await untilState('placeholder')))
      problems.push(`No placeholder is shown: the state is ${await portal.state()}.`);
    await navigateOut();
    if (!(await untilState('absent'))) problems.push('The portal cannot leave a console whose stylesheet hangs.');
    for (const route of waiting) await route.abort().catch(() => undefined);
    return { problems };
  },
};

const isStylesheet = ({ plugin }: Portal) => {
  const { stylesheet } = plugin;
  if (stylesheet === null) throw new Skipped('The console has no stylesheet link on this page.');
  return (url: URL) => url.href === stylesheet;
};

const isChunk =
  ({ plugin }: Portal) =>
  (url: URL) =>
    isOfPlugin(plugin, url.href) && url.href !== plugin.module && /\.m?js$/.test(url.pathname);

async function failAndRecover(portal: Portal, isFailing: (url: URL) => boolean): Promise<Finding> {
  const { page, options, openOutside, navigateIn, leave, untilState } = portal;
  const problems: string[] = [];
  let failed = 0;
  await page.route(isFailing, (route) => {
    failed += 1;
    return route.abort();
  });
  await openOutside();
  await navigateIn();
  const isReported = await untilState('panel');
  if (failed === 0) throw new Skipped('The page did not request the file again, so it could not be made to fail.');
  if (!isReported) return { problems: [`There is no panel: the state is ${await portal.state()}.`] };
  const panel = page.locator('[data-qm-panel]');
  const text = await panel.locator('[role=alert] :is(h1, p)').first().textContent();
  await page.unroute(isFailing);
  const retry = panel.getByRole('button', { name: 'Try again' });
  if ((await retry.count()) === 0) return { problems: ['The panel has no button "Try again".'] };
  await retry.click();
  if (!(await untilState('shown'))) {
    problems.push(
      `"Try again" did not load the console within ${options.timeout / 1000} seconds: the state is ${await portal.state()}.`,
    );
  }
  await leave();
  return { problems, notes: [`The panel says: ${text}`] };
}
