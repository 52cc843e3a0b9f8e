import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { field, inOrder, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const fields = inOrder([
  field('title', 'text'),
  field('price', 'integer'),
  field('bonuses', 'dynamic-group'),
  field('stat', 'text', { parentId: 'bonuses' }),
]);
const first = { title: 'Iron', price: 20, bonuses: [{ stat: 'luck' }, { stat: 'might' }] };
let server: TestServer;
let id: number;
let version: number;
let templateVersion: number;
let values: ItemValues;

beforeEach(async () => {
  server = await startTestServer();
  templateVersion = await saveTemplate(server, 'thing', fields);
  values = first;
  ({ id, version } = await saveOne(server, saveBody('thing', fields, values, { label: 'Axe' })));
});

/** Saves other values as the owner. */
async function saveThere(changed: ItemValues, label = 'Axe') {
  const next = { ...values, ...changed };
  ({ version } = await saveOne(server, saveBody('thing', fields, next, { label, id, version, before: values })));
  values = next;
}

/** Opens the item as another member, whose console follows the server; resolves once it does. */
async function openItem() {
  const browser = await server.signIn('admin');
  browser.follows = true;
  const path = pathTo(paths.item, { instanceId: server.studio.dev, templateId: 'thing', id });
  const opened = await renderConsole(path, { server, as: 'admin', browser });
  await screen.findByLabelText('The title');
  await opened.untilFollows();
  return opened;
}

const input = (name: string) => screen.getByLabelText<HTMLInputElement>(name, { selector: 'input, textarea' });
const notes = () => [...document.querySelectorAll('[data-others]')].map(({ textContent }) => textContent);
const stored = async () => {
  const params = { instanceId: server.studio.dev, templateId: 'thing', id };
  const { item } = await server.call(items.get, { params }, { as: 'owner' });
  return Object.fromEntries(item.fields.map((one) => [one.id, one.value]));
};

test('a field that was not typed in takes what another one saves, and says so', async () => {
  shows('5.live.form');
  await openItem();
  await saveThere({ price: 25 });
  await waitFor(() => expect(input('The price').value).toBe('25'));
  await waitFor(() => expect(notes()).toEqual(['owner changed this from 20 to 25']));
  await screen.findByText('owner changed The price meanwhile');
});

test('a field that was typed in stays, says what was saved, and is saved without a conflict', async () => {
  shows('5.live.form', '5.live.form.typed');
  const { user } = await openItem();
  const title = input('The title');
  await user.type(title, ' and oak');
  title.setSelectionRange(2, 4);
  await saveThere({ title: 'Steel', price: 25 });
  await waitFor(() => expect(notes()).toEqual(['owner saved Steel', 'owner changed this from 20 to 25']));
  expect(title.value).toBe('Iron and oak');
  expect(input('The price').value).toBe('25');
  expect(document.activeElement).toBe(title);
  expect([title.selectionStart, title.selectionEnd]).toEqual([2, 4]);
  await user.type(title, '!');
  await user.keyboard('{Control>}s{/Control}');
  await waitFor(async () => expect(await stored()).toMatchObject({ price: 25 }));
  await waitFor(async () => expect((await stored()).title).not.toBe('Steel'));
  // What was said is settled by the save.
  await waitFor(() => expect(notes()).toEqual([]));
  expect(screen.queryByText('Someone else has changed this item in the meantime')).toBeNull();
});

test('rows are taken one by one, and the focus stays in its row when others come before it', async () => {
  shows('5.live.form.rows');
  const { user } = await openItem();
  const stats = () => screen.getAllByLabelText<HTMLInputElement>('The stat', { selector: 'input, textarea' });
  const second = stats()[1] as HTMLInputElement;
  await user.click(second);
  await saveThere({ bonuses: [{ stat: 'charm' }, { stat: 'might' }] });
  await waitFor(() => expect(stats().map(({ value }) => value)).toEqual(['charm', 'might']));
  // The rows are the same elements.
  expect(stats()[1]).toBe(second);
  expect(document.activeElement).toBe(second);
  second.setSelectionRange(1, 3);
  await saveThere({ bonuses: [{ stat: 'wit' }, { stat: 'charm' }, { stat: 'might' }] });
  await waitFor(() => expect(stats().map(({ value }) => value)).toEqual(['wit', 'charm', 'might']));
  const third = stats()[2];
  await waitFor(() => expect(document.activeElement).toBe(third));
  expect([third?.selectionStart, third?.selectionEnd]).toEqual([1, 3]);
});

test('rows that were typed in stay as they are', async () => {
  shows('5.live.form.rows');
  const { user } = await openItem();
  const stats = () => screen.getAllByLabelText<HTMLInputElement>('The stat', { selector: 'input, textarea' });
  await user.type(stats()[1] as HTMLInputElement, 'y');
  await saveThere({ price: 25, bonuses: [{ stat: 'wit' }] });
  await waitFor(() => expect(input('The price').value).toBe('25'));
  expect(stats().map(({ value }) => value)).toEqual(['luck', 'mighty']);
  await waitFor(() => expect(notes()).toContain('owner saved something else'));
});

test('an item that is deleted says so, and what was typed stays', async () => {
  shows('5.live.form.deleted');
  const { user } = await openItem();
  await user.type(input('The title'), ' and oak');
  await server.call(
    items.delete,
    { params: { instanceId: server.studio.dev, templateId: 'thing', id } },
    { as: 'owner' },
  );
  await screen.findByText('deleted');
  expect(input('The title').value).toBe('Iron and oak');
  const bar = within(screen.getByRole('region', { name: 'Unsaved changes' }));
  expect(bar.getByText(/^This item was deleted/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull();
  await user.click(bar.getByRole('button', { name: 'Copy the typed text' }));
  await waitFor(async () => expect(await navigator.clipboard.readText()).toContain('The title: Iron and oak'));
});

test('what was typed in a field that is removed meanwhile stays to be copied, until it is saved', async () => {
  shows('5.live.form.template');
  const { user } = await openItem();
  await user.type(input('The title'), ' and oak');
  await user.type(input('The price'), '5');
  const others = fields.filter(({ id: fieldId }) => fieldId !== 'title');
  await saveTemplate(server, 'thing', inOrder(others), { version: templateVersion });
  const notice = within(await screen.findByText(/The field/).then((one) => one.closest('[role=alert]') as HTMLElement));
  expect(screen.queryByLabelText('The title')).toBeNull();
  await waitFor(() =>
    expect(notice.getByText(/^The field/).textContent).toMatch(
      /^The field The title was removed by owner\. You had typed:$/,
    ),
  );
  expect(notice.getByText('Iron and oak')).toBeTruthy();
  expect(notice.getByRole('button', { name: 'Copy The title' })).toBeTruthy();
  expect(input('The price').value).toBe('205');
  await user.keyboard('{Control>}s{/Control}');
  await waitFor(async () => expect(await stored()).toMatchObject({ price: 205 }));
  await waitFor(() => expect(screen.queryByText('Iron and oak')).toBeNull());
});

test('a field that is brought back has its text again, which is unsaved as before', async () => {
  shows('5.live.form.template');
  const { user } = await openItem();
  await user.type(input('The title'), ' and oak');
  const bar = () => screen.queryByRole('region', { name: 'Unsaved changes' });
  expect(bar()?.textContent).toContain('1 unsaved');
  const others = fields.filter(({ id: fieldId }) => fieldId !== 'title');
  const version = await saveTemplate(server, 'thing', inOrder(others), { version: templateVersion });
  await screen.findByText(/^The field/);
  expect(bar()).toBeNull();
  await saveTemplate(server, 'thing', fields, { version });
  await waitFor(() => expect(input('The title').value).toBe('Iron and oak'));
  await waitFor(() => expect(bar()?.textContent).toContain('1 unsaved'));
  await waitFor(() => expect(screen.queryByText(/^The field/)).toBeNull());
});

test('what was lost by several changes names who has made each of them, also in fields of the same label', async () => {
  shows('5.live.form.template');
  const [swords, bows] = [field('swords', 'group'), field('bows', 'group')];
  const low = field('low', 'text', { parentId: 'swords', label: 'Min' });
  const far = field('far', 'text', { parentId: 'bows', label: 'Min' });
  const save = async (more: typeof fields, as: 'owner' | 'admin') => {
    templateVersion = await saveTemplate(server, 'thing', inOrder([...fields, ...more]), {
      version: templateVersion,
      as,
    });
  };
  await save([swords, low, bows, far], 'owner');
  const { user } = await openItem();
  const [first, second] = await screen.findAllByLabelText('Min', { selector: 'input, textarea' });
  await user.type(first as HTMLElement, 'Oak');
  await user.type(second as HTMLElement, 'Elm');
  const said = () => screen.queryAllByText(/^The field/).map(({ textContent }) => textContent);
  await save([swords, bows, far], 'owner');
  const byOwner = 'The field Min was removed by owner. You had typed:';
  await waitFor(() => expect(said()).toEqual([byOwner]));
  await save([swords, bows], 'admin');
  await waitFor(() => expect(said()).toEqual([byOwner, 'The field Min was removed by admin. You had typed:']));
  expect([screen.getByText('Oak'), screen.getByText('Elm')]).toHaveLength(2);
});

test('a field that was not typed in is removed without a word, and one that is renamed keeps its text', async () => {
  shows('5.live.form.template');
  const { user } = await openItem();
  await user.type(input('The title'), ' and oak');
  const renamed = fields.flatMap((one) => {
    if (one.id === 'price') return [];
    return [one.id === 'title' ? { ...one, settings: { ...one.settings, label: 'The name' } } : one];
  });
  await saveTemplate(server, 'thing', inOrder(renamed), { version: templateVersion });
  await waitFor(() => expect(input('The name').value).toBe('Iron and oak'));
  expect(screen.queryByLabelText('The price')).toBeNull();
  expect(screen.queryByText(/You had typed/)).toBeNull();
});

test('a notice of lost text can be closed, and the form is not left without a question before', async () => {
  shows('5.live.form.template');
  const { user } = await openItem();
  await user.type(input('The title'), ' and oak');
  const others = fields.filter(({ id: fieldId }) => fieldId !== 'title');
  await saveTemplate(server, 'thing', inOrder(others), { version: templateVersion });
  const notice =
    (await screen.findByText('Iron and oak')).closest<HTMLElement>('[role=alert]') ?? expect.fail('It is an alert.');
  await user.click(screen.getByRole('link', { name: 'Quartermaster, home' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }));
  expect(dialog.getByText(/The title/)).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Stay on this page' }));
  await user.click(within(notice).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByText('Iron and oak')).toBeNull());
});
