import { screen, waitFor, within } from '@testing-library/react';
import { openWeapons } from '../weapons-list.ts';

/** The grid of three weapons, opened from the list. */
export async function openGrid(search = '', options: Parameters<typeof openWeapons>[1] = {}) {
  const opened = await openWeapons(search, options);
  await opened.user.click(await screen.findByRole('link', { name: 'Edit as grid' }));
  return { ...opened, ...(await gridOf()) };
}

/** The parts of the grid on the screen. */
export async function gridOf() {
  const grid = await waitFor(() => {
    // A list is a grid that cannot be edited.
    const found = screen.getAllByRole('grid').find((one) => !one.hasAttribute('aria-readonly'));
    if (!found) throw new Error('There is no sheet.');
    return found;
  });
  await within(grid).findAllByRole('rowheader');
  const heads = () =>
    within(grid)
      .getAllByRole('columnheader')
      .map((head) => head.getAttribute('aria-label'));
  /** The rows of items, without the blank one at the end. */
  const rows = () => within(grid).getAllByRole('row').slice(1);
  const cells = (row: number) =>
    [...(rows()[row]?.children ?? [])].filter((one): one is HTMLElement => one instanceof HTMLElement);
  const cell = (row: number, header: string) => {
    const found = cells(row)[heads().indexOf(header)];
    if (!found) throw new Error(`There is no cell in row ${row} of ${header}.`);
    return found;
  };
  /** The texts of a column, without the blank row at the end. */
  const column = (header: string) =>
    rows()
      .filter((row) => !row.hasAttribute('data-blank'))
      .map((_, row) => cell(row, header).textContent);
  return { grid, heads, rows, cell, column };
}
