import { members } from '@quartermaster/contract/endpoints/people/members.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { App } from '../../server/core/app/deps.ts';
import { readFilter } from '../../server/modules/scim/filter.ts';
import { shows } from '../specification/shows.ts';
import { buildCompanyServer, type Records, saveCompany } from '../support/company-sign-in.ts';
import { type OidcProvider, startProvider } from '../support/oidc-provider.ts';
import { directoryWith, openDirectory, patch, personBody, type TestDirectory } from '../support/scim.ts';
import { serverOf, startTestServer, type TestServer } from '../support/server.ts';
import { emailOf } from '../support/server-studio.ts';

let server: TestServer;
let app: App;
let provider: OidcProvider;
let records: Records;
let directory: TestDirectory;
let elsewhere: TestDirectory;

beforeEach(async () => {
  const started = await startTestServer();
  records = new Map();
  app = await buildCompanyServer(started, records);
  server = serverOf(app, started.studio);
  await app.deps.database.query('update subscriptions set members = 30', []);
  provider = await startProvider(() => Math.floor(app.deps.clock.now().getTime() / 1000));
  await saveCompany({ app, server, provider, records });
  const { workspaceId } = server.studio.elsewhere;
  const of = { workspaceId, as: 'stranger' } as const;
  await saveCompany({ app, server, provider, records, ...of, domains: ['elsewhere.test'] });
  directory = await openDirectory(app, server);
  elsewhere = await openDirectory(app, server, of);
});
afterEach(async () => {
  await provider.close();
  await app.deps.jobs.stop();
  await app.close();
});

const params = () => ({ workspaceId: server.studio.workspaceId });
const roles = async () =>
  (await server.call(members.list, { params: params(), query: {} }, { as: 'owner' })).accounts
    .map(({ email, role_id }) => `${email} ${role_id}`)
    .toSorted();
const asFilter = (text: string) => `filter=${encodeURIComponent(text)}`;
const stored = async () => {
  const { query } = app.deps.database;
  return JSON.stringify([
    await query('select * from scim_users order by id', []),
    await query('select * from scim_groups order by id', []),
    await query('select * from scim_group_members order by group_id, user_id', []),
    await query('select workspace_id, account_id, role_id from workspace_members order by 1, 2', []),
    await query('select id, email, name from accounts order by 1', []),
  ]);
};

describe('a directory of another workspace', () => {
  test('neither sees nor changes anybody, by id, filter or text of an error', async () => {
    shows('5.company.scim.isolated');
    const { body: user } = await directory.send('POST', '/Users', personBody('mia@studio.test', { externalId: 'x-1' }));
    const { body: group } = await directory.send('POST', '/Groups', {
      displayName: 'Leads',
      members: [{ value: user.id }],
    });
    const { body: theirs } = await elsewhere.send('POST', '/Groups', { displayName: 'Theirs' });
    const before = await stored();
    const nobody = '00000000-0000-4000-8000-000000000000';
    for (const [method, path, body] of [
      ['GET', '/Users/ID'],
      ['PUT', '/Users/ID', personBody('evil@elsewhere.test')],
      ['PATCH', '/Users/ID', patch({ op: 'replace', value: { active: false } })],
      ['DELETE', '/Users/ID'],
      ['GET', '/Groups/ID'],
      ['PUT', '/Groups/ID', { displayName: 'x' }],
      ['PATCH', '/Groups/ID', patch({ op: 'replace', path: 'displayName', value: 'x' })],
      ['DELETE', '/Groups/ID'],
    ] as const) {
      const of = (id: string) => elsewhere.send(method, path.replace('ID', id), body);
      const real = await of(path.startsWith('/Users') ? user.id : group.id);
      const none = await of(nobody);
      expect([method, path, real.status, real.body]).toEqual([method, path, 404, none.body]);
    }
    for (const [path, filter] of [
      ['/Users', 'userName eq "mia@studio.test"'],
      ['/Users', 'externalId eq "x-1"'],
      ['/Users', `id eq "${user.id}"`],
      ['/Users', 'active eq true'],
      ['/Groups', 'displayName eq "Leads"'],
      ['/Groups', `members eq "${user.id}"`],
    ] as const)
      expect((await elsewhere.send('GET', `${path}?${asFilter(filter)}`)).body).toMatchObject({
        totalResults: 0,
        Resources: [],
      });
    expect((await elsewhere.send('GET', '/Users')).body.totalResults).toBe(0);
    const add = (id: string) =>
      elsewhere.send('PATCH', `/Groups/${theirs.id}`, patch({ op: 'add', path: 'members', value: [{ value: id }] }));
    const [real, none] = [await add(user.id), await add(nobody)];
    expect([real.status, none.status]).toEqual([400, 400]);
    expect(real.body.detail.replace(user.id, '')).toBe(none.body.detail.replace(nobody, ''));
    expect(await stored()).toBe(before);
  });

  test('has its own names and ids: the same person is another user there', async () => {
    shows('5.company.scim.isolated');
    const { body: user } = await directory.send('POST', '/Users', personBody('mia@studio.test'));
    // The domain moves to the other workspace.
    await app.deps.database.query('update company_domains set workspace_id = $1 where domain = $2', [
      server.studio.elsewhere.workspaceId,
      'studio.test',
    ]);
    const there = await elsewhere.send('POST', '/Users', personBody('mia@studio.test'));
    expect(there.status).toBe(201);
    expect(there.body.id).not.toBe(user.id);
    await elsewhere.send('DELETE', `/Users/${there.body.id}`);
    expect((await directory.send('GET', `/Users/${user.id}`)).body.active).toBe(true);
    // Who has lost the domain removes people, but adds none.
    const off = (active: boolean) =>
      directory.send('PATCH', `/Users/${user.id}`, patch({ op: 'replace', value: { active } }));
    expect((await off(false)).status).toBe(200);
    expect((await off(true)).status).toBe(400);
  });
});

describe('an address', () => {
  test.each([
    ['of a domain that is not verified', 'a@other.test'],
    ['of a domain of another workspace', 'a@elsewhere.test'],
    ['of a subdomain', 'a@sub.studio.test'],
    ['with two signs', 'a@other.test@studio.test@evil.test'],
    ['that is none', 'mia'],
    ['with a space', 'a b@studio.test\n'],
    ['that is empty', ''],
    ['that looks like that of another account', `O\u212Ane@studio.test`.replace('O\u212Ane', '\u212Aim')],
  ])('%s joins nobody', async (_, userName) => {
    shows('5.company.scim.attacks');
    await app.deps.database.query(
      "insert into accounts (name, email, password_hash) values ('Kim', 'kim@studio.test', '')",
      [],
    );
    const before = await stored();
    const answer = await directory.send('POST', '/Users', personBody(userName));
    expect(answer).toMatchObject({ status: 400, body: { scimType: 'invalidValue' } });
    expect(await stored()).toBe(before);
  });

  test('of a domain that is not verified any more is told what to do', async () => {
    await app.deps.database.query('update company_domains set verified_at = null', []);
    const { body } = await directory.send('POST', '/Users', personBody('a@studio.test'));
    expect(body.detail).toContain('an owner adds and verifies studio.test');
  });

  test('of somebody else is not taken over', async () => {
    shows('5.company.scim.attacks');
    const { body: mia } = await directory.send('POST', '/Users', personBody('mia@studio.test'));
    await directory.send('POST', '/Users', personBody('max@studio.test'));
    const before = await stored();
    const rename = (userName: string) =>
      directory.send('PATCH', `/Users/${mia.id}`, patch({ op: 'replace', path: 'userName', value: userName }));
    for (const userName of ['max@studio.test', 'MAX@studio.test'])
      expect(await rename(userName)).toMatchObject({ status: 409, body: { scimType: 'uniqueness' } });
    // Whether an address has an account elsewhere is not said.
    for (const userName of [emailOf('owner'), emailOf('free')])
      expect(await rename(userName)).toMatchObject({
        status: 400,
        body: {
          scimType: 'invalidValue',
          detail: '"userName" cannot become this address. Delete the user, and create it again.',
        },
      });
    expect(await rename('mia@other.test')).toMatchObject({ status: 400 });
    const put = await directory.send('PUT', `/Users/${mia.id}`, personBody(emailOf('owner')));
    expect(put.status).toBe(400);
    expect(await stored()).toBe(before);
    // The address that somebody had before still leads to that account.
    await rename('mia.new@studio.test');
    expect((await directory.send('POST', '/Users', personBody('mia@studio.test'))).status).toBe(409);
  });
});

describe('owners', () => {
  test('the last one stays, whatever the directory sends', async () => {
    shows('5.company.scim.owners');
    const { body: user } = await directory.send('POST', '/Users', personBody(emailOf('owner')));
    const before = await roles();
    for (const answer of [
      await directory.send('PATCH', `/Users/${user.id}`, patch({ op: 'replace', value: { active: false } })),
      await directory.send('PUT', `/Users/${user.id}`, personBody(emailOf('owner'), { active: false })),
      await directory.send('DELETE', `/Users/${user.id}`),
    ])
      expect(answer).toMatchObject({ status: 409, body: { detail: expect.stringContaining('last owner') } });
    expect(await roles()).toEqual(before);
    expect((await directory.send('GET', `/Users/${user.id}`)).body.active).toBe(true);
  });

  test('roles and passwords that the directory sends are ignored', async () => {
    shows('5.company.scim.owners');
    const more = {
      roles: [{ value: 'owner' }],
      role_id: 1,
      password: 'Quartermaster2',
      id: 'x',
      account_id: 1,
      groups: [],
    };
    await directory.send('POST', '/Users', personBody('mia@studio.test', more));
    expect(await roles()).toContain('mia@studio.test 3');
  });
});

describe('a filter', () => {
  const attributes = { username: 'userName', 'emails[type eq "work"].value': 'userName' } as const;
  test.each([
    ['SQL', `userName eq "x' or '1'='1"`, 200],
    ['a comment of SQL', `userName eq "x"--`, 400],
    ['another operator', 'userName co "a"', 400],
    ['an alternative', 'userName eq "a" or active eq true', 400],
    ['a negation', 'not (userName eq "a")', 400],
    ['brackets', `${'('.repeat(300)}userName eq "a"${')'.repeat(300)}`, 400],
    ['another attribute', 'password eq "a"', 400],
    ['a column', 'account_id eq "1"', 400],
    ['an inherited name', 'constructor eq "a"', 400],
    ['a prototype', '__proto__ eq "a"', 400],
    ['nothing after it', 'userName eq "a" and', 400],
    ['an open text', `userName eq "${'\\'.repeat(700)}`, 400],
    ['a null byte', 'userName eq "\u0000"', 400],
    ['a null byte as an escape', 'userName eq "\\u0000"', 400],
    ['half a pair', 'userName eq "\\ud800"', 400],
    ['too many values', Array.from({ length: 11 }, () => 'active eq true').join(' and '), 400],
    ['too many characters', `userName eq "${'a'.repeat(1000)}"`, 400],
  ])('with %s finds nobody and shows nothing', async (_, text, status) => {
    shows('5.company.scim.filters');
    await directory.send('POST', '/Users', personBody('mia@studio.test'));
    const answer = await directory.send('GET', `/Users?${asFilter(text)}`);
    expect(answer.status).toBe(status);
    if (status === 200) expect(answer.body.totalResults).toBe(0);
    else expect(answer.body).toMatchObject({ schemas: [expect.stringContaining('Error')], detail: expect.any(String) });
  });

  test('of any shape is read in linear time', () => {
    shows('5.company.scim.filters');
    for (const text of ['"', '\\', ' ', 'a', 'a eq ', 'a[', '"\\', 'userName eq "a" and ', 'userName eq "', '\\"'].map(
      (part) => `userName eq "${part.repeat(1000)}`.slice(0, 1000),
    )) {
      const since = performance.now();
      try {
        readFilter(text, attributes);
      } catch {
        // Refused.
      }
      expect(performance.now() - since).toBeLessThan(100);
    }
  });
});

describe('a body', () => {
  const send = (body: unknown, headers: Record<string, string> = {}) => directory.send('POST', '/Users', body, headers);
  test.each<[string, () => Promise<{ status: number }>, number]>([
    ['that is too large', () => send(`{"userName":"${'a'.repeat(3 * 1024 * 1024)}"}`), 413],
    ['that is deep', () => send(`{"userName":${'['.repeat(5000)}${']'.repeat(5000)}}`), 400],
    ['that is no JSON', () => send('{'), 400],
    ['that is a list', () => send([]), 400],
    ['that is a form', () => send('userName=a', { 'content-type': 'application/x-www-form-urlencoded' }), 415],
    ['of another kind', () => send('x', { 'content-type': 'text/plain' }), 415],
    ['with a number as a name', () => send({ userName: 1 }), 400],
    ['with an object as a name', () => send({ userName: { toString: 1 } }), 400],
    ['with a long name', () => send(personBody(`${'a'.repeat(400)}@studio.test`)), 400],
    ['with a long externalId', () => send(personBody('a@studio.test', { externalId: 'a'.repeat(300) })), 400],
    ['with a null byte', () => send(personBody('a@studio.test', { displayName: '\u0000' })), 400],
    ['with active as a number', () => send(personBody('a@studio.test', { active: 1 })), 400],
    ['without a name', () => send({ active: true }), 400],
  ])('%s is refused in the form of SCIM', async (_, call, status) => {
    shows('5.company.scim.attacks');
    const before = await stored();
    const answer = await call();
    expect(answer).toMatchObject({
      status,
      body: { schemas: [expect.stringContaining('Error')], status: String(status) },
    });
    expect(await stored()).toBe(before);
  });

  test.each<[string, unknown]>([
    ['without operations', {}],
    ['with none', patch()],
    ['with too many', patch(...Array.from({ length: 2001 }, () => ({ op: 'add', path: 'displayName', value: 'a' })))],
    ['with an operation of another name', patch({ op: 'move', path: 'active', value: true })],
    ['that removes nothing by name', patch({ op: 'remove' })],
    ['that removes the name', patch({ op: 'remove', path: 'userName' })],
    ['with a path that is no text', patch({ op: 'replace', path: {}, value: 1 })],
    ['with a value that is no object', patch({ op: 'replace', value: 'active' })],
    ['with a name of the prototype and a wrong one', patch({ op: 'replace', value: { constructor: 1, active: 'no' } })],
  ])('of PATCH %s changes nothing', async (_, body) => {
    shows('5.company.scim.attacks');
    const { body: user } = await directory.send('POST', '/Users', personBody('mia@studio.test'));
    const before = await stored();
    const answer = await directory.send('PATCH', `/Users/${user.id}`, body);
    expect([400, 413]).toContain(answer.status);
    expect(await stored()).toBe(before);
  });

  test('with too many members, unknown or nested ones changes no group', async () => {
    shows('5.company.scim.attacks');
    const { body: group } = await directory.send('POST', '/Groups', { displayName: 'Leads' });
    const { body: other } = await directory.send('POST', '/Groups', { displayName: 'Others' });
    const before = await stored();
    const add = (value: unknown) =>
      directory.send('PATCH', `/Groups/${group.id}`, patch({ op: 'add', path: 'members', value }));
    const many = Array.from({ length: 10_001 }, (__, number) => ({ value: `x${number}` }));
    expect((await add(many)).status).toBe(413);
    for (const value of [
      [{ value: other.id }],
      [{ value: 'x' }],
      [{}],
      [[]],
      'x',
      [{ value: "'; drop table accounts; --" }],
    ])
      expect(await add(value)).toMatchObject({ status: 400, body: { scimType: 'invalidValue' } });
    const inBrackets = patch({ op: 'add', path: 'members[value eq "x"]', value: 'y' });
    expect((await directory.send('PATCH', `/Groups/${group.id}`, inBrackets)).status).toBe(400);
    expect((await directory.send('POST', '/Groups', { displayName: 'LEADS' })).status).toBe(409);
    expect(await stored()).toBe(before);
  });
});

describe('a token', () => {
  test('opens nothing but /scim', async () => {
    shows('5.company.scim.token');
    const headers = { authorization: `Bearer ${directory.secret}`, 'x-csrf-protection': '1' };
    const { workspaceId, dev } = server.studio;
    for (const url of [
      '/v1/accounts',
      `/v1/workspaces/${workspaceId}/members`,
      `/v1/workspaces/${workspaceId}/scim`,
      `/v1/editor/${dev}/templates`,
      `/v1/delivery/${dev}/manifest`,
    ])
      expect([url, (await app.inject({ url, headers })).statusCode]).toEqual([
        url,
        expect.toSatisfy((status) => [401, 404].includes(status)),
      ]);
    expect(
      (
        await app.inject({
          method: 'POST',
          url: '/mcp',
          headers: { ...headers, 'content-type': 'application/json' },
          payload: '{}',
        })
      ).statusCode,
    ).toBe(401);
  });

  test('is needed: neither a session nor another token opens /scim', async () => {
    shows('5.company.scim.token');
    const browser = await server.signIn('owner');
    const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
    for (const headers of [
      { cookie, 'x-csrf-protection': '1' },
      { cookie, authorization: 'Bearer' },
      { authorization: `Basic ${directory.secret}` },
      { authorization: `Bearer qm_${'a'.repeat(43)}` },
      { authorization: `Bearer qms_${'a'.repeat(43)}` },
      { authorization: `Bearer ${directory.secret}x` },
      {},
    ])
      expect((await app.inject({ url: '/scim/v2/Users', headers })).statusCode).toBe(401);
  });

  test('is not read by pages of other origins', async () => {
    const answer = await app.inject({
      method: 'OPTIONS',
      url: '/scim/v2/Users',
      headers: { origin: 'https://evil.test', 'access-control-request-method': 'POST' },
    });
    expect([answer.statusCode, answer.headers['access-control-allow-origin']]).toEqual([404, undefined]);
  });

  test('is not guessed quickly', async () => {
    shows('5.company.scim.attacks');
    const statuses: number[] = [];
    for (let guess = 0; guess < 302; guess += 1)
      statuses.push((await directoryWith(app, `qms_${'a'.repeat(43)}`)('GET', '/Users')).status);
    expect([statuses[0], statuses.at(-1)]).toEqual([401, 429]);
    expect((await directory.send('GET', '/Users')).status).toBe(200);
  });

  test('unknown paths below /scim answer in its form', async () => {
    for (const path of ['/Bulk', '/Me', '/Users/.search', '/x'])
      expect(await directory.send('POST', path, {})).toMatchObject({ status: 404, body: { status: '404' } });
  });
});
