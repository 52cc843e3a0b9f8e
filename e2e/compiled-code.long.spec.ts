import type { BrowserContext } from '@playwright/test';
import { itemsPath } from './support/pages/items-list.ts';
import { signedInState } from './support/people.ts';
import { consoleUrl, devHostUrl, expect, test } from './support/test.ts';

interface TraceEvent {
  name: string;
  args: { data?: { url?: string; cacheRejected?: boolean; consumedCacheSize?: number } };
}

/** The scripts that came with stored compiled code in a new tab. */
async function storedScripts(context: BrowserContext, path: string, selector: string) {
  const page = await context.newPage();
  const tracing = await context.browser()?.newBrowserCDPSession();
  if (!tracing) throw new Error('The context has no browser.');
  const events: TraceEvent[] = [];
  tracing.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  const includedCategories = ['v8', 'disabled-by-default-v8.compile'];
  await tracing.send('Tracing.start', { traceConfig: { includedCategories } });
  try {
    await page.goto(consoleUrl + path, { waitUntil: 'commit' });
    await page.locator(selector).first().waitFor({ state: 'attached' });
  } finally {
    const complete = new Promise((resolve) => tracing.once('Tracing.tracingComplete', resolve));
    await tracing.send('Tracing.end');
    await complete;
    await tracing.detach();
    await page.close();
  }
  const stored = events.filter(({ args: { data } }) => data?.consumedCacheSize && !data.cacheRejected);
  return stored.map(({ args }) => /\/assets\/([\w-]+)-[\w-]{8}\.js$/.exec(args.data?.url ?? '')?.[1]);
}

test('a new tab uses the stored compiled code of the scripts that show a list and a form', async ({
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
    const pages = [
      { path: list, selector: 'tbody tr a[href]', scripts: ['early', 'pages', 'console'] },
      {
        path: `${list}/${sample.itemId}/edit`,
        selector: 'form input',
        scripts: ['early', 'console', 'item-form', 'forms'],
      },
    ];
    const reader = await context.newPage();
    for (const { path, selector, scripts } of pages) {
      for (const _visit of ['loads', 'stores']) {
        await reader.goto(consoleUrl + path, { waitUntil: 'networkidle' });
        await reader.locator(selector).first().waitFor({ state: 'attached' });
      }
      // Stored some time after the second visit, while its page is open.
      await expect
        .poll(() => storedScripts(context, path, selector), { timeout: 60_000 })
        .toEqual(expect.arrayContaining(scripts));
    }
  } finally {
    await context.close();
  }
});
