import { requiredFactor } from '@quartermaster/contract/endpoints/people/required-factor.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { codeOf } from '../support/one-time-code.ts';
import { setUpFactor } from '../support/second-factor.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { password } from '../support/server-studio.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});

const query = (text: string, values: unknown[] = []) => server.app.deps.database.query(text, values);
const page = (name: string) => `/settings/workspaces/${server.studio.workspaceId}/${name}`;

/** Requires a factor of all members; the owner has one. */
async function turnOn(days: number, activeInstance = server.studio.dev) {
  await setUpFactor(server, 'owner');
  const params = { workspaceId: server.studio.workspaceId };
  await server.call(requiredFactor.set, { params, body: { days } }, { as: 'owner' });
  await query('update accounts set active_instance_id = $1', [activeInstance]);
}

async function setUp(user: Awaited<ReturnType<typeof renderConsole>>['user']) {
  const dialog = within(await screen.findByRole('dialog'));
  const secret = (await dialog.findByText(/^[A-Z2-7]{32}$/)).textContent ?? '';
  await user.type(dialog.getByLabelText(/^Code/), codeOf(secret, server.clock.now()));
  await user.type(dialog.getByLabelText(/^Password/), password);
  await user.click(dialog.getByRole('button', { name: 'Turn on' }));
  await dialog.findByRole('heading', { name: 'Store your recovery codes' });
  return dialog;
}

test('whose days are over sets a factor up on one page, and goes on where the work was', async () => {
  shows('5.company.factor-required-page');
  await turnOn(0);
  const browser = await server.signIn('admin');
  const { user, untilPath, path } = await renderConsole(page('members'), { server, as: 'admin', browser });
  await untilPath('/second-factor');
  expect(path()).toBe(`/second-factor?from=${encodeURIComponent(page('members'))}`);
  await screen.findByRole('heading', { level: 1, name: 'Second factor needed' });
  expect((await screen.findByText(/opens only to accounts/)).textContent).toContain('with a second factor');
  expect(screen.queryByText(/sign in with your company/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Set up authenticator app' }));
  const dialog = await setUp(user);
  // The codes stay until they are stored, although the account has a factor.
  expect(dialog.getAllByRole('listitem')).toHaveLength(10);
  expect(screen.queryByText('You can go on')).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Copy' }));
  await user.click(dialog.getByRole('button', { name: /stored/ }));
  const heading = await screen.findByRole('heading', { level: 1, name: 'You can go on' });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  await user.click(screen.getByRole('link', { name: 'Go on' }));
  await untilPath(page('members'));
  expect(await screen.findByText('member@studio.test')).toBeTruthy();
});

test('the page of a needed factor lets the session log out', async () => {
  shows('5.company.factor-required-page');
  await turnOn(0);
  const browser = await server.signIn('admin');
  const { user, untilPath } = await renderConsole(page('members'), { server, as: 'admin', browser });
  await untilPath('/second-factor');
  await user.click(await screen.findByRole('button', { name: 'Log out' }));
  await user.click(await screen.findByRole('button', { name: 'Yes, log out' }));
  await untilPath('/login');
  expect(await screen.findByLabelText('Password')).toBeTruthy();
});

test('the profile stays open, says so, and has no notice once there is a factor', async () => {
  shows('5.company.factor-required-page');
  await turnOn(0);
  const { user, path } = await renderConsole('/settings/account#Second-factor', { server, as: 'member' });
  await screen.findByRole('region', { name: 'Second factor' });
  const notice = await screen.findByRole('link', { name: 'Set one up' });
  expect(notice.getAttribute('href')).toBe('/settings/account#Second-factor');
  expect(path()).toBe('/settings/account');
  await user.click(await screen.findByRole('button', { name: 'Set up authenticator app' }));
  const dialog = await setUp(user);
  const [code = ''] = dialog.getAllByRole('listitem').map(({ textContent }) => textContent ?? '');
  await user.click(dialog.getByRole('button', { name: 'Copy' }));
  await user.click(dialog.getByRole('button', { name: /stored/ }));
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Set one up' })).toBeNull());
  await user.click(await screen.findByRole('button', { name: 'Turn off authenticator app' }));
  const question = within(await screen.findByRole('dialog', { name: 'Turn off authenticator app' }));
  expect(question.getByText(/will be closed to you then, until you have one again/)).toBeTruthy();
  await user.type(question.getByLabelText(/^Code/), code);
  await user.type(question.getByLabelText(/^Password/), password);
  await user.click(question.getByRole('button', { name: 'Turn off' }));
  expect(await screen.findByRole('link', { name: 'Set one up' })).toBeTruthy();
});

test('in the days before, a notice says until when, and everything is open', async () => {
  shows('5.company.factor-required-page');
  await turnOn(10);
  await renderConsole('/', { server, as: 'member' });
  const notice = await screen.findByRole('region', { name: 'Second factor needed' });
  expect(notice.textContent).toMatch(/needs a second factor from \d\d \w{3} on/);
  expect(await screen.findByRole('region', { name: 'Environments' })).toBeTruthy();
});

test('an owner requires one, changes the days and stops, and sees who has none', async () => {
  shows('5.company.factor-required');
  await query('update accounts set active_instance_id = $1', [server.studio.dev]);
  const browser = await server.signIn('owner');
  const { user, untilPath } = await renderConsole(page('company-sign-in'), { server, as: 'owner', browser });
  const section = within(await screen.findByRole('region', { name: 'Second factor' }));
  expect(await section.findByText('Not required. 3 of 3 members have none.')).toBeTruthy();
  const days = () => section.getByLabelText(/^Days to set one up/);
  const press = (name: string) => user.click(section.getByRole('button', { name }));
  const question = async () => within(await screen.findByRole('dialog', { name: 'Require a second factor' }));
  const answer = async (button: string) => {
    await user.click((await question()).getByRole('button', { name: button }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  await press('Require a second factor');
  await user.click((await question()).getByRole('button', { name: 'Yes, require it' }));
  expect(await (await question()).findByText(/^Set up your own second factor in your profile first/)).toBeTruthy();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await setUpFactor(server, 'owner');
  await user.clear(days());
  await user.type(days(), '31');
  await press('Require a second factor');
  const wrong = await section.findByText('Must be a number of days from 0 to 30');
  expect(days().getAttribute('aria-describedby')).toContain(wrong.id);
  await user.clear(days());
  await user.type(days(), '14');
  await press('Require a second factor');
  await answer('Yes, require it');
  expect(await section.findByText(/^Required\. 2 of 3 members have none/)).toBeTruthy();
  expect(section.getByRole('button', { name: 'Change days' })).toHaveProperty('disabled', true);
  await user.clear(days());
  await user.type(days(), '3');
  await press('Change days');
  expect((await question()).getByText(/Those who still have none in 3 days cannot open the workspace/)).toBeTruthy();
  await answer('Yes, require it');
  const read = async () =>
    (await server.call(requiredFactor.get, { params: { workspaceId: server.studio.workspaceId } }, { as: 'owner' }))
      .days;
  await waitFor(async () => expect(await read()).toBe(3));
  await user.click(section.getByRole('link', { name: 'Who has none' }));
  await untilPath(page('members'));
  expect(await screen.findAllByText('No second factor')).toHaveLength(2);
});

test('a requirement that locks members out at once is asked for, with their number; a longer time is not', async () => {
  shows('5.company.factor-required');
  const browser = await server.signIn('owner');
  await turnOn(5);
  const { user } = await renderConsole(page('company-sign-in'), { server, as: 'owner', browser });
  const section = within(await screen.findByRole('region', { name: 'Second factor' }));
  const change = async (days: string) => {
    await user.clear(await section.findByLabelText(/^Days to set one up/));
    await user.type(section.getByLabelText(/^Days to set one up/), `${days}{Enter}`);
  };
  const read = async () => (await query('select factor_days from workspaces where factor_days is not null'))[0];
  await change('0');
  const dialog = within(await screen.findByRole('dialog', { name: 'Require a second factor' }));
  const none = '2 of 3 members have no second factor and cannot open the workspace until they have one.';
  expect(dialog.getByText(none)).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(section.getByLabelText(/^Days to set one up/)).toHaveProperty('value', '0');
  expect(await read()).toEqual({ factor_days: 5 });
  await change('9');
  await waitFor(async () => expect(await read()).toEqual({ factor_days: 9 }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('stopping it opens the workspace again', async () => {
  shows('5.company.factor-required');
  const browser = await server.signIn('owner');
  await turnOn(5);
  const { user } = await renderConsole(page('company-sign-in'), { server, as: 'owner', browser });
  const section = within(await screen.findByRole('region', { name: 'Second factor' }));
  await user.click(await section.findByRole('button', { name: 'Stop requiring it' }));
  expect(await section.findByText(/^Not required\./)).toBeTruthy();
});

test('who turns the last factor off is told at once', async () => {
  shows('5.company.factor-required-page');
  await turnOn(10);
  const browser = await server.signIn('member');
  const { codes } = await setUpFactor(server, 'member');
  const { user } = await renderConsole('/settings/account', { server, as: 'member', browser });
  await user.click(await screen.findByRole('button', { name: 'Turn off authenticator app' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/will be closed to you from \d\d \w{3} on/)).toBeTruthy();
  await user.type(dialog.getByLabelText(/^Code/), codes[0] ?? '');
  await user.type(dialog.getByLabelText(/^Password/), password);
  await user.click(dialog.getByRole('button', { name: 'Turn off' }));
  expect(await screen.findByRole('region', { name: 'Second factor needed' })).toBeTruthy();
});
