import { MantineProvider } from '@mantine/core';
import type { Refusal } from '@quartermaster/contract/access.ts';
import { accounts } from '@quartermaster/contract/endpoints/people/accounts.ts';
import { workspaces } from '@quartermaster/contract/endpoints/workspaces.ts';
import { projectNameRule } from '@quartermaster/contract/rules/project.ts';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { addMember } from '../../server/modules/workspaces/service.ts';
import { RenameForm } from '../../src/features/settings/rename-form.tsx';
import { type Services, ServicesContext } from '../../src/shared/services/services.ts';
import { createUnsavedChanges } from '../../src/shared/services/unsaved-changes.ts';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { allSent, mailTo } from '../support/mailbox.ts';
import { addProject } from '../support/members.ts';
import { untilAnswered } from '../support/open-requests.ts';
import { startSentry } from '../support/sentry.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { emailOf, type Person } from '../support/server-studio.ts';
import { startTries } from '../support/tries.ts';
import { choose } from './choose-instance.ts';

let server: TestServer;
afterEach(() => allSent(server.app));

const workspacePath = () => `/settings/workspaces/${server.studio.workspaceId}`;
const projectPath = () => `${workspacePath()}/projects/${server.studio.projectId}`;
const listOf = async (as: Person) => (await server.call(workspaces.list, {}, { as })).workspaces;
const untilClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const asPlan = (plan: string, status = 'active') =>
  server.app.deps.database.query('update subscriptions set plan = $1, status = $2', [plan, status]);

const open = async (path: () => string, as: Person = 'owner') => renderConsole(path(), { server, as });

test('an owner or admin renames a workspace inline', async () => {
  shows(
    '1.2.workspace.owner-admin-only',
    '1.2.workspace.rename',
    '1.5.workspace-name.max-settings',
    '1.5.workspace-name.required',
    '1.9.name.workspace',
    '3.settled.workspace-name.settings',
  );
  server = await startTestServer();
  const { user } = await open(workspacePath, 'admin');
  const input = await screen.findByRole('textbox', { name: 'Workspace name' });
  expect(input).toHaveProperty('value', 'Studio');
  const rename = screen.getByRole('button', { name: 'Rename' });
  expect(rename).toHaveProperty('disabled', true);
  await user.clear(input);
  await user.click(rename);
  expect(await screen.findByText('Workspace name is a required field')).toBeTruthy();
  await user.type(input, 'x'.repeat(33));
  expect(await screen.findByText('Maximum 32 characters allowed')).toBeTruthy();
  await user.type(input, '{Backspace}');
  await user.click(rename);
  expect(await screen.findByRole('heading', { level: 1, name: 'x'.repeat(32) })).toBeTruthy();
  expect((await listOf('owner'))[0]?.name).toBe('x'.repeat(32));
  expect((await listOf('stranger'))[0]?.name).toBe('Elsewhere');
});

test('the billing of a workspace is one link away from its page, for owners', async () => {
  shows('4.hands.billing');
  server = await startTestServer();
  const { user, untilPath, close } = await open(workspacePath);
  expect(await screen.findByText(/^Teams plan, \d+ of \d+ seats in use$/)).toBeTruthy();
  await user.click(await screen.findByRole('link', { name: 'Open billing' }));
  await untilPath('/settings/billing');
  expect(window.location.search).toBe(`?workspace=${server.studio.workspaceId}`);
  expect(await screen.findByRole('region', { name: 'Plans' })).toBeTruthy();
  close();
  await open(workspacePath, 'admin');
  await screen.findByRole('textbox', { name: 'Workspace name' });
  expect(screen.queryByRole('link', { name: 'Open billing' })).toBeNull();
});

test('a workspace lists its projects with their environments, each linking to its settings', async () => {
  shows('1.1.workspaces-hold-projects', '1.2.route.workspace');
  server = await startTestServer();
  const { id: second } = await addProject(server, 'Sequel');
  await open(workspacePath);
  const main = await screen.findByRole('main');
  await within(main).findByRole('link', { name: /^Studio game/ });
  const links = within(main).getAllByRole('link', { name: /Studio game|Sequel/ });
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Studio gamedevstageprod', projectPath()],
    ['Sequeldevstageprod', `${workspacePath()}/projects/${second}`],
  ]);
});

test('creating a project in a workspace keeps the active instance', async () => {
  shows(
    '1.4.project-created.closes',
    '1.4.project-created.keeps-instance',
    '1.4.project-created.refetch',
    '1.4.project-created.toast',
    '1.5.project-name.max',
    '1.5.project-name.required',
    '1.8.success.project-created',
  );
  server = await startTestServer();
  await choose(server, 'owner', server.studio.stage);
  const { user, overlay } = await open(workspacePath);
  await user.click(await screen.findByRole('button', { name: 'New project' }));
  const dialog = await screen.findByRole('dialog', { name: 'New project' });
  await user.click(within(dialog).getByRole('button', { name: 'Create project' }));
  expect(await within(dialog).findByText('Project name is a required field')).toBeTruthy();
  const input = within(dialog).getByLabelText(/^Project name/);
  await user.type(input, 'x'.repeat(33));
  expect(await within(dialog).findByText('Maximum 32 characters allowed')).toBeTruthy();
  await user.clear(input);
  await user.type(input, 'Sequel');
  await user.click(within(dialog).getByRole('button', { name: 'Create project' }));
  expect(await within(overlay).findByText('Project created successfully')).toBeTruthy();
  await untilClosed();
  await waitFor(() => expect(screen.getAllByRole('link', { name: /^Sequel/ })).toHaveLength(2));
  const { active_instance_id } = await server.call(accounts.getSettings, {}, { as: 'owner' });
  expect(active_instance_id).toBe(server.studio.stage);
});

test.each([
  ['Active', 'Studio', 'Studio game'],
  ['DeleteInProgress', 'Studio', 'Sequel'],
  ['DeleteInProgress', 'Elsewhere', 'Elsewhere game'],
] as const)(
  'with no active instance and a first project %s, a new project in %s activates the first instance of %s',
  async (status, where, first) => {
    shows('1.4.project-created.selects-instance');
    server = await startTestServer();
    const { query } = server.app.deps.database;
    const { projectId, accounts: ids, elsewhere, workspaceId: studioId } = server.studio;
    await query('update projects set status = $2 where id = $1', [projectId, status]);
    const workspaceId = where === 'Studio' ? studioId : elsewhere.workspaceId;
    if (where === 'Elsewhere')
      await server.app.deps.database.transaction((query) =>
        addMember(query, { workspaceId, accountId: ids.owner, role: 'admin', now: server.clock.now() }),
      );
    await choose(server, 'owner', 0);
    const { user } = await open(() => `/settings/workspaces/${workspaceId}`);
    await user.click(await screen.findByRole('button', { name: 'New project' }));
    await user.type(await screen.findByLabelText(/^Project name/), 'Sequel');
    await user.click(screen.getByRole('button', { name: 'Create project' }));
    expect((await screen.findByRole('button', { name: /^Change instance/ })).textContent).toContain(`${first}dev`);
    const { active_instance_id } = await server.call(accounts.getSettings, {}, { as: 'owner' });
    if (first === 'Sequel') expect([0, server.studio.dev]).not.toContain(active_instance_id);
    else expect(active_instance_id).toBe(first === 'Studio game' ? server.studio.dev : elsewhere.dev);
    await untilClosed();
    // The page renders again with the instance; the keyboard continues in it.
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')));
  },
);

test('a full workspace shows the error above the form and keeps the input', async () => {
  shows('1.8.callout.create-forms');
  server = await startTestServer();
  await server.app.deps.database.query(
    "insert into projects (workspace_id, name, created_at) values ($1, 'B', now()), ($1, 'C', now())",
    [server.studio.workspaceId],
  );
  const { user } = await open(workspacePath);
  await user.click(await screen.findByRole('button', { name: 'New project' }));
  const dialog = await screen.findByRole('dialog', { name: 'New project' });
  await user.type(within(dialog).getByLabelText(/^Project name/), 'Fourth');
  await user.click(within(dialog).getByRole('button', { name: 'Create project' }));
  const input = within(dialog).getByLabelText(/^Project name/);
  const callout = await within(dialog).findByRole('alert');
  expect(callout.textContent).toMatch(/^Your plan has room for 3 projects/);
  expect(callout.compareDocumentPosition(input)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(input).toHaveProperty('value', 'Fourth');
  // A second attempt is refused again, and a successful one clears the error.
  await user.click(within(dialog).getByRole('button', { name: 'Create project' }));
  expect((await within(dialog).findByRole('alert')).textContent).toMatch(/^Your plan has room for 3 projects/);
  await server.app.deps.database.query("delete from projects where name = 'C'", []);
  await user.click(within(dialog).getByRole('button', { name: 'Create project' }));
  await untilClosed();
  await user.click(await screen.findByRole('button', { name: 'New project' }));
  const next = await screen.findByRole('dialog', { name: 'New project' });
  expect(within(next).queryByRole('alert')).toBeNull();
  expect(within(next).getByLabelText(/^Project name/)).toHaveProperty('value', '');
});

test('a refused workspace shows the reason above its form, and keeps the name', async () => {
  shows('1.8.callout.create-forms');
  server = await startTestServer();
  const { user } = await renderConsole(workspacePath(), {
    server,
    as: 'admin',
    intercept: (fetch) => async (input, init) =>
      init?.method === 'POST' && String(input).endsWith('/v1/workspaces')
        ? Response.json({ status_code: 409, error: 'x', message: 'Not now.' }, { status: 409 })
        : fetch(input, init),
  });
  await user.click(await screen.findByRole('button', { name: 'New workspace' }));
  const dialog = await screen.findByRole('dialog', { name: 'New workspace' });
  const input = within(dialog).getByLabelText(/^Workspace name/);
  await user.type(input, 'Branch');
  await user.click(within(dialog).getByRole('button', { name: 'Create workspace' }));
  const callout = await within(dialog).findByRole('alert');
  expect(callout.textContent).toBe('Not now.');
  expect(callout.compareDocumentPosition(input)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(input).toHaveProperty('value', 'Branch');
});

test('a workspace owner confirms before creating another one', async () => {
  shows(
    '1.4.workspace-created.closes',
    '1.4.workspace-created.confirmation',
    '1.4.workspace-created.refetch',
    '1.4.workspace-created.toast',
    '1.5.workspace-name.max-create',
    '1.5.workspace-name.required',
    '1.8.success.workspace-created',
    '1.9.name.workspace-create',
    '3.settled.workspace-name.create',
  );
  server = await startTestServer();
  const { user, overlay } = await open(workspacePath);
  await user.click(await screen.findByRole('button', { name: 'New workspace' }));
  await screen.findByText(/It has its own members, projects and plan/);
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  const dialog = await screen.findByRole('dialog', { name: 'New workspace' });
  await user.click(within(dialog).getByRole('button', { name: 'Create workspace' }));
  expect(await within(dialog).findByText('Workspace name is a required field')).toBeTruthy();
  const input = within(dialog).getByLabelText(/^Workspace name/);
  await user.type(input, 'x'.repeat(65));
  expect(await within(dialog).findByText('Maximum 64 characters allowed')).toBeTruthy();
  await user.type(input, '{Backspace}');
  await user.click(within(dialog).getByRole('button', { name: 'Create workspace' }));
  expect(await within(overlay).findByText('Workspace created successfully')).toBeTruthy();
  await untilClosed();
  expect(await screen.findByRole('heading', { level: 2, name: 'x'.repeat(64) })).toBeTruthy();
  expect(await listOf('owner')).toHaveLength(2);
});

test('a form submitted twice creates one workspace', async () => {
  shows('1.4.workspace-created.closes', '1.8.success.workspace-created');
  server = await startTestServer();
  const { user, overlay } = await open(workspacePath, 'admin');
  await user.click(await screen.findByRole('button', { name: 'New workspace' }));
  const dialog = await screen.findByRole('dialog', { name: 'New workspace' });
  const input = within(dialog).getByLabelText<HTMLInputElement>(/^Workspace name/);
  await user.type(input, 'Twice');
  const form = input.form ?? expect.fail('No form.');
  for (let time = 0; time < 2; time += 1) fireEvent.submit(form);
  expect(await within(overlay).findByText('Workspace created successfully')).toBeTruthy();
  await untilClosed();
  await untilAnswered();
  expect((await listOf('admin')).filter(({ name }) => name === 'Twice')).toHaveLength(1);
});

test('an admin who owns no workspace creates one without confirmation', async () => {
  shows('1.4.workspace-created.confirmation');
  server = await startTestServer();
  const { user } = await open(workspacePath, 'admin');
  await user.click(await screen.findByRole('button', { name: 'New workspace' }));
  expect(await screen.findByRole('dialog', { name: 'New workspace' })).toBeTruthy();
  expect(screen.queryByText(/It has its own members/)).toBeNull();
});

test('on Free, more workspaces and projects have an "Upgrade" badge that names the plans that include them', async () => {
  shows('1.6.plan.create-project', '1.6.plan.create-workspace', '1.6.upgrade-badge.alternatives');
  server = await startTestServer();
  await open(() => `/settings/workspaces/${server.studio.free.workspaceId}`, 'free');
  for (const name of ['New project', 'New workspace']) {
    const upgrade = await screen.findByRole('link', { name: `${name} Upgrade` });
    expect(upgrade.title).toBe('This needs the Starter or Teams plan.');
    expect(screen.queryByRole('button', { name })).toBeNull();
  }
});

test.each(['starter', 'teams'])('on %s projects and workspaces can be created', async (plan) => {
  shows('1.6.plan.create-project', '1.6.plan.create-workspace');
  server = await startTestServer();
  await asPlan(plan);
  await open(workspacePath);
  expect(await screen.findByRole('button', { name: 'New project' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'New workspace' })).toBeTruthy();
});

test('in a canceled workspace no project can be created', async () => {
  shows('1.6.canceled.nothing-else');
  server = await startTestServer();
  await asPlan('teams', 'canceled');
  await open(workspacePath);
  expect(await screen.findByRole('link', { name: 'New workspace Upgrade' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^New project/ })).toBeNull();
});

test.each([
  ['Workspace', 'Studio', workspacePath],
  ['Project', 'Studio game', projectPath],
])('%s names in a canceled workspace are read-only, and the reason is shown', async (what, name, path) => {
  shows('1.6.canceled.nothing-else');
  server = await startTestServer();
  await asPlan('teams', 'canceled');
  await open(path);
  const section = await screen.findByRole('region', { name: `${what} name` });
  expect(await within(section).findByText(/The subscription of this workspace is canceled/)).toBeTruthy();
  expect(within(section).getByText(name)).toBeTruthy();
  expect(within(section).queryByRole('textbox')).toBeNull();
  expect(within(section).queryByRole('button')).toBeNull();
});

test.each([
  ['Workspace', workspacePath],
  ['Project', projectPath],
])('a %s name typed when the subscription ends stays, and can be copied', async (what, path) => {
  server = await startTestServer();
  await asPlan('teams');
  const { user } = await open(path);
  const input = await screen.findByRole('textbox', { name: `${what} name` });
  await user.type(input, ' two');
  await asPlan('teams', 'canceled');
  await user.click(screen.getByRole('button', { name: 'Rename' }));
  expect(await screen.findByText('You can no longer save this name')).toBeTruthy();
  expect(input.isConnected).toBe(true);
  expect(input).toHaveProperty('value', what === 'Workspace' ? 'Studio two' : 'Studio game two');
  expect(input).toHaveProperty('readOnly', true);
  expect(screen.queryByRole('button', { name: 'Rename' })).toBeNull();
});

test('a plan that cannot be loaded is reported, and the page of a project stays', async () => {
  server = await startTestServer();
  const { dsn, envelopes } = await startSentry();
  const { untilLast } = startTries();
  let tries = 0;
  const { overlay, path } = await renderConsole(projectPath(), {
    server,
    as: 'owner',
    intercept: (fetch) => async (input, init) => {
      if (!String(input).endsWith('/subscriptions')) return fetch(input, init);
      tries += 1;
      return Response.json({ status_code: 500, error: 'x', message: 'Not now.' }, { status: 500 });
    },
    props: { sentry: { dsn } },
  });
  await untilLast(() => tries);
  await waitFor(() => expect(envelopes.map(({ event }) => event.tags.operation)).toEqual(['Subscription']));
  expect(await screen.findByRole('heading', { level: 1, name: /Studio game/ })).toBeTruthy();
  expect(within(overlay).queryByRole('alert')).toBeNull();
  expect(path()).toBe(projectPath());
});

test.each<[Refusal | null, boolean]>([
  ['canceled', false],
  ['role', true],
  ['plan', false],
  [null, true],
])('a name is read-only only because of the subscription: %s', (refusal, isOpen) => {
  shows('1.2.project.rename', '1.2.workspace.rename');
  const services = { unsavedChanges: createUnsavedChanges(() => undefined) } as Services;
  const view = render(
    <ServicesContext value={services}>
      <RenameForm
        label="Project name"
        rule={projectNameRule}
        name="Studio game"
        refusal={refusal}
        onRename={async () => undefined}
      />
    </ServicesContext>,
    { wrapper: MantineProvider },
  );
  onTestFinished(view.unmount);
  expect(view.queryByRole('textbox') !== null).toBe(isOpen);
  expect(view.queryByText(/is canceled|Upgrade to use it/) === null).toBe(isOpen);
});

test('a project is renamed inline', async () => {
  shows(
    '1.2.project.owner-admin-only',
    '1.2.project.rename',
    '1.5.project-name.max',
    '1.5.project-name.required',
    '1.6.project-settings.roles',
  );
  server = await startTestServer();
  await addProject(server, 'Sequel');
  const { user } = await open(projectPath, 'admin');
  const input = await screen.findByRole('textbox', { name: 'Project name' });
  await user.clear(input);
  await user.click(screen.getByRole('button', { name: 'Rename' }));
  expect(await screen.findByText('Project name is a required field')).toBeTruthy();
  await user.type(input, 'x'.repeat(33));
  expect(await screen.findByText('Maximum 32 characters allowed')).toBeTruthy();
  await user.clear(input);
  await user.type(input, 'Prequel');
  await user.click(screen.getByRole('button', { name: 'Rename' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Prequel' })).toBeTruthy();
  const nav = screen.getByRole('navigation', { name: 'Settings' });
  expect(await within(nav).findByRole('link', { name: 'Prequel' })).toBeTruthy();
  const [studio] = await listOf('owner');
  expect(studio?.projects.map(({ name }) => name)).toEqual(['Prequel', 'Sequel']);
  // 32 characters are not too many, and the next name is saved as well.
  await user.clear(input);
  await user.type(input, 'y'.repeat(32));
  await user.click(screen.getByRole('button', { name: 'Rename' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'y'.repeat(32) })).toBeTruthy();
});

test('a project has at most three instances, one per environment', async () => {
  shows('1.1.instance-environments', '1.1.projects-hold-instances', '1.2.route.project');
  server = await startTestServer();
  await open(projectPath);
  const section = await screen.findByRole('region', { name: 'Instances' });
  const rows = within(section).getAllByRole('listitem');
  const { dev, stage, prod } = server.studio;
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    `devInstance ID ${dev}`,
    `stageInstance ID ${stage}`,
    `prodInstance ID ${prod}`,
  ]);
});

test('an admin cannot delete a project', async () => {
  shows('1.2.project.delete-admin');
  server = await startTestServer();
  await open(projectPath, 'admin');
  // The section would follow the list of members.
  await screen.findByRole('row', { name: /^member/ });
  await untilAnswered();
  expect(screen.queryByRole('button', { name: 'Delete project' })).toBeNull();
});

test('an owner deletes a project by typing its exact name, and returns to its workspace', async () => {
  shows('1.2.project.delete-owner', '1.4.project-delete.type-name', '1.5.project-delete.name');
  server = await startTestServer();
  await addProject(server, 'Sequel');
  await choose(server, 'owner', server.studio.dev);
  const { user, untilPath } = await open(projectPath);
  await user.click(await screen.findByRole('button', { name: 'Delete project' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete project' });
  expect(dialog.textContent).toContain('3 days to cancel');
  const submit = within(dialog).getByRole('button', { name: 'Delete project' });
  await user.type(within(dialog).getByLabelText('Type Studio game to confirm'), 'studio game');
  await user.click(submit);
  expect(await within(dialog).findByText('Project name you entered does not match Studio game')).toBeTruthy();
  expect((await listOf('owner'))[0]?.projects).toHaveLength(2);
  for (const wrong of ['Studio game ', 'Studio gam', 'Sequel']) {
    await user.clear(within(dialog).getByLabelText('Type Studio game to confirm'));
    await user.type(within(dialog).getByLabelText('Type Studio game to confirm'), wrong);
    await user.click(submit);
    expect(await within(dialog).findByText('Project name you entered does not match Studio game')).toBeTruthy();
  }
  await user.clear(within(dialog).getByLabelText('Type Studio game to confirm'));
  await user.type(within(dialog).getByLabelText('Type Studio game to confirm'), 'Studio game');
  await user.click(submit);
  await untilPath(workspacePath());
  await waitFor(() => expect(screen.queryByRole('link', { name: /^Studio game/ })).toBeNull());
  expect(screen.getAllByRole('link', { name: /^Sequel/ })).toHaveLength(2);
  expect(screen.queryByRole('button', { name: /^Change instance: Studio game/ })).toBeNull();
  expect((await listOf('owner'))[0]?.projects.map(({ name }) => name)).toEqual(['Sequel']);
  expect((await mailTo(server.app, emailOf('owner'))).text).toContain('/project-removal/cancelled?hash=');
});
