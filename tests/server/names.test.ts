import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { proposals } from '@quartermaster/contract/endpoints/proposals.ts';
import { sheetAddresses } from '@quartermaster/contract/endpoints/sheet-addresses.ts';
import type { SaveTemplateField } from '@quartermaster/contract/endpoints/templates.ts';
import type { FieldType } from '@quartermaster/contract/field-types/registry.ts';
import { expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { startContentFolder } from '../support/content-folder.ts';
import { importFile, jsonLines, outcomesOf } from '../support/import-file.ts';
import { makeToken, toolsOf } from '../support/mcp.ts';
import { field, inOrder, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer, urlOf } from '../support/server.ts';

/** An id as the editor has made them: nothing of the name is in it. */
const idOf = (place: number) => `k3j9x0q2m8v7c${String(place).padStart(3, '0')}`;

/** 20 fields whose ids are unlike their names, some of which are the ids of others. */
function lootFields(): SaveTemplateField[] {
  const ids = new Map<string, string>();
  const named = (path: string, type: FieldType, settings: Record<string, unknown> = {}, id?: string) => {
    const words = path.split('.');
    const own = id ?? idOf(ids.size);
    ids.set(path, own);
    const parentId = ids.get(words.slice(0, -1).join('.')) ?? null;
    return field(own, type, { parentId, name: words.at(-1), label: `The ${words.at(-1)}`, ...settings });
  };
  const options = [
    { id: 'o1', label: 'Common' },
    { id: 'o2', label: 'Rare' },
  ];
  return inOrder([
    named('sku', 'text', { unique: true, required: true }),
    named('price', 'integer', {}, 'cost'),
    named('cost', 'float'),
    named('stats', 'group'),
    named('stats.damage', 'integer'),
    named('stats.speed', 'float'),
    named('more', 'group'),
    named('more.damage', 'integer'),
    named('title', 'localised-text'),
    named('rarity', 'choice', { options }),
    named('tags', 'text-list'),
    named('parent', 'item-link', { templateId: 'loot' }),
    named('either', 'mixed-item-link', { templateIds: ['loot', 'sword'] }),
    named('live', 'boolean'),
    named('from', 'date-time'),
    named('notes', 'long-text'),
    named('_id', 'text'),
    named('drops', 'dynamic-group'),
    named('drops.item', 'item-link', { templateId: 'loot' }),
    named('drops.1', 'integer'),
  ]);
}

const first = {
  ...{ sku: 'axe', price: 5, cost: 1.5, 'stats.damage': 7, 'stats.speed': 0.5, 'more.damage': 8 },
  ...{ title: { en: 'Axe', de: 'Axt' }, rarity: 'o2', tags: ['a', 'b'], parent: 'bow', either: 'loot:bow', live: true },
  ...{ from: '2026-11-25T03:00:00Z', notes: 'Old', '._id': 'own', drops: [{ item: 'bow', '1': 3 }, { '1': 4 }] },
};

const startLoot = async () => {
  const content = await startContentFolder();
  await saveTemplate(content.server, 'loot', lootFields());
  const created = await importFile(
    content.server,
    jsonLines([
      { _label: 'Axe', ...first },
      { _label: 'Bow', sku: 'bow' },
    ]),
    {
      templateId: 'loot',
    },
  );
  expect(outcomesOf(created)).toEqual(['1 added', '2 added']);
  return content;
};

const owner = { as: 'owner' } as const;
const placeOf = (server: TestServer) => ({ instanceId: server.studio.dev, templateId: 'loot' });

async function exported(server: TestServer, body: Record<string, unknown>): Promise<string> {
  const { statusCode, body: text } = await server.app.inject({
    method: 'POST',
    url: urlOf(items.export, { params: placeOf(server) }),
    headers: { authorization: server.bearer('owner'), 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  });
  expect([statusCode, text]).toEqual([200, text]);
  return text.replace(/^\ufeff/, '');
}

/** The values of an item by name, as they are stored. */
async function valuesOf(server: TestServer, sku: string) {
  const text = await exported(server, { format: 'json-lines', filters: [{ name: 'sku', op: 5, value: sku }] });
  return JSON.parse(text) as Record<string, unknown>;
}

test('records, CSV and cells name fields by their names, and are read back as they were', async () => {
  shows('5.names.doors');
  const { server } = await startLoot();
  const upload = (text: string, type: 'text/csv' | 'application/jsonl', query = {}) =>
    importFile(server, text, { templateId: 'loot', type, query });
  const unchanged = ['1 unchanged', '2 unchanged'];
  const records = await exported(server, { format: 'json-lines' });
  expect(JSON.parse(records.split('\n')[0] ?? '')).toMatchObject({ ...first, title: { en: 'Axe' } });
  expect(records).not.toContain('k3j9');
  expect(outcomesOf(await upload(records, 'application/jsonl'))).toEqual(unchanged);
  const csv = await exported(server, { format: 'csv' });
  const [header = ''] = csv.split('\r\n');
  const columns = header.replaceAll('"', '').split(',');
  expect(columns.filter((column) => !column.startsWith('title.'))).toEqual([
    ...['_id', '_version', '_label', 'sku', 'price', 'cost', 'stats.damage', 'stats.speed', 'more.damage', 'rarity'],
    ...['tags', 'parent', 'either', 'live', 'from', 'notes', '._id', 'drops.#'],
    ...['drops.1.item', 'drops.1.1', 'drops.2.item', 'drops.2.1'],
  ]);
  expect((await upload(csv, 'text/csv')).import.counts).toMatchObject({ unchanged: 2 });
  const [cells = ''] = (await exported(server, { format: 'cells' })).split('\n');
  expect(JSON.parse(cells)).toEqual(columns);
  const chosen = await exported(server, { format: 'csv', fields: ['price', 'stats', 'drops.1'] });
  expect(chosen.split('\r\n')[0]?.replaceAll('"', '')).toBe(
    '_id,_version,_label,price,stats.damage,stats.speed,drops.#,drops.1.1,drops.2.1',
  );
});

test('upserts, records and proposals take names, and ids that are no name of another field', async () => {
  shows('5.names.doors', '5.names.unknown');
  const { server } = await startLoot();
  const upsert = (row: object, query = {}) =>
    importFile(server, jsonLines([row]), { templateId: 'loot', query: { match: 'key', key: 'sku', ...query } });
  const changed = await upsert({ sku: 'axe', price: 6, cost: 2.5, speed: 1, [idOf(15)]: 'New' });
  expect(changed.rows[0]).toMatchObject({
    outcome: 'changed',
    fields: [{ name: 'price', after: 6 }, { name: 'cost' }, { name: 'stats.speed' }, { name: 'notes', after: 'New' }],
  });
  expect(await valuesOf(server, 'axe')).toMatchObject({ price: 6, cost: 2.5, 'stats.speed': 1, notes: 'New' });
  expect((await upsert({ sku: 'axe', drops: [{ 1: 'x' }] })).rows[0]).toMatchObject({
    refusal: { name: 'drops.1.1', reason: 'should be a number' },
  });

  // What is no field is refused, with the nearest name, and ignored on request.
  expect(await upsert({ sku: 'axe', prize: 7 })).toMatchObject({
    status: 422,
    error: {
      message:
        'The column "prize" is not a field of the template; the nearest is price. Correct it, leave it out, or send ignore_unknown=true.',
      fields: { 'columns.prize': 'is not a field of the template; the nearest is price' },
    },
  });
  expect((await upsert({ sku: 'axe', damage: 7 })).error.fields).toEqual({
    'columns.damage': 'is not a field of the template; the nearest is stats.damage',
  });
  expect(await upsert({ sku: 'axe', prize: 7 }, { ignore_unknown: true })).toMatchObject({
    import: { counts: { unchanged: 1 }, ignored_columns: ['prize'] },
  });
  const sendRecord = async (record: object, query = {}) => {
    const { statusCode, body } = await server.app.inject({
      method: 'POST',
      url: urlOf(items.saveRecords, { params: placeOf(server), query }),
      headers: { authorization: server.bearer('owner'), 'content-type': 'application/jsonl' },
      payload: JSON.stringify(record),
    });
    return { status: statusCode, ...JSON.parse(body) };
  };
  const { _id, _version } = await valuesOf(server, 'axe');
  expect(await sendRecord({ _id, _version, price: 'x', prize: 1 })).toMatchObject({
    status: 422,
    fields: { 'lines.1.prize': 'is not a field of the template; the nearest is price' },
  });
  expect(await sendRecord({ _id, _version, 'stats.damage': 1.5, cost: 1 })).toMatchObject({
    fields: { 'lines.1.stats.damage': 'should be integer' },
  });
  expect(await sendRecord({ _label: 'Bare' })).toMatchObject({ fields: { 'lines.1.sku': 'sku is required field' } });
  expect((await sendRecord({ _id, _version, price: 8, prize: 1 }, { ignore_unknown: true })).status).toBe(200);
  expect(await valuesOf(server, 'axe')).toMatchObject({ price: 8, cost: 2.5 });

  // A proposal keeps its fields, whatever they are called later.
  const params = { instanceId: server.studio.dev };
  const change = { template_id: 'loot', match: 'key' as const, key: 'sku', items: [{ sku: 'axe', price: 9, cost: 3 }] };
  const { proposal } = await server.call(
    proposals.create,
    { params, body: { title: 'Prices', changes: [change] } },
    owner,
  );
  const renamed = lootFields().map((one) => {
    const name = { price: 'cost', cost: 'price' }[one.settings.name] ?? one.settings.name;
    return { ...one, settings: { ...one.settings, name } };
  });
  await saveTemplate(server, 'loot', renamed, { version: 1 });
  const { rows } = await server.call(
    proposals.listRows,
    { params: { ...params, proposalId: proposal.id }, query: {} },
    owner,
  );
  expect(rows[0]?.fields.map(({ name, before, after }) => [name, before, after])).toEqual([
    ['cost', 8, 9],
    ['price', 2.5, 3],
  ]);
  // The import says which columns meant other fields before.
  const checked = await upsert({ sku: 'axe', price: 1, 'stats.damage': 1 }, { dry_run: true });
  expect(checked.import.reused_names).toEqual([{ column: 'price', field_id: idOf(2), former_field_ids: ['cost'] }]);
});

test('a column of a group whose name another group had before says so', async () => {
  shows('5.names.columns');
  const { server } = await startLoot();
  const other = (id: string, name: string, parentId: string | null = null) =>
    field(id, parentId === null ? 'group' : 'integer', { name, label: name, parentId });
  const renamed = lootFields().map((one) =>
    one.settings.name === 'stats' ? { ...one, settings: { ...one.settings, name: 'numbers' } } : one,
  );
  const added = [other('stats-2', 'stats'), other('damage-2', 'damage', 'stats-2'), other('new', 'new', 'stats-2')];
  await saveTemplate(server, 'loot', inOrder([...renamed, ...added]), { version: 1 });
  const { import: checked } = await importFile(
    server,
    jsonLines([{ sku: 'axe', 'stats.damage': 1, 'stats.new': 1, 'numbers.speed': 1 }]),
    { templateId: 'loot', query: { match: 'key', key: 'sku', dry_run: true } },
  );
  expect(checked.reused_names).toEqual([{ column: 'stats.damage', field_id: 'damage-2', former_field_ids: [idOf(4)] }]);
});

test('a field in a group with the same name as one outside of it was not renamed', async () => {
  const server = await startTestServer();
  const own = [
    field('key', 'text'),
    field('parts', 'dynamic-group'),
    field('part-key', 'text', { name: 'key', parentId: 'parts' }),
  ];
  await saveTemplate(server, 'loot', inOrder(own));
  const { import: checked } = await importFile(server, jsonLines([{ key: 'axe', _label: 'Axe' }]), {
    templateId: 'loot',
    query: { dry_run: true },
  });
  expect(checked.reused_names).toEqual([]);
});

test('lists and addresses of sheets find, sort and choose fields by name', async () => {
  shows('5.names.doors', '5.names.unknown');
  const { server } = await startLoot();
  const find = (body: Record<string, unknown>) =>
    server.send(items.list, { params: placeOf(server), body: { limit: 10, ...body } }, owner);
  const labels = async (body: Record<string, unknown>) =>
    ((await find(body)).body as { items?: { internal_label: string }[] }).items?.map((item) => item.internal_label);
  expect(await labels({ filters: [{ name: 'stats.damage', op: 5, value: '7' }] })).toEqual(['Axe']);
  expect(await labels({ filters: [{ name: 'cost', op: 3, value: '1' }] })).toEqual(['Axe']);
  expect(await labels({ filters: [{ template_field_id: 'cost', op: 5, value: '5' }] })).toEqual(['Axe']);
  expect(await labels({ filters: [{ name: '_label', op: 6, value: 'ow' }] })).toEqual(['Bow']);
  expect(await labels({ sort: { name: 'sku', direction: 'desc' } })).toEqual(['Bow', 'Axe']);
  expect((await find({ filters: [{ name: 'prize', op: 5, value: '1' }] })).body).toMatchObject({
    fields: { 'filters.0.name': 'is not a field of the template; the nearest is price' },
  });
  expect((await find({ filters: [{ op: 5, value: '1' }] })).status).toBe(422);
  const body = {
    name: 'Prices',
    may_propose: true,
    filters: [{ name: 'sku', op: 5, value: 'axe' }],
    fields: ['sku', 'cost', 'drops.1'],
  };
  const { address, url } = await server.call(sheetAddresses.create, { params: placeOf(server), body }, owner);
  expect(address).toMatchObject({
    filters: [{ template_field_id: idOf(0) }],
    fields: [idOf(0), idOf(2), idOf(19)],
  });
  const { pathname, search } = new URL(url);
  const { body: sheet } = await server.app.inject({ method: 'GET', url: pathname + search });
  expect(sheet.replaceAll('"', '').split('\r\n').slice(0, 2)).toEqual([
    '_id,_version,_label,sku,cost,drops.#,drops.1.1,drops.2.1',
    expect.stringMatching(/,Axe,axe,1\.5,2,3,4$/),
  ]);
  const check = async (row: object, query = '') => {
    const answer = await server.app.inject({
      method: 'POST',
      url: `${pathname}/check${search}${query}`,
      headers: { 'content-type': 'application/jsonl' },
      payload: JSON.stringify(row),
    });
    return { status: answer.statusCode, ...JSON.parse(answer.body) };
  };
  expect(await check({ sku: 'axe', cost: 2 })).toMatchObject({ status: 200, counts: { changed: 1 } });
  // `price` is the name of a field that the address does not read, though it reads the field with this id.
  expect(await check({ sku: 'axe', price: 2 })).toMatchObject({ status: 422 });
  expect(await check({ sku: 'axe', price: 2 }, '&ignore_unknown=true')).toMatchObject({ counts: { unchanged: 1 } });
});

test('files name fields by their names; those with ids differ in nothing', async () => {
  shows('5.names.files');
  const content = await startLoot();
  const { run, path, server } = content;
  await run('pull');
  expect(content.readFile('items/loot/axe.json')).toMatchObject({ ...first, title: { en: 'Axe' } });
  const before = content.readFile('items/loot/axe.json');
  // As an older version of the command has written it, in a fresh clone.
  const { price, cost, 'stats.damage': damage, ...others } = before;
  const old = { ...others, cost: price, [idOf(2)]: cost, [idOf(4)]: damage };
  writeFileSync(path('items/loot/axe.json'), JSON.stringify({ ...before, price: undefined, cost: undefined, ...old }));
  expect((await run('diff', 'loot')).lines.join('\n')).toContain('cost');
  writeFileSync(path('items/loot/axe.json'), JSON.stringify({ ...others, price, [idOf(2)]: cost, [idOf(4)]: damage }));
  expect(await run('diff', 'loot')).toMatchObject({ status: 0 });
  content.editFile<Record<string, unknown>>('items/loot/axe.json', (axe) => {
    axe.notes = 'New';
    axe[idOf(4)] = 12;
  });
  expect((await run('push', 'loot')).lines).toContain('loot: 0 added, 1 changed, 0 in conflict, 0 refused');
  expect(await valuesOf(server, 'axe')).toMatchObject({ notes: 'New', 'stats.damage': 12, cost: 1.5, price: 5 });
  expect(readFileSync(path('items/loot/axe.json'), 'utf8')).not.toContain('k3j9');
  expect(readdirSync(join(content.folder, 'items/loot'))).toEqual(['axe.json', 'bow.json']);
  content.editFile<Record<string, unknown>>('items/loot/axe.json', (axe) => {
    axe.prize = 1;
  });
  const refused = await run('push', 'loot');
  expect([refused.status, refused.lines.join('\n')]).toEqual([
    expect.any(Number),
    expect.stringContaining('The column "prize" is not a field of the template; the nearest is price.'),
  ]);
  expect(refused.status).not.toBe(0);
});

test('assistants read and propose fields by name', async () => {
  shows('5.names.assistants');
  const { server } = await startLoot();
  const { secret } = await makeToken(server);
  const call = async (name: string, args: object) => (await toolsOf(server, secret).call(name, args)).data;
  const { entries } = (await call('describe', { templates: ['loot'] })) as { entries: Record<string, unknown>[] };
  expect(entries[0]).toMatchObject({ template: 'loot', key: 'sku' });
  expect(entries.slice(1).map((entry) => entry.field)).toEqual([
    ...['sku', 'price', 'cost', 'stats', 'stats.damage', 'stats.speed', 'more', 'more.damage', 'title', 'rarity'],
    ...['tags', 'parent', 'either', 'live', 'from', 'notes', '_id', 'drops', 'drops.item', 'drops.1'],
  ]);
  expect(
    await call('find', {
      template: 'loot',
      filters: [{ field: 'stats.damage', op: 'equal', value: 7 }],
      sort: { field: 'cost', direction: 'asc' },
      fields: ['price', 'cost', 'drops.1'],
    }),
  ).toMatchObject({
    columns: ['_id', '_version', '_label', 'price', 'cost', 'drops'],
    rows: [[expect.any(Number), 1, 'Axe', 5, 1.5, expect.anything()]],
  });
  const got = (await call('get', { template: 'loot', items: ['axe'] })) as { items: Record<string, unknown>[] };
  const [axe = {}] = got.items;
  expect(axe).toMatchObject({ ...first, title: { en: 'Axe' } });
  const changes = [{ template: 'loot', items: [{ ...axe, price: 6, 'stats.damage': 1 }] }];
  expect(await call('validate', { changes })).toMatchObject({
    rows: [
      {
        outcome: 'changed',
        fields: [
          { field: 'price', before: 5, after: 6 },
          { field: 'stats.damage', after: 1 },
        ],
      },
    ],
  });
  const wrong = [{ template: 'loot', items: [{ ...axe, prize: 6 }] }];
  expect(await call('validate', { changes: wrong })).toMatchObject({
    rows: [{ refusal: { reason: 'prize is not a field of the template; the nearest is price' } }],
  });
  expect(await call('validate', { changes: wrong, ignore_unknown: true })).toMatchObject({ counts: { unchanged: 1 } });
  expect(await call('propose', { title: 'Prices', changes })).toMatchObject({ counts: { changed: 1 } });
  const versions = (await call('history', { template: 'loot', item: 'axe', field: 'stats.damage' })) as {
    versions: { fields: string[] }[];
  };
  expect(versions.versions[0]?.fields).toContain('stats.damage');
  const unknown = await toolsOf(server, secret).call('get', { template: 'loot', items: ['axe'], fields: ['prize'] });
  expect(unknown.text).toContain('loot has no field prize. It has price');
  const read = (await call('get', { template: 'loot', items: ['axe'], fields: ['stats', 'drops.1'] })) as typeof got;
  expect(Object.keys(read.items[0] ?? {})).toEqual([
    '_id',
    '_version',
    '_label',
    'stats.damage',
    'stats.speed',
    'drops',
  ]);
});
