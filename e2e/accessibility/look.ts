import { expect, type Page } from '@playwright/test';
import { colourRules, expectAccessible, expectAccessibleInBoth, widthlessRules } from '../support/axe.ts';
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
    if (location.protocol === 'about:') return;
    for (const key of Object.keys(localStorage)) if (key.includes(':draft:')) localStorage.removeItem(key);
  });

/** The address of a page without interactions: a screen that starts there need not load it again. */
const untouched = new WeakMap<Page, string>();

/** Checks every screen in all layouts, and compares it with itself in a host page. */
const isLong = process.env.TEST_ALL !== undefined;

/** The screens that are otherwise compared, too. */
const compared = new Set(['items list', 'hero']);

/** What opens on a page, and a page without a session, look the same if the page does. */
const isCompared = <P>({ name, act, only }: Screen<P>): boolean =>
  !act && only !== 'narrow' && (isLong || compared.has(name));

/** Opens a screen in the first layout that shows it, and checks it. */
export async function checkScreen<P>(page: Page, screen: Screen<P>, place: P): Promise<void> {
  await resize(page, layoutsOf(screen)[0] ?? 'wide');
  await page.emulateMedia({ colorScheme: 'light' });
  const path = screen.path(place);
  if (untouched.get(page) !== path) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
  }
  if (screen.act) untouched.delete(page);
  else untouched.set(page, path);
  await untilSettled(page.context());
  await screen.act?.(page, place);
  if (isCompared(screen)) await compareEmbedded(page, screen.name, path);
  await checkOpen(page, screen);
}

/** A modal dialog, and the list of a combobox in it, which floats outside of it. */
const modal = '[role=dialog][aria-modal=true]';
const modalParts = [modal, '[role=listbox]'];

/**
 * Checks the open screen in its first layout, and in the others whether it is too wide; in a long run also the others, but for their
 * colours, as no width changes them. Of a screen with a modal dialog only the dialog: the page behind it is a screen of its own.
 */
export async function checkOpen(page: Page, screen: Pick<Screen, 'name' | 'without' | 'only'>): Promise<void> {
  const { name, without = [] } = screen;
  for (const [index, layout] of layoutsOf(screen).entries()) {
    await resize(page, layout);
    await untilSettled(page.context());
    const within = (await page.locator(modal).count()) > 0 ? modalParts : undefined;
    const options = { without, ...(within && { within }) };
    if (index === 0) await expectAccessibleInBoth(page, `${name}, ${layout}`, options);
    else if (isLong)
      await expectAccessible(page, `${name}, ${layout}`, { ...options, without: [...without, ...widthlessRules] });
    const tooWide = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(await tooWide(), `${name}, ${layout}: horizontal overflow in pixels`).toBe(0);
  }
}

/** The same for the console’s part of the portal, which owns the colours and the landmarks of the page. */
export async function checkInPortal(page: Page, name: string): Promise<void> {
  const within = ['[data-qm-root]'];
  await widen(page);
  await untilSettled(page.context());
  await chooseScheme(page, 'dark');
  await expectAccessible(page, `${name}, wide, dark`, { within, only: colourRules });
  await chooseScheme(page, 'light');
  await expectAccessible(page, `${name}, wide, light`, { within });
  await resize(page, 'narrow');
  await untilSettled(page.context());
  await expectAccessible(page, `${name}, narrow, light`, { within, without: widthlessRules });
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
