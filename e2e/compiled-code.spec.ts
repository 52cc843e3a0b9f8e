import type { BrowserContext } from '@playwright/test';
import { itemsPath } from './support/pages/items-list.ts';
import { signedInState } from './support/people.ts';
import { untilSettled, watchRequests } from './support/settled.ts';
import { consoleUrl, devHostUrl, expect, test } from './support/test.ts';

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  args: { data?: { url?: string; cacheRejected?: boolean; consumedCacheSize?: number } };
}

/**
 * Without stored code, a list and a form compile some 2,000 functions; a list with it less than ten. Of a form, 120 to 700 are called for the
 * first time after the code was stored, as the scripts of all pages are stored with what the first of them has called. The plugin's module, of
 * some 240, has no stored code.
 */
const mostFunctions = { list: 100, form: 1000, plugin: 400 };

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
    // Not by a locator, whose own code would be compiled and counted, too.
    const devtools = await context.newCDPSession(page);
    const look = `look = () => (document.querySelector('${selector}') ? found() : requestAnimationFrame(look))`;
    const expression = `new Promise((found) => { const ${look}; look(); })`;
    await devtools.send('Runtime.evaluate', { expression, awaitPromise: true });
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
      { kind: 'list', url: consoleUrl + list, selector: row, scripts: ['early', 'pages', 'console'] },
      {
        kind: 'form',
        url: `${consoleUrl}${list}/${sample.itemId}/edit`,
        selector: 'form input',
        scripts: ['early', 'console', 'item-form', 'forms'],
      },
      { kind: 'plugin', url: `${devHostUrl}/content${list}`, selector: row, scripts: ['pages', 'console'] },
    ] as const;
    const [empty] = context.pages();
    watchRequests(context);
    const reader = await context.newPage();
    await empty?.close();
    for (const { kind, url, selector, scripts } of pages) {
      for (const _visit of ['loads', 'stores']) {
        await reader.goto(url);
        await reader.locator(selector).first().waitFor({ state: 'attached' });
        await untilSettled(context);
      }
      // Stored some time after the second visit, while its page is open.
      await expect(async () => {
        const { stored, functions } = await compiledIn(context, url, selector);
        expect(stored).toEqual(expect.arrayContaining([...scripts]));
        expect(functions).toBeLessThan(mostFunctions[kind]);
      }).toPass({ timeout: 60_000 });
    }
  } finally {
    await context.close();
  }
});
