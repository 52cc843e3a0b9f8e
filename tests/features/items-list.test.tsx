import { items } from '@quartermaster/contract/endpoints/items.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { copyInstanceContent } from '../../server/content/schema/copy-content.ts';
import { createRole, grantRole } from '../../server/modules/workspaces/service.ts';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { saveWeapons, weapon } from '../support/item-content.ts';
import { startTestServer } from '../support/server.ts';
import { watchElements } from '../support/watch-elements.ts';
import { openWeapons } from './weapons-list.ts';

/** A window of a phone, for as long as the test runs. */
function narrowWindow() {
  const original = window.matchMedia;
  const media = Object.assign(new EventTarget(), { matches: true, media: '(max-width: 768px)' });
  window.matchMedia = (query) => (query === media.media ? (media as unknown as MediaQueryList) : original(query));
  onTestFinished(() => {
    window.matchMedia = original;
  });
}

test('on a phone, the tools of a list are entries of one menu, and what is done with its template is in the other', async () => {
  narrowWindow();
  const { user, path, listPath } = await openWeapons();
  await screen.findByRole('row', { name: /Sword/ });
  expect(screen.queryByRole('button', { name: 'Columns' })).toBeNull();
  const entries = async (menu: string) => {
    await user.click(screen.getByRole('button', { name: menu }));
    return (await screen.findAllByRole('menuitem')).map((entry) => entry.textContent);
  };
  expect(await entries('More actions')).toEqual([
    'Edit template',
    'Import',
    'Copy template',
    'Find and replace',
    'History',
  ]);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
  expect(await entries('Tools of the list')).toEqual([
    'Refresh',
    'Export items',
    'Group',
    'Columns',
    'Chart',
    'Edit as grid',
  ]);
  await user.click(screen.getByRole('menuitem', { name: 'Columns' }));
  const panel = await screen.findByRole('dialog', { name: 'Tools of the list' });
  await user.click(within(panel).getByRole('checkbox', { name: 'Cost' }));
  await waitFor(() => expect(screen.queryByRole('columnheader', { name: 'Cost' })).toBeNull());
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Tools of the list' })));
  expect(path()).toBe(listPath);
});

test('a list is titled by its template and has columns for ID, Label and each field', async () => {
  shows(
    '1.2.route.templates',
    '2.2.items.column-fields',
    '2.2.items.column-id',
    '2.2.items.column-id-link',
    '2.2.items.column-label',
    '2.2.items.column-label-link',
    '2.2.items.title',
    '2.2.route.items',
  );
  const { saved, listPath } = await openWeapons();
  expect(await screen.findByRole('heading', { level: 1, name: 'Weapon' })).toBeTruthy();
  const row = await screen.findByRole('row', { name: /Sword/ });
  const heads = screen.getAllByRole('columnheader').map((head) => head.textContent);
  // The first one has the checkbox for the page.
  expect(heads).toEqual([
    '',
    'ID',
    'Label',
    'Notes',
    'Cost',
    'Weight',
    'Magic',
    'Material',
    'Parts',
    'Combat / Damage',
    'Attributes',
    'Comments',
    'Edited',
    'Edited by',
  ]);
  await waitFor(() => expect(row.textContent).toContain('SteelIronSteel'));
  await waitFor(() => expect(row.textContent).toMatch(moment));
  const cells = within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);
  expect(cells).toEqual([
    '',
    'Sword',
    '–',
    '120',
    '1.5',
    'True',
    'Iron',
    'SteelIronSteel',
    '7',
    '2 rows',
    '',
    expect.stringMatching(moment),
    'owner',
  ]);
  // It is shown as a tick.
  expect(within(row).getByTitle('True').dataset.yes).toBe('true');
  const edit = listPath.concat(`/${saved.weapons[0]}/edit`);
  expect(within(within(row).getByRole('rowheader')).getByRole('link').getAttribute('href')).toBe(edit);
  expect(within(row).getByRole('link', { name: 'Sword' }).getAttribute('href')).toBe(edit);
  // Each row opens its own item.
  const rows = screen.getAllByRole('row').slice(1);
  const edits = saved.weapons.map((id) => listPath.concat(`/${id}/edit`));
  const linkOf = (cell: HTMLElement | undefined) => cell?.querySelector('a')?.getAttribute('href');
  expect(rows.map((one) => linkOf(within(one).getByRole('rowheader')))).toEqual(edits);
  expect(rows.map((one) => linkOf(within(one).getAllByRole('cell')[1]))).toEqual(edits);
});

/** A date and time of a list. */
const moment = /a moment ago|\d+ \w+ ago/;

test('the last edits are not loaded until one of their columns is scrolled into view', async () => {
  shows('4.hands.edited-columns');
  const watched = watchElements();
  const calls = { edits: 0, lists: 0 };
  const { user } = await openWeapons('', {
    intercept: (fetch) => async (input, init) => {
      const url = String(input);
      if (url.endsWith('/edits')) calls.edits += 1;
      const response = await fetch(input, init);
      if (url.endsWith('/items/weapon')) calls.lists += 1;
      return response;
    },
  });
  const row = await screen.findByRole('row', { name: /Axe/ });
  const before = calls.lists;
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  await waitFor(() => expect(calls.lists).toBeGreaterThan(before));
  expect(calls.edits).toBe(0);
  const header = screen.getByRole('columnheader', { name: 'Edited by' });
  act(() => watched.find(({ element }) => header.contains(element))?.see());
  await waitFor(() => expect(row.textContent).toMatch(moment));
  expect(calls.edits).toBe(1);
});

test('the last edits are columns of every list, loaded in one call per page, and not at all while they are hidden', async () => {
  shows('4.hands.edited-columns');
  const calls: string[] = [];
  const { user, saved, server } = await openWeapons('', {
    intercept: (fetch) => (input, init) => {
      if (String(input).endsWith('/edits')) calls.push(String(init?.body));
      return fetch(input, init);
    },
  });
  const row = await screen.findByRole('row', { name: /Axe/ });
  await waitFor(() => expect(row.textContent).toMatch(moment));
  expect(calls).toEqual([JSON.stringify({ ids: saved.weapons })]);
  // Another person's save shows after the next load of the list.
  const change = { ...weapon('Axe of ash', {}), id: saved.weapons[1] ?? 0, version: 1 };
  await server.call(items.save, { params: { instanceId: server.studio.dev }, body: change }, { as: 'admin' });
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  await waitFor(() =>
    expect(
      within(screen.getByRole('row', { name: /Axe/ }))
        .getAllByRole('cell')
        .at(-1)?.textContent,
    ).toBe('admin'),
  );
  expect(
    within(screen.getByRole('row', { name: /Sword/ }))
      .getAllByRole('cell')
      .at(-1)?.textContent,
  ).toBe('owner');
  calls.length = 0;
  await user.click(screen.getByRole('button', { name: 'Columns' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Edited' }));
  await user.click(screen.getByRole('checkbox', { name: 'Edited by' }));
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('columnheader', { name: 'Cost' }).querySelector('button') as HTMLElement);
  await waitFor(() =>
    expect(screen.getByRole('columnheader', { name: 'Cost' }).getAttribute('aria-sort')).toBe('ascending'),
  );
  expect(calls).toEqual([]);
});

test('a label has room for its text, its row’s menu and the mark of an item that is not synced', async () => {
  const server = await startTestServer();
  const text = 'Enchanted item';
  await saveWeapons(server, [[text, { cost: 1, notes: text }]]);
  await renderConsole(`/instance/${server.studio.dev}/templates/weapon/items`, { as: 'owner', server });
  await screen.findByRole('button', { name: `Actions for ${text}` });
  const [, , label, notes] = [...screen.getByRole('grid').querySelectorAll<HTMLElement>('thead th')].map((head) =>
    Number.parseFloat(head.style.width),
  );
  expect(label).toBe((notes ?? 0) + 72);
});

test('the elements of a list of 25 rows and 8 fields do not become more', async () => {
  const server = await startTestServer();
  const weapons = Array.from({ length: 25 }, (_, place) => `Weapon ${place}`);
  await saveWeapons(server, (iron) => weapons.map((name) => [name, { cost: 1, magic: true, material: iron }]));
  const path = `/instance/${server.studio.dev}/templates/weapon/items?size=25`;
  const { root } = await renderConsole(path, { as: 'owner', server });
  await screen.findByRole('button', { name: 'Actions for Weapon 24' });
  await screen.findByRole('link', { name: 'Import' });
  await waitFor(() => expect(screen.getAllByRole('link', { name: 'Iron' })).toHaveLength(25));
  // As built, an icon is drawn by one path.
  const elements = root.querySelectorAll(':not(svg *)').length + root.querySelectorAll('svg').length;
  expect(elements).toBeLessThanOrEqual(813);
});

test('in Dev "Create item" opens a new item', async () => {
  shows('2.2.items.create', '2.2.items.create-dev-only');
  const { listPath } = await openWeapons();
  const create = await screen.findByRole('link', { name: 'Create item' });
  expect(create.getAttribute('href')).toBe(`${listPath}/new`);
});

test.each(['Stage', 'Prod'] as const)('in %s "Create item" explains where items can be created', async (env) => {
  shows('2.2.items.create-dev-only', '2.2.items.create-popover');
  const server = await startTestServer();
  await saveWeapons(server, []);
  const instanceId = server.studio[env === 'Stage' ? 'stage' : 'prod'];
  const { user } = await renderConsole(`/instance/${instanceId}/templates/image/items`, {
    as: 'owner',
    server,
  });
  await user.click(await screen.findByRole('button', { name: 'Create image' }));
  expect(
    await screen.findByText(
      'You can only create items in the development environment. Here, you can review or manage existing items.',
    ),
  ).toBeTruthy();
});

test('without the permission there is no "Create item"', async () => {
  shows('2.2.items.create');
  await openWeapons('', { as: 'member' });
  await screen.findByRole('row', { name: /Sword/ });
  expect(screen.queryByText('Create item')).toBeNull();
});

test('a user with permission to save templates can edit or copy the template from the list', async () => {
  shows('2.2.items.clone-button', '2.2.items.edit-template', '2.6.create-template.label');
  const { user, listPath, untilPath } = await openWeapons('?sort=cost');
  const edit = await screen.findByRole('link', { name: 'Edit template' });
  expect(edit.getAttribute('href')).toBe(listPath.replace(/items$/, 'edit'));
  expect(screen.queryByRole('link', { name: 'View template' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'More actions' }));
  const copy = await screen.findByRole('menuitem', { name: 'Copy template' });
  expect(copy.getAttribute('href')).toBe(listPath.replace(/items$/, 'copy'));
  await user.click(edit);
  await untilPath(listPath.replace(/items$/, 'edit'));
  // The router stores an entry’s state as `usr`.
  expect(window.history.state.usr).toEqual({ back: `${listPath}?sort=cost` });
});

/** The menu of the list does not offer to copy its template. */
async function expectNoCopy(user: Awaited<ReturnType<typeof openWeapons>>['user']) {
  await user.click(screen.getByRole('button', { name: 'More actions' }));
  const entries = within(await screen.findByRole('menu')).getAllByRole('menuitem');
  const labels = entries.map(({ textContent }) => textContent);
  expect(labels).toContain('History');
  expect(labels).not.toContain('Copy template');
}

test('without CREATE_TEMPLATE, and outside of Dev, the template can only be viewed', async () => {
  shows('2.2.items.view-template', '2.6.create-template.label', '3.outside-dev.view-template');
  const member = await openWeapons('', { as: 'member' });
  const { listPath, close } = member;
  const view = await screen.findByRole('link', { name: 'View template' });
  expect(view.getAttribute('href')).toBe(listPath.replace(/items$/, 'edit'));
  expect(screen.queryByRole('link', { name: 'Edit template' })).toBeNull();
  await expectNoCopy(member.user);
  close();
  const server = await startTestServer();
  const { dev, stage } = server.studio;
  await saveWeapons(server, []);
  await server.app.deps.database.transaction((query) => copyInstanceContent(query, { from: dev, to: stage }));
  const { user } = await renderConsole(`/instance/${stage}/templates/weapon/items`, { as: 'owner', server });
  expect(await screen.findByRole('link', { name: 'View template' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Edit template' })).toBeNull();
  await expectNoCopy(user);
});

// The menu links to a new template.
const toTemplate = /^(Edit|View) template$/;

test('the template menu shows no links before the template has loaded', async () => {
  shows('2.2.items.edit-template');
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const words = new Set<string>();
  const watch = new MutationObserver(() => {
    for (const { textContent } of screen.queryAllByRole('link', { name: toTemplate })) words.add(textContent ?? '');
  });
  watch.observe(document.body, { childList: true, subtree: true, characterData: true });
  onTestFinished(() => watch.disconnect());
  await openWeapons('', {
    intercept: (fetch) => async (input, init) => {
      if (/\/permissions$/.test(new URL(String(input)).pathname)) await held;
      return fetch(input, init);
    },
  });
  await screen.findByRole('row', { name: /Sword/ });
  expect([...words]).toEqual([]);
  release();
  await screen.findByRole('link', { name: 'Edit template' });
  expect([...words]).toEqual(['Edit template']);
});

test('without READ a list and an item redirect to /access-denied', async () => {
  const server = await startTestServer();
  const { workspaceId, stage, accounts } = server.studio;
  await server.app.deps.database.transaction(async (query) => {
    const roleId = await createRole(query, { workspaceId, name: 'Exporter', allowed: ['EXPORT'] });
    await grantRole(query, { workspaceId, instanceId: stage, accountId: accounts.member, roleId });
  });
  const list = `/instance/${stage}/templates/image/items`;
  const first = await renderConsole(list, { as: 'member', server });
  await first.untilPath('/access-denied');
  first.close();
  const second = await renderConsole(`${list}/1/edit`, { as: 'member', server });
  await second.untilPath('/access-denied');
});

test('the image template says "No images" while it has none', async () => {
  shows('2.2.items.create-image', '2.2.items.no-images', '2.2.route.images');
  const server = await startTestServer();
  await renderConsole(`/instance/${server.studio.dev}/templates/image/items`, { as: 'owner', server });
  expect(await screen.findByText('No images')).toBeTruthy();
  expect((await screen.findAllByRole('link', { name: 'Create image' })).length).toBeGreaterThan(0);
});

test('the image template can be neither edited nor copied', async () => {
  shows('2.2.items.template-button-image');
  const server = await startTestServer();
  const { user } = await renderConsole(`/instance/${server.studio.dev}/templates/image/items`, { as: 'owner', server });
  // The create button requires the same permissions as the template links: if it is shown, they would be too.
  expect((await screen.findAllByRole('link', { name: 'Create image' })).length).toBeGreaterThan(0);
  expect(screen.queryByRole('link', { name: toTemplate })).toBeNull();
  await expectNoCopy(user);
});

test('a missing template offers no new item', async () => {
  shows('2.2.items.create');
  const server = await startTestServer();
  await renderConsole(`/instance/${server.studio.dev}/templates/gone/items`, { as: 'owner', server });
  expect(await screen.findByText('The items could not be loaded')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Create item' })).toBeNull();
});
