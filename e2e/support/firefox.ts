import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { findFirefox } from '../../scripts/testing/browser.mjs';
import { test as base, expect } from './test.ts';

/** Blocks all other machines, and disables animations. */
const preferences = {
  'ui.prefersReducedMotion': 1,
  'network.proxy.type': 1,
  // Nothing listens there. Addresses of this machine are not requested through a proxy.
  'network.proxy.http': 'localhost',
  'network.proxy.http_port': 9,
  'network.proxy.ssl': 'localhost',
  'network.proxy.ssl_port': 9,
  'network.proxy.failover_direct': false,
};

interface Fixtures {
  /** A page in Firefox, signed in like Chromium's; the test fails if it reports an error. */
  tab: Page;
}

/** Tests in the Firefox that Debian has, by WebDriver BiDi, as Playwright drives only a Firefox of its own. */
export const test = base.extend<Fixtures, { firefox: Browser }>({
  firefox: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const found = await findFirefox(() => undefined);
      if ('problem' in found) throw new Error(found.problem);
      const firefox = await puppeteer.launch({
        browser: 'firefox',
        executablePath: found.path,
        defaultViewport: { width: 1280, height: 800 },
        extraPrefsFirefox: preferences,
        // Otherwise it fetches settings from Mozilla, whatever its preferences are.
        env: { ...process.env, MOZ_REMOTE_SETTINGS_DEVTOOLS: '1' },
        timeout: 120_000,
        protocolTimeout: 120_000,
      });
      await use(firefox);
      await firefox.close();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  tab: async ({ firefox, storageState }, use) => {
    if (typeof storageState !== 'object') throw new Error('A tab needs a storage state.');
    const { cookies = [], origins = [] } = storageState;
    const complaints: string[] = [];
    const context = await firefox.createBrowserContext();
    await context.setCookie(...cookies.map((cookie) => ({ ...cookie, expires: Math.floor(cookie.expires) })));
    const tab = await context.newPage();
    tab.setDefaultTimeout(60_000);
    tab.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    tab.on('pageerror', (error) => complaints.push(String(error)));
    await tab.evaluateOnNewDocument((all) => {
      const own = all.find(({ origin }) => origin === location.origin);
      for (const { name, value } of own?.localStorage ?? []) localStorage.setItem(name, value);
    }, origins);
    await use(tab);
    await context.close();
    // A page that is left stops loading scripts, whose content is then empty.
    const isOfLeaving = (text: string) => text.includes('integrity') && text.includes('OLBgp1GsljhM2TJ');
    expect(
      complaints.filter((text) => !isOfLeaving(text)),
      'errors in Firefox',
    ).toEqual([]);
  },
});

export { expect };
