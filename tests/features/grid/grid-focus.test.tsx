import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { shows } from '../../specification/shows.ts';
import { openGrid } from './open-grid.ts';

const editor = (name: string) => screen.queryByRole<HTMLTextAreaElement>('textbox', { name });

test('the active cell keeps the focus, and the first character typed, when it is far out of view', async () => {
  shows('4.grid.typing', '4.grid.keys');
  const { user, cell, grid } = await openGrid();
  await user.click(cell(0, 'Cost'));
  await user.paste('5\n'.repeat(60));
  // The rows around are not rendered before the browser has scrolled.
  await user.keyboard('{Control>}{ArrowDown}{/Control}');
  expect(grid.querySelector('[aria-rowindex="61"]')).not.toBeNull();
  expect(grid.querySelector('[aria-rowindex="60"]')).toBeNull();
  expect(grid.querySelectorAll('[tabindex="0"][aria-selected]')).toHaveLength(1);
  expect(grid.contains(document.activeElement)).toBe(true);
  await user.keyboard('789');
  expect(editor('Cost, row 60')?.value).toBe('789');
  await user.keyboard('{Enter}');
  expect(document.activeElement?.closest('[aria-rowindex]')?.getAttribute('aria-rowindex')).toBe('62');
});

test('a press on something that takes no focus takes keys and pasted text from the grid', async () => {
  shows('4.grid.keys');
  const { user, cell, column } = await openGrid();
  await user.click(cell(0, 'Cost'));
  await user.keyboard('7');
  await user.click(document.body);
  expect(column('Cost')).toEqual(['7', '90', '200']);
  expect(document.activeElement).toBe(document.body);
  await user.keyboard('8{Delete}');
  await user.paste('9');
  expect(column('Cost')).toEqual(['7', '90', '200']);
  expect(editor('Cost, row 1')).toBeNull();
});

test('characters that are typed with Option or AltGr, accents and input methods open the editor', async () => {
  shows('4.grid.typing');
  const { user, cell } = await openGrid();
  const isOpened = async (keys: Parameters<typeof fireEvent.keyDown>[1]) => {
    await user.click(cell(0, 'Notes'));
    // The browser enters the character, or begins the composition, in the editor that has the focus by then.
    const isLeftToBrowser = fireEvent.keyDown(document.activeElement ?? document.body, keys);
    const opened = editor('Notes, row 1');
    const isFocused = opened !== null && document.activeElement === opened;
    await user.keyboard('{Escape}');
    return isLeftToBrowser && isFocused;
  };
  expect(await isOpened({ key: 'Dead' })).toBe(true);
  expect(await isOpened({ key: 'Process' })).toBe(true);
  expect(await isOpened({ key: '@', ctrlKey: true, altKey: true, modifierAltGraph: true })).toBe(true);
  // Opens a menu of the browser.
  expect(await isOpened({ key: 'f', altKey: true })).toBe(false);
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Macintosh');
  expect(await isOpened({ key: 'å', altKey: true })).toBe(true);
});

test('the first letter in a cell of a link is typed into its input', async () => {
  shows('4.grid.typing');
  const { user, cell, column } = await openGrid();
  await user.click(cell(2, 'Material'));
  await user.keyboard('Steel');
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Material' }).value).toBe('Steel');
  await user.click(await screen.findByRole('option', { name: /Steel/ }));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(column('Material')[2]).toBe('Steel'));
  expect(document.activeElement?.closest('[role="grid"]')).not.toBeNull();
});
