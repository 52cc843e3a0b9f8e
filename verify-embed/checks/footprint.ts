import { allowed } from '../allow-list.ts';
import type { Check } from '../check.ts';
import { Skipped } from '../outcomes.ts';
import { createListenerList } from '../page/listeners.ts';
import { openOverlay } from '../page/overlay.ts';
import { globalNames, storedNames } from '../page/traces.ts';
import type { Portal } from '../portal.ts';

/** Uses the console twice: the second time shows what each mount leaves again. */
async function mountTwice({ page, enter, leave }: Portal) {
  for (let turn = 0; turn < 2; turn += 1) {
    await enter();
    if (await openOverlay(page)) await page.keyboard.press('Escape');
    await leave();
  }
}

export const listeners: Check = {
  id: 'listeners',
  promise: 'Unmounting leaves no listener on window, document and other global targets, except those that are listed',
  async run(portal) {
    const { cdp, plugin, openOutside } = portal;
    if (plugin.folders.length === 0) throw new Skipped('The console’s files are not known: name them with --module.');
    await openOutside();
    const list = await createListenerList(cdp, plugin);
    await mountTwice(portal);
    const left = await list();
    const isAllowed = (listener: string) => allowed.listeners.some((name) => listener.startsWith(`${name} (`));
    const counted = new Map<string, number>();
    for (const listener of left) counted.set(listener, (counted.get(listener) ?? 0) + 1);
    return {
      problems: [...counted]
        .filter(([listener, count]) => !isAllowed(listener) || count > 1)
        .map(([listener, count]) => `After 2 mounts and unmounts ${count} listeners are left: ${listener}`),
      notes: left.filter(isAllowed).map((listener) => `Left, and listed: ${listener}`),
    };
  },
};

export const globals: Check = {
  id: 'globals',
  promise: 'Unmounting leaves no name on window, except those that are listed',
  async run(portal) {
    const { page, options, openOutside } = portal;
    await openOutside();
    const before = new Set(await page.evaluate(globalNames));
    await mountTwice(portal);
    const added = (await page.evaluate(globalNames)).filter((name) => !before.has(name));
    const expected = [...allowed.globals, ...options.allowedGlobals];
    return {
      problems: added
        .filter((name) => !expected.includes(name))
        .map((name) => `window.${name} is left. If the portal's own page adds it, say so with --allow-global.`),
      notes: added.filter((name) => expected.includes(name)).map((name) => `Left, and listed: window.${name}`),
    };
  },
};

export const storage: Check = {
  id: 'storage',
  promise: 'The console stores nothing under names that are not its own, and no cookie of the page',
  async run(portal) {
    const { page, plugin, openOutside } = portal;
    await openOutside();
    const before = new Set(plugin.storedBefore ?? (await page.evaluate(storedNames)));
    await mountTwice(portal);
    const added = (await page.evaluate(storedNames)).filter((name) => !before.has(name));
    const isAllowed = (name: string) => allowed.storage.some((start) => name.split(' ')[1]?.startsWith(start));
    return {
      problems: added.filter((name) => !isAllowed(name)).map((name) => `Stored and left: ${name}`),
      notes: added.filter(isAllowed).map((name) => `Left, and listed: ${name}`),
    };
  },
};
