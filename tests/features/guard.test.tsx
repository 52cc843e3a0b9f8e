import { can, type Permission, type PermissionGroup } from '@quartermaster/contract/access.ts';
import { members } from '@quartermaster/contract/endpoints/people/members.ts';
import { act, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, test } from 'vitest';
import { addMember, createRole, grantRole } from '../../server/modules/workspaces/service.ts';
import { activeInstanceAtom } from '../../src/shared/access/active-instance.ts';
import { Can } from '../../src/shared/access/can.tsx';
import { RequireAccess } from '../../src/shared/access/require-access.tsx';
import { shows } from '../specification/shows.ts';
import { partHome } from '../support/part.tsx';
import { startTestServer } from '../support/server.ts';

/** Opens a page that requires one of these permission groups, as a member with these permissions in Dev. */
async function openPage(held: readonly Permission[], groups: readonly PermissionGroup[]) {
  const server = await startTestServer();
  const { workspaceId, dev, accounts } = server.studio;
  const { query } = server.app.deps.database;
  const roleId = await createRole(query, { workspaceId, name: 'Some', allowed: held });
  await grantRole(query, { workspaceId, instanceId: dev, accountId: accounts.member, roleId });
  const router = createMemoryRouter([
    { path: '/', element: <RequireAccess to={{ access: can(groups), safe: true }}>The page</RequireAccess> },
    { path: '/access-denied', element: 'Access denied' },
  ]);
  partHome({ server, as: 'member', instanceId: dev }).mount(<RouterProvider router={router} />);
}

const groups = [
  ['EXPORT', 'MENU_MANAGEMENT'],
  ['CREATE_ITEM', 'CREATE_TEMPLATE'],
] as const;

test.each([[['EXPORT', 'MENU_MANAGEMENT']], [['READ', 'CREATE_ITEM', 'CREATE_TEMPLATE', 'EXPORT']]] as const)(
  'a page opens if the member has all permissions of one group: %s',
  async (held) => {
    shows('2.6.guard.permission-group');
    await openPage(held, groups);
    expect(await screen.findByText('The page')).toBeTruthy();
  },
);

test.each([[['EXPORT']], [['EXPORT', 'CREATE_TEMPLATE', 'READ']]] as const)(
  'having only part of each group redirects to /access-denied: %s',
  async (held) => {
    shows('2.6.guard.permission-group');
    await openPage(held, groups);
    expect(await screen.findByText('Access denied')).toBeTruthy();
  },
);

test('without a workspace the role is the one in the active instance', async () => {
  shows('1.6.check.role-from-instance');
  const server = await startTestServer();
  const { workspaceId, dev, viewerRoleId, accounts, elsewhere } = server.studio;
  // A member of the studio who owns another workspace.
  await server.app.deps.database.transaction(async (query) => {
    await addMember(query, { workspaceId, accountId: accounts.stranger, role: 'member', now: server.clock.now() });
    await grantRole(query, { workspaceId, instanceId: dev, accountId: accounts.stranger, roleId: viewerRoleId });
  });
  const home = partHome({ server, as: 'stranger', instanceId: dev });
  home.mount(
    <Can do={members.list} otherwise={(refusal) => `Refused: ${refusal}`}>
      The members
    </Can>,
  );
  expect(await screen.findByText('Refused: role')).toBeTruthy();
  act(() => home.store.set(activeInstanceAtom, elsewhere.dev));
  expect(await screen.findByText('The members')).toBeTruthy();
});
