import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { App } from '../../server/core/app/deps.ts';
import { shows } from '../specification/shows.ts';
import { buildCompanyServer, type Records, saveCompany } from '../support/company-sign-in.ts';
import { type OidcProvider, startProvider } from '../support/oidc-provider.ts';
import { directoryWith, openDirectory, patch, personBody, type TestDirectory } from '../support/scim.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let app: App;
let provider: OidcProvider;
let directory: TestDirectory;

beforeEach(async () => {
  server = await startTestServer();
  const records: Records = new Map();
  app = await buildCompanyServer(server, records);
  await app.deps.database.query('update subscriptions set members = 30', []);
  provider = await startProvider(() => Math.floor(app.deps.clock.now().getTime() / 1000));
  await saveCompany({ app, server, provider, records });
  directory = await openDirectory(app, server);
});
afterEach(async () => {
  await provider.close();
  await app.deps.jobs.stop();
  await app.close();
});

const list = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
const error = 'urn:ietf:params:scim:api:messages:2.0:Error';
const quoted = (attribute: string, value: string) => `filter=${encodeURIComponent(`${attribute} eq "${value}"`)}`;

/**
 * The steps and assertions of Okta's "Okta SCIM 2.0 SPEC Test", exported by Okta for Runscope in May 2024 (`exported_at` 1715608731): a copy is in
 * github.com/BerriAI/litellm, tests/scim_tests/scim_e2e_test.json, at 507d528a, read on 2026-11-30. Its first two steps read a user who is there
 * before. Its limits of 600 ms are left to `npm run bench`.
 */
test('answers the sequence of Okta’s specification test', async () => {
  shows('5.company.scim.okta');
  const { send } = directory;
  await send('POST', '/Users', personBody('first@studio.test'));
  const users = await send('GET', '/Users?count=1&startIndex=1');
  expect(users.status).toBe(200);
  expect(users.headers['content-type']).toMatch(/^application\/scim\+json/);
  expect(users.body).toMatchObject({ schemas: [list], itemsPerPage: 1, startIndex: 1, totalResults: 1 });
  const complete = {
    id: expect.stringMatching(/./),
    name: { familyName: expect.stringMatching(/./), givenName: expect.stringMatching(/./) },
    userName: expect.stringMatching(/./),
    active: true,
    emails: [{ value: expect.stringMatching(/./) }],
  };
  const [first] = users.body.Resources;
  expect(first).toMatchObject(complete);
  expect(await send('GET', `/Users/${first.id}`)).toMatchObject({ status: 200, body: { ...complete, id: first.id } });
  const invalid = await send('GET', `/Users?${quoted('userName', 'nobody@studio.test')}`);
  expect(invalid).toMatchObject({ status: 200, body: { schemas: [list], totalResults: 0 } });
  const missing = await send('GET', '/Users/010101001010101011001010101011');
  expect(missing).toMatchObject({ status: 404, body: { schemas: [error], detail: expect.stringMatching(/./) } });

  const body = {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    userName: 'Runscope300@studio.test',
    name: { givenName: 'Given', familyName: 'Family' },
    emails: [{ primary: true, value: 'runscope300@studio.test', type: 'work' }],
    displayName: 'Given Family',
    active: true,
  };
  const none = await send('GET', `/Users?${quoted('userName', body.userName)}`);
  expect(none).toMatchObject({ status: 200, body: { schemas: [list], totalResults: 0 } });
  const asJson = { 'content-type': 'application/json', accept: 'application/scim+json; charset=utf-8' };
  const created = await send('POST', '/Users', body, asJson);
  expect(created).toMatchObject({
    status: 201,
    body: {
      active: true,
      id: expect.stringMatching(/./),
      name: body.name,
      schemas: body.schemas,
      userName: body.userName,
      emails: [{ value: expect.stringMatching(/./) }],
    },
  });
  const read = await send('GET', `/Users/${created.body.id}`);
  expect(read).toMatchObject({ status: 200, body: { userName: body.userName, name: body.name } });
  expect((await send('POST', '/Users', body, asJson)).status).toBe(409);
  const caps = await send('GET', `/Users?${quoted('userName', body.userName.toUpperCase())}`);
  expect(caps).toMatchObject({ status: 200, body: { totalResults: 1 } });
  const groups = await send('GET', '/Groups');
  expect(groups).toMatchObject({ status: 200, body: { totalResults: 0, Resources: [] } });
  const query = `/Users?${quoted('userName', body.userName)}`;
  const refused = await send('GET', query, undefined, { authorization: 'non-token' });
  expect(refused).toMatchObject({
    status: 401,
    body: { schemas: [error], status: '401', detail: expect.stringMatching(/./) },
  });
  const unknown = await send('GET', '/Users/00919288221112222');
  expect(unknown).toMatchObject({
    status: 404,
    body: { schemas: [error], status: '404', detail: expect.stringMatching(/./) },
  });
});

/**
 * The requests of Okta's "SCIM 2.0 Protocol Reference", developer.okta.com/docs/reference/scim/scim-20, in the text of
 * github.com/okta/okta-developer-docs at 02e8ee86, read on 2026-11-30.
 */
test('answers the requests of Okta’s protocol reference', async () => {
  shows('5.company.scim.okta');
  const { send } = directory;
  expect(
    (await send('GET', `/Users?${quoted('userName', 'test.user@studio.test')}&startIndex=1&count=100`)).body,
  ).toEqual({
    schemas: [list],
    totalResults: 0,
    startIndex: 1,
    itemsPerPage: 0,
    Resources: [],
  });
  const profile = {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    userName: 'test.user@studio.test',
    name: { givenName: 'Test', familyName: 'User' },
    emails: [{ primary: true, value: 'test.user@studio.test', type: 'work' }],
    displayName: 'Test User',
    locale: 'en-US',
    externalId: '00ujl29u0le5T6Aj10h7',
    groups: [],
    password: '1mz050nq',
    active: true,
  };
  const { status, body: user } = await send('POST', '/Users', profile);
  const { locale: _, groups: __, password: ___, ...stored } = profile;
  expect({ status, user }).toMatchObject({ status: 201, user: { ...stored, meta: { resourceType: 'User' } } });
  expect(user).not.toHaveProperty('password');
  const { body: found } = await send('GET', `/Users/${user.id}`);
  const changed = { ...found, name: { givenName: 'Another', middleName: 'Excited', familyName: 'User' } };
  const put = await send('PUT', `/Users/${user.id}`, changed);
  expect(put).toMatchObject({
    status: 200,
    body: { name: { givenName: 'Another', familyName: 'User' }, active: true, externalId: profile.externalId },
  });
  const off = await send('PATCH', `/Users/${user.id}`, patch({ op: 'replace', value: { active: false } }));
  expect(off).toMatchObject({ status: 200, body: { id: user.id, active: false } });
  // Custom integrations do it by PUT.
  expect((await send('PUT', `/Users/${user.id}`, { ...changed, active: true })).body.active).toBe(true);
  expect((await send('PUT', `/Users/${user.id}`, { ...changed, active: false })).body.active).toBe(false);
  await send('PUT', `/Users/${user.id}`, { ...changed, active: true });

  const other = (await send('POST', '/Users', personBody('other@studio.test'))).body;
  const group = await send('POST', '/Groups', {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
    displayName: 'Test SCIMv2',
    members: [],
  });
  expect(group).toMatchObject({
    status: 201,
    body: { displayName: 'Test SCIMv2', members: [], meta: { resourceType: 'Group' } },
  });
  const { id } = group.body;
  const named = patch({ op: 'replace', value: { id, displayName: 'Test SCIMv20' } });
  expect((await send('PATCH', `/Groups/${id}`, named)).status).toBe(204);
  const all = [user, other].map((one) => ({ value: one.id, display: one.userName }));
  await send('PATCH', `/Groups/${id}`, patch({ op: 'replace', path: 'members', value: all }));
  expect((await send('GET', `/Groups/${id}`)).body.members).toEqual(all);
  const swapped = patch(
    { op: 'remove', path: `members[value eq "${other.id}"]` },
    { op: 'add', path: 'members', value: [{ value: user.id, display: user.userName }] },
  );
  expect((await send('PATCH', `/Groups/${id}`, swapped)).status).toBe(204);
  expect(await send('GET', `/Groups/${id}`)).toMatchObject({
    status: 200,
    body: { displayName: 'Test SCIMv20', members: [all[0]] },
  });
  const whole = await send('PUT', `/Groups/${id}`, { ...group.body, displayName: 'By PUT', members: [all[1]] });
  expect(whole).toMatchObject({ status: 200, body: { displayName: 'By PUT', members: [all[1]] } });
  expect((await send('GET', '/Groups?startIndex=1&count=100')).body).toMatchObject({
    totalResults: 1,
    itemsPerPage: 1,
  });
  expect((await send('DELETE', `/Groups/${id}`)).status).toBe(204);
  expect((await send('GET', `/Groups/${id}`)).status).toBe(404);
});

/**
 * The requests of Microsoft's "Develop and plan provisioning for a SCIM endpoint in Microsoft Entra ID", learn.microsoft.com, in the text of
 * github.com/MicrosoftDocs/entra-docs, docs/identity/app-provisioning/use-scim-to-provision-users-and-groups.md, at 03cc7794, dated 2025-03-04,
 * read on 2026-11-30. Its user names are no addresses; here they are.
 */
describe('answers the requests that Entra documents', () => {
  const userName = 'Test_User_00aa00aa@studio.test';
  const create = () =>
    directory.send('POST', '/Users', {
      schemas: [
        'urn:ietf:params:scim:schemas:core:2.0:User',
        'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
      ],
      externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
      userName,
      active: true,
      emails: [{ primary: true, type: 'work', value: userName }],
      meta: { resourceType: 'User' },
      name: { formatted: 'givenName familyName', familyName: 'familyName', givenName: 'givenName' },
      roles: [],
    });

  test('of users', async () => {
    shows('5.company.scim.entra');
    const { send } = directory;
    const { status, body: user } = await create();
    const stored = {
      externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
      userName,
      active: true,
      name: { familyName: 'familyName', givenName: 'givenName' },
      meta: { resourceType: 'User', created: expect.any(String), lastModified: expect.any(String) },
    };
    expect({ status, user }).toMatchObject({ status: 201, user: stored });
    expect(await send('GET', `/Users/${user.id}`)).toMatchObject({ status: 200, body: stored });
    expect(await send('GET', '/Users/5171a35d82074e068ce2')).toMatchObject({ status: 404, body: { schemas: [error] } });
    for (const query of [
      quoted('userName', userName),
      quoted('externalId', stored.externalId),
      // Without quotes, as in an example of the page.
      `filter=externalId eq ${stored.externalId}`.replaceAll(' ', '%20'),
      quoted('emails[type eq "work"].value', userName),
    ])
      expect((await send('GET', `/Users?${query}`)).body).toMatchObject({
        schemas: [list],
        totalResults: 1,
        Resources: [stored],
      });
    expect((await send('GET', `/Users?${quoted('userName', 'non-existent user')}`)).body).toMatchObject({
      totalResults: 0,
      Resources: [],
    });
    const several = patch(
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'updatedEmail@microsoft.com' },
      { op: 'Replace', path: 'name.familyName', value: 'updatedFamilyName' },
    );
    expect(await send('PATCH', `/Users/${user.id}`, several)).toMatchObject({
      status: 200,
      body: { name: { familyName: 'updatedFamilyName', givenName: 'givenName' }, userName },
    });
    const renamed = patch({ op: 'Replace', path: 'userName', value: '5b50642d@studio.test' });
    expect((await send('PATCH', `/Users/${user.id}`, renamed)).body.userName).toBe('5b50642d@studio.test');
    for (const [value, active] of [
      [false, false],
      ['True', true],
      ['False', false],
    ] as const) {
      const off = { Operations: [{ op: 'Replace', path: 'active', value }], schemas: patch().schemas };
      expect(await send('PATCH', `/Users/${user.id}`, off)).toMatchObject({ status: 200, body: { active } });
    }
    // "The user object should be returned in a request whether or not the user is active."
    expect((await send('GET', `/Users/${user.id}`)).body.active).toBe(false);
    expect((await send('DELETE', `/Users/${user.id}`)).status).toBe(204);
    expect((await send('GET', `/Users/${user.id}`)).status).toBe(404);
  });

  test('of groups', async () => {
    shows('5.company.scim.entra');
    const { send } = directory;
    const { body: user } = await create();
    const group = await send('POST', '/Groups', {
      schemas: [
        'urn:ietf:params:scim:schemas:core:2.0:Group',
        'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group',
      ],
      externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159',
      displayName: 'displayName',
      meta: { resourceType: 'Group' },
    });
    const stored = { externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159', displayName: 'displayName' };
    expect(group).toMatchObject({ status: 201, body: { ...stored, members: [] } });
    const { id } = group.body;
    const members = async () => (await send('GET', `/Groups/${id}`)).body.members;
    const changeMembers = (op: string) =>
      send('PATCH', `/Groups/${id}`, patch({ op, path: 'members', value: [{ $ref: null, value: user.id }] }));
    expect((await changeMembers('Add')).status).toBe(204);
    expect(await members()).toEqual([{ value: user.id, display: userName }]);
    const without = await send('GET', `/Groups/${id}?excludedAttributes=members`);
    expect(without.body).toMatchObject(stored);
    expect(without.body).not.toHaveProperty('members');
    const found = await send('GET', `/Groups?excludedAttributes=members&${quoted('displayName', 'displayName')}`);
    expect(found.body).toMatchObject({ schemas: [list], totalResults: 1, Resources: [stored] });
    const has = (value: string) =>
      send('GET', `/Groups?filter=${encodeURIComponent(`id eq "${id}" and members eq "${value}"`)}`);
    expect((await has(user.id)).body.totalResults).toBe(1);
    expect((await has(id)).body.totalResults).toBe(0);
    expect((await changeMembers('Remove')).status).toBe(204);
    expect(await members()).toEqual([]);
    const renamed = patch({ op: 'Replace', path: 'displayName', value: '1879db59updatedDisplayName' });
    expect((await send('PATCH', `/Groups/${id}`, renamed)).status).toBe(204);
    expect((await send('GET', `/Groups/${id}`)).body.displayName).toBe('1879db59updatedDisplayName');
    expect((await send('DELETE', `/Groups/${id}`)).status).toBe(204);
  });

  test('of schemas, and of what the server says of itself', async () => {
    shows('5.company.scim.entra');
    const { send } = directory;
    const schemas = await send('GET', '/Schemas');
    expect(schemas.body).toMatchObject({ schemas: [list], totalResults: 2, startIndex: 1 });
    expect(JSON.stringify(schemas.body)).not.toContain('null');
    for (const { id, meta } of schemas.body.Resources) {
      expect(meta.location).toBe(`${app.deps.config.publicUrl}/scim/v2/Schemas/${id}`);
      expect((await send('GET', `/Schemas/${id}`)).body.id).toBe(id);
    }
    expect((await send('GET', '/ResourceTypes')).body.Resources).toMatchObject([
      { endpoint: '/Users' },
      { endpoint: '/Groups' },
    ]);
    expect((await send('GET', '/ServiceProviderConfig')).body).toMatchObject({
      patch: { supported: true },
      bulk: { supported: false },
      etag: { supported: false },
    });
    for (const path of ['/ServiceProviderConfig', '/Schemas', '/ResourceTypes'])
      expect((await directoryWith(app, 'none')('GET', path)).status).toBe(401);
  });
});
