import { toItemValues } from '@quartermaster/contract/content/item-values.ts';
import { buildTree } from '@quartermaster/contract/content/template-tree.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import type { RemovedField } from '@quartermaster/contract/endpoints/templates.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Draft, draftOf, fieldsOf } from '../../src/features/templates/model/draft.ts';
import { entriesOf, restoreField, sizeOf } from '../../src/features/templates/removed/restore-field.ts';
import { field, saveTemplate } from '../support/sample-template.ts';
import { startTestServer } from '../support/server.ts';
import { confirmSave, openSword, storedTemplate } from '../support/template-page.ts';

/** The sword’s template without its price and appearance, opened for editing. */
async function openWithRemoved() {
  const server = await startTestServer();
  const first = await openSword({ server, isFresh: true });
  first.close();
  const removed = ['price', 'looks', 'rarity', 'inner', 'glow'];
  await saveTemplate(
    server,
    'sword',
    first.fields.filter(({ id }) => !removed.includes(id)),
    { version: 1, label: 'Sword' },
  );
  return openSword({ server });
}

const listed = async () => within(await screen.findByRole('region', { name: 'Removed fields' }));

test('removed fields are listed, a group with its contents as one, and are restored with their values', async () => {
  const { user, server, untilPath, base } = await openWithRemoved();
  const list = await listed();
  expect(list.getAllByRole('listitem')).toHaveLength(2);
  expect(list.getByText(/with 3 fields in it, a moment ago/)).toBeTruthy();
  expect(list.getByText(/a moment ago, 2 items had a value/)).toBeTruthy();

  await user.click(list.getByRole('button', { name: 'Bring back The price' }));
  const row = (await screen.findAllByRole('treeitem', { selected: true }))[0];
  expect(within(row as HTMLElement).getByText('The price')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('tree', { name: 'Fields' }));
  expect((await listed()).getAllByRole('listitem')).toHaveLength(1);
  await user.click((await listed()).getByRole('button', { name: 'Bring back The looks' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Removed fields' })).toBeNull());

  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Save template changes' }));
  expect(dialog.getByRole('tab', { name: 'Added (5)', selected: true })).toBeTruthy();
  expect(await dialog.findByText('All 2 items get their value back')).toBeTruthy();
  await waitFor(() => expect(dialog.getAllByText('restored')).toHaveLength(5));
  await confirmSave(user);
  await untilPath(`${base}/sword/items`);

  const template = await storedTemplate(server);
  const { item } = await server.call(
    items.get,
    { params: { instanceId: server.studio.dev, templateId: 'sword', id: 1 } },
    { as: 'owner' },
  );
  expect(toItemValues(buildTree(template.fields), item.fields)).toMatchObject({ title: 'Excalibur', price: 120 });
});

test('the list is hidden if nothing was removed, and for users without write access', async () => {
  const { close, server } = await openSword();
  await waitFor(() => expect(screen.getByRole('tab', { name: 'Components' })).toBeTruthy());
  expect(screen.queryByText('Removed fields')).toBeNull();
  close();
  await openSword({ server, as: 'member', verb: 'View' });
  expect(screen.queryByText('Removed fields')).toBeNull();
});

test('a field that was removed before its group has its own entry', () => {
  const settings = { type: 'group', name: 'g', label: 'G' } as const;
  const removed = (id: string, parentId: string | null, removed_at: string) => ({
    id,
    parentId,
    removed_at,
    settings,
    order: 0,
    items: 0,
  });
  const fields = [removed('group', null, '2'), removed('inside', 'group', '2'), removed('early', 'group', '1')];
  const entries = entriesOf(fields, () => false);
  expect(entries.map((entry) => [entry.field.id, sizeOf(entry)])).toEqual([
    ['group', 2],
    ['early', 1],
  ]);
  expect(entriesOf(fields, (id) => id === 'group').map(({ field }) => field.id)).toEqual(['inside', 'early']);
});

test('a restored field returns to its position, whichever neighbours exist', () => {
  const source = (['a', 'b', 'c', 'd', 'e'] as const).map((id, order) => field(id, 'text', { order }));
  const removed_at = '2026-01-05T09:07:03Z';
  const removed = source
    .filter(({ id }) => ['b', 'd', 'e'].includes(id))
    .map((one) => ({ ...one, removed_at, items: 0 }) as RemovedField);
  const left = draftOf({ id: 'sword', label: 'Sword', fields: source.filter(({ id }) => ['a', 'c'].includes(id)) });
  const back = (draft: Draft, id: string) => {
    const entry = entriesOf(removed, (at) => draft.settings.has(at)).find((one) => one.field.id === id);
    if (!entry) throw new Error(`${id} is not removed`);
    return restoreField(draft, entry, removed);
  };
  const order = (draft: Draft) => fieldsOf(draft).map(({ id }) => id);
  expect(order(back(left, 'b'))).toEqual(['a', 'b', 'c']);
  expect(order(back(left, 'd'))).toEqual(['a', 'c', 'd']);
  expect(order(back(back(back(left, 'e'), 'd'), 'b'))).toEqual(['a', 'b', 'c', 'd', 'e']);
});
