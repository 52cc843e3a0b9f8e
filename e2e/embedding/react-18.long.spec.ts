import { instances } from '@quartermaster/contract/endpoints/instances.ts';
import { exampleOf, serveExample } from '../support/documented-examples.ts';
import { itemsPath } from '../support/pages/items-list.ts';
import { forbiddenChanges, readLedger, recordListeners } from '../support/pages/ledger.ts';
import { consoleNodes } from '../support/pages/portal.ts';
import { react18 } from '../support/react-18.ts';
import { devHostUrl, expect, test } from '../support/test.ts';

/** Run before the page's own code: notes the version of each React DOM that renders something, as its developer tools do. */
function recordReacts() {
  const versions: string[] = [];
  const inject = ({ version }: { version: string }) => versions.push(version);
  Object.assign(window, { __REACT_DEVTOOLS_GLOBAL_HOOK__: { supportsFiber: true, inject, versions } });
}

const reacts = () =>
  (window as unknown as { __REACT_DEVTOOLS_GLOBAL_HOOK__: { versions: string[] } }).__REACT_DEVTOOLS_GLOBAL_HOOK__
    .versions;

test('a portal with React 18 in strict mode mounts the console with its own React, updates it, and gets its page back', async ({
  page,
  api,
  demo,
}) => {
  await api.call(instances.activate, { params: { instanceId: demo.dev } });
  const example = exampleOf('React, through the parcel API');
  const strict = example
    .replace('import { createElement,', 'import { createElement, StrictMode,')
    .replace('createElement(Portal)', 'createElement(StrictMode, null, createElement(Portal))');
  expect(strict).toContain('StrictMode, null');
  await serveExample(page, strict, await react18());
  await page.addInitScript(recordReacts);
  await page.addInitScript(recordListeners);
  await page.goto(devHostUrl);
  const menu = page.getByRole('navigation').first();
  await expect(menu.getByRole('link', { name: 'Content' })).toBeVisible();
  const before = await readLedger(page);
  expect(await page.evaluate(reacts)).toEqual(['18.3.1']);

  await page.evaluate(
    (path) => {
      history.pushState(null, '', path);
      dispatchEvent(new PopStateEvent('popstate'));
    },
    `/content${itemsPath(demo.dev, 'hero')}`,
  );
  const root = page.locator('[data-qm-root]:not([data-qm-overlay])');
  await expect(root.getByRole('row').nth(1)).toBeVisible();
  // The first console, mounted by strict mode, is gone.
  await expect(consoleNodes(page)).toHaveCount(3);
  expect(await page.evaluate(reacts)).toEqual(['18.3.1', '19.3.1']);

  await expect(root).toHaveAttribute('data-mantine-color-scheme', 'light');
  const search = root.getByPlaceholder('Search label or id');
  await search.fill('Axe');
  await menu.getByRole('button', { name: 'Dark' }).click();
  await expect(root).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await expect(search).toHaveValue('Axe');

  await menu.getByRole('link', { name: 'Home' }).click();
  await expect(consoleNodes(page)).toHaveCount(0);
  expect(forbiddenChanges(before, await readLedger(page))).toEqual([]);

  await menu.getByRole('link', { name: 'Content' }).click();
  await expect(root.getByRole('heading', { level: 1, name: 'Ancient Works' }).first()).toBeVisible();
  await expect(consoleNodes(page)).toHaveCount(3);
  await expect(root).toHaveAttribute('data-mantine-color-scheme', 'dark');
});
