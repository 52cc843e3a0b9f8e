import { accounts } from '@quartermaster/contract/endpoints/people/accounts.ts';
import { projects } from '@quartermaster/contract/endpoints/projects.ts';
import { workspaces } from '@quartermaster/contract/endpoints/workspaces.ts';
import { screen } from '@testing-library/react';
import { StrictMode } from 'react';
import { expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { countCalls } from '../support/counted-calls.ts';
import { linkFor, mailedPath } from '../support/mailed-links.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { emailOf } from '../support/server-studio.ts';

const newEmail = 'renamed@studio.test';
const emailLink = (server: TestServer) =>
  linkFor(server, {
    purpose: 'email-change',
    subject: String(server.studio.accounts.owner),
    data: { email: newEmail },
  });

test('the mailed link changes the email once, without a session', async () => {
  shows(
    '1.2.public.email-update-confirm',
    '1.2.route.email-update-confirm',
    '1.2.route.email-update-confirm-hash',
    '1.7.change-email.complete',
    '1.7.change-email.complete-public',
  );
  const server = await startTestServer();
  const { calls, intercept } = countCalls();
  const path = `/email-update/confirm?hash=${await emailLink(server)}`;
  await renderConsole(path, { server, intercept, wrap: (element) => <StrictMode>{element}</StrictMode> });
  expect(await screen.findByRole('heading', { level: 1, name: 'Your email is changed' })).toBeTruthy();
  expect(screen.getByText(newEmail)).toBeTruthy();
  expect(calls).toEqual(['/v1/accounts/change-email/complete']);
  expect(await server.call(accounts.get, {}, { as: 'owner' })).toMatchObject({ email: newEmail });
  expect(screen.getByRole('link', { name: 'Return home' }).getAttribute('href')).toBe('/');
});

test('a used link shows a message and a link home', async () => {
  shows('1.2.route.email-update-confirm-hash');
  const server = await startTestServer();
  const hash = await emailLink(server);
  await server.call(accounts.completeEmailChange, { query: { hash } });
  await renderConsole(`/email-update/confirm?hash=${hash}`, { server });
  expect((await screen.findByRole('alert')).textContent).toMatch(/^This link has already been used/);
  expect(screen.getByRole('link', { name: 'Return home' })).toBeTruthy();
});

test('an error shows if another account has taken the address in the meantime', async () => {
  const server = await startTestServer();
  const hash = await linkFor(server, {
    purpose: 'email-change',
    subject: String(server.studio.accounts.owner),
    data: { email: emailOf('admin') },
  });
  await renderConsole(`/email-update/confirm?hash=${hash}`, { server });
  expect((await screen.findByRole('alert')).textContent).toBe('Another account has this email address already.');
});

test('the mailed link cancels a removal and restores the project', async () => {
  shows(
    '1.2.public.project-removal-cancelled',
    '1.2.route.project-removal-cancelled',
    '1.2.route.project-removal-cancelled-hash',
    '1.7.project.cancel-removing',
    '1.7.project.cancel-removing-public',
  );
  const server = await startTestServer();
  const { projectId } = server.studio;
  await server.call(projects.delete, { params: { projectId } }, { as: 'owner' });
  const path = await mailedPath(server, emailOf('owner'), '/project-removal/cancelled');
  const { calls, intercept } = countCalls();
  await renderConsole(path, { server, intercept });
  expect(await screen.findByRole('heading', { level: 1, name: 'Project removal cancelled' })).toBeTruthy();
  expect(calls).toEqual(['/v1/projects/cancel-removing']);
  const { workspaces: list } = await server.call(workspaces.list, {}, { as: 'owner' });
  expect(list.flatMap((workspace) => workspace.projects).map(({ id }) => id)).toContain(projectId);
});

test.each([
  ['/email-update/confirm', 'wrong'],
  ['/email-update/confirm', 'missing'],
  ['/project-removal/cancelled', 'wrong'],
  ['/project-removal/cancelled', 'missing'],
])('%s reports a hash that is %s as an invalid link', async (path, kind) => {
  shows('1.2.route.email-update-confirm-hash', '1.2.route.project-removal-cancelled-hash');
  const { calls, intercept } = countCalls();
  await renderConsole(kind === 'wrong' ? `${path}?hash=abc` : path, { intercept });
  expect((await screen.findByRole('alert')).textContent).toMatch(/^This link is not valid/);
  expect(calls.length).toBe(kind === 'wrong' ? 1 : 0);
});

test('if the server cannot be reached, the link can be retried', async () => {
  const server = await startTestServer();
  let isOffline = true;
  const { user } = await renderConsole(`/email-update/confirm?hash=${await emailLink(server)}`, {
    server,
    intercept: (fetch) => (input, init) =>
      isOffline ? Promise.reject(new TypeError('Failed to fetch')) : fetch(input, init),
  });
  expect((await screen.findByRole('alert')).textContent).toContain('The server cannot be reached');
  isOffline = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Your email is changed' })).toBeTruthy();
});
