import { expect, it } from 'vitest';
import { makeToken, sendMessage, toolsOf } from '../support/mcp.ts';
import { field, inOrder, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startTestServer } from '../support/server.ts';

it('smoke', async () => {
  const server = await startTestServer();
  const fields = inOrder([field('sku', 'text', { unique: true, required: true }), field('price', 'integer', { minimum: 0 }), field('loot', 'dynamic-group'), field('what', 'text', { parentId: 'loot' }), field('chance', 'weight', { parentId: 'loot' })]);
  await saveTemplate(server, 'weapon', fields);
  for (const n of [1, 2, 3]) await saveOne(server, saveBody('weapon', fields, { sku: `w${n}`, price: n, loot: [{ what: 'a', chance: 1 }, { what: 'b', chance: n }] }, { label: `Sword <b>${n}` }));
  const { secret } = await makeToken(server);
  console.log(await sendMessage(server, undefined, {}));
  console.log(await sendMessage(server, secret, { jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: '2025-03-26', capabilities: {}, clientInfo: { name: 'x', version: '1' } } }));
  const list = await sendMessage(server, secret, { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });
  console.log(list.text.length, list.text);
  const { call } = toolsOf(server, secret);
  for (const [name, args] of [
    ['describe', {}],
    ['describe', { templates: ['weapon'] }],
    ['describe', { templates: ['weapn'] }],
    ['find', { template: 'weapon', fields: ['price', 'loot'], filters: [{ field: 'price', op: 'between', value: [2, 9] }], sort: { field: 'price', direction: 'desc' } }],
    ['find', { template: 'weapon', limit: 1 }],
    ['find', { template: 'weapons' }],
    ['find', { template: 'weapon', fields: ['prize'] }],
    ['get', { template: 'weapon', items: ['w2', 1, 77] }],
    ['used_by', { template: 'weapon', item: 1 }],
    ['history', { template: 'weapon', item: 'w1' }],
    ['history', { template: 'weapon' }],
    ['compare', { template: 'weapon', item: 'w1', from: 1 }],
    ['compare', { template: 'weapon', with: 'Stage' }],
    ['roll', { template: 'weapon', item: 'w3', field: 'chance' }],
    ['roll', { template: 'weapon', item: 'w3', field: 'price' }],
    ['validate', { changes: [{ template: 'weapon', items: [{ _id: 1, price: -1 }] }] }],
    ['get_proposal', {}],
    ['find', { nope: 1 }],
    ['nope', {}],
  ] as const) {
    try { console.log(name, JSON.stringify(args)); console.log((await call(name, args)).text); } catch (error) { console.log(String(error)); }
  }
  expect(1).toBe(1);
});
