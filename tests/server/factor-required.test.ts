import { accounts } from '@quartermaster/contract/endpoints/people/accounts.ts';
import { members } from '@quartermaster/contract/endpoints/people/members.ts';
import { passkeys } from '@quartermaster/contract/endpoints/people/passkeys.ts';
import { projectMembers } from '@quartermaster/contract/endpoints/people/project-members.ts';
import { requiredFactor } from '@quartermaster/contract/endpoints/people/required-factor.ts';
import { secondFactor } from '@quartermaster/contract/endpoints/people/second-factor.ts';
import { projectTokens } from '@quartermaster/contract/endpoints/project-tokens.ts';
import { projects } from '@quartermaster/contract/endpoints/projects.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { workspaces } from '@quartermaster/contract/endpoints/workspaces.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { removeSecondFactor } from '../../server/backup/remove-second-factor.ts';
import { buildServer } from '../../server/build-server.ts';
import { factorRequiredJob } from '../../server/modules/required-factor/service.ts';
import { addMember } from '../../server/modules/workspaces/service.ts';
import { shows } from '../specification/shows.ts';
import { allSent, mailsOf } from '../support/mailbox.ts';
import { addMembers, logOf } from '../support/members.ts';
import { codeOf } from '../support/one-time-code.ts';
import { addPasskey, callIn, createAuthenticator } from '../support/passkey.ts';
import { setUpFactor } from '../support/second-factor.ts';
import { type Person, startTestServer, type TestServer, testEnvironment } from '../support/server.ts';
import type { TestBrowser } from '../support/server-browser.ts';
import { emailOf, password } from '../support/server-studio.ts';
import { credentialsOf, exchangeEmail } from '../support/token-exchange.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  server.clock.stop();
});

const query = (text: string, values: unknown[] = []) => server.app.deps.database.query(text, values);
const place = () => ({ workspaceId: server.studio.workspaceId });
const days = (count: number) => server.clock.advance(count * 24 * 60 * 60);
const due = [403, 'second_factor_required'];

/** Requires a second factor; the caller of the exchanged session of tests has one. */
const require = (count: number | null, as: Person = 'owner') =>
  server.send(requiredFactor.set, { params: place(), body: { days: count } }, { as });
async function turnOn(count: number) {
  await setUpFactor(server, 'owner');
  expect((await require(count)).status).toBe(200);
}

/** Whether a workspace, its project and its instance open to a browser, or why they do not. */
async function enter(browser: TestBrowser): Promise<string> {
  const { dev, projectId } = server.studio;
  const answers = [
    await callIn(browser, templates.list, { params: { instanceId: dev } }),
    await callIn(browser, projectMembers.list, { params: { projectId }, query: { limit: 10 } }),
    await callIn(browser, workspaces.getSubscription, { params: place() }),
  ].map(({ status, body: { error } }) => (status === 200 || error === 'forbidden' ? 'open' : String(error)));
  const [answer = '', ...others] = new Set(answers);
  expect(others).toEqual([]);
  return answer;
}
const required = async (browser: TestBrowser) => (await callIn(browser, secondFactor.get)).body.required_by;
const remove = async (browser: TestBrowser, secret: string) =>
  (await callIn(browser, secondFactor.remove, { body: { password, code: codeOf(secret, server.clock.now()) } })).status;

describe('a workspace that requires a second factor', () => {
  test('opens in the time of grace, and not from its end on, until the account has one', async () => {
    shows('5.company.factor-required');
    const member = await server.signIn('member');
    await turnOn(7);
    const { workspaceId: id } = server.studio;
    const dueAt = new Date(server.clock.now().getTime() + 7 * 86_400_000).toISOString();
    const one = { id, name: expect.any(String), due_at: dueAt, has_company: false };
    expect(await required(member)).toEqual([{ ...one, is_due: false }]);
    expect((await callIn(member, accounts.listRoles)).body.workspaces).toEqual([
      { id, workspace_role_id: 3, lacks_second_factor: true },
    ]);
    days(6.99);
    expect(await enter(member)).toBe('open');
    days(0.01);
    expect(await enter(member)).toBe('second_factor_required');
    expect((await callIn(member, templates.list, { params: { instanceId: server.studio.dev } })).body).toMatchObject({
      status_code: 403,
      message: 'This workspace requires a second factor. Set one up in your profile, then try again.',
      details: { workspace_id: id },
    });
    expect(await required(member)).toEqual([{ ...one, is_due: true }]);
    // The profile stays open, and opens the workspace.
    const { enrolment, secret } = (await callIn(member, secondFactor.enrol)).body as {
      enrolment: string;
      secret: string;
    };
    const code = codeOf(secret, server.clock.now(), -1);
    expect((await callIn(member, secondFactor.confirm, { body: { enrolment, password, code } })).status).toBe(200);
    expect(await enter(member)).toBe('open');
    expect((await callIn(member, accounts.listRoles)).body.workspaces).toEqual([{ id, workspace_role_id: 3 }]);
    expect(await required(member)).toMatchObject([{ id }]);
  });

  test('is left to all again without a time of grace', async () => {
    shows('5.company.factor-required');
    const member = await server.signIn('member');
    await turnOn(0);
    expect(await enter(member)).toBe('second_factor_required');
    expect(await enter(await server.signIn('admin'))).toBe('second_factor_required');
    expect((await require(null)).status).toBe(200);
    expect(await enter(member)).toBe('open');
    expect(await required(member)).toEqual([]);
  });

  test('begins its days again for all once they are changed', async () => {
    shows('5.company.factor-required');
    const member = await server.signIn('member');
    await turnOn(5);
    days(4);
    await require(3);
    days(2);
    expect(await enter(member)).toBe('open');
    days(1);
    expect(await enter(member)).toBe('second_factor_required');
    await require(2);
    expect(await enter(member)).toBe('open');
  });

  test('leaves other workspaces of the account and its own calls open', async () => {
    shows('5.company.factor-required');
    const { elsewhere, accounts: ids } = server.studio;
    await addMember(server.app.deps.database.query, {
      workspaceId: elsewhere.workspaceId,
      accountId: ids.member,
      role: 'admin',
      now: server.clock.now(),
    });
    const member = await server.signIn('member');
    await turnOn(0);
    expect(await enter(member)).toBe('second_factor_required');
    const other = { params: { workspaceId: elsewhere.workspaceId }, query: { limit: 10 } };
    expect((await callIn(member, members.list, other)).status).toBe(200);
    for (const call of [accounts.get, accounts.listRoles, accounts.listSessions, workspaces.list])
      expect((await callIn(member, call)).status).toBe(200);
    // A workspace that only the body names.
    const created = await callIn(await server.signIn('admin'), projects.create, {
      body: { project_name: 'New', workspace_id: server.studio.workspaceId },
    });
    expect([created.status, created.body.error]).toEqual(due);
  });

  test('a passkey counts, and removing the last factor lapses at the same time as without one', async () => {
    shows('5.company.factor-required');
    const browser = await server.signIn('member');
    await turnOn(7);
    await addPasskey(browser, createAuthenticator(new URL(server.app.deps.config.publicUrl).origin));
    days(3);
    const [passkey] = (await callIn(browser, secondFactor.get)).body.passkeys as { id: number }[];
    const drop = async () => {
      await query('update sign_ins set proved_at = $1', [server.clock.now()]);
      return callIn(browser, passkeys.remove, { params: { passkeyId: passkey?.id ?? 0 } });
    };
    expect((await drop()).status).toBe(200);
    expect(await enter(browser)).toBe('open');
    days(4);
    expect(await enter(browser)).toBe('second_factor_required');
    const { secret } = await setUpFactor(server, 'member');
    expect(await enter(browser)).toBe('open');
    expect(await remove(browser, secret)).toBe(200);
    // Also without days of grace of its own.
    expect(await enter(browser)).toBe('second_factor_required');
  });

  test('who joins has the days from then on', async () => {
    shows('5.company.factor-required');
    await turnOn(5);
    days(10);
    const accountId = server.studio.accounts.stranger;
    const { query: write } = server.app.deps.database;
    await addMember(write, { ...place(), accountId, role: 'admin', now: server.clock.now() });
    const stranger = await server.signIn('stranger');
    const at = () => callIn(stranger, workspaces.getSubscription, { params: place() });
    expect((await at()).status).toBe(200);
    days(5);
    expect((await at()).body.error).toBe('second_factor_required');
  });

  test('tokens of the project work on, and so do sessions that a portal exchanges', async () => {
    shows('5.company.factor-required');
    const { body } = await server.send(
      projectTokens.create,
      {
        params: { instanceId: server.studio.dev },
        body: { name: 'Build', scopes: ['read'], environments: ['Dev'], expires_at: null },
      },
      { as: 'admin' },
    );
    await turnOn(0);
    expect(await enter(await server.signIn('admin'))).toBe('second_factor_required');
    const list = { params: { instanceId: server.studio.dev } };
    const headers = { authorization: `Bearer ${(body as { secret: string }).secret}` };
    expect((await server.send(templates.list, list, { headers })).status).toBe(200);
    expect((await server.send(templates.list, list, { as: 'admin' })).status).toBe(200);
  });
});

test('mails each of many members once', async () => {
  shows('5.company.factor-required');
  await addMembers(
    server,
    Array.from({ length: 405 }, (_, index) => `Person${index}`),
    'member',
  );
  await turnOn(7);
  await allSent(server.app);
  const sent = (await mailsOf(server.app)).filter(({ subject }) => subject.endsWith('requires a second factor'));
  expect([sent.length, new Set(sent.map(({ recipient }) => recipient)).size]).toEqual([407, 407]);
});

describe('the setting', () => {
  test('needs an owner with a factor, who has just proved who they are', async () => {
    shows('5.company.factor-required');
    const [owner, admin] = [await server.signIn('owner'), await server.signIn('admin')];
    const set = async (by: TestBrowser, count: unknown) => {
      const { status, body } = await callIn(by, requiredFactor.set, { params: place(), body: { days: count } });
      return [status, body.error, body.message];
    };
    expect(await set(owner, 7)).toEqual([403, 'forbidden', expect.stringContaining('Set up your own second factor')]);
    expect((await set(admin, 7)).slice(0, 2)).toEqual([403, 'forbidden']);
    expect((await callIn(admin, requiredFactor.get, { params: place() })).status).toBe(403);
    await setUpFactor(server, 'owner');
    for (const wrong of [-1, 31, 1.5, '7', undefined]) expect((await set(owner, wrong))[0]).toBe(422);
    expect((await set(owner, 30))[0]).toBe(200);
    server.clock.advance(11 * 60);
    expect((await set(owner, 7))[1]).toBe('confirm_again');
    expect((await set(owner, null))[1]).toBe('confirm_again');
  });

  test('counts members without one, who are marked while one is required, and is logged', async () => {
    shows('5.company.factor-required');
    const read = () => server.call(requiredFactor.get, { params: place() }, { as: 'owner' });
    const marked = async () =>
      (await server.call(members.list, { params: place(), query: { limit: 10 } }, { as: 'admin' })).accounts
        .filter(({ lacks_second_factor }) => lacks_second_factor)
        .map(({ email }) => email);
    await setUpFactor(server, 'owner');
    expect(await read()).toEqual({ days: null, members: 3, without: 2 });
    expect(await marked()).toEqual([]);
    await require(7);
    expect(await read()).toEqual({ days: 7, members: 3, without: 2 });
    expect(await marked()).toEqual([emailOf('admin'), emailOf('member')]);
    await setUpFactor(server, 'admin');
    expect(await marked()).toEqual([emailOf('member')]);
    await require(7);
    await require(1);
    await require(null);
    const entries = await logOf(server, 8);
    expect(entries.filter(({ action }) => action === 'factor_requirement_changed').map((one) => one.details)).toEqual([
      { previous_factor_days: 1 },
      { factor_days: 1, previous_factor_days: 7 },
      { factor_days: 7 },
    ]);
  });

  test('mails the members without one, once, and not more often than ten times in an hour', async () => {
    shows('5.company.factor-required');
    await turnOn(7);
    await allSent(server.app);
    const subject = /requires a second factor$/;
    const sent = async () =>
      (await mailsOf(server.app)).filter((mail) => subject.test(mail.subject)).map(({ recipient }) => recipient);
    expect((await sent()).toSorted()).toEqual([emailOf('admin'), emailOf('member')]);
    const { deps } = server.app;
    const payload = { id: 'd2719a35-1d5b-4f3c-8d5f-2c7e8c1b6a55', workspace_id: server.studio.workspaceId };
    for (let run = 0; run < 2; run++) await factorRequiredJob.run(deps, payload, new AbortController().signal);
    await allSent(server.app);
    expect(await sent()).toHaveLength(4);
    for (let count = 0; count < 9; count++) expect((await require(count)).status).toBe(200);
    expect((await require(20)).status).toBe(429);
    expect((await require(null)).status).toBe(200);
  });
});

test('an operator who removes a factor closes the workspace, too', async () => {
  shows('5.company.factor-required');
  await turnOn(0);
  const admin = await server.signIn('admin');
  await setUpFactor(server, 'admin');
  expect(await enter(admin)).toBe('open');
  expect(await removeSecondFactor(server.app.deps.database.query, emailOf('admin'))).toBe(true);
  expect(await enter(admin)).toBe('second_factor_required');
});

test('a portal vouches for sessions that it exchanges, which are not enough to require a factor of others', async () => {
  shows('5.company.factor-required');
  const { database, clock } = server.app.deps;
  const portal = await buildServer({ database, clock, config: testEnvironment(credentialsOf({})) });
  const sessionOf = async (person: Person) => {
    const { body } = await exchangeEmail(portal, emailOf(person));
    return { headers: { authorization: `Bearer ${body.access_token}` } };
  };
  const set = { params: place(), body: { days: 0 } };
  const ofOwner = await sessionOf('owner');
  expect((await server.send(requiredFactor.set, set, ofOwner)).body).toMatchObject({ error: 'forbidden' });
  await turnOn(0);
  const list = { params: { instanceId: server.studio.dev } };
  expect((await server.send(templates.list, list, await sessionOf('member'))).status).toBe(200);
  await portal.close();
});
