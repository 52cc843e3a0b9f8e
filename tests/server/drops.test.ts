import { dropChances } from '@quartermaster/contract/content/drop-chances.ts';
import { dropLimits } from '@quartermaster/contract/content/drop-limits.ts';
import { dropKey, toNest } from '@quartermaster/contract/content/drop-nest.ts';
import { broughtBy, triesUntil } from '@quartermaster/contract/content/drop-tries.ts';
import { rollDrops } from '@quartermaster/contract/content/roll-drops.ts';
import { drops } from '@quartermaster/contract/endpoints/drops.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { shows } from '../specification/shows.ts';
import { makeToken, toolsOf } from '../support/mcp.ts';
import { field, inOrder, saveAll, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

/** A table: rows with a table, an item or a text, by two weights. */
const tableFields = inOrder([
  field('drops', 'dynamic-group'),
  field('item', 'item-link', { parentId: 'drops', templateId: 'sword' }),
  field('table', 'item-link', { parentId: 'drops', templateId: 'table' }),
  field('note', 'text', { parentId: 'drops' }),
  field('chance', 'weight', { parentId: 'drops' }),
  field('event', 'weight', { parentId: 'drops' }),
]);
const chestFields = inOrder([
  field('loot', 'dynamic-group'),
  field('table', 'item-link', { parentId: 'loot', templateId: 'table' }),
  field('odds', 'weight', { parentId: 'loot' }),
]);

type Row = Record<string, string | number>;

let server: TestServer;
let swords: number[];

beforeEach(async () => {
  server = await startTestServer();
  await saveTemplate(server, 'sword', []);
  await saveTemplate(server, 'table', tableFields);
  await saveTemplate(server, 'chest', chestFields);
  const saved = await saveAll(
    server,
    ['Common', 'Rare', 'Epic'].map((label) => saveBody('sword', [], {}, { label })),
  );
  swords = saved.map(({ id }) => id);
});

const saveTable = async (label: string, rows: Row[] = []): Promise<number> =>
  (await saveOne(server, saveBody('table', tableFields, { drops: rows }, { label }))).id;

/** The rows of a saved table are others from now on. */
async function changeTable(id: number, rows: Row[]): Promise<void> {
  const body = saveBody('table', tableFields, { drops: rows }, { id, version: 1, before: {}, label: `Table ${id}` });
  await server.call(items.save, { params: { instanceId: server.studio.dev }, body }, { as: 'owner' });
}

type Body = Parameters<typeof server.call<typeof drops.list>>[1]['body'];
const instance = () => ({ instanceId: server.studio.dev });
const link = (id: number, template_id = 'table') => ({ template_id, id });
const list = async (body: Body) => (await server.call(drops.list, { params: instance(), body }, { as: 'owner' })).items;
const refused = async (body: Body) => {
  const { status, body: error } = await server.send(drops.list, { params: instance(), body }, { as: 'owner' });
  return { status, ...(error as { message: string; details?: unknown }) };
};

test('rows lead to items and tables, each of which is listed once', async () => {
  shows('5.numbers.drops');
  const [common = 0, rare = 0, epic = 0] = swords;
  const low = await saveTable('Low', [
    { item: common, chance: 3 },
    { item: rare, chance: 1 },
    { item: epic, chance: 0 },
    { note: 'Gold', chance: 2 },
    { chance: 4 },
  ]);
  const high = await saveTable('High', [
    { table: low, item: epic, chance: 1 },
    { item: epic, event: 5 },
  ]);
  const none = await saveTable('None');
  const all = await list({ rows: [[link(high)], [link(low)], [link(none)], [link(4711)]] });
  expect(all).toEqual([
    { template_id: 'table', id: high, label: 'High', rows: [{ weight: 1, item: low }] },
    {
      ...{ template_id: 'table', id: low, label: 'Low' },
      rows: [{ weight: 3, item: common }, { weight: 1, item: rare }, { weight: 2, text: 'Gold' }, { weight: 4 }],
    },
    { template_id: 'table', id: none, label: 'None' },
    { template_id: 'table', id: 4711, label: '#4711' },
    // A row that leads to a table may have other links.
    { template_id: 'sword', id: epic, label: 'Epic' },
    { template_id: 'sword', id: common, label: 'Common' },
    { template_id: 'sword', id: rare, label: 'Rare' },
  ]);
  // By the other weight, as it is that of the template whose rows are drawn.
  const byEvent = await list({ rows: [[link(high)]], from: { template_id: 'table', field: 'event' } });
  expect(byEvent[0]?.rows).toEqual([{ weight: 5, item: epic }]);
  expect(await list({ rows: [] })).toEqual([]);
});

test('items of another instance are not found', async () => {
  shows('5.numbers.drops');
  const table = await saveTable('Low', [{ note: 'Gold', chance: 1 }]);
  const params = { instanceId: server.studio.stage };
  const answer = await server.call(drops.list, { params, body: { rows: [[link(table)]] } }, { as: 'owner' });
  expect(answer.items).toEqual([{ template_id: 'table', id: table, label: `#${table}` }]);
});

test('tables that lead to themselves are refused with the labels between, also by rows that are not saved', async () => {
  shows('5.numbers.drops-cycles');
  const first = await saveTable('First');
  const second = await saveTable('Second', [{ table: first, chance: 1 }]);
  await changeTable(first, [{ table: second, chance: 1 }]);
  expect(await refused({ rows: [[link(second)]] })).toMatchObject({
    status: 422,
    message: `These drops never end: Second → Table ${first} → Second. Remove one of these links, or its weight.`,
    details: { cycle: [link(second), link(first), link(second)] },
  });
  const open = await saveTable('Open');
  const third = await saveTable('Third', [{ table: open, chance: 1 }]);
  const from = { template_id: 'table', id: open, field: 'chance' };
  expect(await refused({ rows: [[link(third)]], from })).toMatchObject({
    status: 422,
    message: 'These drops never end: Open → Third → Open. Remove one of these links, or its weight.',
  });
  // Without a weight, it is never drawn.
  await changeTable(open, [{ table: third, chance: 0 }]);
  expect(await list({ rows: [[link(third)]] })).toHaveLength(2);
});

test('nests beyond the limits are refused', async () => {
  shows('5.numbers.drops');
  let table = await saveTable('Last', [{ note: 'Gold', chance: 1 }]);
  for (let depth = 1; depth <= dropLimits.depth; depth += 1)
    table = await saveTable(`Table ${depth}`, [{ table, chance: 1 }]);
  expect(await list({ rows: [[link(table)]] })).toHaveLength(dropLimits.depth + 1);
  const deeper = await saveTable('Too deep', [{ table, chance: 1 }]);
  expect(await refused({ rows: [[link(deeper)]] })).toMatchObject({
    status: 422,
    message: expect.stringContaining('lead through more than 16 tables'),
  });
  const many = Array.from({ length: dropLimits.items + 1 }, (_, index) => [link(100_000 + index)]);
  expect(await refused({ rows: many })).toMatchObject({
    status: 422,
    message: expect.stringContaining('lead to more than 5,000 items'),
  });
  const long = Array.from({ length: 6000 }, () => ({ note: 'Gold', chance: 1 }));
  const longs: number[] = [];
  for (const label of ['A', 'B', 'C', 'D']) longs.push(await saveTable(label, long));
  expect(await list({ rows: longs.slice(1).map((id) => [link(id)]) })).toHaveLength(3);
  expect(await refused({ rows: longs.map((id) => [link(id)]) })).toMatchObject({
    status: 422,
    message: expect.stringContaining('have more than 20,000 rows'),
  });
});

test('rows without a weight count as rows, too', async () => {
  shows('5.numbers.drops');
  const unweighted = Array.from({ length: 6000 }, () => ({ note: 'Gold' }));
  let table = await saveTable('Last', unweighted);
  for (const label of ['Third', 'Second']) table = await saveTable(label, [{ table, chance: 1 }, ...unweighted]);
  expect(await list({ rows: [[link(table)]] })).toHaveLength(3);
  table = await saveTable('First', [{ table, chance: 1 }, ...unweighted]);
  expect(await refused({ rows: [[link(table)]] })).toMatchObject({
    status: 422,
    message: expect.stringContaining('have more than 20,000 rows'),
  });
});

test('only templates that exist and have a weight are loaded, however many are named', async () => {
  const table = await saveTable('Low', [{ note: 'Gold', chance: 1 }]);
  const rows = Array.from({ length: 100 }, (_, index) => [link(100_000 + index, `none_${index}`)]);
  const loaded: unknown[] = [];
  const { database } = server.app.deps;
  const { query } = database;
  const spy = vi.spyOn(database, 'query').mockImplementation((text, values, name) => {
    if (name === 'template-model' || name === 'template-known') loaded.push(values);
    return query(text, values, name);
  });
  onTestFinished(() => spy.mockRestore());
  const all = await list({ rows: [...rows, [link(swords[0] ?? 0, 'sword')], [link(table)]] });
  expect(all).toHaveLength(102);
  expect(all.at(-1)).toMatchObject({ label: 'Low', rows: [{ weight: 1, text: 'Gold' }] });
  expect(loaded).toHaveLength(1);
});

/** Chest to two tables to swords; one table by two ways. */
async function saveChest() {
  const [common = 0, rare = 0, epic = 0] = swords;
  const low = await saveTable('Low', [{ item: common, chance: 90 }, { item: rare, chance: 9 }, { chance: 1 }]);
  const high = await saveTable('High', [
    { table: low, chance: 1 },
    { item: epic, chance: 1 },
  ]);
  const loot = [
    { table: low, odds: 80 },
    { table: high, odds: 20 },
  ];
  const { id } = await saveOne(server, saveBody('chest', chestFields, { loot }, { label: 'Chest' }));
  const nest = toNest(
    [
      { weight: 80, item: low },
      { weight: 20, item: high },
    ],
    await list({ rows: [[link(low)], [link(high)]] }),
  );
  return { id, nest, epic, low, high };
}

test('the tool of assistants gives the same numbers and rolls', async () => {
  shows('5.numbers.drops-mcp', '5.numbers.drops-rolls');
  const { id, nest, epic } = await saveChest();
  const { secret } = await makeToken(server);
  const tools = toolsOf(server, secret);
  const roll = { template: 'chest', item: id, field: 'odds', rolls: 100_000, seed: 'x', tries: 30, guarantee: 20 };
  const { data, isError } = await tools.call('roll', { ...roll, target: ['Epic'] });
  expect(isError).toBe(false);
  const targets = nest.names.flatMap((name, index) => (dropKey(name) === `item:${epic}` ? [index] : []));
  const chances = dropChances(nest.tables, new Set(targets));
  expect(chances.target).toBeCloseTo(0.1, 12);
  const rolled = rollDrops({ tables: nest.tables, seed: 'x', targets, guarantee: 20, waitsBy: 1 }, 100_000);
  const brought = broughtBy({ tries: 30, target: chances.target, guarantee: 20 });
  const close = (value: number) => expect.closeTo(value, 4);
  const until = triesUntil(chances.target, 20);
  expect(data.target).toMatchObject({
    chance: 0.1,
    tries_until: { mean: close(until.mean), half_of_players: 7, nine_of_ten: 20, ninety_nine_of_hundred: 20 },
    at_least_one: 1,
    drawn: rolled.hits,
  });
  expect(data.results).toEqual(
    chances.results.map((result) => {
      const { mean, deviation, atLeastOne, until: tries } = brought(result);
      const name = nest.names[result.index] ?? null;
      const what = name && 'item' in name ? { template: 'sword', id: name.item.id, label: name.item.label } : null;
      return {
        ...{ what, chance: close(result.chance), expected: { mean: close(mean), deviation: close(deviation) } },
        ...{
          at_least_one: close(atLeastOne),
          tries_until: expect.closeTo(tries, 1),
          drawn: rolled.counts[result.index],
        },
      };
    }),
  );
  expect(data.results).toHaveLength(4);
  // A table that is passed on the way is a target, too, by its id.
  const table = nest.names.find((name) => name && 'item' in name && name.item.label === 'High');
  const ofTable = await tools.call('roll', { ...roll, target: [table && 'item' in table ? table.item.id : 0] });
  expect(ofTable.data.target).toMatchObject({ chance: 0.2 });
  const page = await tools.call('roll', { ...roll, target: ['Epic'], limit: 3, cursor: '1' });
  expect(page.data).toMatchObject({ results: (data.results as unknown[]).slice(1, 4), next_cursor: null });
});

test('the tool of assistants names what is wrong', async () => {
  shows('5.numbers.drops-mcp');
  const { id, low } = await saveChest();
  const { secret } = await makeToken(server);
  const tools = toolsOf(server, secret);
  const roll = { template: 'chest', item: id, field: 'odds' };
  const messageOf = async (more: object) => {
    const { isError, data } = await tools.call('roll', { ...roll, ...more });
    return [isError, data.message];
  };
  expect(await messageOf({ target: ['Epik'] })).toEqual([true, 'None of the drops is Epik. They have Epic.']);
  expect(await messageOf({ guarantee: 9 })).toEqual([true, '`guarantee` needs a `target`.']);
  await changeTable(low, [{ table: low, chance: 1 }]);
  expect(await messageOf({})).toEqual([true, expect.stringContaining('These drops never end: Table')]);
});

test('tables that have more bytes than are read at once are refused before they are read', async () => {
  shows('5.running.turns');
  const note = 'n'.repeat(200_000);
  const rows = Array.from({ length: 9 }, () => ({ note, chance: 1 }));
  const tables: number[] = [];
  for (let at = 0; at < 5; at += 1) tables.push(await saveTable(`Long ${at}`, rows));
  const rowsOf = (ids: readonly number[]) => ids.map((id) => [link(id)]);
  expect(await list({ rows: rowsOf(tables.slice(0, 4)) })).toHaveLength(4);
  expect(await refused({ rows: rowsOf(tables) })).toMatchObject({
    message: 'These drops have more than 8 MiB. Look at the drops of one of the tables that they lead to.',
  });
  // Also if each is found by the one before it.
  let chain = tables[0] ?? 0;
  for (let at = 1; at < 5; at += 1) chain = await saveTable(`Chain ${at}`, [...rows, { table: chain, chance: 1 }]);
  expect(await refused({ rows: rowsOf([chain]) })).toMatchObject({ message: expect.stringContaining('8 MiB') });
});
