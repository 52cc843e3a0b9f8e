import { can, type Permission, type PermissionGroup } from '@quartermaster/contract/access.ts';
import { screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, test } from 'vitest';
import { createRole, grantRole } from '../../server/modules/workspaces/service.ts';
import { RequireAccess } from '../../src/shared/access/require-access.tsx';
import { shows } from '../specification/shows.ts';
import { partHome } from '../support/part.tsx';
import { startTestServer } from '../support/server.ts';

/** Opens a page that requires one of these permission groups, as a member with these permissions in Dev. */
async function openPage(held: readonly Permission[], groups: readonly PermissionGroup[]) {
  const server = await startTestServer();
  const { workspaceId, dev, accounts } = server.studio;
  const { db } = server.app.deps.database;
  const roleId = await createRole(db, { workspaceId, name: 'Some', allowed: held });
  await grantRole(db, { workspaceId, instanceId: dev, accountId: accounts.member, roleId });
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
  'having only part of each group leads to /access-denied: %s',
  async (held) => {
    shows('2.6.guard.permission-group');
    await openPage(held, groups);
    expect(await screen.findByText('Access denied')).toBeTruthy();
  },
);
