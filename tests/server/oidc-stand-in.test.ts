import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../scripts/free-port.mjs';
import { buildServer } from '../../server/build-server.ts';
import type { App } from '../../server/core/app/deps.ts';
import { useStandIn } from '../../server/modules/company-sign-in/stand-in-service.ts';
import { shows } from '../specification/shows.ts';
import { begin, comeBack, outcomeOf, whoIs } from '../support/company-sign-in.ts';
import { startTestServer, type TestServer, testEnvironment } from '../support/server.ts';
import { openBrowser } from '../support/server-browser.ts';
import { emailOf } from '../support/server-studio.ts';

let server: TestServer;
let app: App;

beforeAll(async () => {
  server = await startTestServer();
  const { database, clock } = server.app.deps;
  const port = await freePort();
  const variables = { PORT: String(port), PUBLIC_URL: `http://localhost:${port}` };
  app = await buildServer({ database, clock, config: testEnvironment(variables) });
  await app.listen({ host: 'localhost', port });
  await useStandIn(database.query, app.deps, { workspaceId: server.studio.workspaceId, domain: 'studio.test' });
});
afterAll(async () => {
  await app.deps.jobs.stop();
  await app.close();
});

/** What the page of the stand-in sends. */
const answer = async (url: string, fields: Record<string, string>): Promise<Response> => {
  const page = await fetch(url);
  const hidden = [...(await page.text()).matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)];
  const form = new URLSearchParams(hidden.map(([, name = '', value = '']) => [name, value]));
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return fetch(new URL('/dev/oidc/authorize', url), { method: 'POST', body: form, redirect: 'manual' });
};

test.each([
  ['allow', 'done', emailOf('member')],
  ['deny', 'cancelled', 'unauthorized'],
])('the stand-in signs a person in by its page, or not: %s', async (button, outcome, whose) => {
  shows('5.company.stand-in');
  const browser = openBrowser(app);
  const url = await begin(browser, emailOf('member'));
  const sentBack = await answer(url, { email: emailOf('member'), name: 'Mia', groups: 'leads', answer: button });
  const page = await comeBack(browser, sentBack.headers.get('location') ?? '');
  expect([outcomeOf(page), await whoIs(browser)]).toEqual([outcome, whose]);
});

test('the stand-in sends nobody to another server', async () => {
  const url = new URL(await begin(openBrowser(app), emailOf('member')));
  url.searchParams.set('redirect_uri', 'https://evil.test/');
  expect((await fetch(url)).status).toBe(422);
});

test('a server that is not asked for it has none', async () => {
  const { database } = server.app.deps;
  const other = await buildServer({ database, config: testEnvironment({ OIDC_STAND_IN: '0' }) });
  expect((await other.inject('/dev/oidc/keys')).statusCode).toBe(404);
  await other.close();
});
