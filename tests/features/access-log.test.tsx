import { workspaceRoles } from '@quartermaster/contract/access.ts';
import { members } from '@quartermaster/contract/endpoints/people/members.ts';
import { projectMembers } from '@quartermaster/contract/endpoints/people/project-members.ts';
import { roles } from '@quartermaster/contract/endpoints/people/roles.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { renderConsole } from '../support/console.tsx';
import { allSent } from '../support/mailbox.ts';
import { logOf, setPlan } from '../support/members.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { emailOf, type Person } from '../support/server-studio.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  await setPlan(server, {});
});
afterEach(() => allSent(server.app));

const path = () => `/settings/workspaces/${server.studio.workspaceId}/access-log`;
const inWorkspace = () => ({ params: { workspaceId: server.studio.workspaceId } });
const idOf = (person: Person) => server.studio.accounts[person];
const open = (as: Person = 'owner', search = '') => renderConsole(path() + search, { server, as });
const invite = (email: string, as: Person = 'owner') =>
  server.call(members.invite, { ...inWorkspace(), body: { email, role_id: workspaceRoles.admin } }, { as });
const setRole = (person: Person, role_id: number, as: Person = 'owner') =>
  server.call(members.setRole, { ...inWorkspace(), body: { member_id: idOf(person), role_id } }, { as });

/** The log, once it has entries. */
const list = async () => {
  const table = await screen.findByRole('grid', { name: 'Access log' });
  await within(table).findAllByRole('rowheader');
  return table;
};
/** The texts of the entries, without their times. */
const sentences = async () =>
  within(await list())
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);

test.each(['owner', 'admin'] as const)('an %s sees who changed what, newest first', async (as) => {
  await invite('new@studio.test', 'admin');
  await setRole('member', workspaceRoles.admin);
  await setRole('member', workspaceRoles.member);
  const given = { instance_id: server.studio.stage, role_id: server.studio.viewerRoleId, status: 1 as const };
  const taken = { instance_id: server.studio.dev, role_id: server.studio.viewerRoleId, status: 2 as const };
  const params = { projectId: server.studio.projectId, memberId: idOf('member') };
  await server.call(projectMembers.setRoles, { params, body: { roles: [given, taken] } }, { as: 'owner' });
  const role = { workspace_id: server.studio.workspaceId, permissions: [{ permission_id: 2, status: 1 as const }] };
  const { id } = await server.call(
    roles.save,
    { ...inWorkspace(), body: { ...role, name: 'Editor' } },
    { as: 'owner' },
  );
  const edited = { ...role, role_id: id, name: 'Writer', permissions: [{ permission_id: 2, status: 2 as const }] };
  await server.call(roles.save, { ...inWorkspace(), body: edited }, { as: 'owner' });
  const body = { role_id: id, replacement_role_id: server.studio.viewerRoleId };
  await server.call(roles.delete, { ...inWorkspace(), body }, { as: 'owner' });
  await server.call(members.remove, { ...inWorkspace(), body: { member_id: idOf('member') } }, { as: 'owner' });

  const { user, untilPath } = await renderConsole(`/settings/workspaces/${server.studio.workspaceId}`, { server, as });
  const sidebar = await screen.findByRole('navigation', { name: 'Settings' });
  await user.click(await within(sidebar).findByRole('link', { name: 'Access log' }));
  await untilPath(path());
  expect(await screen.findByRole('heading', { level: 1, name: 'Access log' })).toBeTruthy();
  expect((await sentences()).slice(0, 8)).toEqual([
    'owner removed member from the workspace as Member−Viewer in Studio game stage',
    'owner deleted the role Writer, which Viewer replaces',
    'owner changed the role Editor, now called Writer−Can export items',
    'owner created the role Editor+Can export items',
    'owner changed the project roles of member+Viewer in Studio game stage−Viewer in Studio game dev',
    'owner changed the role of member from Admin to Member',
    'owner changed the role of member from Member to Admin',
    'admin invited new@studio.test as Admin',
  ]);
});

test.each([
  ['member', '/access-denied'],
  ['stranger', '/not-found'],
] as const)('a %s is redirected to %s', async (as, wanted) => {
  const { untilPath } = await open(as);
  await untilPath(wanted);
});

test('a change in a project is added to a log that is already open', async () => {
  const { user, untilPath } = await open();
  await screen.findByRole('combobox', { name: 'Person' });
  const sidebar = await screen.findByRole('navigation', { name: 'Settings' });
  await user.click(await within(sidebar).findByRole('link', { name: /^Studio game/ }));
  await user.click(await screen.findByRole('button', { name: 'Actions for member' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Remove from project' }));
  await user.click(await screen.findByRole('button', { name: /^Yes, remove/ }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(within(sidebar).getByRole('link', { name: 'Access log' }));
  await untilPath(path());
  await waitFor(async () => expect((await sentences())[0]).toMatch(/^owner changed the project roles of member/));
});

test('the entries are filtered by a member, found by search or from an entry', async () => {
  await setRole('member', workspaceRoles.admin);
  await setRole('admin', workspaceRoles.member);
  await invite('new@studio.test');
  const { user, overlay, path: current } = await open();
  await waitFor(async () => expect((await sentences()).length).toBeGreaterThanOrEqual(3));
  const filter = screen.getByRole<HTMLInputElement>('combobox', { name: 'Person' });
  await user.type(filter, 'adm');
  await user.click(await within(overlay).findByRole('option', { name: `admin (${emailOf('admin')})` }));
  await waitFor(async () =>
    expect(await sentences()).toEqual(['owner changed the role of admin from Admin to Member']),
  );
  expect(current()).toBe(`${path()}?person=${idOf('admin')}`);
  expect(filter.value).toBe(`admin (${emailOf('admin')})`);

  await user.click(within(await list()).getByRole('link', { name: 'owner' }));
  await waitFor(async () => expect((await sentences()).length).toBeGreaterThanOrEqual(3));
  expect(filter.value).toBe(`owner (${emailOf('owner')})`);
  await user.click(within(await list()).getAllByRole('link', { name: 'member' })[0] ?? expect.fail('No member.'));
  await waitFor(async () =>
    expect(await sentences()).toEqual(['owner changed the role of member from Member to Admin']),
  );
});

test('the filter keeps the name under which a renamed member was selected', async () => {
  await setRole('member', workspaceRoles.admin);
  await server.app.deps.database.query('update accounts set name = $2 where id = $1', [idOf('member'), 'Renamed']);
  await invite('new@studio.test');
  const { user, overlay } = await open();
  await waitFor(async () => expect(await sentences()).toHaveLength(2));
  const filter = screen.getByRole<HTMLInputElement>('combobox', { name: 'Person' });
  const renamed = `Renamed (${emailOf('member')})`;
  await user.click(filter);
  await user.click(await within(overlay).findByRole('option', { name: renamed }));
  await waitFor(async () => expect(await sentences()).toHaveLength(1));
  expect(filter.value).toBe(renamed);

  await user.click(within(await list()).getByRole('link', { name: 'owner' }));
  await waitFor(() => expect(filter.value).toBe(`owner (${emailOf('owner')})`));
});

test('the opened filter lists the selected member under the name in its input', async () => {
  await setRole('member', workspaceRoles.admin);
  await server.app.deps.database.query('update accounts set name = $2 where id = $1', [idOf('member'), 'Renamed']);
  const { user, overlay } = await open('owner', `?person=${idOf('member')}`);
  const filter = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Person' });
  const label = `member (${emailOf('member')})`;
  await waitFor(() => expect(filter.value).toBe(label));
  await user.click(filter);
  await within(overlay).findByRole('option', { name: /^admin/ });
  expect(within(overlay).getByRole('option', { name: label })).toBeTruthy();
  expect(filter.value).toBe(label);
});

test('a member without entries gets a message', async () => {
  const { user } = await open('owner', `?person=${idOf('member')}`);
  expect(await screen.findByRole('heading', { name: 'No entries' })).toBeTruthy();
  await setRole('member', workspaceRoles.admin);
  await user.click(screen.getByRole('link', { name: 'Show all people' }));
  expect(await sentences()).toContain('owner changed the role of member from Member to Admin');
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Access log' }));
});

test('the entries are filtered by days, which are picked in a calendar and stored in the address', async () => {
  await setRole('member', workspaceRoles.admin);
  await setRole('member', workspaceRoles.member);
  await server.app.deps.database.query(
    "update access_log set at = '2026-01-05T12:00:00Z' where id = (select min(id) from access_log)",
    [],
  );
  const { user, path: now } = await open('owner', '?days=2026-01-04..2026-01-06');
  expect(await sentences()).toHaveLength(1);
  const filter = () => screen.findByRole('button', { name: /^Dates: / });
  expect((await filter()).textContent).toBe('04 Jan, 2026 – 06 Jan, 2026');
  await user.click(await filter());
  await user.click(await screen.findByRole('button', { name: '7 January 2026' }));
  await user.click(screen.getByRole('button', { name: '8 January 2026' }));
  expect(await screen.findByText('Nothing was changed on these days.')).toBeTruthy();
  expect(now()).toBe(`${path()}?days=2026-01-07..2026-01-08`);
  await user.click(screen.getAllByRole('button', { name: 'Show all dates' })[0] as HTMLElement);
  await waitFor(async () => expect(await sentences()).toHaveLength(2));
  expect(now()).toBe(path());
});

test('the log is paged', async () => {
  for (let time = 0; time < 12; time += 1) {
    await setRole('member', time % 2 === 0 ? workspaceRoles.admin : workspaceRoles.member);
  }
  const times = (await logOf(server, 50)).length;
  const { user } = await open();
  const pages = await screen.findByRole('navigation', { name: 'Pages' });
  expect(within(pages).getByText('1–10')).toBeTruthy();
  expect(await sentences()).toHaveLength(10);
  await user.click(within(pages).getByRole('button', { name: 'Next' }));
  expect(await within(pages).findByText(`11–${times}`)).toBeTruthy();
  expect(await sentences()).toHaveLength(times - 10);
  expect(within(pages).getByRole('button', { name: 'Next' }).ariaDisabled).toBe('true');
  await user.click(within(pages).getByRole('button', { name: 'Previous' }));
  expect(await within(pages).findByText('1–10')).toBeTruthy();
});

test('of many lost permissions the first are listed, the rest on demand', async () => {
  await server.app.deps.database.query(
    `insert into access_log (workspace_id, at, action, actor_id, actor_name, actor_email, details)
      select $1, now(), 'removed', $2, 'owner', 'owner@studio.test', jsonb_build_object('role_changes', jsonb_agg(
        jsonb_build_object('project_name', 'Game ' || n, 'env', 'Dev', 'role_name', 'Viewer', 'status', 2)))
      from generate_series(1, 30) n`,
    [server.studio.workspaceId, idOf('owner')],
  );
  const { user } = await open();
  expect(await screen.findByText(/^Viewer in Game 12/)).toBeTruthy();
  expect(screen.queryByText(/^Viewer in Game 13/)).toBeNull();
  await user.click(screen.getByRole('button', { name: '18 more' }));
  expect(await screen.findByText(/^Viewer in Game 30/)).toBeTruthy();
  expect(document.activeElement?.textContent).toMatch(/^−Viewer in Game 13/);
});
