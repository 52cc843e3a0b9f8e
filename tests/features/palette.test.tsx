import { items } from '@quartermaster/contract/endpoints/items.ts';
import { menu } from '@quartermaster/contract/endpoints/menu.ts';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { generatePath } from 'react-router-dom';
import { beforeEach, expect, test } from 'vitest';
// The console loads them with their first use.
import '../../src/app/layout/palette/palette.tsx';
import '../../src/app/layout/palette/shortcuts-dialog.tsx';
import { bestOf, closestFirst } from '../../src/app/layout/palette/find.ts';
import { settingsSections } from '../../src/app/layout/palette/settings-sections.ts';
import { newImageItem } from '../../src/shared/images/image-item.ts';
import { allKeys } from '../../src/shared/ui/actions/key-list.ts';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { field, inOrder, saveAll, saveBody, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { choose } from './choose-instance.ts';
import { pixel } from './pixel.ts';

type Fetch = typeof globalThis.fetch;

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  await choose(server, 'owner', server.studio.dev);
});

const swordFields = inOrder([field('title', 'text')]);

async function open(options: Parameters<typeof renderConsole>[1] = {}, path = '/') {
  await saveTemplate(server, 'sword', swordFields, { label: 'Swords' });
  await saveTemplate(server, 'axe', swordFields, { label: 'Axes' });
  const [first] = await saveAll(
    server,
    ['Excalibur', 'Example'].map((label) => saveBody('sword', swordFields, {}, { label })),
  );
  const view = await renderConsole(path, { server, as: 'owner', ...options });
  await screen.findByRole('link', { name: 'Axes' });
  return { ...view, id: first?.id ?? 0 };
}

const palette = () => screen.findByRole('combobox', { name: 'Search everything' });
const option = (name: RegExp) => screen.findByRole('option', { name });
const options = () => screen.getAllByRole('option').map((one) => one.textContent);

test('Ctrl+K opens the palette, and Enter what was found at once among templates and pages', async () => {
  shows('4.hands.palette');
  const { user, untilPath } = await open();
  expect(bestOf([{ label: 'Swords' }, { label: 'Kurze Épées' }], 'EPEE', 9).best).toEqual([{ label: 'Kurze Épées' }]);
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await palette(), 'axe');
  await option(/Axes/);
  await waitFor(() => expect(screen.getAllByRole('option')[0]?.getAttribute('aria-selected')).toBe('true'));
  await user.keyboard('{Enter}');
  await untilPath(`/instance/${server.studio.dev}/templates/axe/items`);

  screen.getByRole('link', { name: 'Quartermaster, home' }).focus();
  await user.keyboard('{Meta>}k{/Meta}');
  await user.type(await palette(), 'navigation s');
  await option(/Navigation setup/);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')));
  await untilPath('/settings/navigation-setup');
});

test('finds items of all templates by label and id, and the arrow keys select one', async () => {
  shows('4.hands.palette-items');
  const { user, untilPath, id } = await open();
  await user.keyboard('{Control>}k{/Control}');
  const input = await palette();
  await user.type(input, 'exc');
  await option(/Excalibur/);
  // The only one is selected when it arrives.
  await waitFor(() => expect(screen.getByRole('option', { selected: true }).textContent).toMatch(/^Excalibur/));
  await user.clear(input);
  await user.type(input, 'ex');
  await option(/Example/);
  await waitFor(() => expect(input.getAttribute('aria-activedescendant')).not.toBeNull());
  const place = screen.getAllByRole('option').findIndex((one) => one.textContent?.startsWith('Excalibur'));
  expect(place).toBeGreaterThan(0);
  await user.keyboard('{ArrowDown}'.repeat(place));
  expect(screen.getByRole('option', { selected: true }).textContent).toMatch(/^Excalibur/);
  expect(input.getAttribute('aria-activedescendant')).toBe(screen.getByRole('option', { selected: true }).id);
  await user.keyboard('{Enter}');
  await untilPath(`/instance/${server.studio.dev}/templates/sword/items/${id}/edit`);
});

test('a late answer for an earlier text is never shown, and a failed call is named and can be repeated by typing', async () => {
  shows('4.hands.palette-items');
  let release: (() => void) | undefined;
  let isDown = false;
  const intercept =
    (fetch: Fetch): Fetch =>
    async (input, init) => {
      const q = new URL(String(input)).searchParams.get('q');
      if (q === 'excal') await new Promise<void>((resolve) => (release = resolve));
      if (q !== null && isDown) throw new TypeError('offline');
      // Answers although it was aborted, like a server that had answered already.
      return fetch(input, q === null ? init : { ...init, signal: null });
    };
  const { user } = await open({ intercept });
  await user.keyboard('{Control>}k{/Control}');
  const input = await palette();
  await user.type(input, 'excal');
  await waitFor(() => expect(release).toBeDefined());
  await user.clear(input);
  await user.type(input, 'example');
  await option(/Example/);
  release?.();
  await waitFor(() => expect(options()).toEqual([expect.stringContaining('Example')]));

  isDown = true;
  await user.type(input, ' no');
  expect(await screen.findByRole('alert')).toHaveProperty('textContent', expect.stringMatching(/^Items: /));
  isDown = false;
  await user.clear(input);
  await user.type(input, 'exca');
  await option(/Excalibur/);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('offers the actions of the page, and runs one after closing', async () => {
  shows('4.hands.palette');
  const { user } = await open({}, `/instance/${server.studio.dev}/templates/sword/items`);
  await user.click(screen.getByRole('button', { name: 'Search everything' }));
  await user.type(await palette(), 'search label');
  await option(/Search label/);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /Search label/ })));
});

test('switches to another environment, but not while there are unsaved changes', async () => {
  shows('4.hands.palette');
  const { user, untilPath } = await open({}, `/instance/${server.studio.dev}/templates/sword/items/new`);
  await user.type(await screen.findByRole('textbox', { name: /Label/ }), 'Unsaved');
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await palette(), 'stage');
  await option(/stage/);
  await user.keyboard('{Enter}');
  expect(await screen.findByText(/Save or discard your changes/)).toBeTruthy();
  await untilPath(`/instance/${server.studio.dev}/templates/sword/items/new`);
});

test('? lists the shortcuts that the page declares, outside of inputs', async () => {
  shows('4.hands.shortcuts');
  const { user, path } = await open({}, `/instance/${server.studio.dev}/templates/sword/items`);
  await user.keyboard('/');
  await user.keyboard('?');
  expect(screen.queryByRole('dialog')).toBeNull();
  (document.activeElement as HTMLElement).blur();
  await user.keyboard('?');
  const dialog = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
  expect(dialog.getByText(/Search label/)).toBeTruthy();
  expect(dialog.getByText('Search everything').closest('div')?.textContent).toContain('CtrlK');
  expect(path()).toContain('/items');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  // Another page has its own, also from the menu, for those who do not know the key.
  await user.click(screen.getByRole('link', { name: 'Create item' }));
  await screen.findByRole('heading', { level: 1, name: 'New item' });
  await user.click(screen.getByRole('button', { name: 'Account' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Keyboard shortcuts' }));
  const ofForm = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
  expect(ofForm.getByText('Save and stay').closest('div')?.textContent).toContain('CtrlS');
  expect(ofForm.getByText('Save and close').closest('div')?.textContent).toContain('CtrlEnter');
  expect(ofForm.queryByText(/Search label/)).toBeNull();
  // Those of the page come first, then all others by section, each once.
  const sections = ofForm.getAllByRole('region').map((one) => one.querySelector('h3')?.textContent);
  expect(sections).toEqual(['On this page', ...allKeys.map(({ title }) => title)]);
  expect(ofForm.getAllByText('Save and stay')).toHaveLength(1);
  const fill = ofForm.getByText('Fill the selected cells down').closest('div');
  expect([...(fill?.querySelectorAll('kbd') ?? [])].map((key) => key.textContent)).toEqual(['Ctrl', 'D']);
});

test('all keys that parts of a page declare are in the list of all keys', async () => {
  shows('4.hands.shortcuts');
  const listed = new Set(allKeys.flatMap(({ keys }) => keys.flatMap((one) => one.keys.split(', '))));
  const { dev } = server.studio;
  const { id } = await open();
  const form = `/instance/${dev}/templates/sword/items/${id}/edit`;
  for (const [path, title] of [
    [`/instance/${dev}/templates/sword/items`, 'Swords'],
    [`/instance/${dev}/templates/sword/items/grid`, 'Swords as grid'],
    [form, /Swords/],
    [`/instance/${dev}/templates/sword/edit`, /sword/i],
    ['/settings/navigation-setup', 'Navigation setup'],
  ] as const) {
    cleanup();
    const { user, root, close } = await renderConsole(path, { server, as: 'owner' });
    await within(root).findByRole('heading', { level: 1, name: title });
    await user.click(within(root).getByRole('button', { name: 'Account' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Keyboard shortcuts' }));
    const onPage = within(await screen.findByRole('region', { name: 'On this page' }));
    for (const keys of onPage.getAllByRole('definition')) {
      const pressed = [...keys.children].map((one) => [...one.querySelectorAll('kbd')].map((key) => key.textContent));
      for (const combination of pressed.filter((names) => names.length > 0))
        expect(
          [...listed].map((one) => one.split(/[ +]/).join()),
          `${path}: ${combination.join('+')}`,
        ).toContain(combination.join());
    }
    close();
  }
});

test('in a host both keys are only for the console while it has the focus', async () => {
  shows('4.hands.palette-host');
  const { user, root } = await open({ props: { ownsDocument: false } });
  const outside = document.createElement('button');
  document.body.append(outside);
  const seen: boolean[] = [];
  const listen = (event: KeyboardEvent) => event.key !== 'Control' && seen.push(event.defaultPrevented);
  window.addEventListener('keydown', listen);
  try {
    for (const element of [outside, document.body]) {
      element.focus();
      await user.keyboard('{Control>}k{/Control}?');
    }
    expect(seen).toEqual([false, false, false, false]);
    expect(screen.queryByRole('dialog')).toBeNull();
    root.querySelector<HTMLElement>('a[href]')?.focus();
    await user.keyboard('{Control>}k{/Control}');
    expect(await palette()).toBeTruthy();
    expect(seen.at(-1)).toBe(true);
  } finally {
    window.removeEventListener('keydown', listen);
    outside.remove();
  }
});

test('two consoles on a page have palettes of their own', async () => {
  shows('4.hands.palette-host');
  const first = await open({ props: { ownsDocument: false } });
  const second = await renderConsole('/', { server, as: 'owner', props: { ownsDocument: false } });
  await within(second.root).findByRole('link', { name: 'Axes' });
  second.root.querySelector<HTMLElement>('a[href]')?.focus();
  await second.user.keyboard('{Control>}k{/Control}');
  expect(await within(second.overlay).findByRole('combobox', { name: 'Search everything' })).toBeTruthy();
  expect(within(first.overlay).queryByRole('combobox')).toBeNull();
});

test('what is typed right after Ctrl+K is searched for, and reaches neither the page nor its shortcuts', async () => {
  shows('4.hands.palette-typed');
  const { user } = await open({}, `/instance/${server.studio.dev}/templates/sword/items`);
  // Before anything is rendered, as while its code loads; / would focus the search of the list.
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  for (const key of ['/', 'a', 'x', 'x', 'Backspace', 'e']) fireEvent.keyDown(document.body, { key });
  // AltGr, as Windows reports it.
  fireEvent.keyDown(document.body, { key: '@', ctrlKey: true, altKey: true, modifierAltGraph: true });
  fireEvent.keyDown(document.body, { key: 'Backspace' });
  fireEvent.keyDown(document.body, { key: '{', ctrlKey: true, altKey: true, modifierAltGraph: true });
  const input = await palette();
  await waitFor(() => expect(document.activeElement).toBe(input));
  await user.keyboard('s');
  await waitFor(() => expect(input).toHaveProperty('value', '/axe{s'));
  expect(screen.getByRole('textbox', { name: /Search label/ })).toHaveProperty('value', '');
  await user.clear(input);
  await user.keyboard('axe');
  await option(/Axes/);
});

test('who turns to an input while the palette loads types into it', async () => {
  shows('4.hands.palette-typed');
  await open({}, `/instance/${server.studio.dev}/templates/sword/items`);
  const search = await screen.findByRole('textbox', { name: /Search label/ });
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  expect(fireEvent.keyDown(search, { key: 'a' })).toBe(false);
  fireEvent.focusIn(search);
  expect(fireEvent.keyDown(search, { key: 'a' })).toBe(true);
});

test('offers the buttons of the page, templates without a link, and the settings of each workspace', async () => {
  shows('4.hands.palette-everything');
  await saveTemplate(server, 'mace', swordFields, { label: 'Maces' });
  const params = { instanceId: server.studio.dev };
  const { menu: nodes } = await server.call(menu.list, { params }, { as: 'owner' });
  const link = nodes.find(({ template_id }) => template_id === 'mace');
  if (!link) throw new Error('The menu has no link to the template.');
  await server.call(menu.save, { params, body: { menu: [{ ...link, status: 3 }] } }, { as: 'owner' });
  const list = `/instance/${server.studio.dev}/templates/sword/items`;
  const { user, untilPath } = await open({}, list);
  const choosing = async (typed: string, name: RegExp) => {
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await palette(), typed);
    await option(name);
    await user.keyboard('{Enter}');
  };
  await choosing('maces', /^Maces/);
  await untilPath(`/instance/${server.studio.dev}/templates/mace/items`);
  await choosing('create item', /^Create item/);
  await untilPath(`/instance/${server.studio.dev}/templates/mace/items/new`);
  await choosing('access log', /^Access log/);
  await untilPath(`/settings/workspaces/${server.studio.workspaceId}/access-log`);
});

test('an item is found before the picture of the same name', async () => {
  shows('4.hands.palette-pictures');
  const image = newImageItem({
    label: 'Excalibur',
    dataUrl: `data:image/png;base64,${pixel}`,
    key: crypto.randomUUID(),
  });
  await server.call(items.save, { params: { instanceId: server.studio.dev }, body: image }, { as: 'owner' });
  const { user } = await open();
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await palette(), 'excalibur');
  await waitFor(() => expect(options()).toEqual([expect.stringMatching(/Swords$/), expect.stringMatching(/Images$/)]));
});

test('offers the entries of the menus of the page as the menus have them', async () => {
  shows('4.hands.palette-everything');
  const { user, untilPath, path } = await open({}, `/instance/${server.studio.dev}/templates/sword/items`);
  await screen.findByRole('link', { name: 'Edit template' });
  await user.keyboard('{Control>}k{/Control}');
  await palette();
  // In place of the button of the menu.
  await waitFor(() => expect(options()).toContain('CSVExport items'));
  expect(options()).not.toContain('Export items');
  // Those of rows are not of the page.
  expect(options().filter((text) => text?.startsWith('Copy'))).toEqual(['Copy templateMore actions']);
  await user.keyboard('find and');
  await option(/^Find and replaceMore actions/);
  await user.keyboard('{Enter}');
  await untilPath('/find-and-replace');
  // As from the menu: for this template, and with the way back.
  expect(path()).toContain('template=sword');
  const back = await screen.findByRole('link', { name: 'Back to Items' });
  expect(back).toHaveProperty('pathname', `/instance/${server.studio.dev}/templates/sword/items`);
});

test('of an item, offers what is in its header or in the bar of unsaved changes, each once', async () => {
  shows('4.hands.palette-everything');
  const { user } = await open({}, `/instance/${server.studio.dev}/templates/sword/items/new`);
  await user.type(await screen.findByRole('textbox', { name: /Label/ }), 'Unsaved');
  await screen.findByRole('region', { name: 'Unsaved changes' });
  await user.keyboard('{Control>}k{/Control}');
  await palette();
  await waitFor(() => expect(options()).toContain('Save and create anotherMore ways to save'));
  for (const label of ['Save and create anotherMore ways to save', 'Save changes', 'Discard'])
    expect(options().filter((text) => text === label)).toHaveLength(1);
  // Not the hidden button in the header.
  await user.keyboard('save changes');
  await option(/^Save changes/);
  await user.keyboard('{Enter}');
  await user.click(await screen.findByRole('button', { name: 'No, keep editing' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement?.closest('[data-save-bar]')).not.toBeNull());
  await user.keyboard('{Control>}k{/Control}');
  await palette();
  await user.keyboard('discard');
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('dialog', { name: 'Discard changes' })).toBeTruthy();
});

test('of an item, offers the entries of its own menu, such as "Duplicate"', async () => {
  shows('4.hands.palette-everything');
  const { user, id, untilPath } = await open();
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await palette(), 'excalibur');
  await option(/^Excalibur/);
  await user.keyboard('{Enter}');
  await untilPath(`/instance/${server.studio.dev}/templates/sword/items/${id}/edit`);
  await screen.findByRole('button', { name: 'Actions for Excalibur' });
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await palette(), 'duplicate');
  await option(/^Duplicate itemActions for Excalibur/);
  await user.keyboard('{Enter}');
  await untilPath(`/instance/${server.studio.dev}/templates/sword/items/new`);
});

test('finds sections of settings and other words for them, and leads to the section', async () => {
  shows('4.hands.palette-everything');
  const { user, untilPath } = await open();
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await palette(), 'languages');
  await option(/^Languages/);
  await user.keyboard('{Enter}');
  const { workspaceId, projectId } = server.studio;
  await untilPath(`/settings/workspaces/${workspaceId}/projects/${projectId}`);
  const heading = await screen.findByRole('heading', { name: 'Languages' });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await palette(), 'plan release');
  await option(/^Releases/);
  await user.clear(await palette());
  await user.type(await palette(), 'invoice');
  await waitFor(() => expect(options().slice(0, 2)).toEqual(['Billing', expect.stringMatching(/^Plan and billing/)]));
});

test('offers no settings to a member that only others may open', async () => {
  shows('4.hands.palette-everything');
  await choose(server, 'member', server.studio.dev);
  const { user } = await open({ as: 'member' });
  await user.keyboard('{Control>}k{/Control}');
  const input = await palette();
  await user.type(input, 'password');
  await waitFor(() => expect(options()).toEqual(['PasswordProfile', 'Profile']));
  for (const typed of ['languages', 'delete project', 'plans', 'webhooks', 'access log']) {
    await user.clear(input);
    await user.type(input, typed);
    await screen.findByText('No results');
    expect(screen.queryAllByRole('option')).toEqual([]);
  }
});

test('each section that the palette finds is on its page', async () => {
  shows('4.hands.palette-everything');
  const { workspaceId, projectId } = server.studio;
  for (const [path, sections] of Object.entries(settingsSections)) {
    const { close } = await renderConsole(
      generatePath(path, { workspaceId: `${workspaceId}`, projectId: `${projectId}` }),
      {
        server,
        as: 'owner',
      },
    );
    for (const { title } of sections) await screen.findByRole('heading', { level: 2, name: title });
    close();
  }
});

test('lists first what was opened last, with labels of the server, until the account signs out', async () => {
  shows('4.hands.palette-opened');
  const list = `/instance/${server.studio.dev}/templates/sword/items`;
  const { user, id, untilPath } = await open({}, '/trash');
  await screen.findByRole('heading', { level: 1, name: 'Trash' });
  const choosing = async (typed: string, name: RegExp) => {
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await palette(), typed);
    await option(name);
    await user.keyboard('{Enter}');
  };
  await choosing('exc', /^Excalibur/);
  await untilPath(`${list}/${id}/edit`);
  await choosing('exam', /^Example/);
  await untilPath(`${list}/${id + 1}/edit`);
  await choosing('axes', /^Axes/);
  await untilPath(list.replace('sword', 'axe'));
  await screen.findByRole('heading', { level: 1, name: 'Axes' });
  // The page that is open is not listed.
  const opened = async () => {
    await user.keyboard('{Control>}k{/Control}');
    await palette();
    await screen.findByRole('group', { name: 'On this page' });
    const group = screen.queryByRole('group', { name: 'Opened last' });
    if (!group) return null;
    expect(within(screen.getByRole('listbox')).getAllByRole('group')[0]).toBe(group);
    return within(group)
      .getAllByRole('option')
      .map((one) => one.textContent);
  };
  expect(await opened()).toEqual([`Example#${id + 1} · Swords`, `Excalibur#${id} · Swords`, 'Trash']);
  // Enter opens the last one.
  await user.keyboard('{Enter}');
  await untilPath(`${list}/${id + 1}/edit`);
  expect(JSON.stringify(localStorage)).not.toMatch(/Excalibur/);

  // What is no longer there is not listed, although its label was shown a moment ago.
  const params = { instanceId: server.studio.dev, templateId: 'sword', id };
  await server.call(items.delete, { params }, { as: 'owner' });
  expect(await opened()).toEqual(['Axesaxe', 'Trash']);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Search everything' })).toBeNull());

  await user.click(screen.getByRole('button', { name: 'Account' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Log out' }));
  expect(Object.keys(localStorage).filter((key) => key.includes(':opened:'))).toHaveLength(1);
  await user.click(await screen.findByRole('button', { name: 'Yes, log out' }));
  await waitFor(() => expect(Object.keys(localStorage).filter((key) => key.includes(':opened:'))).toEqual([]));
});

test('what another account or another instance has opened is not listed', async () => {
  shows('4.hands.palette-opened');
  const { dev, stage, accounts } = server.studio;
  for (const [account, instance] of [
    [accounts.owner, stage],
    [accounts.admin, dev],
  ])
    localStorage.setItem(`quartermaster:items-page:opened:${account}:${instance}`, JSON.stringify(['/trash']));
  const { user } = await open();
  await user.keyboard('{Control>}k{/Control}');
  await screen.findByRole('group', { name: 'On this page' });
  expect(screen.queryByRole('group', { name: 'Opened last' })).toBeNull();
});

test('of the items found, those with this label, key or id come first', () => {
  shows('4.hands.palette-order');
  const found = ['Battle Hunger', 'Axe of old', 'Axe'].map((internal_label, index) => ({
    internal_label,
    key: null,
    id: 7 + index,
  }));
  const labels = (typed: string) => closestFirst(found, typed).map(({ internal_label }) => internal_label);
  expect(labels('axe')).toEqual(['Axe', 'Axe of old', 'Battle Hunger']);
  expect(labels('#8')).toEqual(['Axe of old', 'Battle Hunger', 'Axe']);
});

test('what matches only within a word comes after the items', async () => {
  shows('4.hands.palette-order');
  const { user } = await open({}, `/instance/${server.studio.dev}/templates/sword/items`);
  await saveAll(server, [saveBody('sword', swordFields, {}, { label: 'Portable' })]);
  await user.keyboard('{Control>}k{/Control}');
  // Of "Export" and "Import", this is a part.
  await user.type(await palette(), 'port');
  await option(/^Portable/);
  expect(
    within(screen.getByRole('listbox'))
      .getAllByRole('group')
      .map((group) => group.getAttribute('aria-label')),
  ).toEqual(['Items', 'Also found']);
});
