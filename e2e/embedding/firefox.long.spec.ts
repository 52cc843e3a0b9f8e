import { instances } from '@quartermaster/contract/endpoints/instances.ts';
import type { Page } from 'puppeteer-core';
import { expect, test } from '../support/firefox.ts';
import { consoleStyles, hostileCss, hostPage } from '../support/pages/host-page.ts';
import { itemsPath } from '../support/pages/items-list.ts';
import { forbiddenChanges, readLedger, recordListeners } from '../support/pages/ledger.ts';
import { hostLooks, mantines, markImportant, wearMantine } from '../support/pages/mantine.ts';
import { addSamples, differences, hostStyles } from '../support/pages/portal.ts';
import { devHostUrl } from '../support/test.ts';

// All in one worker, which starts one Firefox.
test.describe.configure({ mode: 'default' });

test.beforeEach(async ({ api, demo }) => {
  await api.call(instances.activate, { params: { instanceId: demo.dev } });
});

const exportButton = '[data-qm-root] ::-p-aria([name="Export"][role="button"])';

async function openPortal(tab: Page) {
  await tab.goto(devHostUrl);
  await tab.locator('#page h1').wait();
}

async function enter(tab: Page) {
  await tab.locator('.masthead nav a[href="/content"]').click();
  await tab.locator('#slot > [data-qm-root] h1').wait();
}

async function openDialog(tab: Page) {
  await tab.locator(exportButton).click();
  await tab.locator('[data-qm-overlay] [role="dialog"]').wait();
}

/** Leaves the console by the portal’s menu, by script because an open dialog covers it. */
async function leave(tab: Page) {
  await tab.$eval('.masthead nav a[href="/players"]', (link) => link.click());
  const nodes = () => tab.evaluate(() => document.querySelectorAll('[data-qm-root], [data-qm-style]').length);
  await expect.poll(nodes).toBe(0);
}

test('in Firefox the host’s styles, also of a Mantine of its own, are the same before, while mounted with a dialog open, and after', async ({
  tab,
}) => {
  await openPortal(tab);
  await addSamples(tab);
  const plain = await hostStyles(tab);
  expect(Object.keys(plain).length).toBeGreaterThan(10_000);
  const before = await hostLooks(tab);

  await enter(tab);
  expect(differences(plain, await hostStyles(tab))).toEqual([]);
  await openDialog(tab);
  expect(differences(before, await hostLooks(tab))).toEqual([]);
  await leave(tab);
  expect(differences(plain, await hostStyles(tab))).toEqual([]);

  await tab.addStyleTag({ content: 'button { letter-spacing: 7px }' });
  const leaked = differences(before, await hostLooks(tab)).join('\n');
  for (const version of [null, ...mantines]) expect(leaked.includes(`Mantine ${version}: `)).toBe(true);
});

test('in Firefox the console looks the same in a host with hostile styles, and with a Mantine of its own', async ({
  tab,
  demo,
}) => {
  let css = '';
  await tab.setRequestInterception(true);
  tab.on('request', (request) => {
    const { body, headers } = hostPage({ css, props: "colorScheme: 'light'" });
    if (request.isNavigationRequest()) void request.respond({ status: 200, headers, body });
    else void request.continue();
  });
  const look = async (styles: string) => {
    css = styles;
    await tab.goto(hostPage({}).address + itemsPath(demo.dev, 'hero'));
    await tab.locator('[data-qm-root] tbody tr:nth-child(2) td:nth-child(3)').wait();
    await tab.waitForNetworkIdle();
    await openDialog(tab);
    await expect.poll(() => tab.evaluate(() => document.getAnimations().length)).toBe(0);
    return consoleStyles(tab);
  };
  const plain = await look('');
  expect(Object.keys(plain).length).toBeGreaterThan(100_000);
  for (const version of mantines) {
    await wearMantine(tab, version);
    expect(differences(plain, await consoleStyles(tab)).slice(0, 40), `Mantine ${version}`).toEqual([]);
  }
  await markImportant(tab);
  expect(differences(plain, await consoleStyles(tab)), 'what gets in is detected').not.toEqual([]);
  expect(differences(plain, await look(hostileCss)).slice(0, 40)).toEqual([]);
});

test('in Firefox only the documented footprint remains on the host’s page', async ({ tab }) => {
  await tab.evaluateOnNewDocument(recordListeners);
  await openPortal(tab);
  const before = await readLedger(tab);
  expect(before.listeners, 'the portal’s own are recorded').toContain('window popstate');
  for (let turn = 0; turn < 2; turn += 1) await mountOnce(tab);
  expect(forbiddenChanges(before, await readLedger(tab))).toEqual([]);

  await tab.evaluate(leaveTracesWithTheNextMount);
  await mountOnce(tab);
  expect(forbiddenChanges(before, await readLedger(tab)), 'what is left is detected').toEqual([
    'left: <html> has lang="de"',
    'left: <i id="" class=""> in <body>',
    'gone: <html> has lang="en"',
    'listener: window resize',
    'global: left',
    'stored: localStorage left',
    'stored: cookie left',
  ]);
});

/** Mounts and unmounts the console with a dialog open. */
async function mountOnce(tab: Page) {
  await enter(tab);
  await openDialog(tab);
  await leave(tab);
}

/** Run in the page: makes the console's next mount leave one trace of each kind. */
function leaveTracesWithTheNextMount() {
  const observer = new MutationObserver(() => {
    observer.disconnect();
    document.documentElement.lang = 'de';
    document.body.append(document.createElement('i'));
    window.addEventListener('resize', () => undefined);
    Object.assign(window, { left: true });
    localStorage.setItem('left', '');
    // biome-ignore lint/suspicious/noDocumentCookie: simulates a script of the page
    document.cookie = 'left=1';
  });
  observer.observe(document.getElementById('slot') as HTMLElement, { childList: true });
}
