import { type Permission, workspaceRoles } from '@quartermaster/contract/access.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { isAccessTaken } from '../../src/shared/access/is-access-taken.ts';
import { HttpError } from '../../src/shared/http/http-error.ts';
import { shows } from '../specification/shows.ts';
import { allowInDev } from '../support/allow-in-dev.ts';
import { renderConsole } from '../support/console.tsx';
import { countCalls } from '../support/counted-calls.ts';
import { saveWeapons } from '../support/item-content.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const leaveWorkspace = async ({ app, studio }: TestServer) => {
  await allowInDev({ app, studio } as TestServer);
  await app.deps.database.query('delete from workspace_members where account_id = $1', [studio.accounts.member]);
};

async function open(path: (server: TestServer, id: number) => string, ...allowed: Permission[]) {
  const server = await startTestServer();
  const { weapons } = await saveWeapons(server, [['Sword', { cost: 120, attrib: [{ key: 'a' }] }]]);
  await allowInDev(server, ...allowed);
  const { calls, intercept } = countCalls();
  const id = weapons[0] ?? 0;
  const opened = await renderConsole(path(server, id), { server, as: 'member', intercept });
  return { ...opened, server, id, calls };
}

const under = ({ studio }: TestServer) => `/instance/${studio.dev}/templates`;
const sword = (server: TestServer, id: number) => `${under(server)}/weapon/items/${id}/edit`;
const field = (name: RegExp | string) => screen.getByLabelText(name, { selector: 'input, textarea' });
const found = (name: RegExp | string) => screen.findByLabelText(name, { selector: 'input, textarea' });

test('a member who loses the permission while typing an item can copy the text, and sees no control to save it', async () => {
  const { user, server, overlay, path, id } = await open(sword, 'READ', 'CREATE_ITEM', 'EXPORT');
  await user.clear(await found(/^Cost/));
  await user.type(field(/^Cost/), '150x');
  await user.type(field(/^Key/), 'bc');
  await allowInDev(server, 'READ', 'MENU_MANAGEMENT');
  await user.clear(field(/^Cost/));
  await user.type(field(/^Cost/), '175');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await user.click(await screen.findByRole('button', { name: 'Yes, save changes' }));

  const notice = await screen.findByText('You can no longer save this item');
  expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Delete item' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const main = screen.getByRole('main');
  expect(within(main).queryAllByRole('textbox')).toEqual([]);
  expect(within(main).getByText('175')).toBeTruthy();
  expect(within(main).getByText('abc')).toBeTruthy();
  const toast = await within(overlay).findByText(/^You no longer have these permissions/);
  expect(toast.textContent).toBe(
    'You no longer have these permissions in Studio game (dev): “Can export items”, “Can create item”. ' +
      'You now have these permissions in Studio game (dev): “Can setup navigation”.',
  );

  const write = vi.spyOn(navigator.clipboard, 'writeText');
  await user.click(within(main).getByRole('button', { name: 'Copy the typed text' }));
  expect(write.mock.lastCall).toEqual(['Label: Sword\nCost: 175\nAttributes 1\n  Key: abc']);

  await user.click(screen.getByRole('link', { name: 'Back to Weapon' }));
  expect(await screen.findByRole('dialog', { name: 'Leave without saving?' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Stay on this page' }));
  expect(path()).toBe(sword(server, id));
  expect(notice.isConnected).toBe(true);
});

test('a regained permission restores the form with its typed text', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  onTestFinished(() => void vi.useRealTimers());
  const { user, server, overlay } = await open(sword, 'READ', 'CREATE_ITEM');
  await user.type(await found(/^Label/), ' of truth');
  await allowInDev(server, 'READ');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await screen.findByText('You can no longer save this item');
  await allowInDev(server, 'READ', 'CREATE_ITEM');
  // Focusing the page refetches data that is no longer fresh.
  vi.setSystemTime(Date.now() + 11_000);
  window.dispatchEvent(new Event('visibilitychange'));
  expect(await found(/^Label/)).toHaveProperty('value', 'Sword of truth');
  expect(await within(overlay).findByText(/^You now have these permissions/)).toBeTruthy();
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(await within(overlay).findByText('Item saved')).toBeTruthy();
});

test('a member removed while typing a new item stays on the page until they leave it', async () => {
  const { user, server, overlay, untilPath } = await open(
    (at) => `${under(at)}/weapon/items/new`,
    'READ',
    'CREATE_ITEM',
  );
  await user.type(await found(/^Label/), 'Dagger');
  await user.type(field(/^Cost/), '12');
  await leaveWorkspace(server);
  await user.keyboard('{Control>}{Enter}{/Control}');
  await screen.findByText('You can no longer save this item');
  expect((await within(overlay).findByText(/no longer in/)).textContent).toBe(
    'You are no longer in the workspace Studio.',
  );
  const main = screen.getByRole('main');
  expect(within(main).getByText('Dagger')).toBeTruthy();
  expect(within(main).getByText('12')).toBeTruthy();
  await user.click(screen.getByRole('link', { name: 'Quartermaster, home' }));
  await user.click(await screen.findByRole('button', { name: 'Leave without saving' }));
  await untilPath('/');
  expect(await screen.findByText('Set up your workspace')).toBeTruthy();
});

test('a subscription canceled while a form is edited is shown as the reason', async () => {
  shows('1.6.canceled.nothing-else');
  const { user, server } = await open(sword, 'READ', 'CREATE_ITEM');
  await user.type(await found(/^Label/), ' of truth');
  await server.app.deps.database.query("update subscriptions set status = 'canceled'", []);
  await user.keyboard('{Control>}{Enter}{/Control}');
  const notice = (await screen.findByText('You can no longer save this item')).closest('[role=alert]');
  expect(notice?.textContent).toContain('The subscription of this workspace is canceled');
  expect(screen.getByText('Sword of truth')).toBeTruthy();
});

test('without typed text the page closes and shows the reason', async () => {
  shows('1.6.guard.access-denied');
  const { user, server, overlay, untilPath } = await open((at) => `${under(at)}/weapon/items`, 'READ', 'CREATE_ITEM');
  await screen.findByRole('link', { name: 'Sword' });
  await allowInDev(server, 'EXPORT');
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  await untilPath('/access-denied');
  expect(await within(overlay).findByText(/^You no longer have these permissions in Studio game \(dev\)/)).toBeTruthy();
});

test('lost access is also reported after leaving a page before its access was known', async () => {
  const server = await startTestServer();
  await saveWeapons(server, [['Sword', { cost: 120 }]]);
  let isHeld = false;
  const { user, overlay, untilPath } = await renderConsole(`${under(server)}/weapon/items`, {
    server,
    as: 'member',
    intercept: (fetch) => async (input, init) => {
      const answer = await fetch(input, init);
      if (isHeld && String(input).endsWith('/accounts/workspaces')) await untilPath('/access-denied');
      return answer;
    },
  });
  await screen.findByRole('link', { name: 'Sword' });
  isHeld = true;
  await allowInDev(server);
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  await untilPath('/access-denied');
  expect(await within(overlay).findByText('You no longer have access to Studio game (dev).')).toBeTruthy();
});

test('a member who loses the permission while editing a template sees the edits, and can copy them', async () => {
  const { user, server, overlay } = await open(
    (at) => `${under(at)}/weapon/edit?tab=details`,
    'READ',
    'CREATE_TEMPLATE',
  );
  await user.type(await found(/^Name/), ' of war');
  await allowInDev(server, 'READ');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await screen.findByText('You can no longer save this template');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(field(/^Name/)).toHaveProperty('value', 'Weapon of war');
  expect(field(/^Name/)).toHaveProperty('readOnly', true);
  expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull();
  expect(screen.queryByRole('button', { name: /Delete/ })).toBeNull();
  expect((await within(overlay).findByText(/^You no longer/)).textContent).toContain('“Can create template”');
  const write = vi.spyOn(navigator.clipboard, 'writeText');
  await user.click(screen.getByRole('button', { name: 'Copy the typed text' }));
  expect(JSON.parse(String(write.mock.lastCall?.[0]))).toMatchObject({ id: 'weapon', label: 'Weapon of war' });
});

test('a new template also stays open if all access to the instance is lost', async () => {
  const { user, server, overlay } = await open((at) => `${under(at)}/new`, 'READ', 'CREATE_TEMPLATE');
  await user.type(await found(/^Name/), 'Spell');
  // The debounced request would be refused.
  await screen.findByText('This ID is free');
  await leaveWorkspace(server);
  await user.click(screen.getByRole('button', { name: 'Save template' }));
  await user.click(await screen.findByRole('button', { name: /^Yes, save/ }));
  await screen.findByText('You can no longer save this template');
  expect(field(/^Name/)).toHaveProperty('value', 'Spell');
  expect(field(/^Name/)).toHaveProperty('readOnly', true);
  expect(await within(overlay).findByText('You are no longer in the workspace Studio.')).toBeTruthy();
});

test('an admin who becomes a member is redirected from the settings, but not while typing a name', async () => {
  const server = await startTestServer();
  const { workspaceId, accounts } = server.studio;
  const { user, overlay, untilPath } = await renderConsole(`/settings/workspaces/${workspaceId}`, {
    server,
    as: 'admin',
  });
  const input = await screen.findByRole('textbox', { name: 'Workspace name' });
  await user.type(input, ' two');
  await server.app.deps.database.query('update workspace_members set role_id = $1 where account_id = $2', [
    workspaceRoles.member,
    accounts.admin,
  ]);
  await user.click(screen.getByRole('button', { name: 'Rename' }));
  expect(await within(overlay).findByText('You are now a member of Studio.')).toBeTruthy();
  const nav = screen.getByRole('navigation', { name: 'Settings' });
  await waitFor(() => expect(within(nav).queryByRole('link', { name: 'Overview' })).toBeNull());
  expect(await screen.findByText('You can no longer save this form')).toBeTruthy();
  expect(screen.getByRole('textbox', { name: 'Workspace name' })).toBe(input);
  expect(input).toHaveProperty('value', 'Studio two');
  await user.click(within(nav).getByRole('link', { name: 'Profile' }));
  await user.click(await screen.findByRole('button', { name: 'Leave without saving' }));
  await untilPath('/settings/account');
});

test('an ended session opens sign-in, and is not reported as lost access', async () => {
  shows('1.8.status.401');
  const server = await startTestServer();
  await saveWeapons(server, [['Sword', { cost: 120 }]]);
  let isOver = false;
  const { user, path, untilPath, expectNoToast } = await renderConsole(`${under(server)}/weapon/items`, {
    server,
    as: 'member',
    intercept: (fetch) => async (input, init) => {
      const answer = await fetch(input, init);
      return isOver && !String(input).endsWith('/health') ? new Response('{}', { status: 401 }) : answer;
    },
  });
  await screen.findByRole('link', { name: 'Sword' });
  isOver = true;
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  await untilPath('/login');
  expect(path()).toBe(`/login?from=${encodeURIComponent(`${under(server)}/weapon/items`)}`);
  await expectNoToast();
});

test.each([
  [403, 'forbidden', true],
  [404, 'not_found', true],
  [403, 'challenge', false],
  [401, 'unauthorized', false],
  [402, 'plan', false],
  [429, 'rate_limit', false],
  [500, 'internal', false],
])('a response %i %s revokes access: %s', (status, error, expected) => {
  expect(isAccessTaken(new HttpError(status, { status_code: status, error, message: '' }, 'id'))).toBe(expected);
});

test('a forbidden page fetches the permissions only once', async () => {
  const { calls, untilPath } = await open((at) => `${under(at)}/weapon/items`, 'EXPORT');
  await untilPath('/access-denied');
  const fetches = calls.filter((path) => path.endsWith('/permissions')).length;
  expect(fetches).toBeLessThanOrEqual(2);
});
