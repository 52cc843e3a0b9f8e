import type { Page } from '@playwright/test';
import { instances } from '@quartermaster/contract/endpoints/instances.ts';
import { build } from 'rolldown';
import { exampleOf, serveExample } from '../support/documented-examples.ts';
import { long } from '../support/long.ts';
import { addSamples, consoleNodes, differences, hostStyles } from '../support/pages/portal.ts';
import { devHostUrl, expect, test } from '../support/test.ts';

/** qiankun as a module of the portal; it is published for bundlers only. */
async function qiankun(): Promise<string> {
  const { output } = await build({
    input: 'qiankun',
    cwd: import.meta.dirname,
    platform: 'browser',
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    logLevel: 'silent',
    write: false,
    output: { codeSplitting: false },
  });
  return output[0].code;
}

/** The other files of the example's portal. */
const filesOf = async (example: string) =>
  example === 'qiankun'
    ? { '/qiankun.js': await qiankun(), '/quartermaster.html': exampleOf(example, { nth: 1 }) }
    : {};

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
  'qiankun',
]) {
  test(
    `the example "${example}" mounts, navigates, unmounts and mounts again`,
    example === 'Ten lines' ? {} : long,
    async ({ page, api, demo }) => {
      await api.call(instances.activate, { params: { instanceId: demo.dev } });
      await serveExample(page, exampleOf(example), await filesOf(example));
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
    },
  );
}

for (const isolation of ['experimentalStyleIsolation', 'strictStyleIsolation']) {
  test(
    `under qiankun's ${isolation} console and portal look as they do without it`,
    long,
    async ({ page, api, demo }) => {
      await api.call(instances.activate, { params: { instanceId: demo.dev } });
      const example = exampleOf('qiankun');
      const isolated = example.replace('start();', `start({ sandbox: { ${isolation}: true } });`);
      expect(isolated).not.toBe(example);
      await serveExample(page, isolated, await filesOf('qiankun'));
      await page.goto(devHostUrl);
      await addSamples(page);
      const before = await hostStyles(page);

      await goTo(page, 'Content', '/content');
      await expect(heading(page, 'Ancient Works')).toBeVisible();
      const isIn = await page.evaluate((strict) => {
        const wrapper = window.document.querySelector('#content > [id^="__qiankun_microapp_wrapper"]');
        return strict ? wrapper?.shadowRoot !== null : wrapper?.hasAttribute('data-qiankun') === true;
      }, isolation === 'strictStyleIsolation');
      expect(isIn).toBe(true);
      await root(page).getByRole('button', { name: 'Export', exact: true }).click();
      const dialog = page.getByRole('dialog');
      await expect(dialog).toBeVisible();
      // The variables of Mantine in the console's stylesheet, and those of its theme.
      await expect(dialog.getByRole('heading').first()).toHaveCSS('font-weight', '600');
      await expect(dialog).toHaveCSS('background-color', 'rgb(255, 255, 255)');
      expect(differences(before, await hostStyles(page))).toEqual([]);

      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await goTo(page, 'Home', '/');
      await expect(consoleNodes(page)).toHaveCount(0);
      expect(differences(before, await hostStyles(page))).toEqual([]);
    },
  );
}
