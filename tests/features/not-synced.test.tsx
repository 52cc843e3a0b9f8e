import { items } from '@quartermaster/contract/endpoints/items.ts';
import { sync } from '@quartermaster/contract/endpoints/sync.ts';
import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { field, inOrder, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import type { Person } from '../support/server-studio.ts';
import { syncOf } from '../support/sync.ts';

const fields = inOrder([field('title', 'text')]);
let server: TestServer;

/** Of four items, Same was synced, Changed was edited since, and New was not synced yet; Back has its synced content again. */
beforeEach(async () => {
  server = await startTestServer();
  await saveTemplate(server, 'thing', fields);
  const save = (label: string, title: string, at = {}) =>
    saveOne(server, saveBody('thing', fields, { title }, { label, ...at }));
  await save('Same', 'a');
  const changed = await save('Changed', 'a');
  const back = await save('Back', 'a');
  await syncOf(server, server.studio.dev).all();
  await save('Changed', 'b', { ...changed, before: { title: 'a' } });
  const edited = await save('Back', 'b', { ...back, before: { title: 'a' } });
  await save('Back', 'a', { ...edited, before: { title: 'b' } });
  await save('New', 'a');
});

async function open(as: Person, { grid = false, instanceId = server.studio.dev } = {}) {
  const calls: string[] = [];
  const place = { instanceId, templateId: 'thing' };
  const path = pathTo(grid ? paths.itemsGrid : paths.items, place);
  await renderConsole(path, {
    ...{ server, as, props: { activeInstanceId: instanceId } },
    intercept: (fetch) => (input, init) => {
      calls.push(String(input));
      return fetch(input, init);
    },
  });
  await screen.findByRole('row', { name: /Same/ });
  return { calls: () => calls.filter((one) => one.endsWith('/unsynced')) };
}

const marked = () =>
  screen
    .getAllByRole('row')
    .filter((row) => row.querySelector('[aria-description="Not synced yet"]'))
    .map((row) => ['Same', 'Changed', 'Back', 'New'].find((label) => row.textContent?.includes(label)))
    .toSorted();

test.each([false, true])('items that are not synced yet are marked by one call (in the grid: %s)', async (grid) => {
  shows('5.finding.not-synced');
  const { calls } = await open('owner', { grid });
  await waitFor(() => expect(marked()).toEqual(['Changed', 'New']));
  expect(calls()).toHaveLength(1);
});

test('without the permission to see changes, nothing is asked', async () => {
  shows('5.finding.not-synced');
  const params = { instanceId: server.studio.dev, templateId: 'thing' };
  await expect(server.call(sync.listUnsynced, { params, body: { ids: [1] } }, { as: 'member' })).rejects.toThrow();
  const { items: listed } = await server.call(items.list, { params, body: {} }, { as: 'member' });
  expect(listed).toHaveLength(4);
  const { calls } = await open('member');
  expect([marked(), calls()]).toEqual([[], []]);
});

test('in Prod, which nothing is synced from, nothing is asked', async () => {
  shows('5.finding.not-synced');
  await syncOf(server, server.studio.stage).all();
  const { calls } = await open('owner', { instanceId: server.studio.prod });
  expect([marked(), calls()]).toEqual([[], []]);
});
