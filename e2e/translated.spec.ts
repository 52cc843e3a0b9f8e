import { diffItemFields } from '@quartermaster/contract/content/diff-item-fields.ts';
import { buildTree } from '@quartermaster/contract/content/template-tree.ts';
import { items, type SaveItem } from '@quartermaster/contract/endpoints/items.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import type { Api } from './support/api.ts';
import { runForeignPrograms } from './support/foreign-programs.ts';
import { shows } from './support/shows.ts';
import { consoleUrl, devHostUrl, expect, test } from './support/test.ts';

const templateId = 'translated';
const limits = { required: false, minimum: null, maximum: null };
const fields = [
  {
    id: 'title',
    parentId: null,
    order: 0,
    settings: { type: 'text' as const, name: 'title', label: 'Title', ...limits },
  },
  {
    id: 'stats',
    parentId: null,
    order: 1,
    settings: { type: 'dynamic-group' as const, name: 'stats', label: 'Stats' },
  },
  {
    id: 'stat',
    parentId: 'stats',
    order: 0,
    settings: { type: 'text' as const, name: 'stat', label: 'Stat', ...limits },
  },
  {
    id: 'amount',
    parentId: 'stats',
    order: 1,
    settings: { type: 'integer' as const, name: 'amount', label: 'Amount', ...limits },
  },
];
const tree = buildTree(fields);

const add = (api: Api, instanceId: number, label: string) =>
  api.call(items.save, {
    params: { instanceId },
    body: {
      template_id: templateId,
      internal_label: label,
      fields: diffItemFields(tree, {}, { title: 'Old', stats: [{ stat: 'one' }] }) as SaveItem['fields'],
    },
  });

const places = [
  { name: 'stand-alone', base: consoleUrl },
  { name: 'in the portal', base: `${devHostUrl}/content` },
];

for (const { name, base } of places)
  test(`a page that is translated while one works in it has no errors, no stale labels and all that was typed, ${name}`, async ({
    page,
    api,
    demo,
    ownTemplate,
  }) => {
    shows('4.host.translated');
    ownTemplate(templateId);
    const params = { instanceId: demo.dev };
    await api.call(templates.save, { params, body: { id: templateId, label: 'Translated', version: 0, fields } });
    const [axe] = [await add(api, demo.dev, 'Axe'), await add(api, demo.dev, 'Bow'), await add(api, demo.dev, 'Club')];
    const list = `${base}/instance/${demo.dev}/templates/${templateId}/items`;
    await runForeignPrograms(page);
    /** What is translated. */
    const font = (text: string) => page.locator('font > font', { hasText: text }).first();

    // The list: its counts, its bar of news, a filter and a dialog.
    await page.goto(list);
    await expect(page.getByRole('link', { name: 'Club', exact: true })).toBeVisible();
    await expect(font('Export')).toBeVisible();
    await page.getByRole('checkbox', { name: /Axe/ }).check();
    await page.getByRole('checkbox', { name: /Bow/ }).check();
    await expect(page.getByRole('group', { name: 'Selected rows' })).toContainText('2 selected');
    await page.getByRole('checkbox', { name: /Bow/ }).uncheck();
    await expect(page.getByRole('group', { name: 'Selected rows' })).toContainText('1 selected');
    await page.getByRole('checkbox', { name: /Axe/ }).uncheck();
    await expect(page.getByRole('group', { name: 'Selected rows' })).toHaveCount(0);
    await add(api, demo.dev, 'Dart');
    await page
      .getByRole('button', { name: 'Show', exact: false })
      .filter({ hasText: /^‹?Show›?$/ })
      .click();
    await expect(page.getByRole('link', { name: 'Dart', exact: true })).toBeVisible();

    // The grid.
    await page.goto(`${list}/grid`);
    const grid = page.locator('[role="grid"]:not([aria-readonly])');
    const cell = grid.locator('[data-row] > [data-column="title"]').first();
    await cell.click();
    await page.keyboard.type('New title');
    await expect(grid.locator('textarea')).toHaveValue('New title');
    await page.keyboard.press('Enter');
    await expect(cell).toHaveText('New title');
    await page.keyboard.press('Control+z');
    await expect(cell).toHaveText('Old');
    await page.keyboard.press('Control+y');
    await page.keyboard.press('Control+s');
    await expect(page.getByText('1 item saved')).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await expect(page.getByRole('status', { name: 'Selection' })).toContainText('Count 2');

    // The form, with rows that come and go.
    await page.goto(`${list}/${axe?.id}/edit`);
    await page.getByRole('textbox', { name: 'Title' }).fill('Typed in the form');
    const rowCount = page
      .getByRole('region', { name: 'Stats' })
      .getByRole('button', { name: /rows?\b/ })
      .first();
    await expect(rowCount).toContainText('1 row');
    await page.getByRole('button', { name: 'Add group' }).click();
    await page.keyboard.type('two');
    await expect(rowCount).toContainText('2 rows');
    const removed = page.getByText(/^‹?Row.*1.*removed/);
    await page.getByRole('button', { name: 'Delete Stats row 1' }).click();
    await expect(removed).toBeVisible();
    await expect(rowCount).toContainText('1 row');
    await page.getByRole('region', { name: 'Stats' }).getByRole('button', { name: 'Undo' }).click();
    await expect(removed).toHaveCount(0);
    await expect(rowCount).toContainText('2 rows');
    await page.getByRole('textbox', { name: /Label/ }).first().fill('');
    await page.keyboard.press('Control+s');
    await expect(page.getByText('required field').first()).toBeVisible();
    await page.getByRole('textbox', { name: /Label/ }).first().fill('Long axe');
    await expect(page.getByText('required field')).toHaveCount(0);
    await page.keyboard.press('Control+s');
    const saved = async () => {
      const { item } = await api.call(items.get, { params: { ...params, templateId, id: axe?.id ?? 0 } });
      return [item.header.internal_label, ...item.fields.map(({ value }) => value).filter((value) => value !== null)];
    };
    await expect.poll(saved).toEqual(['Long axe', 'Typed in the form', 'one', 'two']);
    await expect(page.locator('font > font').first()).toBeVisible();
  });
