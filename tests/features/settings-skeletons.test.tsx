import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderConsole } from '../support/console.tsx';
import { startTestServer, type TestServer } from '../support/server.ts';
import { choose } from './choose-instance.ts';

const workspace = ({ studio }: TestServer) => `/settings/workspaces/${studio.workspaceId}`;
const project = (server: TestServer) => `${workspace(server)}/projects/${server.studio.projectId}`;

/** The pages of settings with their titles, and the columns of those that are lists. */
const pages: [title: string, path: (server: TestServer) => string, columns?: string[]][] = [
  ['Workspace members', (server) => `${workspace(server)}/members`, ['Name', 'Email', 'Role']],
  ['Roles for all projects', (server) => `${workspace(server)}/roles`, ['Name', 'Permissions', 'People']],
  ['Access log', (server) => `${workspace(server)}/access-log`, ['When', 'Change']],
  ['Extensions', (server) => `${workspace(server)}/extensions`],
  ['New role', (server) => `${workspace(server)}/roles/new`],
  ['Edit role', (server) => `${workspace(server)}/roles/1/edit`],
  ['Studio game', project, ['Name', 'Email', 'Role']],
  ['Add member', (server) => `${project(server)}/members/new`],
  ['Roles in the project', (server) => `${project(server)}/members/1/edit`],
  ['Exported data', () => '/settings/exported-data'],
  ['Export settings', () => '/settings/export-settings'],
  ['Navigation setup', () => '/settings/navigation-setup'],
];

/** The calls that the layout around a page waits for. */
const ofLayout = /\/v1\/(accounts\/settings|accounts\/workspaces|workspaces)$/;

test.each(pages)(
  'the page "%s" shows its title and its columns while its data is loading',
  async (title, path, columns = []) => {
    const server = await startTestServer();
    await choose(server, 'owner', server.studio.dev);
    await renderConsole(path(server), {
      as: 'owner',
      server,
      intercept: (fetch) => (input, init) =>
        ofLayout.test(String(input)) ? fetch(input, init) : new Promise<Response>(() => undefined),
    });
    const heading = await screen.findByRole('heading', { level: 1, name: title });
    const heads = [...(heading.closest('main') ?? document).querySelectorAll('th')].map((head) => head.textContent);
    for (const column of columns) expect(heads.join()).toContain(column);
  },
);

test('the list of exports shows its columns while it is loading', async () => {
  const server = await startTestServer();
  await choose(server, 'owner', server.studio.dev);
  const { root } = await renderConsole('/settings/exported-data', {
    as: 'owner',
    server,
    intercept: (fetch) => (input, init) =>
      /\/reports\?/.test(String(input)) ? new Promise<Response>(() => undefined) : fetch(input, init),
  });
  await screen.findByRole('columnheader', { name: 'Created' });
  expect([...root.querySelectorAll('th')].map((head) => head.textContent)).toEqual(['ID', 'Created', 'Status']);
});
