import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { views } from '@quartermaster/contract/endpoints/views.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { labelOf, newImageItem } from '../../src/shared/images/image-item.ts';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { field, inOrder, saveAll, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startTestServer } from '../support/server.ts';
import { pixel } from './pixel.ts';

const options = [
  { id: 'high', label: 'High', color: 'red' },
  { id: 'low', label: 'Low' },
];
const fields = inOrder([
  field('icon', 'item-link', { templateId: 'image', picture: true }),
  field('rank', 'choice', { options }),
  field('crowned', 'boolean'),
  field('heir', 'item-link', { templateId: 'king' }),
  field('age', 'integer'),
]);

/** Four items in a list at this address: two of a low rank, one of a high one, and one without. */
async function openKings(search = '') {
  const server = await startTestServer();
  await saveTemplate(server, 'king', fields);
  const dataUrl = `data:image/png;base64,${pixel}`;
  const crown = await saveOne(server, newImageItem({ label: labelOf('Crown.png'), dataUrl, key: crypto.randomUUID() }));
  const save = (label: string, values: ItemValues) => saveOne(server, saveBody('king', fields, values, { label }));
  const old = await save('Old', { rank: 'low', crowned: true, icon: crown.id });
  await save('Nobody', { crowned: false });
  await save('Young', { rank: 'high', heir: old.id });
  await save('Queen', { rank: 'low', crowned: true, heir: old.id });
  const params = { instanceId: server.studio.dev, templateId: 'king' };
  const listPath = `/instance/${server.studio.dev}/templates/king/items`;
  return { params, listPath, ...(await renderConsole(listPath + search, { as: 'owner', server })) };
}

type User = Awaited<ReturnType<typeof openKings>>['user'];

/** The rows of the table, headings with their counts. */
const lines = () =>
  [...screen.getByRole('grid').querySelectorAll('tbody > tr')].map((row) =>
    row.hasAttribute('data-heading')
      ? row.textContent
      : within(row as HTMLElement).getAllByRole('link')[1]?.textContent,
  );
async function groupBy(user: User, name: string) {
  await user.click(await screen.findByRole('button', { name: /^Group/ }));
  await user.click(await screen.findByRole('menuitem', { name }));
}

test('a list is grouped by a choice, a checkbox and a link, with the number of items of each group', async () => {
  const { user, path, listPath } = await openKings();
  await screen.findByRole('row', { name: /Old/ });
  await groupBy(user, 'The rank');
  await waitFor(() =>
    expect(lines()).toEqual(['High1 item', 'Young', 'Low2 items', 'Old', 'Queen', 'None1 item', 'Nobody']),
  );
  expect(path()).toBe(`${listPath}?group=rank`);
  // Its value is in the headings, and not repeated in each row.
  expect(screen.queryByRole('columnheader', { name: 'The rank' })).toBeNull();
  expect(screen.getByRole('columnheader', { name: 'The heir' })).toBeTruthy();
  expect(screen.getByRole('rowheader', { name: /High 1 item$/ })).toBeTruthy();
  await groupBy(user, 'The crowned');
  await waitFor(() =>
    expect(lines()).toEqual(['No1 item', 'Nobody', 'Yes2 items', 'Old', 'Queen', 'None1 item', 'Young']),
  );
  await groupBy(user, 'The heir');
  await waitFor(() => expect(lines()).toEqual(['Old2 items', 'Young', 'Queen', 'None2 items', 'Old', 'Nobody']));
  await groupBy(user, 'No groups');
  await waitFor(() => expect(lines()).toEqual(['Old', 'Nobody', 'Young', 'Queen']));
  expect(path()).toBe(listPath);
  // Neither the picture nor a number is a group.
  await user.click(screen.getByRole('button', { name: 'Group' }));
  expect(screen.queryByRole('menuitem', { name: 'The age' })).toBeNull();
  expect(screen.queryByRole('menuitem', { name: 'The icon' })).toBeNull();
});

test('a group that goes on after the page says how much of it is there', async () => {
  const server = await startTestServer();
  await saveTemplate(server, 'king', fields);
  await saveAll(
    server,
    Array.from({ length: 12 }, (_, index) =>
      saveBody('king', fields, { rank: index === 0 ? 'high' : 'low' }, { label: `King ${index}` }),
    ),
  );
  await renderConsole(`/instance/${server.studio.dev}/templates/king/items?group=rank&size=10`, {
    as: 'owner',
    server,
  });
  await waitFor(() =>
    expect(lines().filter((line) => /item/.test(line ?? ''))).toEqual(['High1 item', 'Low9 of 11 items']),
  );
});

test('the counts are of the items that match, and a heading filters by its group', async () => {
  const { user } = await openKings('?group=rank&filter=crowned:equal:true');
  await waitFor(() => expect(lines()).toEqual(['Low2 items', 'Old', 'Queen']));
  await user.click(screen.getByRole('button', { name: /^Remove filter The crowned/ }));
  await waitFor(() => expect(lines()[0]).toBe('High1 item'));
  await user.click(screen.getByRole('button', { name: 'None' }));
  await waitFor(() => expect(lines()).toEqual(['None1 item', 'Nobody']));
  await user.click(screen.getByRole('button', { name: /^Remove filter The rank/ }));
  await waitFor(() => expect(lines()).toHaveLength(7));
  await user.click(screen.getByRole('button', { name: 'Low' }));
  await waitFor(() => expect(lines()).toEqual(['Low2 items', 'Old', 'Queen']));
});

test('a group is collapsed; Tab reaches its heading, and arrow keys the rows', async () => {
  const { user } = await openKings('?group=rank');
  await waitFor(() => expect(lines()).toHaveLength(7));
  const [, low] = screen.getAllByRole('button', { name: 'Collapse group' });
  expect(low?.tabIndex).toBe(0);
  await user.click(low as HTMLElement);
  expect(lines()).toEqual(['High1 item', 'Young', 'Low2 items', 'None1 item', 'Nobody']);
  within(screen.getByRole('row', { name: /Young/ }))
    .getAllByRole('link')[0]
    ?.focus();
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement?.closest('tr')?.textContent).toContain('Nobody');
  await user.click(screen.getByRole('button', { name: 'Expand group' }));
  expect(lines()).toHaveLength(7);
});

test('a gallery has the same groups, and a view stores them', async () => {
  shows('5.finding.lists');
  const { user, server, params, path, listPath } = await openKings('?group=rank&layout=gallery');
  const groups = () =>
    within(screen.getByRole('region', { name: 'The king' }))
      .queryAllByRole('list')
      .map((list) =>
        within(list)
          .getAllByRole('listitem')
          .map((card) => card.querySelector('a')?.textContent),
      );
  await waitFor(() => expect(groups()).toEqual([['Young'], ['Old', 'Queen'], ['Nobody']]));
  await screen.findByText('2 items');
  await user.click(await screen.findByRole('button', { name: 'Views: All items' }));
  await user.click(await screen.findByRole('button', { name: 'Save view' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Save view' }));
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'By rank{Enter}');
  await screen.findByRole('button', { name: 'Views: By rank' });
  const [view] = (await server.call(views.list, { params }, { as: 'owner' })).views;
  expect(view?.list).toMatchObject({ group: 'rank', layout: 'gallery' });
  expect(path()).toBe(`${listPath}?view=${view?.id}`);
  await waitFor(() => expect(groups()).toHaveLength(3));
  await groupBy(user, 'No groups');
  await waitFor(() => expect(groups()).toHaveLength(1));
  expect(path()).toBe(`${listPath}?view=${view?.id}&group=`);
});
