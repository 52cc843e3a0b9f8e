import { bootstrap } from '@quartermaster/contract/endpoints/bootstrap.ts';
import type { Input } from '@quartermaster/contract/endpoints/endpoint.ts';
import { instances } from '@quartermaster/contract/endpoints/instances.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { menu } from '@quartermaster/contract/endpoints/menu.ts';
import { accounts } from '@quartermaster/contract/endpoints/people/accounts.ts';
import { projects } from '@quartermaster/contract/endpoints/projects.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { views } from '@quartermaster/contract/endpoints/views.ts';
import { workspaces } from '@quartermaster/contract/endpoints/workspaces.ts';
import { filterOps } from '@quartermaster/contract/field-types/filters.ts';
import { beforeEach, expect, test } from 'vitest';
import { saveWeapons } from '../support/item-content.ts';
import { type Person, startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let sword: number;
beforeEach(async () => {
  server = await startTestServer();
  [sword = 0] = (
    await saveWeapons(server, [
      ['Sword', { cost: 1 }],
      ['Axe', { cost: 2 }],
    ])
  ).weapons;
});

const day = 86_400_000;
const people: Person[] = ['owner', 'admin', 'member'];

const paramsOf = (templateId = 'weapon') => ({ instanceId: server.studio.dev, templateId });
const first = (as: Person, body: Input<typeof bootstrap.ofTemplate>['body']) =>
  server.call(bootstrap.ofTemplate, { params: paramsOf(), body }, { as });

/** The answers about an account of the calls that `bootstrap.ofTemplate` replaces. */
const partsOf = async (as: Person) => ({
  settings: await server.call(accounts.getSettings, {}, { as }),
  roles: await server.call(accounts.listRoles, {}, { as }),
  workspaces: await server.call(workspaces.list, {}, { as }),
});

test('the account’s first call answers as its parts do, before and after the plan ends', async () => {
  const { workspaceId, stage } = server.studio;
  await server.call(projects.create, { body: { project_name: 'Second', workspace_id: workspaceId } }, { as: 'owner' });
  await server.call(workspaces.create, { body: { name: 'Own' } }, { as: 'member' });
  await server.call(instances.activate, { params: { instanceId: stage } }, { as: 'admin' });
  const readOnly = [];
  for (const days of [1, -1]) {
    await server.app.deps.database.query(
      `update subscriptions set plan = 'teams', status = 'cancel_requested', ends_as = 'free', next_billing_date_at = $2 where workspace_id = $1`,
      [workspaceId, new Date(server.clock.now().getTime() + days * day)],
    );
    for (const as of people) {
      expect(await first(as, {})).toMatchObject(await partsOf(as));
    }
    const { workspaces: listed } = await partsOf('owner');
    readOnly.push(listed.workspaces.find(({ id }) => id === workspaceId)?.projects.map((one) => one.is_read_only));
  }
  expect(readOnly).toEqual([
    [false, false],
    [false, true],
  ]);
  expect((await partsOf('admin')).settings).toEqual({ active_instance_id: stage });
});

test('the first call of a list answers as its parts do', async () => {
  const params = paramsOf();
  const filters = [{ template_field_id: 'label', op: filterOps.contains, value: 'S' }];
  const list = { filters, limit: 25, images: true };
  for (const as of ['owner', 'member'] as const) {
    expect(await first(as, { list })).toEqual({
      ...(await partsOf(as)),
      permissions: await server.call(instances.getPermissions, { params }, { as }),
      menu: await server.call(menu.list, { params }, { as }),
      template: await server.call(templates.get, { params }, { as }),
      views: await server.call(views.list, { params }, { as }),
      page: await server.call(items.list, { params, body: list }, { as }),
    });
  }
});

test('the first call of an item answers with the item, and without what a list needs', async () => {
  const answer = await first('member', { item: sword });
  expect(answer.item).toEqual(await server.call(items.get, { params: { ...paramsOf(), id: sword } }, { as: 'member' }));
  expect(answer).not.toHaveProperty('views');
  expect(answer).not.toHaveProperty('page');
});

test('a call for rows without a limit, for a template or an item that is missing, or by a stranger is refused', async () => {
  const refusal = async (as: Person, body: object, params = paramsOf()) =>
    (await server.send(bootstrap.ofTemplate, { params, body }, { as })).status;
  expect(await refusal('owner', { list: { filters: [] } })).toBe(422);
  expect(await refusal('owner', { item: 99 })).toBe(404);
  expect(await refusal('owner', {}, paramsOf('missing'))).toBe(404);
  expect(await refusal('stranger', {})).toBe(404);
});
