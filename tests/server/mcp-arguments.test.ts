import { items as itemCalls } from '@quartermaster/contract/endpoints/items.ts';
import { proposals } from '@quartermaster/contract/endpoints/proposals.ts';
import { sync } from '@quartermaster/contract/endpoints/sync.ts';
import { proposalShapes } from '@quartermaster/contract/shapes/proposals.ts';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { immediateLimits } from '../../server/content/change-sets/run/apply-now.ts';
import { shows } from '../specification/shows.ts';
import { eventually } from '../support/eventually.ts';
import { makeToken, mcpHeaders, sendMessage, toolsOf } from '../support/mcp.ts';
import { field, inOrder, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer, urlOf } from '../support/server.ts';

const fields = inOrder([field('sku', 'text', { unique: true, required: true }), field('price', 'integer')]);
const { bytes } = immediateLimits;

let server: TestServer;
let tools: ReturnType<typeof toolsOf>;

beforeEach(async () => {
  server = await startTestServer();
  await saveTemplate(server, 'weapon', fields, { label: 'Weapons' });
  tools = toolsOf(server, (await makeToken(server, ['read', 'propose'], ['Dev', 'Stage'])).secret);
});
afterEach(() => void Object.assign(immediateLimits, { bytes }));

const saveWeapon = (sku: string, price = 1) =>
  saveOne(server, saveBody('weapon', fields, { sku, price }, { label: `Weapon ${sku}` }));

describe('a text that names an item', () => {
  it('is its key only, if the template has a key field', async () => {
    shows('4.mcp.reads');
    const saved = await saveWeapon('w1');
    for (const [name, given] of [
      ['get', { items: [String(saved.id)] }],
      ['used_by', { item: String(saved.id) }],
      ['history', { item: String(saved.id) }],
      ['compare', { item: String(saved.id), from: 1 }],
    ] as const)
      expect(await tools.call(name, { template: 'weapon', ...given })).toMatchObject({
        text: expect.stringMatching(/^Refused \(404/),
        data: { message: `No item of weapon has the key ${saved.id} in sku.` },
      });
    for (const item of ['w1', saved.id, `#${saved.id}`])
      expect((await tools.call('get', { template: 'weapon', items: [item] })).data.items).toMatchObject([
        { _id: saved.id },
      ]);
    const zoe = await saveWeapon('Zo\u00eb');
    expect((await tools.call('get', { template: 'weapon', items: [' Zoe\u0308'] })).data.items).toMatchObject([
      { _id: zoe.id },
    ]);
    const other = await saveWeapon(String(saved.id));
    const named = await tools.call('get', { template: 'weapon', items: [String(saved.id)] });
    expect(named.data.items).toMatchObject([{ _id: other.id }]);
  });

  it('is its id, if the template has none', async () => {
    shows('4.mcp.reads');
    await saveTemplate(server, 'plain', inOrder([field('name', 'text')]));
    const { id } = await saveOne(server, saveBody('plain', inOrder([field('name', 'text')]), { name: 'a' }));
    for (const item of [String(id), `#${id}`])
      expect((await tools.call('get', { template: 'plain', items: [item] })).data.items).toMatchObject([{ _id: id }]);
  });
});

it.each([
  ['compare', { template: 'weapon', with: 'Stage', to: 1 }, 'to'],
  ['describe', { templates: ['weapon'], text: 'weapon' }, 'text'],
  ['get_proposal', { proposal: 1, state: 'open' }, 'state'],
  ['get_proposal', { outcome: 'changed' }, 'outcome'],
  ['history', { template: 'weapon', field: 'price' }, 'field'],
])('%s refuses %j, as `%s` means nothing there', async (name, given, argument) => {
  shows('4.mcp.errors');
  expect(await tools.call(name, given)).toMatchObject({
    text: expect.stringMatching(/^Refused \(422 invalid\)/),
    data: {
      message: expect.stringContaining(`\`${argument}\` is only for`),
      fields: { [argument]: expect.stringContaining('leave it out') },
    },
  });
});

/** A number that JSON has with these digits. */
const digits = (text: string) => (JSON as unknown as { rawJSON: (text: string) => number }).rawJSON(text);

it('propose keeps the digits of numbers, and a save refuses those that it would round', async () => {
  shows('4.sheets.digits');
  const items = [{ _label: 'Steam', sku: digits('76561198009194284'), price: digits('9007199254740993') }];
  const reason = 'should be between -9007199254740991 and 9007199254740991, as larger numbers are not stored exactly';
  expect(await tools.call('validate', { changes: [{ template: 'weapon', items }] })).toMatchObject({
    text: expect.stringContaining(reason),
  });
  const changes = [{ template: 'weapon', items: [{ _label: 'Steam', sku: digits('76561198009194284') }] }];
  const proposed = await tools.call('propose', { title: 'Steam', changes });
  expect(proposed).toMatchObject({ isError: false, data: { counts: { added: 1 } } });
  const proposal = Number(/^Proposal (\d+)/.exec(proposed.text)?.[1]);
  expect((await tools.call('get_proposal', { proposal })).text).toContain('"76561198009194284"');

  const floats = inOrder([field('weight', 'float')]);
  await saveTemplate(server, 'shield', floats);
  const body = saveBody('shield', floats, { weight: digits('9007199254740993') });
  const sent = await server.send(itemCalls.save, { params: { instanceId: server.studio.dev }, body }, { as: 'owner' });
  expect([sent.status, sent.body]).toMatchObject([422, { fields: { 'fields.0.value': reason } }]);
});

it('a name twice is refused, wherever JSON is sent', async () => {
  shows('5.same.json');
  const { secret } = await makeToken(server, ['read', 'propose']);
  const send = (url: string, payload: string, headers: Record<string, string>) =>
    server.app.inject({ method: 'POST', url, headers: { 'content-type': 'application/json', ...headers }, payload });
  const item = '{"_label":"A","sku":"a","price":7,"price":8}';
  const call = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"validate","arguments":{"changes":[{"template":"weapon","items":[${item}]}]}}}`;
  const told = await send('/mcp', call, mcpHeaders(secret));
  expect([told.statusCode, told.body]).toEqual([422, expect.stringContaining('changes.0.items.0.price twice')]);
  const body = JSON.stringify(saveBody('weapon', fields, { sku: 'a', price: 7 })).replace(
    '"value":7',
    '"value":7,"value":8',
  );
  const url = urlOf(itemCalls.save, { params: { instanceId: server.studio.dev } });
  const saved = await send(url, body, { authorization: server.bearer('owner') });
  expect([saved.statusCode, saved.json()]).toMatchObject([422, { fields: { 'fields.1.value': 'is there twice' } }]);
  expect((await send(url, '"text"', { authorization: server.bearer('owner') })).statusCode).toBe(422);
});

it('propose takes as many templates as the API', async () => {
  shows('4.mcp.tools');
  const { maxItems } = proposalShapes.create.body.properties.changes as { maxItems?: number };
  const change = (_: unknown, at: number) => ({ template: `none_${at}`, items: [{ _label: 'a' }] });
  const most = Array.from({ length: maxItems ?? 0 }, change);
  expect((await tools.call('validate', { changes: most })).data.fields).toHaveProperty(['changes.0.template_id']);
  const tooMany = await tools.call('validate', { changes: [...most, change(null, most.length)] });
  expect(Object.keys(tooMany.data.fields as object)).toEqual(['changes']);
});

it('only the first unknown templates of a call are sought among all', async () => {
  shows('4.mcp.errors');
  for (const id of ['armour', 'castle', 'dragon']) await saveTemplate(server, id, fields);
  const named = ['weapn', 'armou', 'castl', 'drago'];
  const changes = named.map((template) => ({ template, items: [{ _label: 'a' }] }));
  const { data } = await tools.call('validate', { changes });
  expect(data.unknown_templates).toEqual(named);
  expect(data.templates_like_these).toEqual(['weapon', 'armour', 'castle']);
});

describe('comparing environments', () => {
  const stage = { template: 'weapon', with: 'Stage' };

  it('of an item that is in one of them has null for the other', async () => {
    shows('4.mcp.reads');
    const { dev } = server.studio;
    await server.call(sync.all, { params: { instanceId: dev }, body: {} } as never, { as: 'owner' });
    const { id } = await saveWeapon('w1', 7);
    const changes = [
      { field: 'sku', before: null, after: 'w1' },
      { field: 'price', before: null, after: 7 },
    ];
    for (const item of [id, 'w1']) {
      const added = await tools.call('compare', { ...stage, item });
      expect(added.text).toContain('`before` is Stage, `after` is Dev; there is no such item in Stage');
      expect(added.data).toMatchObject({ label: { before: null, after: 'Weapon w1' }, changes });
      const missing = await tools.call('compare', { template: 'weapon', item, environment: 'Stage', with: 'Dev' });
      expect(missing.text).toContain('there is no such item in Stage');
      expect(missing.data).toMatchObject({
        label: { before: 'Weapon w1', after: null },
        changes: changes.map(({ field: name, after }) => ({ field: name, before: after, after: null })),
      });
    }
    for (const item of [id + 50, 'w9'])
      expect(await tools.call('compare', { ...stage, item })).toMatchObject({
        text: expect.stringMatching(/^Refused \(404/),
      });
  });

  it('of a template that is in one of them has null for the other', async () => {
    shows('4.mcp.reads');
    const { text, data } = await tools.call('compare', stage);
    expect(text).toContain('there is no such template in Stage');
    expect(data.changes).toMatchObject([
      { field: 'sku', before: null },
      { field: 'price', before: null },
    ]);
    expect(await tools.call('compare', { ...stage, template: 'weapn' })).toMatchObject({
      data: { templates_like_these: ['weapon'] },
    });
  });
});

it('a declined proposal is told without its rows if these cannot be checked any more', async () => {
  shows('4.mcp.reads');
  const { id } = await saveWeapon('w1');
  const changes = [{ template: 'weapon', items: [{ _id: id, price: 5 }] }];
  const { text } = await tools.call('propose', { title: 'Dearer', changes });
  const proposal = Number(/^Proposal (\d+)/.exec(text)?.[1]);
  const params = { instanceId: server.studio.dev, proposalId: proposal };
  await server.call(proposals.decline, { params, body: { note: 'Too dear' } } as never, { as: 'owner' });
  expect(await tools.call('get_proposal', { proposal })).toMatchObject({ data: { rows: [{ item_id: id }] } });
  Object.assign(immediateLimits, { bytes: 10 });
  const told = await tools.call('get_proposal', { proposal });
  expect(told).toMatchObject({
    isError: false,
    text: expect.stringContaining('is declined. Its rows cannot be checked now: `problem` says why.'),
    data: { proposal: { state: 'declined' }, problem: expect.stringContaining('4 MiB'), rows: [], next_cursor: null },
  });
  expect(told.data).not.toHaveProperty('counts');
});

it('a project has three calls at a time, with all of its tokens', async () => {
  shows('4.mcp.access');
  const secrets = [(await makeToken(server)).secret, (await makeToken(server)).secret];
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'describe', arguments: {} } };
  // Tools wait for the calls that they make.
  const { app } = server;
  const [inject, goOn] = [app.inject.bind(app), Promise.withResolvers<void>()];
  const held = vi.spyOn(app, 'inject').mockImplementation((async (request: { url: string }) => {
    if (request.url !== '/mcp') await goOn.promise;
    return inject(request);
  }) as never);
  onTestFinished(() => held.mockRestore());
  const statuses: number[] = [];
  const sent = Array.from({ length: 5 }, async (_, at) => {
    statuses.push((await sendMessage(server, secrets[at % 2], message)).status);
  });
  await eventually(() => expect(statuses).toHaveLength(2));
  expect(statuses).toEqual([429, 429]);
  goOn.resolve();
  await Promise.all(sent);
  expect(statuses).toEqual([429, 429, 200, 200, 200]);
  expect(await sendMessage(server, secrets[0], message)).toMatchObject({ status: 200 });
});
