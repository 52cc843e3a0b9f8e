import { expect, type Page } from '@playwright/test';
import { openHostPage } from '../support/pages/host-page.ts';
import { untilSettled } from '../support/settled.ts';

/** A tab with a bare host page, on which the console covers the window as it does stand-alone. */
interface Host {
  tab: Page;
  open: (path: string) => Promise<unknown>;
}

interface Part {
  /** Kind and name of an element, and whether Tab stops at it. */
  name: string;
  width: number;
  height: number;
}

const hosts = new WeakMap<Page, Promise<Host>>();

async function createHost(page: Page): Promise<Host> {
  const tab = await page.context().newPage();
  await tab.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
  const { open } = await openHostPage(tab, { props: "colorScheme: 'light'" });
  return { tab, open };
}

/** Opens the page of a screen embedded as well, and compares what of it can be seen, in which size, and what Tab stops at. */
export async function compareEmbedded(page: Page, name: string, path: string): Promise<void> {
  const host = hosts.get(page) ?? createHost(page);
  hosts.set(page, host);
  const { tab, open } = await host;
  await tab.setViewportSize(page.viewportSize() ?? { width: 1440, height: 900 });
  await open(path);
  await tab.getByRole('heading', { level: 1 }).waitFor();
  await untilSettled(page.context());
  await expect
    .poll(async () => differences(await visibleParts(page), await visibleParts(tab)), { message: `${name}, embedded` })
    .toEqual([]);
}

/** The visible elements of the console in the order of the page, without those whose size depends on the time of day or on the page's size. */
const visibleParts = (page: Page): Promise<Part[]> =>
  page.evaluate(() => {
    const parts: Part[] = [];
    const varies = (element: Element) =>
      element.matches('style, script, [role=region]:has(table)') ||
      (element.matches('li, tr') && / ago|exported|moment/i.test(element.textContent ?? ''));
    const look = (element: Element) => {
      if (varies(element)) return;
      const { width, height } = element.getBoundingClientRect();
      if (element.checkVisibility({ visibilityProperty: true }) && width * height > 0) {
        const [text] = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
        const label = (element.getAttribute('aria-label') ?? text?.textContent ?? '').slice(0, 30);
        // The host's page has its own main landmark.
        const kind = element.localName.replace(/^main$/, 'div');
        const stop = element instanceof HTMLElement && element.tabIndex >= 0 ? ', a tab stop' : '';
        const name = [kind, element.getAttribute('type'), element.getAttribute('role'), label.replace(/\d+/g, '0')];
        parts.push({ name: name.filter(Boolean).join(' ') + stop, width, height });
      }
      if (element.localName !== 'svg') for (const child of element.children) look(child);
    };
    const roots = [...document.querySelectorAll('[data-qm-root]')];
    for (const root of roots.length > 0 ? roots : [document.body]) for (const child of root.children) look(child);
    return parts;
  });

/** What only one of two pages has, or has in another size; fractions of a pixel are rounded differently. */
function differences(alone: readonly Part[], embedded: readonly Part[]): string[] {
  const left = [...embedded];
  const onlyAlone = alone.filter(({ name, width, height }) => {
    const at = left.findIndex(
      (part) => part.name === name && Math.abs(part.width - width) <= 1 && Math.abs(part.height - height) <= 1,
    );
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  const sizeOf = ({ name, width, height }: Part) => `${name}, ${Math.round(width)} × ${Math.round(height)}`;
  return [
    ...onlyAlone.map((part) => `only stand-alone: ${sizeOf(part)}`),
    ...left.map((part) => `only embedded: ${sizeOf(part)}`),
  ];
}
