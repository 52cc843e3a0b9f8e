import { screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { eventually } from '../support/eventually.ts';
import { addPasskey, createAuthenticator } from '../support/passkey.ts';
import { startTestServer } from '../support/server.ts';

afterEach(() => vi.unstubAllGlobals());

const section = async () => within(await screen.findByRole('region', { name: 'Passkeys' }));

/** An owner with a passkey named Laptop, in a browser that has passkeys. */
async function ownerWithPasskey() {
  vi.stubGlobal('PublicKeyCredential', class {});
  vi.stubGlobal('isSecureContext', true);
  const server = await startTestServer();
  const browser = await server.signIn('owner');
  await addPasskey(browser, createAuthenticator(new URL(server.app.deps.config.publicUrl).origin));
  return { server, browser };
}

test('in a portal the profile lists passkeys and says where one is added', async () => {
  shows('5.company.passkey-page');
  const { server, browser } = await ownerWithPasskey();
  await renderConsole('/settings/account', { server, browser, props: { ownsDocument: false } });
  const link = await (await section()).findByRole('link', { name: 'open the console by itself' });
  expect(link.getAttribute('href')).toContain('/settings/account');
  expect((await section()).getByText('Laptop')).toBeTruthy();
  expect((await section()).queryByRole('button', { name: 'Add passkey' })).toBeNull();
});

test('in a portal the sign-in has no button for passkeys', async () => {
  shows('5.company.passkey-page');
  vi.stubGlobal('PublicKeyCredential', class {});
  vi.stubGlobal('isSecureContext', true);
  const server = await startTestServer();
  await renderConsole('/login', { server, props: { ownsDocument: false } });
  await screen.findByLabelText('Password');
  expect(screen.queryByRole('button', { name: 'Sign in with a passkey' })).toBeNull();
});

test('a browser without passkeys says so in the profile', async () => {
  shows('5.company.passkey-page');
  const server = await startTestServer();
  await renderConsole('/settings/account', { server, as: 'owner' });
  await (await section()).findByText('This browser has no passkeys, or the console is not opened over https.');
});

test('a browser without passkeys has no button for them at the sign-in', async () => {
  shows('5.company.passkey-page');
  const server = await startTestServer();
  await renderConsole('/login', { server });
  await screen.findByLabelText('Password');
  expect(screen.queryByRole('button', { name: 'Sign in with a passkey' })).toBeNull();
});

test('a second one of the same name is refused before the browser makes it', async () => {
  shows('5.company.passkey-page');
  const { server, browser } = await ownerWithPasskey();
  const { user } = await renderConsole('/settings/account', { server, browser });
  await user.click(await (await section()).findByRole('button', { name: 'Add passkey' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add passkey' }));
  await user.type(await dialog.findByRole('textbox', { name: 'Name' }), 'laptop{Enter}');
  expect(await dialog.findByText(/^You have a passkey with this name/)).toBeTruthy();
});

test('removing one asks to confirm it after ten minutes, and is then made', async () => {
  shows('5.company.confirm-dialog');
  const server = await startTestServer();
  const browser = await server.signIn('owner');
  const codes = await addPasskey(browser, createAuthenticator(new URL(server.app.deps.config.publicUrl).origin));
  await server.app.deps.database.query("update sign_ins set created_at = created_at - interval '11 minutes'", []);
  const { user } = await renderConsole('/settings/account', { server, browser });
  await user.click(await (await section()).findByRole('button', { name: 'Remove passkey Laptop' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove passkey' }));
  expect(dialog.getByText(/It is your last factor/)).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Remove passkey' }));
  const question = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }));
  await user.type(await question.findByLabelText(/^Code/), `${codes[0]}{Enter}`);
  expect(await (await section()).findByText(/^A passkey signs you in/)).toBeTruthy();
  await eventually(() => expect(screen.queryByText('Laptop')).toBeNull());
});
