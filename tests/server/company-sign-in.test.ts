import { createHmac } from 'node:crypto';
import { accessLog } from '@quartermaster/contract/endpoints/people/access-log.ts';
import { companySignIn } from '@quartermaster/contract/endpoints/people/company-sign-in.ts';
import { members } from '@quartermaster/contract/endpoints/people/members.ts';
import { projectTokens } from '@quartermaster/contract/endpoints/project-tokens.ts';
import { exportSPKI } from 'jose';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { App } from '../../server/core/app/deps.ts';
import { shows } from '../specification/shows.ts';
import {
  begin,
  buildCompanyServer,
  callIn,
  comeBack,
  outcomeOf,
  type Records,
  saveCompany,
  signInBy,
  signInWithPassword,
  whoIs,
} from '../support/company-sign-in.ts';
import { mailTo } from '../support/mailbox.ts';
import { createKey, signToken } from '../support/oidc-issuer.ts';
import { type OidcProvider, publishedKey, startProvider } from '../support/oidc-provider.ts';
import { type Person, startTestServer, type TestServer } from '../support/server.ts';
import { openBrowser } from '../support/server-browser.ts';
import { emailOf, password as studioPassword } from '../support/server-studio.ts';

let server: TestServer;
let app: App;
let provider: OidcProvider;
let records: Records;
const opened: { close: () => Promise<unknown> }[] = [];

beforeEach(async () => {
  server = await startTestServer();
  server.clock.stop();
  records = new Map();
  await query('update subscriptions set members = 20');
  provider = await open(await startProvider(seconds));
  app = await build();
});
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

const seconds = () => Math.floor(server.clock.now().getTime() / 1000);
const query = (text: string, values: unknown[] = []) =>
  server.app.deps.database.query<Record<string, unknown>>(text, values);

async function open<T extends { close: () => Promise<unknown> }>(one: T): Promise<T> {
  opened.push(one);
  return one;
}

async function build(variables: Record<string, string> = {}): Promise<App> {
  const one = await buildCompanyServer(server, records, variables);
  opened.push({
    close: async () => {
      await one.deps.jobs.stop();
      await one.close();
    },
  });
  return one;
}

const save = (input: Partial<Parameters<typeof saveCompany>[0]> = {}) =>
  saveCompany({ app, server, provider, records, ...input });
const signIn = (person: Record<string, unknown>, by = provider) => signInBy(app, by, person);
const person = { email: 'new@studio.test', name: 'Nora New' };
const call = (path: string) => `/workspaces/${server.studio.workspaceId}/company-sign-in${path}`;
const log = async (as: Person = 'owner') =>
  (await server.call(accessLog.list, { params: { workspaceId: server.studio.workspaceId }, query: {} }, { as }))
    .entries;
const roleOf = async (email: string) => {
  const params = { workspaceId: server.studio.workspaceId };
  const { accounts: listed } = await server.call(members.list, { params, query: { limit: 100 } }, { as: 'owner' });
  return listed.find((member) => member.email === email)?.role_id;
};
/** The owner, who has signed in with the company, has a password, and turns the rest off. */
async function turnOnOnly() {
  const { browser } = await signIn({ email: emailOf('owner') });
  expect(await callIn(browser, call('/only'), { body: { is_only: true } })).toMatchObject({ status: 200 });
  return browser;
}
const canEnter = async (browser: ReturnType<typeof openBrowser>) =>
  (await callIn(browser, call(''), { method: 'GET' })).status === 200;

/** Claims of the owner, whose account attackers are after. */
const owner = { email: emailOf('owner'), name: 'Olga' };

/** What an attack left behind. */
interface Left {
  browser: ReturnType<typeof openBrowser>;
  outcome: string | null;
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A sign-in of the owner with another answer of the provider. */
const lying =
  (lies: OidcProvider['lies'], by: Record<string, unknown> = owner) =>
  async (): Promise<Left> => {
    await save();
    provider.lies = lies;
    return signIn(by);
  };

/** A sign-in of the owner with other parameters of the address to which the browser comes back. */
const returning = (back: (parameters: URLSearchParams) => void) => lying({ back });

/** Another workspace with its own provider: what an attacker can have. */
async function saveElsewhere(evil: OidcProvider, domains = ['evil.test']) {
  return save({ provider: evil, domains, workspaceId: server.studio.elsewhere.workspaceId, as: 'stranger' });
}
const evilProvider = async (settings?: { hasIss: boolean }) => open(await startProvider(seconds, settings));
const mallory = { email: 'mallory@evil.test' };

const attacks: Record<string, [reason: string, attack: () => Promise<Left>]> = {
  'mix-up: the code of the honest provider at the address of the one that was begun': [
    'token',
    async () => {
      await save();
      const evil = await evilProvider({ hasIss: false });
      await saveElsewhere(evil);
      const browser = openBrowser(app);
      const begun = new URL(await begin(browser, mallory.email));
      // The attacker's provider sends the browser on, with what it knows.
      const honest = new URL(await begin(openBrowser(app), owner.email));
      for (const name of ['state', 'nonce', 'code_challenge'])
        honest.searchParams.set(name, begun.searchParams.get(name) ?? '');
      honest.searchParams.set('redirect_uri', begun.searchParams.get('redirect_uri') ?? '');
      const page = await comeBack(browser, provider.allow(honest.href, owner));
      // It says "iss", which is of another provider: the code goes nowhere.
      expect(evil.tokenRequests).toEqual([]);
      return { browser, outcome: outcomeOf(page) };
    },
  ],
  'mix-up: the code of an honest provider without "iss", at its own address': [
    'token',
    async () => {
      const honest = await evilProvider({ hasIss: false });
      await save({ provider: honest });
      const evil = await evilProvider({ hasIss: false });
      await saveElsewhere(evil);
      const browser = openBrowser(app);
      const begun = new URL(await begin(browser, mallory.email));
      const sentOn = new URL(await begin(openBrowser(app), owner.email));
      for (const name of ['state', 'nonce', 'code_challenge'])
        sentOn.searchParams.set(name, begun.searchParams.get(name) ?? '');
      const page = await comeBack(browser, honest.allow(sentOn.href, owner));
      expect([evil.tokenRequests, honest.tokenRequests]).toEqual([[], []]);
      return { browser, outcome: outcomeOf(page) };
    },
  ],
  'another "iss" in the answer': ['token', returning((back) => back.set('iss', 'https://other.example'))],
  'no "iss" where the provider promises one': ['token', returning((back) => back.delete('iss'))],
  'the "state" of another browser': [
    'expired',
    async () => {
      await save();
      const victim = openBrowser(app);
      await begin(victim);
      const back = provider.allow(await begin(openBrowser(app)), mallory);
      return { browser: victim, outcome: outcomeOf(await comeBack(victim, back)) };
    },
  ],
  'no "state"': ['expired', returning((back) => back.delete('state'))],
  'two of "state"': ['token', returning((back) => back.append('state', 'other'))],
  'no begun sign-in in the browser': [
    'expired',
    async () => {
      await save();
      const back = provider.allow(await begin(openBrowser(app)), owner);
      const browser = openBrowser(app);
      return { browser, outcome: outcomeOf(await comeBack(browser, back)) };
    },
  ],
  'a replayed return, in a browser that kept the cookie': [
    'used',
    async () => {
      await save();
      const first = openBrowser(app);
      const back = provider.allow(await begin(first, owner.email), owner);
      const stolen = new Map(first.cookies);
      await comeBack(first, back);
      const browser = openBrowser(app);
      for (const [name, value] of stolen) browser.cookies.set(name, value);
      return { browser, outcome: outcomeOf(await comeBack(browser, back)) };
    },
  ],
  'a code of the victim in the flow of the attacker': [
    'token',
    async () => {
      await save();
      const ofVictim = new URL(provider.allow(await begin(openBrowser(app)), owner)).searchParams.get('code') ?? '';
      const browser = openBrowser(app);
      const back = new URL(provider.allow(await begin(browser), mallory));
      back.searchParams.set('code', ofVictim);
      return { browser, outcome: outcomeOf(await comeBack(browser, back.href)) };
    },
  ],
  'no code': ['token', returning((back) => back.delete('code'))],
  'a token in the address, without a code': [
    'token',
    returning((back) => {
      back.delete('code');
      back.set('id_token', `${encode({ alg: 'none' })}.${encode(owner)}.`);
    }),
  ],
  'the "nonce" of another sign-in': ['token', lying({ claims: { nonce: 'of another sign-in' } })],
  'no "nonce"': ['token', lying({ claims: { nonce: undefined } })],
  'algorithm "none"': ['token', lying({ token: (claims) => `${encode({ alg: 'none' })}.${encode(claims)}.` })],
  'a signature with the client secret': ['token', lying({ token: (claims) => hmac(claims, 'a secret') })],
  'a signature with the public key as a secret': [
    'token',
    lying({ token: async (claims) => hmac(claims, await exportSPKI(provider.key.publicKey)) }),
  ],
  'a signature by another key of the same name': [
    'token',
    lying({ token: async (claims) => signToken(await createKey('first'), claims) }),
  ],
  'a key in the header': [
    'token',
    lying({
      token: async (claims) => {
        const key = await createKey('mine');
        return signToken(key, claims, { jwk: await publishedKey(key) });
      },
    }),
  ],
  'keys at an address in the header': [
    'token',
    lying({ token: async (claims) => signToken(await createKey('mine'), claims, { jku: 'https://evil.test/keys' }) }),
  ],
  'a changed payload under a good signature': [
    'token',
    lying({
      token: async (claims) => {
        const [head, , signature] = (await signToken(provider.key, { ...claims, email: mallory.email })).split('.');
        return [head, encode(claims), signature].join('.');
      },
    }),
  ],
  'an access token': ['token', lying({ token: (claims) => signToken(provider.key, claims, { typ: 'at+jwt' }) })],
  'a token for another client': ['token', lying({ claims: { aud: 'other' } })],
  'a token for several clients, issued to another one': [
    'token',
    lying({ claims: { aud: ['quartermaster', 'other'], azp: 'other' } }),
  ],
  'a token of another issuer': ['token', lying({ claims: { iss: 'https://other.example' } })],
  'a token that expired, beyond what clocks may differ': ['token', lying({ claims: { exp: -61 } })],
  'a token of the future, beyond what clocks may differ': ['token', lying({ claims: { iat: 90 } })],
  'a token that is valid later': ['token', lying({ claims: { nbf: 90 } })],
  'a token of the day before yesterday': ['token', lying({ claims: { iat: -48 * 60 * 60 } })],
  'no subject': ['token', lying({ claims: { sub: undefined } })],
  'an empty subject': ['no-email', lying({ claims: { sub: '' } })],
  'no address': ['no-email', lying({ claims: { email: undefined } })],
  'an address that is a list': ['no-email', lying({ claims: { email: [owner.email] } })],
  'an address that is not verified': ['unverified-email', lying({ claims: { email_verified: false } })],
  'an address that is not verified, as a text': ['unverified-email', lying({ claims: { email_verified: 'false' } })],
  'an address of another domain': ['domain', lying({ claims: { email: 'owner@other.test' } })],
  'an address of a subdomain': ['domain', lying({ claims: { email: 'owner@sub.studio.test' } })],
  'an address with two domains': ['domain', lying({ claims: { email: 'owner@studio.test@evil.test' } })],
  'an address with a line break': ['domain', lying({ claims: { email: 'owner@evil.test\n@studio.test' } })],
  'two addresses in one': ['wrong-email', lying({ claims: { email: 'owner@evil.test,owner@studio.test' } })],
  'a display name before the address': ['wrong-email', lying({ claims: { email: '"Olga"<owner@studio.test' } })],
  'a letter that becomes one of ASCII': ['wrong-email', lying({ claims: { email: 'mia.\u017fmith@studio.test' } })],
  'a domain in letters beyond ASCII': ['wrong-email', lying({ claims: { email: 'mia@\u017ftudio.test' } })],
  'an address that is too long': ['wrong-email', lying({ claims: { email: `${'m'.repeat(310)}@studio.test` } })],
  'a part without an end': ['wrong-email', lying({ claims: { email: 'mia(owner@studio.test' } })],
  'an address that only looks like another one': [
    'wrong-email',
    async () => {
      await query("update accounts set email = 'kim@studio.test' where id = $1", [server.studio.accounts.owner]);
      await save();
      return signIn({ email: '\u212Aim@studio.test' });
    },
  ],
  'an address of a company whose domain the workspace has not verified': [
    'domain',
    async () => {
      await save();
      const evil = await evilProvider();
      await saveElsewhere(evil);
      const browser = openBrowser(app);
      const page = await comeBack(browser, evil.allow(await begin(browser, mallory.email), owner));
      return { browser, outcome: outcomeOf(page) };
    },
  ],
  'an address whose domain another workspace has only added': [
    'domain',
    async () => {
      const evil = await evilProvider();
      const workspaceId = await saveElsewhere(evil);
      const added = { params: { workspaceId }, body: { domain: 'studio.test' } };
      await server.call(companySignIn.addDomain, added, { as: 'stranger' });
      const browser = openBrowser(app);
      expect(await begin(browser, owner.email)).toBe('null');
      const page = await comeBack(browser, evil.allow(await begin(browser, mallory.email), owner));
      return { browser, outcome: outcomeOf(page) };
    },
  ],
  'an account that is another subject of the same provider': [
    'subject',
    async () => {
      await save();
      expect((await signIn({ ...owner, sub: 'olga' })).outcome).toBe('done');
      return signIn({ ...owner, sub: 'somebody who got her address' });
    },
  ],
  'a cookie that was changed': [
    'expired',
    async () => {
      await save();
      const browser = openBrowser(app);
      const back = provider.allow(await begin(browser), owner);
      const value = browser.cookies.get('qm_company') ?? '';
      browser.cookies.set('qm_company', `${value.slice(0, 20)}${value[20] === 'A' ? 'B' : 'A'}${value.slice(21)}`);
      return { browser, outcome: outcomeOf(await comeBack(browser, back)) };
    },
  ],
  'another encrypted text of the server as the cookie': [
    'expired',
    async () => {
      await save();
      const browser = openBrowser(app);
      const back = provider.allow(await begin(openBrowser(app)), owner);
      browser.cookies.set('qm_company', app.deps.secrets.encrypt(JSON.stringify({ kind: 'other', state: 'x' })));
      return { browser, outcome: outcomeOf(await comeBack(browser, back)) };
    },
  ],
  'a sign-in that was begun more than ten minutes ago': [
    'expired',
    async () => {
      await save();
      const browser = openBrowser(app);
      const url = await begin(browser);
      server.clock.advance(601);
      return { browser, outcome: outcomeOf(await comeBack(browser, provider.allow(url, owner))) };
    },
  ],
  'a client that was changed since': [
    'changed',
    async () => {
      await save();
      const browser = openBrowser(app);
      const url = await begin(browser);
      await save({ domains: [], setting: { client_id: 'other' } });
      return { browser, outcome: outcomeOf(await comeBack(browser, provider.allow(url, owner))) };
    },
  ],
  'a company sign-in that was removed since': [
    'changed',
    async () => {
      const workspaceId = await save();
      const browser = openBrowser(app);
      const url = await begin(browser);
      await server.call(companySignIn.remove, { params: { workspaceId } }, { as: 'owner' });
      return { browser, outcome: outcomeOf(await comeBack(browser, provider.allow(url, owner))) };
    },
  ],
  'a domain that was removed since': [
    'domain',
    async () => {
      const workspaceId = await save();
      const browser = openBrowser(app);
      const url = await begin(browser);
      const { domains } = await server.call(companySignIn.get, { params: { workspaceId } }, { as: 'owner' });
      const params = { workspaceId, domainId: domains[0]?.id ?? 0 };
      await server.call(companySignIn.removeDomain, { params }, { as: 'owner' });
      return { browser, outcome: outcomeOf(await comeBack(browser, provider.allow(url, owner))) };
    },
  ],
  'an account that has left the company, and its address': [
    'moved',
    async () => {
      await save();
      await signIn(owner);
      await query("update accounts set email = 'olga@private.test' where email = $1", [owner.email]);
      return signIn(owner);
    },
  ],
  'a token endpoint that redirects': [
    'provider',
    lying({ answer: { status: 302, body: JSON.stringify({ error: 'none' }) } }),
  ],
  'a wrong client secret': ['client', lying({ answer: { status: 401, body: '{"error":"invalid_client"}' } })],
  'a client that may not sign in': [
    'client',
    lying({ answer: { status: 400, body: '{"error":"unauthorized_client"}' } }),
  ],
  'an error of the token endpoint that is no reason': [
    'provider',
    lying({ answer: { status: 400, body: '{"error":"constructor"}' } }),
  ],
  'an endless answer': ['provider', lying({ answer: { status: 200, body: JSON.stringify('x'.repeat(300_000)) } })],
  'an answer that is no JSON': ['provider', lying({ answer: { status: 200, body: '<html>', type: 'text/html' } })],
  'an answer without an id token': [
    'token',
    lying({ answer: { status: 200, body: JSON.stringify({ access_token: 'x', token_type: 'Bearer' }) } }),
  ],
  'a person who was cancelled at the provider': [
    'cancelled',
    returning((back) => {
      back.delete('code');
      back.set('error', 'access_denied');
    }),
  ],
};

const hmac = (claims: object, key: string) => {
  const signed = `${encode({ alg: 'HS256', kid: 'first' })}.${encode(claims)}`;
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`;
};

describe('an attack on company sign-in is refused, and leaves no session', () => {
  test.each(Object.entries(attacks))('%s', async (_, [reason, attack]) => {
    const known = await query('select count(*) from accounts');
    const { browser, outcome } = await attack();
    expect(outcome).toBe(reason);
    const sessions = [...browser.cookies.keys()].filter((name) => /auth|refresh/.test(name));
    expect(sessions).toEqual([]);
    expect(await whoIs(browser)).toBe('unauthorized');
    expect(await query('select count(*) from accounts')).toEqual(known);
    expect(
      await query("select 1 from company_identities where subject not in ('olga', 'subject of owner@studio.test')"),
    ).toEqual([]);
  });

  test('there are as many as are promised', () => {
    shows('5.company.attacks');
    expect(Object.keys(attacks).length).toBeGreaterThanOrEqual(50);
  });
});

const invite = (email: string, role_id = 3) =>
  server.call(
    members.invite,
    { params: { workspaceId: server.studio.workspaceId }, body: { email, role_id } },
    { as: 'owner' },
  );
const removeMember = async (email: string) => {
  const [found] = await query('select id from accounts where email = $1', [email]);
  const params = { workspaceId: server.studio.workspaceId };
  await server.call(members.remove, { params, body: { member_id: Number(found?.id) } }, { as: 'owner' });
};
const accountsOf = (email: string) => query('select name, password_hash from accounts where email = $1', [email]);

describe('a first sign-in', () => {
  test('creates an account without a password, which joins with the role of everybody', async () => {
    shows('5.company.oidc', '5.company.joins');
    await save();
    const { browser, outcome } = await signIn(person);
    expect(outcome).toBe('done');
    expect(await whoIs(browser)).toBe(person.email);
    expect(await roleOf(person.email)).toBe(3);
    expect(await accountsOf(person.email)).toEqual([{ name: 'Nora New', password_hash: '' }]);
    expect((await log()).slice(0, 2).map(({ action }) => action)).toEqual(['company_signed_in', 'joined']);
    const again = await signIn(person);
    expect([again.outcome, await whoIs(again.browser)]).toEqual(['done', person.email]);
  });

  test('links the account that has the address, which keeps its role and password', async () => {
    await save();
    const { browser } = await signIn({ email: 'Admin@Studio.test', sub: '7' });
    expect([await whoIs(browser), await roleOf(emailOf('admin'))]).toEqual([emailOf('admin'), 2]);
    await signInWithPassword(app, 'admin');
    // From now on the subject counts, whatever its address.
    const renamed = await signIn({ email: 'renamed@studio.test', sub: '7' });
    expect(await whoIs(renamed.browser)).toBe(emailOf('admin'));
  });

  test('does not ask for the second factor of the account', async () => {
    shows('5.company.no-factor');
    const { setUpFactor } = await import('../support/second-factor.ts');
    await setUpFactor(server, 'member');
    await save();
    expect(await signIn({ email: emailOf('member') })).toMatchObject({ outcome: 'done' });
  });

  test.each([
    ['a text', { team: 'leads' }, 2],
    ['one of a list', { team: ['artists', 'leads'] }, 2],
    ['the higher of two', { team: ['guests', 'leads'] }, 2],
    ['another value', { team: ['guests'] }, 3],
    ['inside of another claim', { realm: { team: ['leads'] } }, 2, 'realm.team'],
    ['a name with dots', { 'https://studio.test/team': 'leads' }, 2, 'https://studio.test/team'],
  ])('gives the role of a claim: %s', async (_, claims, role, claim = 'team') => {
    shows('5.company.oidc', '5.company.roles');
    const roles_by_claim = [
      { value: 'guests', role_id: 3 },
      { value: 'leads', role_id: 2 },
    ];
    await save({ setting: { claim, roles_by_claim, default_role_id: null } });
    expect((await signIn({ ...person, ...claims })).outcome).toBe('done');
    expect(await roleOf(person.email)).toBe(role);
  });

  test('without a role is refused, unless the person was invited; nothing is created', async () => {
    shows('5.company.joins');
    const roles_by_claim = [{ value: 'leads', role_id: 2 }];
    await save({ setting: { claim: 'team', roles_by_claim, default_role_id: null } });
    expect((await signIn({ ...person, team: ['others'] })).outcome).toBe('not-invited');
    expect((await log())[0]).toMatchObject({
      action: 'company_refused',
      subject: { email: person.email },
      details: { reason: 'not-invited' },
    });
    expect(await accountsOf(person.email)).toEqual([]);
    await invite(person.email, 2);
    const expire = (at: string) => query('update invitations set expires_at = $1::timestamptz', [at]);
    await expire('2000-01-01');
    expect((await signIn(person)).outcome).toBe('not-invited');
    await expire('2100-01-01');
    expect((await signIn(person)).outcome).toBe('done');
    expect(await roleOf(person.email)).toBe(2);
    expect(await query('select 1 from invitations')).toEqual([]);
  });

  test('of who was removed is refused until the next invitation', async () => {
    shows('5.company.removed');
    await save();
    const { browser } = await signIn(person);
    await removeMember(person.email);
    expect(await canEnter(browser)).toBe(false);
    expect((await signIn(person)).outcome).toBe('removed');
    await invite(person.email);
    expect((await signIn(person)).outcome).toBe('done');
  });

  test('is refused when all seats are taken, also by invitations', async () => {
    await save();
    await query('update subscriptions set members = 4 where workspace_id = $1', [server.studio.workspaceId]);
    await invite('other@studio.test');
    expect((await signIn(person)).outcome).toBe('seats');
    await query('update subscriptions set members = 5 where workspace_id = $1', [server.studio.workspaceId]);
    expect((await signIn(person)).outcome).toBe('done');
  });

  test('twice at the same time creates one account', async () => {
    await save();
    const both = await Promise.all([signIn(person), signIn(person), signIn(person)]);
    expect(both.map(({ outcome }) => outcome)).toEqual(['done', 'done', 'done']);
    expect((await accountsOf(person.email)).length).toBe(1);
  });

  test.each([
    // Up to a minute, and not to the second: the sign-in itself takes some.
    [-45, 'done'],
    [60, 'done'],
    [-61, 'token'],
    [90, 'token'],
  ])('with clocks that differ by %i seconds', async (offset, outcome) => {
    await save();
    provider.lies = { claims: offset > 0 ? { iat: offset } : { exp: offset + 1, iat: offset - 100 } };
    expect((await signIn(person)).outcome).toBe(outcome);
  });

  test('works with new keys of the provider at once', async () => {
    await save();
    expect((await signIn(person)).outcome).toBe('done');
    const next = await createKey('next', 'RS256');
    provider.keys = [next];
    provider.lies = { token: (claims) => signToken(next, claims) };
    expect((await signIn(person)).outcome).toBe('done');
  });

  test.each([
    ['/settings/account?tab=1#x', '/settings/account?tab=1#x'],
    ['https://evil.test/', '/'],
    ['//evil.test/', '/'],
    ['/\\evil.test/', '/'],
    ['/\t/evil.test', '/'],
    ['/.//evil.test', '/'],
    ['javascript:alert(1)', '/'],
    ['evil.test', '/'],
  ])('returns to a path of the console only: %j', async (from, expected) => {
    shows('5.company.attacks');
    await save();
    const browser = openBrowser(app);
    const page = await comeBack(browser, provider.allow(await begin(browser, person.email, from), person));
    expect(page.origin).toBe('http://localhost:4400');
    expect([page.pathname, page.searchParams.get('from')]).toEqual(['/login', expected]);
  });

  test('says nothing about accounts: an address of no domain and one without an account answer the same', async () => {
    await save();
    const [known, unknown] = [await begin(openBrowser(app), emailOf('owner')), await begin(openBrowser(app))];
    expect(new URL(known).origin).toBe(new URL(unknown).origin);
    expect(await begin(openBrowser(app), 'owner@other.test')).toBe('null');
    expect(await begin(openBrowser(app), 'not an address')).toBe('null');
  });

  test('lasts a day, and a password stays without a limit', async () => {
    shows('5.company.day');
    await save();
    const { browser } = await signIn(person);
    const byPassword = await signInWithPassword(app, 'member');
    server.clock.advance(24 * 60 * 60 - 1);
    expect((await callIn(browser, '/accounts/refresh', { body: {} })).status).toBe(200);
    server.clock.advance(2);
    expect((await callIn(browser, '/accounts/refresh', { body: {} })).status).toBe(401);
    expect((await callIn(byPassword, '/accounts/refresh', { body: {} })).status).toBe(200);
  });
});

describe('only company sign-in', () => {
  test('keeps out sessions by password, of portals, and of another company', async () => {
    shows('5.company.only');
    await save();
    const before = await signInWithPassword(app, 'admin');
    const inside = await turnOnOnly();
    expect(await canEnter(inside)).toBe(true);
    const evil = await evilProvider();
    await saveElsewhere(evil);
    await query('insert into workspace_members (workspace_id, account_id, role_id) values ($1, $2, 1)', [
      server.studio.elsewhere.workspaceId,
      server.studio.accounts.owner,
    ]);
    await query("update accounts set email = 'owner@evil.test' where id = $1", [server.studio.accounts.owner]);
    const ofOther = await signIn({ email: 'owner@evil.test' }, evil);
    expect(ofOther.outcome).toBe('done');
    await query('update accounts set email = $2 where id = $1', [server.studio.accounts.owner, emailOf('owner')]);
    const later = await signInWithPassword(app, 'owner');
    const { workspaceId, projectId, dev } = server.studio;
    for (const browser of [before, later, ofOther.browser])
      for (const path of [
        `/workspaces/${workspaceId}/accounts?limit=10`,
        `/projects/${projectId}/accounts?limit=10`,
        `/instances/${dev}/extensions`,
      ]) {
        const { status, body } = await callIn(browser, path, { method: 'GET' });
        expect([path, status, body.error]).toEqual([path, 403, 'company_sign_in']);
      }
    // Also who joins later.
    expect((await signIn(person)).outcome).toBe('done');
    const open = 'select 1 from workspace_members where workspace_id = $1 and not is_company_only';
    expect(await query(open, [workspaceId])).toEqual([]);
    // Other workspaces stay open.
    expect(
      (
        await callIn(ofOther.browser, `/workspaces/${server.studio.elsewhere.workspaceId}/accounts?limit=10`, {
          method: 'GET',
        })
      ).status,
    ).toBe(200);
    expect((await signIn({ email: emailOf('admin') })).outcome).toBe('done');
  });

  test('needs an owner who has just signed in by it, and who has a password', async () => {
    shows('5.company.only');
    await save();
    const turnOn = (browser: ReturnType<typeof openBrowser>) =>
      callIn(browser, call('/only'), { body: { is_only: true } });
    const refusal = async (browser: ReturnType<typeof openBrowser>) =>
      (await callIn(browser, call(''), { method: 'GET' })).body.only_refusal;
    const byPassword = await signInWithPassword(app, 'owner');
    expect((await turnOn(byPassword)).status).toBe(403);
    expect(await refusal(byPassword)).toContain('15 minutes');
    const { browser } = await signIn(owner);
    expect(await refusal(browser)).toBeNull();
    server.clock.advance(15 * 60);
    await callIn(browser, '/accounts/refresh', { body: {} });
    await callIn(browser, '/accounts/confirmation', { body: { password: studioPassword } });
    expect(await turnOn(browser)).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('15 minutes') },
    });
    await query("update accounts set password_hash = '' where id = $1", [server.studio.accounts.owner]);
    expect(await turnOn((await signIn(owner)).browser)).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('Set a password first') },
    });
  });

  test('a member gets no new password by mail, but a mail that says why', async () => {
    shows('5.company.reset');
    await save();
    await turnOnOnly();
    await callIn(openBrowser(app), '/accounts/password-reset-email', { body: { email: emailOf('member') } });
    expect(await mailTo(app, emailOf('member'))).toMatchObject({ subject: 'You sign in with your company' });
    await callIn(openBrowser(app), '/accounts/password-reset-email', { body: { email: emailOf('owner') } });
    expect(await mailTo(app, emailOf('owner'))).toMatchObject({ subject: 'Reset your password' });
  });

  test('ends with another issuer or client, whose sign-in nobody has tried', async () => {
    await save();
    const inside = await turnOnOnly();
    const recovered = await recover();
    const { trial: _trial, is_only: isOnly, ...before } = await settingOf(recovered);
    const body = { ...before, client_id: 'new', client_secret: 'x' };
    const change = async () => (await callIn(recovered, call(''), { body })).body;
    expect([isOnly, await change()]).toEqual([true, { is_only_ended: true }]);
    expect(await change()).toEqual({ is_only_ended: false });
    expect(await settingOf(recovered)).toMatchObject({ client_id: 'new', is_only: false });
    expect(await whoIs(inside)).toBe('session_expired');
    expect(await canEnter(await signInWithPassword(app, 'owner'))).toBe(true);
  });
});

const settingOf = async (browser: ReturnType<typeof openBrowser>) => {
  const { body } = await callIn(browser, call(''), { method: 'GET' });
  return body.setting as Record<string, unknown>;
};

/** The owner gets back in by password and mailed code. */
async function recover(as: Person = 'owner') {
  const browser = await signInWithPassword(app, as);
  expect((await callIn(browser, '/company-sign-in/recovery/code')).status).toBe(200);
  const mail = await mailTo(app, emailOf(as));
  const code = /\d{6}/.exec(mail.subject + mail.text)?.[0];
  expect((await callIn(browser, '/company-sign-in/recovery', { body: { code } })).status).toBe(200);
  return browser;
}

describe('nobody is locked out who should not be', () => {
  test('an owner gets in by password and mailed code, while the provider is down', async () => {
    shows('5.company.recovery');
    await save();
    await turnOnOnly();
    await provider.close();
    const browser = await recover();
    expect(await canEnter(browser)).toBe(true);
    const logged = await callIn(browser, `/workspaces/${server.studio.workspaceId}/access-log`, { method: 'GET' });
    expect(logged.body.entries).toMatchObject({ 0: { action: 'company_recovered' } });
    expect(await callIn(browser, call('/only'), { body: { is_only: false } })).toMatchObject({ status: 200 });
    expect(await canEnter(await signInWithPassword(app, 'owner'))).toBe(true);
  });

  test('the code works once, in its session, for owners, and shortly after a sign-in with a password', async () => {
    shows('5.company.recovery');
    await save();
    await turnOnOnly();
    const send = (browser: ReturnType<typeof openBrowser>) => callIn(browser, '/company-sign-in/recovery/code');
    const use = (browser: ReturnType<typeof openBrowser>, code: string) =>
      callIn(browser, '/company-sign-in/recovery', { body: { code } });
    const browser = await signInWithPassword(app, 'owner');
    const old = new Map(browser.cookies);
    expect((await send(browser)).status).toBe(200);
    const mail = await mailTo(app, emailOf('owner'));
    const code = /\d{6}/.exec(mail.text)?.[0] ?? '';
    expect((await use(browser, code === '000000' ? '000001' : '000000')).status).toBe(422);
    expect((await send(await signInWithPassword(app, 'admin'))).status).toBe(403);
    expect((await use(await signInWithPassword(app, 'admin'), code)).status).toBe(403);
    expect((await use(browser, code)).status).toBe(200);
    const before = openBrowser(app);
    for (const [name, value] of old) before.cookies.set(name, value);
    expect(await whoIs(before)).toBe('session_expired');
    expect((await use(await signInWithPassword(app, 'owner'), code)).status).toBe(422);
    const late = await signInWithPassword(app, 'owner');
    server.clock.advance(15 * 60 + 1);
    await callIn(late, '/accounts/refresh', { body: {} });
    expect((await send(late)).status).toBe(403);
  });

  test('a recovered owner of one workspace opens no other that demands its own company', async () => {
    await save();
    await turnOnOnly();
    const browser = await recover();
    await query('update workspace_members set role_id = 2 where account_id = $1', [server.studio.accounts.owner]);
    expect(
      (await callIn(browser, `/workspaces/${server.studio.workspaceId}/accounts?limit=10`, { method: 'GET' })).status,
    ).toBe(403);
  });

  test('the last domain stays while only company sign-in opens the workspace', async () => {
    const workspaceId = await save();
    const browser = await turnOnOnly();
    const { body } = await callIn(browser, call(''), { method: 'GET' });
    const [domain] = body.domains as { id: number }[];
    expect(
      await callIn(browser, `/workspaces/${workspaceId}/company-sign-in/domains/${domain?.id}`, { method: 'DELETE' }),
    ).toMatchObject({ status: 409 });
    await callIn(browser, call('/only'), { body: { is_only: false } });
    expect(
      await callIn(browser, `/workspaces/${workspaceId}/company-sign-in/domains/${domain?.id}`, { method: 'DELETE' }),
    ).toMatchObject({ status: 200 });
  });

  test('an account without a password gets one by mail', async () => {
    await save();
    await signIn(person);
    await callIn(openBrowser(app), '/accounts/password-reset-email', { body: { email: person.email } });
    expect(await mailTo(app, person.email)).toMatchObject({ subject: 'Reset your password' });
  });

  test('an account without a password is no door: no password opens it', async () => {
    await save();
    await signIn(person);
    for (const password of ['x', ' ', 'null']) {
      const { status } = await callIn(openBrowser(app), '/accounts/login', { body: { email: person.email, password } });
      expect(status).toBe(401);
    }
  });

  test('a person with a new account at the provider gets in once an owner has forgotten the old one', async () => {
    shows('5.company.forget');
    await save();
    await signIn({ ...person, sub: 'old' });
    expect((await signIn({ ...person, sub: 'new' })).outcome).toBe('subject');
    const params = { workspaceId: server.studio.workspaceId };
    await server.call(companySignIn.forget, { params, body: { email: person.email } }, { as: 'owner' });
    expect((await signIn({ ...person, sub: 'new' })).outcome).toBe('done');
    expect((await signIn({ ...person, sub: 'old' })).outcome).toBe('subject');
  });

  test('removing the company sign-in opens the workspace again', async () => {
    await save();
    const browser = await turnOnOnly();
    expect(await callIn(browser, call(''), { method: 'DELETE' })).toMatchObject({ status: 200 });
    expect(await canEnter(await signInWithPassword(app, 'owner'))).toBe(true);
    expect(await begin(openBrowser(app))).toBe('null');
  });

  test('a provider that is down is said, and works again at once', async () => {
    await save();
    const { broken } = provider;
    provider.broken = (_request, response) => response.destroy();
    const fresh = await build();
    const browser = openBrowser(fresh);
    expect(await callIn(browser, '/company-sign-in', { body: { email: person.email } })).toMatchObject({
      status: 503,
      body: { message: expect.stringContaining('does not answer') },
    });
    provider.broken = broken;
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6000 });
    expect((await callIn(browser, '/company-sign-in', { body: { email: person.email } })).status).toBe(200);
    vi.useRealTimers();
  });

  test('tokens of a project work on, whoever made them', async () => {
    shows('5.company.only');
    await save();
    const params = { instanceId: server.studio.dev };
    const body = { name: 'build', scopes: ['read' as const], environments: ['Dev' as const], expires_at: null };
    const { secret } = await server.call(projectTokens.create, { params, body }, { as: 'owner' });
    await turnOnOnly();
    const headers = { authorization: `Bearer ${secret}` };
    const url = `/v1/editor/${server.studio.dev}/templates`;
    expect((await app.inject({ url, headers })).statusCode).toBe(200);
    expect((await app.inject({ url, headers: { authorization: server.bearer('owner') } })).json().error).toBe(
      'company_sign_in',
    );
  });
});
