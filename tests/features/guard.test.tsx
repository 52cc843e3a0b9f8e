import { MantineProvider } from '@mantine/core';
import { createNotificationsStore } from '@mantine/notifications';
import { can, type Permission, type PermissionGroup } from '@quartermaster/contract/access.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { createStore, Provider } from 'jotai';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { createRole, grantRole } from '../../server/modules/workspaces/service.ts';
import { createNotify } from '../../src/app/notify.tsx';
import { createQueryClient } from '../../src/app/query-client.ts';
import { activeInstanceAtom } from '../../src/shared/session/active-instance.ts';
import { RequireAccess } from '../../src/shared/session/require-access.tsx';
import { type Request, type Services, ServicesContext } from '../../src/shared/session/services.ts';
import { startTestServer } from '../support/server.ts';

beforeAll(() => startTestServer());

/** A page that asks for one of these groups, opened by a member who holds these permissions in Dev. */
async function openPage(held: readonly Permission[], groups: readonly PermissionGroup[]) {
  const server = await startTestServer();
  const { workspaceId, dev, accounts } = server.studio;
  const { db } = server.app.deps.database;
  const roleId = await createRole(db, { workspaceId, name: 'Some', allowed: held });
  await grantRole(db, { workspaceId, instanceId: dev, accountId: accounts.member, roleId });
  const request: Request = (endpoint, input) => server.call(endpoint, input, { as: 'member' });
  const notify = createNotify(createNotificationsStore());
  const queries = createQueryClient({ notify, report: () => undefined, onPageLost: () => undefined });
  const store = createStore();
  store.set(activeInstanceAtom, dev);
  const router = createMemoryRouter([
    { path: '/', element: <RequireAccess to={{ access: can(groups), safe: true }}>The page</RequireAccess> },
    { path: '/access-denied', element: 'Access denied' },
  ]);
  const view = render(
    <Provider store={store}>
      <ServicesContext value={{ request, notify } as Services}>
        <QueryClientProvider client={queries}>
          <MantineProvider>
            <RouterProvider router={router} />
          </MantineProvider>
        </QueryClientProvider>
      </ServicesContext>
    </Provider>,
  );
  onTestFinished(() => {
    view.unmount();
    queries.clear();
  });
}

const groups = [
  ['EXPORT', 'MENU_MANAGEMENT'],
  ['CREATE_ITEM', 'CREATE_TEMPLATE'],
] as const;

test.each([[['EXPORT', 'MENU_MANAGEMENT']], [['READ', 'CREATE_ITEM', 'CREATE_TEMPLATE', 'EXPORT']]] as const)(
  'a page opens for whoever holds all permissions of one listed group: %s',
  async (held) => {
    await openPage(held, groups);
    expect(await screen.findByText('The page')).toBeTruthy();
  },
);

test.each([[['EXPORT']], [['EXPORT', 'CREATE_TEMPLATE', 'READ']]] as const)(
  'a part of each group leads to /access-denied: %s',
  async (held) => {
    await openPage(held, groups);
    expect(await screen.findByText('Access denied')).toBeTruthy();
  },
);
