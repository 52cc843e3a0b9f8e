import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { withoutSecrets } from '../../src/app/reporting/without-secrets.ts';
import { HttpError } from '../../src/shared/http/http-error.ts';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { startSentry } from '../support/sentry.ts';
import { startTestServer } from '../support/server.ts';
import { choose } from './choose-instance.ts';

type Fetch = typeof globalThis.fetch;

afterEach(() => {
  vi.restoreAllMocks();
});

const answering =
  (ending: string, answer: () => Response) =>
  (fetch: Fetch): Fetch =>
  (input, init) =>
    new URL(String(input)).pathname.endsWith(ending) ? Promise.resolve(answer()) : fetch(input, init);

const requestId = '0f8fad5b-d9cb-469f-a165-70867728950e';
const refused = () =>
  Response.json(
    { status_code: 403, error: 'forbidden', message: 'Ask owner@studio.test for it.' },
    { status: 403, headers: { 'x-request-id': requestId } },
  );

/** A page on which a call was refused, which a toast says. */
async function openRefused(sentry?: { dsn: string; environment?: string; release?: string }) {
  const server = await startTestServer();
  await choose(server, 'owner', server.studio.dev);
  const made = await renderConsole('/settings/export-settings?view=builds&report=7&token=secret', {
    server,
    as: 'owner',
    intercept: answering('/build-reading', refused),
    props: { sentry },
  });
  const readings = await screen.findByRole('switch', { name: /^Anyone can read the builds of this instance/ });
  await waitFor(() => expect(readings).toHaveProperty('disabled', false));
  await made.user.click(readings);
  const toast = (await within(made.overlay).findByText('Public builds')).closest('[role=alert]');
  return { ...made, toast };
}

test('without a DSN no Sentry code is loaded', async () => {
  await openRefused();
  expect(globalThis).not.toHaveProperty('__SENTRY__');
});

test('a failed call is reported under the id of its toast, without personal data', async () => {
  shows('1.8.toast.event-id');
  const { dsn, envelopes } = await startSentry();
  const { toast, browser } = await openRefused({ dsn, environment: 'test', release: '1.2.3' });
  expect(toast?.textContent).toContain(requestId);
  await waitFor(() => expect(envelopes).not.toEqual([]));
  const { path, headers, text, event } = envelopes[0] ?? expect.fail('no envelope');
  expect(path).toMatch(/^\/api\/42\/envelope\//);
  expect(headers).not.toHaveProperty('cookie');
  expect(headers).not.toHaveProperty('authorization');
  expect(event).toMatchObject({
    event_id: requestId.replaceAll('-', ''),
    level: 'warning',
    environment: 'test',
    release: '1.2.3',
    tags: { error_id: requestId, operation: 'Public builds', status: 403 },
    exception: { values: [{ type: 'HttpError', value: '403 forbidden' }] },
  });
  expect(event).not.toHaveProperty('user');
  expect(event).not.toHaveProperty('request');
  expect(event).not.toHaveProperty('breadcrumbs');
  for (const secret of ['@studio.test', 'report=7', 'secret', ...browser.cookies.values()]) {
    expect(text).not.toContain(secret);
  }
});

test('a page that crashes is reported under the id that it shows', async () => {
  const { dsn, envelopes } = await startSentry();
  const server = await startTestServer();
  await choose(server, 'owner', server.studio.dev);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await renderConsole('/settings/exported-data', {
    server,
    as: 'owner',
    intercept: answering('/reports', () => Response.json({ reports: [null], next_cursor: null })),
    props: { sentry: { dsn } },
  });
  await screen.findByRole('heading', { name: 'Oops! Something went wrong' });
  await waitFor(() => expect(envelopes).toHaveLength(1));
  const { event } = envelopes[0] ?? expect.fail('no envelope');
  expect(event.level).toBe('fatal');
  expect(event.exception.values[0]?.type).toBe('TypeError');
  expect(screen.getByText(String(event.tags.error_id))).toBeTruthy();
  expect(event.event_id).toBe(event.tags.error_id);
});

test('an error that crashes the whole console is still sent; later ones are not', async () => {
  const { dsn, envelopes } = await startSentry();
  const { console: made, close } = await renderConsole('/registration', { props: { sentry: { dsn } } });
  await screen.findByRole('heading', { level: 1 });
  const id = made.reportCrash(new Error('Gone with owner@studio.test and /x?token=1'));
  close();
  made.reportCrash(new Error('Too late'));
  await waitFor(() => expect(envelopes).toHaveLength(1));
  expect(envelopes[0]?.event.event_id).toBe(id);
  expect(envelopes[0]?.event.exception.values[0]?.value).toBe('Gone with [email] and /x');
});

test('reporting does not alter the host page, and removes its listeners with the console', async () => {
  shows('1.9.reporting.replay', '1.9.reporting.replay-error', '1.9.reporting.traces');
  const globals = [
    'fetch',
    'XMLHttpRequest',
    'onerror',
    'onunhandledrejection',
    'addEventListener',
    'console',
  ] as const;
  const before = globals.map((name) => Reflect.get(globalThis, name));
  const listeners = new Map<unknown, string>();
  for (const target of [document, window]) {
    const { addEventListener: add, removeEventListener: remove } = target;
    vi.spyOn(target, 'addEventListener').mockImplementation((...given: unknown[]) => {
      if (/visibilitychange|freeze|resume|pagehide|pageshow/.test(String(given[0])))
        listeners.set(given[1], String(given[0]));
      Reflect.apply(add, target, given);
    });
    vi.spyOn(target, 'removeEventListener').mockImplementation((...given: unknown[]) => {
      listeners.delete(given[1]);
      Reflect.apply(remove, target, given);
    });
  }
  const spied = globals.map((name) => Reflect.get(globalThis, name));
  const { dsn, envelopes } = await startSentry();
  const { console: made, close } = await renderConsole('/registration', { props: { sentry: { dsn } } });
  await screen.findByRole('heading', { level: 1 });
  made.reportCrash(new HttpError(500, { status_code: 500, error: 'internal', message: 'No.' }, 'of-a-proxy'));
  await waitFor(() => expect(envelopes).toHaveLength(1));
  expect(envelopes[0]?.event.tags.error_id).toBe('of-a-proxy');
  expect(globals.map((name) => Reflect.get(globalThis, name))).toEqual(spied);
  expect(spied.slice(0, 4)).toEqual(before.slice(0, 4));
  close();
  await waitFor(() => expect([...listeners.values()]).toEqual([]));
});

test.each([
  ['https://console.example/settings?from=/x&token=abc#part', 'https://console.example/settings'],
  ['GET /v1/reports?after=3 failed (again)', 'GET /v1/reports failed (again)'],
  ['Write to ann.lee@studio.example, please.', 'Write to [email], please.'],
  ['Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOjF9.c2ln was refused', 'Bearer [token] was refused'],
  ['hash 0f8fad5bd9cb469fa16570867728950e0f8f is wrong', 'hash [token] is wrong'],
  ["Cannot read properties of null (reading 'map')", "Cannot read properties of null (reading 'map')"],
])('reports contain no secrets: %s', (text, expected) => {
  expect(withoutSecrets(text)).toBe(expected);
});
