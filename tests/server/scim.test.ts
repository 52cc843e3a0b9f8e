import { workspaceRoles } from '@quartermaster/contract/access.ts';
import { accessLog } from '@quartermaster/contract/endpoints/people/access-log.ts';
import { companySignIn } from '@quartermaster/contract/endpoints/people/company-sign-in.ts';
import { invitations, members } from '@quartermaster/contract/endpoints/people/members.ts';
import { scim } from '@quartermaster/contract/endpoints/people/scim.ts';
import { projectTokens } from '@quartermaster/contract/endpoints/project-tokens.ts';
import { workspaces } from '@quartermaster/contract/endpoints/workspaces.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { App } from '../../server/core/app/deps.ts';
import { shows } from '../specification/shows.ts';
import { buildCompanyServer, callIn, type Records, saveCompany, signInBy, whoIs } from '../support/company-sign-in.ts';
import { eventually } from '../support/eventually.ts';
import { type OidcProvider, startProvider } from '../support/oidc-provider.ts';
import { openDirectory, patch, personBody, type TestDirectory } from '../support/scim.ts';
import { serverOf, startTestServer, type TestServer } from '../support/server.ts';
import { emailOf, type Person } from '../support/server-studio.ts';

let server: TestServer;
let app: App;
let provider: OidcProvider;
let directory: TestDirectory;

const { admin, member, owner } = workspaceRoles;

beforeEach(async () => {
  const started = await startTestServer();
  const records: Records = new Map();
  app = await buildCompanyServer(started, records);
  server = serverOf(app, started.studio);
  await app.deps.database.query('update subscriptions set members = 30', []);
  provider = await startProvider(() => Math.floor(app.deps.clock.now().getTime() / 1000));
  await saveCompany({ app, server, provider, records, setting: { default_role_id: null } });
  directory = await openDirectory(app, server);
});
afterEach(async () => {
  await provider.close();
  await app.deps.jobs.stop();
  await app.close();
});

const params = () => ({ workspaceId: server.studio.workspaceId });
const as = { as: 'owner' } as const;
const log = async () => (await server.call(accessLog.list, { params: params(), query: {} }, as)).entries;
const roleOf = async (email: string): Promise<number | null> => {
  const { accounts } = await server.call(members.list, { params: params(), query: { search: email } }, as);
  return accounts.find((one) => one.email.toLowerCase() === email.toLowerCase())?.role_id ?? null;
};
const create = async (userName: string, more: object = {}) => {
  const answer = await directory.send('POST', '/Users', personBody(userName, more));
  expect(answer).toMatchObject({ status: 201 });
  return answer.body as { id: string };
};
const setActive = (id: string, active: unknown) =>
  directory.send('PATCH', `/Users/${id}`, patch({ op: 'replace', path: 'active', value: active }));
const createGroup = async (displayName: string, ids: readonly string[] = []) => {
  const body = { displayName, members: ids.map((value) => ({ value })) };
  const answer = await directory.send('POST', '/Groups', body);
  expect(answer).toMatchObject({ status: 201 });
  const { groups } = await server.call(scim.get, { params: params() }, as);
  return { id: String(answer.body.id), key: groups.find(({ name }) => name === displayName)?.id ?? 0 };
};
const giveRole = (groupId: number, role_id: 2 | 3 | null) =>
  server.call(scim.setGroupRole, { params: { ...params(), groupId }, body: { role_id } }, as);
const changeMembers = (id: string, op: string, ids: readonly string[]) =>
  directory.send('PATCH', `/Groups/${id}`, patch({ op, path: 'members', value: ids.map((value) => ({ value })) }));

describe('a person of the directory', () => {
  test('gets an account without a password, and joins; the log names the token', async () => {
    shows('5.company.scim', '5.company.scim.users', '5.company.scim.log');
    const { id } = await create('Mia@studio.test', { externalId: 'ext-1' });
    expect(id).toMatch(/^[0-9a-f]{8}-/);
    expect(await roleOf('mia@studio.test')).toBe(member);
    const [account] = await app.deps.database.query<{ name: string; password_hash: string }>(
      "select name, password_hash from accounts where email = 'Mia@studio.test'",
      [],
    );
    expect(account).toEqual({ name: 'Mia Maker', password_hash: '' });
    expect((await log())[0]).toMatchObject({
      action: 'joined',
      actor: { id: null, name: `SCIM token ${directory.secret.slice(0, 10)}…`, email: '' },
      subject: { email: 'Mia@studio.test' },
    });
    const { browser, outcome } = await signInBy(app, provider, { email: 'mia@studio.test' });
    expect([outcome, await whoIs(browser)]).toEqual(['done', 'Mia@studio.test']);
  });

  test('with an account joins with it, and its name stays', async () => {
    shows('5.company.scim.users');
    await create(emailOf('stranger'));
    expect(await roleOf(emailOf('stranger'))).toBe(member);
    const { accounts } = await server.call(members.list, { params: params(), query: { search: 'stranger' } }, as);
    expect(accounts[0]).toMatchObject({ id: server.studio.accounts.stranger, name: 'stranger' });
  });

  test('who is a member already is linked, and the role stays', async () => {
    shows('5.company.scim.users');
    await create(emailOf('admin'));
    expect(await roleOf(emailOf('admin'))).toBe(admin);
    expect((await log()).filter(({ action }) => action === 'joined' || action === 'role_updated')).toEqual([]);
  });

  test('uses up an invitation, with its role', async () => {
    shows('5.company.scim.users');
    await server.call(members.invite, { params: params(), body: { email: 'Lead@studio.test', role_id: admin } }, as);
    await create('lead@studio.test');
    expect(await roleOf('lead@studio.test')).toBe(admin);
    expect((await server.call(invitations.list, { params: params(), query: {} }, as)).invitations).toEqual([]);
  });

  test('has the stronger one of the roles of an invitation and of the groups', async () => {
    shows('5.company.scim.users');
    const { id } = await create('lead@studio.test', { active: false });
    await giveRole((await createGroup('Leads', [id])).key, admin);
    await server.call(members.invite, { params: params(), body: { email: 'lead@studio.test', role_id: member } }, as);
    expect(await setActive(id, true)).toMatchObject({ status: 200 });
    expect(await roleOf('lead@studio.test')).toBe(admin);
  });

  test('takes a seat, and is told when there is none', async () => {
    shows('5.company.scim.users');
    await app.deps.database.query('update subscriptions set members = 4', []);
    const { id } = await create('four@studio.test');
    const five = await directory.send('POST', '/Users', personBody('five@studio.test'));
    expect(five).toMatchObject({ status: 403, body: { detail: expect.stringContaining('All seats') } });
    // Nothing of the refused one is left.
    expect((await directory.send('GET', '/Users')).body.totalResults).toBe(1);
    await setActive(id, false);
    await create('five@studio.test');
    expect(await setActive(id, true)).toMatchObject({ status: 403, body: { detail: expect.stringContaining('seat') } });
  });

  test('is told what the plan does not include', async () => {
    await app.deps.database.query("update subscriptions set plan = 'free' where workspace_id = $1", [
      params().workspaceId,
    ]);
    const answer = await directory.send('POST', '/Users', personBody('new@studio.test'));
    expect(answer).toMatchObject({ status: 403, body: { detail: expect.stringContaining('plan') } });
  });

  test('who is deactivated leaves at once, with tokens and sessions; and joins again', async () => {
    shows('5.company.scim.deactivated');
    const { id } = await create(emailOf('member'));
    const { browser } = await signInBy(app, provider, { email: emailOf('member') });
    const session = await callIn(browser, '/workspaces', { method: 'GET' });
    expect(session.status).toBe(200);
    await app.deps.database.query(
      "update roles set permission_ids = array[1,2,3,4,5,6,7,8]::smallint[] where name = 'Viewer'",
      [],
    );
    const inDev = { instanceId: server.studio.dev };
    const body = { name: 'Pipeline', scopes: ['read'], environments: ['Dev'], expires_at: null } as const;
    const { secret } = await server.call(
      projectTokens.create,
      { params: inDev, body: { ...body, scopes: ['read'], environments: ['Dev'] } },
      as,
    );
    await app.deps.database.query('update project_tokens set account_id = $1', [server.studio.accounts.member]);
    const byToken = () =>
      app.inject({ url: `/v1/editor/${inDev.instanceId}/templates`, headers: { authorization: `Bearer ${secret}` } });
    const before = (await byToken()).statusCode;
    expect(await setActive(id, 'False')).toMatchObject({ status: 200, body: { active: false } });
    expect(await roleOf(emailOf('member'))).toBeNull();
    // The session of the company has ended everywhere.
    expect(await whoIs(browser)).toBe('session_expired');
    expect((await server.send(workspaces.getSubscription, { params: params() }, { as: 'member' })).status).toBe(404);
    expect([before, (await byToken()).statusCode]).toEqual([200, 401]);
    expect((await log())[0]).toMatchObject({ action: 'removed', subject: { email: emailOf('member') } });
    // Not even by signing in.
    expect((await signInBy(app, provider, { email: emailOf('member') })).outcome).not.toBe('done');
    expect(await setActive(id, true)).toMatchObject({ status: 200, body: { id, active: true } });
    expect(await roleOf(emailOf('member'))).toBe(member);
    expect((await byToken()).statusCode).toBe(401);
    // No role in a project comes back.
    const [grants] = await app.deps.database.query<{ count: number }>(
      'select count(*)::int as count from instance_members where account_id = $1',
      [server.studio.accounts.member],
    );
    expect(grants?.count).toBe(0);
  });

  test('who is deleted leaves, and comes back under another id', async () => {
    shows('5.company.scim.deactivated');
    const { id } = await create('gone@studio.test');
    expect((await directory.send('DELETE', `/Users/${id}`)).status).toBe(204);
    expect(await roleOf('gone@studio.test')).toBeNull();
    expect((await directory.send('DELETE', `/Users/${id}`)).status).toBe(404);
    expect((await create('gone@studio.test')).id).not.toBe(id);
  });

  test('whom an owner removed is inactive, until the directory activates the person', async () => {
    shows('5.company.scim.users');
    const { id } = await create('mia@studio.test');
    const { accounts } = await server.call(members.list, { params: params(), query: { search: 'mia@' } }, as);
    await server.call(members.remove, { params: params(), body: { member_id: accounts[0]?.id ?? 0 } }, as);
    expect((await directory.send('GET', `/Users/${id}`)).body.active).toBe(false);
    await setActive(id, true);
    expect(await roleOf('mia@studio.test')).toBe(member);
  });

  test('can be stored inactive, without a seat', async () => {
    const { id } = await create('later@studio.test', { active: false });
    expect(await roleOf('later@studio.test')).toBeNull();
    await setActive(id, true);
    expect(await roleOf('later@studio.test')).toBe(member);
  });

  test('keeps the account’s name and address, whatever the directory calls them', async () => {
    shows('5.company.scim.names');
    const { id } = await create('old@studio.test');
    const renamed = patch(
      { op: 'replace', path: 'userName', value: 'new@studio.test' },
      { op: 'add', value: { 'name.givenName': 'Max', displayName: 'Max' } },
      { op: 'remove', path: 'name.familyName' },
    );
    const { body } = await directory.send('PATCH', `/Users/${id}`, renamed);
    expect(body).toMatchObject({ userName: 'new@studio.test', name: { givenName: 'Max' }, displayName: 'Max' });
    expect(body.name).not.toHaveProperty('familyName');
    const { accounts } = await server.call(members.list, { params: params(), query: { search: 'old@' } }, as);
    expect(accounts).toMatchObject([{ name: 'Mia Maker', email: 'old@studio.test' }]);
  });
});

test('an account that has taken an address of another domain is not the company’s any more', async () => {
  shows('5.company.scim.attacks');
  const { id } = await create('mia@studio.test');
  await setActive(id, false);
  await app.deps.database.query("update accounts set email = 'mia@private.test' where email = 'mia@studio.test'", []);
  expect(await setActive(id, true)).toMatchObject({
    status: 400,
    body: { detail: expect.stringContaining('outside') },
  });
  expect(await roleOf('mia@private.test')).toBeNull();
  expect((await directory.send('DELETE', `/Users/${id}`)).status).toBe(204);
  await create('mia@studio.test');
  expect(await roleOf('mia@studio.test')).toBe(member);
});

describe('a list', () => {
  test('comes in parts, in one order, and with the attributes that are asked for', async () => {
    shows('5.company.scim.lists');
    const ids: string[] = [];
    for (let number = 0; number < 7; number += 1)
      ids.push((await create(`p${number}@studio.test`, { externalId: `e${number}` })).id);
    const found: string[] = [];
    for (let start = 1; start <= 7; start += 3) {
      const { body } = await directory.send('GET', `/Users?startIndex=${start}&count=3`);
      expect(body).toMatchObject({ totalResults: 7, startIndex: start });
      found.push(...body.Resources.map((one: { id: string }) => one.id));
    }
    expect(found).toEqual(ids);
    expect((await directory.send('GET', '/Users?count=0')).body).toMatchObject({ totalResults: 7, Resources: [] });
    expect((await directory.send('GET', '/Users?startIndex=-4&count=-1')).body).toMatchObject({
      startIndex: 1,
      itemsPerPage: 0,
    });
    expect((await directory.send('GET', '/Users?startIndex=99')).body).toMatchObject({
      totalResults: 7,
      itemsPerPage: 0,
    });
    expect((await directory.send('GET', '/Users?count=many')).status).toBe(400);
    const some = await directory.send('GET', '/Users?attributes=userName,name.givenName&count=1');
    expect(Object.keys(some.body.Resources[0])).toEqual(['schemas', 'id', 'userName', 'name']);
    const less = await directory.send('GET', `/Users/${ids[0]}?excludedAttributes=emails,meta`);
    expect(Object.keys(less.body)).toEqual(['schemas', 'id', 'externalId', 'userName', 'name', 'active']);
    await setActive(ids[0] ?? '', false);
    const active = await directory.send(
      'GET',
      '/Users?filter=active%20eq%20false%20and%20userName%20eq%20%22p0@studio.test%22',
    );
    expect(active.body).toMatchObject({ totalResults: 1, Resources: [{ externalId: 'e0' }] });
  });

  test('of groups leaves members out', async () => {
    shows('5.company.scim.lists');
    const { id } = await create('a@studio.test');
    await createGroup('Art', [id]);
    const { body } = await directory.send('GET', '/Groups');
    expect(body.Resources).toMatchObject([{ displayName: 'Art' }]);
    expect(body.Resources[0]).not.toHaveProperty('members');
  });
});

describe('groups', () => {
  test('give their role at once: the strongest of several, and the default of none', async () => {
    shows('5.company.scim.groups');
    const { id } = await create('mia@studio.test');
    const leads = await createGroup('Leads', [id]);
    const artists = await createGroup('Artists', [id]);
    expect(await roleOf('mia@studio.test')).toBe(member);
    await giveRole(artists.key, member);
    await giveRole(leads.key, admin);
    expect(await roleOf('mia@studio.test')).toBe(admin);
    expect((await log())[0]).toMatchObject({ action: 'role_updated', details: { workspace_role_id: admin } });
    await changeMembers(leads.id, 'remove', [id]);
    expect(await roleOf('mia@studio.test')).toBe(member);
    await changeMembers(leads.id, 'add', [id]);
    expect(await roleOf('mia@studio.test')).toBe(admin);
    await giveRole(leads.key, null);
    expect(await roleOf('mia@studio.test')).toBe(member);
    await giveRole(leads.key, admin);
    await directory.send('DELETE', `/Groups/${leads.id}`);
    expect(await roleOf('mia@studio.test')).toBe(member);
  });

  test('decide the role of who is activated', async () => {
    shows('5.company.scim.groups');
    const { id } = await create('mia@studio.test', { active: false });
    await giveRole((await createGroup('Leads', [id])).key, admin);
    expect(await roleOf('mia@studio.test')).toBeNull();
    await setActive(id, true);
    expect(await roleOf('mia@studio.test')).toBe(admin);
  });

  test('never change an owner', async () => {
    shows('5.company.scim.groups');
    const { id } = await create(emailOf('owner'));
    const group = await createGroup('Everybody', [id]);
    await giveRole(group.key, member);
    expect(await roleOf(emailOf('owner'))).toBe(owner);
    await directory.send('PATCH', `/Groups/${group.id}`, patch({ op: 'remove', path: 'members' }));
    await changeMembers(group.id, 'add', [id]);
    expect(await roleOf(emailOf('owner'))).toBe(owner);
  });

  test('leave a role that was given by hand until the directory changes this person', async () => {
    shows('5.company.scim.by-hand');
    const [mia, max] = [await create('mia@studio.test'), await create('max@studio.test')];
    const leads = await createGroup('Leads', [mia.id]);
    await giveRole(leads.key, admin);
    const { accounts } = await server.call(members.list, { params: params(), query: { search: 'mia@' } }, as);
    const body = { member_id: accounts[0]?.id ?? 0, role_id: member };
    await server.call(members.setRole, { params: params(), body }, as);
    // Again, and together with another one.
    await changeMembers(leads.id, 'add', [mia.id, max.id]);
    expect([await roleOf('mia@studio.test'), await roleOf('max@studio.test')]).toEqual([member, admin]);
    await changeMembers(leads.id, 'remove', [mia.id]);
    await changeMembers(leads.id, 'add', [mia.id]);
    expect(await roleOf('mia@studio.test')).toBe(admin);
  });

  test('whose role an admin loses withdraw the invitations that this admin sent', async () => {
    const { id } = await create(emailOf('admin'));
    const leads = await createGroup('Leads', [id]);
    await giveRole(leads.key, admin);
    const invited = { email: 'guest@other.test', role_id: member };
    await server.call(members.invite, { params: params(), body: invited }, { as: 'admin' });
    await changeMembers(leads.id, 'remove', [id]);
    expect(await roleOf(emailOf('admin'))).toBe(member);
    expect((await server.call(invitations.list, { params: params(), query: {} }, as)).invitations).toEqual([]);
  });

  test('of 1,000 members change in a few statements', async () => {
    shows('5.company.scim.bounded');
    await app.deps.database.query('update subscriptions set members = 2000', []);
    const { query } = app.deps.database;
    await query(
      `with a as (insert into accounts (name, email, password_hash) select 'P', 'p' || n || '@studio.test', '' from generate_series(1, 1000) n returning id, email),
        m as (insert into workspace_members (workspace_id, account_id, role_id) select $1, id, 3 from a)
      insert into scim_users (workspace_id, account_id, user_name, created_at, changed_at) select $1, id, email, now(), now() from a`,
      [params().workspaceId],
    );
    const ids = (await query<{ scim_id: string }>('select scim_id from scim_users', [])).map(({ scim_id }) => scim_id);
    const leads = await createGroup('Leads');
    await giveRole(leads.key, admin);
    const statements = vi.fn<() => void>();
    const { transaction } = app.deps.database;
    vi.spyOn(app.deps.database, 'transaction').mockImplementation((work) =>
      transaction((inside) =>
        work((...call) => {
          statements();
          return inside(...call);
        }),
      ),
    );
    const removals = ids.map((id) => ({ op: 'remove', path: `members[value eq "${id}"]` }));
    expect((await changeMembers(leads.id, 'add', ids)).status).toBe(204);
    expect(await roleOf('p1000@studio.test')).toBe(admin);
    expect((await directory.send('PATCH', `/Groups/${leads.id}`, patch(...removals))).status).toBe(204);
    expect(await roleOf('p1000@studio.test')).toBe(member);
    expect(statements.mock.calls.length).toBeLessThan(50);
  });
});

describe('the setting', () => {
  test('shows a token once, and when it was used last', async () => {
    shows('5.company.scim.token');
    const answer = await server.call(scim.get, { params: params() }, as);
    expect(answer.address).toBe(`${app.deps.config.publicUrl}/scim/v2`);
    expect(JSON.stringify(answer)).not.toContain(directory.secret);
    expect(answer.tokens).toMatchObject([{ prefix: directory.secret.slice(0, 10), last_used_at: null }]);
    await directory.send('GET', '/Users');
    await eventually(async () =>
      expect((await server.call(scim.get, { params: params() }, as)).tokens[0]?.last_used_at).not.toBeNull(),
    );
    const rows = await app.deps.database.query('select token_hash, prefix from scim_tokens', []);
    expect(JSON.stringify(rows)).not.toContain(directory.secret);
    expect((await log())[0]).toMatchObject({
      action: 'scim_token_created',
      details: { token_name: directory.secret.slice(0, 10) },
    });
  });

  test('has at most five tokens, and needs a company sign-in', async () => {
    for (let made = 1; made < 5; made += 1) await openDirectory(app, server);
    expect((await server.send(scim.createToken, { params: params() }, as)).status).toBe(422);
    const elsewhere = { params: { workspaceId: server.studio.elsewhere.workspaceId } };
    expect((await server.send(scim.createToken, elsewhere, { as: 'stranger' })).status).toBe(404);
  });

  test.each<[string, () => Promise<unknown>]>([
    ['revoked', () => server.call(scim.revokeToken, { params: { ...params(), tokenId: directory.tokenId } }, as)],
    ['of a removed company sign-in', () => server.call(companySignIn.remove, { params: params() }, as)],
  ])('a token that is %s opens nothing, and people stay', async (_, end) => {
    shows('5.company.scim.token');
    const { id } = await create('mia@studio.test');
    await end();
    for (const [method, path] of [
      ['GET', '/Users'],
      ['GET', `/Users/${id}`],
      ['DELETE', `/Users/${id}`],
    ] as const)
      expect(await directory.send(method, path)).toMatchObject({
        status: 401,
        headers: { 'www-authenticate': expect.stringContaining('Bearer') },
        body: { status: '401' },
      });
    expect(await roleOf('mia@studio.test')).toBe(member);
  });

  test('a token that is revoked while a request is on its way changes nothing', async () => {
    shows('5.company.scim.token');
    const { unit, database } = app.deps;
    vi.spyOn(app.deps, 'unit').mockImplementationOnce(async (work) => {
      await database.query('delete from scim_tokens', []);
      return unit(work);
    });
    expect((await directory.send('POST', '/Users', personBody('mia@studio.test'))).status).toBe(401);
    expect(await roleOf('mia@studio.test')).toBeNull();
  });

  test('only owners see and change it', async () => {
    const group = await createGroup('Leads');
    const calls = (person: Person) =>
      Promise.all([
        server.send(scim.get, { params: params() }, { as: person }),
        server.send(scim.createToken, { params: params() }, { as: person }),
        server.send(scim.revokeToken, { params: { ...params(), tokenId: directory.tokenId } }, { as: person }),
        server.send(
          scim.setGroupRole,
          { params: { ...params(), groupId: group.key }, body: { role_id: 2 } },
          { as: person },
        ),
      ]);
    for (const person of ['admin', 'member', 'stranger'] as const)
      expect(new Set((await calls(person)).map(({ status }) => status))).toEqual(
        new Set([person === 'stranger' ? 404 : 403]),
      );
  });

  test('a group of another workspace gets no role', async () => {
    const { key } = await createGroup('Leads');
    const { workspaceId } = server.studio.elsewhere;
    const answer = await server.send(
      scim.setGroupRole,
      { params: { workspaceId, groupId: key }, body: { role_id: 2 } },
      { as: 'stranger' },
    );
    expect(answer.status).toBe(404);
  });
});
