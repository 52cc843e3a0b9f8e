import type { Action } from '@quartermaster/contract/endpoints/bulk-edits.ts';
import { changeSetPath } from '@quartermaster/contract/paths.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { advance, recordErrors } from '../../server/core/jobs/progress.ts';
import { editJob } from '../../server/modules/bulk-edits/edit-job-service.ts';
import { createReport } from '../../server/modules/reports/repository.ts';
import { shows } from '../specification/shows.ts';
import { openEdit } from '../support/bulk-edits.ts';
import { renderConsole } from '../support/console.tsx';
import { startTestServer, type TestServer } from '../support/server.ts';
import { insertItems } from '../support/server-content.ts';
import { choose } from './choose-instance.ts';

const items = 40;

async function withItems() {
  const server = await startTestServer();
  await choose(server, 'owner', server.studio.dev);
  await choose(server, 'member', server.studio.dev);
  await insertItems(server.app.deps.database, server.studio.dev, 'thing', items);
  return server;
}

/** An edit of all items that no server has begun. */
function startEdit(server: TestServer, value: string) {
  const action: Action = { operations: [{ field_id: 'label', op: 'append', value }] };
  const ids = Array.from({ length: items }, (_, index) => index + 1);
  return openEdit(server, { templateId: 'thing', ids, action });
}

test('changes that are being applied show their progress, and can be cancelled', async () => {
  shows('4.bulk.cancel');
  const server = await withItems();
  const { query } = server.app.deps.database;
  const id = await startEdit(server, ' II');
  const { user } = await renderConsole(changeSetPath(id, server.studio.dev), { server, as: 'owner', follows: true });
  expect(await screen.findByText('Applying the changes: 0 %')).toBeTruthy();
  expect(screen.getByText('0 of 40 items')).toBeTruthy();
  await advance(query, { kind: 'change-set', id }, { more: 10 });
  expect(await screen.findByText('10 of 40 items')).toBeTruthy();
  expect(screen.getByRole('progressbar', { name: 'Applying the changes' }).getAttribute('aria-valuenow')).toBe('25');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByText('cancelled')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
});

test('a member who cannot edit sees the progress without the button', async () => {
  const server = await withItems();
  const id = await startEdit(server, ' II');
  await renderConsole(changeSetPath(id, server.studio.dev), { server, as: 'member', follows: true });
  expect(await screen.findByText('0 of 40 items')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
});

test('changes that have failed list the items that are the reason', async () => {
  const server = await withItems();
  const id = await startEdit(server, 'x'.repeat(250));
  await renderConsole(changeSetPath(id, server.studio.dev), { server, as: 'owner', follows: true });
  expect(await screen.findByText('0 of 40 items')).toBeTruthy();
  await editJob.run(server.app.deps, { sync_id: id }, new AbortController().signal);
  const errors = within(await screen.findByRole('list', { name: 'Errors' }));
  const rows = errors.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(rows).toHaveLength(21);
  expect(rows[0]).toBe('Item 1 #1 label: must be at most 255 characters');
  expect(rows[20]).toBe('and 20 more');
  expect(screen.queryByRole('progressbar')).toBeNull();
});

test('an export shows which file it writes and which one failed, and can be cancelled', async () => {
  const server = await withItems();
  const { studio, app } = server;
  const { database, unit, clock } = app.deps;
  const author = { actor: { kind: 'account', accountId: studio.accounts.owner }, origin: 'form' } as const;
  const report = { instanceId: studio.dev, author, path: 'path', createdAt: clock.now() };
  const id = (await unit(({ query }) => createReport(query, report))) ?? expect.fail('No export is running.');
  const job = { kind: 'export', id } as const;
  const { user } = await renderConsole(`/settings/exported-data?report=${id}`, { server, as: 'owner', follows: true });
  const dialog = within(await screen.findByRole('dialog', { name: `Report ${id}` }));
  expect(await dialog.findByText('Starting: 0 %')).toBeTruthy();
  await advance(database.query, job, { more: 1, doing: 'Writing thing.json' });
  await recordErrors(database.query, job, [{ row: 'thing', message: 'The file could not be written.' }]);
  expect(await dialog.findByText('Writing thing.json: 50 %')).toBeTruthy();
  expect(dialog.getByText('1 of 2 templates')).toBeTruthy();
  const errors = await dialog.findByRole('list', { name: 'Errors' });
  expect(errors.textContent).toBe('thing The file could not be written.');
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(await dialog.findByText('The export was cancelled.')).toBeTruthy();
  await waitFor(() => expect(dialog.queryByRole('progressbar')).toBeNull());
  expect(dialog.queryByRole('button', { name: 'Cancel' })).toBeNull();
});
