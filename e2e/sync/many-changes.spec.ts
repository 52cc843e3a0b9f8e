import { items } from '@quartermaster/contract/endpoints/items.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { shows } from '../support/shows.ts';
import { expect, test } from '../support/test.ts';

const templateId = 'five_thousand_changes';
const amount = 5000;
const perCall = 1000;

test.beforeEach(({ ownTemplate }) => ownTemplate(templateId));

test('of 5,000 changes only those in view are rendered, and all can be reached, selected and opened', async ({
  page,
  api,
  demo,
}) => {
  shows('2.2.sync.change-lists', '2.2.sync.changed-items');
  const params = { instanceId: demo.dev };
  await api.call(templates.save, { params, body: { id: templateId, label: 'Many', version: 0, fields: [] } });
  const ids: number[] = [];
  for (let from = 0; from < amount; from += perCall) {
    const list = Array.from({ length: perCall }, (_, index) => ({
      template_id: templateId,
      internal_label: `Change ${from + index + 1}`,
      fields: [],
    }));
    const saved = await api.call(items.saveMany, { params, body: { items: list } });
    ids.push(...saved.items.map(({ id }) => id));
  }
  // The largest number of rows rendered at the same time.
  await page.addInitScript(() => {
    const found = window as unknown as { mostRows: number };
    found.mostRows = 0;
    new MutationObserver(() => {
      found.mostRows = Math.max(found.mostRows, document.querySelectorAll('tbody > tr').length);
    }).observe(document, { childList: true, subtree: true });
  });
  const mostRows = () => page.evaluate(() => (window as unknown as { mostRows: number }).mostRows);
  const open = async () => {
    await page.goto(`/instance/${demo.dev}/templates/${templateId}/items`);
    await page.getByRole('link', { name: 'Ancient Works' }).first().click();
    await page.getByRole('link', { name: 'Sync instances' }).click();
    await page.getByRole('combobox', { name: 'Template' }).fill('Many');
    await page.getByRole('option', { name: 'Many' }).click();
    await expect(box(1)).toBeVisible();
  };
  const box = (change: number) =>
    page.getByRole('checkbox', { name: `Select Change ${change} #${ids[change - 1]}`, exact: true });
  const link = (change: number) => page.getByRole('link', { name: `Change ${change}`, exact: true });
  const table = page.getByRole('table', { name: 'Changed items of Many' });
  const panel = page.getByRole('complementary', { name: /^Change of/ });

  await test.step('the mouse scrolls to the last one, through all of them', async () => {
    await open();
    await expect(table).toHaveAttribute('aria-rowcount', String(amount + 1));
    await table.hover({ position: { x: 300, y: 200 } });
    await expect(async () => {
      await page.mouse.wheel(0, 20_000);
      await expect(link(amount)).toBeInViewport({ timeout: 200 });
    }).toPass();
    await expect(table.getByRole('row').filter({ has: link(amount) })).toHaveAttribute(
      'aria-rowindex',
      String(amount + 1),
    );
    expect(await mostRows()).toBeGreaterThan(10);
    expect(await mostRows()).toBeLessThan(150);
  });

  await test.step('the keyboard goes to the last one at once, and back', async () => {
    await page.reload();
    await box(1).focus();
    await page.keyboard.press('End');
    await expect(box(amount)).toBeFocused();
    await expect(box(amount)).toBeInViewport();
    await page.keyboard.press('ArrowUp');
    await expect(box(amount - 1)).toBeFocused();
    await page.keyboard.press('PageUp');
    await expect(box(amount - 1)).not.toBeFocused();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    await expect(box(1)).toBeFocused();
    await expect(box(1)).toBeInViewport();
  });

  await test.step('all of them are selected, and all but one', async () => {
    await page.getByRole('checkbox', { name: 'Select all changes of Many' }).check();
    await expect(page.getByText('5,000 items, 1 template selected')).toBeVisible();
    await page.keyboard.press('End');
    await expect(box(amount)).toBeFocused();
    await expect(box(amount)).toBeChecked();
    await page.keyboard.press(' ');
    await expect(page.getByText('4,999 items, 1 template selected')).toBeVisible();
  });

  await test.step('a change opens next to the list, and the arrow keys open the next ones', async () => {
    await link(amount).click();
    await expect(panel).toHaveAccessibleName(`Change of Change ${amount}`);
    const topOf = async (part: typeof panel) => (await part.boundingBox())?.y;
    expect(await topOf(panel)).toBe(await topOf(page.getByRole('region', { name: 'Changes', exact: true })));
    await page.keyboard.press('ArrowUp');
    await expect(panel).toHaveAccessibleName(`Change of Change ${amount - 1}`);
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await expect(page.getByText('4,999 items, 1 template selected')).toBeVisible();
  });

  await test.step('the dialog names exactly what is selected', async () => {
    await page.getByRole('button', { name: 'Sync selected' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sync selected changes' });
    await expect(dialog).toContainText('4,999 items, 1 template');
    await expect(dialog.getByRole('button', { name: 'Yes, sync to stage' })).toBeEnabled();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
  });
  expect(await mostRows()).toBeLessThan(150);
});
