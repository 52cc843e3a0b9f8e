import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { DataTable, type DataTableProps } from '../../src/shared/table/data-table.tsx';
import { pinColumns } from '../../src/shared/table/pinned-columns.ts';
import { nextSort, type TableColumn } from '../../src/shared/table/table-column.ts';
import { rangeText } from '../../src/shared/table/table-pager.tsx';

interface Sword {
  id: number;
  name: string;
  damage: number;
}

const swords: Sword[] = [
  { id: 1, name: 'Iron', damage: 5 },
  { id: 2, name: 'Steel', damage: 12 },
];
const columns: TableColumn<Sword>[] = [
  { id: 'id', header: 'ID', width: 80, pinned: true, hideable: false, sortable: true, cell: ({ id }) => id },
  { id: 'name', header: 'Name', width: 200, cell: ({ name }) => name },
  { id: 'damage', header: 'Damage', width: 120, align: 'right', sortable: true, cell: ({ damage }) => damage },
];

function renderTable(props: Partial<DataTableProps<Sword>> = {}) {
  const view = render(
    <DataTable label="Swords" columns={columns} rows={swords} rowId={({ id }) => String(id)} {...props} />,
  );
  onTestFinished(view.unmount);
  return view;
}

test('a table exposes its size, its row headers and each row’s position to screen readers', () => {
  renderTable({ total: 1000, offset: 25, sort: { field: 'damage', direction: 'desc' } });
  const table = screen.getByRole('table', { name: 'Swords' });
  expect(table.getAttribute('aria-rowcount')).toBe('1001');
  expect(table.getAttribute('aria-colcount')).toBe('3');
  const row = screen.getByRole('row', { name: /Iron/ });
  expect(row.getAttribute('aria-rowindex')).toBe('27');
  expect(within(row).getByRole('rowheader').textContent).toBe('1');
  expect(screen.getByRole('columnheader', { name: 'Damage' }).getAttribute('aria-sort')).toBe('descending');
  expect(screen.getByRole('columnheader', { name: 'ID' }).getAttribute('aria-sort')).toBe('none');
  expect(screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBeNull();
});

test('clicking a column header sorts ascending, then descending, then not at all', async () => {
  const onSort = vi.fn();
  const { rerender } = renderTable({ onSort });
  await userEvent.click(screen.getByRole('button', { name: 'Damage' }));
  expect(onSort).toHaveBeenLastCalledWith({ field: 'damage', direction: 'asc' });
  const sort = { field: 'damage', direction: 'asc' } as const;
  rerender(
    <DataTable
      label="Swords"
      columns={columns}
      rows={swords}
      rowId={({ id }) => String(id)}
      sort={sort}
      onSort={onSort}
    />,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Damage' }));
  expect(onSort).toHaveBeenLastCalledWith({ field: 'damage', direction: 'desc' });
  expect(nextSort({ field: 'damage', direction: 'desc' }, 'damage')).toBeUndefined();
  expect(screen.queryByRole('button', { name: 'Name' })).toBeNull();
});

test('a new page is scrolled to the top once its rows are there', () => {
  const { rerender } = renderTable();
  const viewport = screen.getByRole('region', { name: 'Swords' });
  viewport.scrollTop = 200;
  fireEvent.scroll(viewport);
  const page = { label: 'Swords', columns, rows: swords, rowId: ({ id }: Sword) => String(id), offset: 25 };
  rerender(<DataTable {...page} isStale />);
  expect(viewport.scrollTop).toBe(200);
  rerender(<DataTable {...page} />);
  expect(viewport.scrollTop).toBe(0);
});

test('hidden columns are not rendered', () => {
  renderTable({ hidden: ['name'] });
  expect(screen.queryByText('Steel')).toBeNull();
  expect(screen.getByText('12')).toBeTruthy();
});

test('skeleton rows show only if loading takes longer than 200 ms', () => {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const { container } = renderTable({ rows: undefined, expectedRows: 4 });
  const placeholders = () => container.querySelectorAll('tbody tr[aria-hidden]').length;
  act(() => vi.advanceTimersByTime(199));
  expect(placeholders()).toBe(0);
  act(() => vi.advanceTimersByTime(1));
  expect(placeholders()).toBe(4);
});

test('a placeholder replaces the rows', () => {
  renderTable({ rows: [], instead: <p>No results</p> });
  expect(screen.getByText('No results')).toBeTruthy();
});

test('of 100 rows and 2,000 columns, only the part near the viewport is rendered', () => {
  const wide: TableColumn<Sword>[] = [
    ...columns,
    ...Array.from({ length: 2000 }, (_, place): TableColumn<Sword> => {
      return { id: `field-${place}`, header: `Field ${place}`, width: 120, cell: ({ id }) => `${id}/${place}` };
    }),
  ];
  const many = Array.from(
    { length: 100 },
    (_, place): Sword => ({ id: place + 1, name: `Sword ${place}`, damage: place }),
  );
  const { container } = renderTable({ columns: wide, rows: many });
  const cells = container.querySelectorAll('tbody td:not([aria-hidden]), tbody th').length;
  expect(cells).toBeGreaterThan(100);
  expect(cells).toBeLessThan(2500);
  expect(screen.getByRole('table').getAttribute('aria-colcount')).toBe('2003');
});

test('the range shows what is visible of the total, and that more may match', () => {
  expect(rangeText(0, 25, 1000, false)).toBe('1–25 of 1,000+');
  expect(rangeText(25, 3, 28, true)).toBe('26–28 of 28');
  expect(rangeText(1000, 25, 1000, false)).toBe('1,001–1,025 of 1,025+');
  expect(rangeText(0, 0, 0, true)).toBe('0 items');
});

test('leading pinned columns stay in view as far as the table leaves room beside them', () => {
  const pinned = [{ width: 88, pinned: true }, { width: 260, pinned: true }, { width: 400 }];
  expect(pinColumns(pinned, 1100)).toEqual({ count: 2, width: 348, offsets: [0, 88] });
  expect(pinColumns(pinned, 356)).toEqual({ count: 2, width: 348, offsets: [0] });
  expect(pinColumns(pinned, 0).offsets).toEqual([0, 88]);
  expect(pinColumns([{ width: 400 }], 1100)).toEqual({ count: 0, width: 0, offsets: [] });
});

test('cells of a second pinned column are placed behind the first one', () => {
  const second = columns.map((column) => (column.id === 'name' ? { ...column, pinned: true } : column));
  renderTable({ columns: second });
  const cell = screen.getByRole('cell', { name: 'Iron' });
  expect(cell.style.insetInlineStart).toBe('80px');
  expect(cell.dataset.pinned).toBe('last');
  expect(screen.getByRole('columnheader', { name: 'Name' }).style.insetInlineStart).toBe('80px');
  expect(screen.getByRole('cell', { name: '5' }).dataset.pinned).toBeUndefined();
});
