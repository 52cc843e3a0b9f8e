import { menu, type SaveMenuNode } from '@quartermaster/contract/endpoints/menu.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { focusManager } from '@tanstack/react-query';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { mergeEdits } from '../../src/features/navigation/model/compare-edits.ts';
import { baseOf } from '../../src/features/navigation/model/menu-draft.ts';
import { meanwhileText } from '../../src/shared/ui/meanwhile-text.ts';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { syncOf } from '../support/sync.ts';
import { choose } from './choose-instance.ts';

const as = { as: 'owner' } as const;
const path = '/settings/navigation-setup';

const node = (id: string, more: Partial<SaveMenuNode> = {}): SaveMenuNode => ({
  id,
  parent_id: 'root',
  label: id,
  template_id: '',
  order: 9,
  status: 1,
  ...more,
});

/** A menu with a group around one of its three links. */
async function makeMenu(): Promise<TestServer> {
  const server = await startTestServer();
  await saveTemplate(server, 'sword', [], { label: 'Swords' });
  await saveTemplate(server, 'bow', [], { label: 'Bows' });
  await saveNodes(server, [
    node('weapons', { label: 'Weapons', order: 1 }),
    node('template-sword', { parent_id: 'weapons', label: 'Swords', template_id: 'sword', order: 0, status: 2 }),
  ]);
  await choose(server, 'owner', server.studio.dev);
  return server;
}

const saveNodes = (server: TestServer, nodes: SaveMenuNode[], by: 'owner' | 'admin' = 'owner') =>
  server.call(menu.save, { params: { instanceId: server.studio.dev }, body: { menu: nodes } }, { as: by });
const readMenu = async (server: TestServer) =>
  (await server.call(menu.list, { params: { instanceId: server.studio.dev } }, as)).menu;

async function open(options: Parameters<typeof renderConsole>[1] = {}) {
  const server = options.server ?? (await makeMenu());
  const view = await renderConsole(path, { as: 'owner', ...options, server });
  await screen.findByRole('tree', { name: 'Navigation' });
  return { ...view, server };
}

const tree = () => screen.getByRole('tree', { name: 'Navigation' });
const lines = () => within(tree()).queryAllByRole('treeitem');
/** The rendered tree: each name, with a dot for each level. */
const drawn = () =>
  lines().map(
    (item) =>
      '.'.repeat(Number(item.getAttribute('aria-level')) - 1) + (item.querySelector('[title]')?.textContent ?? ''),
  );
const pick = (user: UserEvent, name: string) => user.click(within(tree()).getByText(name));
const press = (key: string, more: Partial<KeyboardEventInit> = {}) => fireEvent.keyDown(tree(), { key, ...more });
const button = (name: string) => screen.getByRole('button', { name });
const dialog = (name: string) => screen.findByRole('dialog', { name });
const announcements = () => screen.getAllByRole('status').map((region) => region.textContent?.trim());
const save = async (user: UserEvent) => {
  await user.click(button('Save changes'));
  await user.click(await screen.findByRole('button', { name: 'Yes, save changes' }));
};
async function addGroup(user: UserEvent, name: string) {
  await user.click(button('Add group'));
  const form = await dialog('Add group');
  if (name !== '') await user.type(within(form).getByRole('textbox', { name: 'Name' }), name);
  await user.click(within(form).getByRole('button', { name: 'Add group' }));
  return form;
}
const all = ['Images', 'Weapons', '.Swords', 'Bows'];

test('the page opens with the menu of the active instance as a tree of groups and links', async () => {
  shows(
    '1.2.route.navigation-setup',
    '2.1.navigation',
    '2.2.navigation.title',
    '2.2.route.navigation-setup',
    '2.2.navigation.back',
    '2.3.menu.children',
  );
  const { user, untilPath } = await open();
  expect(screen.getByRole('heading', { level: 1, name: 'Navigation setup' })).toBeTruthy();
  expect(drawn()).toEqual(all);
  const [image, weapons, swords] = lines();
  expect(weapons?.getAttribute('aria-expanded')).toBe('true');
  expect(image?.hasAttribute('aria-expanded')).toBe(false);
  expect(within(weapons as HTMLElement).getByRole('img', { name: 'Group' })).toBeTruthy();
  expect(within(swords as HTMLElement).getByRole('img', { name: 'Link' })).toBeTruthy();
  await user.click(screen.getByRole('link', { name: 'Back to Studio' }));
  await untilPath('/');
});

test('adds a group by name, next to or inside the active entry, and a link by template', async () => {
  shows('2.2.navigation.add-group', '2.2.navigation.add-link', '2.2.navigation.save');
  const { user, server, untilPath } = await open();
  await pick(user, 'Weapons');
  expect(button('Save changes').dataset.variant).toBe('default');
  await addGroup(user, '  Melee ');
  expect(button('Save changes').dataset.variant).toBe('filled');
  await waitFor(() => expect(drawn()).toEqual(['Images', 'Weapons', '.Swords', '.Melee', 'Bows']));
  expect(announcements()).toContain('Added Melee into Weapons, position 2 of 2');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(button('Add link'));
  const form = await dialog('Add link');
  const template = within(form).getByRole('combobox', { name: 'Template' });
  await waitFor(() => expect(document.activeElement).toBe(template));
  await user.keyboard('bow{Enter}');
  await waitFor(() => expect(template).toHaveProperty('value', 'Bows'));
  await user.click(within(form).getByRole('button', { name: 'Add link' }));
  await waitFor(() => expect(drawn()).toEqual(['Images', 'Weapons', '.Swords', '.Melee', '..Bows', 'Bows']));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  // Each dialog begins empty again.
  await user.click(button('Add group'));
  const again = await dialog('Add group');
  expect(within(again).getByRole('textbox', { name: 'Name' })).toHaveProperty('value', '');
  await user.click(within(again).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(button('Add link'));
  const another = await dialog('Add link');
  expect(within(another).getByRole('combobox', { name: 'Template' })).toHaveProperty('value', '');
  await user.click(within(another).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await save(user);
  await untilPath('/');
  const saved = await readMenu(server);
  const melee = saved.find(({ label }) => label === 'Melee');
  expect(melee).toMatchObject({ parent_id: 'weapons', template_id: '', order: 1 });
  expect(saved.filter(({ parent_id }) => parent_id === melee?.id)).toMatchObject([
    { label: 'Bows', template_id: 'bow', order: 0 },
  ]);
  expect(saved.find(({ id }) => id === 'template-sword')).toMatchObject({ parent_id: 'weapons', order: 0 });
  expect(saved.find(({ id }) => id === 'template-bow')).toMatchObject({ parent_id: 'root', label: 'Bows' });
});

test('a group needs a name of at most 64 characters, a link needs a template', async () => {
  shows('2.5.navigation-group.required', '2.5.navigation-link.required');
  const { user } = await open();
  const groupForm = await addGroup(user, '');
  expect(await within(groupForm).findByText('Name is a required field')).toBeTruthy();
  const name = within(groupForm).getByRole('textbox', { name: 'Name' });
  fireEvent.change(name, { target: { value: 'x'.repeat(65) } });
  expect(await within(groupForm).findByText('Name must be at most 64 characters')).toBeTruthy();
  fireEvent.change(name, { target: { value: 'x'.repeat(64) } });
  await waitFor(() => expect(within(groupForm).queryByText(/^Name must be/)).toBeNull());
  fireEvent.change(name, { target: { value: '   ' } });
  expect(await within(groupForm).findByText('Name is a required field')).toBeTruthy();
  await user.click(within(groupForm).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(button('Add link'));
  const linkForm = await dialog('Add link');
  await user.click(within(linkForm).getByRole('button', { name: 'Add link' }));
  expect(await within(linkForm).findByText('Template is a required field')).toBeTruthy();
  await user.click(within(linkForm).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(drawn()).toEqual(all);
});

test('Enter renames, Delete removes with everything inside, Alt and arrows move, and all of it can be undone', async () => {
  shows('2.2.navigation.remove', '2.2.navigation.tree');
  const { user } = await open();
  await pick(user, 'Weapons');
  press('Enter');
  const form = await dialog('Rename Weapons');
  fireEvent.change(within(form).getByRole('textbox', { name: 'Name' }), { target: { value: 'Arms' } });
  await user.click(within(form).getByRole('button', { name: 'Rename' }));
  await waitFor(() => expect(drawn()[1]).toBe('Arms'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  // The dialog for another entry starts with that entry's name.
  await pick(user, 'Bows');
  press('Enter');
  const other = await dialog('Rename Bows');
  expect(within(other).getByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Bows');
  await user.click(within(other).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await pick(user, 'Arms');
  press('ArrowUp', { altKey: true });
  expect(drawn()).toEqual(['Arms', '.Swords', 'Images', 'Bows']);
  expect(announcements()).toContain('Moved Arms to the top level, position 1 of 3');
  press('Delete');
  expect(drawn()).toEqual(['Images', 'Bows']);
  expect(await screen.findByText('Removed “Arms” with 1 entry inside')).toBeTruthy();
  press('z', { ctrlKey: true });
  expect(drawn()).toEqual(['Arms', '.Swords', 'Images', 'Bows']);
  const bows = lines().at(-1) as HTMLElement;
  fireEvent.pointerOver(bows);
  await user.click(within(bows).getByRole('button', { name: 'Remove' }));
  expect(drawn()).toEqual(['Arms', '.Swords', 'Images']);
  for (let step = 0; step < 3; step += 1) await user.click(button('Undo'));
  expect(drawn()).toEqual(all);
});

test('nothing can be moved into a link, and no group into itself', async () => {
  shows('2.2.navigation.links-are-leaves');
  const { user } = await open();
  await pick(user, 'Bows');
  press('ArrowUp', { altKey: true });
  press('ArrowRight', { altKey: true });
  expect(await screen.findByText('a link cannot have anything inside')).toBeTruthy();
  expect(drawn()).toEqual(['Images', 'Bows', 'Weapons', '.Swords']);
  await addGroup(user, 'Beside');
  await waitFor(() => expect(drawn()).toEqual(['Images', 'Bows', 'Beside', 'Weapons', '.Swords']));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  // Entries can be moved into a group.
  await pick(user, 'Weapons');
  press('ArrowRight', { altKey: true });
  expect(drawn()).toEqual(['Images', 'Bows', 'Beside', '.Weapons', '..Swords']);
});

test('a save asks for confirmation, shows a toast, returns home and updates the sidebar', async () => {
  shows(
    '1.1.sets-up-navigation',
    '2.4.navigation-save.confirm',
    '2.4.navigation-save.home',
    '2.4.navigation-save.toast',
    '4.host.events.saved',
  );
  const { user, server, untilPath, path: here, events } = await open();
  await user.click(button('Save changes'));
  expect(await screen.findByText('No changes to save')).toBeTruthy();
  await pick(user, 'Swords');
  press('Delete');
  await user.click(button('Save changes'));
  const question = await dialog('Save navigation');
  expect(question.textContent).toContain('Do you want to save the changes?');
  expect(question.textContent).toContain('no longer in the sidebar: Swords');
  await user.click(within(question).getByRole('button', { name: 'No, keep editing' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect([here(), (await readMenu(server)).length]).toEqual([path, 4]);
  expect(drawn()).toEqual(['Images', 'Weapons', 'Bows']);
  // An undone removal needs no confirmation.
  await user.click(button('Undo'));
  await user.click(button('Save changes'));
  await waitFor(() => expect(screen.getAllByText('No changes to save').length).toBeGreaterThan(1));
  expect(screen.queryByRole('dialog')).toBeNull();
  await pick(user, 'Swords');
  press('Delete');
  const sidebar = screen.getByRole('navigation', { name: 'Main' });
  expect(within(sidebar).getByRole('link', { name: 'Swords' })).toBeTruthy();
  await save(user);
  await untilPath('/');
  expect(await screen.findByText('Navigation updated')).toBeTruthy();
  await waitFor(() => expect(within(sidebar).queryByRole('link', { name: 'Swords' })).toBeNull());
  expect((await readMenu(server)).map(({ id }) => id)).toEqual(['template-image', 'weapons', 'template-bow']);
  expect(events.filter(({ type }) => type === 'saved')).toEqual([
    { type: 'saved', what: 'navigation', instanceId: server.studio.dev, count: 1 },
  ]);
});

test('a template that keeps another link stays in the sidebar', async () => {
  shows('2.4.navigation-save.confirm');
  const server = await makeMenu();
  await saveNodes(server, [node('blades', { parent_id: 'weapons', label: 'Blades', template_id: 'sword', order: 1 })]);
  const { user } = await open({ server });
  await pick(user, 'Blades');
  press('Delete');
  await user.click(button('Save changes'));
  const question = await dialog('Save navigation');
  expect(question.textContent).not.toContain('no longer in the sidebar');
});

test('a save sends added and removed entries, and those whose name, parent or order changed', async () => {
  shows(
    '2.4.menu-change.added',
    '2.4.menu-change.removed',
    '2.4.menu-change.updated-label',
    '2.4.menu-change.updated-order',
    '2.4.menu-change.updated-parent',
  );
  const server = await makeMenu();
  await saveNodes(server, [
    node('old', { order: 3 }),
    node('inside', { parent_id: 'old', order: 0 }),
    // Moves to the same order in another group.
    node('template-sword', { parent_id: 'weapons', label: 'Swords', template_id: 'sword', order: 2, status: 2 }),
  ]);
  const sent: SaveMenuNode[] = [];
  const { user, untilPath } = await open({
    server,
    intercept: (fetch) => (input, init) => {
      if (init?.method === 'POST' && String(input).endsWith('/menu')) sent.push(...JSON.parse(String(init.body)).menu);
      return fetch(input, init);
    },
  });
  await pick(user, 'old');
  press('Delete');
  await pick(user, 'Weapons');
  press('Enter');
  const form = await dialog('Rename Weapons');
  fireEvent.change(within(form).getByRole('textbox', { name: 'Name' }), { target: { value: 'Arms' } });
  await user.click(within(form).getByRole('button', { name: 'Rename' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await pick(user, 'Swords');
  press('ArrowLeft', { altKey: true });
  await pick(user, 'Bows');
  await addGroup(user, 'Last');
  await waitFor(() => expect(drawn()).toEqual(['Images', 'Arms', 'Swords', 'Bows', 'Last']));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await save(user);
  await untilPath('/');
  expect(sent.map(({ label, parent_id, order, status }) => [label, parent_id, order, status])).toEqual([
    ['Arms', 'root', 1, 2],
    ['Swords', 'root', 2, 2],
    ['Bows', 'root', 3, 2],
    ['Last', 'root', 4, 1],
    ['inside', 'old', 0, 3],
    ['old', 'root', 3, 3],
  ]);
});

test('a link that moves from one group to the same position in another one is sent with its new parent', async () => {
  shows('2.4.menu-change.updated-parent');
  const server = await makeMenu();
  await saveNodes(server, [node('armoury', { label: 'Armoury', order: 2 })]);
  const { user, untilPath } = await open({ server });
  expect(drawn()).toEqual(['Images', 'Weapons', '.Swords', 'Armoury', 'Bows']);
  await pick(user, 'Swords');
  press('ArrowLeft', { altKey: true });
  press('ArrowDown', { altKey: true });
  press('ArrowRight', { altKey: true });
  await waitFor(() => expect(drawn()).toEqual(['Images', 'Weapons', 'Armoury', '.Swords', 'Bows']));
  await save(user);
  await untilPath('/');
  const swords = (await readMenu(server)).find(({ template_id }) => template_id === 'sword');
  expect([swords?.parent_id, swords?.order]).toEqual(['armoury', 0]);
});

/** Another member renames a group, removes a link and adds a template while a link is moved and a group added here. */
async function meetAnother({ isBoth }: { isBoth: boolean }) {
  const view = await open();
  const { user, server } = view;
  if (isBoth) await rename(user, 'Weapons', 'Arms');
  await pick(user, 'Swords');
  press('ArrowLeft', { altKey: true });
  await pick(user, 'Bows');
  await addGroup(user, 'Mine');
  await waitFor(() => expect(drawn()).toEqual(['Images', isBoth ? 'Arms' : 'Weapons', 'Swords', 'Bows', 'Mine']));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await saveTemplate(server, 'axe', [], { label: 'Axes' });
  await saveNodes(
    server,
    [
      node('weapons', { label: 'Armoury', order: 1, status: 2 }),
      node('template-bow', { template_id: 'bow', status: 3 }),
    ],
    'admin',
  );
  await save(user);
  return view;
}

async function rename(user: UserEvent, name: string, to: string) {
  await pick(user, name);
  press('Enter');
  const form = await dialog(`Rename ${name}`);
  fireEvent.change(within(form).getByRole('textbox', { name: 'Name' }), { target: { value: to } });
  await user.click(within(form).getByRole('button', { name: 'Rename' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}

const findConflict = () => dialog('Someone else has changed this navigation in the meantime');

test('changes of others to other entries are merged without a question, and a toast names them', async () => {
  shows('5.merge.menu');
  const { server, overlay, untilPath } = await meetAnother({ isBoth: false });
  expect(await within(overlay).findByText('admin changed Armoury, Bows and Axes meanwhile')).toBeTruthy();
  await untilPath('/');
  const names = (await readMenu(server)).filter(({ parent_id }) => parent_id === 'root').map(({ label }) => label);
  expect(names).toEqual(['Images', 'Armoury', 'Swords', 'Mine', 'Axes']);
});

test('moves that cannot both be made, and groups that would be too deep together, are left to a person', () => {
  shows('5.merge.menu');
  /** Groups, each with its parent. */
  const groups = (parents: Record<string, string>) =>
    baseOf({
      version: '1',
      menu: Object.entries(parents).map(([id, parent_id], order) => node(id, { parent_id, order })),
    }).draft;
  const flat = Object.fromEntries([...'abcdefghi'].map((id) => [id, 'root']));
  const merged = (theirs: Record<string, string>, mine: Record<string, string>) =>
    mergeEdits({ base: groups(flat), theirs: groups({ ...flat, ...theirs }), mine: groups({ ...flat, ...mine }) });
  expect(merged({ b: 'a' }, { a: 'b' })).toBeUndefined();
  expect(merged({ b: 'a', c: 'b', d: 'c', e: 'd' }, { f: 'e', g: 'f', h: 'g', i: 'h' })).toBeUndefined();
  expect(merged({ b: 'a' }, { c: 'd' })?.names).toEqual(['b']);
});

test('a toast about many merged entries counts entries, not fields', () => {
  shows('5.merge.menu');
  const menuTexts = { noun: 'the navigation', parts: 'entries' };
  expect(meanwhileText({ by: 'Mia', isOwn: false }, ['a', 'b', 'c', 'd'], menuTexts)).toBe(
    'Mia changed a, b and 2 more entries meanwhile',
  );
});

test('after another member’s save, my changes can be applied to theirs without loss', async () => {
  shows('2.2.navigation.save', '2.4.navigation-save.home');
  const { user, server, untilPath } = await meetAnother({ isBoth: true });
  const conflict = await findConflict();
  expect(within(conflict).getByText(/^admin saved it /)).toBeTruthy();
  await user.click(within(conflict).getByRole('button', { name: 'Make my changes to theirs, and save' }));
  await user.click(await screen.findByRole('button', { name: 'Yes, save changes' }));
  await untilPath('/');
  const names = (await readMenu(server)).filter(({ parent_id }) => parent_id === 'root').map(({ label }) => label);
  expect(names).toEqual(['Images', 'Arms', 'Swords', 'Mine', 'Axes']);
});

test('after another member’s save, their version can be adopted, and Undo restores mine', async () => {
  const { user, path: here } = await meetAnother({ isBoth: true });
  const conflict = await findConflict();
  await user.click(within(conflict).getByRole('button', { name: 'Take theirs and drop my changes' }));
  await waitFor(() => expect(drawn()).toEqual(['Images', 'Armoury', '.Swords', 'Axes']));
  await user.click(button('Undo'));
  expect(drawn()).toEqual(['Images', 'Arms', 'Swords', 'Bows', 'Mine']);
  expect(here()).toBe(path);
});

test('an entry that another member has removed stays if it was renamed here', async () => {
  const server = await makeMenu();
  await saveNodes(server, [node('old', { order: 3 })]);
  const { user, untilPath } = await open({ server });
  await rename(user, 'Bows', 'Longbows');
  const gone = [node('template-bow', { template_id: 'bow', status: 3 }), node('old', { status: 3 })];
  await saveNodes(server, gone, 'admin');
  await save(user);
  const conflict = await findConflict();
  await user.click(within(conflict).getByRole('button', { name: 'Make my changes to theirs, and save' }));
  await user.click(await screen.findByRole('button', { name: 'Yes, save changes' }));
  await untilPath('/');
  const names = (await readMenu(server)).filter(({ parent_id }) => parent_id === 'root').map(({ label }) => label);
  expect(names).toEqual(['Images', 'Weapons', 'Longbows']);
});

test('a refused save shows the reason at the affected entry, and keeps the changes', async () => {
  shows('2.4.navigation-save.confirm');
  const server = await makeMenu();
  // A link to a template that was deleted meanwhile: the menu is unchanged, as nothing else links to it.
  await saveNodes(server, [node('template-bow', { template_id: 'bow', status: 3 })]);
  const { user } = await open({ server });
  await user.click(button('Add link'));
  const form = await dialog('Add link');
  await user.click(within(form).getByRole('combobox', { name: 'Template' }));
  await user.click(await screen.findByRole('option', { name: /Bows/ }));
  await user.click(within(form).getByRole('button', { name: 'Add link' }));
  await waitFor(() => expect(drawn()).toHaveLength(4));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await server.call(templates.delete, { params: { instanceId: server.studio.dev, templateId: 'bow' } }, as);
  await save(user);
  const question = await dialog('Save navigation');
  expect(await within(question).findByText('“Bows”: there is no such template')).toBeTruthy();
  await user.click(within(question).getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(drawn()).toContain('Bows');
});

test('leaving with unsaved changes needs a confirmation', async () => {
  shows('2.2.navigation.back');
  const { user, untilPath } = await open();
  await addGroup(user, 'Melee');
  await waitFor(() => expect(drawn()).toHaveLength(5));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('link', { name: 'Back to Studio' }));
  const question = await dialog('Leave without saving?');
  await user.click(within(question).getByRole('button', { name: 'Stay on this page' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(drawn()).toContain('Melee');
  await user.click(screen.getByRole('link', { name: 'Back to Studio' }));
  await user.click(await screen.findByRole('button', { name: 'Leave without saving' }));
  await untilPath('/');
});

test('a menu that arrives during a drag is applied after the drag', async () => {
  shows('2.2.navigation.tree');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  onTestFinished(() => {
    vi.useRealTimers();
    focusManager.setFocused(undefined);
  });
  const { server } = await open();
  // jsdom has no layout: all rows are at the upper left.
  vi.spyOn(tree(), 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 400, 400));
  const mouse = { pointerType: 'mouse', isPrimary: true, button: 0 };
  fireEvent.pointerDown(within(tree()).getByText('Bows'), { ...mouse, clientX: 60, clientY: 120 });
  fireEvent.pointerMove(document, { ...mouse, clientX: 60, clientY: 100 });
  // The third is the preview next to the pointer.
  expect(screen.getAllByText('Bows')).toHaveLength(3);
  await saveNodes(server, [node('armour', { label: 'Armour' })]);
  vi.setSystemTime(Date.now() + 11_000);
  // As if the user returned to the page, which would itself end the drag.
  for (const isFocused of [false, true]) focusManager.setFocused(isFocused);
  // The sidebar shows the same menu.
  await screen.findByRole('button', { name: 'Armour' });
  expect(drawn()).toEqual(all);
  fireEvent.pointerUp(document, mouse);
  await waitFor(() => expect(drawn()).toContain('Armour'));
});

test('READ opens the page, and MENU_MANAGEMENT allows changes', async () => {
  shows('2.6.read.navigation', '2.6.menu-management.add');
  const server = await makeMenu();
  await choose(server, 'member', server.studio.dev);
  await open({ server, as: 'member' });
  expect(drawn()).toEqual(all);
  fireEvent.pointerOver(lines()[1] as HTMLElement);
  press('Delete');
  press('Enter');
  expect(drawn()).toEqual(all);
  for (const name of ['Add group', 'Add link', 'Save changes', 'Remove', 'Rename', 'Undo'])
    expect(screen.queryByRole('button', { name })).toBeNull();
  expect(screen.getByText(/^Your roles in this project do not include “Can setup navigation”\./)).toBeTruthy();
});

test('in Stage the menu is read-only, with a note about where it is edited', async () => {
  shows('2.6.menu-management.add');
  const server = await makeMenu();
  const { dev, stage } = server.studio;
  await syncOf(server, dev).all();
  await choose(server, 'owner', stage);
  await open({ server });
  expect(drawn()).toEqual(all);
  expect(screen.getByText(/^You can only set up the navigation in the development environment/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Add group' })).toBeNull();
});

test('without templates the page shows a message and a link to create one', async () => {
  shows('2.2.navigation.no-templates');
  const server = await startTestServer();
  await choose(server, 'owner', server.studio.dev);
  const { user, untilPath } = await renderConsole(path, { as: 'owner', server });
  expect(
    await screen.findByText("You haven't created any templates yet. Start by creating one to set up your navigation."),
  ).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Add group' })).toBeNull();
  const main = screen.getByRole('main');
  await user.click(await within(main).findByRole('link', { name: 'Create template' }));
  await untilPath(`/instance/${server.studio.dev}/templates/new`);
});
