import { createHash } from 'node:crypto';
import { api } from '@quartermaster/contract/endpoints/api.ts';
import { instances } from '@quartermaster/contract/endpoints/instances.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { menu } from '@quartermaster/contract/endpoints/menu.ts';
import { accounts } from '@quartermaster/contract/endpoints/people/accounts.ts';
import { reports } from '@quartermaster/contract/endpoints/reports.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { renderReference } from '../../server/modules/docs/page.ts';
import { addMember } from '../../server/modules/workspaces/service.ts';
import { shows } from '../specification/shows.ts';
import { eventually } from '../support/eventually.ts';
import { field, inOrder, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});

const as = { as: 'owner' } as const;
const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const params = <P extends object>(over?: P) => ({ instanceId: server.studio.dev, templateId: 'thing', ...(over as P) });
const fields = inOrder([field('price', 'integer')]);

describe('every call', () => {
  test('is under /v1 only', () => {
    shows('1.7.all.prefix', '2.7.all.prefix', '3.names.one-contract');
    for (const { endpoint } of api) {
      const isServed = (url: string) => server.app.hasRoute({ method: endpoint.method, url });
      expect([endpoint.path, isServed(`/v1${endpoint.path}`), isServed(endpoint.path)]).toEqual([
        endpoint.path,
        true,
        false,
      ]);
    }
  });

  test('answers JSON and accepts only JSON', async () => {
    shows('1.7.all.json', '2.7.all.json');
    const { headers } = await server.send(accounts.get, {}, as);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    const url = '/v1/accounts/login';
    const payload = 'email=owner%40studio.test&password=Quartermaster1';
    for (const type of ['application/x-www-form-urlencoded', 'text/plain']) {
      const answer = await server.app.inject({ method: 'POST', url, payload, headers: { 'content-type': type } });
      expect([answer.statusCode, answer.json().status_code]).toEqual([415, 415]);
    }
  });
});

test('a person may belong to several workspaces, with a separate role in each', async () => {
  shows('1.1.many-workspaces', '1.1.role-per-workspace');
  const { workspaceId, elsewhere, free, accounts: ids } = server.studio;
  const now = server.clock.now();
  await server.app.deps.database.transaction(async (query) => {
    await addMember(query, { workspaceId: elsewhere.workspaceId, accountId: ids.owner, role: 'admin', now });
    await addMember(query, { workspaceId: free.workspaceId, accountId: ids.owner, role: 'member', now });
  });
  expect((await server.call(accounts.listRoles, {}, as)).workspaces).toEqual([
    { id: workspaceId, workspace_role_id: 1 },
    { id: elsewhere.workspaceId, workspace_role_id: 2 },
    { id: free.workspaceId, workspace_role_id: 3 },
  ]);
  const { workspace_role_id } = await server.call(
    instances.getPermissions,
    { params: { instanceId: elsewhere.dev } },
    as,
  );
  expect(workspace_role_id).toBe(2);
});

describe('a template', () => {
  test('has the creation and modification time of each field', async () => {
    shows('2.3.field.created-at', '2.3.field.updated-at');
    await saveTemplate(server, 'thing', fields);
    const [created] = (await server.call(templates.get, { params: params() }, as)).fields;
    expect(created).toMatchObject({ created_at: moment, updated_at: moment });
    server.clock.advance(60);
    const renamed = inOrder([field('price', 'integer', { name: 'cost' })]);
    await saveTemplate(server, 'thing', renamed, { version: 1 });
    const [changed] = (await server.call(templates.get, { params: params() }, as)).fields;
    expect(changed?.created_at).toBe(created?.created_at);
    expect(Date.parse(changed?.updated_at ?? '')).toBeGreaterThanOrEqual(
      Date.parse(created?.updated_at ?? '') + 60_000,
    );
  });

  const save = async (body: object) =>
    (await server.send(templates.save, { params: params(), body: { version: 0, fields: [], ...body } }, as)).status;
  const lengths = (counts: number[], make: (text: string) => Promise<number>) =>
    Promise.all(counts.map((count) => make('x'.repeat(count))));

  test('has an id of 3 to 64 characters that is not "image"', async () => {
    shows('2.3.template.id-length', '2.3.template.image-reserved', '2.9.template.id', '3.settled.template-id.length');
    const ids = (text: string) => save({ id: text, label: 'Thing' });
    expect(await lengths([2, 3, 64, 65], ids)).toEqual([422, 200, 200, 422]);
    expect(await ids('image')).not.toBe(200);
  });

  test('has a name of 3 to 64 characters', async () => {
    shows('2.9.template.name');
    const labels = (text: string) => save({ id: `id_${text.length}`, label: text });
    expect(await lengths([2, 3, 64, 65], labels)).toEqual([422, 200, 200, 422]);
  });

  test('has fields with a name of 1 to 64 and a label of 1 to 96 characters', async () => {
    shows('2.9.field.label', '2.9.field.name');
    const settings = (id: string, over: object) =>
      save({ id, label: 'Thing', fields: [field('a', 'text', { name: 'a', label: 'A', ...over })] });
    const names = (text: string) => settings(`name_${text.length}`, { name: text });
    const labels = (text: string) => settings(`label_${text.length}`, { label: text });
    expect(await lengths([0, 1, 64, 65], names)).toEqual([422, 200, 200, 422]);
    expect(await lengths([0, 1, 96, 97], labels)).toEqual([422, 200, 200, 422]);
  });
});

test('an item has its id, a positive integer, and its version', async () => {
  shows('2.3.item.id', '3.calls.item-id.positive-integer', '3.calls.version.item');
  await saveTemplate(server, 'thing', fields);
  const { id } = await saveOne(server, saveBody('thing', fields, { price: 1 }, { label: 'Axe' }));
  expect(Number.isInteger(id) && id > 0).toBe(true);
  const read = async () => (await server.call(items.get, { params: params({ id }) }, as)).item;
  expect(await read()).toEqual({
    id,
    template_id: 'thing',
    header: { internal_label: 'Axe' },
    version: 1,
    created_at: moment,
    updated_at: moment,
    fields: [
      {
        id: 'price',
        template_field_id: 'price',
        template_field_type: 'integer',
        template_group_id: null,
        template_group_path: null,
        value: 1,
      },
    ],
  });
  await saveOne(server, saveBody('thing', fields, {}, { before: { price: 1 }, label: 'Axe', id, version: 1 }));
  expect(await read()).toMatchObject({ version: 2, fields: [] });
});

test('a value may have the id of its upload', async () => {
  await saveTemplate(server, 'thing', fields);
  const body = saveBody('thing', fields, { price: 1 });
  for (const upload_id of ['upload-1', null]) {
    const [price] = body.fields;
    const call = { params: params(), body: { ...body, fields: [{ ...price, upload_id }] } };
    expect((await server.send(items.save, call, as)).status).toBe(200);
  }
});

test('a menu node has id, label, parent and order; a folder has no template', async () => {
  shows('2.3.menu.id', '2.3.menu.template-id-folder');
  await saveTemplate(server, 'thing', fields);
  const { dev } = server.studio;
  await server.app.deps.database.query(
    `insert into menu_nodes (instance_id, id, parent_id, label, template_id, "order") values
      ($1, 'gear', 'root', 'Gear', '', 0), ($1, 'swords', 'gear', 'Swords', 'thing', 3)`,
    [dev],
  );
  const nodes = (await server.call(menu.list, { params: { instanceId: dev } }, as)).menu;
  expect(nodes.filter(({ id }) => ['gear', 'swords'].includes(id))).toEqual([
    { id: 'gear', parent_id: 'root', label: 'Gear', template_id: '', order: 0 },
    { id: 'swords', parent_id: 'gear', label: 'Swords', template_id: 'thing', order: 3 },
  ]);
});

test('a report has its steps, each with its start, its end and its file', async () => {
  shows('2.3.report-step.completed-at', '2.3.report-step.id', '2.3.report-step.started-at');
  const { dev: instanceId } = server.studio;
  await saveTemplate(server, 'thing', fields);
  const { id: reportId } = await server.call(reports.start, { params: { instanceId }, body: {} }, as);
  const report = await eventually(async () => {
    const { report } = await server.call(reports.get, { params: { instanceId, reportId } }, as);
    expect(report.completed_steps).toBe(report.total_steps);
    return report;
  });
  const step = { id: expect.any(Number), started_at: moment, completed_at: moment };
  expect(report).toEqual({
    id: reportId,
    created_at: moment,
    total_steps: 2,
    completed_steps: 2,
    path: expect.stringMatching(/^[\w-]+$/),
    state: 'completed',
    error: null,
    steps: [
      { ...step, template_id: 'image', file: 'image.json' },
      { ...step, template_id: 'thing', file: 'thing.json' },
    ],
  });
  const [first, second] = report.steps;
  expect(first?.id).not.toBe(second?.id);
  const times = { started_at: '2026-01-01T00:00:00.000Z', completed_at: '2026-01-02T00:00:00.000Z' };
  const [start, end] = Object.values(times);
  await server.app.deps.database.query('update report_steps set started_at = $2, completed_at = $3 where id = $1', [
    first?.id,
    start,
    end,
  ]);
  const read = await server.call(reports.get, { params: { instanceId, reportId } }, as);
  expect(read.report.steps[0]).toMatchObject(times);
});

test('an encrypted API token is stored with a hash for look-ups', async () => {
  shows('3.calls.token.hash');
  const { token } = await server.call(instances.getToken, { params: { instanceId: server.studio.dev } }, as);
  const rows = await server.app.deps.database.query<{ token_hash: string }>('select token_hash from api_tokens', []);
  expect(rows).toEqual([{ token_hash: createHash('sha256').update(token).digest('hex') }]);
});

test('the API reference is rendered from the OpenAPI document', async () => {
  shows('3.start.address.docs-from-openapi');
  const document = (await server.app.inject('/openapi.json')).json();
  const { body } = await server.app.inject('/docs');
  expect(body).toBe(renderReference(document));
});

test('the quick start is served from the sources, too', async () => {
  const { body } = await server.app.inject('/docs/quick-start');
  expect(body).toContain('<h1>Quick start</h1>');
});
