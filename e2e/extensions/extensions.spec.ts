import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { extensions } from '@quartermaster/contract/endpoints/extensions.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { workspaces } from '@quartermaster/contract/endpoints/workspaces.ts';
import { expectAccessibleInBoth } from '../support/axe.ts';
import { long } from '../support/long.ts';
import { chooseField, rowOf } from '../support/pages/template-editor.ts';
import { shows } from '../support/shows.ts';
import { publish } from '../support/studio-site.ts';
import { consoleUrl, devHostUrl, expect, test } from '../support/test.ts';

const templateId = 'painted';
const read = (file: string) => readFileSync(join(import.meta.dirname, '../../extensions/color', file), 'utf8');

const frameOf = (page: Page) => page.frameLocator('iframe[title="Paint"]');

for (const { name, base, options } of [
  { name: 'stand-alone', base: consoleUrl, options: {} },
  { name: 'in the portal', base: `${devHostUrl}/content`, options: long },
]) {
  test(
    `an owner allows an extension, a template names it, and it edits and draws values, ${name}`,
    options,
    async ({ page, api, demo, ownTemplate }) => {
      shows('5.parts.extensions-frame', '5.parts.extensions-cells', '5.parts.extensions-keys');
      ownTemplate(templateId);
      const { workspaces: list } = await api.call(workspaces.list, {});
      const workspaceId =
        list.find(({ projects }) => projects.some(({ instances }) => instances.some(({ id }) => id === demo.dev)))
          ?.id ?? 0;
      const settings = {
        type: 'text' as const,
        name: 'paint',
        label: 'Paint',
        required: false,
        minimum: null,
        maximum: null,
      };
      const body = {
        id: templateId,
        label: 'Painted',
        version: 0,
        fields: [{ id: 'paint', parentId: null, order: 0, settings }],
      };
      await api.call(templates.save, { params: { instanceId: demo.dev }, body });
      const site = await publish({ ...JSON.parse(read('manifest.json')), name: 'acme-paint' }, read('extension.js'));

      await page.goto(`${base}/settings/workspaces/${workspaceId}/extensions`);
      await page.getByRole('button', { name: 'Allow extension' }).click();
      await page.getByRole('textbox', { name: 'Address of its manifest' }).fill(site.address);
      await page.getByRole('button', { name: 'Show what it asks for' }).click();
      await expect(page.getByRole('region', { name: 'What it asks for' })).toContainText('“Spread colors”');
      await page.getByRole('dialog').getByRole('button', { name: 'Allow extension' }).click();
      await expect(page.getByText('acme-paint', { exact: true })).toBeVisible();
      await site.close();

      await page.goto(`${base}/instance/${demo.dev}/templates/${templateId}/edit`);
      await chooseField(page, rowOf(page, 'paint'));
      await page.getByRole('button', { name: /^Help/ }).click();
      await page.getByRole('combobox', { name: 'Extension' }).click();
      await page.getByRole('option', { name: 'Color (acme-paint)' }).click();
      await page.getByRole('button', { name: 'Save changes' }).click();
      await page.getByRole('button', { name: 'Yes, save changes' }).click();
      await expect(page.getByText(/Template saved/)).toBeVisible();

      await page.goto(`${base}/instance/${demo.dev}/templates/${templateId}/items/new`);
      await page.getByRole('textbox', { name: 'Label' }).fill('Red door');
      await expect(frameOf(page).getByLabel('Paint, color')).toBeVisible();
      // By keyboard: the frame follows the label in the order of Tab.
      await page.keyboard.press('Tab');
      await expect(frameOf(page).getByLabel('Paint, color')).toBeFocused();
      await page.getByRole('group', { name: 'Paint' }).hover();
      await frameOf(page).getByTitle('#e03131').click();
      await expect(frameOf(page).getByRole('textbox', { name: 'Paint, as text' })).toHaveValue('#e03131');
      if (base === consoleUrl) await expectAccessibleInBoth(page, 'a form with an extension');
      // The keys of the console work in the frame, too.
      await frameOf(page).getByRole('textbox', { name: 'Paint, as text' }).press('ControlOrMeta+k');
      await expect(page.getByRole('combobox', { name: 'Search everything' })).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(frameOf(page).getByLabel('Paint, color')).toBeFocused();
      await frameOf(page).getByRole('textbox', { name: 'Paint, as text' }).press('ControlOrMeta+Enter');
      await page.getByRole('button', { name: 'Yes, save changes' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Painted' })).toBeVisible();
      const swatch = page.getByRole('gridcell', { name: '#e03131' }).locator('span[style]');
      await expect(swatch).toHaveCSS('background-color', 'rgb(224, 49, 49)');
      await page.getByRole('link', { name: 'Edit as grid' }).click();
      await expect(page.getByRole('gridcell', { name: '#e03131' }).locator('span[style]')).toHaveCSS(
        'background-color',
        'rgb(224, 49, 49)',
      );
      const { extensions: listed } = await api.call(extensions.list, { params: { workspaceId } });
      const extensionId = listed.find((extension) => extension.name === 'acme-paint')?.id ?? 0;
      await api.call(extensions.remove, { params: { workspaceId, extensionId } });
    },
  );
}
