import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { views } from '@quartermaster/contract/endpoints/views.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { labelOf, newImageItem } from '../../src/shared/images/image-item.ts';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { field, inOrder, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startTestServer } from '../support/server.ts';
import { pixel } from './pixel.ts';

const fields = inOrder([
  field('icon', 'item-link', { templateId: 'image', picture: true }),
  field('age', 'integer'),
  field('rank', 'choice', { options: [{ id: 'high', label: 'High', color: 'red' }] }),
  field('motto', 'text'),
]);

/** Three items, of which the first has a picture, in a list at this address. */
async function openKings(search = '') {
  const server = await startTestServer();
  await saveTemplate(server, 'king', fields);
  const dataUrl = `data:image/png;base64,${pixel}`;
  const crown = await saveOne(server, newImageItem({ label: labelOf('Crown.png'), dataUrl, key: crypto.randomUUID() }));
  const save = (label: string, values: ItemValues) => saveOne(server, saveBody('king', fields, values, { label }));
  await save('Old King', { icon: crown.id, age: 70, rank: 'high', motto: 'Onward' });
  await save('Young King', { age: 9 });
  await save('Queen', { age: 30, rank: 'high' });
  const listPath = `/instance/${server.studio.dev}/templates/king/items`;
  return { listPath, ...(await renderConsole(listPath + search, { as: 'owner', server })) };
}

const gallery = async () => within(await screen.findByRole('region', { name: 'The king' })).findByRole('list');
const cards = async () => within(await gallery()).getAllByRole('listitem');
const card = async (name: string) =>
  within((await within(await gallery()).findByRole('link', { name })).closest('li') as HTMLElement);
const pressed = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-pressed');

test('in a table, the first letter of its label stands for an item without a picture', async () => {
  await openKings();
  const initialIn = (row: HTMLElement) => row.querySelector<HTMLElement>('[data-initial]')?.dataset.initial;
  expect(initialIn(await screen.findByRole('row', { name: /Young King/ }))).toBe('Y');
  expect(initialIn(screen.getByRole('row', { name: /Old King/ }))).toBeUndefined();
});

test('a list with pictures is shown as a gallery, and keeps it in its address', async () => {
  shows('5.finding.lists');
  const { user, path, listPath } = await openKings();
  await screen.findByRole('row', { name: /Old King/ });
  expect([pressed('Table'), pressed('Gallery')]).toEqual(['true', 'false']);
  await user.click(screen.getByRole('button', { name: 'Gallery' }));
  const [first, second] = await cards();
  expect(path()).toBe(`${listPath}?layout=gallery`);
  expect(screen.queryByRole('grid')).toBeNull();
  expect([pressed('Table'), pressed('Gallery')]).toEqual(['false', 'true']);
  await waitFor(() => expect(first?.querySelector('img')?.src).toContain('/image/'));
  // The first two columns, without the picture.
  const texts = (element: Element | undefined, tag: string) =>
    [...(element?.querySelectorAll(tag) ?? [])].map((one) => one.textContent);
  expect([texts(first, 'dt'), texts(first, 'dd')]).toEqual([
    ['The age', 'The rank'],
    ['70', 'High'],
  ]);
  expect([second?.querySelector('img'), texts(second, 'dd')]).toEqual([null, ['9', '–']]);
  expect(second?.textContent).toMatch(/^YK/);
  await user.click(screen.getByRole('link', { name: 'Old King' }));
  await waitFor(() => expect(path()).toMatch(/edit/));
});

test('columns that are hidden are not on the cards', async () => {
  const { user } = await openKings('?layout=gallery');
  await cards();
  await user.click(screen.getByRole('button', { name: 'Columns' }));
  await user.click(await screen.findByRole('checkbox', { name: 'The age' }));
  await user.keyboard('{Escape}');
  const first = await card('Old King');
  await waitFor(() =>
    expect(first.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['High', 'Onward']),
  );
});

test('cards are selected by their boxes and by keys, for the same bar as rows', async () => {
  const { user } = await openKings('?layout=gallery');
  await user.click((await card('Young King')).getByRole('checkbox'));
  await screen.findByRole('group', { name: 'Selected rows' });
  expect(screen.getAllByRole('status', { name: '' }).flatMap(({ textContent }) => textContent || [])).toEqual([
    '1 selected',
  ]);
  const link = (name: string) => screen.getByRole('link', { name });
  link('Old King').focus();
  await user.keyboard(' ');
  expect((await card('Old King')).getByRole('checkbox')).toHaveProperty('checked', true);
  // Tab goes from card to card, past the boxes.
  await user.tab();
  expect(document.activeElement).toBe(link('Young King'));
  await user.keyboard('{ArrowRight}');
  expect(document.activeElement).toBe(link('Queen'));
  await user.keyboard('{Home}{Shift>}{End}{/Shift}');
  expect(document.activeElement).toBe(link('Queen'));
  await user.click(screen.getByRole('button', { name: 'Table' }));
  // The selection is of the list, not of its layout.
  const row = await screen.findByRole('row', { name: /Young King/ });
  expect(within(row).getByRole('checkbox')).toHaveProperty('checked', true);
});

test('a gallery without results says so, and one of a list without pictures is a table', async () => {
  const { server, close } = await openKings('?layout=gallery&search=nobody');
  await screen.findByText('No results');
  close();
  const plain = inOrder([field('age', 'integer')]);
  await saveTemplate(server, 'page', plain);
  await saveOne(server, saveBody('page', plain, { age: 1 }, { label: 'Page' }));
  await renderConsole(`/instance/${server.studio.dev}/templates/page/items?layout=gallery`, { as: 'owner', server });
  await screen.findByRole('row', { name: /Page/ });
  expect(screen.queryByRole('button', { name: 'Gallery' })).toBeNull();
});

test('the layout is part of a view, which its address can leave', async () => {
  const { user, server, path, listPath } = await openKings('?layout=gallery');
  await cards();
  const open = async (name: string) => {
    await user.click(await screen.findByRole('button', { name: `Views: ${name}` }));
    return within(await screen.findByRole('dialog', { name: `Views: ${name}` }));
  };
  await user.click((await open('All items')).getByRole('button', { name: 'Save view' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Save view' }));
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Faces{Enter}');
  await screen.findByRole('button', { name: 'Views: Faces' });
  const params = { instanceId: server.studio.dev, templateId: 'king' };
  const [view] = (await server.call(views.list, { params }, { as: 'owner' })).views;
  expect(view?.list.layout).toBe('gallery');
  expect(path()).toBe(`${listPath}?view=${view?.id}`);
  await cards();
  await user.click(screen.getByRole('button', { name: 'Table' }));
  await screen.findByRole('button', { name: 'Views: Faces, changed' });
  expect(path()).toBe(`${listPath}?view=${view?.id}&layout=table`);
  await user.click((await open('Faces, changed')).getByRole('button', { name: 'Update view' }));
  await screen.findByRole('button', { name: 'Views: Faces' });
  const [updated] = (await server.call(views.list, { params }, { as: 'owner' })).views;
  expect(updated?.list.layout).toBeUndefined();
});
