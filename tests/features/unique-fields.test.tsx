import { items } from '@quartermaster/contract/endpoints/items.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { field as fieldOf, inOrder, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { confirmSave, setting, storedTemplate } from '../support/template-page.ts';
import { field, saveChanges } from './sword-form.ts';

const fields = inOrder([
  fieldOf('sku', 'text', { label: 'Sku', unique: true, required: true }),
  fieldOf('number', 'integer', { label: 'Number', unique: true }),
  fieldOf('title', 'text', { label: 'Title' }),
]);

const create = async (server: TestServer, ...labels: string[]): Promise<number[]> => {
  const ids: number[] = [];
  for (const [index, label] of labels.entries()) {
    const values = { sku: `s${index}`, number: index, title: 'Same' };
    ids.push((await saveOne(server, saveBody('sword', fields, values, { label }))).id);
  }
  return ids;
};

const open = async (path: string, server: TestServer, intercept = (fetch: typeof globalThis.fetch) => fetch) =>
  renderConsole(`/instance/${server.studio.dev}/templates/sword${path}`, { as: 'owner', server, intercept });

test('a field is made unique in the template editor, whose tree names unique and key fields', async () => {
  shows('4.unique.setting');
  const server = await startTestServer();
  const plain = inOrder([fieldOf('sku', 'text', { label: 'Sku' }), fieldOf('title', 'text', { label: 'Title' })]);
  await saveTemplate(server, 'sword', plain, { label: 'Sword' });
  const { user } = await open('/edit', server);
  const line = () => within(screen.getByRole('tree', { name: 'Fields' })).getAllByRole('treeitem')[0];
  await screen.findByRole('tree', { name: 'Fields' });
  await user.click(await setting(user, 'Sku', 'Unique'));
  await waitFor(() => expect(line()?.textContent).toContain('unique'));
  await user.click(screen.getByRole('checkbox', { name: 'Required' }));
  await waitFor(() => expect(line()?.textContent).toContain('key'));
  await user.click(saveChanges());
  await confirmSave(user);
  await waitFor(async () => {
    const { fields: stored } = await storedTemplate(server);
    expect(stored.map(({ settings }) => settings.unique)).toEqual([true, undefined]);
  });
});

test('a value that another item has is refused at its field, with the item', async () => {
  shows('4.unique.save');
  const server = await startTestServer();
  await saveTemplate(server, 'sword', fields, { label: 'Sword' });
  const [first = 0, second = 0] = await create(server, 'One', 'Two');
  const { user } = await open(`/items/${second}/edit`, server);
  await screen.findByRole('heading', { level: 1, name: `Sword | # ${second}` });
  await user.clear(field(/^Sku/));
  await user.type(field(/^Sku/), 's0');
  await user.click(saveChanges());
  await user.click(await screen.findByRole('button', { name: 'Yes, save changes' }));
  await screen.findByText(`is already used by item ${first}`);
  expect(field(/^Sku/).getAttribute('aria-invalid')).toBe('true');
  await user.click(screen.getByRole('link', { name: `Open item ${first}` }));
  // Not in the dialog of the save, which may still be closing.
  expect((await screen.findByText('One')).closest('[role="dialog"]')).toBeTruthy();
});

test('a copy leaves unique fields empty, and copies of several get a pattern for key fields', async () => {
  shows('4.unique.copy');
  const server = await startTestServer();
  await saveTemplate(server, 'sword', fields, { label: 'Sword' });
  const [first = 0] = await create(server, 'One');
  const { user } = await open('/items', server);
  await user.click(await screen.findByRole('checkbox', { name: /^Select One #/ }));
  const bar = await screen.findByRole('group', { name: 'Selected rows' });
  await user.click(within(bar).getByRole('button', { name: 'Duplicate' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Duplicate 1 item' }));
  expect(dialog.getByRole('textbox', { name: 'Pattern' })).toHaveProperty('value', '{value}_{n}');
  await user.click(await dialog.findByRole('button', { name: 'Create 1 item' }));
  await screen.findByText('1 item created');
  const params = { instanceId: server.studio.dev, templateId: 'sword' };
  const { items: all } = await server.call(items.listHeaders, { params }, { as: 'owner' });
  const copy = all.find(({ id }) => id !== first)?.id ?? 0;
  const { item } = await server.call(items.get, { params: { ...params, id: copy } }, { as: 'owner' });
  expect(Object.fromEntries(item.fields.map(({ id, value }) => [id, value]))).toEqual({
    sku: 's0_1',
    title: 'Same',
  });
  await user.click(await screen.findByRole('button', { name: 'Actions for One' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Duplicate item' }));
  await waitFor(() => expect(field(/^Title/)).toHaveProperty('value', 'Same'));
  expect([field(/^Sku/), field(/^Number/)].map((input) => (input as HTMLInputElement).value)).toEqual(['', '']);
});

test('copies of a number that is a key get the next free numbers, and an empty pattern says which field needs one', async () => {
  shows('4.unique.copy');
  const server = await startTestServer();
  const keyed = inOrder([fieldOf('f1', 'integer', { name: 'serial', label: 'Serial', unique: true, required: true })]);
  await saveTemplate(server, 'sword', keyed, { label: 'Sword' });
  for (const serial of [7, 120])
    await saveOne(server, saveBody('sword', keyed, { f1: serial }, { label: `Sword ${serial}` }));
  const { promise: untilReady, resolve: answer } = Promise.withResolvers<void>();
  const { user } = await open('/items', server, (fetch) => async (input, init) => {
    // The largest number.
    if (String(init?.body).includes('"desc"')) await untilReady;
    return fetch(input, init);
  });
  for (const name of [/^Select Sword 7 #/, /^Select Sword 120 #/])
    await user.click(await screen.findByRole('checkbox', { name }));
  const bar = await screen.findByRole('group', { name: 'Selected rows' });
  await user.click(within(bar).getByRole('button', { name: 'Duplicate' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Duplicate 2 items' }));
  const pattern = await dialog.findByRole('textbox', { name: 'Pattern' });
  expect(dialog.queryByText(/^Serial is unique and required/)).toBeNull();
  answer();
  await waitFor(() => expect(pattern).toHaveProperty('value', '{i+120}'));
  // The largest numbers have 16 digits.
  fireEvent.change(pattern, { target: { value: '{i+9007199254740993}' } });
  expect(await dialog.findByText(/^\{i\+9007199254740993\} is not known/)).toBeTruthy();
  fireEvent.change(pattern, { target: { value: '{i+9007199254740000}' } });
  await waitFor(() => expect(dialog.queryByText(/is not known/)).toBeNull());
  await user.clear(pattern);
  expect(await dialog.findByText(/^Serial is unique and required: enter a pattern/)).toBeTruthy();
  fireEvent.change(pattern, { target: { value: '{i+120}' } });
  const times = dialog.getByRole('textbox', { name: 'Copies of each' });
  await user.clear(times);
  await user.type(times, '2');
  await user.click(await dialog.findByRole('button', { name: 'Create 4 items' }));
  await screen.findByText('4 items created');
  const body = { sort: { field: 'f1', direction: 'asc' as const }, limit: 10 };
  const params = { instanceId: server.studio.dev, templateId: 'sword' };
  const { items: all } = await server.call(items.list, { params, body }, { as: 'owner' });
  expect(all.map(({ values }) => values.f1)).toEqual([7, 120, 121, 122, 123, 124]);
});
