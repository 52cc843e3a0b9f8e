import type { SavedItem } from '@quartermaster/contract/endpoints/items.ts';
import { within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
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

/** Opens a page while one call always answers 500; counts the page’s calls. */
async function open(path: string, broken?: string) {
  const asked = new Map<string, number>();
  const view = await renderConsole(path, {
    server,
    as: 'owner',
    intercept: (fetch) => (input, init) => {
      const call = shapeOf(init?.method, input);
      asked.set(call, (asked.get(call) ?? 0) + 1);
      if (call !== broken) return fetch(input, init);
      return Promise.resolve(
        Response.json({ status_code: 500, error: 'internal', message: 'The disk is full.' }, { status: 500 }),
      );
    },
  });
  return { ...view, asked };
}

const plan = 'GET /workspaces/{id}/subscriptions';
const permissions = 'GET /instances/{id}/permissions';
const template = 'GET /editor/{id}/templates/sword';

const templates = () => `/instance/${server.studio.dev}/templates`;
const workspace = () => `/settings/workspaces/${server.studio.workspaceId}`;

/** Each page with its calls; of those that the layout makes on every page, permissions are listed with the pages that need them. */
const pages: [page: string, path: () => string, calls: string[]][] = [
  ['dashboard', () => '/', [plan, permissions, 'GET /accounts', 'GET /editor/{id}/menu']],
  ['workspace', workspace, [plan, 'GET /accounts']],
  ['project', () => `${workspace()}/projects/${server.studio.projectId}`, [plan]],
  [
    'members',
    () => `${workspace()}/members`,
    [plan, 'GET /workspaces/{id}/accounts', 'GET /workspaces/{id}/invitations'],
  ],
  ['roles', () => `${workspace()}/roles`, [plan, 'GET /workspaces/{id}/roles']],
  ['new role', () => `${workspace()}/roles/new`, [plan]],
  ['role', () => `${workspace()}/roles/${server.studio.viewerRoleId}/edit`, [plan, 'GET /workspaces/{id}/roles/{id}']],
  ['access log', () => `${workspace()}/access-log`, ['GET /workspaces/{id}/access-log']],
  ['profile', () => '/settings/account', [plan, 'GET /accounts']],
  ['exported data', () => '/settings/exported-data', [plan, permissions, 'GET /instances/{id}/reports']],
  ['report', () => '/settings/exported-data?report=1', ['GET /instances/{id}/reports/{id}']],
  ['export settings', () => '/settings/export-settings', [plan, permissions, 'GET /instances/{id}/api-token']],
  ['instance sync', () => '/instance-sync', [plan, permissions, 'GET /instances/{id}/changes']],
  ['history of syncs', () => '/instance-sync/history', [plan, permissions, 'GET /instances/{id}/syncs']],
  ['sync', () => '/instance-sync/history/1', [plan, permissions, 'GET /instances/{id}/syncs/{id}']],
  [
    'review',
    () => `/instance-sync/reviews/1?instance=${server.studio.dev}`,
    [plan, permissions, 'GET /instances/{id}/sync-reviews/{id}'],
  ],
  ['new template', () => `${templates()}/new`, [plan, permissions]],
  ['template', () => `${templates()}/sword/edit`, [plan, permissions, template]],
  ['copy of a template', () => `${templates()}/sword/copy`, [plan, permissions, template]],
  ['items', () => `${templates()}/sword/items`, [plan, permissions, template, 'POST /editor/{id}/items/sword']],
  ['new item', () => `${templates()}/sword/items/new`, [plan, permissions, template]],
  [
    'item',
    () => `${templates()}/sword/items/${item.id}/edit`,
    [plan, permissions, template, 'GET /editor/{id}/items/sword/{id}'],
  ],
];

/** Pages that are alone in requesting the plan, as no instance is active. */
const pagesWithoutInstance = ['workspace', 'project'];

test.each(pages.flatMap(([page, path, calls]) => calls.map((call) => [page, call, path] as const)))(
  'on the page %s, %s that always answers 500 shows a toast and leads to the error page',
  async (_page, call, path) => {
    shows('1.8.retry.count', '1.8.retry.error-page', '1.8.toast.query', '2.8.call.query-toast', '2.8.call.retries');
    await expectErrorPage(path(), call);
  },
);

test.each(pages.filter(([page]) => pagesWithoutInstance.includes(page)))(
  'without an active instance, a failing plan on the page %s does so too',
  async (_page, path) => {
    shows('1.8.retry.count', '1.8.retry.error-page', '1.8.toast.query', '2.8.call.query-toast', '2.8.call.retries');
    await choose(server, 'owner', 0);
    await expectErrorPage(path(), plan);
  },
);

test.each([
  ['Templates', 'GET /editor/{id}/templates', '?tab=details'],
  ['Removed fields', `${template}/removed-fields`, ''],
])('a failed query of a part of a page shows a toast and keeps the page: %s', async (title, call, search) => {
  shows('1.8.retry.error-page', '1.8.toast.query', '2.8.call.query-toast', '2.8.call.retries');
  const { untilLast } = startTries();
  const { asked, overlay, root, path } = await open(`${templates()}/sword/edit${search}`, call);
  await untilLast(() => asked.get(call) ?? 0);
  expect((await within(overlay).findByText(title)).closest('[role=alert]')?.textContent).toMatch(/The disk is full\./);
  expect(await within(root).findByRole('heading', { level: 1, name: 'Edit template The sword' })).toBeTruthy();
  expect(path()).toMatch(/\/sword\/edit/);
});

async function expectErrorPage(path: string, call: string) {
  const { untilLast } = startTries();
  const { asked, untilPath, overlay } = await open(path, call);
  await untilLast(() => asked.get(call) ?? 0);
  // Toasts close by themselves, so look for this one first.
  await within(overlay).findByText(/^The disk is full\./);
  await untilPath('/error');
}
