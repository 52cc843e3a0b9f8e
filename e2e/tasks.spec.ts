import type { Page } from '@playwright/test';
import { imageTemplate } from '@quartermaster/contract/content/reserved-templates.ts';
import { instances } from '@quartermaster/contract/endpoints/instances.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { filterOps } from '@quartermaster/contract/field-types/filters.ts';
import { handOf } from './support/hand.ts';
import { long } from './support/long.ts';
import { itemsPath } from './support/pages/items-list.ts';
import { shows } from './support/shows.ts';
import { expect } from './support/test.ts';
import { test } from './sync/armoury.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

test('find an item and change one of its values: 5', async ({ page, demo, sample }) => {
  await page.goto(itemsPath(demo.dev, sample.templateId));
  await expect(link(page, 'A sample')).toBeVisible();
  const hand = handOf(page);
  await hand.press('/');
  await hand.type('a samp');
  await hand.click(link(page, 'A sample'));
  await hand.click(page.getByRole('textbox', { name: 'Title', exact: true }));
  await hand.press('Control+A');
  await hand.type('Another title');
  await hand.press('Control+s');
  await expect.poll(() => sample.valueOf('title')).toBe('Another title');
  hand.expectAtMost(5);
});

test('create a template of ten fields: 25', long, async ({ page, demo, ownTemplate }) => {
  ownTemplate('ten_fields');
  await page.goto(`/instance/${demo.dev}/templates/new`);
  const hand = handOf(page);
  await hand.click(page.getByRole('textbox', { name: 'Name' }));
  await hand.type('Ten fields');
  await hand.click(page.getByRole('textbox', { name: 'ID' }));
  await hand.press('Control+A');
  await hand.type('ten_fields');
  await hand.click(page.getByRole('tab', { name: 'Fields', exact: true }));
  const types = ['Text', 'Text', 'Text', 'Text', 'Integer', 'Integer', 'Integer', 'Float', 'Checkbox', 'Checkbox'];
  for (const [index, type] of types.entries()) {
    await hand.click(page.getByRole('list', { name: 'Components' }).getByRole('button', { name: type, exact: true }));
    await expect(page.getByRole('textbox', { name: 'Label', exact: true })).toBeFocused();
    await hand.type(`Field ${index}`);
  }
  await hand.press('Control+S');
  await expect(button(page, 'Yes, save changes')).toBeFocused();
  await hand.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Ten fields' })).toBeVisible();
  hand.expectAtMost(25);
});

test('create three variants of an item: 12', long, async ({ page, api, demo, sample }) => {
  await page.goto(itemsPath(demo.dev, sample.templateId));
  const hand = handOf(page);
  for (const variant of ['red', 'green', 'blue']) {
    await hand.click(button(page, 'Actions for A sample'));
    await hand.click(page.getByRole('menuitem', { name: 'Duplicate item' }));
    await expect(page.getByRole('textbox', { name: 'Label', exact: true })).toBeFocused();
    await hand.type(` ${variant}`);
    await hand.press('Tab');
    await hand.type(`${variant} `);
    await hand.press('Control+Enter');
    await expect(page.getByRole('link', { name: new RegExp(variant) })).toBeVisible();
  }
  const params = { instanceId: demo.dev, templateId: sample.templateId };
  const { items: made } = await api.call(items.list, { params, body: { limit: 10 } });
  const titles = made.map(async ({ id }) => {
    const { item } = await api.call(items.get, { params: { ...params, id } });
    return item.fields.find((entry) => entry.id === 'title')?.value;
  });
  expect((await Promise.all(titles)).toSorted()).toEqual(['First', 'blue First', 'green First', 'red First']);
  hand.expectAtMost(12);
});

test('from the export dialog to its files: 3', long, async ({ page, api, demo }) => {
  await api.call(instances.activate, { params: { instanceId: demo.dev } });
  await page.goto('/');
  await button(page, 'Export').click();
  const hand = handOf(page);
  await hand.click(button(page, 'Yes, export'));
  await hand.click(page.getByRole('link', { name: 'Show the report' }));
  const download = page.waitForEvent('download');
  await hand.click(button(page, 'Download all'));
  expect((await download).suggestedFilename()).toMatch(/^dota-2-dev-report-\d+\.zip$/);
  hand.expectAtMost(3);
});

test('multiply twenty prices by 1.1: 11 and Shift, and undo that: 1', async ({ page, api, demo }) => {
  const params = { instanceId: demo.dev, templateId: 'item' };
  const costs = async () => {
    const { items: listed } = await api.call(items.list, { params, body: { limit: 20 } });
    return listed.map(({ values }) => values.cost ?? null);
  };
  const before = await costs();
  await page.goto(`${itemsPath(demo.dev, 'item')}?size=25`);
  const boxes = page.getByRole('checkbox', { name: /^Select .* #/ });
  await expect(boxes).toHaveCount(25);
  const hand = handOf(page);
  await hand.click(boxes.first());
  await page.keyboard.down('Shift');
  await hand.click(boxes.nth(19));
  await page.keyboard.up('Shift');
  await hand.click(button(page, 'Edit'));
  const dialog = page.getByRole('dialog', { name: 'Edit 20 items' });
  await hand.click(dialog.getByRole('combobox', { name: 'Field' }));
  await hand.click(page.getByRole('option', { name: 'Cost', exact: true }));
  for (const key of ['m', 'Tab', '1', '.', '1']) await hand.press(key);
  await expect(dialog.getByRole('button', { name: /^Apply to / })).toBeEnabled();
  await hand.press('Enter');
  await expect(page.getByText(/^\d+ items changed/)).toBeVisible();
  await expect
    .poll(costs)
    .toEqual(before.map((cost) => cost && Math.round(Number((Number(cost) * 1.1).toPrecision(15)))));
  hand.expectAtMost(11);
  const undo = handOf(page);
  await undo.click(button(page, 'Undo'));
  await expect.poll(costs).toEqual(before);
  undo.expectAtMost(1);
});

test('sync an item with its links: 4, and undo that: 4', async ({ page, api, demo, armoury }) => {
  await armoury.syncAll();
  const steel = await armoury.create(armoury.materials, 'Steel');
  const sword = await armoury.create(armoury.weapons, 'Sword', { material: steel });
  await api.call(instances.activate, { params: { instanceId: demo.dev } });
  await page.goto('/instance-sync');
  await page.getByRole('combobox', { name: 'Template' }).click();
  await page.getByRole('option', { name: 'Weapons', exact: true }).click();
  const hand = handOf(page);
  await hand.click(page.getByRole('checkbox', { name: `Select Sword #${sword}`, exact: true }));
  await hand.click(button(page, 'Sync selected'));
  await hand.click(button(page, 'Include them'));
  await hand.click(button(page, 'Yes, sync to stage'));
  await expect(page.getByText('Your selected changes have been successfully synced')).toBeVisible({ timeout: 60_000 });
  expect(await armoury.read(demo.stage, armoury.weapons, sword)).toMatchObject({ values: { material: steel } });
  hand.expectAtMost(4);

  const back = handOf(page);
  await back.click(page.getByRole('main').getByRole('link', { name: 'History' }));
  await back.click(page.getByRole('grid', { name: 'History of syncs' }).getByRole('link').first());
  await back.click(button(page, 'Undo this sync'));
  await back.click(button(page, 'Yes, undo it'));
  await expect(page.getByText('The sync was undone')).toBeVisible({ timeout: 60_000 });
  expect(await armoury.read(demo.stage, armoury.weapons, sword)).toBeNull();
  back.expectAtMost(4);
});

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('turn three pictures into items: 2', long, async ({ page, api, demo }, { testId }) => {
  const params = { instanceId: demo.dev, templateId: imageTemplate.id };
  const names = ['one', 'two', 'three'].map((name) => `${testId} ${name}`);
  await page.goto(`${itemsPath(demo.dev, imageTemplate.id)}/upload`);
  const hand = handOf(page);
  const files = names.map((name) => ({ name: `${name}.png`, mimeType: 'image/png', buffer: pixel }));
  await hand.choose(page.getByLabel('Image files'), files);
  await hand.click(button(page, 'Create images'));
  await expect(page.getByText('Images were successfully created')).toBeVisible();
  const filters = [{ template_field_id: 'label', op: filterOps.contains, value: testId }];
  const made = (await api.call(items.list, { params, body: { filters, limit: 10 } })).items;
  for (const { id } of made) await api.call(items.delete, { params: { ...params, id } });
  expect(made.map(({ internal_label }) => internal_label).toSorted()).toEqual(names.toSorted());
  hand.expectAtMost(2);
});

test(
  'read three items of a list one after the other: 3, and the last one in Stage: 1',
  long,
  async ({ page, demo }) => {
    await page.goto(itemsPath(demo.dev, 'hero'));
    const hand = handOf(page);
    await hand.click(page.getByRole('grid').getByRole('link').first());
    const label = page.getByRole('textbox', { name: 'Label', exact: true });
    const read = new Set<string>();
    for (const turn of [1, 2, 3]) {
      if (turn > 1) await hand.press('Alt+PageDown');
      await expect.poll(async () => read.add(await label.inputValue()).size).toBe(turn);
    }
    hand.expectAtMost(3);
    const { pathname } = new URL(page.url());
    const switching = handOf(page);
    await switching.click(
      page.getByRole('navigation', { name: 'Environments' }).getByRole('button', { name: /stage/i }),
    );
    await expect(page).toHaveURL(pathname.replace(itemsPath(demo.dev, 'hero'), itemsPath(demo.stage, 'hero')));
    switching.expectAtMost(1);
  },
);

test('restore input from before a reload: 1', long, async ({ page, demo, sample }) => {
  await page.goto(`${itemsPath(demo.dev, sample.templateId)}/${sample.itemId}/edit`);
  const title = page.getByRole('textbox', { name: 'Title', exact: true });
  await title.fill('Typed for an hour');
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).some((key) => key.includes(':draft:'))))
    .toBe(true);
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  const hand = handOf(page);
  await hand.click(button(page, 'Restore'));
  await expect(title).toHaveValue('Typed for an hour');
  hand.expectAtMost(25);
});

test('create a hero template with a key, choices, defaults, a rule and help, and its first hero: 25', async ({
  page,
  api,
  demo,
  ownTemplate,
}) => {
  ownTemplate('champion');
  await page.goto(`/instance/${demo.dev}/templates/new`);
  const hand = handOf(page);
  const box = (name: string) => page.getByRole('textbox', { name, exact: true });
  const add = async (type: string, label: string) => {
    await hand.click(page.getByRole('list', { name: 'Components' }).getByRole('button', { name: type, exact: true }));
    await expect(box('Label')).toBeFocused();
    await hand.type(label);
  };
  const explain = async (help: string) => {
    await hand.click(button(page, 'Help'));
    await hand.click(box('Help'));
    await hand.type(help);
  };
  await hand.click(box('Name'));
  await hand.type('Champion');
  await hand.click(page.getByRole('tab', { name: 'Fields', exact: true }));

  await add('Text', 'Key');
  await hand.click(page.getByRole('checkbox', { name: 'Required' }));
  await hand.click(page.getByRole('checkbox', { name: 'Unique' }));
  await explain('How the game names the hero.');

  await add('Choice', 'Attack type');
  await hand.click(box('New option'));
  for (const option of ['Melee', 'Ranged']) {
    await hand.type(option);
    await hand.press('Enter');
  }
  await hand.click(page.getByRole('combobox', { name: 'Default' }));
  await hand.click(page.getByRole('option', { name: 'Melee' }));

  await add('Integer', 'Lowest damage');
  await hand.click(box('Default'));
  await hand.type('20');

  await add('Integer', 'Highest damage');
  await hand.click(button(page, 'Add condition'));
  await hand.type('highest_damage >= lowest_damage');
  await hand.press('Tab');
  await hand.type('should be at least the lowest damage');
  await hand.press('Control+S');
  await hand.click(button(page, 'Yes, save changes'));

  await hand.click(link(page, 'Create item').first());
  await expect(box('Label')).toBeFocused();
  await hand.type('Axe');
  await hand.press('Tab');
  await hand.type('axe_1');
  await expect(page.getByRole('combobox', { name: 'Attack type' })).toHaveValue('Melee');
  await expect(page.getByText('How the game names the hero.')).toBeVisible();
  await hand.click(box('Highest damage'));
  await hand.type('2');
  await hand.press('Control+S');
  await expect(page.getByText('should be at least the lowest damage')).toBeVisible();
  await expect(box('Highest damage')).toBeFocused();
  await hand.type('9');
  await hand.press('Control+Enter');
  await expect(link(page, 'Axe')).toBeVisible();
  hand.expectAtMost(25);
  const params = { instanceId: demo.dev, templateId: 'champion' };
  const { items: saved } = await api.call(items.list, { params, body: { limit: 2 } });
  expect(saved.map(({ internal_label }) => internal_label)).toEqual(['Axe']);
});

test('two filters and a sort: 3 clicks; edit an item, save, and edit the next: 1; read what it changes: 2', async ({
  page,
  demo,
  armoury,
}) => {
  shows('4.hands.tasks');
  const { weapons, create, read } = armoury;
  const sword = await create(weapons, 'Sword', { cost: 10, notes: 'Old' });
  const axe = await create(weapons, 'Axe', { cost: 20, notes: 'Old' });
  await create(weapons, 'Bow', { cost: 30, notes: 'Old' });
  await armoury.syncAll();

  await test.step('lists the old ones under 25, the dearest last', async () => {
    await page.goto(itemsPath(demo.dev, weapons));
    await expect(link(page, 'Bow')).toBeVisible();
    const hand = handOf(page);
    const fieldBox = page.getByRole('combobox', { name: 'Filter field' });
    for (const [name, condition, value] of [
      ['Notes', '', 'ol'],
      ['Cost', 'less', '25'],
    ] as const) {
      await hand.click(
        (await fieldBox.isVisible()) ? fieldBox : page.getByRole('button', { name: 'Filter', exact: true }),
      );
      await hand.type(name);
      await expect(page.getByRole('option', { name, exact: true })).toBeVisible();
      await hand.press('Enter');
      const valueBox = page.getByRole('textbox', { name: 'Filter value' });
      await expect(valueBox).toBeFocused();
      if (condition) {
        await hand.press('Shift+Tab');
        await hand.type(condition);
        await hand.press('Tab');
      }
      await hand.type(value);
      await hand.press('Enter');
    }
    await expect(link(page, 'Bow')).toHaveCount(0);
    await hand.click(
      page.getByRole('columnheader', { name: 'Cost' }).getByRole('button', { name: 'Cost', exact: true }),
    );
    await expect(page).toHaveURL(/sort=/);
    hand.expectClicks(3);
  });

  await test.step('edits one after the other', async () => {
    const hand = handOf(page);
    await hand.click(link(page, 'Sword'));
    const cost = page.getByRole('textbox', { name: 'Cost', exact: true });
    await expect(cost).toBeVisible();
    while (!(await cost.evaluate((element) => element === document.activeElement))) await hand.press('Tab');
    for (const [id, name, value] of [
      [sword, 'Sword', '11'],
      [axe, 'Axe', '21'],
    ] as const) {
      await expect(page.getByRole('heading', { level: 1, name: `Weapons | # ${id}` })).toBeVisible();
      await expect(cost).toBeFocused();
      await hand.press('Control+a');
      await hand.type(value);
      await hand.press('Control+s');
      await expect(page.getByRole('status').filter({ hasText: 'Item saved' }).filter({ hasText: name })).toBeVisible();
      expect((await read(demo.dev, weapons, id))?.values.cost).toBe(Number(value));
      if (id === sword) await hand.press('Alt+PageDown');
    }
    hand.expectClicks(1);
  });

  await test.step('reads from the dashboard what syncing an item would change', async () => {
    await page.goto('/');
    const hand = handOf(page);
    await hand.click(page.getByRole('link', { name: /ahead of stage$/ }));
    await expect(page.getByRole('textbox', { name: 'Search changes' })).toBeVisible();
    await hand.press('/');
    await hand.type('Sword');
    await hand.click(link(page, 'Sword'));
    const panel = page.getByRole('complementary', { name: 'Change of Sword' });
    await expect(panel.locator('del')).toHaveText(['10']);
    await expect(panel.locator('ins')).toHaveText(['11']);
    hand.expectClicks(2);
  });
});
