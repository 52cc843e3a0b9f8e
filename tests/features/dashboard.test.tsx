import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { apiBase, renderConsole } from '../support/console.tsx';
import { startTestServer } from '../support/server.ts';
import { choose } from './choose-instance.ts';

const cards = () =>
  screen
    .getAllByRole('listitem')
    .filter((item) => within(item).queryByRole('heading', { level: 2 }))
    .map((item) => within(item).getByRole('heading', { level: 2 }).textContent);

test('the dashboard is titled by the workspace, with the cards that lead somewhere, each with its environment', async () => {
  const server = await startTestServer();
  await choose(server, 'owner', server.studio.stage);
  await renderConsole('/', { server, as: 'owner' });
  expect(await screen.findByRole('heading', { level: 1, name: 'Studio' })).toBeTruthy();
  const exported = await screen.findByRole('link', { name: /Exported data/ });
  expect(exported.getAttribute('href')).toBe('/settings/exported-data');
  expect(within(exported).getByText('stage')).toBeTruthy();
  const settings = screen.getByRole('link', { name: /Export settings/ });
  expect(settings.getAttribute('href')).toBe('/settings/export-settings');
  expect(settings.textContent).toContain('Generate a token to securely download your JSON data via API access');
  expect(within(settings).getByText('stage')).toBeTruthy();
  const demo = screen.getByRole('link', { name: /Quick start demo/ });
  expect(demo.getAttribute('href')).toBe(`${apiBase}/docs`);
  await waitFor(() => expect(document.title).toBe('Studio · Quartermaster'));
});

test('a member without EXPORT gets no card that needs it', async () => {
  const server = await startTestServer();
  await choose(server, 'member', server.studio.dev);
  await renderConsole('/', { server, as: 'member' });
  await screen.findByRole('heading', { level: 1, name: 'Studio' });
  await screen.findByRole('heading', { level: 2, name: 'Templates' });
  expect(cards()).toEqual(['Quick start demo']);
});

test('a member without projects is told whom to ask', async () => {
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

test('whoever has projects and no instance is told to choose one', async () => {
  const server = await startTestServer();
  await choose(server, 'owner', 0);
  await renderConsole('/', { server, as: 'owner' });
  expect(await screen.findByText('Choose an instance in the header to see its templates.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Choose an instance' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull();
});
