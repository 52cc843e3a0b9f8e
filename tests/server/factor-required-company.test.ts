import { requiredFactor } from '@quartermaster/contract/endpoints/people/required-factor.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { App } from '../../server/core/app/deps.ts';
import { shows } from '../specification/shows.ts';
import {
  buildCompanyServer,
  callIn,
  type Records,
  saveCompany,
  signInBy,
  signInWithPassword,
} from '../support/company-sign-in.ts';
import { type OidcProvider, startProvider } from '../support/oidc-provider.ts';
import { openDirectory, personBody } from '../support/scim.ts';
import { setUpFactor } from '../support/second-factor.ts';
import { serverOf, startTestServer, type TestServer } from '../support/server.ts';
import type { TestBrowser } from '../support/server-browser.ts';
import { emailOf, type Person } from '../support/server-studio.ts';

let server: TestServer;
let app: App;
let provider: OidcProvider;
let records: Records;
beforeEach(async () => {
  server = await startTestServer();
  server.clock.stop();
  records = new Map();
  app = await buildCompanyServer(server, records);
  server = { ...serverOf(app, server.studio), clock: server.clock };
  await query('update subscriptions set members = 20');
  provider = await startProvider(() => Math.floor(server.clock.now().getTime() / 1000));
  await saveCompany({ app, server, provider, records });
});
afterEach(async () => {
  await provider.close();
  await app.deps.jobs.stop();
  await app.close();
});

const query = (text: string, values: unknown[] = []) => app.deps.database.query(text, values);
const byCompany = async (person: Person) => (await signInBy(app, provider, { email: emailOf(person) })).browser;
const path = () => `/workspaces/${server.studio.workspaceId}`;
const enter = async (browser: TestBrowser) => {
  const { status, body } = await callIn(browser, `${path()}/accounts?limit=10`, { method: 'GET' });
  return body.error ?? status;
};
const require = (browser: TestBrowser, days: number) =>
  callIn(browser, `${path()}/required-factor`, { body: { days } });

test('a session by the company sign-in of the workspace needs no factor, and no other company’s is enough', async () => {
  shows('5.company.factor-required');
  const company = await byCompany('admin');
  const ofPassword = await signInWithPassword(app, 'admin');
  expect((await require(await byCompany('owner'), 0)).status).toBe(200);
  expect(await enter(company)).toBe(200);
  expect((await callIn(company, '/accounts/second-factor', { method: 'GET' })).body.required_by).toEqual([]);
  expect(await enter(ofPassword)).toBe('second_factor_required');
  expect((await callIn(ofPassword, '/accounts/second-factor', { method: 'GET' })).body.required_by).toMatchObject([
    { id: server.studio.workspaceId, has_company: true, is_due: true },
  ]);
  for (const via of [`company:${server.studio.elsewhere.workspaceId}`, 'company:server', 'recovery']) {
    const browser = await byCompany('admin');
    await query('update sign_ins set via = $1', [via]);
    expect((await callIn(browser, '/accounts/refresh', { body: {} })).status).toBe(200);
    expect([via, await enter(browser)]).toEqual([via, 'second_factor_required']);
  }
});

test('who joins by the company or its directory has the days from then on', async () => {
  shows('5.company.factor-required');
  await setUpFactor(server, 'owner');
  await server.call(
    requiredFactor.set,
    { params: { workspaceId: server.studio.workspaceId }, body: { days: 3 } },
    { as: 'owner' },
  );
  const { send } = await openDirectory(app, server);
  server.clock.advance(5 * 24 * 60 * 60);
  expect((await send('POST', '/Users', personBody('mia@studio.test'))).status).toBe(201);
  expect((await signInBy(app, provider, { email: 'new@studio.test' })).outcome).toBe('done');
  const dueAt = new Date(server.clock.now().getTime() + 3 * 24 * 60 * 60 * 1000);
  const joined = await query(
    `select a.email, m.factor_due_at as due from workspace_members m join accounts a on a.id = m.account_id
      where a.email in ('mia@studio.test', 'new@studio.test') order by 1`,
  );
  expect(joined).toEqual(['mia@studio.test', 'new@studio.test'].map((email) => ({ email, due: dueAt })));
  // The token of the directory works on.
  server.clock.advance(5 * 24 * 60 * 60);
  expect((await send('GET', '/Users')).status).toBe(200);
});
