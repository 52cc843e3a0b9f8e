import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { imports } from '@quartermaster/contract/endpoints/imports.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { projectTokens } from '@quartermaster/contract/endpoints/project-tokens.ts';
import { sheetAddresses } from '@quartermaster/contract/endpoints/sheet-addresses.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { filterOps } from '@quartermaster/contract/field-types/filters.ts';
import { type FieldType, fieldTypes } from '@quartermaster/contract/field-types/registry.ts';
import type { Api } from './support/api.ts';
import { toolsOf } from './support/assistant.ts';
import { long } from './support/long.ts';
import { itemsPath } from './support/pages/items-list.ts';
import { chooseField, rowsOf, showTab } from './support/pages/template-editor.ts';
import { runPython } from './support/python.ts';
import { consoleUrl, expect, test } from './support/test.ts';

const templateId = 'sword';

interface Wanted {
  type: FieldType;
  name: string;
  /** What it is called when it is saved first; if nothing, the editor names it by its type. */
  first?: string;
}

/** The template of the examples in `docs/`, in the order of its fields. Those that begin with a group are in it. */
const [key, ...parts]: Wanted[][] = [
  [{ type: 'text', name: 'sku' }],
  [
    { type: 'long-text', name: 'notes' },
    { type: 'integer', name: 'price', first: 'Cost' },
    { type: 'integer', name: 'min' },
    { type: 'integer', name: 'max' },
    { type: 'boolean', name: 'can_buy' },
    { type: 'choice', name: 'rarity' },
    { type: 'localised-text', name: 'title' },
    { type: 'item-link', name: 'parent' },
    { type: 'item-link-list', name: 'parts' },
  ],
  [
    { type: 'group', name: 'stats' },
    { type: 'integer', name: 'damage' },
    { type: 'float', name: 'attacks_per_second' },
  ],
  [
    { type: 'dynamic-group', name: 'drops' },
    { type: 'item-link', name: 'what' },
    { type: 'integer', name: 'count' },
    { type: 'float', name: 'chance' },
  ],
  [
    { type: 'dynamic-group', name: 'levels' },
    { type: 'integer', name: 'level' },
    { type: 'integer', name: 'cost' },
  ],
];

const labelOf = (name: string) =>
  name === 'sku' ? 'SKU' : name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ');

async function chooseTemplate(page: Page, name: string) {
  await page.getByRole('combobox', { name: 'Template' }).fill(name);
  await page.getByRole('option', { name }).first().click();
}

/** Adds fields, each after the one before, or in it if that is a group. */
async function addFields(page: Page, fields: readonly Wanted[]) {
  for (const { type, first } of fields) {
    const count = await rowsOf(page).count();
    await showTab(page, 'Components');
    await page.getByRole('button', { name: fieldTypes[type].label, exact: true }).click();
    await expect(rowsOf(page)).toHaveCount(count + 1);
    if (first === undefined && type !== 'choice' && !type.startsWith('item-link')) continue;
    await chooseField(page, rowsOf(page).and(page.locator('[aria-selected=true]')));
    if (first !== undefined) await page.getByRole('textbox', { name: 'Label' }).fill(first);
    // The template itself does not exist yet.
    if (type.startsWith('item-link')) await chooseTemplate(page, 'Images');
    if (type === 'choice')
      for (const option of ['Common', 'Rare', 'Legendary']) {
        await page.getByRole('textbox', { name: 'New option' }).fill(option);
        await page.getByRole('textbox', { name: 'New option' }).press('Enter');
      }
  }
}

/** Makes the template with the mouse, and names its fields once it is saved, as designers do: no id tells the name. */
async function makeTemplate(page: Page, instanceId: number) {
  await page.goto(`/instance/${instanceId}/templates/new`);
  await page.getByRole('textbox', { name: 'Name' }).fill('Sword');
  await page.getByRole('textbox', { name: 'ID' }).fill(templateId);
  await showTab(page, 'Fields');
  await addFields(page, key ?? []);
  for (const part of parts.toReversed()) {
    await chooseField(page, rowsOf(page).first());
    await addFields(page, part);
  }
  await save(page);
  await page.goto(`/instance/${instanceId}/templates/${templateId}/edit`);
  for (const [index, { type, name }] of [...(key ?? []), ...parts.flat()].entries()) {
    await chooseField(page, rowsOf(page).nth(index));
    await page.getByRole('textbox', { name: 'Label' }).fill(labelOf(name));
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
    if (type.startsWith('item-link')) await chooseTemplate(page, 'Sword');
    if (name === 'price') await page.getByRole('textbox', { name: 'Minimum', exact: true }).fill('0');
    if (name === 'sku')
      for (const setting of ['Unique', 'Required'])
        await page.getByRole('checkbox', { name: setting, exact: true }).check();
  }
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

/** What programs of a studio do with the items: each names the fields, and finds what the one before has changed. */
async function goThroughOtherDoors(api: Api, instanceId: number, folder: string) {
  const params = { instanceId, templateId };
  const { secret } = await api.call(projectTokens.create, {
    params: { instanceId },
    body: { name: 'Doors', scopes: ['read', 'write:dev', 'propose'], environments: ['Dev'], expires_at: null },
  });
  const send = async ({ path }: { path: string }, type: string, body: string, query = '') => {
    const place = path.replace(':instanceId', String(instanceId)).replace(':templateId', templateId);
    const headers = { authorization: `Bearer ${secret}`, 'content-type': type };
    const response = await fetch(`${consoleUrl}/v1${place}${query}`, { method: 'POST', headers, body });
    const text = await response.text();
    expect([response.status, text]).toEqual([200, text]);
    return text.replace(/^\ufeff/, '');
  };
  const exported = (format: string) => send(items.export, 'application/json', JSON.stringify({ format }));
  const imported = async (type: string, body: string, query?: string) =>
    JSON.parse(await send(imports.upload, type, body, query)).import.counts;

  const csv = await exported('csv');
  expect(csv.split('\r\n')[0]?.replaceAll('"', '')).toMatch(/^_id,_version,_label,sku,.*price.*stats\.damage/);
  expect(await imported('text/csv', csv.replace(/\b16\b/, '20'))).toMatchObject({ changed: 1, unchanged: 1 });
  const lines = await exported('json-lines');
  expect(JSON.parse(lines.split('\n')[1] ?? '')).toMatchObject({ sku: 'bow', price: 20, 'stats.damage': 8 });
  expect(await imported('application/jsonl', lines)).toMatchObject({ unchanged: 2 });
  const row = JSON.stringify({ sku: 'bow', price: 30, 'stats.damage': 9 });
  expect(await imported('application/jsonl', row, '?match=key&key=sku')).toMatchObject({ changed: 1 });

  const { url } = await api.call(sheetAddresses.create, {
    params,
    body: {
      name: 'Prices',
      may_propose: false,
      filters: [{ name: 'sku', op: filterOps.equal, value: 'bow' }],
      fields: ['sku', 'price'],
    },
  });
  const sheet = await (await fetch(url)).text();
  expect(sheet.replaceAll('"', '').split('\r\n').slice(0, 2)).toEqual([
    '_id,_version,_label,sku,price',
    expect.stringMatching(/,Bow,bow,30$/),
  ]);

  const command = async (name: string) => {
    const main = join(import.meta.dirname, '../command/main.ts');
    const place = ['--folder', folder, '--server', consoleUrl, '--instance', String(instanceId)];
    const env = { ...process.env, QUARTERMASTER_TOKEN: secret };
    return (await promisify(execFile)(process.execPath, [main, name, templateId, ...place], { env })).stdout;
  };
  await command('pull');
  const file = join(folder, `items/${templateId}/bow.json`);
  const bow = JSON.parse(await readFile(file, 'utf8'));
  expect(bow).toMatchObject({ sku: 'bow', price: 30, 'stats.damage': 9 });
  await writeFile(file, JSON.stringify({ ...bow, price: 40 }));
  expect(await command('push')).toContain(`${templateId}: 0 added, 1 changed, 0 in conflict, 0 refused`);

  const call = await toolsOf(secret);
  const filters = [{ field: 'price', op: 'equal', value: 40 }];
  const { data } = await call('find', { template: templateId, filters, fields: ['sku', 'price'] });
  expect(data).toMatchObject({
    columns: ['_id', '_version', '_label', 'sku', 'price'],
    rows: [[expect.any(Number), expect.any(Number), 'Bow', 'bow', 40]],
  });
}

test(
  'a template that was clicked together goes through other programs by the names of its fields',
  long,
  async ({ page, api, demo, ownTemplate }, info) => {
    ownTemplate(templateId);
    const saves: object[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/templates')) saves.push(request.postDataJSON());
    });
    await makeTemplate(page, demo.dev);
    // Tests of the server make the template of the same calls.
    expect(saves.map((save) => `${JSON.stringify(save)}\n`).join('')).toMatchSnapshot('clicked-sword.jsonl');
    const params = { instanceId: demo.dev, templateId };
    const { fields } = await api.call(templates.get, { params });
    const names = fields.map(({ settings }) => settings.name);
    expect(names).toHaveLength(20);
    expect(names).toContain('price');
    expect(fields.filter(({ id, settings }) => id === settings.name)).toEqual([]);

    // A workbook by another program, with columns as the form shows them.
    const sheet = info.outputPath('items.xlsx');
    runPython(`
from openpyxl import Workbook
book = Workbook()
book.active.append(['SKU', 'Notes', 'Price', 'Attacks per second', 'Can buy', 'Rarity', 'Damage'])
book.active.append(['axe', 'Äxt', 5, 2.5, True, 'rare', 7])
book.active.append(['bow', 'Bow', 6, None, False, 'Common', 8])
book.save(${JSON.stringify(sheet)})`);
    await openImport(page, demo.dev, sheet);
    await page.getByRole('combobox', { name: /label/i }).first().click();
    await page.getByRole('option', { name: 'Notes' }).click();
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
      { _label: 'Äxt', price: 5, 'stats.damage': 7 },
      { _label: 'Bow', price: 6, 'stats.damage': 8 },
    ]);
    runPython(`
from openpyxl import load_workbook
book = load_workbook(${JSON.stringify(exported)})
column = [cell.value for cell in book.active[1]].index('price') + 1
for row in (2, 3):
    book.active.cell(row, column).value += 10
book.save(${JSON.stringify(sheet)})`);
    await openImport(page, demo.dev, sheet);
    await importRows(page, 'Changed 2');
    const filters = [{ name: 'price', op: filterOps.equal, value: '15' }];
    const { items: found } = await api.call(items.list, { params, body: { filters, limit: 5 } });
    expect(found.map(({ internal_label }) => internal_label)).toEqual(['Äxt']);
    await goThroughOtherDoors(api, demo.dev, info.outputPath('content'));
  },
);
