import { accessLog } from '@quartermaster/contract/endpoints/people/access-log.ts';
import { companySignIn } from '@quartermaster/contract/endpoints/people/company-sign-in.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { App } from '../../server/core/app/deps.ts';
import { readPerson } from '../../server/modules/company-sign-in/person.ts';
import { createProviderClient } from '../../server/modules/company-sign-in/provider-client.ts';
import { shows } from '../specification/shows.ts';
import {
  begin,
  buildCompanyServer,
  callIn,
  comeBack,
  outcomeOf,
  type Records,
  saveCompany,
  secret,
  signInBy,
  signInWithPassword,
  whoIs,
  writeOnlyIn,
} from '../support/company-sign-in.ts';
import { createKey, signToken } from '../support/oidc-issuer.ts';
import { type OidcProvider, startProvider } from '../support/oidc-provider.ts';
import { type Sent, serverOf, startTestServer, type TestServer } from '../support/server.ts';
import { openBrowser } from '../support/server-browser.ts';
import { emailOf } from '../support/server-studio.ts';
import { exchangeEmail, exchangeIdToken } from '../support/token-exchange.ts';

let server: TestServer;
let app: App;
let provider: OidcProvider;
let records: Records;
const opened: (() => Promise<unknown>)[] = [];

const seconds = () => Math.floor(server.clock.now().getTime() / 1000);

beforeEach(async () => {
  server = await startTestServer();
  server.clock.stop();
  records = new Map();
  await server.app.deps.database.query('update subscriptions set members = 20', []);
  provider = await startProvider(seconds);
  opened.push(provider.close);
  app = await build();
});
afterEach(async () => {
  for (const close of opened.splice(0)) await close();
});

async function build(variables: Record<string, string> = {}): Promise<App> {
  const one = await buildCompanyServer(server, records, variables);
  opened.push(async () => {
    await one.deps.jobs.stop();
    await one.close();
  });
  return one;
}

const save = (input: Partial<Parameters<typeof saveCompany>[0]> = {}) =>
  saveCompany({ app, server, provider, records, ...input });
const params = () => ({ workspaceId: server.studio.workspaceId });
const good = () => ({
  ...{ issuer: provider.url, client_id: 'quartermaster', client_secret: secret, portal_client_id: '' },
  ...{ claim: '', roles_by_claim: [], default_role_id: null },
});
const send = (body: object, on = app): Promise<Sent> =>
  serverOf(on, server.studio).send(
    companySignIn.save,
    { params: params(), body: { ...good(), ...body } },
    { as: 'owner' },
  );
const fieldsOf = ({ status, body }: Sent) => [status, Object.keys((body as { fields?: object }).fields ?? {})];
const read = () => server.call(companySignIn.get, { params: params() }, { as: 'owner' });
const log = async () => (await server.call(accessLog.list, { params: params(), query: {} }, { as: 'owner' })).entries;
const domain = async (name: string, as: 'owner' | 'stranger' = 'owner') => {
  const { workspaceId } = as === 'owner' ? server.studio : server.studio.elsewhere;
  const { call, send: sendCall } = serverOf(app, server.studio);
  const added = await call(companySignIn.addDomain, { params: { workspaceId }, body: { domain: name } }, { as });
  const of = { params: { workspaceId, domainId: added.domain.id } };
  return { ...added.domain, check: () => sendCall(companySignIn.checkDomain, of, { as }) };
};

describe('the setting', () => {
  test('never returns the secret, and says which address the provider has to know', async () => {
    shows('5.company.setting');
    await save();
    const answer = await read();
    expect(JSON.stringify(answer)).not.toContain(secret);
    expect(answer.redirect_url).toBe(`http://localhost:4400/v1/company-sign-in/${params().workspaceId}/callback`);
    const [row] = await app.deps.database.query<{ client_secret: string }>(
      'select client_secret from company_sign_ins',
      [],
    );
    expect(row?.client_secret).not.toContain(secret);
  });

  test.each<[string, object, string]>([
    ['an issuer of many companies', { issuer: 'https://login.microsoftonline.com/common/v2.0' }, 'issuer'],
    ['another one', { issuer: 'https://login.microsoftonline.com/organizations/v2.0' }, 'issuer'],
    ['a placeholder', { issuer: 'https://login.microsoftonline.com/{tenantid}/v2.0' }, 'issuer'],
    ['an issuer with a query', { issuer: 'https://id.example.com/?a=1' }, 'issuer'],
    ['an issuer with a password', { issuer: 'https://a:b@id.example.com' }, 'issuer'],
    ['a script', { issuer: 'javascript:alert(1)' }, 'issuer'],
    ['no client id', { client_id: ' ' }, 'client_id'],
    ['no secret', { client_secret: '' }, 'client_secret'],
    ['values without a claim', { roles_by_claim: [{ value: 'a', role_id: 2 }] }, 'roles_by_claim'],
    ['the role of an owner', { claim: 'a', roles_by_claim: [{ value: 'a', role_id: 1 }] }, 'roles_by_claim.0.role_id'],
    ['a role that is none', { default_role_id: 1 }, 'default_role_id'],
  ])('refuses %s', async (_, body, field) => {
    shows('5.company.setting');
    expect(fieldsOf(await send(body))).toEqual([422, [field]]);
    expect((await read()).setting).toBeNull();
  });

  test.each<[string, Record<string, unknown>]>([
    ['that says another issuer', { issuer: 'https://other.example' }],
    ['whose sign-in is a script', { authorization_endpoint: 'javascript:alert(document.domain)' }],
    ['without a token endpoint', { token_endpoint: undefined }],
    ['without keys', { jwks_uri: 'ftp://id.example.com/keys' }],
  ])('refuses a provider %s', async (_, metadata) => {
    provider.lies = { metadata };
    expect(fieldsOf(await send({}))).toEqual([422, ['issuer']]);
  });

  test('refuses a provider in a private network', async () => {
    const answer = await send({}, server.app);
    const issuer =
      'Use an address that begins with https://. Whoever runs this server can allow others: WEBHOOK_PRIVATE=1.';
    expect(answer).toMatchObject({ status: 422, body: { fields: { issuer } } });
  });

  test('refuses an issuer with a password in plain words, and does not repeat it', async () => {
    const issuer = 'Leave out the user name and the password before the "@"';
    const answer = await send({ issuer: 'https://olga:hunter2@id.example.com' });
    expect(answer).toMatchObject({ status: 422, body: { fields: { issuer } } });
    expect(JSON.stringify(answer.body)).not.toContain('hunter2');
  });

  test.each([
    ['ENOTFOUND', 'The address id.example.com does not exist. Check the spelling of the issuer.'],
    ['EAI_AGAIN', 'The address id.example.com cannot be looked up right now. Try again in a minute.'],
    ['ECONNREFUSED', 'No server answers at id.example.com:8443. Check the issuer, or try again later.'],
    ['EPROTO', 'https://id.example.com:8443 could not be read: raw'],
  ])('says %s of the network in plain words', async (code, message) => {
    const failing = () => Promise.reject(Object.assign(new Error('raw'), { code }));
    const { discover } = createProviderClient(failing, server.clock);
    await expect(discover('https://id.example.com:8443')).rejects.toThrow(message);
  });

  test('needs the secret again for another issuer or client: it is never sent elsewhere', async () => {
    shows('5.company.setting');
    await save();
    const elsewhere = await startProvider(seconds);
    opened.push(elsewhere.close);
    expect(fieldsOf(await send({ issuer: elsewhere.url, client_secret: '' }))).toEqual([422, ['client_secret']]);
    expect(fieldsOf(await send({ client_id: 'other', client_secret: '' }))).toEqual([422, ['client_secret']]);
    expect((await send({ client_secret: '', claim: 'team' })).status).toBe(200);
    expect(elsewhere.tokenRequests).toEqual([]);
    expect((await signInBy(app, provider, { email: emailOf('member') })).outcome).toBe('done');
  });

  test('the stored secret of another workspace is none', async () => {
    await save();
    await app.deps.database.query(
      `insert into company_sign_ins select $1, issuer, client_id, client_secret, portal_client_id, claim, roles_by_claim, default_role_id, is_only,
        trial, changed_at from company_sign_ins`,
      [server.studio.elsewhere.workspaceId],
    );
    await app.deps.database.query('update company_domains set workspace_id = $1', [
      server.studio.elsewhere.workspaceId,
    ]);
    const answer = await callIn(openBrowser(app), '/company-sign-in', { body: { email: emailOf('owner') } });
    expect(answer).toMatchObject({
      status: 503,
      body: { message: expect.stringContaining('enter the client secret again') },
    });
  });

  test('every change is in the access log', async () => {
    shows('5.company.log');
    const workspaceId = await save();
    await server.call(companySignIn.remove, { params: { workspaceId } }, { as: 'owner' });
    expect((await log()).slice(0, 4).map(({ action }) => action)).toEqual([
      'company_removed',
      'company_domain_verified',
      'company_domain_added',
      'company_saved',
    ]);
  });

  test('people of Google need the organisation of a domain, and not only an address', () => {
    const google = { issuer: 'https://accounts.google.com', domains: ['studio.test'] };
    const claims = { sub: '1', email: 'a@studio.test', email_verified: true };
    expect(readPerson({ ...claims, hd: 'studio.test' }, google).email).toBe('a@studio.test');
    expect(() => readPerson(claims, google)).toThrow('not of a domain');
    expect(() => readPerson({ ...claims, hd: 'other.test' }, google)).toThrow('not of a domain');
  });
});

describe('a domain', () => {
  test('leads to the company only once its record was found', async () => {
    shows('5.company.domains', '5.company.oidc');
    await save({ domains: [] });
    const { record, check } = await domain('Studio.TEST');
    expect(await check()).toMatchObject({ status: 422, body: { message: expect.stringContaining(record) } });
    expect(await begin(openBrowser(app), emailOf('owner'))).toBe('null');
    records.set('studio.test', ['v=spf1 -all', `${record}x`]);
    expect((await check()).status).toBe(422);
    records.set('studio.test', ['v=spf1 -all', record]);
    expect(await check()).toMatchObject({ status: 200, body: { domain: { verified_at: expect.any(String) } } });
    expect(await begin(openBrowser(app), emailOf('owner'))).toContain(provider.url);
  });

  test.each(['studio', 'https://studio.test', 'studio.test/path', '10.0.0.1', 'a@b@studio.test', 'studio..test', ''])(
    'is refused if it is none: %j',
    async (name) => {
      const answer = await server.send(
        companySignIn.addDomain,
        { params: params(), body: { domain: name } },
        { as: 'owner' },
      );
      expect(fieldsOf(answer)).toEqual([422, ['domain']]);
    },
  );

  test('is stored in ASCII, once', async () => {
    expect((await domain('Bücher.Example')).domain).toBe('xn--bcher-kva.example');
    await expect(domain('xn--bcher-kva.example')).rejects.toThrow('in the list already');
  });

  test('belongs to one workspace: the record of another one does not count, nor does a second one', async () => {
    shows('5.company.domains');
    await save();
    const theirs = await domain('studio.test', 'stranger');
    expect((await theirs.check()).status).toBe(422);
    records.set('studio.test', [...(records.get('studio.test') ?? []), theirs.record]);
    expect(await theirs.check()).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('Another workspace') },
    });
    expect((await read()).domains[0]?.verified_at).not.toBeNull();
  });

  test('is lost to a workspace with a record when that of the first one is gone: its sessions end', async () => {
    shows('5.company.domain-lost');
    await save();
    const { browser } = await signInBy(app, provider, { email: 'new@studio.test' });
    const theirs = await domain('studio.test', 'stranger');
    records.set('studio.test', [theirs.record]);
    expect((await theirs.check()).status).toBe(200);
    expect((await read()).domains[0]?.verified_at).toBeNull();
    expect(await whoIs(browser)).toBe('session_expired');
    expect((await log())[0]).toMatchObject({ action: 'company_domain_lost', details: { domain: 'studio.test' } });
    expect(await begin(openBrowser(app), emailOf('owner'))).toBe('null');
  });

  test('that is removed ends the sessions of its people', async () => {
    await save({ domains: ['studio.test', 'other.test'] });
    const ofStudio = await signInBy(app, provider, { email: 'new@studio.test' });
    const ofOther = await signInBy(app, provider, { email: 'new@other.test' });
    const { domains } = await read();
    const domainId = domains.find(({ domain: name }) => name === 'studio.test')?.id ?? 0;
    await server.call(companySignIn.removeDomain, { params: { ...params(), domainId } }, { as: 'owner' });
    expect([await whoIs(ofStudio.browser), await whoIs(ofOther.browser)]).toEqual([
      'session_expired',
      'new@other.test',
    ]);
  });
});

describe('trying it', () => {
  const tryOut = async (person: Record<string, unknown>) => {
    const browser = await signInWithPassword(app, 'owner');
    const { body } = await callIn(browser, `/workspaces/${params().workspaceId}/company-sign-in/try`);
    const page = await comeBack(browser, provider.allow(String(body.url), person));
    expect(page.pathname).toBe(`/settings/workspaces/${params().workspaceId}/company-sign-in`);
    expect(await whoIs(browser)).toBe(emailOf('owner'));
    return (await read()).setting?.trial;
  };

  test('shows the claims and the role, and changes nothing', async () => {
    shows('5.company.try');
    await save({ setting: { claim: 'team', roles_by_claim: [{ value: 'leads', role_id: 2 }] } });
    expect(await tryOut({ email: 'new@studio.test', name: 'Nora', team: ['leads'] })).toMatchObject({
      refusal: null,
      role_id: 2,
      claims: expect.arrayContaining([
        { name: 'email', value: 'new@studio.test' },
        { name: 'team', value: '["leads"]' },
      ]),
    });
    expect(await app.deps.database.query("select 1 from accounts where email like 'new%'", [])).toEqual([]);
    expect(await app.deps.database.query('select 1 from company_identities', [])).toEqual([]);
    expect((await log())[0]?.action).toBe('company_tried');
  });

  test('says what was missing, and what the provider said', async () => {
    shows('5.company.try');
    await save({ domains: [] });
    expect(await tryOut({ email: 'new@studio.test' })).toMatchObject({ refusal: 'domain' });
    provider.lies = { answer: { status: 401, body: '{"error":"invalid_client","error_description":"wrong secret"}' } };
    expect(await tryOut({ email: 'new@studio.test' })).toMatchObject({
      refusal: 'client',
      detail: 'The provider answered invalid_client: wrong secret',
    });
  });

  test('is refused for who is no owner any more', async () => {
    await save();
    const browser = await signInWithPassword(app, 'owner');
    const { body } = await callIn(browser, `/workspaces/${params().workspaceId}/company-sign-in/try`);
    const back = provider.allow(String(body.url), { email: 'new@studio.test' });
    await app.deps.database.query('update workspace_members set role_id = 3 where account_id = $1', [
      server.studio.accounts.owner,
    ]);
    const response = await browser.fetch(back, { redirect: 'manual' });
    expect(response.status).toBe(403);
  });
});

describe('token exchange', () => {
  const portalToken = (claims: object = {}) =>
    signToken(provider.key, {
      ...{ iss: provider.url, aud: 'portal', sub: '7', iat: seconds(), exp: seconds() + 300 },
      ...{ email: emailOf('member'), ...claims },
    });
  const enter = async (token: unknown) => {
    const headers = { authorization: `Bearer ${token}` };
    const { dev } = server.studio;
    return (await app.inject({ url: `/v1/editor/${dev}/templates`, headers })).json().error ?? 'open';
  };

  test('accepts the portal of a company sign-in, whose sessions open the workspace that demands it', async () => {
    shows('5.company.portal');
    await save({ setting: { portal_client_id: 'portal' } });
    await writeOnlyIn(app, server.studio.workspaceId);
    const answer = await exchangeIdToken(app, await portalToken());
    expect(answer.status).toBe(200);
    expect(await enter(answer.body.access_token)).toBe('open');
  });

  test.each<[string, object]>([
    ['of the client of the sign-in', { aud: 'quartermaster' }],
    ['of another domain', { email: 'member@other.test' }],
    ['of an address that is not verified', { email_verified: false }],
    ['of another issuer', { iss: 'https://other.example' }],
  ])('refuses a token %s', async (_, claims) => {
    await save({ setting: { portal_client_id: 'portal' } });
    expect(await exchangeIdToken(app, await portalToken(claims))).toMatchObject({ status: 400 });
  });

  test('refuses a token by another key', async () => {
    await save({ setting: { portal_client_id: 'portal' } });
    const claims = { iss: provider.url, aud: 'portal', sub: '7', iat: seconds(), exp: seconds() + 300 };
    const forged = await signToken(await createKey('first'), { ...claims, email: emailOf('member') });
    expect(await exchangeIdToken(app, forged)).toMatchObject({ status: 400 });
  });

  test('is no way around for portals with a credential', async () => {
    await save({ setting: { portal_client_id: 'portal' } });
    const { credentialsOf } = await import('../support/token-exchange.ts');
    const both = await build(credentialsOf({}));
    await writeOnlyIn(app, server.studio.workspaceId);
    const answer = await exchangeEmail(both, emailOf('member'));
    expect([answer.status, await enter(answer.body.access_token)]).toEqual([200, 'company_sign_in']);
  });

  test('is not offered without a portal', async () => {
    await save();
    expect(await exchangeIdToken(app, await portalToken())).toMatchObject({ status: 404 });
  });
});

describe('the company sign-in of a server', () => {
  const variables = () => ({
    ...{ OIDC_ISSUER: provider.url, OIDC_CLIENT_ID: 'quartermaster', OIDC_CLIENT_SECRET: secret },
    ...{ OIDC_NAME: 'Studio & Co', OIDC_DOMAINS: 'studio.test', OIDC_PORTAL_CLIENT_ID: 'portal' },
  });

  test('signs people in by a button, without joining a workspace', async () => {
    shows('5.company.oidc', '5.company.server');
    const whole = await build(variables());
    const browser = openBrowser(whole);
    const { body } = await callIn(browser, '/company-sign-in', { body: {} });
    const returned = await comeBack(browser, provider.allow(String(body.url), { email: 'new@studio.test' }));
    expect([outcomeOf(returned), await whoIs(browser)]).toEqual(['done', 'new@studio.test']);
    expect(await callIn(browser, '/accounts/workspaces', { method: 'GET' })).toMatchObject({
      body: { workspaces: [] },
    });
  });

  test('its members sign in by their address, and the log of their workspaces says so', async () => {
    const whole = await build(variables());
    expect((await signInBy(whole, provider, { email: emailOf('member') })).outcome).toBe('done');
    expect((await log())[0]).toMatchObject({ action: 'company_signed_in', actor: { email: emailOf('member') } });
  });

  test('does not open a workspace that demands its own', async () => {
    await save();
    await writeOnlyIn(app, server.studio.workspaceId);
    await app.deps.database.query('delete from company_domains', []);
    const whole = await build(variables());
    const { browser, outcome } = await signInBy(whole, provider, { email: emailOf('admin') });
    const path = `/workspaces/${params().workspaceId}/accounts?limit=10`;
    expect([outcome, (await callIn(browser, path, { method: 'GET' })).status]).toEqual(['done', 403]);
  });

  test('is absent without variables', async () => {
    expect(await callIn(openBrowser(app), '/company-sign-in', { body: {} })).toMatchObject({ body: { url: null } });
  });
});
