import { type NewView, type View, type ViewList, views } from '@quartermaster/contract/endpoints/views.ts';
import { filterOps } from '@quartermaster/contract/field-types/filters.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createItemsFormat, type ItemsQuery, parseFilter } from '../../src/features/items/list/list-state.ts';
import { columnsOfView, isChanged, queryOfView, toViewList } from '../../src/features/items/list/view-list.ts';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import type { TestServer } from '../support/server.ts';
import { labels, openWeapons } from './weapons-list.ts';

const expensive: ViewList = {
  filters: [{ template_field_id: 'cost', op: filterOps.more, value: '100' }],
  sort: { field: 'cost', direction: 'desc' },
  hidden: ['magic'],
  order: [],
  widths: { cost: 150 },
  size: 25,
};

const place = (server: TestServer) => ({ params: { instanceId: server.studio.dev, templateId: 'weapon' } });
const saveView = (server: TestServer, body: Partial<NewView> = {}) =>
  server.call(
    views.create,
    { ...place(server), body: { name: 'Expensive', is_private: false, is_first: false, list: expensive, ...body } },
    { as: 'owner' },
  );
const storedViews = async (server: TestServer): Promise<View[]> =>
  (await server.call(views.list, place(server), { as: 'owner' })).views;

type User = Awaited<ReturnType<typeof openWeapons>>['user'];

const viewButton = (name: string) => screen.findByRole('button', { name: `Views: ${name}` });
/** Opens the list of views from the button with this name. */
async function openViews(user: User, name: string) {
  await user.click(await viewButton(name));
  return within(await screen.findByRole('dialog', { name: `Views: ${name}` }));
}
const header = (name: string) => screen.queryByRole('columnheader', { name: new RegExp(`^${name}`) });

/** A list of three weapons with a view, opened at an address after both are stored. */
async function openWithView(searchOf: (id: number) => string, body: Partial<NewView> = {}) {
  const opened = await openWeapons();
  const { server, listPath, close } = opened;
  await screen.findByRole('row', { name: /Sword/ });
  const view = await saveView(server, body);
  close();
  localStorage.clear();
  const reopened = await renderConsole(listPath + searchOf(view.id), { as: 'owner', server });
  return { ...reopened, listPath, view };
}

test('the list as it is shown is saved as a view, and opened again by its address', async () => {
  shows('5.views.saved', '5.views.update');
  const { user, server, path, listPath, close } = await openWeapons('?filter=cost:more:100&sort=cost:desc&size=25');
  await waitFor(() => expect(labels()).toEqual(['Bow', 'Sword']));
  await user.click(screen.getByRole('button', { name: 'Columns' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Magic' }));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(header('Magic')).toBeNull());

  await user.click((await openViews(user, 'All items')).getByRole('button', { name: 'Save view' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Save view' }));
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Expensive{Enter}');
  await viewButton('Expensive');
  const [stored] = await storedViews(server);
  expect(stored).toMatchObject({ name: 'Expensive', is_private: true, is_first: false });
  expect(stored?.list).toEqual({ ...expensive, widths: {} });
  expect(path()).toBe(`${listPath}?view=${stored?.id}`);
  expect(labels()).toEqual(['Bow', 'Sword']);

  // Somewhere else, without what this browser has stored.
  close();
  localStorage.clear();
  const elsewhere = await renderConsole(`${listPath}?view=${stored?.id}`, { as: 'owner', server });
  await waitFor(() => expect(labels()).toEqual(['Bow', 'Sword']));
  expect(header('Magic')).toBeNull();
  expect(screen.getByRole('button', { name: 'Edit filter Cost more than (>) 100' })).toBeTruthy();
  expect(screen.getByRole('combobox', { name: 'Rows' })).toHaveProperty('value', '25');
  // All items have columns of their own.
  await elsewhere.user.click((await openViews(elsewhere.user, 'Expensive')).getByRole('link', { name: 'All items' }));
  await waitFor(() => expect(labels()).toEqual(['Sword', 'Axe', 'Bow']));
  expect(header('Magic')).toBeTruthy();
  expect(elsewhere.path()).toBe(listPath);
});

test('a changed view is marked, keeps its changes, and is updated or opened as it was', async () => {
  shows('5.views.update');
  const { user, server, path, listPath, view } = await openWithView((id) => `?view=${id}`);
  await waitFor(() => expect(labels()).toEqual(['Bow', 'Sword']));
  await user.click(screen.getByRole('button', { name: 'Remove filter Cost more than (>) 100' }));
  await waitFor(() => expect(labels()).toEqual(['Bow', 'Sword', 'Axe']));
  expect(path()).toBe(`${listPath}?view=${view.id}&filter=`);
  const list = await openViews(user, 'Expensive, changed');
  await user.click(list.getByRole('link', { name: 'Expensive' }));
  await waitFor(() => expect(labels()).toEqual(['Bow', 'Sword']));
  expect((await storedViews(server))[0]).toEqual(view);

  await user.click(screen.getByRole('button', { name: 'Remove filter Cost more than (>) 100' }));
  await user.click((await openViews(user, 'Expensive, changed')).getByRole('button', { name: 'Update view' }));
  await viewButton('Expensive');
  await waitFor(() => expect(path()).toBe(`${listPath}?view=${view.id}`));
  expect(labels()).toEqual(['Bow', 'Sword', 'Axe']);
  const [updated] = await storedViews(server);
  expect(updated).toEqual({ ...view, version: 2, list: { ...expensive, filters: [] } });
});

test('“Copy link” copies the address of a view', async () => {
  shows('5.views.link');
  const { user, listPath, view } = await openWithView(() => '');
  await user.click((await openViews(user, 'All items')).getByRole('button', { name: 'Copy link to Expensive' }));
  const link = `${window.location.origin}${listPath}?view=${view.id}`;
  await waitFor(async () => expect(await navigator.clipboard.readText()).toBe(link));
});

const complete: ViewList = {
  filters: [{ template_field_id: 'cost', op: filterOps.more, value: '100' }],
  sort: { field: 'cost', direction: 'desc' },
  hidden: ['parts'],
  order: ['weight', 'cost'],
  widths: { cost: 150 },
  size: 25,
  bars: ['cost'],
  density: 'compact',
  layout: 'chart',
  chart: 'points:cost,weight',
  group: 'magic',
};

const empty: ViewList = { filters: [], sort: null, hidden: [], order: [], widths: {}, size: null };

test.each(Object.keys(complete) as (keyof ViewList)[])('a view stores and compares its %s', (part) => {
  shows('5.views.saved', '5.views.update');
  const view = { id: 1, name: 'Complete', list: complete };
  const { size, ...columns } = columnsOfView(view);
  expect(toViewList(queryOfView(view), columns, size)[part]).toEqual(complete[part]);
  expect(isChanged(complete, complete)).toBe(false);
  expect(isChanged(complete, { ...complete, [part]: empty[part] })).toBe(true);
});

test('“Update view” stores all of what is changed', async () => {
  shows('5.views.update');
  const changed = 'filter=magic%3Aequal%3Atrue&sort=weight%3Aasc&layout=gallery&group=magic&size=50';
  const { user, server, path, listPath, view } = await openWithView((id) => `?view=${id}&${changed}`);
  await user.click((await openViews(user, 'Expensive, changed')).getByRole('button', { name: 'Update view' }));
  await viewButton('Expensive');
  const list: ViewList = {
    ...view.list,
    filters: [{ template_field_id: 'magic', op: filterOps.equal, value: 'true' }],
    sort: { field: 'weight', direction: 'asc' },
    layout: 'gallery',
    group: 'magic',
    size: 50,
  };
  expect(await storedViews(server)).toEqual([{ ...view, version: 2, list }]);
  await waitFor(() => expect(path()).toBe(`${listPath}?view=${view.id}`));
});

test('a list that is opened without anything in its address has the first view; all items are one of the views', async () => {
  shows('5.views.first');
  const { user, server, path, listPath, view, close } = await openWithView(() => '', { is_first: true });
  await waitFor(() => expect(labels()).toEqual(['Bow', 'Sword']));
  await waitFor(() => expect(path()).toBe(`${listPath}?view=${view.id}`));
  const list = await openViews(user, 'Expensive');
  expect(list.getByRole('link', { current: true }).textContent).toBe('Expensive');
  await user.click(list.getByRole('link', { name: 'All items' }));
  await waitFor(() => expect(labels()).toEqual(['Sword', 'Axe', 'Bow']));
  expect(path()).toBe(`${listPath}?view=all`);
  // The link of the navigation has nothing in its address either.
  await user.click(screen.getByRole('link', { name: 'Weapon' }));
  await waitFor(() => expect(path()).toBe(`${listPath}?view=${view.id}`));
  expect(labels()).toEqual(['Bow', 'Sword']);
  close();
  // An address with a state of its own is shown as it is, and stays so without it.
  const other = await renderConsole(`${listPath}?filter=cost%3Aless%3A100`, { as: 'owner', server });
  await waitFor(() => expect(labels()).toEqual(['Axe']));
  await viewButton('All items');
  await other.user.click(screen.getByRole('button', { name: 'Remove filter Cost less than (<) 100' }));
  await waitFor(() => expect(labels()).toEqual(['Sword', 'Axe', 'Bow']));
  expect(other.path()).toBe(`${listPath}?view=all`);
});

test.each(['opened at this address', 'opened by a link'])(
  'a view that becomes the first one later does not replace a list that is %s',
  async (how) => {
    shows('5.views.first');
    const { user, server, path, listPath } = await openWithView(() => '');
    await viewButton('All items');
    if (how === 'opened by a link') await user.click(screen.getByRole('link', { name: 'Weapon' }));
    await user.click((await openViews(user, 'All items')).getByRole('button', { name: 'Edit Expensive' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit view' }));
    await user.click(dialog.getByRole('checkbox', { name: 'First view' }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(async () => expect(await storedViews(server)).toMatchObject([{ is_first: true }]));
    const panel = await openViews(user, 'All items');
    // The console knows it: it is marked in the list of views.
    await panel.findByText(/first/i);
    expect(labels()).toEqual(['Sword', 'Axe', 'Bow']);
    expect(path()).toBe(listPath);
  },
);

test('a view is edited and deleted', async () => {
  shows('5.views.saved', '5.views.first');
  const { user, server, path, listPath } = await openWithView((id) => `?view=${id}`);
  await user.click((await openViews(user, 'Expensive')).getByRole('button', { name: 'Edit Expensive' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit view' }));
  const name = dialog.getByRole('textbox', { name: 'Name' });
  await user.clear(name);
  await user.type(name, 'Dear');
  await user.click(dialog.getByRole('checkbox', { name: 'First view' }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await viewButton('Dear');
  expect(await storedViews(server)).toMatchObject([{ name: 'Dear', is_first: true, list: expensive }]);

  await user.click((await openViews(user, 'Dear')).getByRole('button', { name: 'Delete Dear' }));
  await screen.findByText('The view “Dear” and its address are deleted, for everyone in the project. Its items stay.');
  await user.click(screen.getByRole('button', { name: 'Yes, delete' }));
  await viewButton('All items');
  expect(path()).toBe(listPath);
  expect(await storedViews(server)).toEqual([]);
});

test('what of a view does not apply is shown, and stays in it until it is removed', async () => {
  shows('5.views.saved');
  const gone = { template_field_id: 'rarity', op: filterOps.equal, value: 'rare' };
  const list: ViewList = {
    ...expensive,
    filters: [gone, ...expensive.filters],
    sort: { field: 'power', direction: 'asc' },
    hidden: ['lore'],
  };
  const { user, server, view } = await openWithView((id) => `?view=${id}`, { list });
  await waitFor(() => expect(labels()).toEqual(['Sword', 'Bow']));
  const notes = within(await screen.findByRole('list', { name: 'Parts of the view that do not apply' }));
  expect(notes.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'rarity is rare does not apply here',
    'Sorted by power does not apply here',
  ]);
  const panel = await openViews(user, 'Expensive');
  expect(panel.getByText(/no fields of the template here: lore\./)).toBeTruthy();
  await user.keyboard('{Escape}');

  const update = async () => {
    await user.click((await openViews(user, 'Expensive, changed')).getByRole('button', { name: 'Update view' }));
    await viewButton('Expensive');
    return (await storedViews(server))[0]?.list;
  };
  await user.click(screen.getByRole('button', { name: 'Remove filter Cost more than (>) 100' }));
  await waitFor(() => expect(labels()).toEqual(['Sword', 'Axe', 'Bow']));
  expect(await update()).toEqual({ ...view.list, filters: [gone] });
  await user.click(screen.getByRole('button', { name: 'Remove rarity is rare' }));
  await user.click(await screen.findByRole('button', { name: 'Remove Sorted by power' }));
  await waitFor(() => expect(screen.queryByText(/does not apply here/)).toBeNull());
  expect(await update()).toEqual({ ...view.list, filters: [], sort: null });
});

test('a member without the right to change templates saves private views, and does not see those of others', async () => {
  shows('5.views.saved');
  const { server, listPath, close, view } = await openWithView(() => '');
  const own = await saveView(server, { name: 'Mine', is_private: true });
  close();
  const { user, path } = await renderConsole(`${listPath}?view=${own.id}`, { as: 'member', server });
  await screen.findByText('This view does not exist any more, or is a private one of another member.');
  const list = await openViews(user, 'All items');
  await list.findByRole('button', { name: 'Save view' });
  expect(list.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['All items', 'Expensive']);
  expect(list.queryByRole('button', { name: /^(Edit|Delete)/ })).toBeNull();
  await user.click(list.getByRole('link', { name: 'Expensive' }));
  await waitFor(() => expect(path()).toBe(`${listPath}?view=${view.id}`));
  await user.click(screen.getByRole('button', { name: 'Remove filter Cost more than (>) 100' }));
  const changed = await openViews(user, 'Expensive, changed');
  expect(changed.queryByRole('button', { name: 'Update view' })).toBeNull();
  await user.click(changed.getByRole('button', { name: 'Save view' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Save view' }));
  expect(dialog.queryByRole('checkbox')).toBeNull();
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'His{Enter}');
  await viewButton('His');
});

test('the address of a view has what differs from it', () => {
  const filter = (text: string) => parseFilter(text) ?? expect.fail(text);
  const base = {
    filters: [filter('cost:more:1'), filter('label:contains:a')],
    sort: { field: 'cost', direction: 'asc' },
  } as const;
  const format = createItemsFormat((id) => (id === 7 ? { ...base, filters: [...base.filters] } : undefined));
  const text = (query: Partial<ItemsQuery>) => {
    const params = new URLSearchParams();
    format.format({ search: '', filters: [], sort: undefined, ...query }, params);
    return decodeURIComponent(String(params));
  };
  const states: [Partial<ItemsQuery>, string][] = [
    [{ view: 7, filters: base.filters.toReversed(), sort: base.sort }, 'view=7'],
    [{ view: 7, filters: base.filters.toReversed(), sort: base.sort, search: 'x' }, 'view=7&search=x'],
    [{ view: 7 }, 'view=7&filter=&sort='],
    [{ view: 7, filters: [filter('cost:more:1')], sort: base.sort }, 'view=7&filter=cost:more:1'],
    [{ view: 7, filters: [...base.filters], sort: { field: 'cost', direction: 'desc' } }, 'view=7&sort=cost:desc'],
    [{ view: 8, filters: [...base.filters] }, 'view=8&filter=cost:more:1&filter=label:contains:a&sort='],
    [{ view: 'all', sort: base.sort }, 'view=all&sort=cost:asc'],
    [{ filters: [filter('cost:more:1')] }, 'filter=cost:more:1'],
    [{}, ''],
  ];
  for (const [query, address] of states) {
    expect(text(query)).toBe(address);
    const read = format.parse(new URLSearchParams(address));
    expect(text(read)).toBe(address);
    expect(read.filters.map(({ internalId }) => internalId).toSorted()).toEqual(
      (query.filters ?? []).map(({ internalId }) => internalId).toSorted(),
    );
  }
  for (const view of ['x', '-1', '0', '1.5', ''])
    expect(format.parse(new URLSearchParams({ view, sort: 'cost:asc' }))).toEqual({
      search: '',
      filters: [],
      sort: base.sort,
    });
});

test('rows are compact in all lists of a browser, and in a view as it has them', async () => {
  shows('5.finding.lists');
  const { user, server, view } = await openWithView(() => '');
  await screen.findByRole('row', { name: /Sword/ });
  const rowHeight = () => screen.getByRole('region', { name: 'Weapon' }).style.getPropertyValue('--qm-row');
  const choose = async (name: string) => {
    await user.click(screen.getByRole('button', { name: /^Columns/ }));
    await user.click(await screen.findByRole('button', { name }));
    await user.keyboard('{Escape}');
  };
  expect(rowHeight()).toBe('34px');
  await choose('Compact');
  expect(rowHeight()).toBe('28px');
  await user.click((await openViews(user, 'All items')).getByRole('link', { name: 'Expensive' }));
  // A view without a height has that of the list, and is not changed by it.
  await viewButton('Expensive');
  expect(rowHeight()).toBe('28px');
  await choose('Comfortable');
  expect(rowHeight()).toBe('34px');
  await user.click((await openViews(user, 'Expensive, changed')).getByRole('button', { name: 'Update view' }));
  await viewButton('Expensive');
  expect((await storedViews(server))[0]).toEqual({
    ...view,
    version: 2,
    list: { ...expensive, density: 'comfortable' },
  });
  await user.click((await openViews(user, 'Expensive')).getByRole('link', { name: 'All items' }));
  await waitFor(() => expect(rowHeight()).toBe('28px'));
});
