import { readFile } from 'node:fs/promises';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import type { Cell } from '@quartermaster/contract/sheets/csv-text.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { mapColumns, targetsOf } from '../../src/features/items/import/map-columns.ts';
import { readMapping, storeMapping } from '../../src/features/items/import/stored-mapping.ts';
import { writeXlsx } from '../../src/features/items/list/export/xlsx/write-xlsx.ts';
import * as books from '../../src/shared/sheets/worker-book.ts';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { saveSwords, swordsOf } from '../support/import-swords.ts';
import { pressEnabled } from '../support/patient-user.ts';
import { field, inOrder, saveAll, saveBody, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { choose } from './choose-instance.ts';

type Options = NonNullable<Parameters<typeof renderConsole>[1]>;

let server: TestServer;
let swords: ReturnType<typeof swordsOf>;
beforeEach(async () => {
  server = await startTestServer();
  swords = swordsOf(server);
  await saveSwords(server);
  await choose(server, 'owner', server.studio.dev);
});

const rarities = [
  { id: 'common', label: 'Common' },
  { id: 'rare', label: 'Rare' },
];

const listPath = () => `/instance/${server.studio.dev}/templates/sword/items`;
const button = (name: string) => screen.findByRole('button', { name });
const press = (name: string) => pressEnabled(() => button(name));

async function open(options: Options = {}, search = '') {
  const view = await renderConsole(`${listPath()}/import${search}`, { as: 'owner', ...options, server });
  await screen.findByRole('heading', { level: 1, name: 'Import into Swords' });
  return view;
}

const take = async (content: BlobPart, name = 'swords.csv') =>
  fireEvent.change(await screen.findByLabelText('File with rows'), { target: { files: [new File([content], name)] } });

/** From a file to the check of its rows. */
async function check(content: BlobPart, name?: string) {
  await take(content, name);
  await waitFor(async () => expect(await button('Continue')).toHaveProperty('disabled', false));
  await press('Continue');
  await press('Check the rows');
  await screen.findByRole('tab', { name: /^All/ });
}
const tabs = () => screen.getAllByRole('tab').map(({ textContent }) => textContent);
const rows = () => within(screen.getByRole('list', { name: 'Rows' })).getAllByText(/^Row /);
const rowOf = async (label: string) => {
  const found = (await screen.findByText(label)).closest('li');
  if (!found) throw new Error(`no row ${label}`);
  return within(found);
};

test('a CSV file adds and changes items in three steps, and is undone as one', async () => {
  shows('4.import.page');
  const [first = 0] = await swords.create({ sku: 'a', price: 1, title: 'A' });
  const { user, untilPath, path } = await open();
  await check(`_label;Sku;Price;The title\nSword a;a;5;A\nNew;b;7;"two\nlines"\n`);
  expect(tabs()).toEqual(['All 2', 'Added 1', 'Changed 1']);
  const steps = within(screen.getByRole('list', { name: 'Steps' })).getAllByRole('listitem');
  expect(steps.map(({ textContent }) => textContent)).toEqual([' Source, done', ' Columns, done', '3 Check']);
  // It stays in view however many rows there are.
  const footer = (await button('Import')).parentElement as HTMLElement;
  expect(footer.className).toMatch(/footer/);
  expect(await readFile('src/features/items/import/import.module.css', 'utf8')).toMatch(
    /\.footer \{\n {2}position: sticky;/,
  );
  expect(path()).toMatch(/\?import=\d+$/);
  const changed = await rowOf('Sword a');
  expect(changed.getByText('Row 2')).toBeTruthy();
  expect(changed.getByText('1').closest('del')).toBeTruthy();
  expect(changed.getByText('5').closest('ins')).toBeTruthy();
  expect(await swords.valuesOf(first)).toMatchObject({ price: 1 });

  await press('Import');
  const result = within(await screen.findByRole('region', { name: 'Result' }));
  expect(result.getByText('Added').nextSibling?.textContent).toBe('1');
  expect((await swords.bySku()).get('b')).toMatchObject({ label: 'New', price: 7, title: 'two\nlines' });
  await user.click(result.getByRole('button', { name: 'Undo' }));
  await screen.findByText('The import was undone');
  expect([...(await swords.bySku()).keys()]).toEqual(['a']);
  await user.click(result.getByRole('link', { name: 'To the list' }));
  await untilPath(listPath());
});

test('an XLSX file is imported with its numbers, truth values and long texts', async () => {
  shows('4.import.page');
  await open();
  const line = (cells: Cell[]) => `${JSON.stringify(cells)}\n`;
  const content = new Blob([line(['_label', 'sku', 'price', 'drops.1.count']), line(['Big', '007', 12, 3])]);
  await check(await (await writeXlsx(content)).arrayBuffer(), 'swords.xlsx');
  expect(tabs()).toEqual(['All 1', 'Added 1']);
  await press('Import');
  await screen.findByText('The rows are imported');
  expect((await swords.bySku()).get('007')).toMatchObject({ price: 12, drops: [{ count: 3 }] });
});

test('columns are shown with their values, mapped by hand, and remembered for the template', async () => {
  shows('4.import.page-columns');
  const { user, close } = await open();
  const content = 'sku,How much,Remark\na,5,x\nb,6,\n';
  await take(content);
  await waitFor(async () => expect(await button('Continue')).toHaveProperty('disabled', false));
  await press('Continue');
  const column = (name: string) => screen.findByRole('combobox', { name: `Column ${name} is imported as` });
  expect(await screen.findByText('2 columns not imported: How much, Remark')).toBeTruthy();
  expect(screen.getByText('5 · 6')).toBeTruthy();
  await user.click(await column('How much'));
  await user.click(await screen.findByRole('option', { name: 'The price' }));
  await user.click(await column('Remark'));
  await user.click(await screen.findByRole('option', { name: 'The price' }));
  expect(await screen.findByText('Column C is imported as the same')).toBeTruthy();
  expect(await button('Check the rows')).toHaveProperty('disabled', true);
  await user.click(await column('Remark'));
  await user.click(await screen.findByRole('option', { name: 'Label of the item' }));
  await press('Check the rows');
  await screen.findByRole('tab', { name: /^All/ });
  close();

  await open();
  await take(content);
  await waitFor(async () => expect(await button('Continue')).toHaveProperty('disabled', false));
  await press('Continue');
  expect(await column('How much')).toHaveProperty('value', 'The price');
});

test('if no column finds existing items, that is said, and a column called ID is offered for it', async () => {
  const { user } = await open();
  await take('ID,How much\n1,5\n');
  await waitFor(async () => expect(await button('Continue')).toHaveProperty('disabled', false));
  await press('Continue');
  const note = await screen.findByRole('note');
  expect(note.textContent).toContain('No column finds existing items: every row becomes a new item.');
  await user.click(within(note).getByRole('button', { name: 'Find them by column ID' }));
  expect(await screen.findByRole('combobox', { name: 'Column ID is imported as' })).toHaveProperty(
    'value',
    'ID of the item',
  );
  expect(screen.queryByRole('note')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'How rows find existing items' }));
});

test('refused rows are named with their reason, can be downloaded, and are left out only if that is chosen', async () => {
  shows('4.import.page-check');
  const files = new Map<string, Blob>();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    files.set('file', blob as Blob);
    return 'blob:file';
  });
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined);
  const { user } = await open();
  await check('_label,sku,price\nGood,a,1\nBad,b,-3\n');
  expect(tabs()).toEqual(['All 2', 'Added 1', 'Refused 1']);
  expect((await rowOf('Bad')).getByText(/^The price: /).textContent).toMatch(/-3$/);
  expect(await button('Import')).toHaveProperty('disabled', true);
  expect(screen.getByText('1 row is refused. Leave it out, or mend the file.')).toBeTruthy();
  await press('Download the refused rows');
  await waitFor(() => expect(files.size).toBe(1));
  expect(await files.get('file')?.text()).toMatch(
    /^\ufeff?"row","_id","_label","reason"\r\n3,,"Bad","The price: .+"\r\n$/,
  );
  // In the line of the button, which stays in view.
  const line = (await button('Import')).parentElement as HTMLElement;
  await user.click(within(line).getByRole('checkbox', { name: 'Leave out 1 refused row' }));
  await press('Import');
  await screen.findByText('The rows are imported');
  expect([...(await swords.bySku()).keys()]).toEqual(['a']);
});

test('all refused rows are listed and downloaded after they were left out', async () => {
  shows('4.import.refused-listed');
  let file: Blob | undefined;
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    file = blob as Blob;
    return 'blob:file';
  });
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined);
  const { user } = await open();
  const lines = Array.from({ length: 60 }, (_, at) => `Sword ${at},s${at},${at % 2 ? 1 : -3}`);
  await check(`_label,sku,price\n${lines.join('\n')}\n`);
  await user.click(screen.getByRole('checkbox', { name: 'Leave out 30 refused rows' }));
  await press('Import');
  await screen.findByText('The rows are imported');
  const list = await screen.findByRole('list', { name: 'Refused rows' });
  const listed = () => within(list).getAllByText(/^Row /);
  await waitFor(() => expect(listed()).toHaveLength(25));
  expect((await rowOf('Sword 0')).getByText(/^The price: /).textContent).toMatch(/-3$/);
  await press('Next rows');
  await waitFor(() => expect(listed()).toHaveLength(5));
  expect(listed().at(-1)?.textContent).toBe('Row 60');
  await press('Download the refused rows');
  await waitFor(async () => expect((await file?.text())?.trim().split('\r\n')).toHaveLength(31));
});

test('conflicts are decided by field, by item and for all, and a reload keeps the check', async () => {
  shows('4.import.page-conflicts');
  const ids = await swords.create({ sku: 'a', price: 1, title: 'A' }, { sku: 'b', price: 1, title: 'B' });
  for (const id of ids) await swords.change(id, { price: 5, title: 'By hand' });
  const { user, path, close, browser } = await open();
  await check(
    `_id,_version,_label,price,title\n${ids.map((id) => `${id},1,Sword ${id === ids[0] ? 'a' : 'b'},9,File`).join('\n')}\n`,
  );
  expect(tabs()).toEqual(['All 2', 'Conflict 2']);
  const search = path().slice(path().indexOf('?'));
  close();
  await open({ browser, isReload: true }, search);
  expect(await screen.findByText('Decide 2 conflicts first.')).toBeTruthy();
  const first = await rowOf('Sword a');
  const ofPrice = within(first.getByRole('radiogroup', { name: 'Sword a, The price: which value' }));
  await user.click(ofPrice.getByRole('radio', { name: 'File' }));
  const ofTitle = within(first.getByRole('radiogroup', { name: 'Sword a, The title: which value' }));
  await user.click(ofTitle.getByRole('radio', { name: 'Current' }));
  expect(await screen.findByText('Decide the conflict first.')).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: 'Take from the file' }));
  await press('Import');
  await screen.findByText('The rows are imported');
  expect(await swords.valuesOf(ids[0])).toMatchObject({ price: 9, title: 'By hand' });
  expect(await swords.valuesOf(ids[1])).toMatchObject({ price: 9, title: 'File' });
});

test('rows are paged, pasted rows are read, and a failing call keeps what was chosen', async () => {
  shows('4.import.page');
  let isDown = true;
  const { root } = await open({
    intercept: (fetch) => async (input, init) => {
      if (isDown && String(input).includes('/imports?')) throw new TypeError('offline');
      return fetch(input, init);
    },
  });
  const text = ['_label\tsku', ...Array.from({ length: 30 }, (_, at) => `S${at}\tk${at}`)].join('\n');
  const clipboardData = { files: [], types: ['text/plain'], getData: () => text };
  fireEvent.paste(root, { clipboardData });
  await screen.findByText('30 rows, 2 columns');
  await press('Continue');
  await press('Check the rows');
  await screen.findByRole('alert');
  isDown = false;
  await press('Check the rows');
  await screen.findByRole('tab', { name: 'All 30' });
  await waitFor(() => expect(rows()).toHaveLength(25));
  await press('Next rows');
  await waitFor(() => expect(rows().at(-1)?.textContent).toBe('Row 31'));
  expect(rows()).toHaveLength(5);
});

test('what cannot be read is said, and another file is read instead', async () => {
  await open();
  await take('a,b\n1,2,3\n', 'broken.csv');
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Row 2 has a value in column C/);
  expect(await button('Continue')).toHaveProperty('disabled', true);
  await take('sku\na\n');
  await screen.findByText('1 row, 1 column');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('rows that cannot be written are said, and are written again', async () => {
  const { openBook } = books;
  let isEnded = true;
  vi.spyOn(books, 'openBook').mockImplementation(async () => {
    const book = await openBook();
    return { ...book, write: async (names) => (isEnded ? Promise.reject(new Error('It ended.')) : book.write(names)) };
  });
  await open();
  await take('_label,sku\nA,a\n');
  await waitFor(async () => expect(await button('Continue')).toHaveProperty('disabled', false));
  await press('Continue');
  await press('Check the rows');
  expect((await screen.findByRole('alert')).textContent).toContain('It ended.');
  isEnded = false;
  await press('Check the rows');
  await screen.findByRole('tab', { name: 'All 1' });
});

test('the check of a file that was left for another one is not shown', async () => {
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const asked: string[] = [];
  const sent: number[] = [];
  await open({
    intercept: (fetch) => async (input, init) => {
      asked.push(String(input));
      if (!String(input).includes('/imports?')) return fetch(input, init);
      const response = await fetch(input, init);
      sent.push((await response.clone().json()).import.id);
      await held;
      return response;
    },
  });
  await take('_label,sku\nA,a\n');
  await waitFor(async () => expect(await button('Continue')).toHaveProperty('disabled', false));
  await press('Continue');
  await press('Check the rows');
  await waitFor(() => expect(sent).toHaveLength(1));
  await press('Back');
  await take('_label,sku\nB,b\nC,c\n', 'other.csv');
  await screen.findByText('2 rows, 2 columns');
  answer();
  await press('Continue');
  await press('Check the rows');
  await screen.findByRole('tab', { name: 'All 2' });
  expect(asked.filter((url) => url.includes(`/imports/${sent[1]}`))).not.toEqual([]);
  expect(asked.filter((url) => url.includes(`/imports/${sent[0]}`))).toEqual([]);
});

test('refused rows are grouped with their values, and mended without leaving the page', async () => {
  shows('5.names.mending');
  const fields = inOrder([
    field('a1', 'text', { name: 'key', label: 'Key', unique: true, required: true }),
    field('a2', 'choice', { name: 'rarity', label: 'Rarity', options: rarities }),
    field('a3', 'integer', { name: 'price', label: 'Price', minimum: 0 }),
    field('a4', 'dynamic-group', { name: 'attrib', label: 'Attributes' }),
    field('a5', 'text', { name: 'key', label: 'Key', parentId: 'a4' }),
  ]);
  await saveTemplate(server, 'gear', fields, { label: 'Gear' });
  const { user } = await renderConsole(`/instance/${server.studio.dev}/templates/gear/items/import`, {
    as: 'owner',
    server,
  });
  await take('Key,Rarity,Price\nk1,common ,1\nk2,Rare,cheap\nk3,Epic,-5\nk4,Epic,7\n');
  await waitFor(async () => expect(await button('Continue')).toHaveProperty('disabled', false));
  await press('Continue');
  // "Key" is the field at the top level, though rows have one of the same name.
  const column = (name: string) => screen.findByRole('combobox', { name: `Column ${name} is imported as` });
  expect(await column('Key')).toHaveProperty('value', 'Key');
  await press('Check the rows');
  const groups = async () =>
    within(await screen.findByRole('list', { name: 'Why rows are refused' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
  expect(await groups()).toEqual([
    expect.stringMatching(/^Label: required field4 rows/),
    expect.stringMatching(/^Rarity: is not one of the options2 rows.*Allowed: Common, Rare.*“Epic”in 2 rows/),
    expect.stringMatching(/^Price: should be a number1 row.*“cheap”in row 3/),
    expect.stringMatching(/^Price: should be at least 01 row.*“-5”in row 4/),
  ]);
  expect(screen.getByText('Rarity: “common ” is read as Common')).toBeTruthy();

  // The label is taken from the column that is the key, too.
  await user.click(
    within(
      within(screen.getByRole('list', { name: 'Why rows are refused' }))
        .getByText('Label: required field')
        .closest('li') as HTMLElement,
    ).getByText('To the column'),
  );
  await user.click(await screen.findByRole('combobox', { name: /^No column is imported as the label/ }));
  await user.click(await screen.findByRole('option', { name: 'A · Key' }));
  await press('Check the rows');
  await waitFor(async () => expect(await groups()).toHaveLength(3));
  const correct = (name: string, value: string) => fireEvent.change(screen.getByLabelText(name), { target: { value } });
  await user.click(screen.getByRole('combobox', { name: 'Correct “Epic” in 2 rows' }));
  await user.click(await screen.findByRole('option', { name: 'Rare' }));
  correct('Correct “cheap” in row 3', '2');
  await press('Correct and check again');
  await waitFor(async () =>
    expect(await groups()).toEqual([expect.stringMatching(/^Price: should be at least 01 row.*“-5”in row 4/)]),
  );
  correct('Correct “-5” in row 4', '5');
  await press('Correct and check again');
  await waitFor(() => expect(tabs()).toEqual(['All 4', 'Added 4']));
  await press('Import');
  await screen.findByText('The rows are imported');
  const body = { filters: [] };
  const params = { instanceId: server.studio.dev, templateId: 'gear' };
  const { items: saved } = await server.call(items.list, { params, body }, { as: 'owner' });
  expect(saved.map(({ internal_label, values }) => [internal_label, values])).toEqual([
    ['k1', { a1: 'k1', a2: 'common', a3: 1 }],
    ['k2', { a1: 'k2', a2: 'rare', a3: 2 }],
    ['k3', { a1: 'k3', a2: 'rare', a3: 5 }],
    ['k4', { a1: 'k4', a2: 'rare', a3: 7 }],
  ]);
});

test('values that other items use are one group, and all reasons of a row are shown', async () => {
  await swords.create({ sku: 'a', serial: 1 }, { sku: 'b', serial: 2 });
  await open();
  await check('_label,sku,serial,price\nX,x,1,1\nY,y,2,-1\n');
  const list = within(await screen.findByRole('list', { name: 'Why rows are refused' }));
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(
      /^The serial is already used2 rows.*“1”in row 2, used by item \d+“2”in row 3, used by item \d+$/,
    ),
    expect.stringMatching(/^The price: should be at least 01 row/),
  ]);
  const second = await rowOf('Y');
  expect(second.getByText(/^The serial: is already used by item/)).toBeTruthy();
  expect(second.getByText('The price: should be at least 0')).toBeTruthy();
});

test('a column whose name another field had says so in plain words', async () => {
  const text = (id: string, name: string, label: string) => field(id, 'text', { name, label });
  await saveTemplate(server, 'gear', inOrder([text('a1', 'key', 'Key')]), { label: 'Gear' });
  await saveTemplate(server, 'gear', inOrder([text('a1', 'code', 'Code'), text('a2', 'key', 'Key')]), {
    label: 'Gear',
    version: 1,
  });
  await renderConsole(`/instance/${server.studio.dev}/templates/gear/items/import`, { as: 'owner', server });
  await check('_label,key\nA,k1\n');
  const expected = 'Column “key” fills Key. Code once had this name or ID, so check that Key is the field you mean.';
  expect(await screen.findByText(expected)).toBeTruthy();
});

test('options that values are spellings of are suggested, of the listed values alone; a column is one click away', async () => {
  const fields = inOrder([
    field('a1', 'text', { name: 'name', label: 'Name', title: true }),
    field('a2', 'choice', { name: 'rarity', label: 'Rarity', options: rarities }),
    field('a3', 'choices', { name: 'kinds', label: 'Kinds', options: rarities }),
  ]);
  await saveTemplate(server, 'gear', fields, { label: 'Gear' });
  await renderConsole(`/instance/${server.studio.dev}/templates/gear/items/import`, { as: 'owner', server });
  const misspelled = [...'bcdfghijklm'].map((letter) => `n${letter},Rar${letter},`);
  await take(['Name,Rarity,Kinds', ...misspelled, 'o,Rare,"Common, Rara"'].join('\n'));
  await waitFor(async () => expect(await button('Continue')).toHaveProperty('disabled', false));
  await press('Continue');
  await press('Check the rows');
  const suggested = await screen.findAllByRole('combobox', { name: /^Correct “Rar/ });
  expect(suggested.map((input) => (input as HTMLInputElement).value)).toEqual(Array.from({ length: 10 }, () => 'Rare'));
  // Several options cannot be chosen as one.
  expect(screen.getByRole('textbox', { name: 'Correct “Common, Rara” in row 13' })).toHaveProperty('value', '');
  await press('Correct and check again');
  await waitFor(() => expect(tabs()).toEqual(['All 12', 'Added 10', 'Refused 2']));
  fireEvent.click(screen.getByRole('button', { name: 'Change what column B is imported as: Rarity' }));
  const column = await screen.findByRole('combobox', { name: 'Column Rarity is imported as' });
  await waitFor(() => expect(document.activeElement).toBe(column));
});

test.each([
  ['is taken from a column of names, if all rows are new', false, 'B · NAME'],
  ['is left to the person, if a key can find items, whose labels would change', true, ''],
])('the label %s', async (_, unique, value) => {
  const fields = inOrder([field('a1', 'text', { name: 'code', label: 'Code', unique }), field('a2', 'text')]);
  await saveTemplate(server, 'gear', fields, { label: 'Gear' });
  await renderConsole(`/instance/${server.studio.dev}/templates/gear/items/import`, { as: 'owner', server });
  await take('Code,NAME\nk1,Axe\nk2,Bow\n');
  await waitFor(async () => expect(await button('Continue')).toHaveProperty('disabled', false));
  await press('Continue');
  const source = await screen.findByRole('combobox', { name: /^No column is imported as the label/ });
  expect(source).toHaveProperty('value', value);
  await press('Check the rows');
  await waitFor(() => expect(tabs()).toEqual(['All 2', value === '' ? 'Refused 2' : 'Added 2']));
});

test('a unique required field without a column gets numbers after the highest, which can be changed', async () => {
  const fields = inOrder([
    field('a1', 'integer', { name: 'number', label: 'Number', unique: true, required: true }),
    field('a2', 'text', { name: 'title', label: 'Title', title: true }),
  ]);
  await saveTemplate(server, 'gear', fields, { label: 'Gear' });
  await saveAll(server, [saveBody('gear', fields, { a1: 41, a2: 'Old' }, { label: 'Old' })]);
  await renderConsole(`/instance/${server.studio.dev}/templates/gear/items/import`, { as: 'owner', server });
  await take('Title\nAxe\nBow\n');
  await waitFor(async () => expect(await button('Continue')).toHaveProperty('disabled', false));
  await press('Continue');
  const pattern = await screen.findByLabelText(/^No column is imported as Number, which is unique and required/);
  await waitFor(() => expect(pattern).toHaveProperty('value', '{i+41}'));
  fireEvent.change(pattern, { target: { value: '' } });
  expect(await screen.findByText(/^Number is unique and required: enter a pattern/)).toBeTruthy();
  expect(await button('Check the rows')).toHaveProperty('disabled', true);
  fireEvent.change(pattern, { target: { value: '{i+99}' } });
  expect(await screen.findByText(/^100, 101, 102, …/)).toBeTruthy();
  await press('Check the rows');
  await waitFor(() => expect(tabs()).toEqual(['All 2', 'Added 2']));
  await press('Import');
  await screen.findByText('The rows are imported');
  const params = { instanceId: server.studio.dev, templateId: 'gear' };
  const { items: saved } = await server.call(items.list, { params, body: { filters: [] } }, { as: 'owner' });
  expect(saved.map(({ internal_label, values }) => [internal_label, values.a1])).toEqual(
    expect.arrayContaining([
      ['Axe', 100],
      ['Bow', 101],
    ]),
  );
});

/** The choice of a column with commas, and which of its options is chosen. */
async function commasOf(name: string) {
  const group = within(await screen.findByRole('radiogroup', { name }));
  return {
    choose: (option: string) => fireEvent.click(group.getByRole('radio', { name: option })),
    chosen: () => group.getAllByRole('radio').map((radio) => (radio as HTMLInputElement).checked),
    problem: (text: string) => screen.queryByText(text) !== null,
  };
}

test('numbers with commas are read in the only way that their field takes, and never silently', async () => {
  await open();
  await take('_label,sku,price\nA,a,"1,250"\nB,b,"12,000"\n');
  await waitFor(async () => expect(await button('Continue')).toHaveProperty('disabled', false));
  await press('Continue');
  const commas = await commasOf('Read 1,250 as, column price');
  expect(commas.chosen()).toEqual([true, false, false]);
  expect(screen.getByText('Integer')).toBeTruthy();
  const refuses = 'Its field refuses some of these values';
  expect(commas.problem(refuses)).toBe(false);
  commas.choose('As written');
  expect([commas.chosen(), commas.problem(refuses)]).toEqual([[false, false, true], true]);
  await press('Check the rows');
  await waitFor(() => expect(tabs()).toEqual(['All 2', 'Refused 2']));
  await press('Back');
  (await commasOf('Read 1,250 as, column price')).choose('1250 (thousands)');
  await press('Check the rows');
  await waitFor(() => expect(tabs()).toEqual(['All 2', 'Added 2']));
  expect(within(screen.getByRole('complementary', { name: 'Columns' })).getByText('1,250 as 1250')).toBeTruthy();
  await press('Import');
  await screen.findByText('The rows are imported');
  expect((await swords.bySku()).get('b')).toMatchObject({ price: 12000 });
});

test('numbers with commas are asked about where their field takes two readings, and texts stay as they are', async () => {
  const fields = inOrder([field('a1', 'float', { name: 'weight' }), field('a2', 'text', { name: 'code' })]);
  await saveTemplate(server, 'gear', fields, { label: 'Gear' });
  await renderConsole(`/instance/${server.studio.dev}/templates/gear/items/import`, { as: 'owner', server });
  await take('_label,weight,code\nA,"1,250","1,250"\nB,7,7\n');
  await waitFor(async () => expect(await button('Continue')).toHaveProperty('disabled', false));
  await press('Continue');
  const weight = await commasOf('Read 1,250 as, column weight');
  expect([weight.chosen(), weight.problem('Choose how these numbers are read')]).toEqual([[false, false, false], true]);
  expect((await commasOf('Read 1,250 as, column code')).chosen()).toEqual([false, false, true]);
  expect(await screen.findByText('Choose how numbers are read: weight')).toBeTruthy();
  expect(await button('Check the rows')).toHaveProperty('disabled', true);
  weight.choose('1.250 (decimals)');
  await press('Check the rows');
  await waitFor(() => expect(tabs()).toEqual(['All 2', 'Added 2']));
  await press('Import');
  await screen.findByText('The rows are imported');
  const params = { instanceId: server.studio.dev, templateId: 'gear' };
  const { items: saved } = await server.call(items.list, { params, body: { filters: [] } }, { as: 'owner' });
  expect(saved.find(({ internal_label }) => internal_label === 'A')?.values).toEqual({ a1: 1.25, a2: '1,250' });
});

test('columns with the same header are remembered each for itself', () => {
  const targets = targetsOf([], []);
  const headers = ['Name', 'Name'];
  for (const mapping of [
    ['_label', null],
    [null, '_label'],
    ['_id', '_label'],
  ]) {
    storeMapping(1, 'twice', { targets, headers, mapping });
    expect(mapColumns(targets, headers, readMapping(1, 'twice'))).toEqual(mapping);
  }
});

test('an import is drawn before it is applied, with the decisions about it', async () => {
  shows('5.numbers.before-after');
  const [id] = await swords.create({ sku: 'a', price: 10, title: 'A' });
  const { user } = await open();
  await check(`_id,_version,_label,sku,price\n${id},1,Sword a,a,25\n,,B,b,5\n`);
  await user.click(await button('Chart'));
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Field of the chart' }), 'The price');
  const statistics = await screen.findByRole('table', { name: 'Statistics' });
  await waitFor(() => expect(statistics.textContent).toContain('sum1030+200 %'));
});
