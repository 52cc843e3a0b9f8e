import { toItemValues } from '@quartermaster/contract/content/item-values.ts';
import { buildTree } from '@quartermaster/contract/content/template-tree.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SettingsPanel } from '../../src/features/templates/settings/settings-panel.tsx';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { renderEditorPart } from '../support/editor-part.tsx';
import { field, inOrder, saveAll, saveBody, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const fields = inOrder([
  field('title', 'text', { default: 'Untitled', placeholder: 'A name for the shop' }),
  field('price', 'integer', { default: 5, minimum: 1, unit: 'gold' }),
  field('magic', 'boolean', { default: false }),
  field('weight', 'float', { unit: 'kg', placeholder: 'Without its sheath' }),
  field('bonuses', 'dynamic-group'),
  field('stat', 'text', { parentId: 'bonuses', default: 'armor' }),
  field('amount', 'integer', { parentId: 'bonuses' }),
]);

const input = (name: string) =>
  screen.getByLabelText<HTMLInputElement>(new RegExp(`^The ${name}`), { selector: 'input, textarea' });
const saveNow = { keyboard: '{Control>}{Enter}{/Control}' };

async function startThing() {
  const server = await startTestServer();
  await saveTemplate(server, 'thing', fields, { label: 'Thing' });
  return server;
}

async function openNew(server: TestServer, search = '') {
  const list = `/instance/${server.studio.dev}/templates/thing/items`;
  const opened = await renderConsole(`${list}/new${search}`, { as: 'owner', server });
  await screen.findByLabelText(/^The title/);
  return { ...opened, list };
}

async function newest(server: TestServer) {
  const params = { instanceId: server.studio.dev, templateId: 'thing' };
  const { items: all } = await server.call(items.listHeaders, { params }, { as: 'owner' });
  const { item } = await server.call(items.get, { params: { ...params, id: all.at(-1)?.id ?? 0 } }, { as: 'owner' });
  return toItemValues(buildTree(fields), item.fields);
}

test('the form of a new item has the defaults without being changed, and saves them', async () => {
  shows('4.field.default');
  const server = await startThing();
  const first = await openNew(server);
  expect([input('title').value, input('price').value, input('weight').value]).toEqual(['Untitled', '5', '']);
  expect(input('magic')).toHaveProperty('indeterminate', false);
  expect(first.root.querySelector('[aria-label="Not saved yet"]')).toBeNull();
  // Nothing is unsaved, so that leaving asks nothing.
  await first.user.click(screen.getByRole('link', { name: /^Back to/ }));
  await first.untilPath(first.list);
  first.close();
  const { user, list, untilPath } = await openNew(server);
  await user.type(screen.getByLabelText(/^Label/), 'One');
  await user.keyboard(saveNow.keyboard);
  await untilPath(list);
  expect(await newest(server)).toEqual({ title: 'Untitled', price: 5, magic: false });
});

test('a default that was cleared stays empty, and so does a cell of a new row', async () => {
  shows('4.field.default');
  const server = await startThing();
  const { user, list, untilPath } = await openNew(server);
  await user.clear(input('title'));
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  await user.click(screen.getByRole('button', { name: 'Add group' }));
  await user.click(screen.getByRole('button', { name: 'Add group' }));
  const rows = screen.getAllByLabelText<HTMLTextAreaElement>(/^The stat/, { selector: 'textarea' });
  expect(rows.map(({ value }) => value)).toEqual(['armor', 'armor']);
  await user.clear(rows[0] ?? expect.fail('There are two rows.'));
  await user.type(screen.getByLabelText(/^Label/), 'One');
  await user.keyboard(saveNow.keyboard);
  await untilPath(list);
  expect(await newest(server)).toEqual({ price: 5, bonuses: [{}, { stat: 'armor' }] });
});

test('a copy of an item has its values and no defaults', async () => {
  shows('4.field.default-new-only');
  const server = await startThing();
  const cleared = { ...saveBody('thing', fields, {}, { before: { title: 'x', price: 5, magic: false } }) };
  const [item] = await saveAll(server, [cleared]);
  const { user, list, untilPath } = await openNew(server, `?copy=${item?.id}`);
  await waitFor(() => expect(screen.getByLabelText(/^Label/)).toHaveProperty('value', 'An item (copy)'));
  expect([input('title').value, input('price').value]).toEqual(['', '']);
  await user.keyboard(saveNow.keyboard);
  await untilPath(list);
  expect(await newest(server)).toEqual({});
});

test('the preview shows the defaults of the draft, and keeps what was entered', async () => {
  shows('4.field.default');
  const server = await startThing();
  const path = `/instance/${server.studio.dev}/templates/thing/edit?tab=preview`;
  const { user } = await renderConsole(path, { as: 'owner', server });
  await screen.findByRole('form', { name: 'Preview form' });
  expect([input('title').value, input('price').value]).toEqual(['Untitled', '5']);
  await user.clear(input('title'));
  const setDefault = async (name: string, value: string) => {
    await user.click(screen.getByRole('tab', { name: 'Fields' }));
    await user.click(await screen.findByRole('treeitem', { name: new RegExp(`The ${name}`) }));
    await user.clear(await screen.findByLabelText('Default'));
    await user.type(screen.getByLabelText('Default'), value);
    await user.click(screen.getByRole('tab', { name: 'Preview form' }));
    await screen.findByRole('form', { name: 'Preview form' });
  };
  await setDefault('price', '8');
  expect([input('title').value, input('price').value]).toEqual(['', '8']);
  await user.type(input('weight'), '2');
  await setDefault('weight', '3');
  expect([input('title').value, input('price').value, input('weight').value]).toEqual(['', '8', '2']);
});

test('a unit and a placeholder are shown in the input, and the unit is read with the label', async () => {
  shows('4.field.placeholder', '4.field.unit');
  const server = await startThing();
  await openNew(server);
  const price = screen.getByRole('textbox', { name: 'The price in gold' });
  expect(price.closest('[data-leaf]')?.textContent).toMatch(/gold.*gold/);
  expect(input('title').placeholder).toBe('A name for the shop');
  expect(input('weight').placeholder).toBe('Without its sheath');
  expect(input('price').placeholder).toBe('');
});

test('a list shows the unit in cells and filters', async () => {
  shows('4.field.unit');
  const server = await startThing();
  await saveAll(server, [saveBody('thing', fields, { price: 7 }), saveBody('thing', fields, { price: 9 })]);
  const list = `/instance/${server.studio.dev}/templates/thing/items?filter=price%3Amore%3A8`;
  const { user } = await renderConsole(list, { as: 'owner', server });
  const cells = () => screen.getAllByRole('cell').map(({ textContent }) => textContent);
  await waitFor(() => expect(cells()).toContain('9 gold'));
  expect(cells()).not.toContain('7 gold');
  expect(screen.getByRole('list', { name: 'Filters' }).textContent).toMatch(/8 gold$/);
  await user.click(screen.getByRole('button', { name: /^Edit filter The price/ }));
  const value = await screen.findByLabelText<HTMLInputElement>('Filter value');
  expect(value.value).toBe('8');
  expect(value.parentElement?.textContent).toBe('gold');
});

test('a default is entered in the input of the type, and one that does not fit is refused there', async () => {
  shows('4.field.default-fits');
  const server = await startThing();
  const { choose, user, settings } = await renderEditorPart(<SettingsPanel />, { server, templateId: 'thing' });
  choose('price');
  const box = (name: string) => within(screen.getByRole('region', { name: 'Rules' })).getByRole('textbox', { name });
  const reason = () => document.querySelector('[aria-invalid="true"]')?.getAttribute('aria-describedby');
  expect(reason()).toBeUndefined();
  await user.clear(box('Minimum'));
  await user.type(box('Minimum'), '6');
  expect(screen.getByText('should be at least 6')).toBeTruthy();
  expect(box('Default').getAttribute('aria-invalid')).toBe('true');
  await user.clear(box('Default'));
  expect(settings('price')).not.toHaveProperty('default');
  await user.type(box('Default'), '6x');
  expect(settings('price')).toHaveProperty('default', '6x');
  expect(box('Default').getAttribute('aria-invalid')).toBe('true');
  await user.type(box('Default'), '{Backspace}');
  expect(settings('price')).toHaveProperty('default', 6);
  expect(reason()).toBeUndefined();
  choose('magic');
  const magic = screen.getByRole('checkbox', { name: 'Default' });
  expect(magic).toHaveProperty('checked', false);
  await user.click(magic);
  expect(settings('magic')).toHaveProperty('default', true);
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  expect(settings('magic')).not.toHaveProperty('default');
});

test('another type keeps a default that is one of its values', async () => {
  shows('4.field.default-fits');
  const server = await startThing();
  const { choose, user, settings } = await renderEditorPart(<SettingsPanel />, { server, templateId: 'thing' });
  const pick = async (name: string) => {
    await user.click(screen.getByRole('combobox', { name: 'Type' }));
    await user.click(await screen.findByRole('option', { name }));
  };
  choose('price');
  await pick('Float');
  expect(settings('price')).toMatchObject({ type: 'float', default: 5, unit: 'gold' });
  await pick('Text');
  expect(settings('price')).not.toHaveProperty('default');
  expect(settings('price')).not.toHaveProperty('unit');
});
