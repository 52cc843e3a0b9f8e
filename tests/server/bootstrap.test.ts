import { bootstrap } from '@quartermaster/contract/endpoints/bootstrap.ts';
import { instances } from '@quartermaster/contract/endpoints/instances.ts';
import { menu } from '@quartermaster/contract/endpoints/menu.ts';
import { accounts } from '@quartermaster/contract/endpoints/people/accounts.ts';
import { projects } from '@quartermaster/contract/endpoints/projects.ts';
import { workspaces } from '@quartermaster/contract/endpoints/workspaces.ts';
import { beforeEach, expect, test } from 'vitest';
import { type Person, startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});

const day = 86_400_000;
const people: Person[] = ['owner', 'admin', 'member', 'stranger'];

/** The answers of the calls that `bootstrap.ofAccount` replaces. */
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
      expect(await server.call(bootstrap.ofAccount, {}, { as })).toEqual(await partsOf(as));
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

test('the first call of an instance answers as its parts do', async () => {
  const inDev = { params: { instanceId: server.studio.dev } };
  for (const as of ['owner', 'member'] as const) {
    expect(await server.call(bootstrap.ofInstance, inDev, { as })).toEqual({
      permissions: await server.call(instances.getPermissions, inDev, { as }),
      menu: await server.call(menu.list, inDev, { as }),
    });
  }
});
