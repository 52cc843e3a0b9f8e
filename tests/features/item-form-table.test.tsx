import { toItemValues } from '@quartermaster/contract/content/item-values.ts';
import { buildTree } from '@quartermaster/contract/content/template-tree.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { isFlat } from '../../src/shared/item-form/rows/flat-group.ts';
import { renderConsole } from '../support/console.tsx';
import { field, inOrder, saveAll, saveBody, saveTemplate } from '../support/sample-template.ts';
import { startTestServer } from '../support/server.ts';

const fields = inOrder([
  field('stats', 'dynamic-group'),
  field('stat', 'text', { parentId: 'stats', required: true }),
  field('amount', 'integer', { parentId: 'stats' }),
]);

async function openStats() {
  const server = await startTestServer();
  await saveTemplate(server, 'table', fields, { label: 'Table' });
  const stats = ['a', 'b', 'c'].map((stat, place) => ({ stat, amount: place }));
  const [item] = await saveAll(server, [saveBody('table', fields, { stats }, { label: 'One' })]);
  const opened = await renderConsole(`/instance/${server.studio.dev}/templates/table/items/${item?.id}/edit`, {
    as: 'owner',
    server,
  });
  const group = await screen.findByRole('region', { name: 'The stats' });
  const shown = () =>
    within(group)
      .getAllByLabelText<HTMLTextAreaElement>(/^The stat/, { selector: 'textarea' })
      .map(({ value }) => value);
  const handle = (place: number) => screen.getByRole('button', { name: `Move The stats row ${place}` });
  return { ...opened, id: item?.id ?? 0, group, shown, handle };
}

test('a flat dynamic group has the names of its fields once, above its rows, and each input is labelled', async () => {
  const { group } = await openStats();
  const box = group.querySelector<HTMLElement>('[data-flat]');
  const [heads] = box?.children ?? [];
  expect([...(heads?.children ?? [])].map(({ textContent }) => textContent)).toEqual(['The stat*', 'The amount']);
  expect(heads?.getAttribute('aria-hidden')).toBe('true');
  expect(box?.style.getPropertyValue('--columns')).toBe('2');
  expect(within(group).getAllByRole('textbox', { name: /^The stat/ })).toHaveLength(3);
  expect(within(group).getAllByRole('textbox', { name: /^The amount/ })).toHaveLength(3);
});

test('the error of a value in a row is shown at its input', async () => {
  const { user } = await openStats();
  const row = within(screen.getByRole('listitem', { name: 'The stats row 2' }));
  await user.clear(row.getByLabelText(/^The stat/, { selector: 'textarea' }));
  await user.tab();
  expect(await row.findByText('stat is required field')).toBeTruthy();
  expect(screen.getAllByText('stat is required field')).toHaveLength(1);
});

test("the keys of a row's handle move the row, keep the focus, and announce its position", async () => {
  const { user, shown, handle, group, root } = await openStats();
  handle(1).focus();
  await user.keyboard('{ArrowDown}');
  expect(shown()).toEqual(['b', 'a', 'c']);
  expect(document.activeElement).toBe(handle(2));
  expect(within(group).getByText('Row 1 moved to place 2 of 3.')).toBeTruthy();
  await user.keyboard('{End}');
  expect(shown()).toEqual(['b', 'c', 'a']);
  expect(document.activeElement).toBe(handle(3));
  await user.keyboard('{ArrowDown}');
  expect(shown()).toEqual(['b', 'c', 'a']);
  await user.keyboard('{Home}');
  expect(shown()).toEqual(['a', 'b', 'c']);
  // The saved value is unchanged.
  expect(root.querySelector('[aria-label="Rows not saved yet"]')).toBeNull();
});

test('a row is duplicated below it, with the focus, and removed with undo', async () => {
  const { user, shown, server, id } = await openStats();
  await user.click(screen.getByRole('button', { name: 'Duplicate The stats row 2' }));
  expect(shown()).toEqual(['a', 'b', 'b', 'c']);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Duplicate The stats row 3' }));
  await user.click(screen.getByRole('button', { name: 'Delete The stats row 1' }));
  expect(shown()).toEqual(['b', 'b', 'c']);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Undo' }));
  await user.keyboard('{Enter}');
  expect(shown()).toEqual(['a', 'b', 'b', 'c']);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Delete The stats row 1' }));
  await user.keyboard('{Control>}s{/Control}');
  const params = { instanceId: server.studio.dev, templateId: 'table', id };
  const saved = async () => {
    const { item } = await server.call(items.get, { params }, { as: 'owner' });
    return toItemValues(buildTree(fields), item.fields).stats;
  };
  const b = { stat: 'b', amount: 1 };
  await waitFor(async () => expect(await saved()).toEqual([{ stat: 'a', amount: 0 }, b, b, { stat: 'c', amount: 2 }]));
});

test('a row added where one was removed starts empty', async () => {
  const { user, shown, group } = await openStats();
  await user.click(screen.getByRole('button', { name: 'Delete The stats row 3' }));
  await user.click(within(group).getByRole('button', { name: 'Add group' }));
  const added = within(screen.getByRole('listitem', { name: 'The stats row 3' }));
  expect(document.activeElement).toBe(added.getByLabelText(/^The stat/, { selector: 'textarea' }));
  await user.tab();
  await user.tab();
  expect(shown()).toEqual(['a', 'b', '']);
  expect(added.getByLabelText(/^The amount/)).toHaveProperty('value', '');
});

test('dynamic groups with nested groups, images or many fields are not tables', () => {
  const nodes = (...types: Parameters<typeof field>[1][]) =>
    types.map((type, place) => ({ field: field(`f${place}`, type), children: [] }));
  expect(isFlat(nodes('text', 'integer', 'float', 'boolean', 'item-link', 'item-link-list'))).toBe(true);
  expect(isFlat(nodes())).toBe(false);
  expect(isFlat(nodes('text', 'group'))).toBe(false);
  expect(isFlat(nodes('text', 'dynamic-group'))).toBe(false);
  expect(isFlat(nodes('text', 'image'))).toBe(false);
  expect(isFlat(Array.from({ length: 7 }, () => nodes('text')[0] as never))).toBe(false);
});
