import { companySignIn } from '@quartermaster/contract/endpoints/people/company-sign-in.ts';
import { buildServer } from '../../server/build-server.ts';
import type { App } from '../../server/core/app/deps.ts';
import { createEgress } from '../../server/core/egress/call-out.ts';
import { writeOnly } from '../../server/modules/company-sign-in/setting-repository.ts';
import type { OidcProvider } from './oidc-provider.ts';
import { serverOf, type TestServer, testEnvironment } from './server.ts';
import { openBrowser, type TestBrowser } from './server-browser.ts';
import { emailOf, type Person, password } from './server-studio.ts';

/** The DNS of a test. */
export type Records = Map<string, string[]>;

/** A server that may call this machine, and whose DNS the test writes. */
export async function buildCompanyServer(
  server: TestServer,
  records: Records,
  variables: Record<string, string> = {},
): Promise<App> {
  const { database, clock } = server.app.deps;
  return buildServer({
    database,
    clock,
    config: testEnvironment(variables),
    egress: createEgress({ allowsPrivate: true }),
    findTexts: async (domain) => records.get(domain) ?? [],
  });
}

export const secret = 'a secret';

interface Saved {
  app: App;
  server: TestServer;
  provider: { url: string };
  records: Records;
  /** Verified with the setting. */
  domains?: readonly string[];
  setting?: Record<string, unknown>;
  /** The workspace; that of the studio if omitted. */
  workspaceId?: number;
  as?: Person;
}

/** Saves a company sign-in, and verifies its domains. */
export async function saveCompany(input: Saved): Promise<number> {
  const { app, server, provider, records, domains = ['studio.test'], setting, as = 'owner' } = input;
  const workspaceId = input.workspaceId ?? server.studio.workspaceId;
  const { call } = serverOf(app, server.studio);
  const params = { workspaceId };
  await call(
    companySignIn.save,
    {
      params,
      body: {
        ...{ issuer: provider.url, client_id: 'quartermaster', client_secret: secret, portal_client_id: '' },
        ...{ claim: '', roles_by_claim: [], default_role_id: 3, ...setting },
      },
    },
    { as },
  );
  for (const domain of domains) {
    const added = await call(companySignIn.addDomain, { params, body: { domain } }, { as });
    records.set(domain, [...(records.get(domain) ?? []), added.domain.record]);
    await call(companySignIn.checkDomain, { params: { workspaceId, domainId: added.domain.id } }, { as });
  }
  return workspaceId;
}

/** A call of a browser, with its cookies. */
export async function callIn(
  browser: TestBrowser,
  path: string,
  { method = 'POST', body }: { method?: string; body?: unknown } = {},
): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await browser.fetch(`/v1${path}`, {
    method,
    headers: { 'x-csrf-protection': '1', ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: response.status === 204 ? {} : await response.json() };
}

/** Begins a sign-in with an address; returns where the browser is sent. */
export async function begin(browser: TestBrowser, email = 'new@studio.test', from?: string): Promise<string> {
  const { body } = await callIn(browser, '/company-sign-in', { body: { email, ...(from !== undefined && { from }) } });
  return String(body.url);
}

/** Opens the address with which a provider sends the browser back; returns the page that the browser is sent to. */
export async function comeBack(browser: TestBrowser, address: string): Promise<URL> {
  const response = await browser.fetch(address, { redirect: 'manual' });
  return new URL(response.headers.get('location') ?? 'https://none.invalid');
}

/** `done`, or the reason of the refusal. */
export const outcomeOf = (page: URL): string | null => page.searchParams.get('company');

/** Signs a person in; returns the browser and the outcome. */
export async function signInBy(
  app: App,
  provider: OidcProvider,
  person: Record<string, unknown>,
  browser = openBrowser(app),
) {
  const url = await begin(browser, String(person.email));
  const page = await comeBack(browser, provider.allow(url, person));
  return { browser, outcome: outcomeOf(page), page };
}

/** Signs a person of the studio in with the password. */
export async function signInWithPassword(app: App, person: Person): Promise<TestBrowser> {
  const browser = openBrowser(app);
  const { status } = await callIn(browser, '/accounts/login', { body: { email: emailOf(person), password } });
  if (status !== 200) throw new Error(`The sign-in answered ${status}.`);
  return browser;
}

/** Whose session a browser has; the error without one. */
export async function whoIs(browser: TestBrowser): Promise<unknown> {
  const { body } = await callIn(browser, '/accounts', { method: 'GET' });
  return body.email ?? body.error;
}

/** Opens a workspace only to company sign-in, or to all, without the sign-in that this needs. */
export const writeOnlyIn = (app: App, workspaceId: number, isOnly = true): Promise<void> =>
  writeOnly(app.deps.database.query, workspaceId, isOnly);
