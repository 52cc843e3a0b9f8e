import { bulkEdits } from '@quartermaster/contract/endpoints/bulk-edits.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { proposals } from '@quartermaster/contract/endpoints/proposals.ts';
import { syncReviews } from '@quartermaster/contract/endpoints/sync.ts';
import { paths, pathTo, proposalPath, releasePath } from '@quartermaster/contract/paths.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { weapon } from '../support/item-content.ts';
import { releasesOf } from '../support/release-calls.ts';
import type { TestServer } from '../support/server.ts';
import { syncAll, withWeapons } from './sync-studio.ts';

const outdated = 'Changed since this was checked';
const owner = { as: 'owner' } as const;
const admin = { as: 'admin' } as const;

/** Opens a page as the owner, whose console follows the server; resolves once it does. */
async function follow(server: TestServer, path: string) {
  const opened = await renderConsole(path, { server, ...owner, follows: true });
  await opened.untilFollows();
  return opened;
}

/** Another weapon, saved by somebody else. */
const saveAnother = (server: TestServer) =>
  server.call(
    items.saveMany,
    { params: { instanceId: server.studio.dev }, body: { items: [weapon('Dagger', { cost: 9 })] } },
    admin,
  );

const pages: [what: string, open: (server: TestServer) => Promise<string>][] = [
  ['the changes to sync', async () => '/instance-sync'],
  [
    'a review',
    async (server) => {
      const params = { instanceId: server.studio.dev };
      const body = { changes: [], all: true, note: 'Please look' };
      const { id } = await server.call(syncReviews.create, { params, body }, owner);
      return `/instance-sync/reviews/${id}`;
    },
  ],
  ['a release', async (server) => releasePath(await releasesOf(server).create(), server.studio.dev)],
];

test.each(pages)('%s does not change while it is read, and is checked again by a button', async (_, open) => {
  shows('5.live.checks');
  const { server } = await withWeapons();
  const { user } = await follow(server, await open(server));
  await screen.findByRole('link', { name: 'Axe' });
  expect(screen.queryByText(outdated)).toBeNull();
  await saveAnother(server);
  await screen.findByText(outdated);
  expect(screen.queryByRole('link', { name: 'Dagger' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Check again' }));
  await screen.findByRole('link', { name: 'Dagger' });
  await waitFor(() => expect(screen.queryByText(outdated)).toBeNull());
  expect(document.activeElement).not.toBe(document.body);
});

test('what the user syncs is listed at once, without an offer to check again', async () => {
  shows('5.live.checks');
  const { server } = await withWeapons();
  const { user } = await follow(server, '/instance-sync');
  await user.click(await screen.findByRole('button', { name: 'Sync all' }));
  const dialog = await screen.findByRole('dialog');
  const yes = within(dialog).getByRole('button', { name: 'Yes, sync to stage' });
  await waitFor(() => expect(yes).toHaveProperty('disabled', false));
  await user.click(yes);
  await screen.findByText('There are no changes to sync at this time');
  await saveAnother(server);
  await screen.findByText(outdated);
  expect(screen.queryByRole('link', { name: 'Dagger' })).toBeNull();
});

test('what the user undoes is not checked again while the server does it', async () => {
  shows('5.live.checks');
  const { server } = await withWeapons();
  const { id } = await syncAll(server);
  const calls: string[] = [];
  const [reads, checks] = [`/v1/instances/${server.studio.dev}/syncs/${id}`, `/undo/check`];
  const countOf = (end: string) => calls.filter((path) => path.endsWith(end)).length;
  const { user, untilFollows } = await renderConsole(`/instance-sync/history/${id}`, {
    server,
    ...owner,
    follows: true,
    // The answer comes after what the stream tells of the same change.
    intercept: (fetch) => async (input, init) => {
      const { pathname } = new URL(String(input));
      const before = countOf(reads);
      const answer = await fetch(input, init);
      if (pathname.endsWith('/undo')) await waitFor(() => expect(countOf(reads)).toBeGreaterThan(before));
      calls.push(pathname);
      return answer;
    },
  });
  await untilFollows();
  await user.click(await screen.findByRole('button', { name: 'Undo this sync' }));
  const yes = within(await screen.findByRole('dialog')).getByRole('button', { name: 'Yes, undo it' });
  await waitFor(() => expect(yes).toHaveProperty('disabled', false));
  await user.click(yes);
  await screen.findByText('The sync was undone');
  expect(countOf(checks)).toBe(1);
});

test('a sync by somebody else is shown, and does not change what is read', async () => {
  shows('5.live.checks');
  const { server } = await withWeapons();
  await follow(server, '/instance-sync');
  await screen.findByRole('link', { name: 'Axe' });
  await syncAll(server);
  await screen.findByText(outdated);
  expect(screen.getByRole('link', { name: 'Axe' })).toBeTruthy();
});

test('the dialog of a sync offers to check again, and then names what has come', async () => {
  shows('5.live.checks');
  const { server } = await withWeapons();
  const { user } = await follow(server, '/instance-sync');
  await user.click(await screen.findByRole('button', { name: 'Sync all' }));
  const dialog = within(await screen.findByRole('dialog'));
  await waitFor(() =>
    expect(dialog.getByRole('button', { name: 'Yes, sync to stage' })).toHaveProperty('disabled', false),
  );
  await saveAnother(server);
  await user.click(await dialog.findByRole('button', { name: 'Check again' }));
  await waitFor(() => expect(dialog.queryByText(outdated)).toBeNull());
});

/** Sets the cost of a weapon, as somebody else. */
const setCost = (server: TestServer, id: number, value: number) =>
  server.call(
    bulkEdits.apply,
    {
      params: { instanceId: server.studio.dev },
      body: {
        selection: { template_id: 'weapon', ids: [id] },
        action: { operations: [{ field_id: 'cost', op: 'set', value }] },
      },
    },
    admin,
  );

test('a proposal does not change while it is read, until somebody else decides about it', async () => {
  shows('5.live.checks');
  const { server, weapons } = await withWeapons();
  const [sword = 0] = weapons;
  const params = { instanceId: server.studio.dev };
  const rows = weapons.map((id) => ({ _id: id, _version: 1, cost: 100 }));
  const body = { title: 'Dearer', note: '', changes: [{ template_id: 'weapon', items: rows }] };
  const { id } = (await server.call(proposals.create, { params, body }, owner)).proposal;
  const { user } = await follow(server, proposalPath(id, server.studio.dev));
  await screen.findByRole('button', { name: 'Apply 2 items' });
  await setCost(server, sword, 7);
  await screen.findByText(outdated);
  expect(screen.getByRole('button', { name: 'Apply 2 items' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Check again' }));
  await screen.findByText('1 changed, 1 in conflict');
  await waitFor(() => expect(screen.queryByText(outdated)).toBeNull());
  await server.call(proposals.decline, { params: { ...params, proposalId: id }, body: { note: 'Too dear' } }, admin);
  await screen.findByText('Too dear');
});

test('the preview of an edit of many items does not change while it is read', async () => {
  shows('5.live.checks');
  const { server, weapons } = await withWeapons();
  const [sword = 0] = weapons;
  const { user } = await follow(server, pathTo(paths.items, { instanceId: server.studio.dev, templateId: 'weapon' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Select all rows on this page' }));
  const bar = within(await screen.findByRole('group', { name: 'Selected rows' }));
  await user.click(bar.getByRole('button', { name: 'Edit' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('combobox', { name: 'Field' }));
  await user.click(await screen.findByRole('option', { name: 'Cost' }));
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Operation' }), 'Add');
  await user.type(dialog.getByRole('textbox', { name: 'Value' }), '1');
  await dialog.findByRole('button', { name: 'Apply to 2 items' });
  const preview = () => dialog.getByRole('list', { name: 'Preview' }).textContent;
  const before = preview();
  await setCost(server, sword, 7000);
  await dialog.findByText(outdated);
  expect(preview()).toBe(before);
  await user.click(dialog.getByRole('button', { name: 'Check again' }));
  await waitFor(() => expect(preview()).toContain('7001'));
  await waitFor(() => expect(dialog.queryByText(outdated)).toBeNull());
});
