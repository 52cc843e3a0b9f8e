import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { allowExtension } from '../support/allow-extension.ts';
import { expectAccessibleInBoth } from '../support/axe.ts';
import { createItems } from '../support/create-items.ts';
import { exampleOf, serveExample } from '../support/documented-examples.ts';
import { shows } from '../support/shows.ts';
import { consoleUrl, devHostUrl, expect, test } from '../support/test.ts';

const templateId = 'ranged';

test('the documented extension runs in its frame, and the one of the portal takes its place there', async ({
  page,
  api,
  demo,
  ownTemplate,
}) => {
  shows('5.parts.extensions-frame', '5.parts.extensions-host');
  ownTemplate(templateId);
  const [script, manifest, portal] = [
    exampleOf('Your own extension', { file: 'extensions.md', language: 'js' }),
    exampleOf('The manifest', { file: 'extensions.md', language: 'json' }),
    exampleOf('In a portal', { file: 'extensions.md' }),
  ];
  const settings = {
    type: 'integer' as const,
    name: 'power',
    label: 'Power',
    required: false,
    minimum: null,
    maximum: 20,
    editor: 'acme-range',
  };
  const body = {
    id: templateId,
    label: 'Ranged',
    version: 0,
    fields: [{ id: 'power', parentId: null, order: 0, settings }],
  };
  await api.call(templates.save, { params: { instanceId: demo.dev }, body });
  const remove = await allowExtension(api, demo.dev, JSON.parse(manifest), script);

  const path = `/instance/${demo.dev}/templates/${templateId}/items/new`;
  await page.goto(`${consoleUrl}${path}`);
  const inFrame = page.frameLocator('iframe[title="Power"]').getByRole('slider', { name: 'Power' });
  await expect(inFrame).toHaveAttribute('max', '20');
  await page.getByRole('textbox', { name: 'Label' }).press('Tab');
  await expect(inFrame).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText('Power empty → 1')).toBeVisible();
  await page.getByRole('button', { name: 'Discard', exact: true }).click();

  await serveExample(page, portal);
  await page.goto(`${devHostUrl}/content${path}`);
  const inPage = page.getByRole('slider', { name: 'Power' });
  await inPage.focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText('Power empty → 1')).toBeVisible();
  await expect(page.locator('iframe')).toHaveCount(0);

  const [id] = await createItems(api, demo.dev, templateId, [{ power: 12 }]);
  await page.goto(`${devHostUrl}/content/instance/${demo.dev}/templates/${templateId}/items/${id}/edit`);
  await page.getByRole('button', { name: 'Power of the item' }).click();
  await expect(page.getByText('Item 0 has a power of 12.')).toBeVisible();
  await remove();
});

test('the documented panel, action and card run in their frames', async ({ page, api, demo, ownTemplate }) => {
  shows('5.parts.extensions-panels', '5.parts.extensions-actions', '5.parts.extensions-cards');
  ownTemplate('priced');
  const heading = 'Panels, actions and cards';
  const [script, manifest] = ['js', 'json'].map((language) => exampleOf(heading, { file: 'extensions.md', language }));
  const remove = await allowExtension(api, demo.dev, JSON.parse(manifest ?? ''), script ?? '');
  const settings = {
    ...{ type: 'integer' as const, name: 'price', label: 'Price', required: false },
    ...{ minimum: null, maximum: null },
  };
  const fields = [{ id: 'price', parentId: null, order: 0, settings }];
  const body = { id: 'priced', label: 'Priced', version: 0, fields };
  await api.call(templates.save, { params: { instanceId: demo.dev }, body });
  const ids = await createItems(api, demo.dev, 'priced', [{ price: 10 }, { price: 20 }]);

  await page.goto(`${consoleUrl}/instance/${demo.dev}/templates/priced/items`);
  for (const place of [0, 1]) await page.getByRole('checkbox', { name: `Select Item ${place} #${ids[place]}` }).check();
  await page.getByRole('button', { name: 'Actions of extensions' }).click();
  await page.getByRole('menuitem', { name: 'Half the price' }).click();
  const dialog = page.getByRole('dialog', { name: 'Half the price: 2 items' });
  const action = page.frameLocator('iframe[title="Half the price"]').getByRole('button', { name: 'Half the price' });
  await page.getByRole('group', { name: 'Half the price' }).hover();
  await action.click();
  await expect(dialog.getByText('2 items change')).toBeVisible();
  await expectAccessibleInBoth(page, 'an action of an extension');
  await dialog.getByRole('button', { name: 'Apply to 2 items' }).click();
  await expect(page.getByText('2 items changed')).toBeVisible();

  await page.goto(`${consoleUrl}/instance/${demo.dev}/templates/priced/items/${ids[1]}/edit`);
  await page.getByRole('button', { name: 'Price', exact: true }).click();
  await expect(page.frameLocator('iframe[title="Price"]').getByText('Item 1 costs 10.')).toBeVisible();
  await expectAccessibleInBoth(page, 'a form with a panel of an extension');

  await page.goto(consoleUrl);
  const card = page.frameLocator('iframe[title="Prices"]');
  await expect(card.getByText('Prices of Dota 2, Dev')).toBeVisible();
  await expectAccessibleInBoth(page, 'a dashboard with a card of an extension');
  await remove();
});
