import { feedback } from '@quartermaster/contract/endpoints/feedback.ts';
import { accounts } from '@quartermaster/contract/endpoints/people/accounts.ts';
import { syncReviews } from '@quartermaster/contract/endpoints/sync.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { apiBase, renderConsole } from '../support/console.tsx';
import { startTestServer, type TestServer } from '../support/server.ts';
import { insertItems } from '../support/server-content.ts';
import { emailOf } from '../support/server-studio.ts';
import { choose } from './choose-instance.ts';

type Options = NonNullable<Parameters<typeof renderConsole>[1]>;

const cardTitles = () =>
  screen
    .getAllByRole('listitem')
    .filter((item) => within(item).queryByRole('heading', { level: 3 }))
    .map((item) => within(item).getByRole('heading', { level: 3 }).textContent);

test('the dashboard shows the workspace’s name as title, and its link cards with the environment', async () => {
  shows(
    '1.2.dashboard.card-demo',
    '1.2.dashboard.card-export-settings',
    '1.2.dashboard.card-export-settings-text',
    '1.2.dashboard.card-exported-data',
    '1.2.dashboard.card-exported-data-env',
    '1.2.dashboard.card-navigation',
    '1.2.dashboard.card-navigation-env',
    '1.2.dashboard.title-workspace',
    '1.2.route.home',
  );
  const server = await startTestServer();
  await choose(server, 'owner', server.studio.stage);
  await renderConsole('/', { server, as: 'owner' });
  expect(await screen.findByRole('heading', { level: 1, name: 'Studio' })).toBeTruthy();
  const exported = await screen.findByRole('link', { name: /Exported data/ });
  expect(exported.getAttribute('href')).toBe('/settings/exported-data');
  expect(within(exported).getByText('stage')).toBeTruthy();
  const navigation = screen.getByRole('link', { name: /^Navigation setup/ });
  expect(navigation.getAttribute('href')).toBe('/settings/navigation-setup');
  expect(within(navigation).getByText('stage')).toBeTruthy();
  const settings = screen.getByRole('link', { name: /Export settings/ });
  expect(settings.getAttribute('href')).toBe('/settings/export-settings');
  expect(settings.textContent).toContain('Generate a token to securely download your JSON data via API access');
  expect(within(settings).getByText('stage')).toBeTruthy();
  const demo = screen.getByRole('link', { name: /Quick start demo/ });
  expect(demo.getAttribute('href')).toBe(`${apiBase}/docs/quick-start`);
  await waitFor(() => expect(document.title).toBe('Studio · Quartermaster'));
});

test('environments come first, then what waits, the last edits, the templates, and the tools last', async () => {
  shows('4.designers.home-order');
  const server = await startTestServer();
  await choose(server, 'owner', server.studio.dev);
  await renderConsole('/', { server, as: 'owner' });
  await screen.findByRole('heading', { level: 2, name: 'Edited last' });
  const parts = within(screen.getByRole('main')).getAllByRole('region');
  const names = parts.map((part) => within(part).queryAllByRole('heading', { level: 2 })[0]?.textContent);
  const order = names.filter((name) => name !== undefined && name !== 'Create your first template');
  expect(order).toEqual(['Environments', 'Waiting for you', 'Edited last', 'Templates and their items', 'Tools']);
});

test('the dashboard lists no tools beyond its cards', async () => {
  shows('5.finding.tools');
  const server = await startTestServer();
  await choose(server, 'owner', server.studio.dev);
  await renderConsole('/', { server, as: 'owner' });
  const tools = within(await screen.findByRole('region', { name: 'Tools' }));
  await tools.findByRole('link', { name: /^Sync instances/ });
  const cards = ['Quick start demo', 'Exported data', 'Navigation setup', 'Sync instances', 'Export settings'];
  const titles = tools.getAllByRole('link').map(({ textContent }) => textContent ?? '');
  expect(titles.map((title) => cards.find((card) => title.startsWith(card)))).toEqual(cards);
});

test('what waits follows the environments, with links, and a text when nothing waits', async () => {
  shows('4.designers.waiting');
  const server = await startTestServer();
  const { dev, accounts } = server.studio;
  await choose(server, 'owner', dev);
  const { close } = await renderConsole('/', { server, as: 'owner' });
  expect(await screen.findByText('Nothing waits for you here.')).toBeTruthy();
  close();
  await server.app.deps.database.query(
    "insert into reports (instance_id, account_id, path, created_at, error) values ($1, $2, 'a', now(), 'no space')",
    [dev, accounts.owner],
  );
  const { id } = await server.call(
    syncReviews.create,
    { params: { instanceId: dev }, body: { all: true, changes: [], note: 'Look' } },
    { as: 'admin' },
  );
  const [proposal] = await server.app.deps.database.query<{ id: number }>(
    `insert into proposals (instance_id, title, note, account_id, actor, origin, templates, items, created_at)
      values ($1, 'Cheaper', '', $2, 'account', 'form', '[]', 2, now()) returning id`,
    [dev, accounts.member],
  );
  await renderConsole('/', { server, as: 'owner' });
  const part = await screen.findByRole('region', { name: 'Waiting for you' });
  const links = await within(part).findAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Review of 0 items: Look', `/instance-sync/reviews/${id}?instance=${dev}`],
    ['Proposal of 2 items: Cheaper', `/proposals/${proposal?.id}?instance=${dev}`],
    ['The last export has failed', '/settings/exported-data'],
  ]);
});

test('the dashboard links to sync on Teams, and names the environment', async () => {
  shows('1.2.dashboard.card-sync', '1.2.dashboard.card-sync-env');
  const server = await startTestServer();
  await choose(server, 'owner', server.studio.stage);
  await renderConsole('/', { server, as: 'owner' });
  const card = await screen.findByRole('link', { name: /^Sync instances/ });
  expect(card.getAttribute('href')).toBe('/instance-sync');
  expect(within(card).getByText('stage')).toBeTruthy();
});

test.each(['free', 'starter'])('the dashboard has no link to sync on %s', async (plan) => {
  shows('1.2.dashboard.card-sync-plan');
  const server = await startTestServer();
  await server.app.deps.database.query('update subscriptions set plan = $1', [plan]);
  await choose(server, 'owner', server.studio.dev);
  await renderConsole('/', { server, as: 'owner' });
  expect(await screen.findByRole('link', { name: /^Exported data/ })).toBeTruthy();
  // The plan is loaded once this is shown.
  expect(await screen.findByRole(plan === 'free' ? 'link' : 'button', { name: /^New project/ })).toBeTruthy();
  expect(screen.queryByRole('link', { name: /^Sync instances/ })).toBeNull();
});

test('a member without EXPORT sees no card that needs it', async () => {
  shows('1.2.dashboard.card-export-settings', '1.2.dashboard.card-exported-data', '1.2.dashboard.card-sync');
  const server = await startTestServer();
  await choose(server, 'member', server.studio.dev);
  await renderConsole('/', { server, as: 'member' });
  await screen.findByRole('heading', { level: 1, name: 'Studio' });
  await screen.findByRole('heading', { level: 2, name: 'Templates' });
  await waitFor(() => expect(cardTitles()).toEqual(['Quick start demo', 'Navigation setup']));
});

test('a member without projects is advised to contact an admin', async () => {
  shows('1.2.dashboard.member-without-projects', '1.2.dashboard.title-fallback', '1.2.header.switcher-hidden');
  const server = await startTestServer();
  await server.app.deps.database.query('delete from instance_members where account_id = $1', [
    server.studio.accounts.member,
  ]);
  await renderConsole('/', { server, as: 'member' });
  expect(
    await screen.findByText('You haven’t been added to any projects yet. Please contact your admin for access.'),
  ).toBeTruthy();
  expect(screen.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Choose an instance' })).toBeNull();
});

test('with projects but no active instance, the dashboard asks to choose one', async () => {
  shows('1.2.header.switcher-shown', '1.6.export-button.instance', '2.2.export.button-instance');
  const server = await startTestServer();
  await choose(server, 'owner', 0);
  await renderConsole('/', { server, as: 'owner' });
  expect(await screen.findByText('Choose an instance in the header to see its templates.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Choose an instance' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull();
});

test.each([
  ['owner', 'starter'],
  ['owner', 'teams'],
  ['admin', 'starter'],
  ['admin', 'teams'],
] as const)('an %s on %s can create a project from the dashboard', async (as, plan) => {
  shows('1.2.dashboard.new-project-admin', '1.2.dashboard.new-project-owner');
  const server = await startTestServer();
  await server.app.deps.database.query('update subscriptions set plan = $1', [plan]);
  await choose(server, as, server.studio.dev);
  await renderConsole('/', { server, as });
  expect(await screen.findByRole('button', { name: 'New project' })).toBeTruthy();
});

test('the dashboard creates a project in the active workspace', async () => {
  shows('1.2.dashboard.new-project-admin', '1.8.success.project-created');
  const server = await startTestServer();
  await choose(server, 'admin', server.studio.dev);
  const { user, overlay } = await renderConsole('/', { server, as: 'admin' });
  await user.click(await screen.findByRole('button', { name: 'New project' }));
  const dialog = await screen.findByRole('dialog', { name: 'New project' });
  expect(within(dialog).getByRole('combobox', { name: /^Workspace/ })).toHaveProperty('value', 'Studio');
  await user.type(within(dialog).getByLabelText(/^Project name/), 'Sequel');
  await user.click(within(dialog).getByRole('button', { name: 'Create project' }));
  expect(await within(overlay).findByText('Project created successfully')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  // Another instance is active, so it is not opened without being asked for.
  await user.click(within(overlay).getByRole('link', { name: 'Open project' }));
  const [dev] = await server.app.deps.database.query<{ id: number }>(
    "select i.id from instances i join projects p on p.id = i.project_id where p.name = 'Sequel' and env = 'Dev'",
    [],
  );
  await waitFor(async () =>
    expect(await server.call(accounts.getSettings, {}, { as: 'admin' })).toEqual({ active_instance_id: dev?.id }),
  );
});

test('a member sees no "New project", and on Free it has an "Upgrade" badge', async () => {
  shows('1.2.dashboard.new-project-member', '1.6.upgrade-badge.alternatives');
  const server = await startTestServer();
  await choose(server, 'member', server.studio.dev);
  const { close } = await renderConsole('/', { server, as: 'member' });
  expect(await screen.findByRole('button', { name: 'Send feedback' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^New project/ })).toBeNull();
  close();
  await choose(server, 'free', server.studio.free.dev);
  await renderConsole('/', { server, as: 'free' });
  expect(await screen.findByRole('link', { name: 'New project Upgrade' })).toBeTruthy();
});

test('with several workspaces, a new project is created in the selected one', async () => {
  shows('1.2.dashboard.new-project-owner', '1.5.project-workspace.required', '1.7.project.create');
  const server = await startTestServer();
  await server.app.deps.database.query(
    'insert into workspace_members (workspace_id, account_id, role_id) values ($1, $2, 1)',
    [server.studio.elsewhere.workspaceId, server.studio.accounts.owner],
  );
  await choose(server, 'owner', 0);
  const { user } = await renderConsole('/', { server, as: 'owner' });
  await user.click(await screen.findByRole('button', { name: 'New project' }));
  const dialog = await screen.findByRole('dialog', { name: 'New project' });
  await user.type(within(dialog).getByLabelText(/^Project name/), 'Sequel');
  await user.click(within(dialog).getByRole('button', { name: 'Create project' }));
  expect(await within(dialog).findByText('Workspace is a required field')).toBeTruthy();
  await user.click(within(dialog).getByRole('combobox', { name: /^Workspace/ }));
  await user.click(await screen.findByRole('option', { name: 'Elsewhere' }));
  await user.click(within(dialog).getByRole('button', { name: 'Create project' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const [project] = await server.app.deps.database.query<{ workspace_id: number }>(
    "select workspace_id from projects where name = 'Sequel'",
    [],
  );
  expect(project?.workspace_id).toBe(server.studio.elsewhere.workspaceId);
});

test('a new user is guided through a workspace, a project and a template in turn', async () => {
  shows('1.2.dashboard.onboarding-project', '1.2.dashboard.onboarding-template', '1.2.dashboard.onboarding-workspace');
  const server = await startTestServer();
  await server.app.deps.database.query('delete from workspace_members where account_id = $1', [
    server.studio.accounts.member,
  ]);
  const { user, overlay, untilPath } = await renderConsole('/', { server, as: 'member' });
  const workspace = await screen.findByRole('region', { name: 'Set up your workspace' });
  await user.click(within(workspace).getByRole('button', { name: 'Create workspace' }));
  await user.type(await screen.findByLabelText(/^Workspace name/), 'Mine');
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Create workspace' }));
  expect(await within(overlay).findByText('Workspace created successfully')).toBeTruthy();

  const project = await screen.findByRole('region', { name: 'Create your first project' });
  expect(screen.queryByRole('region', { name: 'Set up your workspace' })).toBeNull();
  await user.click(within(project).getByRole('button', { name: 'Create project' }));
  await user.type(await screen.findByLabelText(/^Project name/), 'First');
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Create project' }));
  expect(await within(overlay).findByText('Project created successfully')).toBeTruthy();

  const template = await screen.findByRole('region', { name: 'Create your first template' });
  expect(screen.queryByRole('region', { name: 'Create your first project' })).toBeNull();
  const [dev] = await server.app.deps.database.query<{ id: number }>(
    "select i.id from instances i join projects p on p.id = i.project_id where p.name = 'First' and env = 'Dev'",
    [],
  );
  const path = `/instance/${dev?.id}/templates/new`;
  const link = within(template).getByRole('link', { name: 'Create template' });
  expect(link.getAttribute('href')).toBe(path);
  await user.click(link);
  await untilPath(path);
});

test('no first template is offered if one exists or the user may not create one', async () => {
  shows('1.2.dashboard.onboarding-template');
  const server = await startTestServer();
  const { dev, stage } = server.studio;
  const firstTemplate = () => screen.queryByRole('region', { name: 'Create your first template' });
  await choose(server, 'owner', stage);
  const first = await renderConsole('/', { server, as: 'owner' });
  await screen.findByRole('link', { name: 'Images' });
  expect(firstTemplate()).toBeNull();
  first.close();
  await insertItems(server.app.deps.database, dev, 'sword', 1);
  await choose(server, 'owner', dev);
  await renderConsole('/', { server, as: 'owner' });
  await screen.findByRole('link', { name: 'sword' });
  expect(firstTemplate()).toBeNull();
});

test.each([
  ['/v1/accounts/workspaces', '/v1/workspaces'],
  ['/v1/workspaces', '/v1/accounts/workspaces'],
])('nothing is shown before roles and workspaces have loaded: %s', async (delayed, other) => {
  shows('1.2.dashboard.onboarding-project');
  const server = await startTestServer();
  await server.app.deps.database.query('delete from projects', []);
  const { promise, resolve } = Promise.withResolvers<void>();
  const answered: string[] = [];
  const { root } = await renderConsole('/', {
    server,
    as: 'owner',
    intercept: (fetch) => async (input, init) => {
      const { pathname } = new URL(String(input));
      const answer = await fetch(input, init);
      if (pathname === delayed) await promise;
      answered.push(pathname);
      return answer;
    },
  });
  // The first render waits only for the delayed answers.
  await waitFor(() => expect(answered).toEqual(expect.arrayContaining([other, '/v1/accounts/settings'])));
  expect(answered).not.toContain(delayed);
  expect(root.textContent).not.toMatch(/workspace|project|admin/i);
  resolve();
  expect(await screen.findByRole('region', { name: 'Create your first project' })).toBeTruthy();
});

async function openFeedback(options: Options & { server: TestServer }) {
  await choose(options.server, 'owner', options.server.studio.dev);
  const view = await renderConsole('/', { as: 'owner', ...options });
  await view.user.click(await screen.findByRole('button', { name: 'Send feedback' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Send feedback' }));
  return { ...view, dialog, send: () => view.user.click(dialog.getByRole('button', { name: 'Send feedback' })) };
}

test('feedback takes a message, and prefills name and email', async () => {
  shows(
    '1.2.dashboard.feedback',
    '1.5.feedback-email.optional',
    '1.5.feedback-email.valid',
    '1.5.feedback-message.min',
    '1.5.feedback-message.required',
    '1.5.feedback-message.trimmed',
    '1.5.feedback-name.optional',
    '1.9.feedback.rows',
  );
  const server = await startTestServer();
  const { user, dialog, send, overlay } = await openFeedback({ server });
  const message = dialog.getByLabelText(/^Message/);
  expect(message.getAttribute('rows')).toBe('18');
  expect(dialog.getByLabelText('Name')).toHaveProperty('value', 'owner');
  expect(dialog.getByLabelText('Email')).toHaveProperty('value', emailOf('owner'));
  await send();
  expect(await dialog.findByText('Required field')).toBeTruthy();
  await user.type(message, ' ab ');
  expect(await dialog.findByText('Must be at least 3 characters')).toBeTruthy();
  await user.type(message, '{Backspace}c ');
  await waitFor(() => expect(dialog.queryByText('Must be at least 3 characters')).toBeNull());
  await user.clear(dialog.getByLabelText('Name'));
  await user.clear(dialog.getByLabelText('Email'));
  await user.type(dialog.getByLabelText('Email'), 'none');
  await send();
  expect(await dialog.findByText('Please enter a valid email address')).toBeTruthy();
  await user.clear(dialog.getByLabelText('Email'));
  await send();
  expect(await within(overlay).findByText('Thank you for your feedback')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const uid = String(server.studio.accounts.owner);
  expect(await server.app.deps.database.query('select message, name, email, uid from feedback', [])).toEqual([
    { message: 'abc', name: '', email: '', uid },
  ]);
});

test.each([
  ['a string unchanged', 'Not now.', 'Not now.'],
  ['anything else as JSON', { reason: 'full' }, '{"reason":"full"}'],
])('rejected feedback shows %s in red and keeps its input', async (_, message, shown) => {
  shows('1.8.callout.feedback-json', '1.8.callout.feedback-string');
  const server = await startTestServer();
  const { user, dialog, send } = await openFeedback({
    server,
    intercept: (fetch) => (input, init) =>
      String(input).endsWith('/v1/feedback')
        ? Promise.resolve(Response.json({ status_code: 409, error: 'x', message }, { status: 409 }))
        : fetch(input, init),
  });
  await user.type(dialog.getByLabelText(/^Message/), 'It works');
  await send();
  expect((await dialog.findByRole('alert')).textContent).toBe(shown);
  expect(dialog.getByLabelText(/^Message/)).toHaveProperty('value', 'It works');
});

test('rate-limited feedback shows a message and keeps its input', async () => {
  shows('1.8.callout.feedback-string');
  const server = await startTestServer();
  for (let time = 0; time < 10; time++) await server.call(feedback.send, { body: { message: 'Yes' } }, { as: 'owner' });
  const { user, dialog, send } = await openFeedback({ server });
  await user.type(dialog.getByLabelText(/^Message/), 'Once more');
  await send();
  expect((await dialog.findByRole('alert')).textContent).toBe('Too many attempts. Please wait and try again.');
  expect(dialog.getByLabelText(/^Message/)).toHaveProperty('value', 'Once more');
});

test('feedback survives closing the dialog, and is cleared once it is sent', async () => {
  shows('1.2.dashboard.feedback');
  const server = await startTestServer();
  const { user, dialog } = await openFeedback({ server });
  await user.type(dialog.getByRole('textbox', { name: /^Message/ }), 'A long message');
  await user.keyboard('{Escape}');
  const reopen = async () => {
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Send feedback' }));
    return within(await screen.findByRole('dialog')).getByRole('textbox', { name: /^Message/ });
  };
  expect(await reopen()).toHaveProperty('value', 'A long message');
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Send feedback' }));
  expect(await reopen()).toHaveProperty('value', '');
});
