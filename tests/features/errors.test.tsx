import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { startTestServer } from '../support/server.ts';
import { startTries } from '../support/tries.ts';
import { choose } from './choose-instance.ts';

type Fetch = typeof globalThis.fetch;

const answering =
  (ending: string, answer: () => Response, count = { calls: 0 }) =>
  (fetch: Fetch): Fetch =>
  (input, init) => {
    if (!new URL(String(input)).pathname.endsWith(ending)) return fetch(input, init);
    count.calls += 1;
    return Promise.resolve(answer());
  };

const broken = (status: number, message: string) => () =>
  Response.json({ status_code: status, error: 'x', message }, { status, headers: { 'x-request-id': 'request-42' } });

test('an unknown path shows the not-found page with a link home', async () => {
  shows('1.2.route.not-found-path');
  const { user, untilPath } = await renderConsole('/no/such/page', { as: 'owner' });
  expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeTruthy();
  const home = screen.getByRole('link', { name: 'Return home' });
  // Other paths redirect to it too.
  expect(home.getAttribute('href')).toBe('/');
  await user.click(home);
  await untilPath('/');
  expect(await screen.findByRole('button', { name: 'Account' })).toBeTruthy();
});

test('an unknown path below an instance shows the same not-found page', async () => {
  shows('1.2.route.not-found-path', '2.2.route.not-found');
  await renderConsole('/instance/1', { as: 'owner' });
  expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeTruthy();
});

test('a failing query is retried 3 times, then shows the error page with its reason and its id', async () => {
  shows(
    '1.2.error-page.headline',
    '1.2.error-page.id',
    '1.2.route.error',
    '1.2.route.error-id-state',
    '1.8.retry.count',
    '1.8.retry.error-page',
    '1.8.retry.error-page-id',
    '2.2.route.error',
    '2.8.call.error-page-id',
    '2.8.call.retries',
    '4.designers.error-once',
  );
  const count = { calls: 0 };
  const { untilLast } = startTries();
  const { untilPath, overlay } = await renderConsole('/', {
    as: 'owner',
    intercept: answering('/accounts', broken(500, 'The disk is full.'), count),
  });
  await untilLast(() => count.calls);
  await untilPath('/error');
  expect(count.calls).toBe(4);
  expect(await screen.findByRole('heading', { level: 1, name: 'Oops! Something went wrong' })).toBeTruthy();
  expect(screen.getByText('Account: The disk is full.')).toBeTruthy();
  expect(screen.getByText('request-42')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Copy Error ID' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Return home' })).toBeTruthy();
  expect(within(overlay).queryByRole('alert')).toBeNull();
});

test('a refused query is not retried, and the page shows the reason itself', async () => {
  shows('2.8.call.component', '4.designers.error-once');
  const count = { calls: 0 };
  const server = await startTestServer();
  await choose(server, 'owner', server.studio.dev);
  const { overlay, path } = await renderConsole('/settings/exported-data', {
    server,
    as: 'owner',
    intercept: answering('/reports', broken(403, 'Not for you.'), count),
  });
  expect(await screen.findByRole('heading', { name: 'The exports could not be loaded' })).toBeTruthy();
  expect(screen.getByText('Not for you.')).toBeTruthy();
  expect(within(overlay).queryByRole('alert')).toBeNull();
  expect(count.calls).toBe(1);
  expect(path()).toBe('/settings/exported-data');
});

test('a page that could not be loaded can be retried in place', async () => {
  let isBroken = true;
  const server = await startTestServer();
  await choose(server, 'owner', server.studio.dev);
  const { user } = await renderConsole('/settings/exported-data', {
    server,
    as: 'owner',
    intercept: (fetch) => (input, init) =>
      isBroken ? answering('/reports', broken(403, 'Not for you.'))(fetch)(input, init) : fetch(input, init),
  });
  const retry = await screen.findByRole('button', { name: 'Try again' });
  isBroken = false;
  await user.click(retry);
  expect(await screen.findByRole('heading', { name: 'No exports yet' })).toBeTruthy();
});

test('the error page also takes its id from the address', async () => {
  shows('1.2.error-page.message', '1.2.error-page.suggestion', '1.2.public.error', '1.2.route.error-id-query');
  await renderConsole('/error?eventId=abc123');
  expect(await screen.findByText('abc123')).toBeTruthy();
  const text = screen.getByText(/^A major problem occurred/).textContent;
  expect(text).toBe(
    'A major problem occurred. Please try again. If it keeps happening, contact support and quote this error ID.',
  );
});

test("the error page's id can be copied, and its button returns home", async () => {
  shows('1.2.error-page.home', '1.2.error-page.id-copy');
  const { user, untilPath } = await renderConsole('/error?eventId=abc123', { as: 'owner' });
  await user.click(await screen.findByRole('button', { name: 'Copy Error ID' }));
  await waitFor(async () => expect(await navigator.clipboard.readText()).toBe('abc123'));
  const home = screen.getByRole('link', { name: 'Return home' });
  // Other paths redirect to it too.
  expect(home.getAttribute('href')).toBe('/');
  await user.click(home);
  await untilPath('/');
  expect(await screen.findByRole('button', { name: 'Account' })).toBeTruthy();
});

test('the error page shows no id if there is none', async () => {
  shows('1.2.error-page.id', '1.2.route.error');
  await renderConsole('/error');
  const text = (await screen.findByText(/^A major problem occurred/)).textContent;
  expect(text).toBe('A major problem occurred. Please try again. If it keeps happening, contact support.');
});

test.each([
  ['/access-denied', 'Access denied'],
  ['/not-allowed', 'Action not allowed'],
  ['/not-found', 'Page not found'],
])('%s opens without a session', async (path, title) => {
  shows(
    '1.2.public.access-denied',
    '1.2.public.not-allowed',
    '1.2.public.not-found',
    '2.2.route.access-denied',
    '2.2.route.not-allowed',
    '2.2.route.not-found',
  );
  const { path: here } = await renderConsole(path);
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy();
  expect(screen.queryByRole('navigation')).toBeNull();
  expect(here()).toBe(path);
  await waitFor(() => expect(document.title).toBe(`${title} · Quartermaster`));
});

test.each([
  ['/access-denied', 'Access denied'],
  ['/not-allowed', 'Action not allowed'],
  ['/not-found', 'Page not found'],
  ['/no/such/page', 'Page not found'],
])('%s is shown inside the layout to signed-in users', async (path, title) => {
  const server = await startTestServer();
  await choose(server, 'owner', server.studio.dev);
  await renderConsole(path, { server, as: 'owner' });
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Account' })).toBeTruthy();
  expect(screen.getByRole('navigation', { name: 'Main' })).toBeTruthy();
  expect(screen.getAllByRole('main')).toHaveLength(1);
  expect(screen.getByRole('link', { name: 'Return home' })).toBeTruthy();
});

test('header and sidebar stay while navigating to a page that does not exist', async () => {
  shows('1.2.route.not-found-path');
  const server = await startTestServer();
  await choose(server, 'owner', server.studio.dev);
  const { user, untilPath } = await renderConsole('/settings/workspaces/99999999', { server, as: 'owner' });
  await untilPath('/not-found');
  const header = await screen.findByRole('button', { name: 'Account' });
  await user.click(screen.getByRole('link', { name: 'Return home' }));
  await untilPath('/');
  expect(screen.getByRole('button', { name: 'Account' })).toBe(header);
});

test('a page that needs no session also opens with one that has ended', async () => {
  shows('1.2.public.error', '1.2.public.not-found');
  const { path } = await renderConsole('/not-found', {
    as: 'owner',
    intercept: (fetch) => (input, init) =>
      String(input).includes('/v1/')
        ? Promise.resolve(Response.json({ status_code: 401, error: 'unauthorized', message: 'No.' }, { status: 401 }))
        : fetch(input, init),
  });
  expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeTruthy();
  expect(path()).toBe('/not-found');
  expect(screen.queryByRole('button', { name: 'Account' })).toBeNull();
});

test('creating an item outside of Dev redirects to /not-allowed', async () => {
  shows('1.2.route.not-allowed', '2.6.dev-only.page-text');
  const server = await startTestServer();
  const { untilPath } = await renderConsole(`/instance/${server.studio.stage}/templates/image/items/new`, {
    server,
    as: 'owner',
  });
  await untilPath('/not-allowed');
  expect(
    await screen.findByText(
      /^Creating items or templates is not permitted in the Stage and Prod instances. Switch to the Dev instance/,
    ),
  ).toBeTruthy();
});

test('a page that crashes shows its error inside the layout, notifies the host and can be retried', async () => {
  let isBroken = true;
  const server = await startTestServer();
  await choose(server, 'owner', server.studio.dev);
  const { user, events } = await renderConsole('/settings/exported-data', {
    server,
    as: 'owner',
    intercept: (fetch) => (input, init) =>
      isBroken
        ? answering('/reports', () => Response.json({ reports: [null], next_cursor: null }))(fetch)(input, init)
        : fetch(input, init),
  });
  expect(await screen.findByRole('heading', { name: 'Oops! Something went wrong' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Account' })).toBeTruthy();
  const reported = events.find((event) => event.type === 'error');
  expect(reported).toMatchObject({ phase: 'render', fatal: false });
  expect(screen.getByText(reported?.id ?? '')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Copy details' }));
  expect(await navigator.clipboard.readText()).toBe(`details of ${reported?.id}`);
  isBroken = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'No exports yet' })).toBeTruthy();
});

test.each([
  ['/v1/workspaces', 'Workspaces data not found'],
  ['/v1/accounts/workspaces', 'Workspaces data not found'],
  ['/v1/accounts/settings', 'Instance data not found'],
])('if %s cannot be loaded, the error page says "%s", even if access is refused', async (ending, sentence) => {
  shows('1.8.missing.instance', '1.8.missing.workspaces', '2.8.missing.instance', '2.8.missing.workspaces');
  const { untilPath, user } = await renderConsole('/', {
    as: 'owner',
    intercept: answering(ending, broken(409, 'Not now.')),
  });
  await untilPath('/error');
  expect(await screen.findByText(sentence)).toBeTruthy();
  expect(screen.getByText('request-42')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Copy details' }));
  expect(await navigator.clipboard.readText()).toBe('details of request-42');
});

describe('a page that cannot be shown', () => {
  const deepLink = '/settings/exported-data?page=2';
  const failing = (isBroken: () => boolean) => (fetch: typeof globalThis.fetch) => {
    const refused = answering('/v1/accounts/settings', broken(409, 'Not now.'))(fetch);
    return (...call: Parameters<typeof fetch>) => (isBroken() ? refused : fetch)(...call);
  };
  const open = async (path: string, isBroken: () => boolean) => {
    const server = await startTestServer();
    await choose(server, 'owner', server.studio.dev);
    return renderConsole(path, { server, as: 'owner', intercept: failing(isBroken) });
  };

  test('keeps its address, notifies the host, and can be retried', async () => {
    let isBroken = true;
    const { events, path, untilPath, user } = await open(deepLink, () => isBroken);
    await untilPath('/error');
    expect(events).toContainEqual({
      type: 'error',
      phase: 'data',
      fatal: false,
      id: 'request-42',
      message: 'Not now.',
    });
    const retry = await screen.findByRole('button', { name: 'Try again' });
    isBroken = false;
    await user.click(retry);
    await waitFor(() => expect(path()).toBe(deepLink));
    await screen.findByRole('heading', { level: 1, name: 'Exported data' });
  });

  test('is tried again when the error page is reloaded', async () => {
    shows('1.2.route.error');
    const { path } = await open(`/error?from=${encodeURIComponent(deepLink)}`, () => false);
    await waitFor(() => expect(path()).toBe(deepLink));
    await screen.findByRole('heading', { level: 1, name: 'Exported data' });
  });

  test('is tried again when the server is back', async () => {
    const line = { isDown: true, calls: 0 };
    const server = await startTestServer();
    await choose(server, 'owner', server.studio.dev);
    const { untilLast } = startTries();
    const { path, untilPath } = await renderConsole(deepLink, {
      server,
      as: 'owner',
      intercept: (fetch) => async (input, init) => {
        if (!line.isDown) return fetch(input, init);
        if (new URL(String(input)).pathname === '/v1/workspaces') line.calls += 1;
        throw new TypeError('Failed to fetch');
      },
    });
    await untilLast(() => line.calls);
    await untilPath('/error');
    line.isDown = false;
    fireEvent(window, new Event('online'));
    await waitFor(() => expect(path()).toBe(deepLink));
    await screen.findByRole('heading', { level: 1, name: 'Exported data' });
  });
});
