import { items } from '@quartermaster/contract/endpoints/items.ts';
import { projects } from '@quartermaster/contract/endpoints/projects.ts';
import { sheetAddresses } from '@quartermaster/contract/endpoints/sheet-addresses.ts';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { clickSword, idOf } from '../support/clicked-sword.ts';
import { examplesIn } from '../support/examples.ts';
import { importFile, outcomesOf } from '../support/import-file.ts';
import { mcpHeaders } from '../support/mcp.ts';
import { startReader } from '../support/reader.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let reader: Awaited<ReturnType<typeof startReader>>;
beforeEach(async () => {
  server = await startTestServer();
  await clickSword(server);
  reader = await startReader(server);
});

test('the examples of imports add, change and check items', async () => {
  shows('5.names.doors');
  const examples = examplesIn('docs/imports.md');
  reader.write('swords.jsonl', examples.take('', '_label'));
  reader.write('swords.csv', examples.take('csv'));
  const { output, problem } = await reader.shell(examples.take('sh'));
  const answers = output.split(/(?<=\})(?=\{"import")/).map((line) => JSON.parse(line));
  expect(answers, problem).toMatchObject([
    { import: { state: 'applied', counts: { added: 2, refused: 0 } } },
    { import: { state: 'checked', counts: { changed: 1, added: 1, refused: 0 } } },
  ]);
  expect(examples.left()).toEqual([]);

  // Somebody else changes what a row is about.
  await importFile(server, JSON.stringify({ _id: 1, price: 6 }));
  const late = await importFile(server, JSON.stringify({ _id: 1, _version: 1, price: 9 }));
  expect(late.status).toBe(409);
  const [, decisions = ''] = /`(\{"decisions".*?\})`/.exec(examples.document) ?? [];
  const decided = await server.app.inject({
    method: 'POST',
    url: `/v1/editor/${server.studio.dev}/imports/${late.import.id}/apply`,
    headers: { authorization: server.bearer('owner'), 'content-type': 'application/json' },
    payload: decisions.replace('"id":5', '"id":1'),
  });
  expect(decided.json()).toMatchObject({ import: { state: 'applied' } });
  const list = { params: { instanceId: server.studio.dev, templateId: 'sword' }, body: { filters: [] } };
  const { items: rows } = await server.call(items.list, list, { as: 'owner' });
  expect(rows[0]?.values[idOf('price')]).toBe(9);
});

describe('the examples of sheets', () => {
  const examples = examplesIn('docs/sheets.md');
  afterAll(() => expect(examples.left()).toEqual([]));
  const makeAddress = async () => {
    const params = { instanceId: server.studio.dev, templateId: 'sword' };
    const body = { name: 'Prices', filters: [], fields: ['sku', 'price', 'notes'], may_propose: true };
    const { url } = await server.call(sheetAddresses.create, { params, body }, { as: 'owner' });
    return url;
  };
  /** The address in place of the one of the example. */
  const at = (text: string, url: string) => {
    expect(text).toContain('https://content.example.com/v1/sheets/7?token=…');
    return text.replace('https://content.example.com/v1/sheets/7?token=…', url);
  };

  test('read a list by its address, and check a range of it', async () => {
    shows('4.sheets.address', '5.names.doors');
    const url = await makeAddress();
    const [, opened = ''] = /^=IMPORTDATA\("(.*)"\)\n$/.exec(at(examples.take('', '=IMPORTDATA'), url)) ?? [];
    const { pathname, search } = new URL(opened);
    expect((await server.app.inject(pathname + search)).body).toContain('"Rusty","rusty","Old",5');

    const [names, ...rows] = [
      ['_id', 'price', 'notes'],
      [1, 6, 'Old'],
      [2, -1, new Date('2026-11-25T03:00:00Z')],
    ];
    // The script waits for its answer, so it runs twice: until it asks, and with the answer.
    const script = at(examples.take('js'), url);
    const run = (fetch: (address: string, options: { contentType: string; payload: string }) => unknown) => {
      const alerts: string[] = [];
      const getValues = () => [names, ...rows];
      const sheets = {
        getActiveRange: () => ({ getValues }),
        getUi: () => ({ alert: (text: string) => alerts.push(text) }),
      };
      new Function('SpreadsheetApp', 'UrlFetchApp', `${script}; checkSelection();`)(sheets, { fetch });
      return alerts;
    };
    let asked = { address: '', contentType: '', payload: '' };
    const ask = (address: string, { contentType, payload }: { contentType: string; payload: string }) => {
      asked = { address, contentType, payload };
      throw new Error('asked');
    };
    expect(() => run(ask)).toThrow('asked');
    const to = new URL(asked.address);
    const answer = await server.app.inject({
      method: 'POST',
      url: to.pathname + to.search,
      headers: { 'content-type': asked.contentType },
      payload: asked.payload,
    });
    const [alert = ''] = run(() => ({ getContentText: () => answer.body, getResponseCode: () => answer.statusCode }));
    expect(JSON.parse(alert.split('\n')[0] ?? '')).toMatchObject({ changed: 1, refused: 1 });
    expect(alert).toContain('Row 3: ');
  });

  test('are records that an import reads, and an export writes', async () => {
    const { projectId, dev } = server.studio;
    const languages = { languages: ['en', 'de'], file_per_language: false };
    await server.call(projects.setLanguages, { params: { projectId }, body: languages }, { as: 'owner' });
    const text = examples.take('json');
    const record = { ...JSON.parse(text), _id: undefined, _version: undefined };
    const made = await importFile(server, JSON.stringify({ sku: 'ore', _label: 'Ore' }));
    expect(made.import.counts.added).toBe(1);
    const changed = await importFile(server, JSON.stringify({ ...record, _id: 1 }));
    expect(outcomesOf(changed)).toEqual(['1 changed']);
    const { body } = await server.app.inject({
      method: 'POST',
      url: `/v1/editor/${dev}/items/sword/export`,
      headers: { authorization: `Bearer ${reader.secret}` },
      payload: { format: 'json', ids: [1] },
    });
    expect(JSON.parse(body)).toMatchObject([{ ...JSON.parse(text), _id: 1, _version: 2 }]);
  });
});

test('the examples for assistants reach the tools', async () => {
  const examples = examplesIn('docs/assistants.md');
  const call = JSON.parse((await reader.shell(examples.take('sh', 'curl'))).output);
  expect(call.result.content[0].text).toContain('sword | Sword | 2');

  /** What a client with these settings gets. */
  const reach = async (url: string, header?: string) => {
    const answer = await fetch(reader.own(url), {
      method: 'POST',
      headers: { ...mcpHeaders(), ...(header !== undefined && { authorization: header }) },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    });
    return answer.status;
  };
  const withToken = (text: string) =>
    text.replace(/\$\{(?:env:QUARTERMASTER_TOKEN|input:quartermaster)\}/, reader.secret);
  const { mcpServers } = JSON.parse(examples.take('json', 'mcpServers'));
  const { servers, inputs } = JSON.parse(examples.take('json', 'servers'));
  expect(inputs).toMatchObject([{ id: 'quartermaster' }]);
  for (const { quartermaster } of [mcpServers, servers])
    expect(await reach(quartermaster.url, withToken(quartermaster.headers.Authorization))).toBe(200);
  const toml = Object.fromEntries([...examples.take('toml').matchAll(/^(\w+) = "(.*)"$/gm)].map(([, ...pair]) => pair));
  expect(await reach(toml.url ?? '', `Bearer ${reader.env[toml.bearer_token_env_var ?? '']}`)).toBe(200);

  reader.program('claude', `#!/bin/sh\nprintf '%s\\n' "$@"\n`);
  for (const status of [401, 200]) {
    const { output } = await reader.shell(examples.take('sh', 'claude'));
    const [, url = ''] = /^(http:.*)$/m.exec(output) ?? [];
    const [, header] = /^Authorization: (.*)$/m.exec(output) ?? [];
    expect(await reach(url, header)).toBe(status);
  }
  expect(examples.left()).toEqual([]);
});
