import { items } from '@quartermaster/contract/endpoints/items.ts';
import { beforeEach, expect, it } from 'vitest';
import { keyedFields, keyedItems } from '../support/keyed-items.ts';
import { field, inOrder, saveAll, saveBody, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
const plain = inOrder([field('title', 'text')]);

beforeEach(async () => {
  server = await startTestServer();
  await saveTemplate(server, 'keyed', keyedFields, { label: 'Keyed' });
  await saveTemplate(server, 'plain', plain, { label: 'Plain' });
});

const find = async (q: string, limit?: number, instanceId = server.studio.dev) =>
  (await server.call(items.search, { params: { instanceId }, query: { q, ...(limit && { limit }) } }, { as: 'owner' }))
    .items;

const labelled = (...labels: string[]) =>
  saveAll(
    server,
    labels.map((label) => saveBody('plain', plain, { title: 'not searched' }, { label })),
  );

it('finds items of all templates by the beginning and by a part of their label, the closest first', async () => {
  await labelled('A long sword', 'Swordfish', 'sword', 'Bow');
  await saveAll(server, [saveBody('keyed', keyedFields, {}, { label: 'Sword of keys' })]);
  const found = await find(' sword ');
  expect(found.map(({ internal_label, template_label }) => [internal_label, template_label])).toEqual([
    ['sword', 'Plain'],
    ['Sword of keys', 'Keyed'],
    ['Swordfish', 'Plain'],
    ['A long sword', 'Plain'],
  ]);
  expect(await find('not searched')).toEqual([]);
});

it('finds an item by its id, with or without #, before labels with the same digits', async () => {
  const [first] = await labelled('First');
  const id = first?.id ?? 0;
  await labelled(`${id}00 arrows`);
  for (const text of [String(id), `#${id}`])
    expect((await find(text))[0]).toMatchObject({ id, internal_label: 'First' });
  expect((await find(String(id))).map(({ internal_label }) => internal_label)).toEqual(['First', `${id}00 arrows`]);
  expect(await find('99999999999')).toEqual([]);
});

it('finds an item by the beginning of a key, in any case, and by a number that is one', async () => {
  await keyedItems(server).create({ sku: 'SW-01', number: 7071 }, { sku: 'sw-02', title: 'sw-' }, { title: 'sw-01' });
  const keys = async (text: string) => (await find(text)).map(({ key }) => key);
  expect(await keys('sw-')).toEqual(['SW-01', 'sw-02']);
  expect(await keys('sw-01')).toEqual(['SW-01']);
  expect(await keys('7071')).toEqual(['7071']);
  expect(await keys('707')).toEqual([]);
});

it('takes the text as it is: signs of patterns, and letters of any language', async () => {
  await labelled('100 % wool', '100 x wool', 'under_score', 'back\\slash', 'Größe', '剣');
  const labels = async (text: string) => (await find(text)).map(({ internal_label }) => internal_label);
  expect(await labels('00 % wool')).toEqual(['100 % wool']);
  expect(await labels('der_sc')).toEqual(['under_score']);
  expect(await labels('ack\\sl')).toEqual(['back\\slash']);
  expect(await labels('Grö')).toEqual(['Größe']);
  expect(await labels('剣')).toEqual(['剣']);
});

it('finds texts without regard to accents, forms of a letter and width', async () => {
  await labelled('Straße', 'Cafe\u0301', 'ΟΔΟΣ', 'ＡＢＣ', 'Łódź');
  await keyedItems(server).create({ sku: 'ÄX-01' });
  const labels = async (text: string) => (await find(text)).map(({ internal_label }) => internal_label);
  for (const [typed, expected] of [
    ['STRASSE', 'Straße'],
    ['rasse', 'Straße'],
    ['café', 'Cafe\u0301'],
    ['οδος', 'ΟΔΟΣ'],
    ['abc', 'ＡＢＣ'],
    ['lodz', 'Łódź'],
    ['odz', 'Łódź'],
  ] as const)
    expect([typed, await labels(typed)]).toEqual([typed, [expected]]);
  expect((await find('ax-0')).map(({ key }) => key)).toEqual(['ÄX-01']);
});

it('is bounded by its limit, names each item once, and finds nothing in another instance', async () => {
  await labelled(...Array.from({ length: 30 }, (_, place) => `Arrow ${place}`));
  const found = await find('arrow');
  expect(found).toHaveLength(20);
  expect(new Set(found.map(({ id }) => id)).size).toBe(20);
  expect(await find('arrow', 3)).toHaveLength(3);
  expect(await find('arrow', 50)).toHaveLength(30);
  expect(await find('arrow', 20, server.studio.stage)).toEqual([]);
});
