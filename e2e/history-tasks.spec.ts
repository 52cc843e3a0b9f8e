import { items, type SaveItem } from '@quartermaster/contract/endpoints/items.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { handOf } from './support/hand.ts';
import { itemsPath } from './support/pages/items-list.ts';
import { expect, test } from './support/test.ts';

test('find out who has lowered a value, and take it back: 5', async ({ page, demo, sample }) => {
  await sample.change({ power: 3 });
  await page.goto(itemsPath(demo.dev, sample.templateId));
  const hand = handOf(page);
  await hand.click(page.getByRole('link', { name: 'A sample', exact: true }));
  await page
    .getByRole('spinbutton', { name: 'Power' })
    .or(page.getByRole('textbox', { name: 'Power' }))
    .hover();
  await hand.click(page.getByRole('link', { name: 'History of Power' }));
  await expect(page.getByRole('listitem').filter({ hasText: 'Version 2' })).toContainText('10');
  await hand.click(page.getByRole('button', { name: 'Restore Version 1' }));
  await hand.click(page.getByRole('dialog').getByRole('button', { name: 'Restore this version' }));
  await expect.poll(() => sample.valueOf('power')).toBe(10);
  hand.expectAtMost(5);
});

test('bring back a deleted template with 500 items: 1', async ({ page, api, demo, ownTemplate }) => {
  const templateId = 'lost_and_found';
  ownTemplate(templateId);
  const params = { instanceId: demo.dev };
  await api.call(templates.save, { params, body: { id: templateId, label: 'Lost', version: 0, fields: [] } });
  const made = Array.from(
    { length: 500 },
    (_, at): SaveItem => ({
      template_id: templateId,
      internal_label: `Lost ${at}`,
      fields: [],
    }),
  );
  await api.call(items.saveMany, { params, body: { items: made } });
  await api.call(templates.delete, { params: { ...params, templateId } });
  await page.goto(`/trash?instance=${demo.dev}`);
  const hand = handOf(page);
  await hand.click(page.getByRole('button', { name: /^Restore Lost/ }));
  await expect(page.getByText(/^Restored|restored/).first()).toBeVisible({ timeout: 60_000 });
  const { total } = await api.call(items.list, { params: { ...params, templateId }, body: { limit: 1 } });
  expect(total).toBe(500);
  hand.expectAtMost(1);
});
