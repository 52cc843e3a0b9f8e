import { scim } from '@quartermaster/contract/endpoints/people/scim.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { App } from '../../server/core/app/deps.ts';
import { shows } from '../specification/shows.ts';
import { buildCompanyServer, type Records, saveCompany } from '../support/company-sign-in.ts';
import { renderConsole } from '../support/console.tsx';
import { type OidcProvider, startProvider } from '../support/oidc-provider.ts';
import { directoryWith, openDirectory, personBody } from '../support/scim.ts';
import { serverOf, startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let app: App;
let provider: OidcProvider;

beforeEach(async () => {
  const started = await startTestServer();
  const records: Records = new Map();
  app = await buildCompanyServer(started, records);
  server = serverOf(app, started.studio);
  await app.deps.database.query('update subscriptions set members = 20', []);
  provider = await startProvider(() => Math.floor(app.deps.clock.now().getTime() / 1000));
  await saveCompany({ app, server, provider, records });
});
afterEach(async () => {
  await provider.close();
  await app.deps.jobs.stop();
  await app.close();
});

const params = () => ({ workspaceId: server.studio.workspaceId });
const open = async () => {
  const path = `/settings/workspaces/${server.studio.workspaceId}/company-sign-in`;
  const console = await renderConsole(path, { server, browser: await server.signIn('owner'), as: 'owner' });
  return { ...console, section: await screen.findByRole('region', { name: 'Directory (SCIM)' }) };
};
const read = () => server.call(scim.get, { params: params() }, { as: 'owner' });

test('an owner makes a token, which is shown once and works, and revokes it', async () => {
  shows('5.company.scim.page', '5.company.scim.token');
  const { user, section } = await open();
  expect(await within(section).findByText(`${app.deps.config.publicUrl}/scim/v2`)).toBeTruthy();
  await user.click(within(section).getByRole('button', { name: 'Create token' }));
  const dialog = await screen.findByRole('dialog', { name: 'New token' });
  const secret = /qms_[\w-]{43}/.exec(dialog.textContent ?? '')?.[0] ?? '';
  const send = directoryWith(app, secret);
  expect((await send('GET', '/Users')).status).toBe(200);
  // Nothing but its button closes it, as the token is not shown again.
  expect(within(dialog).queryByRole('button', { name: 'Close' })).toBeNull();
  await user.keyboard('{Escape}');
  await user.click(within(dialog).getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.body.textContent).not.toContain(secret);
  await user.click(await within(section).findByRole('button', { name: `Revoke ${secret.slice(0, 10)}` }));
  await user.click(await screen.findByRole('button', { name: 'Yes, revoke token' }));
  await waitFor(() => expect(within(section).queryByRole('list', { name: 'Tokens of the directory' })).toBeNull());
  expect((await send('GET', '/Users')).status).toBe(401);
});

test('an owner gives a group a role', async () => {
  shows('5.company.scim.page', '5.company.scim.groups');
  const { send } = await openDirectory(app, server);
  const { body } = await send('POST', '/Users', personBody('mia@studio.test'));
  await send('POST', '/Groups', { displayName: 'Leads', members: [{ value: body.id }] });
  const { user, section } = await open();
  const role = await within(section).findByRole('combobox', { name: 'Role of Leads' });
  expect(within(section).getByText('1 member')).toBeTruthy();
  await user.selectOptions(role, 'Admin');
  await waitFor(async () => expect((await read()).groups).toMatchObject([{ name: 'Leads', role_id: 2 }]));
  expect(await screen.findByText('Role of the group saved')).toBeTruthy();
  await user.selectOptions(await within(section).findByRole('combobox', { name: 'Role of Leads' }), 'No role');
  await waitFor(async () => expect((await read()).groups).toMatchObject([{ role_id: null }]));
});

test('the access log names the token of the directory', async () => {
  shows('5.company.scim.log');
  const { secret, send } = await openDirectory(app, server);
  await send('POST', '/Users', personBody('mia@studio.test'));
  await renderConsole(`/settings/workspaces/${server.studio.workspaceId}/access-log`, {
    server,
    browser: await server.signIn('owner'),
    as: 'owner',
  });
  const prefix = secret.slice(0, 10);
  await screen.findByText(
    (_, element) =>
      element?.tagName === 'TR' && /added Mia Maker to the workspace as Member/.test(element.textContent ?? ''),
  );
  expect(screen.getAllByText(`SCIM token ${prefix}…`, { exact: false }).length).toBeGreaterThan(0);
});
