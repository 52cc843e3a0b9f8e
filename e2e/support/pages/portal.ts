import { type CDPSession, expect, type Page } from '@playwright/test';
import { devHostUrl } from '../test.ts';

/** A page that evaluates a function, whatever drives it. */
export interface Evaluates {
  evaluate: <Result>(probe: () => Result) => Promise<Awaited<Result>>;
}

/** The console’s nodes on the page: its child in the slot, the overlay, the stylesheet. */
export const consoleNodes = (page: Page) => page.locator('[data-qm-root], [data-qm-style]');

/** The console’s own part of the page, without the overlay. */
export const consoleRoot = (page: Page) => page.locator('#slot > [data-qm-root]');

/** Opens the portal on a new page, and waits until its script handles its links: before that, each reloads the page. */
export async function openPortal(page: Page) {
  await page.goto(devHostUrl);
  await expect(page.getByRole('heading', { level: 1, name: 'Good to have you back' })).toBeVisible();
}

/** Goes to the portal’s Content page by its menu, and waits for the console’s first render. */
export async function openContent(page: Page) {
  await page.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name: 'Content' }).click();
  await expect(consoleRoot(page).getByRole('heading', { level: 1 })).toBeVisible();
}

/** Opens a dialog of the console. */
export async function openDialog(page: Page) {
  await consoleRoot(page).getByRole('button', { name: 'Export', exact: true }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
}

/** Puts one element of each common kind on the host’s page, with a fixed size, to compare their styles. */
export async function addSamples(page: Evaluates) {
  await page.evaluate(() => {
    const tags =
      'h1 h2 h3 p a button input textarea select label ul li table td code small strong article section nav form hr';
    const box = document.createElement('div');
    box.id = 'samples';
    Object.assign(box.style, { position: 'fixed', left: '0', top: '0', width: '600px', zIndex: '-1' });
    for (const tag of tags.split(' ')) box.append(document.createElement(tag));
    // A host’s own Mantine, of another version.
    const button = document.createElement('button');
    button.className = 'm_77c9d27d mantine-Button-root mantine-focus-auto mantine-active';
    box.append(button);
    document.body.append(box);
  });
}

/**
 * Every computed style of the samples, the page’s root and its menu, without those that depend on the height of the
 * page.
 */
export async function hostStyles(page: Evaluates): Promise<Record<string, string>> {
  return page.evaluate(() => {
    const follows = /^(block-size|height|perspective-origin|transform-origin|inline-size|width)$/;
    const found: Record<string, string> = {};
    // Variables of the root only, as everything else inherits them.
    const ofRoot = [...getComputedStyle(document.documentElement)];
    const properties = ofRoot.filter((property) => !property.startsWith('--'));
    const look = (name: string, element: Element, skipSize: boolean, looked = properties) => {
      for (const pseudo of ['', '::before', '::after']) {
        const style = getComputedStyle(element, pseudo || null);
        if (pseudo && /^(none|normal)$/.test(style.content)) continue;
        for (const property of looked) {
          if (skipSize && follows.test(property)) continue;
          found[`${name}${pseudo} ${property}`] = style.getPropertyValue(property);
        }
      }
    };
    look('html', document.documentElement, true, ofRoot);
    look('body', document.body, true);
    document.querySelectorAll('#samples, #samples *').forEach((element, index) => {
      look(`${index} ${element.localName}`, element, false);
    });
    document.querySelectorAll('.masthead, .brand, .masthead nav').forEach((element) => {
      look(`masthead ${element.localName}`, element, true);
    });
    return found;
  });
}

/** The differences between two snapshots of styles, as sentences; empty if there are none. */
export function differences(before: Record<string, string>, after: Record<string, string>): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => before[name] !== after[name])
    .map((name) => `${name}: ${before[name]} became ${after[name]}`);
}

/** DOM nodes and event listeners that are alive after a garbage collection. */
export async function countAlive(session: CDPSession): Promise<{ nodes: number; listeners: number }> {
  // Compiled code and caches, which V8 drops under memory pressure, are not leaks.
  await session.send('Memory.simulatePressureNotification', { level: 'critical' });
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const metricOf = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  return { nodes: metricOf('Nodes'), listeners: metricOf('JSEventListeners') };
}
