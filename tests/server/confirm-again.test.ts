import { accounts } from '@quartermaster/contract/endpoints/people/accounts.ts';
import { companySignIn } from '@quartermaster/contract/endpoints/people/company-sign-in.ts';
import { passkeys } from '@quartermaster/contract/endpoints/people/passkeys.ts';
import { secondFactor } from '@quartermaster/contract/endpoints/people/second-factor.ts';
import { projectTokens } from '@quartermaster/contract/endpoints/project-tokens.ts';
import { projects } from '@quartermaster/contract/endpoints/projects.ts';
import { beforeEach, expect, test } from 'vitest';
import { api } from '../../contract/endpoints/api.ts';
import { shows } from '../specification/shows.ts';
import { codeOf } from '../support/one-time-code.ts';
import { addPasskey, callIn, createAuthenticator } from '../support/passkey.ts';
import { setUpFactor } from '../support/second-factor.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import type { TestBrowser } from '../support/server-browser.ts';
import { password } from '../support/server-studio.ts';

let server: TestServer;
let browser: TestBrowser;
beforeEach(async () => {
  server = await startTestServer();
  server.clock.stop();
  browser = await server.signIn('owner');
});

const minutes = (count: number) => server.clock.advance(count * 60);

const newToken = (name: string) => ({
  params: { instanceId: server.studio.dev },
  body: { name, scopes: ['read'], environments: ['Dev'], expires_at: null },
});
const createToken = async (name: string, by = browser) => {
  const { status, body } = await callIn(by, projectTokens.create, newToken(name));
  return body.error ?? status;
};
const confirm = async (body: object, by = browser) => (await callIn(by, accounts.confirm, { body })).status;

test('ask again: these calls and no others', () => {
  shows('5.company.confirm');
  const fresh = api.filter(({ endpoint: { access } }) => 'fresh' in access && access.fresh).map(({ name }) => name);
  expect(fresh.toSorted()).toEqual([
    'assistants.allow',
    'companySignIn.setOnly',
    'passkeys.add',
    'passkeys.remove',
    'projectTokens.create',
    'projects.delete',
    'requiredFactor.set',
    'scim.createToken',
  ]);
});

test('ten minutes after a sign-in they are refused until it is confirmed, for ten minutes', async () => {
  shows('5.company.confirm');
  expect(await createToken('first')).toBe(200);
  minutes(9.9);
  expect(await createToken('second')).toBe(200);
  minutes(0.1);
  expect(await createToken('third')).toBe('confirm_again');
  const { projectId, workspaceId } = server.studio;
  expect((await callIn(browser, projects.delete, { params: { projectId } })).body.error).toBe('confirm_again');
  const only = { params: { workspaceId }, body: { is_only: true } };
  expect((await callIn(browser, companySignIn.setOnly, only)).body.error).toBe('confirm_again');
  expect(await confirm({ password })).toBe(200);
  expect(await createToken('third')).toBe(200);
  minutes(10);
  expect(await createToken('fourth')).toBe('confirm_again');
  // Extending the session proves nothing.
  await callIn(browser, accounts.refresh, { body: {} });
  expect(await createToken('fourth')).toBe('confirm_again');
});

test('access is checked before: who may not make the call learns nothing else', async () => {
  const member = await server.signIn('member');
  minutes(11);
  expect((await callIn(member, projects.delete, { params: { projectId: server.studio.projectId } })).body.error).toBe(
    'forbidden',
  );
});

test('confirming is of one session, and not of others of the account', async () => {
  shows('5.company.confirm');
  const elsewhere = await server.signIn('owner');
  minutes(11);
  expect(await confirm({ password })).toBe(200);
  expect(await createToken('here')).toBe(200);
  expect(await createToken('there', elsewhere)).toBe('confirm_again');
});

test('a wrong password is refused and counted, as at a sign-in', async () => {
  shows('5.company.confirm');
  minutes(11);
  for (let guess = 0; guess < 10; guess++) expect(await confirm({ password: 'wrong' })).toBe(422);
  expect(await confirm({ password })).toBe(429);
  expect(await createToken('guessed')).toBe('confirm_again');
});

test('with a second factor the password does not confirm, but a code, once', async () => {
  shows('5.company.confirm');
  const { secret, codes } = await setUpFactor(server, 'owner');
  minutes(11);
  expect((await callIn(browser, accounts.getProofs)).body).toEqual({
    password: false,
    code: true,
    passkey: false,
    company: false,
  });
  expect(await confirm({ password })).toBe(422);
  expect(await createToken('by password')).toBe('confirm_again');
  const code = codeOf(secret, server.clock.now());
  expect(await confirm({ code: '000000' })).toBe(422);
  expect(await confirm({ code })).toBe(200);
  expect(await createToken('by code')).toBe(200);
  minutes(11);
  expect(await confirm({ code })).toBe(422);
  expect(await confirm({ code: codes[0] })).toBe(200);
  expect(await createToken('by recovery code')).toBe(200);
  expect((await server.call(secondFactor.get, {}, { as: 'owner' })).recovery_codes_left).toBe(9);
});

test('a portal vouches for the sessions that it exchanges', async () => {
  shows('5.company.confirm');
  minutes(11);
  expect((await server.send(projectTokens.create, newToken('portal'), { as: 'owner' })).status).toBe(200);
});

test('a passkey confirms the account that it is of, and no other', async () => {
  shows('5.company.confirm');
  const { origin } = new URL(server.app.deps.config.publicUrl);
  const [mine, other] = [createAuthenticator(origin), createAuthenticator(origin)];
  await addPasskey(browser, mine);
  await addPasskey(await server.signIn('admin'), other);
  minutes(11);
  const passkeyOf = async (authenticator: typeof mine) => ({
    passkey: authenticator.sign((await callIn(browser, passkeys.challenge, { body: {} })).body),
  });
  expect(await confirm(await passkeyOf(other))).toBe(422);
  expect(await createToken('by another')).toBe('confirm_again');
  expect(await confirm(await passkeyOf(mine))).toBe(200);
  expect(await createToken('by mine')).toBe(200);
});
