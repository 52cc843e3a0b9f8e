import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { createStore } from 'jotai';
import { expect, onTestFinished, test, vi } from 'vitest';
import { activeInstanceAtom } from '../../src/shared/access/active-instance.ts';
import { reportQueries } from '../../src/shared/data/reports.ts';
import { templateQueries } from '../../src/shared/data/templates.ts';
import type { Request } from '../../src/shared/services/request.ts';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { startTestServer, type TestServer } from '../support/server.ts';
import { insertItems } from '../support/server-content.ts';
import { choose } from './choose-instance.ts';

type Fetch = typeof globalThis.fetch;

/** Opens the console of an owner with an active instance; records each call, and can modify responses. */
async function open(path: string, server: TestServer, instanceId: number, answer?: (path: string) => unknown) {
  const calls: string[] = [];
  await choose(server, 'owner', instanceId);
  const intercept =
    (fetch: Fetch): Fetch =>
    async (input, init) => {
      const { pathname } = new URL(String(input));
      calls.push(`${init?.method ?? 'GET'} ${pathname}`);
      const own = await answer?.(pathname);
      return own === undefined ? fetch(input, init) : Response.json(own);
    };
  return { calls, ...(await renderConsole(path, { server, as: 'owner', intercept })) };
}

const ofInstances = (calls: string[]) => calls.filter((call) => /\/v1\/(instances|editor)\//.test(call));

test.each(['/', '/settings/exported-data', '/settings/export-settings'])(
  'without an active instance, %s makes no instance calls, and the home link reads "Dashboard"',
  async (path) => {
    shows(
      '1.2.sidebar.dashboard-fallback',
      '1.4.instance.permissions-none',
      '1.7.instance-permissions.enabled',
      '2.2.sidebar.dashboard-fallback',
      '2.7.menu.get-enabled',
      '2.7.reports.get-enabled',
    );
    const server = await startTestServer();
    const { calls } = await open(path, server, 0);
    const home = await screen.findByRole('link', { name: 'Dashboard' });
    expect(home.getAttribute('href')).toBe('/');
    expect(screen.getByRole('navigation', { name: 'Main' }).contains(home)).toBe(true);
    await screen.findAllByText(/No instance chosen|Choose an instance in the header/);
    expect(ofInstances(calls)).toEqual([]);
  },
);

test('no instance calls are made until the settings have loaded', async () => {
  shows('1.3.account-settings.not-loaded');
  expect(createStore().get(activeInstanceAtom)).toBe(-1);
  const server = await startTestServer();
  const { promise: held, resolve: release } = Promise.withResolvers<undefined>();
  const { calls } = await open('/', server, server.studio.dev, (path) =>
    path.endsWith('/v1/accounts/settings') ? held : undefined,
  );
  await waitFor(() =>
    expect(calls).toEqual(expect.arrayContaining(['GET /v1/accounts/settings', 'GET /v1/workspaces'])),
  );
  expect(ofInstances(calls)).toEqual([]);
  release(undefined);
  await screen.findByRole('link', { name: 'Images' });
  expect(ofInstances(calls)).toContain(`GET /v1/instances/${server.studio.dev}/permissions`);
});

const observed = {
  templates: (queries: QueryClient, request: Request, instanceId: number) =>
    new QueryObserver(queries, templateQueries.list(request, instanceId)).subscribe(() => undefined),
  reports: (queries: QueryClient, request: Request, instanceId: number) =>
    new QueryObserver(queries, reportQueries.list(request, instanceId, { limit: 10 })).subscribe(() => undefined),
};

test.each([
  ['templates', -1, 0],
  ['templates', 0, 0],
  ['templates', 1, 1],
  ['reports', -1, 0],
  ['reports', 0, 0],
  ['reports', 1, 1],
] as const)('the %s of instance %i are requested %i times', async (what, instanceId, times) => {
  shows('2.7.reports.get-enabled', '2.7.templates.get-enabled');
  const request = vi.fn(async () => ({ [what]: [] }));
  const queries = new QueryClient();
  onTestFinished(observed[what](queries, request as unknown as Request, instanceId));
  await waitFor(() => expect(queries.isFetching()).toBe(0));
  expect(request).toHaveBeenCalledTimes(times);
});

test('permissions are requested for each instance', async () => {
  shows('1.4.instance.permissions-per-instance');
  const server = await startTestServer();
  const { dev, stage } = server.studio;
  const { calls, user } = await open(`/instance/${dev}/templates/image/items`, server, dev);
  const permissions = () => calls.filter((call) => call.endsWith('/permissions'));
  await screen.findByRole('link', { name: 'Images' });
  expect(permissions()).toEqual([`GET /v1/instances/${dev}/permissions`]);
  await user.click(screen.getByRole('button', { name: /^Change instance/ }));
  await user.click(await screen.findByRole('combobox', { name: 'Instance' }));
  await user.click(await screen.findByRole('option', { name: 'stage' }));
  await user.click(screen.getByRole('button', { name: 'Change instance' }));
  await waitFor(() => expect(permissions()).toContain(`GET /v1/instances/${stage}/permissions`));
  expect(calls).toContain(`POST /v1/instances/${stage}/activate`);
});

test('choosing the instance that is already active makes no call', async () => {
  shows('1.4.instance.no-call-when-same');
  const server = await startTestServer();
  const { calls, user } = await open('/', server, server.studio.dev);
  await user.click(await screen.findByRole('button', { name: /^Change instance/ }));
  await user.click(await screen.findByRole('combobox', { name: 'Instance' }));
  await user.click(await screen.findByRole('option', { name: 'dev' }));
  await user.click(screen.getByRole('button', { name: 'Change instance' }));
  await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Instance' })).toBeNull());
  expect(calls.filter((call) => call.endsWith('/activate'))).toEqual([]);
});

test('the URL of a workspace that the user has just left redirects to /access-denied', async () => {
  shows('1.6.guard.access-denied');
  const server = await startTestServer();
  const { dev } = server.studio;
  const { untilPath } = await open(`/instance/${dev}/templates/image/items`, server, dev, (path) =>
    path.endsWith('/v1/accounts/workspaces') ? { workspaces: [] } : undefined,
  );
  await untilPath('/access-denied');
  expect(await screen.findByRole('heading', { level: 1, name: 'Access denied' })).toBeTruthy();
});

test.each(['stage', 'prod'] as const)('%s lists its items to review and save, and offers no new item', async (env) => {
  shows('2.1.stage-prod.review');
  const server = await startTestServer();
  const instanceId = server.studio[env];
  await insertItems(server.app.deps.database, instanceId, 'sword', 2);
  const list = `/instance/${instanceId}/templates/sword/items`;
  const { user, untilPath } = await open(list, server, instanceId);
  expect(await screen.findByText('sword 2')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Create item' })).toBeNull();
  await user.click(screen.getByRole('link', { name: 'Item 1' }));
  await untilPath(`${list}/1/edit`);
  expect(await screen.findByDisplayValue('sword 1')).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Save changes' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Delete item' })).toBeNull();
});

const choosePng = (megabytes: number, more = 0) =>
  fireEvent.change(screen.getByLabelText('Image file'), {
    target: { files: [new File([new Uint8Array(megabytes * 1024 * 1024 + more)], 'big.png', { type: 'image/png' })] },
  });

/** A new image item in a studio on Starter, with the subscription loaded or still pending. */
async function openImage(subscription?: Promise<undefined>) {
  const server = await startTestServer();
  const { dev, workspaceId } = server.studio;
  const { query } = server.app.deps.database;
  await query("update subscriptions set plan = 'starter' where workspace_id = $1", [workspaceId]);
  const path = `/instance/${dev}/templates/image/items/new`;
  await open(path, server, dev, (call) => (call.endsWith('/subscriptions') ? subscription : undefined));
  await screen.findByLabelText(/^Label/);
}

test('on the Starter plan an image has at most 2 MB', async () => {
  shows('1.9.image.starter', '2.5.image.limit-starter', '2.5.image.oversize');
  await openImage();
  // Until the plan has loaded, the limit is the most that any plan allows.
  await screen.findByText(/smaller than 2 MB$/);
  choosePng(2, 1);
  expect(await screen.findByText('Please upload an image smaller than 2MB')).toBeTruthy();
  choosePng(2);
  expect(await screen.findByAltText('Preview')).toBeTruthy();
  expect(screen.queryByText(/^Please upload an image/)).toBeNull();
});

test('while the plan is loading, an image within the largest plan’s limit is accepted', async () => {
  shows('2.2.item.image-preview');
  const { promise, resolve } = Promise.withResolvers<undefined>();
  await openImage(promise);
  choosePng(2);
  expect(await screen.findByAltText('Preview')).toBeTruthy();
  expect(screen.queryByText(/^Please upload an image/)).toBeNull();
  resolve(undefined);
});

test('if the request for a download address is refused, the server’s message shows', async () => {
  shows('1.8.toast.download', '2.8.download.toast');
  const server = await startTestServer();
  const { dev } = server.studio;
  await insertItems(server.app.deps.database, dev, 'sword', 2);
  await choose(server, 'owner', dev);
  const { user, overlay } = await renderConsole('/settings/exported-data', {
    server,
    as: 'owner',
    follows: true,
    intercept: (fetch) => (input, init) =>
      String(input).includes('/dictionary/')
        ? Promise.resolve(
            Response.json({ status_code: 404, error: 'not_found', message: 'It is gone.' }, { status: 404 }),
          )
        : fetch(input, init),
  });
  await user.click(await screen.findByRole('button', { name: 'Export' }));
  await user.click(await screen.findByRole('button', { name: 'Yes, export' }));
  await screen.findByRole('row', { name: /completed/ });
  await user.click(screen.getByRole('link', { name: /^Report / }));
  await user.click(await screen.findByRole('button', { name: 'Download sword.json' }));
  expect(await within(overlay).findByText('It is gone.')).toBeTruthy();
});
