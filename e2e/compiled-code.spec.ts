import type { BrowserContext } from '@playwright/test';
import { itemsPath } from './support/pages/items-list.ts';
import { signedInState } from './support/people.ts';
import { consoleUrl, devHostUrl, expect, test } from './support/test.ts';

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  args: { data?: { url?: string; cacheRejected?: boolean; consumedCacheSize?: number } };
}

/**
 * Without stored code, a list and a form compile some 2,000 functions. The module of the plugin and the page around it have none, and neither
 * have functions that are called for the first time after the code was stored.
 */
const mostFunctions = 1000;

/** What a new tab compiles until an element is there: scripts with stored compiled code, and the number of functions without it. */
async function compiledIn(context: BrowserContext, url: string, selector: string) {
  const page = await context.newPage();
  const tracing = await context.browser()?.newBrowserCDPSession();
  if (!tracing) throw new Error('The context has no browser.');
  const events: TraceEvent[] = [];
  tracing.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  const includedCategories = ['v8', 'disabled-by-default-v8.compile'];
  await tracing.send('Tracing.start', { traceConfig: { includedCategories } });
  try {
    await page.goto(url, { waitUntil: 'commit' });
    await page.locator(selector).first().waitFor({ state: 'attached' });
  } finally {
    const complete = new Promise((resolve) => tracing.once('Tracing.tracingComplete', resolve));
    await tracing.send('Tracing.end');
    await complete;
    await tracing.detach();
    await page.close();
  }
  const stored = events.filter(({ args: { data } }) => data?.consumedCacheSize && !data.cacheRejected);
  return {
    stored: stored.map(({ args }) => /\/(?:assets|chunks)\/([\w-]+)-[\w-]{8}\.js$/.exec(args.data?.url ?? '')?.[1]),
    functions: events.filter(
      ({ name, pid, tid }) => name === 'V8.CompileCode' && pid === stored[0]?.pid && tid === stored[0]?.tid,
    ).length,
  };
}

test('a new tab uses the stored compiled code of the scripts that show a list, a form and the plugin', async ({
  playwright,
  demo,
  sample,
}, testInfo) => {
  const { cookies } = await signedInState({ url: consoleUrl, devHostUrl }, 'owner');
  // Only a browser with a folder of its own stores compiled code.
  const context = await playwright.chromium.launchPersistentContext(testInfo.outputPath('profile'));
  try {
    await context.addCookies(cookies);
    const list = itemsPath(demo.dev, sample.templateId);
    const row = 'tbody tr a[href]';
    const pages = [
      { url: consoleUrl + list, selector: row, scripts: ['early', 'pages', 'console'] },
      {
        url: `${consoleUrl}${list}/${sample.itemId}/edit`,
        selector: 'form input',
        scripts: ['early', 'console', 'item-form', 'forms'],
      },
      { url: `${devHostUrl}/content${list}`, selector: row, scripts: ['pages', 'console'] },
    ];
    const reader = await context.newPage();
    for (const { url, selector, scripts } of pages) {
      for (const _visit of ['loads', 'stores']) {
        await reader.goto(url, { waitUntil: 'networkidle' });
        await reader.locator(selector).first().waitFor({ state: 'attached' });
      }
      // Stored some time after the second visit, while its page is open.
      await expect(async () => {
        const { stored, functions } = await compiledIn(context, url, selector);
        expect(stored).toEqual(expect.arrayContaining(scripts));
        expect(functions).toBeLessThan(mostFunctions);
      }).toPass({ timeout: 60_000 });
    }
  } finally {
    await context.close();
  }
});
