import { type WorkspaceRole, workspaceRoles } from '@quartermaster/contract/access.ts';
import { invitations, members } from '@quartermaster/contract/endpoints/people/members.ts';
import { workspaces } from '@quartermaster/contract/endpoints/workspaces.ts';
import { paths } from '@quartermaster/contract/paths.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { allSent, mailTo } from '../support/mailbox.ts';
import { mailedPath } from '../support/mailed-links.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { emailOf, password } from '../support/server-studio.ts';

let server: TestServer;
afterEach(() => allSent(server.app));

/** Invites an address to the studio, and returns the path in the mail. */
async function invite(email: string, role: WorkspaceRole = 'member', page: string = paths.invitation) {
  const params = { workspaceId: server.studio.workspaceId };
  const body = { email, role_id: workspaceRoles[role] };
  const { id } = await server.call(members.invite, { params, body }, { as: 'owner' });
  return { id, path: await mailedPath(server, email, page) };
}

const start = async () => {
  server = await startTestServer();
  await server.app.deps.database.query('update subscriptions set members = 10', []);
};
const withdraw = (invitationId: number) =>
  server.call(
    invitations.withdraw,
    { params: { workspaceId: server.studio.workspaceId, invitationId } },
    { as: 'owner' },
  );
const roleOf = async (email: string) => {
  const params = { workspaceId: server.studio.workspaceId };
  const { accounts } = await server.call(members.list, { params, query: {} }, { as: 'owner' });
  return accounts.find((account) => account.email === email)?.role_id;
};

async function signIn(user: Awaited<ReturnType<typeof renderConsole>>['user'], email: string, secret = password) {
  await screen.findByRole('heading', { level: 1, name: 'Sign in' });
  // After a new password it is filled in already.
  await user.clear(screen.getByLabelText('Email'));
  await user.type(screen.getByLabelText('Email'), email);
  await user.type(screen.getByLabelText('Password'), secret);
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
}

test('a user with an account signs in, returns to the invitation, and joins with the invited role', async () => {
  shows('3.settled.invitation.accept-page', '3.settled.invited.role');
  await start();
  const { path: link } = await invite(emailOf('stranger'), 'admin');
  const { user, path, untilPath } = await renderConsole(link, { server });
  await screen.findByRole('heading', { level: 1, name: 'Join Studio' });
  const main = screen.getByRole('main');
  expect(main.textContent).toContain('owner has invited you to join the workspace Studio as an admin.');
  expect(main.textContent).toContain('Sign in as stranger@studio.test to accept.');
  await user.click(within(main).getByRole('link', { name: 'Sign in' }));
  await signIn(user, emailOf('stranger'));
  await user.click(await screen.findByRole('button', { name: 'Accept invitation' }));
  await untilPath('/');
  expect(path()).toBe('/');
  expect(await roleOf(emailOf('stranger'))).toBe(workspaceRoles.admin);
  const { workspaces: list } = await server.call(workspaces.list, {}, { as: 'stranger' });
  expect(list.map(({ name }) => name)).toContain('Studio');
});

test('a user signed in to another account sees which one, and can sign in to the invited one', async () => {
  shows('3.settled.invitation.accept-as');
  await start();
  const { path: link } = await invite(emailOf('stranger'));
  const { user, untilPath } = await renderConsole(link, { server, as: 'free' });
  const notice = await screen.findByText(/^This invitation is for/);
  expect(notice.textContent).toBe(
    'This invitation is for stranger@studio.test, and you are signed in as free@studio.test.',
  );
  expect(screen.queryByRole('button', { name: 'Accept invitation' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Stay signed in as free@studio.test' }).getAttribute('href')).toBe('/');
  await user.click(screen.getByRole('button', { name: 'Sign in as stranger@studio.test' }));
  await signIn(user, emailOf('stranger'));
  await user.click(await screen.findByRole('button', { name: 'Accept invitation' }));
  await untilPath('/');
  expect(await roleOf(emailOf('stranger'))).toBe(workspaceRoles.member);
  expect(await roleOf(emailOf('free'))).toBeUndefined();
});

test('where the host signs people in, the invitation is accepted at once', async () => {
  shows('3.settled.invitation.accept-page');
  await start();
  const { path: link } = await invite(emailOf('stranger'));
  const { user, untilPath } = await renderConsole(link, {
    server,
    props: { getAccessToken: async () => server.bearer('stranger').replace('Bearer ', '') },
  });
  await user.click(await screen.findByRole('button', { name: 'Accept invitation' }));
  await untilPath('/');
  expect(await roleOf(emailOf('stranger'))).toBe(workspaceRoles.member);
});

test('a user signed in to another account can create one for the invited address', async () => {
  await start();
  const { path: link } = await invite('new@studio.test', 'member', paths.confirmRegistration);
  const address = link.replace(paths.confirmRegistration, paths.invitation);
  const { user, path, untilPath } = await renderConsole(address, { server, as: 'free' });
  await screen.findByText(/^This invitation is for/);
  expect(screen.queryByRole('button', { name: /^Sign in as/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Create an account to accept' }));
  await untilPath(paths.confirmRegistration);
  expect(path()).toBe(link);
  expect(await screen.findByText(/^Create your account for/)).toBeTruthy();
});

test('a refusal of the server is shown on the page, with a next step', async () => {
  await start();
  const { path: link } = await invite(emailOf('stranger'));
  const { user } = await renderConsole(link, { server, as: 'stranger' });
  const accept = await screen.findByRole('button', { name: 'Accept invitation' });
  await server.app.deps.database.query("update subscriptions set status = 'canceled'", []);
  await user.click(accept);
  expect((await screen.findByRole('alert')).textContent).toMatch(/^The subscription of this workspace is canceled/);
  expect(screen.getByRole('link', { name: 'Return home' }).getAttribute('href')).toBe('/');
});

test.each(['opened', 'accepted'])(
  'the link of an invitation that is withdrawn before it is %s is invalid',
  async (when) => {
    shows('3.settled.invitation.withdraw');
    await start();
    const { id, path: link } = await invite(emailOf('stranger'));
    if (when === 'opened') await withdraw(id);
    const { user } = await renderConsole(link, { server, as: 'stranger' });
    if (when === 'accepted') {
      const accept = await screen.findByRole('button', { name: 'Accept invitation' });
      await withdraw(id);
      await user.click(accept);
    }
    expect(await screen.findByRole('heading', { level: 1, name: 'This link does not work' })).toBeTruthy();
    expect(screen.getByText('The person who invited you can send the invitation again.')).toBeTruthy();
  },
);

test('an address without a secret is no invitation', async () => {
  await start();
  await renderConsole('/invitation', { server });
  expect(await screen.findByRole('heading', { level: 1, name: 'This link does not work' })).toBeTruthy();
});

test('a user without an account creates one by the mailed link, and joins with the invited role', async () => {
  shows('3.settled.invited.mail', '3.settled.invited.role');
  await start();
  const email = 'ada@studio.test';
  const { path: link } = await invite(email, 'admin', paths.confirmRegistration);
  const { user } = await renderConsole(link, { server });
  await screen.findByRole('heading', { level: 1, name: 'Join Studio' });
  expect(screen.getByRole('main').textContent).toContain(
    'owner has invited you to join the workspace Studio as an admin.',
  );
  const submit = await screen.findByRole('button', { name: 'Create account and join' });
  await user.click(submit);
  expect(await screen.findByText('Name is a required field')).toBeTruthy();
  await user.type(screen.getByLabelText('Name'), 'Ada');
  await user.type(screen.getByLabelText('New password'), 'Analytical1');
  await user.type(screen.getByLabelText('Repeat the password'), 'Analytical1');
  await user.click(submit);
  await waitFor(() => expect(screen.getByRole('button', { name: 'Account' }).title).toBe(email));
  expect(await roleOf(email)).toBe(workspaceRoles.admin);
});

test('a user who created an account after the mail accepts with it', async () => {
  shows('3.settled.invitation.accept-page');
  await start();
  const email = 'ada@studio.test';
  const { path: link } = await invite(email, 'member', paths.confirmRegistration);
  await server.app.deps.database.query('update accounts set email = $1 where email = $2', [email, emailOf('free')]);
  const { user, untilPath } = await renderConsole(link, { server });
  await untilPath(paths.invitation);
  await user.click(await screen.findByRole('link', { name: 'Sign in' }));
  await signIn(user, email);
  await user.click(await screen.findByRole('button', { name: 'Accept invitation' }));
  await untilPath('/');
  expect(await roleOf(email)).toBe(workspaceRoles.member);
});

test('a link that cannot be checked offers a retry', async () => {
  await start();
  const { path: link } = await invite(emailOf('stranger'));
  let isDown = true;
  const { user } = await renderConsole(link, {
    server,
    as: 'stranger',
    intercept: (fetch) => async (input, init) => {
      if (isDown && String(input).endsWith('/invitations/link')) return new Response('', { status: 503 });
      return fetch(input, init);
    },
  });
  expect(await screen.findByText('The invitation could not be loaded')).toBeTruthy();
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Accept invitation' })).toBeTruthy();
  expect((await mailTo(server.app, emailOf('stranger'))).subject).toBe('Join the workspace Studio');
});
