import { createHash } from 'node:crypto';
import { projectTokens } from '@quartermaster/contract/endpoints/project-tokens.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { createRole, grantRole } from '../../server/modules/workspaces/service.ts';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { startTestServer, type TestServer } from '../support/server.ts';
import { choose } from './choose-instance.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  await choose(server, 'owner', server.studio.dev);
});

const callback = 'http://127.0.0.1:7777/callback';
const verifier = 'v'.repeat(50);

async function register(client_name: string): Promise<string> {
  const payload = { client_name, redirect_uris: [callback] };
  return (await server.app.inject({ method: 'POST', url: '/oauth/register', payload })).json().client_id;
}

async function addressOf(clientId: string, changes: Record<string, string> = {}): Promise<string> {
  const request = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: callback,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: 'its state',
    ...changes,
  };
  return `/connect-assistant?${new URLSearchParams(request)}`;
}

/** The links out of the console that were followed: jsdom does not navigate. */
function followed(): string[] {
  const urls: string[] = [];
  const note = (event: MouseEvent) => {
    const link = (event.target as Element).closest('a');
    if (!link?.href.startsWith(callback)) return;
    event.preventDefault();
    urls.push(link.href);
  };
  document.addEventListener('click', note);
  onTestFinished(() => document.removeEventListener('click', note));
  return urls;
}

const exchange = async (client_id: string, code: string) => {
  const form = { grant_type: 'authorization_code', code, client_id, redirect_uri: callback, code_verifier: verifier };
  const response = await server.app.inject({
    method: 'POST',
    url: '/oauth/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  });
  return response.json();
};

test('an assistant is allowed what a person chooses, and returns to it', async () => {
  shows('4.oauth.page');
  const urls = followed();
  const clientId = await register('Claude <img src=x onerror=alert(1)>');
  const { user } = await renderConsole(await addressOf(clientId), { server, as: 'owner' });
  await screen.findByRole('button', { name: 'Allow' });
  const text = document.body.textContent;
  expect(text).toContain('Claude <img src=x onerror=alert(1)> asks to work with your content.');
  expect(text).toContain('The answer is sent to an app on this device.');
  expect(document.querySelector('img[src="x"]')).toBeNull();
  expect(text).toContain('propose them in Dev');
  expect(text).toContain('save, apply, delete, sync, publish or export anything');

  await user.click(screen.getByRole('checkbox', { name: 'It may propose changes' }));
  expect(document.body.textContent).not.toContain('propose them in Dev');
  await user.click(screen.getByRole('checkbox', { name: 'Dev' }));
  await user.click(screen.getByRole('button', { name: 'Allow' }));
  await screen.findByText('Choose at least one environment');
  await user.click(screen.getByRole('checkbox', { name: 'Stage' }));
  await user.click(screen.getByRole('button', { name: 'Allow' }));
  await screen.findByText(/^You have allowed/);
  const [url = '', ...others] = urls.map((followedUrl) => new URL(followedUrl));
  expect(others).toEqual([]);
  const answer = (url as URL).searchParams;
  expect(answer.get('state')).toBe('its state');
  expect(await exchange(clientId, answer.get('code') ?? '')).toMatchObject({ scope: 'read' });
  const { stage: instanceId } = server.studio;
  const { tokens } = await server.call(projectTokens.list, { params: { instanceId } }, { as: 'owner' });
  expect(tokens).toMatchObject([{ scopes: ['read'], environments: ['Stage'] }]);
});

test('an assistant is denied by a link, and without a session the page asks for one first', async () => {
  shows('4.oauth.page');
  const urls = followed();
  const address = await addressOf(await register('Claude'));
  const { user, untilPath, close } = await renderConsole(address, { server });
  await untilPath('/login');
  expect(new URLSearchParams(window.location.search).get('from')).toBe(address);
  close();
  await renderConsole(address, { server, as: 'owner' });
  await user.click(await screen.findByRole('link', { name: 'Deny' }));
  expect(urls.map((url) => new URL(url).searchParams.get('error'))).toEqual(['access_denied']);
});

test('a request that cannot be answered says why, and only returns to an address of the assistant', async () => {
  shows('4.oauth.page');
  const clientId = await register('Claude');
  const { close } = await renderConsole(await addressOf(clientId, { response_type: 'token' }), { server, as: 'owner' });
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('The request of Claude cannot be answered: response_type has to be code.');
  const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'Return to the assistant' });
  expect(new URL(link.href).searchParams.get('error')).toBe('unsupported_response_type');
  close();
  await renderConsole(await addressOf(clientId, { redirect_uri: 'https://evil.example/' }), { server, as: 'owner' });
  const refused = await screen.findByRole('alert');
  expect(refused.textContent).toContain('an address that it has not registered. Do not continue.');
  expect(screen.queryByRole('link', { name: 'Return to the assistant' })).toBeNull();
});

test('only environments in which the person may make tokens are ticked, and a refusal is shown', async () => {
  shows('4.oauth.page');
  const { dev: instanceId, stage, workspaceId, accounts } = server.studio;
  const { query } = server.app.deps.database;
  const roleId = await createRole(query, { workspaceId, name: 'Exporter', allowed: ['READ', 'EXPORT'] });
  await grantRole(query, { workspaceId, instanceId: stage, accountId: accounts.member, roleId });
  await choose(server, 'member', instanceId);
  const { user } = await renderConsole(await addressOf(await register('Claude')), { server, as: 'member' });
  const boxes = within(await screen.findByRole('group', { name: 'Environments' }));
  const box = (name: string) => boxes.getByRole<HTMLInputElement>('checkbox', { name });
  await boxes.findByText('You may not export there');
  await waitFor(() => expect(box('Dev').checked).toBe(false));
  await user.click(screen.getByRole('button', { name: 'Allow' }));
  await screen.findByText('Choose at least one environment');
  await user.click(box('Stage'));
  await server.app.deps.database.query('delete from instance_members where account_id = $1 and instance_id = $2', [
    accounts.member,
    stage,
  ]);
  await user.click(screen.getByRole('button', { name: 'Allow' }));
  await screen.findByText(/You do not have permission to do this/);
  expect(screen.queryByText(/^You have allowed/)).toBeNull();
});

test('without an environment that may be opened, the page says why and does not offer to allow it', async () => {
  shows('4.oauth.page');
  await choose(server, 'member', server.studio.dev);
  const address = await addressOf(await register('Claude'));
  await renderConsole(address, { server, as: 'member' });
  await screen.findByText(/^Your roles in this project do not include “Can export items”/);
  const boxes = within(screen.getByRole('group', { name: 'Environments' }));
  await waitFor(() => expect(boxes.queryByRole('checkbox', { checked: true })).toBeNull());
  expect(screen.queryByRole('button', { name: 'Allow' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Deny' })).toBeTruthy();
});

test('without a project, the page says so and can only be denied', async () => {
  shows('4.oauth.page');
  const { query } = server.app.deps.database;
  await query('delete from instance_members where account_id = $1', [server.studio.accounts.member]);
  const address = await addressOf(await register('Claude'));
  await renderConsole(address, { server, as: 'member' });
  await screen.findByText(/You are in no project yet: create one, or ask an admin/);
  expect(screen.queryByRole('combobox')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Allow' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Deny' })).toBeTruthy();
});
