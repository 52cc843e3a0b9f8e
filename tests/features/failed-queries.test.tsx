import type { SavedItem } from '@quartermaster/contract/endpoints/items.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
// Loaded here: a page whose code arrives after the last try of what was prefetched for it tries again.
import '../../src/features/items/form/item-edit-page.tsx';
import '../../src/features/items/form/item-new-page.tsx';
import '../../src/features/items/list/items-list-page.tsx';
import '../../src/features/templates/template-copy-page.tsx';
import '../../src/features/templates/template-edit-page.tsx';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { isLong } from '../support/long.ts';
import { untilAnswered } from '../support/open-requests.ts';
import { sampleFields, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { startTries } from '../support/tries.ts';
import { choose } from './choose-instance.ts';

let server: TestServer;
let item: SavedItem;

beforeEach(async () => {
  server = await startTestServer();
  const fields = sampleFields('sword');
  await saveTemplate(server, 'sword', fields);
  const { id: linked } = await saveOne(server, saveBody('sword', fields, { title: 'Sting' }));
  item = await saveOne(server, saveBody('sword', fields, { parent: linked }));
  await choose(server, 'owner', server.studio.dev);
});

/** A path of the API without the ids that differ between runs. */
const shapeOf = (method: string | undefined, input: RequestInfo | URL) =>
  `${method ?? 'GET'} ${new URL(String(input)).pathname.replace('/v1', '').replaceAll(/\/\d+/g, '/{id}')}`;

const failure = () =>
  Response.json(
    { status_code: 500, error: 'internal', message: 'The disk is full.' },
    { status: 500, headers: { 'x-request-id': 'request-42' } },
  );

/** Opens a page while one call always answers 500, or with the given response, until `mend` is called; counts the page’s calls. */
async function open(path: string, broken?: string, answer = failure) {
  const counts = new Map<string, number>();
  let isBroken = true;
  const view = await renderConsole(path, {
    server,
    as: 'owner',
    intercept: (fetch) => (input, init) => {
      const call = shapeOf(init?.method, input);
      counts.set(call, (counts.get(call) ?? 0) + 1);
      if (call !== broken || !isBroken) return fetch(input, init);
      return Promise.resolve(answer());
    },
  });
  const repair = () => {
    isBroken = false;
  };
  return { ...view, counts, repair };
}

const plan = 'GET /workspaces/{id}/subscriptions';
const permissions = 'GET /instances/{id}/permissions';
const template = 'GET /editor/{id}/templates/sword';

const templates = () => `/instance/${server.studio.dev}/templates`;
const workspace = () => `/settings/workspaces/${server.studio.workspaceId}`;

/**
 * Each page with its calls. One query of the layout loads the permissions for all pages: it fails on one page of each guard, of the instance,
 * of its plan, of Dev and of another instance, and on one without a guard.
 */
const pages: [page: string, path: () => string, calls: string[]][] = [
  ['dashboard', () => '/', [permissions, 'GET /accounts', 'GET /editor/{id}/menu']],
  ['workspace', workspace, ['GET /accounts']],
  ['members', () => `${workspace()}/members`, ['GET /workspaces/{id}/accounts', 'GET /workspaces/{id}/invitations']],
  ['roles', () => `${workspace()}/roles`, ['GET /workspaces/{id}/roles']],
  ['role', () => `${workspace()}/roles/${server.studio.viewerRoleId}/edit`, ['GET /workspaces/{id}/roles/{id}']],
  ['access log', () => `${workspace()}/access-log`, ['GET /workspaces/{id}/access-log']],
  ['extensions', () => `${workspace()}/extensions`, ['GET /workspaces/{id}/extensions']],
  ['profile', () => '/settings/account', ['GET /accounts']],
  ['exported data', () => '/settings/exported-data', [permissions, 'GET /instances/{id}/reports']],
  ['report', () => '/settings/exported-data?report=1', ['GET /instances/{id}/reports/{id}']],
  ['export settings', () => '/settings/export-settings', ['GET /instances/{id}/api-token']],
  ['instance sync', () => '/instance-sync', [permissions, 'GET /instances/{id}/changes']],
  ['changes', () => '/changes', ['GET /editor/{id}/change-sets']],
  ['proposals', () => '/proposals', [permissions, 'GET /editor/{id}/proposals']],
  ['proposal', () => '/proposals/1', ['GET /editor/{id}/proposals/{id}']],
  ['history of syncs', () => '/instance-sync/history', ['GET /editor/{id}/change-sets']],
  ['sync', () => '/instance-sync/history/1', ['GET /instances/{id}/syncs/{id}']],
  [
    'review',
    () => `/instance-sync/reviews/1?instance=${server.studio.dev}`,
    [permissions, 'GET /instances/{id}/sync-reviews/{id}'],
  ],
  ['releases', () => '/instance-sync/releases', [permissions, 'GET /instances/{id}/releases']],
  ['release', () => '/instance-sync/releases/1', [permissions, 'GET /instances/{id}/releases/{id}']],
  ['new template', () => `${templates()}/new`, [permissions]],
  ['template', () => `${templates()}/sword/edit`, [template]],
  ['copy of a template', () => `${templates()}/sword/copy`, [template]],
  ['items', () => `${templates()}/sword/items`, [permissions, template, 'POST /editor/{id}/items/sword']],
  ['new item', () => `${templates()}/sword/items/new`, [template]],
  ['item', () => `${templates()}/sword/items/${item.id}/edit`, [template, 'GET /editor/{id}/items/sword/{id}']],
];

/** One function decides what all pages do: a run that is not long opens some of them. */
const someOf = <T,>(all: readonly T[], step: number): T[] => all.filter((_, at) => isLong || at % step === 0);

test.each(
  someOf(
    pages.flatMap(([page, path, calls]) => calls.map((call) => [page, call, path] as const)),
    4,
  ),
)(
  'on the page %s, %s that always answers 500 redirects to the error page, which says so, without a toast',
  async (_page, call, path) => {
    shows('1.8.retry.count', '1.8.retry.error-page', '2.8.call.retries', '4.designers.error-once');
    await expectErrorPage(path(), call);
  },
);

test.each(
  someOf(
    [
      ['members', 'GET /workspaces/{id}/accounts'],
      ['members', 'GET /workspaces/{id}/invitations'],
      ['roles', 'GET /workspaces/{id}/roles'],
      ['access log', 'GET /workspaces/{id}/access-log'],
      ['exported data', 'GET /instances/{id}/reports'],
      ['proposals', 'GET /editor/{id}/proposals'],
      ['history of syncs', 'GET /editor/{id}/change-sets'],
      ['items', 'POST /editor/{id}/items/sword'],
    ] as const,
    4,
  ),
)('on the page %s, %s that answers 200 without its content redirects to the error page', async (name, call) => {
  const [, path = () => ''] = pages.find(([page]) => page === name) ?? [];
  const { untilPath } = await open(path(), call, () => Response.json({}));
  await untilPath('/error');
});

const withBanner: [page: string, path: () => string, heading: string][] = [
  ['dashboard', () => '/', 'Studio'],
  ['workspace', workspace, 'Studio'],
  ['project', () => `${workspace()}/projects/${server.studio.projectId}`, 'Studio game'],
  ['members', () => `${workspace()}/members`, 'Workspace members'],
  ['profile', () => '/settings/account', 'Profile'],
  ['items', () => `${templates()}/sword/items`, 'The sword'],
  ['new item', () => `${templates()}/sword/items/new`, 'New item'],
];

test.each(someOf(withBanner, 5))(
  'on the page %s, a plan that cannot be loaded hides only the banner',
  async (_page, path, name) => {
    const { untilLast } = startTries();
    const { counts, overlay, root, path: current } = await open(path(), plan);
    // Pages shown after that fetch once more.
    await untilLast(() => Math.min(4, counts.get(plan) ?? 0));
    expect(await within(root).findByRole('heading', { level: 1, name: new RegExp(name) })).toBeTruthy();
    await untilAnswered();
    expect(current()).not.toMatch(/^\/(error|access-denied)/);
    expect(within(overlay).queryByRole('alert')).toBeNull();
    expect(within(root).queryByRole('region', { name: 'Subscription' })).toBeNull();
  },
);

test.each<[page: string, path: () => string]>([
  ['instance sync', () => '/instance-sync'],
  ['new role', () => `${workspace()}/roles/new`],
  ['billing', () => '/settings/billing'],
])('the page %s, which needs the plan, shows that it could not be loaded, and can retry', async (_page, path) => {
  const { untilLast } = startTries();
  const { counts, root, user, path: current } = await open(path(), plan);
  await untilLast(() => Math.min(4, counts.get(plan) ?? 0));
  const alert = await within(root).findByRole('alert');
  expect(alert.textContent).toContain('The subscription could not be loaded');
  expect(alert.textContent).toContain('The disk is full.');
  expect(current()).toBe(path());
  const before = counts.get(plan) ?? 0;
  await user.click(within(alert).getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(counts.get(plan)).toBe(before + 1));
});

test.each([
  ['Templates', 'GET /editor/{id}/templates', '?tab=details'],
  ['Removed fields', `${template}/removed-fields`, ''],
])('a failed query of a part of a page shows a toast and keeps the page: %s', async (title, call, search) => {
  shows(
    '1.8.retry.error-page',
    '1.8.toast.event-id',
    '1.8.toast.message',
    '1.8.toast.query',
    '1.8.toast.title',
    '2.8.call.query-toast',
    '2.8.call.retries',
    '2.8.call.toast-event-id',
    '2.8.call.toast-message',
    '2.8.call.toast-title',
  );
  const { untilLast } = startTries();
  const { counts, overlay, root, path } = await open(`${templates()}/sword/edit${search}`, call);
  await untilLast(() => counts.get(call) ?? 0);
  const toast = (await within(overlay).findByText(title)).closest('[role=alert]');
  expect(toast?.textContent).toBe(`${title}The disk is full.DetailsError ID: request-42`);
  expect(await within(root).findByRole('heading', { level: 1, name: 'Edit template The sword' })).toBeTruthy();
  expect(path()).toMatch(/\/sword\/edit/);
});

test.each<[way: string, control: () => Promise<HTMLElement>, heading: RegExp, calls: number]>([
  ['“Try again”', () => screen.findByRole('button', { name: 'Try again' }), /^Exported data/, 1],
  // Home shows three instances.
  ['“Return home”', () => screen.findByRole('link', { name: 'Return home' }), /Studio/, 3],
])('permissions that could not be loaded are requested again by %s', async (_way, control, name, calls) => {
  const { counts, repair, user } = await expectErrorPage('/settings/exported-data', permissions);
  expect(counts.get(permissions)).toBe(4);
  repair();
  await user.click(await control());
  expect(await screen.findByRole('heading', { level: 1, name })).toBeTruthy();
  await waitFor(() => expect(counts.get(permissions)).toBe(4 + calls));
});

async function expectErrorPage(path: string, call: string) {
  const { untilLast } = startTries();
  const view = await open(path, call);
  const { counts, untilPath, overlay, root } = view;
  await untilLast(() => counts.get(call) ?? 0);
  await untilPath('/error');
  if (call !== permissions) await within(root).findByText(/^[A-Z][\w ]+: The disk is full\.$/);
  expect(within(overlay).queryByRole('alert')).toBeNull();
  return view;
}
