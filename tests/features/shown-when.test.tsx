import { toItemValues } from '@quartermaster/contract/content/item-values.ts';
import { buildTree } from '@quartermaster/contract/content/template-tree.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SettingsPanel } from '../../src/features/templates/settings/settings-panel.tsx';
import { shows } from '../specification/shows.ts';
import { allowInDev } from '../support/allow-in-dev.ts';
import { renderConsole } from '../support/console.tsx';
import { renderEditorPart } from '../support/editor-part.tsx';
import { field, inOrder, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startTestServer } from '../support/server.ts';
import type { Person } from '../support/server-studio.ts';

const when = (other: string, ...is: (string | boolean)[]) => ({ shownWhen: { field: other, is } });
const fields = inOrder([
  field('kind', 'text'),
  field('rate', 'integer', { required: true, ...when('kind', 'attack') }),
  field('healing', 'group', when('kind', 'heal')),
  field('amount', 'integer', { parentId: 'healing', help: 'Points' }),
  field('steps', 'dynamic-group'),
  field('aimed', 'boolean', { parentId: 'steps' }),
  field('target', 'text', { parentId: 'steps', ...when('aimed', true) }),
  field('speed', 'integer', { parentId: 'steps', ...when('kind', 'attack') }),
]);
const values = { kind: 'attack', rate: 3, steps: [{ aimed: true, target: 'head', speed: 2 }, { speed: 5 }] };

async function open(pathOf: (id: number) => string, as: Person = 'owner') {
  const server = await startTestServer();
  await saveTemplate(server, 'thing', fields, { label: 'Thing' });
  const { id } = await saveOne(server, saveBody('thing', fields, values));
  if (as === 'member') await allowInDev(server, 'READ');
  const opened = await renderConsole(`/instance/${server.studio.dev}/templates/thing/${pathOf(id)}`, { as, server });
  const read = async () => {
    const params = { instanceId: server.studio.dev, templateId: 'thing', id };
    const { item } = await server.call(items.get, { params }, { as: 'owner' });
    return toItemValues(buildTree(fields), item.fields);
  };
  return { ...opened, read };
}

const input = (name: string, index = 0) =>
  screen.queryAllByLabelText<HTMLInputElement>(new RegExp(`^The ${name}`), { selector: 'input, textarea' })[index] ??
  null;
const note = (text: string | RegExp) => screen.queryByText(text, { selector: '[role="status"]' });

test('fields come and go while another one is typed, with their values, which a save keeps', async () => {
  shows('4.field.shown-when', '4.field.shown-when-hidden');
  const { user, read } = await open((id) => `items/${id}/edit`);
  await screen.findByRole('listitem', { name: 'The steps row 2' });
  await screen.findByLabelText(/^The target/);
  const kind = input('kind') ?? expect.fail('It is always shown.');
  expect([input('rate')?.value, input('speed', 1)?.value, input('amount')]).toEqual(['3', '5', null]);
  expect(note(/hidden value/)).toBeNull();
  await user.clear(kind);
  await user.type(kind, 'heal');
  expect([input('rate'), input('speed')]).toEqual([null, null]);
  expect(note('3 hidden values: The rate, The speed, The speed')).toBeTruthy();
  // The order of the Tab key is that of the page.
  await user.tab();
  expect(document.activeElement).toBe(input('amount'));
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(async () => expect(await read()).toEqual({ ...values, kind: 'heal' }));
});

test('a field in a row depends on that row, and comes back with what was typed', async () => {
  shows('4.field.shown-when');
  const { user } = await open((id) => `items/${id}/edit`);
  await screen.findByRole('listitem', { name: 'The steps row 2' });
  const target = await screen.findByLabelText<HTMLInputElement>(/^The target/);
  expect(input('target', 1)).toBeNull();
  await user.type(target, 's');
  const aimed = input('aimed') ?? expect.fail('It is always shown.');
  await user.click(aimed);
  expect(input('target')).toBeNull();
  expect(note('1 hidden value: The target')).toBeTruthy();
  await user.click(aimed);
  expect(input('target')?.value).toBe('heads');
});

test('an invalid value that was hidden is named where it is hidden', async () => {
  shows('4.field.shown-when-hidden');
  const { user } = await open((id) => `items/${id}/edit`);
  await screen.findByLabelText(/^The rate/);
  await user.type(input('rate') ?? document.body, 'x');
  await user.type(input('kind') ?? document.body, '!');
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(await screen.findByText(/^The rate: should be/)).toBeTruthy();
});

test('the preview shows fields as the form does', async () => {
  shows('4.field.shown-when');
  const { user } = await open(() => 'edit?tab=preview');
  const kind = await screen.findByLabelText(/^The kind/);
  expect(input('rate')).toBeNull();
  await user.type(kind, 'attack');
  expect(input('rate')).toBeTruthy();
});

test('an item that cannot be edited has its shown values with their help', async () => {
  shows('4.field.shown-when', '4.field.read-only-panel');
  await open((id) => `items/${id}/edit`, 'member');
  expect(await screen.findByText('The rate', { selector: 'dt span' })).toBeTruthy();
  expect(screen.queryByText('The healing')).toBeNull();
  expect(screen.getAllByText('The target', { selector: 'dt span' })).toHaveLength(1);
});

test('the field and its values are chosen in the settings, and what no longer fits is said', async () => {
  shows('4.field.shown-when-valid');
  const server = await startTestServer();
  const options = [
    { id: 'attack', label: 'Attack' },
    { id: 'heal', label: 'Heal' },
  ];
  const own = inOrder([
    field('kind', 'choice', { options }),
    field('level', 'integer'),
    field('rate', 'float'),
    field('steps', 'dynamic-group'),
    field('step', 'text', { parentId: 'steps' }),
  ]);
  await saveTemplate(server, 'thing', own);
  const { user, choose, settings } = await renderEditorPart(<SettingsPanel />, { server, templateId: 'thing' });
  choose('rate');
  const select = screen.getByRole('combobox', { name: 'Shown when' });
  await user.click(select);
  const list = document.getElementById(select.getAttribute('aria-controls') ?? '') ?? document.body;
  const offered = [...list.querySelectorAll('[role="option"]')];
  expect(offered.map(({ textContent }) => textContent)).toEqual(['The kind', 'The level']);
  await user.click(within(list).getByText('The level'));
  const lines = await screen.findByRole('textbox', { name: 'The level is' });
  await user.type(lines, '1{Enter}2{Enter}x');
  expect(await screen.findByText(/^x should be/)).toBeTruthy();
  await user.type(lines, '{Backspace}3');
  await waitFor(() => expect(screen.queryByText(/^x should be/)).toBeNull());
  expect(settings('rate')).toMatchObject({
    shownWhen: { field: 'level', is: [1, 2, 3] },
  });
});
