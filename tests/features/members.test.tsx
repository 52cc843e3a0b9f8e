import type { WorkspaceRole } from '@quartermaster/contract/access.ts';
import { workspaceRoles } from '@quartermaster/contract/access.ts';
import { invitations, members } from '@quartermaster/contract/endpoints/people/members.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { timeLeft } from '../../src/features/settings/members/invitation-state.tsx';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { allSent } from '../support/mailbox.ts';
import { addMembers, setPlan } from '../support/members.ts';
import { untilAnswered } from '../support/open-requests.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { emailOf, type Person } from '../support/server-studio.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  await setPlan(server, {});
});
afterEach(() => allSent(server.app));

const path = () => `/settings/workspaces/${server.studio.workspaceId}/members`;
const inWorkspace = () => ({ params: { workspaceId: server.studio.workspaceId } });
type Options = Parameters<typeof renderConsole>[1];
const open = (as: Person = 'owner', options: Options = {}) => renderConsole(path(), { server, as, ...options });
const listed = async () => (await server.call(members.list, { ...inWorkspace(), query: {} }, { as: 'owner' })).accounts;
const invite = (email: string, role: WorkspaceRole = 'member') =>
  server.call(members.invite, { ...inWorkspace(), body: { email, role_id: workspaceRoles[role] } }, { as: 'owner' });

const row = (name: string | RegExp) => screen.findByRole('row', { name });
const menuOf = (name: string) => screen.findByRole('button', { name: `Actions for ${name}` });
const menuItems = () => screen.findAllByRole('menuitem').then((items) => items.map(({ textContent }) => textContent));
const untilClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const roleNames = (dialog: HTMLElement) =>
  within(dialog)
    .getAllByRole('radio')
    .map((radio) => (radio as HTMLInputElement).labels?.[0]?.textContent);

/** The members with a menu, once loaded. */
async function menus() {
  await screen.findAllByRole('button', { name: /^Actions for/ });
  return screen
    .getAllByRole('button', { name: /^Actions for/ })
    .map((button) => button.title.replace('Actions for ', ''));
}

type User = Awaited<ReturnType<typeof renderConsole>>['user'];
async function choose(user: User, name: string, action: string) {
  // A closing menu remains in the document for a moment.
  await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
  await user.click(await menuOf(name));
  await user.click(await screen.findByRole('menuitem', { name: action }));
  return screen.findByRole('dialog', { name: action });
}

test('after a trial no role is offered that the server would refuse, and members can still be removed', async () => {
  shows('1.6.invite.other-owner');
  await setPlan(server, { status: 'trial' });
  const query = "update subscriptions set next_billing_date_at = now() - interval '400 days' where workspace_id = $1";
  await server.app.deps.database.query(query, [server.studio.workspaceId]);
  const { user } = await open();
  const dialog = await choose(user, 'member', 'Update role');
  expect(roleNames(dialog)).toEqual(['Member', 'Admin']);
});

test('a member can be removed before the plan is known', async () => {
  shows('1.6.member-menu.remove');
  const { user } = await open('owner', {
    intercept: (fetch) => async (input, init) =>
      String(input).endsWith('/subscriptions') ? new Response('{}', { status: 400 }) : fetch(input, init),
  });
  await user.click(await menuOf('member'));
  expect(await menuItems()).toEqual(['Remove member']);
});

test.each(['owner', 'admin'] as const)(
  'the members are listed for an %s, whatever their permissions in instances',
  async (as) => {
    shows(
      '1.1.workspace-roles',
      '1.2.members.list',
      '1.2.members.owner-admin-only',
      '1.2.route.members',
      '1.2.settings-sidebar.members',
      '1.6.members.permissions-ignored',
    );
    await server.app.deps.database.query('delete from instance_members', []);
    const { user, untilPath } = await renderConsole(`/settings/workspaces/${server.studio.workspaceId}`, {
      server,
      as,
    });
    const sidebar = await screen.findByRole('navigation', { name: 'Settings' });
    await user.click(await within(sidebar).findByRole('link', { name: 'Workspace members' }));
    await untilPath(path());
    expect(await screen.findByRole('heading', { level: 1, name: 'Workspace members' })).toBeTruthy();
    await row(/^owner/);
    const cells = screen.getAllByRole('row').slice(1);
    expect(cells.map((one) => within(one).getByRole('rowheader').textContent?.replace('You', ''))).toEqual([
      'owner',
      'admin',
      'member',
    ]);
    expect(cells.map((one) => one.textContent)).toEqual(
      (['owner', 'admin', 'member'] as const).map((person) => expect.stringContaining(emailOf(person))),
    );
    expect(within(await row(new RegExp(`^${as}`))).getByText('You')).toBeTruthy();
    expect(within(await row(/^owner/)).getByText('Owner')).toBeTruthy();
    expect(within(await row(/^admin/)).getByText('Admin')).toBeTruthy();
    expect(within(await row(/^member/)).getByText('Member')).toBeTruthy();
  },
);

test.each([
  ['member', '/access-denied'],
  ['stranger', '/not-found'],
] as const)('a %s is redirected to %s', async (as, wanted) => {
  shows('1.2.members.owner-admin-only', '1.6.invite.other-member', '1.6.invite.teams-member');
  for (const plan of ['teams', 'starter']) {
    await setPlan(server, { plan });
    const { untilPath, close } = await open(as);
    await untilPath(wanted);
    expect(screen.queryByRole('link', { name: 'Workspace members' })).toBeNull();
    close();
  }
});

test.each([
  ['teams', 'owner', ['owner', 'admin', 'member', 'Second', 'Third']],
  ['teams', 'admin', ['admin', 'member', 'Third']],
  // Also for members whose current role the user could not assign.
  ['starter', 'owner', ['owner', 'admin', 'member', 'Second', 'Third']],
  ['starter', 'admin', ['admin', 'member', 'Third']],
] as const)('on %s an %s has a menu for %j', async (plan, as, expected) => {
  shows(
    '1.2.members.edit-menu',
    '1.6.member-menu.admin',
    '1.6.member-menu.admin-on-owner',
    '1.6.member-menu.owner',
    '1.6.member-menu.remove',
    '1.6.member-menu.update',
  );
  await addMembers(server, ['Second'], 'owner');
  await addMembers(server, ['Third'], 'admin');
  await setPlan(server, { plan });
  const { user } = await open(as);
  expect((await menus()).toSorted()).toEqual([...expected].toSorted());
  for (const name of expected) {
    await user.click(await menuOf(name));
    expect(await menuItems()).toEqual(['Update role', 'Remove member']);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
  }
});

test.each([
  ['teams', 'owner', ['Member', 'Admin', 'Owner']],
  ['teams', 'admin', ['Member', 'Admin']],
  ['starter', 'owner', ['Member', 'Admin']],
  ['starter', 'admin', ['Admin']],
] as const)('on %s an %s can grant %j, by invitation and afterwards', async (plan, as, expected) => {
  shows('1.6.invite.other-admin', '1.6.invite.other-owner', '1.6.invite.teams-admin', '1.6.invite.teams-owner');
  await setPlan(server, { plan });
  const { user } = await open(as);
  await user.click(await screen.findByRole('button', { name: 'Invite member' }));
  expect(roleNames(await screen.findByRole('dialog', { name: 'Invite member' }))).toEqual(expected);
  await user.keyboard('{Escape}');
  await untilClosed();
  expect(roleNames(await choose(user, 'member', 'Update role'))).toEqual(expected);
});

test('an invited member is listed as invited', async () => {
  shows(
    '1.2.members.invite',
    '1.5.invite-email.required',
    '1.5.invite-email.valid',
    '1.5.invite-role.required',
    '1.8.success.invitation',
  );
  const { user, overlay } = await open();
  await user.click(await screen.findByRole('button', { name: 'Invite member' }));
  const dialog = await screen.findByRole('dialog', { name: 'Invite member' });
  const send = within(dialog).getByRole('button', { name: 'Send invitation' });
  await user.click(send);
  expect(await within(dialog).findByText('Email is a required field')).toBeTruthy();
  expect(within(dialog).getByText('Role is a required field')).toBeTruthy();
  await user.type(within(dialog).getByLabelText(/^Email/), 'new@');
  expect(await within(dialog).findByText('Must be a valid email')).toBeTruthy();
  await user.type(within(dialog).getByLabelText(/^Email/), 'studio.test');
  await user.click(within(dialog).getByRole('radio', { name: 'Admin' }));
  await user.click(send);
  expect(await within(overlay).findByText('Invitation was sent')).toBeTruthy();
  await untilClosed();
  const invited = await row(/Invited, 7 days left/);
  expect(invited.textContent).toContain('new@studio.test');
  expect(within(invited).getByText('Admin')).toBeTruthy();
  expect(screen.getAllByRole('row')[1]).toBe(invited);
  // The form of the next invitation is empty.
  await user.click(screen.getByRole('button', { name: 'Invite member' }));
  const next = await screen.findByRole('dialog', { name: 'Invite member' });
  expect(within(next).getByLabelText(/^Email/)).toHaveProperty('value', '');
  expect(
    within(next)
      .getAllByRole<HTMLInputElement>('radio')
      .filter(({ checked }) => checked),
  ).toEqual([]);
  await user.type(within(next).getByLabelText(/^Email/), 'newer@studio.test');
  await user.click(within(next).getByRole('radio', { name: 'Owner' }));
  await user.click(within(next).getByRole('button', { name: 'Send invitation' }));
  await untilClosed();
  const newer = await row(/newer@studio.test/);
  expect(within(newer).getByText('Owner')).toBeTruthy();
  expect(within(await row(/new@studio.test/)).getByText('Admin')).toBeTruthy();
  expect(await screen.findAllByRole('row')).toHaveLength(6);
});

test('without a free seat an invitation is refused with a message above the form, and the typed text stays', async () => {
  shows('1.2.members.invite', '1.8.callout.dialogs');
  await setPlan(server, { seats: 3 });
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Invite member' }));
  const dialog = await screen.findByRole('dialog', { name: 'Invite member' });
  await user.type(within(dialog).getByLabelText(/^Email/), 'new@studio.test');
  await user.click(within(dialog).getByRole('radio', { name: 'Member' }));
  await user.click(within(dialog).getByRole('button', { name: 'Send invitation' }));
  expect((await within(dialog).findByRole('alert')).textContent).toMatch(/^All seats are taken/);
  expect(within(dialog).getByLabelText(/^Email/)).toHaveProperty('value', 'new@studio.test');
  expect(within(dialog).getByRole('radio', { name: 'Member' })).toHaveProperty('checked', true);
});

test.each([
  ['free', false],
  ['starter', true],
  ['teams', true],
])('on %s members can be invited: %s', async (plan, canInvite) => {
  shows('1.6.plan.invite');
  await setPlan(server, { plan });
  await open();
  if (canInvite) {
    expect(await screen.findByRole('button', { name: 'Invite member' })).toBeTruthy();
    return;
  }
  const upgrade = await screen.findByRole('link', { name: 'Invite member Upgrade' });
  expect(upgrade.title).toBe('This needs the Starter or Teams plan.');
  expect(screen.queryByRole('button', { name: 'Invite member' })).toBeNull();
});

test('the role of a member is changed', async () => {
  shows('1.8.success.role-updated');
  await addMembers(server, ['Second'], 'admin');
  const { user, overlay } = await open();
  const dialog = await choose(user, 'member', 'Update role');
  expect(dialog.textContent).toContain(`member (${emailOf('member')})`);
  expect(within(dialog).getByRole('radio', { name: 'Member' })).toHaveProperty('checked', true);
  await waitFor(() => expect(document.activeElement).toBe(within(dialog).getByRole('radio', { name: 'Member' })));
  await user.click(within(dialog).getByRole('radio', { name: 'Admin' }));
  await user.click(within(dialog).getByRole('button', { name: 'Update role' }));
  const toast = (await within(overlay).findByText('Role was updated')).closest('[role=status]');
  expect(toast?.textContent).toContain('member');
  await untilClosed();
  expect(await within(await row(/^member/)).findByText('Admin')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Actions for member' })));
  const rolesByName = async () => Object.fromEntries((await listed()).map(({ name, role_id }) => [name, role_id]));
  const { owner, admin } = workspaceRoles;
  expect(await rolesByName()).toEqual({ owner, admin, member: admin, Second: admin });
  // The dialog for another member shows that member's role.
  const next = await choose(user, 'Second', 'Update role');
  expect(next.textContent).toContain('Second (second@studio.test)');
  expect(within(next).getByRole('radio', { name: 'Admin' })).toHaveProperty('checked', true);
  await user.click(within(next).getByRole('radio', { name: 'Owner' }));
  await user.click(within(next).getByRole('button', { name: 'Update role' }));
  await untilClosed();
  expect(await rolesByName()).toEqual({ owner, admin, member: admin, Second: owner });
});

test.each([
  ['member', 'Admin'],
  ['owner', 'Admin'],
])('the dialog about %s stays open until the server has answered', async (name, role) => {
  shows('1.8.success.role-updated');
  const { promise: held, resolve: answer } = Promise.withResolvers<void>();
  const { user } = await open('owner', {
    intercept: (fetch) => async (input, init) => {
      if (init?.method !== undefined && init.method !== 'GET') await held;
      return fetch(input, init);
    },
  });
  const dialog = await choose(user, name, 'Update role');
  await user.click(within(dialog).getByRole('radio', { name: role }));
  await user.click(within(dialog).getByRole('button', { name: 'Update role' }));
  const close = within(dialog).getByRole('button', { name: 'Close' });
  await waitFor(() => expect(close).toHaveProperty('disabled', true));
  await user.keyboard('{Escape}');
  expect(within(dialog).getByRole('button', { name: 'Update role' })).toBeTruthy();
  answer();
  if (name === 'owner') {
    expect((await within(dialog).findByRole('alert')).textContent).toMatch(/^This is the last owner/);
    await user.keyboard('{Escape}');
    await untilClosed();
  } else {
    await untilClosed();
    expect(await within(await row(/^member/)).findByText(role)).toBeTruthy();
  }
});

test('for a member with a role that the caller cannot grant, another one must be selected', async () => {
  shows('1.5.role-assignment.required');
  await setPlan(server, { plan: 'starter' });
  await addMembers(server, ['Second'], 'owner');
  const { user } = await open();
  const dialog = await choose(user, 'Second', 'Update role');
  await user.click(within(dialog).getByRole('button', { name: 'Update role' }));
  expect(await within(dialog).findByText('Role is a required field')).toBeTruthy();
  expect((await listed()).find(({ name }) => name === 'Second')?.role_id).toBe(workspaceRoles.owner);
});

test('the last owner cannot leave, and the dialogs explain why', async () => {
  shows('1.8.callout.dialogs', '3.settled.members.last-owner-leaves', '3.settled.members.last-owner-role');
  const { user } = await open();
  const update = await choose(user, 'owner', 'Update role');
  await user.click(within(update).getByRole('radio', { name: 'Admin' }));
  await user.click(within(update).getByRole('button', { name: 'Update role' }));
  expect((await within(update).findByRole('alert')).textContent).toMatch(/^This is the last owner/);
  expect(within(update).getByRole('radio', { name: 'Admin' })).toHaveProperty('checked', true);
  await user.click(within(update).getByRole('button', { name: 'Cancel' }));
  await untilClosed();
  const remove = await choose(user, 'owner', 'Remove member');
  await user.click(within(remove).getByRole('button', { name: 'Yes, remove member' }));
  expect((await within(remove).findByRole('alert')).textContent).toMatch(/^This is the last owner/);
  await user.click(within(remove).getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
  await untilClosed();
  // The next dialog does not show the previous error.
  expect(within(await choose(user, 'owner', 'Remove member')).queryByRole('alert')).toBeNull();
});

test('a member is removed after a confirmation, and the focus stays in the list', async () => {
  shows('1.8.success.member-removed');
  await addMembers(server, ['Second'], 'member');
  const { user, overlay } = await open();
  // The earlier dialog for another member has no effect.
  await choose(user, 'Second', 'Remove member');
  await user.click(screen.getByRole('button', { name: 'No, keep member' }));
  await untilClosed();
  const dialog = await choose(user, 'member', 'Remove member');
  expect(dialog.textContent).toContain(`member (${emailOf('member')}) is removed from Studio`);
  await user.click(within(dialog).getByRole('button', { name: 'Yes, remove member' }));
  const toast = (await within(overlay).findByText('Member successfully removed')).closest('[role=status]');
  expect(toast?.textContent).toContain('member');
  await untilClosed();
  await waitFor(() => expect(screen.queryByRole('row', { name: /^member/ })).toBeNull());
  expect(screen.getByRole('row', { name: /^Second/ })).toBeTruthy();
  expect((await listed()).map(({ name }) => name)).toEqual(['owner', 'admin', 'Second']);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Members' })));
});

test('in a canceled workspace members can be removed, and nothing else', async () => {
  shows('1.6.canceled.delete-member');
  await invite('new@studio.test');
  await setPlan(server, { status: 'canceled' });
  const { user, overlay } = await open();
  expect((await menus()).toSorted()).toEqual(['admin', 'member', 'owner']);
  expect(screen.queryByRole('button', { name: /^Invite member/ })).toBeNull();
  await user.click(await menuOf('member'));
  expect(await menuItems()).toEqual(['Remove member']);
  await user.click(screen.getByRole('menuitem', { name: 'Remove member' }));
  await user.click(await screen.findByRole('button', { name: 'Yes, remove member' }));
  expect(await within(overlay).findByText('Member successfully removed')).toBeTruthy();
});

test.each([
  ['leaves the workspace', 'Remove member', 'Yes, remove member'],
  ['becomes a member', 'Update role', 'Update role'],
])('a member who %s is redirected home and sees no error', async (_, action, button) => {
  shows('1.2.members.owner-admin-only');
  await addMembers(server, ['Second'], 'owner');
  const { user, overlay, untilPath, path: current } = await open();
  const dialog = await choose(user, 'owner', action);
  const radio = within(dialog).queryByRole('radio', { name: 'Member' });
  if (radio) await user.click(radio);
  await user.click(within(dialog).getByRole('button', { name: button }));
  // Toasts close by themselves, so look for this one first.
  expect(await within(overlay).findByText(/^(Member successfully removed|Role was updated)$/)).toBeTruthy();
  await untilPath('/');
  await untilAnswered();
  expect(within(overlay).queryByText(/There is nothing here|You do not have permission/)).toBeNull();
  expect(current()).toBe('/');
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Workspace members' })).toBeNull());
});

test('an owner who becomes an admin continues as one', async () => {
  shows('1.6.member-menu.admin', '1.6.member-menu.admin-on-owner');
  await addMembers(server, ['Second'], 'owner');
  const { user } = await open();
  const dialog = await choose(user, 'owner', 'Update role');
  await user.click(within(dialog).getByRole('radio', { name: 'Admin' }));
  await user.click(within(dialog).getByRole('button', { name: 'Update role' }));
  await untilClosed();
  await waitFor(async () => expect(await menus()).not.toContain('Second'));
  expect(await menus()).toContain('owner');
});

test('an invitation is resent and withdrawn, and is marked if it has expired', async () => {
  shows('1.8.success.invitation', '3.settled.invitation.resend', '3.settled.invitation.withdraw');
  await invite('first@studio.test');
  await allSent(server.app);
  server.clock.advance(8 * 24 * 60 * 60);
  await invite('second@studio.test');
  const { user, overlay } = await open();
  expect((await row(/first@studio.test/)).textContent).toContain('Invitation expired');
  expect((await row(/second@studio.test/)).textContent).toMatch(/Invited, \d+ days left/);
  await user.click(await menuOf('first@studio.test'));
  expect(await menuItems()).toEqual(['Send again', 'Withdraw invitation']);
  await user.click(screen.getByRole('menuitem', { name: 'Send again' }));
  expect(await within(overlay).findByText('Invitation was sent')).toBeTruthy();
  expect(await within(await row(/first@studio.test/)).findByText(/^Invited, /)).toBeTruthy();

  const dialog = await choose(user, 'second@studio.test', 'Withdraw invitation');
  expect(dialog.textContent).toContain('The link that second@studio.test was mailed stops working');
  await user.click(within(dialog).getByRole('button', { name: 'Yes, withdraw invitation' }));
  expect(await within(overlay).findByText('Invitation withdrawn')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('row', { name: /second@studio.test/ })).toBeNull());
  const left = await server.call(invitations.list, { ...inWorkspace(), query: {} }, { as: 'owner' });
  expect(left.invitations.map(({ email }) => email)).toEqual(['first@studio.test']);
});

test('an admin has no menu on the invitation of an owner', async () => {
  shows('1.6.member-menu.admin-on-owner');
  await invite('boss@studio.test', 'owner');
  await invite('new@studio.test');
  await open('admin');
  expect((await menus()).toSorted()).toEqual(['admin', 'member', 'new@studio.test']);
});

test('an invitation whose role an admin cannot grant can only be withdrawn', async () => {
  shows('1.6.invite.other-admin');
  await invite('new@studio.test');
  await setPlan(server, { plan: 'starter' });
  const { user } = await open('admin');
  await user.click(await menuOf('new@studio.test'));
  expect(await menuItems()).toEqual(['Withdraw invitation']);
});

test('no controls are shown until the plan is known', async () => {
  shows('1.6.plan.invite');
  const { promise: held, resolve: answer } = Promise.withResolvers<void>();
  await open('owner', {
    intercept: (fetch) => async (input, init) => {
      if (String(input).endsWith('/subscriptions')) await held;
      return fetch(input, init);
    },
  });
  await row(/^member/);
  expect(screen.queryByRole('button', { name: /^(Actions for|Invite member)/ })).toBeNull();
  answer();
  expect(await screen.findByRole('button', { name: 'Invite member' })).toBeTruthy();
  expect(await menus()).toContain('member');
});

test('a long list is paged, invitations first, and searched by name and address', async () => {
  shows('1.2.members.list');
  await addMembers(
    server,
    Array.from({ length: 30 }, (_, index) => `Person_${index + 10}`),
    'member',
  );
  await setPlan(server, { seats: 100 });
  for (let index = 0; index < 12; index += 1) await invite(`new_${index + 10}@studio.test`);
  const urls: string[] = [];
  const { user, path: current } = await open('owner', {
    intercept: (fetch) => (input, init) => {
      if (/\/(accounts|invitations)\?/.test(String(input))) urls.push(String(input));
      return fetch(input, init);
    },
  });
  const names = () =>
    screen
      .getAllByRole('row')
      .slice(1)
      .map((one) => one.textContent);
  const pages = await screen.findByRole('navigation', { name: 'Pages' });
  expect(within(pages).getByText('1–10 of 45')).toBeTruthy();
  expect(names()).toEqual(Array.from({ length: 10 }, () => expect.stringContaining('Invited')));
  const next = () => within(pages).getByRole('button', { name: 'Next' });
  await user.click(next());
  expect(await within(pages).findByText('11–22 of 45')).toBeTruthy();
  expect(names().slice(0, 3)).toEqual([
    expect.stringContaining('new_11@'),
    expect.stringContaining('new_10@'),
    expect.stringContaining('owner'),
  ]);
  await user.click(next());
  expect(await within(pages).findByText('23–32 of 45')).toBeTruthy();
  await user.click(next());
  expect(await within(pages).findByText('33–42 of 45')).toBeTruthy();
  await user.click(within(pages).getByRole('button', { name: 'Previous' }));
  expect(await within(pages).findByText('23–32 of 45')).toBeTruthy();

  await user.keyboard('/');
  const input = screen.getByRole('textbox', { name: 'Search members' });
  expect(document.activeElement).toBe(input);
  await user.keyboard('SON_2');
  await waitFor(() => expect(names()).toEqual(Array.from({ length: 10 }, () => expect.stringContaining('Person_2'))));
  await waitFor(() => expect(current()).toBe(`${path()}?search=SON_2`));
  expect(screen.getByRole('status').textContent).toBe('10 members');
  await user.keyboard('x');
  expect(await screen.findByText('No results for “SON_2x”.')).toBeTruthy();
  expect(screen.getByRole('status').textContent).toBe('No results');
  await user.click(screen.getByRole('button', { name: 'Clear search' }));
  expect(document.activeElement).toBe(input);
  await waitFor(() => expect(names()).toHaveLength(10));
  expect(screen.getByRole('status').textContent).toBe('45 members');
  expect(input).toHaveProperty('value', '');
  expect(current()).toBe(path());
  expect(urls.filter((url) => !/[?&]limit=(1|10)(&|$)/.test(url))).toEqual([]);
});

test('an invalid cursor opens the first page', async () => {
  shows('1.2.members.list');
  const steps = window.history.length;
  const { path: current, overlay } = await renderConsole(`${path()}?cursor=mx&from=10`, { server, as: 'owner' });
  expect(await row(/^owner/)).toBeTruthy();
  expect(current()).toBe(path());
  // The redirect adds no history entry.
  expect(window.history.length).toBe(steps);
  expect(within(overlay).queryByRole('alert')).toBeNull();
});

const people = (count: number) => Array.from({ length: count }, (_, index) => `Person_${index + 10}`);
const second = async (user: User) => {
  const pages = await screen.findByRole('navigation', { name: 'Pages' });
  await user.click(within(pages).getByRole('button', { name: 'Next' }));
  await within(pages).findByText(/^11–/);
};
const listHasFocus = () =>
  waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Members' })));

test('a role change that moves a member to another page leaves the focus in the list', async () => {
  shows('1.8.success.role-updated');
  await addMembers(server, people(10), 'member');
  const { user } = await open();
  await second(user);
  const dialog = await choose(user, 'Person_19', 'Update role');
  await user.click(within(dialog).getByRole('radio', { name: 'Admin' }));
  await user.click(within(dialog).getByRole('button', { name: 'Update role' }));
  await untilClosed();
  await waitFor(() => expect(screen.queryByRole('row', { name: /^Person_19/ })).toBeNull());
  await listHasFocus();
});

test('removing the last row of a page opens the first page with the focus in it', async () => {
  shows('1.8.success.member-removed');
  await addMembers(server, people(8), 'member');
  const { user } = await open();
  await second(user);
  const dialog = await choose(user, 'Person_17', 'Remove member');
  await user.click(within(dialog).getByRole('button', { name: 'Yes, remove member' }));
  await untilClosed();
  await user.click(await screen.findByRole('button', { name: 'First page' }));
  await row(/^owner/);
  await listHasFocus();
});

test.each([
  [7 * 24, '7 days'],
  [25, '2 days'],
  [24, '24 hours'],
  [1, '1 hour'],
  [0.2, '1 hour'],
])('an invitation that ends in %s hours shows %s left', (hours, text) => {
  shows('3.settled.invitation.days');
  const now = Date.UTC(2026, 0, 1);
  expect(timeLeft(new Date(now + hours * 3_600_000).toISOString(), now)).toBe(text);
});
