import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { changesJob, runChanges, runStep } from '../../server/content/documents/value-changes/change-values.ts';
import { renderConsole } from '../support/console.tsx';
import { sampleFields, saveAll, saveBody, saveTemplate } from '../support/sample-template.ts';
import { startTestServer } from '../support/server.ts';
import { holdJob } from '../support/server-jobs.ts';
import { setting } from '../support/template-page.ts';

const fields = sampleFields('sword');
const without = fields.filter(({ id }) => id !== 'price');
/** More values than a save changes by itself. */
const copies = 1099;

/** The template `sword` with 1,100 items, each with a price; the job’s work is done step by step. */
async function startWithMany() {
  const server = await startTestServer();
  const { deps } = server.app;
  const { query } = deps.database;
  await holdJob(deps, changesJob);
  await saveTemplate(server, 'sword', fields, { label: 'Sword' });
  const [first] = await saveAll(server, [saveBody('sword', fields, { title: 'Sting', price: 7 }, { label: 'Sting' })]);
  for (const [table, id, columns] of [
    ['items', 'id', 'label, "values", version, created_at, updated_at'],
    ['item_values', 'item_id', 'field_key, number, text'],
  ])
    await query(
      `insert into ${table} (template_key, ${id}, ${columns})
        select template_key, 1000 + n, ${columns} from ${table}, generate_series(1, ${copies}) n where ${id} = $1`,
      [first?.id],
    );
  await query('update item_counts set items = items + $1', [copies]);
  const [row] = await query<{ key: number }>("select key from templates where id = 'sword'", []);
  return {
    server,
    base: `/instance/${server.studio.dev}/templates/sword`,
    doSome: (some: number) => runStep(deps, row?.key ?? 0, some),
    settle: () => runChanges(deps, new AbortController().signal),
  };
}

test('while values are removed, list and editor show the progress until it is done', async () => {
  const { server, base, doSome, settle } = await startWithMany();
  await saveTemplate(server, 'sword', without, { label: 'Sword', version: 1 });
  await renderConsole(`${base}/items`, { as: 'owner', server, follows: true });
  expect(await screen.findByText('Removing values: 0 %')).toBeTruthy();
  expect(screen.getByRole('progressbar', { name: 'Removing values' }).getAttribute('aria-valuenow')).toBe('0');
  expect(screen.getByText('0 of 1,100 items')).toBeTruthy();
  await doSome(550);
  expect(await screen.findByText('Removing values: 50 %')).toBeTruthy();
  expect(screen.getByText('550 of 1,100 items')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
  await settle();
  await waitFor(() => expect(screen.queryByText(/Removing values/)).toBeNull());
  expect((await screen.findAllByRole('row', { name: /Sting/ })).length).toBeGreaterThan(0);
});

test('while values are restored, the editor shows it, and explains why another removal has to wait', async () => {
  const { server, base, settle } = await startWithMany();
  await saveTemplate(server, 'sword', without, { label: 'Sword', version: 1 });
  await settle();
  await saveTemplate(server, 'sword', fields, { label: 'Sword', version: 2 });
  const { user } = await renderConsole(`${base}/edit`, { as: 'owner', server, follows: true });
  expect(await screen.findByText('Bringing values back: 0 %')).toBeTruthy();
  await setting(user, 'The weight', 'Label');
  await user.click(screen.getByTitle('Remove (Delete)'));
  await user.click(await screen.findByRole('button', { name: 'Yes, remove field' }));
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Save template changes' }));
  const message =
    'Values of an earlier change are still being brought back: 0 % is done. Save this once it has finished.';
  expect(await dialog.findByText(message)).toBeTruthy();
  await settle();
  await user.click(dialog.getByRole('button', { name: 'Try again' }));
  expect(await dialog.findByText('No item has a value in it')).toBeTruthy();
  await waitFor(() => expect(screen.queryByText(/Bringing values back/)).toBeNull());
});
