import { bulkEdits } from '@quartermaster/contract/endpoints/bulk-edits.ts';
import { sync, syncReviews } from '@quartermaster/contract/endpoints/sync.ts';
import { changeSetPath, paths, syncHistoryEntryPath, syncReviewPath } from '@quartermaster/contract/paths.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import type { TestServer } from '../support/server.ts';
import { withWeapons } from './sync-studio.ts';

/** A bulk edit, a sync and two reviews, one of which is declined, by an account that is then deleted. */
async function deleteAuthor(server: TestServer, itemId: number) {
  const { dev, accounts } = server.studio;
  const params = { instanceId: dev };
  const asAdmin = { as: 'admin' } as const;
  const selection = { template_id: 'weapon', ids: [itemId] };
  const action = { operations: [{ field_id: 'cost', op: 'set' as const, value: 7 }] };
  const { id: editId } = await server.call(bulkEdits.apply, { params, body: { selection, action } }, asAdmin);
  const request = () =>
    server.call(syncReviews.create, { params, body: { changes: [], all: true, note: '' } }, asAdmin);
  const { id: declinedId } = await request();
  await server.call(syncReviews.decline, { params: { ...params, reviewId: declinedId }, body: { note: '' } }, asAdmin);
  const { id: openId } = await request();
  const { id: syncId } = await server.call(sync.all, { params, body: {} }, asAdmin);
  await server.app.deps.database.query('delete from accounts where id = $1', [accounts.admin]);
  return { dev, editId: editId ?? 0, syncId: syncId ?? 0, declinedId, openId };
}

type Made = Awaited<ReturnType<typeof deleteAuthor>>;

test.each<[page: string, pathOf: (made: Made) => string, text: RegExp]>([
  ['the history of syncs', () => paths.syncHistory, /^A deleted account$/],
  ['a sync', ({ syncId, dev }) => syncHistoryEntryPath(syncId, dev), /by a deleted account/],
  ['the list of changes', () => paths.changes, /^A deleted account$/],
  ['changes', ({ editId, dev }) => changeSetPath(editId, dev), /by a deleted account/],
  ['the open reviews', () => paths.sync, /^Review \d+ by a deleted account$/],
  ['a review', ({ openId, dev }) => syncReviewPath(openId, dev), /^A deleted account asks to sync everything/],
  ['an answer', ({ declinedId, dev }) => syncReviewPath(declinedId, dev), /^Declined by a deleted account/],
])('%s: the author is shown as a deleted account', async (_, pathOf, text) => {
  shows('4.author.deleted');
  const { server, weapons } = await withWeapons();
  const made = await deleteAuthor(server, weapons[0] ?? 0);
  await renderConsole(pathOf(made), { server, as: 'owner' });
  const shown = await screen.findAllByText((_content, element) => text.test(element?.textContent ?? ''));
  expect(shown.length).toBeGreaterThan(0);
});
