import { anyone, hasRole, type Permission } from '@quartermaster/contract/access.ts';
import { api } from '@quartermaster/contract/endpoints/api.ts';
import { instances } from '@quartermaster/contract/endpoints/instances.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import type { ErrorBody } from '@quartermaster/contract/errors.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { copyInstanceContent } from '../../server/content/schema/copy-content.ts';
import { createRole, grantRole } from '../../server/modules/workspaces/service.ts';
import { shows } from '../specification/shows.ts';
import { emptyApp } from '../support/app.ts';
import { sampleFields, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { type Person, startTestServer, type TestServer, urlOf } from '../support/server.ts';
import { sampleInput } from '../support/server-shapes.ts';

let server: TestServer;
const fields = sampleFields('thing');
beforeEach(async () => {
  server = await startTestServer();
});

/** Gives the member these permissions as well; in Dev they have READ from the start. */
async function allow(allowed: Permission[], instanceId = server.studio.dev) {
  const { workspaceId, accounts } = server.studio;
  const { query } = server.app.deps.database;
  const roleId = await createRole(query, { workspaceId, name: allowed.join(), allowed });
  await grantRole(query, { workspaceId, instanceId, accountId: accounts.member, roleId });
}

const params = (over: object = {}) => ({ instanceId: server.studio.dev, templateId: 'thing', ...over });
const answerTo = async (...call: Parameters<TestServer['send']>) => {
  const { status, body } = await server.send(...call);
  return [status, (body as { error?: string } | undefined)?.error];
};
const done = [200, undefined];
const forbidden = [403, 'forbidden'];

describe('items', () => {
  beforeEach(() => saveTemplate(server, 'thing', fields));
  const as = { as: 'member' as Person };

  test('are created, changed and deleted with CREATE_ITEM only', async () => {
    shows('2.6.create-item.creates', '2.6.create-item.saves', '3.calls.delete-item.permission');
    const { id } = await saveOne(server, saveBody('thing', fields, { price: 1 }));
    const create = { params: params(), body: saveBody('thing', fields, { price: 2 }) };
    const change = {
      params: params(),
      body: saveBody('thing', fields, { price: 3 }, { before: { price: 1 }, id, version: 1 }),
    };
    const many = { params: params(), body: { items: [saveBody('thing', fields, {})] } };
    const remove = { params: params({ id }) };
    await allow(['EXPORT', 'MENU_MANAGEMENT', 'INSTANCE_CHANGES', 'MOVE_INSTANCE_CHANGES', 'CREATE_TEMPLATE']);
    expect(await answerTo(items.save, create, as)).toEqual(forbidden);
    expect(await answerTo(items.save, change, as)).toEqual(forbidden);
    expect(await answerTo(items.saveMany, many, as)).toEqual(forbidden);
    expect(await answerTo(items.delete, remove, as)).toEqual(forbidden);
    await allow(['CREATE_ITEM']);
    expect(await answerTo(items.save, create, as)).toEqual(done);
    expect(await answerTo(items.save, change, as)).toEqual(done);
    expect(await answerTo(items.saveMany, many, as)).toEqual(done);
    expect(await answerTo(items.delete, remove, as)).toEqual(done);
  });

  test.each(['stage', 'prod'] as const)(
    'of %s are saved with CREATE_ITEM there, and not with that of Dev',
    async (env) => {
      shows('3.outside-dev.save', '3.outside-dev.save-permission');
      const { dev, [env]: instanceId } = server.studio;
      const { id } = await saveOne(server, saveBody('thing', fields, { price: 1 }));
      await server.app.deps.database.transaction((query) => copyInstanceContent(query, { from: dev, to: instanceId }));
      const change = {
        params: params({ instanceId }),
        body: saveBody('thing', fields, { price: 2 }, { before: { price: 1 }, id, version: 1 }),
      };
      await allow(['CREATE_ITEM']);
      await allow(['READ'], instanceId);
      expect(await answerTo(items.save, change, as)).toEqual(forbidden);
      await allow(['READ', 'CREATE_ITEM'], instanceId);
      expect(await answerTo(items.save, change, as)).toEqual(done);
      const { item } = await server.call(items.get, { params: { instanceId, templateId: 'thing', id } }, as);
      expect(item.fields.map(({ value }) => value)).toEqual([2]);
    },
  );

  test.each(['dev', 'prod'] as const)('of %s are not revealed by a version conflict without READ', async (env) => {
    const { studio, app } = server;
    const { id } = await saveOne(server, saveBody('thing', fields, { price: 1 }));
    const instanceId = studio[env];
    await app.deps.database.query("update templates set instance_id = $1 where id = 'thing'", [instanceId]);
    await app.deps.database.query('delete from instance_members where account_id = $1', [studio.accounts.member]);
    await allow(['CREATE_ITEM'], instanceId);
    const read = { params: params({ instanceId, id }) };
    expect(await answerTo(items.get, read, as)).toEqual(forbidden);
    const outdated = saveBody('thing', fields, { price: 2 }, { id, version: 7 });
    const one = await server.send(items.save, { params: params({ instanceId }), body: outdated }, as);
    expect(one).toMatchObject({ status: 409, body: { error: 'version' } });
    expect((one.body as ErrorBody).details).toEqual({ version: 1 });
    const batch = { params: params({ instanceId }), body: { items: [outdated] } };
    const many = await server.send(items.saveMany, batch, as);
    expect((many.body as ErrorBody).details).toEqual({ stale: [{ index: 0, version: 1 }] });
    await allow(['READ'], instanceId);
    const { item } = await server.call(items.get, { params: { instanceId, templateId: 'thing', id } }, as);
    const shown = await server.send(items.save, { params: params({ instanceId }), body: outdated }, as);
    const saved = { by: expect.any(String), by_id: expect.any(Number), at: expect.any(String) };
    expect((shown.body as ErrorBody).details).toEqual({ version: 1, item, saved });
  });

  test('are not deleted outside of Dev, whatever the permissions', async () => {
    shows('3.calls.delete-item.dev-only');
    const { id } = await saveOne(server, saveBody('thing', fields, {}));
    for (const instanceId of [server.studio.stage, server.studio.prod]) {
      const call = { params: params({ instanceId, id }) };
      expect(await answerTo(items.delete, call, { as: 'owner' })).toEqual([403, 'environment']);
    }
  });
});

describe('templates', () => {
  test('are saved and deleted with CREATE_TEMPLATE only', async () => {
    shows('3.calls.delete-template.permission', '2.6.create-template.saves');
    const save = { params: params(), body: { id: 'thing', label: 'Thing', version: 0, fields: [] } };
    await allow(['EXPORT', 'MENU_MANAGEMENT', 'INSTANCE_CHANGES', 'MOVE_INSTANCE_CHANGES', 'CREATE_ITEM']);
    expect(await answerTo(templates.save, save, { as: 'member' })).toEqual(forbidden);
    expect(await answerTo(templates.delete, { params: params() }, { as: 'member' })).toEqual(forbidden);
    await allow(['CREATE_TEMPLATE']);
    expect(await answerTo(templates.save, save, { as: 'member' })).toEqual(done);
    expect(await answerTo(templates.delete, { params: params() }, { as: 'member' })).toEqual(done);
  });

  test('are neither changed nor deleted outside of Dev, whatever the permissions', async () => {
    shows('3.calls.delete-template.dev-only', '3.outside-dev.template-change');
    await saveTemplate(server, 'thing', []);
    for (const instanceId of [server.studio.stage, server.studio.prod]) {
      const { dev } = server.studio;
      await server.app.deps.database.transaction((query) => copyInstanceContent(query, { from: dev, to: instanceId }));
      const call = { params: params({ instanceId }) };
      const body = { id: 'thing', label: 'Another', version: 1, fields: [] };
      expect(await answerTo(templates.save, { ...call, body }, { as: 'owner' })).toEqual([403, 'environment']);
      expect(await answerTo(templates.delete, call, { as: 'owner' })).toEqual([403, 'environment']);
    }
  });
});

describe('a call to a workspace', () => {
  const ask = async (as: Person, workspaceId: number, access: object) => {
    const app = emptyApp(() => server.app.deps);
    app.get('/open', { config: { access: anyone } }, () => ({}));
    app.get('/:workspaceId', { config: { access: access as never } }, () => ({ ok: true }));
    const headers = { authorization: server.bearer(as) };
    const answer = await app.inject({ url: `/${workspaceId}`, headers });
    await app.close();
    return [answer.statusCode, answer.json().error];
  };

  test('for owners and admins answers 403 to a member and 404 to a stranger', async () => {
    shows('1.6.check.role', '3.errors.status.403-role');
    const { workspaceId } = server.studio;
    const access = hasRole('workspace', 'owner', 'admin');
    expect(await ask('owner', workspaceId, access)).toEqual(done);
    expect(await ask('admin', workspaceId, access)).toEqual(done);
    expect(await ask('member', workspaceId, access)).toEqual(forbidden);
    expect(await ask('stranger', workspaceId, access)).toEqual([404, 'not_found']);
  });

  test('that the plan does not include answers 402', async () => {
    shows('3.errors.status.402-plan');
    const access = { ...hasRole('workspace', 'owner'), feature: 'customRoles' };
    expect(await ask('owner', server.studio.workspaceId, access)).toEqual(done);
    expect(await ask('free', server.studio.free.workspaceId, access)).toEqual([402, 'plan']);
  });
});

test('an API token gives access only to the delivery of its instance', async () => {
  shows('3.calls.delivery.nothing-else');
  const { workspaceId, projectId, dev: instanceId } = server.studio;
  const { token } = await server.call(instances.getToken, { params: { instanceId } }, { as: 'owner' });
  const headers = { authorization: `Bearer ${token}` };
  const closed = api.filter(({ endpoint: { access } }) => access.scope !== 'public' && !('token' in access));
  expect(closed.length).toBeGreaterThan(20);
  for (const entry of closed) {
    const input = sampleInput(entry, { workspaceId, projectId, instanceId });
    const url = urlOf(entry.endpoint, input);
    const { statusCode } = await server.app.inject({ method: entry.endpoint.method, url, headers });
    expect([entry.name, statusCode]).toEqual([entry.name, 401]);
  }
});
