import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listStored } from '../../../src/shared/storage/storage.ts';
import { shows } from '../../specification/shows.ts';
import { renderConsole } from '../../support/console.tsx';
import { emailOf } from '../../support/server-studio.ts';
import { openWeapons } from '../weapons-list.ts';
import { gridOf, openGrid } from './open-grid.ts';

test('the grid has the filters, the sort order and the columns of the list', async () => {
  shows('4.grid.opens');
  const { column, heads, grid, path } = await openGrid('?filter=cost%3Amore%3A100&sort=cost%3Adesc');
  expect(path()).toContain('/items/grid?filter=cost%3Amore%3A100&sort=cost%3Adesc');
  expect(column('Label')).toEqual(['Bow', 'Sword']);
  expect(column('Cost')).toEqual(['200', '120']);
  expect(column('Material')).toEqual(['', 'Iron']);
  expect(column('Attributes')).toEqual(['', '2 rows']);
  expect(heads().slice(0, 4)).toEqual(['Label', 'ID', 'Notes', 'Cost']);
  expect(grid.getAttribute('aria-rowcount')).toBe('4');
});

test('the selection moves by keys, one cell is the tab stop, and Tab leaves the grid at the end of a row', async () => {
  shows('4.grid.keys');
  const { user, cell, grid } = await openGrid();
  await user.click(cell(0, 'Cost'));
  expect(document.activeElement).toBe(cell(0, 'Cost'));
  await user.keyboard('{ArrowDown}{ArrowRight}');
  expect(document.activeElement).toBe(cell(1, 'Weight'));
  expect(grid.querySelectorAll('[tabindex="0"][aria-selected]')).toHaveLength(1);
  await user.keyboard('{Shift>}{ArrowDown}{ArrowLeft}{/Shift}');
  expect(within(grid).getAllByRole('gridcell', { selected: true })).toHaveLength(4);
  expect(cell(2, 'Cost').getAttribute('aria-selected')).toBe('true');
  await user.keyboard('{Control>}{Home}{/Control}');
  expect(document.activeElement).toBe(cell(0, 'Label'));
  await user.keyboard('{End}{Tab}');
  expect(grid.contains(document.activeElement)).toBe(false);
});

test('typing, F2 and a double click edit a cell; Enter and Tab take the text, Escape drops it', async () => {
  shows('4.grid.typing');
  const { user, cell, column } = await openGrid();
  await user.click(cell(0, 'Cost'));
  await user.keyboard('7');
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Cost, row 1' }).value).toBe('7');
  await user.keyboard('5{Enter}');
  expect(column('Cost')).toEqual(['75', '90', '200']);
  expect(document.activeElement).toBe(cell(1, 'Cost'));
  await user.keyboard('{F2}1{Tab}');
  expect(column('Cost')).toEqual(['75', '901', '200']);
  expect(document.activeElement).toBe(cell(1, 'Weight'));
  await user.dblClick(cell(2, 'Label'));
  await user.keyboard(' of doom{Escape}');
  expect(column('Label')).toEqual(['Sword', 'Axe', 'Bow']);
  expect(document.activeElement).toBe(cell(2, 'Label'));
  await user.keyboard('{ArrowRight}{ArrowRight}?{ArrowLeft}');
  expect(column('Notes')).toEqual(['', '', '?']);
  // Elsewhere this key opens the list of shortcuts.
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.click(cell(0, 'Magic'));
  await user.keyboard('FALSE{Enter}{Delete}');
  expect(column('Magic')).toEqual(['False', '', '']);
});

test('a link and a checkbox are chosen by the input of the item form', async () => {
  shows('4.grid.typing');
  const { user, cell, column } = await openGrid();
  await user.click(cell(2, 'Material'));
  await user.keyboard('{F2}');
  const picker = await within(cell(2, 'Material')).findByRole('combobox', { name: 'Material' });
  expect(document.activeElement).toBe(picker);
  await user.type(picker, 'Steel');
  await user.click(await screen.findByRole('option', { name: /Steel/ }));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(column('Material')).toEqual(['Iron', 'Steel', 'Steel']));
  await user.dblClick(cell(2, 'Magic'));
  await user.click(await within(cell(2, 'Magic')).findByRole('checkbox', { name: 'Magic' }));
  // A click elsewhere takes the value.
  await user.click(cell(0, 'Cost'));
  expect(column('Magic')).toEqual(['True', 'False', 'True']);
});

test('twenty prices are pasted at once, filled down, undone and redone', async () => {
  shows('4.grid.clipboard', '4.grid.rows', '4.grid.fill', '4.grid.history');
  const { user, cell, column } = await openGrid();
  await user.click(cell(0, 'Cost'));
  const prices = Array.from({ length: 20 }, (_, index) => String(100 + index));
  await user.paste(`${prices.join('\r\n')}\r\n`);
  expect(column('Cost')).toEqual(prices);
  // New rows need a label.
  expect(cell(3, 'ID').textContent).toBe('New');
  expect(cell(3, 'Label').getAttribute('aria-invalid')).toBe('true');
  await user.keyboard('{Control>}z{/Control}');
  expect(column('Cost')).toEqual(['120', '90', '200']);
  await user.keyboard('{Control>}y{/Control}');
  expect(column('Cost')).toEqual(prices);
  await user.keyboard('{Control>}{Shift>}z{/Shift}{/Control}{Control>}z{/Control}');
  await user.click(cell(0, 'Cost'));
  await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}{Control>}d{/Control}');
  expect(column('Cost')).toEqual(['120', '120', '120']);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(column('Cost')).toEqual(['120', '90', '200']);
});

test('cells are copied and cut as tab-separated text, and the selection is summed up', async () => {
  shows('4.grid.clipboard', '4.grid.summary');
  const { user, cell, column } = await openGrid();
  await user.click(cell(0, 'Label'));
  await user.keyboard('{Shift>}{ArrowDown}{/Shift}');
  const written: string[] = [];
  const clipboardData = { setData: (_: string, text: string) => void written.push(text) };
  fireEvent.copy(document.body, { clipboardData });
  await user.click(cell(0, 'Cost'));
  await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
  const sums = screen.getByRole('status', { name: 'Selection' });
  await waitFor(() => expect(sums.textContent).toBe('Sum 410Average 136.666667Count 3Distinct 3'));
  fireEvent.cut(document.body, { clipboardData });
  expect(written).toEqual(['Sword\nAxe', '120\n90\n200']);
  // Costs are required, so that the empty cells are invalid.
  expect(column('Cost')).toEqual(['', '', '']);
  expect(cell(0, 'Cost').title).toBe('required field');
});

test('an invalid text is marked with its reason, and stays', async () => {
  shows('4.grid.invalid');
  const { user, cell, column } = await openGrid();
  await user.click(cell(1, 'Cost'));
  await user.keyboard('12345{Enter}{ArrowUp}');
  expect(column('Cost')).toEqual(['120', '12345', '200']);
  expect(cell(1, 'Cost').getAttribute('aria-invalid')).toBe('true');
  // Announced, and read with the cell.
  const reason = screen.getByRole('status', { name: 'Active cell' });
  expect(reason.textContent).toBe('Cost: should be no more than 9999');
  expect(cell(1, 'Cost').getAttribute('aria-describedby')).toBe(reason.id);
  await user.keyboard('99{Enter}');
  expect(cell(1, 'Cost').getAttribute('aria-invalid')).toBeNull();
});

test('ids, rows and, for members, read-only fields are cells that cannot be edited', async () => {
  shows('4.grid.locked');
  const { user, cell, column } = await openGrid();
  for (const header of ['ID', 'Attributes']) {
    expect(cell(0, header).getAttribute('aria-readonly')).toBe('true');
    await user.click(cell(0, header));
    await user.keyboard('5{Enter}{Delete}');
  }
  expect(column('Attributes')[0]).toBe('2 rows');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save changes' }).disabled).toBe(true);
});

test('members who cannot save items are not offered the grid, and its address is denied', async () => {
  shows('4.grid.opens');
  const { server, listPath, close } = await openWeapons('', { as: 'member' });
  await screen.findByRole('row', { name: /Sword/ });
  expect(screen.queryByRole('link', { name: 'Edit as grid' })).toBeNull();
  close();
  const { untilPath } = await renderConsole(`${listPath}/grid`, { server, as: 'member' });
  await untilPath('/access-denied');
});

test('edits and the text that is being typed survive a reload', async () => {
  shows('4.grid.draft');
  const first = await openGrid();
  await screen.findByTitle(emailOf('owner'));
  await first.user.click(first.cell(0, 'Cost'));
  await first.user.keyboard('75{Enter}8');
  // A browser that discards a page sends at most this event.
  fireEvent(window, new Event('pagehide'));
  expect(listStored('draft:')).toHaveLength(1);
  first.close();
  const { user } = await renderConsole(`${first.listPath}/grid`, { server: first.server, as: 'owner' });
  const { column } = await gridOf();
  expect(column('Cost')).toEqual(['120', '90', '200']);
  await user.click(await screen.findByRole('button', { name: 'Restore' }));
  expect(column('Cost')).toEqual(['75', '8', '200']);
});

test('leaving a grid with edits asks', async () => {
  shows('4.grid.draft');
  const { user, cell, listPath, untilPath } = await openGrid();
  await user.click(cell(0, 'Cost'));
  await user.keyboard('75{Enter}');
  await user.click(screen.getByRole('link', { name: 'Back to the list' }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('1 edited cell');
  await user.click(within(dialog).getByRole('button', { name: /Discard|Leave/ }));
  await untilPath(listPath);
});
