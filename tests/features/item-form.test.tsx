import { items } from '@quartermaster/contract/endpoints/items.ts';
import { type SaveTemplateField, templates } from '@quartermaster/contract/endpoints/templates.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { saveWeapons, weapon } from '../support/item-content.ts';
import { saveOtherwise } from '../support/save-otherwise.ts';
import { startTestServer } from '../support/server.ts';
import { field, noteSaves, type Options, openSword, saveChanges, stored } from './sword-form.ts';

test('a save with a changed value asks for confirmation, sends only that value and returns to the list', async () => {
  shows(
    '2.1.items.edit',
    '2.1.roles',
    '2.2.item-edit.title',
    '2.2.item.fields',
    '2.2.item.save-button',
    '2.2.route.item-edit',
    '2.4.item-save.back',
    '2.4.item-save.question',
    '3.calls.version.sent',
  );
  const bodies: string[] = [];
  const { user, server, id, axe, untilPath, listPath } = await openSword({ intercept: noteSaves(bodies) });
  await user.clear(field(/^Cost/));
  await user.type(field(/^Cost/), '150');
  await user.click(saveChanges());
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'No, keep editing' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(field(/^Cost/)).toHaveProperty('value', '150');
  await user.click(saveChanges());
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText('Are you sure you want to save the changes to the item?')).toBeTruthy();
  expect(bodies).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Yes, save changes' }));
  await untilPath(listPath);
  const sent = JSON.parse(bodies[0] ?? '{}');
  expect(sent).toMatchObject({ id, version: 1, internal_label: 'Sword' });
  expect(sent.fields).toEqual([expect.objectContaining({ id: 'cost', value: 150, status: 2 })]);
  expect((await stored(server, id)).values).toMatchObject({ cost: 150, damage: 7 });
  expect(await stored(server, axe)).toMatchObject({ label: 'Axe', version: 1, values: { cost: 90 } });
  expect(await screen.findByText('150')).toBeTruthy();
});

test('saving without a change says "No changes to save"', async () => {
  shows('2.4.item-save.no-change');
  const { user, server, id, path, listPath } = await openSword();
  // A label is saved without blanks around it.
  await user.type(field(/^Label/), ' ');
  await user.click(saveChanges());
  expect(await screen.findByText('No changes to save')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  // A value reset to the saved one is not marked, either.
  await user.type(field(/^Cost/), '1{Backspace}');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(screen.getAllByText('No changes to save').length).toBeGreaterThan(1));
  expect(path()).toBe(`${listPath}/${id}/edit`);
  expect((await stored(server, id)).version).toBe(1);
});

test('Ctrl+Enter and Ctrl+click save without confirmation', async () => {
  shows('2.4.item-save.modifier');
  const first = await openSword();
  await first.user.type(field(/^Label/), ' of truth');
  await first.user.keyboard('{Control>}{Enter}{/Control}');
  await first.untilPath(first.listPath);
  expect((await stored(first.server, first.id)).label).toBe('Sword of truth');

  await first.user.click(await screen.findByRole('link', { name: 'Sword of truth' }));
  // The list, which is shown until then, has a column of that name.
  await first.user.type(await screen.findByRole('textbox', { name: /^Label/ }), '!');
  await first.user.keyboard('{Meta>}');
  await first.user.click(saveChanges());
  await first.user.keyboard('{/Meta}');
  await first.untilPath(first.listPath);
  expect((await stored(first.server, first.id)).label).toBe('Sword of truth!');
});

test('pressing Ctrl+Enter twice saves once, and creates one new item', async () => {
  shows('2.4.item-save.modifier');
  const bodies: string[] = [];
  const { user, untilPath, listPath } = await openSword({ intercept: noteSaves(bodies) });
  const pressTwice = async () => {
    for (let press = 0; press < 2; press += 1) fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true });
    await untilPath(listPath);
  };
  await user.type(field(/^Label/), ' of truth');
  await pressTwice();
  await user.click(await screen.findByRole('link', { name: 'Create item' }));
  await screen.findByRole('heading', { level: 1, name: 'New item' });
  await user.type(await screen.findByLabelText(/^Label/), 'Dagger');
  await user.type(field(/^Cost/), '35');
  await pressTwice();
  await screen.findByRole('link', { name: 'Dagger' });
  expect(bodies.map((body) => JSON.parse(body).internal_label)).toEqual(['Sword of truth', 'Dagger']);
});

test('each invalid input shows its error, the first one gets focus, and nothing is sent', async () => {
  shows('2.2.item.label', '2.5.item-label.required', '2.5.item-text.required');
  const { user, server, id } = await openSword();
  await user.clear(field(/^Cost/));
  await user.clear(field(/^Label/));
  await user.type(field(/^Label/), ' ');
  await user.clear(within(screen.getByRole('listitem', { name: 'Attributes row 2' })).getByLabelText(/Key/));
  await user.click(saveChanges());
  expect(await screen.findAllByText('required field')).toHaveLength(2);
  expect(screen.getByText('key is required field')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(field(/^Label/)));
  // The error is in the row of the invalid value, also after a valid row.
  const row = (place: number) => within(screen.getByRole('listitem', { name: `Attributes row ${place}` }));
  expect(row(1).queryByText('key is required field')).toBeNull();
  expect(row(2).getByText('key is required field')).toBeTruthy();
  expect((await stored(server, id)).version).toBe(1);
});

/** A template of required fields with limits. */
const strictFields: SaveTemplateField[] = [
  { type: 'item-link' as const, name: 'link', label: 'Link', required: true, templateId: 'material' },
  { type: 'item-link-list' as const, name: 'links', label: 'Links', required: true, templateId: 'material' },
  { type: 'float' as const, name: 'ratio', label: 'Ratio', required: true, minimum: 0.5, maximum: 1.5 },
].map((settings, order) => ({ id: settings.name, parentId: null, order, settings }));

test('required links and numbers, and float limits, are validated', async () => {
  shows(
    '2.5.item-float.max',
    '2.5.item-float.min',
    '2.5.item-float.required',
    '2.5.item-link-list.required',
    '2.5.item-link.required',
  );
  const server = await startTestServer();
  await saveWeapons(server, []);
  const body = { id: 'strict', label: 'Strict', version: 0, fields: strictFields };
  await server.call(templates.save, { params: { instanceId: server.studio.dev }, body }, { as: 'owner' });
  const path = `/instance/${server.studio.dev}/templates/strict/items/new`;
  const { user } = await renderConsole(path, { as: 'owner', server });
  await user.type(await screen.findByLabelText(/^Label/), 'Strict one');
  await user.click(saveChanges());
  expect(await screen.findAllByText('required field')).toHaveLength(3);
  await waitFor(() => expect(document.activeElement).toBe(field(/^Link\b/)));
  await user.type(field(/^Ratio/), '0.4');
  expect(screen.getByText('should be at least 0.5')).toBeTruthy();
  await user.clear(field(/^Ratio/));
  await user.type(field(/^Ratio/), '1.6');
  expect(screen.getByText('should be no more than 1.5')).toBeTruthy();
  // The limits themselves are allowed.
  for (const limit of ['0.5', '1.5']) {
    await user.clear(field(/^Ratio/));
    await user.type(field(/^Ratio/), limit);
    expect(screen.queryByText(/^should be/)).toBeNull();
  }
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('an error found by the server shows at the input', async () => {
  const { user } = await openSword({
    intercept: (fetch) => async (input, init) => {
      if (!/\/items$/.test(String(input)) || init?.method !== 'POST') return fetch(input, init);
      const fields = { 'fields.weight': 'too heavy', 'fields.key.1': 'taken', elsewhere: 'odd' };
      return new Response(JSON.stringify({ status_code: 422, error: 'invalid', message: 'Invalid.', fields }), {
        status: 422,
      });
    },
  });
  await user.type(field(/^Weight/), '9');
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(await screen.findByText('too heavy')).toBeTruthy();
  expect(within(screen.getByRole('listitem', { name: 'Attributes row 2' })).getByText('taken')).toBeTruthy();
  expect(screen.getByText('elsewhere: odd')).toBeTruthy();
});

test('a network failure keeps the input, and the next attempt saves it', async () => {
  shows('2.1.items.edit');
  let isDown = true;
  const { user, server, id, untilPath, listPath } = await openSword({
    intercept: (fetch) => (input, init) => {
      if (isDown && /\/items$/.test(String(input))) return Promise.reject(new TypeError('Failed to fetch'));
      return fetch(input, init);
    },
  });
  await user.type(field(/^Notes/), 'sharp');
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect((await screen.findAllByText(/The server cannot be reached/)).length).toBeGreaterThan(0);
  expect(field(/^Notes/)).toHaveProperty('value', 'sharp');
  isDown = false;
  await user.keyboard('{Control>}{Enter}{/Control}');
  await untilPath(listPath);
  expect((await stored(server, id)).values.notes).toBe('sharp');
});

test('leaving asks for confirmation only if there are unsaved changes', async () => {
  shows('2.2.item.back');
  const { user, path, untilPath, listPath } = await openSword();
  const start = path();
  await user.type(field(/^Notes/), 'x');
  await user.click(screen.getByRole('link', { name: /Back to/ }));
  const dialog = await screen.findByRole('dialog');
  expect(path()).toBe(start);
  await user.click(within(dialog).getByRole('button', { name: 'Stay on this page' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.clear(field(/^Notes/));
  await user.click(screen.getByRole('link', { name: /Back to/ }));
  await untilPath(listPath);
});

test('a response that arrives after the form was left does not navigate', async () => {
  shows('2.4.item-save.back');
  const { promise: held, resolve: answer } = Promise.withResolvers<void>();
  const { user, server, id, path } = await openSword({
    intercept: (fetch) => async (input, init) => {
      if (init?.method === 'POST' && String(input).endsWith('/items')) await held;
      return fetch(input, init);
    },
  });
  await user.type(field(/^Cost/), '0');
  await user.keyboard('{Control>}{Enter}{/Control}');
  // Opens a page of the same kind, whose code is loaded, so that a wrong redirect would happen at once.
  fireEvent.click(screen.getByRole('link', { name: 'Images', hidden: true }));
  await user.click(await screen.findByRole('button', { name: 'Leave without saving' }));
  await screen.findByRole('heading', { level: 1, name: 'Images' });
  const left = path();
  answer();
  expect(await screen.findByText(/saved/i)).toBeTruthy();
  expect((await stored(server, id)).version).toBe(2);
  expect(path()).toBe(left);
});

test('deleting an item names it, asks for confirmation and returns to the list', async () => {
  shows('3.calls.delete-item.call');
  const { user, server, id, axe, path, untilPath, listPath } = await openSword();
  await user.click(screen.getByRole('button', { name: 'Delete item' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /^No,/ }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(path()).toBe(`${listPath}/${id}/edit`);
  expect((await stored(server, id)).version).toBe(1);
  await user.click(screen.getByRole('button', { name: 'Delete item' }));
  expect(await screen.findByText(`Are you sure you want to delete “Sword” (#${id})?`)).toBeTruthy();
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Yes, delete item' }));
  await untilPath(listPath);
  expect(await screen.findByRole('row', { name: /Axe/ })).toBeTruthy();
  expect(screen.queryByRole('row', { name: /Sword/ })).toBeNull();
  expect(await stored(server, axe)).toMatchObject({ label: 'Axe', version: 1 });
  await expect(stored(server, id)).rejects.toThrow('404');
});

test('Ctrl+S saves an item without leaving it, as often as it is pressed', async () => {
  shows('4.hands.save-stays');
  shows('3.calls.version.sent');
  const { server, user, id, path, overlay } = await openSword();
  const edit = path();
  // A save that returns to the list would arrive before the next one.
  await import('../../src/features/items/list/items-list-page.tsx');
  await user.clear(field(/^Cost/));
  await user.type(field(/^Cost/), '130');
  await user.keyboard('{Control>}s{/Control}');
  await within(overlay).findByText('Item saved');
  await waitFor(async () => expect(await stored(server, id)).toMatchObject({ version: 2, values: { cost: 130 } }));
  await user.type(field(/^Label/), ' of fire');
  await saveOtherwise(user, 'Save and stay');
  await waitFor(async () => expect(await stored(server, id)).toMatchObject({ version: 3, label: 'Sword of fire' }));
  expect(path()).toBe(edit);
  expect(field(/^Label/)).toHaveProperty('value', 'Sword of fire');
  // Nothing is unsaved, so leaving needs no confirmation.
  await user.click(screen.getByRole('link', { name: 'Quartermaster, home' }));
  await waitFor(() => expect(path()).toBe('/'));
});

test('new items are created one after another, each starting at its label', async () => {
  shows('2.1.items.create');
  const server = await startTestServer();
  await saveWeapons(server, []);
  const listPath = `/instance/${server.studio.dev}/templates/weapon/items`;
  const { user, path, untilPath } = await renderConsole(`${listPath}/new`, { as: 'owner', server });
  const label = await screen.findByLabelText(/^Label/);
  await waitFor(() => expect(document.activeElement).toBe(label));
  // An empty label shows no error before a save, as the picture may be chosen first.
  await user.tab();
  expect(screen.queryByText('required field')).toBeNull();
  await user.click(saveChanges());
  expect((await screen.findAllByText('required field')).length).toBeGreaterThan(0);
  await waitFor(() => expect(document.activeElement).toBe(label));
  await user.keyboard('Dagger');
  await user.type(field(/^Cost/), '35');
  await saveOtherwise(user, 'Save and create another');
  await waitFor(() => expect(label).toHaveProperty('value', ''));
  expect(field(/^Cost/)).toHaveProperty('value', '');
  expect(document.activeElement).toBe(label);
  expect(path()).toBe(`${listPath}/new`);
  await user.keyboard('Club');
  await user.type(field(/^Cost/), '12{Control>}s{/Control}');
  await waitFor(() => expect(path()).toMatch(new RegExp(`^${listPath}/\\d+/edit$`)));
  await user.click(await screen.findByRole('link', { name: /^Back to/ }));
  await untilPath(listPath);
  expect(await screen.findByRole('row', { name: /Dagger/ })).toBeTruthy();
  expect(await screen.findByRole('row', { name: /Club/ })).toBeTruthy();
});

test('deleting an item that others link to lists those places', async () => {
  shows('3.calls.delete-item.linked', '3.calls.delete-item.linked-places');
  const server = await startTestServer();
  const { iron } = await saveWeapons(server, []);
  const path = `/instance/${server.studio.dev}/templates/material/items/${iron}/edit`;
  const { user } = await renderConsole(path, { as: 'owner', server });
  await user.click(await screen.findByRole('button', { name: 'Delete item' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText(`Are you sure you want to delete “Iron” (#${iron})?`)).toBeTruthy();
  // The link is added after the console has looked for links.
  const sword = await server.call(
    items.save,
    { params: { instanceId: server.studio.dev }, body: weapon('Sword', { cost: 1, material: iron }) },
    { as: 'admin' },
  );
  await user.click(within(dialog).getByRole('button', { name: 'Yes, delete item' }));
  const place = await within(dialog).findByRole('link', { name: 'Sword' });
  expect(place.getAttribute('href')).toBe(`/instance/${server.studio.dev}/templates/weapon/items/${sword.id}/edit`);
  expect(within(dialog).getByText('Other items still link to this. Remove their links first.')).toBeTruthy();
  // The server would refuse it again.
  expect(within(dialog).queryByText(/Are you sure/)).toBeNull();
  expect(within(dialog).queryByRole('button', { name: 'Yes, delete item' })).toBeNull();
  const closes = within(dialog).getAllByRole('button', { name: 'Close' });
  expect(document.activeElement).toBe(closes.at(-1));
});

test('what links to an item is listed before the question whether to delete it', async () => {
  shows('4.hands.delete-looks-first', '4.hands.named-toasts');
  const server = await startTestServer();
  const { iron, weapons } = await saveWeapons(server, (id) => [
    ['Sword', { cost: 1, material: id, parts: [id] }],
    ...Array.from({ length: 26 }, (_, place): [string, { cost: number; material: number }] => [
      `Knife ${place}`,
      { cost: place, material: id },
    ]),
  ]);
  const list = `/instance/${server.studio.dev}/templates`;
  const deletions: string[] = [];
  const { user, untilPath } = await renderConsole(`${list}/material/items/${iron}/edit`, {
    as: 'owner',
    server,
    intercept: (fetch) => (input, init) => {
      if (init?.method === 'DELETE') deletions.push(String(input));
      return fetch(input, init);
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Delete item' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete item' });
  const places = within(dialog).getByRole('list', { name: /^“Iron” \(#\d+\) cannot be deleted/ });
  expect(within(places).getByRole('link', { name: 'Sword' }).getAttribute('href')).toBe(
    `${list}/weapon/items/${weapons[0]}/edit`,
  );
  const lines = within(places)
    .getAllByRole('listitem')
    .map((line) => line.textContent);
  expect([lines[0], lines.at(-1)]).toEqual([`Sword (Weapon #${weapons[0]})`, 'and more']);
  expect(within(dialog).queryByText(/Are you sure/)).toBeNull();
  expect(within(dialog).queryByRole('button', { name: 'Yes, delete item' })).toBeNull();
  expect(deletions).toEqual([]);
  // The links can be cleared without leaving the dialog, which then asks as usual.
  await user.click(within(dialog).getByRole('button', { name: 'Clear the links' }));
  await within(dialog).findByText(/Are you sure/);
  const cleared = (await screen.findByText(/link to it no longer$/)).closest('[role=status]') as HTMLElement;
  await user.click(within(cleared).getByRole('button', { name: 'Undo' }));
  await screen.findByText('The changes were undone');
  await user.click(within(dialog).getByRole('button', { name: 'No, keep item' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(await screen.findByRole('button', { name: 'Delete item' }));
  await screen.findByRole('list', { name: /^“Iron” \(#\d+\) cannot be deleted/ });
  // An item without links is deleted as before, and named afterwards.
  await user.click(screen.getByRole('link', { name: 'Sword' }));
  await untilPath(`${list}/weapon/items/${weapons[0]}/edit`);
  await user.click(await screen.findByRole('button', { name: 'Delete item' }));
  await user.click(await screen.findByRole('button', { name: 'Yes, delete item' }));
  const toast = (await screen.findByText('Item deleted')).closest('[role=status]');
  expect(toast?.textContent).toMatch(/^Item deletedSword/);
  expect(within(toast as HTMLElement).getByRole('button', { name: 'Undo' })).toBeTruthy();
});

test('a new item is created with all its values', async () => {
  shows(
    '1.1.items-from-templates',
    '1.2.route.templates',
    '2.1.items.create',
    '2.2.item-new.title',
    '2.2.route.item-new',
  );
  const server = await startTestServer();
  await saveWeapons(server, []);
  const listPath = `/instance/${server.studio.dev}/templates/weapon/items`;
  const { user, untilPath } = await renderConsole(`${listPath}/new`, { as: 'owner', server });
  expect(await screen.findByRole('heading', { level: 1, name: 'New item' })).toBeTruthy();
  await user.type(await screen.findByLabelText(/^Label/), 'Dagger');
  await user.type(field(/^Cost/), '35');
  await user.click(screen.getByRole('checkbox', { name: /Magic/ }));
  await user.click(saveChanges());
  await user.click(await screen.findByRole('button', { name: 'Yes, save changes' }));
  await untilPath(listPath);
  const row = await screen.findByRole('row', { name: /Dagger/ });
  const id = Number(within(row).getByRole('rowheader').textContent);
  expect(await stored(server, id)).toEqual({ label: 'Dagger', version: 1, values: { cost: 35, magic: true } });
});

test.each(['stage', 'prod'] as const)('in %s a new item redirects to /not-allowed', async (env) => {
  shows('1.2.route.not-allowed-create', '2.6.dev-only.item-guard');
  const server = await startTestServer();
  const { untilPath } = await renderConsole(`/instance/${server.studio[env]}/templates/image/items/new`, {
    as: 'owner',
    server,
  });
  await untilPath('/not-allowed');
});

test('without the permission an item is read-only', async () => {
  shows('3.outside-dev.read-only');
  await openSword({ as: 'member' });
  expect(await screen.findByText('Attributes')).toBeTruthy();
  expect(screen.getByText('120')).toBeTruthy();
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Delete item' })).toBeNull();
});

test('a missing item shows a message', async () => {
  shows('2.8.call.component');
  const server = await startTestServer();
  await saveWeapons(server, []);
  await renderConsole(`/instance/${server.studio.dev}/templates/weapon/items/999/edit`, { as: 'owner', server });
  expect(await screen.findByText('The item could not be loaded')).toBeTruthy();
});

test('an item opened again right after a save is not shown with its previous values first', async () => {
  const late = Promise.withResolvers<void>();
  let isSaved = false;
  const intercept: Options['intercept'] = (fetch) => async (input, init) => {
    const method = init?.method ?? 'GET';
    if (isSaved && method === 'GET' && /\/items\/weapon\/\d+$/.test(new URL(String(input)).pathname))
      await late.promise;
    const answer = await fetch(input, init);
    isSaved ||= method === 'POST' && /\/items$/.test(new URL(String(input)).pathname);
    return answer;
  };
  const { user, console, path, listPath, untilPath } = await openSword({ intercept });
  const edit = path();
  await user.type(field(/^Label/), ' of truth{Control>}{Enter}{/Control}');
  await untilPath(listPath);
  await screen.findByRole('grid');
  console.goTo(new URL(edit, window.location.origin), false);
  await untilPath(edit);
  await waitFor(() => expect(screen.queryByRole('grid')).toBeNull());
  expect(screen.queryByLabelText(/^Label/)).toBeNull();
  late.resolve();
  expect(await screen.findByLabelText(/^Label/)).toHaveProperty('value', 'Sword of truth');
});
