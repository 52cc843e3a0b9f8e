import { expect, type Page } from '@playwright/test';
import { colourRules, expectAccessible, expectAccessibleInBoth } from '../support/axe.ts';
import { isLong } from '../support/long.ts';
import { untilSettled } from '../support/settled.ts';
import { compareEmbedded } from './embedded.ts';
import type { Screen } from './screen.ts';

type Layout = 'wide' | 'narrow';

const sizes = { wide: { width: 1440, height: 900 }, narrow: { width: 390, height: 844 } };
const layoutsOf = ({ only }: Pick<Screen, 'only'>): Layout[] => (only ? [only] : ['wide', 'narrow']);

/** Resizes a page, which lays it out again even if it has the size already. */
async function resize(page: Page, layout: Layout): Promise<void> {
  if (page.viewportSize()?.width !== sizes[layout].width) await page.setViewportSize(sizes[layout]);
}

/** Resizes a page to the width of a desktop. */
export const widen = (page: Page): Promise<void> => resize(page, 'wide');

/** Clears stored drafts in each new document: otherwise the next screen would offer to restore them. */
export const forgetDrafts = (page: Page): Promise<unknown> =>
  page.context().addInitScript(() => {
    // Frames of extensions have no storage.
    if (location.protocol === 'about:' || window.origin === 'null') return;
    for (const key of Object.keys(localStorage)) if (key.includes(':draft:')) localStorage.removeItem(key);
  });

type Scheme = 'light' | 'dark';

/** The address of a page on which nothing is open or changed: a screen that starts there need not load it again. */
const untouched = new WeakMap<Page, string>();

/** The scheme of the next screen of each page. */
const schemes = new WeakMap<Page, Scheme>();

/** The screens that are compared with themselves in a host page in each run. */
const compared = new Set(['items list', 'hero']);

/** What opens on a page, and a page without a session, look the same if the page does. */
const isCompared = <P>({ name, act, only }: Screen<P>): boolean =>
  !act && only !== 'narrow' && (isLong || compared.has(name));

/** Opens a screen in the first layout that shows it, and checks it. */
export async function checkScreen<P>(page: Page, screen: Screen<P>, place: P): Promise<void> {
  if (screen.isLong && !isLong) return;
  await resize(page, layoutsOf(screen)[0] ?? 'wide');
  await page.emulateMedia({ colorScheme: schemes.get(page) ?? 'light' });
  const path = screen.path(place);
  if (untouched.get(page) !== path) await open(page, path);
  untouched.delete(page);
  await screen.act?.(page, place);
  if (isCompared(screen)) {
    await page.emulateMedia({ colorScheme: 'light' });
    await compareEmbedded(page, screen.name, path);
  }
  await checkOpen(page, screen);
  const { pathname, search } = new URL(page.url());
  const isUntouched = !screen.act || ((await closes(page)) && !(await isUnsaved(page)));
  if (isUntouched && pathname + search === path) untouched.set(page, path);
}

const isUnsaved = (page: Page): Promise<boolean> =>
  page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })));

/** Whether Escape closes what was opened on a page. */
async function closes(page: Page): Promise<boolean> {
  const popup = page.locator(opened.join()).filter({ visible: true }).first();
  if (!(await popup.isVisible())) return false;
  await page.keyboard.press('Escape');
  return popup.waitFor({ state: 'hidden', timeout: 5000 }).then(
    () => true,
    () => false,
  );
}

/** Opens an address, as a link of the console does unless something unsaved or open would stay. */
async function open(page: Page, path: string): Promise<void> {
  const known = page.url();
  const leaves = known === 'about:blank' || (await isUnsaved(page)) || (await page.locator(opened.join()).count()) > 0;
  // The same page with other filters would keep what was done on it.
  if (leaves || new URL(path, known).pathname === new URL(known).pathname) await page.goto(path);
  else {
    await page.evaluate((to) => {
      history.pushState(null, '', to);
      window.dispatchEvent(new PopStateEvent('popstate'));
    }, path);
    await untilSettled(page.context());
  }
  await page.getByRole('heading', { level: 1 }).waitFor();
  await untilSettled(page.context());
}

/** A modal dialog, and what else opens over a page: the page behind it is a screen of its own. */
const modal = '[role=dialog][aria-modal=true]';
const opened = [modal, '[role=listbox]', '[role=menu]', '[role=combobox][aria-expanded=true]'];

/**
 * Checks the open screen in its first layout, in light and dark by turns, and that a page is in no layout too wide. A long run checks
 * everything in both schemes and all layouts, but the colours of one, as no width changes them.
 */
export async function checkOpen(
  page: Page,
  screen: Pick<Screen<never>, 'name' | 'without' | 'only' | 'act'>,
): Promise<void> {
  const { name, without = [] } = screen;
  const scheme = schemes.get(page) ?? 'light';
  const layouts = isLong || !screen.act ? layoutsOf(screen) : layoutsOf(screen).slice(0, 1);
  for (const [index, layout] of layouts.entries()) {
    await resize(page, layout);
    await untilSettled(page.context());
    const parts = page.locator((screen.act ? opened : [modal]).join()).filter({ visible: true });
    const options = { without, ...((await parts.count()) > 0 && { within: opened }) };
    if (index === 0 && isLong) await expectAccessibleInBoth(page, `${name}, ${layout}`, options);
    else if (index === 0) {
      await page.emulateMedia({ colorScheme: scheme });
      await expect(page.locator(`[data-mantine-color-scheme="${scheme}"]`).first()).toBeAttached();
      await expectAccessible(page, `${name}, ${layout}, ${scheme}`, options);
    } else if (isLong)
      await expectAccessible(page, `${name}, ${layout}`, { ...options, without: [...without, ...colourRules] });
    const tooWide = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(await tooWide(), `${name}, ${layout}: horizontal overflow in pixels`).toBe(0);
  }
  schemes.set(page, scheme === 'light' ? 'dark' : 'light');
}

/** The same for the console’s part of the portal, where it has one stylesheet, and which owns the colours and the landmarks of the page. */
export async function checkInPortal(page: Page, name: string, withStylesheets = false): Promise<void> {
  const within = ['[data-qm-root]'];
  await widen(page);
  await untilSettled(page.context());
  if (isLong) {
    await chooseScheme(page, 'dark');
    await expectAccessible(page, `${name}, wide, dark`, { within, only: colourRules });
  }
  await chooseScheme(page, 'light');
  await expectAccessible(page, `${name}, wide, light`, { within, withStylesheets });
  if (!isLong) return;
  await resize(page, 'narrow');
  await untilSettled(page.context());
  await expectAccessible(page, `${name}, narrow, light`, { within, without: colourRules });
}

async function chooseScheme(page: Page, scheme: 'light' | 'dark') {
  // If a dialog covers the portal’s switch, it can only be operated by script.
  await page.getByLabel('Colours').evaluate((select, value) => {
    (select as HTMLSelectElement).value = value;
    select.dispatchEvent(new Event('change'));
  }, scheme);
  const parts = page.locator('[data-qm-root]');
  for (const part of await parts.all()) await expect(part).toHaveAttribute('data-mantine-color-scheme', scheme);
}
