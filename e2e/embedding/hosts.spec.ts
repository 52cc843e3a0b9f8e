import type { Page } from '@playwright/test';
import { instances } from '@quartermaster/contract/endpoints/instances.ts';
import { exampleOf, serveExample } from '../support/documented-examples.ts';
import { consoleNodes } from '../support/pages/portal.ts';
import { devHostUrl, expect, test } from '../support/test.ts';

/** Goes to a path as a link of the portal does, also in an example without links. */
async function goTo(page: Page, label: string, path: string) {
  const link = page.getByRole('navigation').getByRole('link', { name: label, exact: true });
  if ((await link.count()) > 0) await link.first().click();
  else await page.evaluate((to) => history.pushState(null, '', to), path);
}

const root = (page: Page) => page.locator('[data-qm-root]:not([data-qm-overlay])');
const heading = (page: Page, name: string) => root(page).getByRole('heading', { level: 1, name });

for (const example of [
  'Ten lines',
  'A page without a framework',
  'single-spa-layout',
  'React, through the parcel API',
]) {
  test(`the example "${example}" mounts, navigates, unmounts and mounts again`, async ({ page, api, demo }) => {
    await api.call(instances.activate, { params: { instanceId: demo.dev } });
    await serveExample(page, exampleOf(example));
    await page.goto(devHostUrl);
    await page.evaluate(() => Object.assign(window, { notReloaded: true }));
    await expect(consoleNodes(page)).toHaveCount(0);

    await goTo(page, 'Content', '/content');
    await expect(heading(page, 'Ancient Works')).toBeVisible();
    await expect(consoleNodes(page)).toHaveCount(3);
    await root(page).getByRole('link', { name: 'Exported data' }).click();
    await expect(page).toHaveURL(`${devHostUrl}/content/settings/exported-data`);
    await expect(heading(page, 'Exported data')).toBeVisible();
    await page.goBack();
    await expect(heading(page, 'Ancient Works')).toBeVisible();

    await goTo(page, 'Home', '/');
    await expect(consoleNodes(page)).toHaveCount(0);
    await page.goBack();
    await expect(heading(page, 'Ancient Works')).toBeVisible();
    expect(await page.evaluate(() => 'notReloaded' in window)).toBe(true);
  });
}
