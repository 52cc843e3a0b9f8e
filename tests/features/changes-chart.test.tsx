import { bulkEdits } from '@quartermaster/contract/endpoints/bulk-edits.ts';
import { proposals } from '@quartermaster/contract/endpoints/proposals.ts';
import { syncReviews } from '@quartermaster/contract/endpoints/sync.ts';
import { releasePath } from '@quartermaster/contract/paths.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { saveSwords, swordsOf } from '../support/import-swords.ts';
import { releasesOf } from '../support/release-calls.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { choose } from './choose-instance.ts';
import { syncAll, withWeapons } from './sync-studio.ts';
import { openWeapons } from './weapons-list.ts';

const linesOf = (table: HTMLElement) =>
  [...table.querySelectorAll('tr')].map((row) => [...row.children].map(({ textContent }) => textContent).join(' | '));

test('a bulk edit is drawn before it is applied, with what it moves most', async () => {
  shows('5.numbers.before-after');
  const { user } = await openWeapons();
  for (const label of ['Sword', 'Bow'])
    await user.click(await screen.findByRole('checkbox', { name: new RegExp(`^Select ${label} #`) }));
  const bar = await screen.findByRole('group', { name: 'Selected rows' });
  await user.click(within(bar).getByRole('button', { name: 'Edit' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit 2 items' }));
  await user.click(dialog.getByRole('combobox', { name: 'Field' }));
  await user.click(await screen.findByRole('option', { name: 'Cost' }));
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Operation' }), 'Multiply by');
  await user.type(dialog.getByRole('textbox', { name: 'Value' }), '1.1');
  await dialog.findByRole('button', { name: 'Apply to 2 items' });
  await user.click(dialog.getByRole('button', { name: 'Chart' }));
  const chart = within(await dialog.findByRole('region', { name: 'Before and after' }));
  const statistics = await chart.findByRole('table', { name: 'Statistics' });
  expect(linesOf(statistics)).toEqual([
    'All items | Now | After | Change',
    'mean | 136.667 | 147.333 | +7.8 %',
    'median | 120 | 132 | +10 %',
    'sum | 410 | 442 | +7.8 %',
  ]);
  expect(linesOf(chart.getByRole('table', { name: 'Largest changes' }))).toEqual([
    'Largest changes | Now | After | Change',
    'Sword | 120 | 132 | +10 %',
    'Bow | 200 | 220 | +10 %',
  ]);
  expect(chart.getByText('2 of 3 items change, 66.7 %')).toBeTruthy();
  const bins = linesOf(chart.getByRole('table', { name: 'Cost, before and after' })).slice(1);
  const sumOf = (column: number) => bins.reduce((sum, line) => sum + Number(line.split(' | ')[column]), 0);
  expect([sumOf(1), sumOf(2)]).toEqual([3, 3]);
  // Other changes are drawn again.
  await user.type(dialog.getByRole('textbox', { name: 'Value' }), '5');
  await waitFor(() =>
    expect(linesOf(screen.getByRole('table', { name: 'Statistics' }))[3]).toBe('sum | 410 | 458 | +11.7 %'),
  );
  await user.click(dialog.getByRole('button', { name: 'Chart' }));
  expect(dialog.getByRole('list', { name: 'Preview' }).children).toHaveLength(2);
});

test('a proposal is drawn with the decisions about it', async () => {
  shows('5.numbers.before-after');
  const server = await startTestServer();
  await saveSwords(server);
  await choose(server, 'owner', server.studio.dev);
  const [first, second] = await swordsOf(server).create(
    { sku: 'a', price: 1, title: 'A' },
    { sku: 'b', price: 2, title: 'B' },
  );
  const items = [first, second].map((id) => ({ _id: id, _version: 1, price: 9 }));
  const body = { title: 'Raise', note: '', changes: [{ template_id: 'sword', items }] };
  const params = { instanceId: server.studio.dev };
  const { proposal } = await server.call(proposals.create, { params, body }, { as: 'owner' });
  const { user } = await renderConsole(`/proposals/${proposal.id}?instance=${server.studio.dev}`, {
    as: 'owner',
    server,
  });
  await user.click(await screen.findByRole('button', { name: 'Chart' }));
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Field of the chart' }), 'The price');
  const sum = async () => linesOf(await screen.findByRole('table', { name: 'Statistics' }))[3];
  await waitFor(async () => expect(await sum()).toBe('sum | 3 | 18 | +500 %'));
});

const owner = { as: 'owner' } as const;

/** What opens the dialog of a door, and what the sums of its target's costs are before and after. */
const dialogs: [
  what: string,
  open: (server: TestServer, weapons: number[]) => Promise<string>,
  button: string,
  sums: string,
][] = [
  ['a sync', async () => '/instance-sync', 'Sync all', 'sum | – | 3 | –'],
  [
    'a review',
    async (server) => {
      const body = { changes: [], all: true, note: 'Please look' };
      const { id } = await server.call(syncReviews.create, { params: { instanceId: server.studio.dev }, body }, owner);
      return `/instance-sync/reviews/${id}`;
    },
    'Apply',
    'sum | – | 3 | –',
  ],
  [
    'a release',
    async (server) => releasePath(await releasesOf(server).create(), server.studio.dev),
    'Publish now',
    'sum | – | 3 | –',
  ],
  [
    'the undo of a sync',
    async (server) => `/instance-sync/history/${(await syncAll(server)).id}`,
    'Undo this sync',
    'sum | 3 | – | –',
  ],
  [
    'the undo of a bulk edit',
    async (server, ids) => {
      const body = {
        selection: { template_id: 'weapon', ids },
        action: { operations: [{ field_id: 'cost', op: 'set' as const, value: 50 }] },
      };
      const { id } = await server.call(bulkEdits.apply, { params: { instanceId: server.studio.dev }, body }, owner);
      return `/changes/${id}`;
    },
    'Undo these changes',
    'sum | 100 | 3 | −97 %',
  ],
];

test.each(dialogs)('%s is drawn as it changes its target', async (_, open, button, sums) => {
  shows('5.numbers.before-after');
  const { server, weapons } = await withWeapons();
  const { user } = await renderConsole(await open(server, weapons), { server, ...owner });
  const opener = await screen.findByRole('button', { name: button });
  await waitFor(() => expect(opener).toHaveProperty('disabled', false));
  await user.click(opener);
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(await dialog.findByRole('button', { name: 'Chart' }));
  const template = dialog.queryByRole('combobox', { name: 'Template of the chart' });
  if (template) await user.selectOptions(template, 'weapon');
  const field = dialog.queryByRole('combobox', { name: 'Field of the chart' });
  if (field) await user.selectOptions(field, 'Cost');
  await waitFor(async () => expect(linesOf(await dialog.findByRole('table', { name: 'Statistics' }))[3]).toBe(sums));
});
