import type { BrowserContext } from '@playwright/test';
import { itemsPath } from './support/pages/items-list.ts';
import { signedInState } from './support/people.ts';
import { consoleUrl, devHostUrl, expect, test } from './support/test.ts';

interface TraceEvent {
  name: string;
  /** Microseconds. */
  ts: number;
  args: { data?: { url?: string; cacheRejected?: boolean; consumedCacheSize?: number } };
}

/** Runs in the page: marks the moment when the selector first matches. */
const markWhenShown = (selector: string) =>
  new MutationObserver((_records, observer) => {
    if (!document.querySelector(selector)) return;
    performance.mark('shown');
    observer.disconnect();
  }).observe(document, { childList: true, subtree: true });

/**
 * Opens an address in a new tab, which stays open, as nothing is stored of closed ones. Returns the scripts that came with stored compiled
 * code, and how many functions were compiled until the selector matched.
 */
async function openTab(context: BrowserContext, path: string, selector: string) {
  const page = await context.newPage();
  await page.addInitScript(markWhenShown, selector);
  const tracing = await context.browser()?.newBrowserCDPSession();
  if (!tracing) throw new Error('The context has no browser.');
  const events: TraceEvent[] = [];
  tracing.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  const includedCategories = ['v8', 'v8.compile', 'disabled-by-default-v8.compile', 'blink.user_timing'];
  await tracing.send('Tracing.start', { traceConfig: { includedCategories } });
  await page.goto(consoleUrl + path, { waitUntil: 'commit' });
  await page.locator(selector).first().waitFor({ state: 'attached' });
  const complete = new Promise((resolve) => tracing.once('Tracing.tracingComplete', resolve));
  await tracing.send('Tracing.end');
  await complete;
  await tracing.detach();
  const shownAt = events.find(({ name }) => name === 'shown')?.ts ?? 0;
  const stored = events.filter(({ args: { data } }) => data?.consumedCacheSize && !data.cacheRejected);
  return {
    stored: stored.map(({ args }) => /\/assets\/([\w-]+)-[\w-]{8}\.js$/.exec(args.data?.url ?? '')?.[1]),
    functions: events.filter(({ name, ts }) => name === 'V8.CompileCode' && ts < shownAt).length,
  };
}

test('a new tab uses the stored compiled code of the scripts that show a list and a form', async ({
  playwright,
  demo,
  sample,
}, testInfo) => {
  const { cookies } = await signedInState({ url: consoleUrl, devHostUrl }, 'owner');
  // Only a browser with a folder of its own stores compiled code.
  const context = await playwright.chromium.launchPersistentContext(testInfo.outputPath('profile'));
  await context.addCookies(cookies);
  const list = itemsPath(demo.dev, sample.templateId);
  const pages = [
    { path: list, selector: 'tbody tr a[href]', scripts: ['early', 'pages', 'console'] },
    {
      path: `${list}/${sample.itemId}/edit`,
      selector: 'form input',
      scripts: ['early', 'console', 'item-form', 'forms'],
    },
  ];
  for (const { path, selector, scripts } of pages) {
    // Stored some time after the second visit.
    await expect(async () => {
      const { stored, functions } = await openTab(context, path, selector);
      expect(stored).toEqual(expect.arrayContaining(scripts));
      expect(functions).toBeGreaterThan(0);
      expect(functions).toBeLessThan(100);
    }).toPass({ timeout: 180_000 });
  }
  await context.close();
});
