import type { Page } from '@playwright/test';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { filterOps } from '@quartermaster/contract/field-types/filters.ts';
import { type FieldType, fieldTypes } from '@quartermaster/contract/field-types/registry.ts';
import { itemsPath } from './support/pages/items-list.ts';
import { chooseField, rowsOf, showTab } from './support/pages/template-editor.ts';
import { runPython } from './support/python.ts';
import { expect, test } from './support/test.ts';

const templateId = 'clicked';

/** Fields as a designer adds them, one after the other: those after a group are in it. */
const wanted: [FieldType, string][] = [
  ['text', 'SKU'],
  ['text', 'Display name'],
  ['long-text', 'Notes'],
  ['integer', 'Price'],
  ['integer', 'Stack size'],
  ['float', 'Weight'],
  ['float', 'Drop chance'],
  ['boolean', 'Tradable'],
  ['boolean', 'Quest item'],
  ['date-time', 'Available from'],
  ['date-time', 'Available until'],
  ['text-list', 'Tags'],
  ['number-list', 'Upgrade costs'],
  ['choice', 'Rarity'],
  ['choice', 'Slot'],
  ['text', 'Icon'],
  ['integer', 'Level'],
  ['integer', 'Order'],
  ['group', 'Stats'],
  ['integer', 'Damage'],
];

/** Makes the template with the mouse, and names its price anew afterwards, as designers do. */
async function makeTemplate(page: Page, instanceId: number) {
  await page.goto(`/instance/${instanceId}/templates/new`);
  await page.getByRole('textbox', { name: 'Name' }).fill('Clicked');
  await page.getByRole('textbox', { name: 'ID' }).fill(templateId);
  await showTab(page, 'Fields');
  for (const [index, [type, label]] of wanted.entries()) {
    await showTab(page, 'Components');
    await page.getByRole('button', { name: fieldTypes[type].label, exact: true }).click();
    await expect(rowsOf(page)).toHaveCount(index + 1);
    await chooseField(page, rowsOf(page).nth(index));
    await page.getByRole('textbox', { name: 'Label' }).fill(label);
    if (label === 'SKU') await page.getByRole('checkbox', { name: 'Unique' }).check();
    if (type === 'choice')
      for (const option of ['Common', 'Rare']) {
        await page.getByRole('textbox', { name: 'New option' }).fill(option);
        await page.getByRole('textbox', { name: 'New option' }).press('Enter');
      }
  }
  await save(page);
  await page.goto(`/instance/${instanceId}/templates/${templateId}/edit`);
  await chooseField(page, rowsOf(page).nth(3));
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('base_price');
  await save(page);
}

async function save(page: Page) {
  await page.getByRole('button', { name: /^Save (changes|template)$/ }).click();
  await page.getByRole('button', { name: /^Yes, / }).click();
  await page.waitForURL('**/items');
}

async function openImport(page: Page, instanceId: number, file: string) {
  await page.goto(itemsPath(instanceId, templateId));
  await page.getByRole('link', { name: 'Import', exact: true }).first().click();
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('button', { name: 'Continue' }).click();
}

async function importRows(page: Page, outcome: string) {
  await page.getByRole('button', { name: 'Check the rows' }).click();
  await expect(page.getByRole('tab', { name: outcome })).toBeVisible();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'The rows are imported' })).toBeVisible();
}

test('a template that was clicked together goes through other programs by the names of its fields', async ({
  page,
  api,
  demo,
  ownTemplate,
}, info) => {
  ownTemplate(templateId);
  await makeTemplate(page, demo.dev);
  const params = { instanceId: demo.dev, templateId };
  const { fields } = await api.call(templates.get, { params });
  const names = fields.map(({ settings }) => settings.name);
  expect(names).toHaveLength(20);
  expect(names).toContain('base_price');
  expect(names.join()).toMatch(/^\w+(,\w+)*$/);

  // A workbook by another program, with columns as the form shows them.
  const sheet = info.outputPath('items.xlsx');
  runPython(`
from openpyxl import Workbook
book = Workbook()
book.active.append(['SKU', 'Display name', 'Price', 'Weight', 'Tradable', 'Rarity', 'Damage'])
book.active.append(['axe', 'Äxt', 5, 2.5, True, 'rare', 7])
book.active.append(['bow', 'Bow', 6, None, False, 'Common', 8])
book.save(${JSON.stringify(sheet)})`);
  await openImport(page, demo.dev, sheet);
  await page.getByRole('combobox', { name: /label/i }).first().click();
  await page.getByRole('option', { name: 'Display name' }).click();
  await importRows(page, 'Added 2');

  // And back: the console's workbook, read by that program.
  await page.goto(itemsPath(demo.dev, templateId));
  await page.getByRole('button', { name: 'Export items', exact: true }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Excel (XLSX)' }).click();
  const exported = info.outputPath('exported.xlsx');
  await (await downloading).saveAs(exported);
  const read = JSON.parse(
    runPython(`
import json
from openpyxl import load_workbook
rows = list(load_workbook(${JSON.stringify(exported)}).active.iter_rows(values_only=True))
print(json.dumps([dict(zip(rows[0], row)) for row in rows[1:]], default=str))`),
  ) as Record<string, unknown>[];
  expect(read).toMatchObject([
    { _label: 'Äxt', base_price: 5, 'stats.damage': 7 },
    { _label: 'Bow', base_price: 6, 'stats.damage': 8 },
  ]);
  runPython(`
from openpyxl import load_workbook
book = load_workbook(${JSON.stringify(exported)})
column = [cell.value for cell in book.active[1]].index('base_price') + 1
for row in (2, 3):
    book.active.cell(row, column).value += 10
book.save(${JSON.stringify(sheet)})`);
  await openImport(page, demo.dev, sheet);
  await importRows(page, 'Changed 2');
  const filters = [{ name: 'base_price', op: filterOps.equal, value: '15' }];
  const { items: found } = await api.call(items.list, { params, body: { filters, limit: 5 } });
  expect(found.map(({ internal_label }) => internal_label)).toEqual(['Äxt']);
});
