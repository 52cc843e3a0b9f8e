import { instances } from '@quartermaster/contract/endpoints/instances.ts';
import { projectTokens } from '@quartermaster/contract/endpoints/project-tokens.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
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

const path = '/settings/export-settings?view=tokens';
const inDev = () => ({ params: { instanceId: server.studio.dev } });
const list = async () => (await server.call(projectTokens.list, inDev(), { as: 'owner' })).tokens;

/** The row of the only token. */
const findRow = async () =>
  within(await within(await screen.findByRole('region', { name: 'Tokens' })).findByRole('listitem'));

test('a token is made, shown once, listed with its use, and revoked', async () => {
  shows('4.tokens.page', '4.tokens.logged');
  const { user, overlay } = await renderConsole('/settings/export-settings', { server, as: 'owner' });
  await user.click(await within(await screen.findByRole('main')).findByRole('link', { name: 'Tokens' }));
  await screen.findByText('No tokens yet');
  await user.click(screen.getByRole('button', { name: 'New token' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New token' }));
  const name = dialog.getByRole('textbox', { name: 'Name' });
  await waitFor(() => expect(name.ownerDocument.activeElement).toBe(name));
  // By keyboard, and first without a name, a scope and an environment.
  await user.click(dialog.getByRole('checkbox', { name: 'read' }));
  await user.click(dialog.getByRole('checkbox', { name: 'Dev' }));
  await user.click(dialog.getByRole('button', { name: 'Create token' }));
  await dialog.findByText('Name is a required field');
  expect(dialog.getByText('Choose at least one scope')).toBeTruthy();
  expect(dialog.getByText('Choose at least one environment')).toBeTruthy();
  for (const box of ['read', 'write:dev', 'Dev', 'Stage'])
    await user.click(dialog.getByRole('checkbox', { name: box }));
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Valid for' }), '30 days');
  await user.type(name, 'Nightly build{Enter}');
  const secret = (await dialog.findByText(/^qm_/)).textContent ?? '';
  expect(dialog.getByRole('button', { name: 'Copy Token' })).toBeTruthy();
  const done = dialog.getByRole('button', { name: 'Done' });
  await waitFor(() => expect(done.ownerDocument.activeElement).toBe(done));
  expect(dialog.queryByRole('button', { name: 'Close' })).toBeNull();
  await user.keyboard('{Escape}');
  expect(dialog.getByText(secret)).toBeTruthy();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.body.textContent + overlay.textContent).not.toContain(secret);
  const [made] = await list();
  expect(made).toMatchObject({ scopes: ['read', 'write:dev'], environments: ['Dev', 'Stage'] });
  const days = (Date.parse(made?.expires_at ?? '') - Date.parse(made?.created_at ?? '')) / 86_400_000;
  expect(Math.abs(days - 30)).toBeLessThan(0.1);

  const headers = { authorization: `Bearer ${secret}` };
  expect((await server.send(templates.list, inDev(), { headers })).status).toBe(200);
  const row = await findRow();
  expect(row.getByText('Nightly build')).toBeTruthy();
  expect(row.getByText('read, write:dev')).toBeTruthy();
  expect([row.getByText('dev'), row.getByText('stage')]).toHaveLength(2);
  expect(row.getByText(/^Made by owner on .*; expires .*; not used yet$/)).toBeTruthy();

  // A name that is taken is refused by the server, at its input.
  await user.click(screen.getByRole('button', { name: 'New token' }));
  const again = within(await screen.findByRole('dialog', { name: 'New token' }));
  await user.type(again.getByRole('textbox', { name: 'Name' }), 'nightly build{Enter}');
  await again.findByText('Another token of the project has this name');
  await user.click(again.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  await user.click(row.getByRole('button', { name: 'Revoke Nightly build' }));
  const question = within(await screen.findByRole('dialog', { name: 'Revoke token' }));
  expect(question.getByText(/^Calls with Nightly build are refused from now on, in Dev, Stage\./)).toBeTruthy();
  await user.click(question.getByRole('button', { name: 'Yes, revoke token' }));
  await within(overlay).findByText('Token revoked');
  await screen.findByText('No tokens yet');
  expect((await server.send(templates.list, inDev(), { headers })).status).toBe(401);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Tokens' })));
});

test('the page shows expired tokens and those of former members, and the access log who made and revoked one', async () => {
  shows('4.tokens.page', '4.tokens.logged');
  const { dev, projectId, workspaceId } = server.studio;
  const { token } = await server.call(
    projectTokens.create,
    { ...inDev(), body: { name: 'Old', scopes: ['read', 'deliver'], environments: ['Dev'], expires_at: null } },
    { as: 'owner' },
  );
  await server.call(projectTokens.revoke, { params: { instanceId: dev, tokenId: token.id } }, { as: 'owner' });
  await server.app.deps.database.query(
    `insert into project_tokens (project_id, name, scopes, instance_ids, token_hash, created_at, expires_at, last_used_at)
      values ($1, 'Forgotten', '{propose}', array[$2::int], 'x', '2026-01-01', '2026-01-05T09:07:03', '2026-01-04T09:07:03')`,
    [projectId, dev],
  );
  const { close } = await renderConsole(path, { server, as: 'owner' });
  const row = await findRow();
  expect(row.getByText('expired')).toBeTruthy();
  expect(row.getByText('its maker is not a member any more')).toBeTruthy();
  expect(row.getByText(/^Made by a deleted account on .* expired 05 Jan, 2026 .* last used 04 Jan, 2026/)).toBeTruthy();
  close();
  await renderConsole(`/settings/workspaces/${workspaceId}/access-log`, { server, as: 'owner' });
  await waitFor(() =>
    expect(document.body.textContent).toContain('owner revoked the token Old of Studio game for read, deliver in Dev'),
  );
  expect(document.body.textContent).toContain('owner created the token Old of Studio game for read, deliver in Dev');
});

test('a token is only offered for environments in which the user may export', async () => {
  shows('4.tokens.page-access');
  const { workspaceId, dev: instanceId, stage, viewerRoleId, accounts } = server.studio;
  await server.app.deps.database.transaction(async (query) => {
    const roleId = await createRole(query, { workspaceId, name: 'Builder', allowed: ['READ', 'EXPORT'] });
    await grantRole(query, { workspaceId, instanceId, accountId: accounts.member, roleId });
    await grantRole(query, { workspaceId, instanceId: stage, accountId: accounts.member, roleId: viewerRoleId });
  });
  await server.call(instances.activate, { params: { instanceId }, body: {} }, { as: 'member' });
  const { user } = await renderConsole(path, { server, as: 'member' });
  await user.click(await screen.findByRole('button', { name: 'New token' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New token' }));
  await dialog.findByText('You may not export there');
  const isOpen = (env: string) => !(dialog.getByRole('checkbox', { name: env }) as HTMLInputElement).disabled;
  expect(['Dev', 'Stage'].map(isOpen)).toEqual([true, false]);
  // There they have no role at all.
  expect(dialog.queryByRole('checkbox', { name: 'Prod' })).toBeNull();
});
