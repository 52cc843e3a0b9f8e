import { act, fireEvent, render, renderHook, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { writeStored } from '../../src/shared/storage/storage.ts';
import { orderedIds } from '../../src/shared/table/columns/column-order.ts';
import { naturalWidth, shareRoom } from '../../src/shared/table/columns/column-widths.ts';
import { earlyColumns } from '../../src/shared/table/columns/early-columns.ts';
import { coveredWidth, isPinned, pinColumns, pinnedProps } from '../../src/shared/table/columns/pinned-columns.ts';
import { DataTable, type DataTableProps } from '../../src/shared/table/data-table.tsx';
import { nextSort, type TableColumn } from '../../src/shared/table/table-column.ts';
import { rangeText } from '../../src/shared/table/table-pager.tsx';
import { type RenderedWindow, useWindow } from '../../src/shared/table/use-window.ts';
import { type Virtual, virtual } from '../../src/shared/table/virtual.ts';
import { shows } from '../specification/shows.ts';

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
  const table = screen.getByRole('grid', { name: 'Swords' });
  expect(table.getAttribute('aria-rowcount')).toBe('1001');
  expect(table.getAttribute('aria-colcount')).toBe('3');
  const row = screen.getByRole('row', { name: /Iron/ });
  expect(row.getAttribute('aria-rowindex')).toBe('27');
  expect(within(row).getByRole('rowheader').textContent).toBe('1');
  expect(screen.getByRole('columnheader', { name: 'Damage' }).getAttribute('aria-sort')).toBe('descending');
  expect(screen.getByRole('columnheader', { name: 'ID' }).getAttribute('aria-sort')).toBe('none');
  expect(screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBeNull();
});

/** A column of links with a menu, one of texts, and one with a checkbox: headers that sort and have a width. */
const controls: TableColumn<Sword>[] = [
  {
    id: 'box',
    header: 'Box',
    width: 40,
    head: <input type="checkbox" aria-label="All" />,
    isRowHeader: false,
    pinned: true,
    cell: ({ name }) => <input type="checkbox" aria-label={name} />,
  },
  {
    id: 'name',
    header: 'Name',
    width: 200,
    isRowHeader: true,
    sortable: true,
    cell: ({ id, name }) => (
      <>
        <a href={`#${id}`}>{name}</a>
        <button type="button">Menu of {name}</button>
      </>
    ),
  },
  { id: 'damage', header: 'Damage', width: 120, cell: ({ damage }) => damage },
];
const ten = Array.from({ length: 10 }, (_, place): Sword => ({ id: place + 1, name: `Sword ${place}`, damage: place }));

function renderControls(props: Partial<DataTableProps<Sword>> = {}) {
  const table = (more: Partial<DataTableProps<Sword>>) => (
    <>
      <button type="button">Before</button>
      <DataTable
        label="Swords"
        columns={controls}
        rows={ten}
        rowId={({ id }) => String(id)}
        onSort={() => undefined}
        onWidth={() => undefined}
        {...props}
        {...more}
      />
      <button type="button">After</button>
    </>
  );
  const view = render(table({}));
  onTestFinished(view.unmount);
  const user = userEvent.setup();
  return {
    user,
    update: (more: Partial<DataTableProps<Sword>>) => view.rerender(table(more)),
    /** The focused element, as the reader of a screen names it. */
    at: () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
    press: async (...keys: string[]) => {
      for (const key of keys) await user.keyboard(key);
      return document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent;
    },
  };
}

test('a list of ten rows is one tab stop, which is entered at its first row and where it was left', async () => {
  shows('4.hands.table-stop');
  const { user, update, at, press } = renderControls();
  update({ rows: [{ id: 11, name: 'New', damage: 0 }, ...ten] });
  await user.tab();
  await user.tab();
  expect(at()).toBe('New');
  update({});
  await user.tab();
  expect(at()).toBe('Sword 0');
  await user.tab();
  expect(at()).toBe('After');
  await user.tab({ shift: true });
  await press('{ArrowDown}', '{ArrowDown}');
  await user.tab();
  await user.tab({ shift: true });
  expect(at()).toBe('Sword 2');
  await user.tab({ shift: true });
  expect(at()).toBe('Before');
});

test('arrow keys reach each control of a list, and each cell without one', async () => {
  shows('4.hands.table-stop');
  const { user, at, press } = renderControls();
  await user.tab();
  await user.tab();
  expect(await press('{Control>}{Home}{/Control}')).toBe('All');
  const missed = new Set(screen.getByRole('grid').querySelectorAll('a, button, input'));
  const visited: unknown[] = [];
  for (let row = 0; row <= ten.length; row += 1) {
    await press('{Home}');
    for (let before: Element | null = null; before !== document.activeElement; ) {
      before = document.activeElement;
      if (before) missed.delete(before);
      if (row < 2) visited.push(at());
      await press('{ArrowRight}');
    }
    await press('{ArrowDown}');
  }
  expect(missed.size).toBe(0);
  expect(visited).toEqual(['All', 'Name', 'Damage', 'Sword 0', 'Sword 0', 'Menu of Sword 0', '0']);
  expect(await press('{ArrowUp}')).toBe('8');
  expect(await press('{ArrowLeft}')).toBe('Menu of Sword 8');
  expect(await press('{ArrowLeft}')).toBe('Sword 8');
  expect(await press('{PageUp}')).toBe('Sword 7');
  expect(await press('{End}', '{PageDown}')).toBe('8');
  expect(await press('{Control>}{End}{/Control}')).toBe('9');
  expect(screen.getByRole('grid').querySelectorAll('[tabindex="0"]')).toHaveLength(1);
});

test('the handle of a column is reached by F2 and left by Escape, and its arrow keys set the width', async () => {
  shows('4.hands.table-stop');
  const onWidth = vi.fn();
  const { user, press } = renderControls({ onWidth });
  await user.tab();
  await user.tab();
  await press('{Control>}{Home}{/Control}', '{ArrowRight}');
  expect(await press('{F2}')).toBe('Width of Name');
  await press('{ArrowRight}');
  expect(onWidth).toHaveBeenLastCalledWith('name', 216);
  expect(await press('{Escape}', '{ArrowRight}')).toBe('Damage');
  // A header that cannot be sorted has nothing else to enter.
  expect(await press('{Enter}')).toBe('Width of Damage');
  expect(await press('{F2}')).toBe('Damage');
});

test('a list keeps the focus when its row is sorted, removed or not rendered yet', async () => {
  shows('4.hands.table-focus');
  const { user, update, at, press } = renderControls();
  await user.tab();
  await user.tab();
  await press('{ArrowDown}', '{ArrowDown}', '{ArrowRight}');
  update({ rows: ten.toReversed() });
  expect(at()).toBe('Menu of Sword 2');
  expect(await press('{ArrowDown}')).toBe('Menu of Sword 1');
  update({ rows: ten.toReversed().filter(({ id }) => id !== 2), offset: 20 });
  // The list has it, and the next key goes on where it was.
  expect(at()).toBe('Swords');
  expect(await press('{ArrowUp}')).toBe('Menu of Sword 0');
  expect(await press('{ArrowUp}')).toBe('Menu of Sword 2');
  update({ rows: ten.slice(0, 1) });
  await user.tab({ shift: true });
  await user.tab();
  expect(at()).toBe('Sword 0');
  update({ rows: [], instead: <button type="button">Clear</button> });
  await user.tab();
  expect(at()).toBe('Name');
  await user.tab();
  expect(at()).toBe('Clear');
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

test('the arrow of a header shows a requested order until the rows have it, or it is known that they do not get it', async () => {
  const { promise, resolve: navigated } = Promise.withResolvers<void>();
  const onSort = vi.fn(() => promise);
  const { rerender } = renderTable({ onSort });
  const head = () => screen.getByRole('columnheader', { name: 'Damage' });
  const shown = () => [head().dataset.sorts, head().getAttribute('aria-sort')];
  const click = () => userEvent.click(screen.getByRole('button', { name: 'Damage' }));
  await click();
  expect(shown()).toEqual(['asc', 'none']);
  await click();
  expect([shown(), onSort.mock.lastCall]).toEqual([['desc', 'none'], [{ field: 'damage', direction: 'desc' }]]);
  const table = { label: 'Swords', columns, rows: swords, rowId: ({ id }: Sword) => String(id), onSort };
  rerender(<DataTable {...table} isStale />);
  expect(shown()).toEqual(['desc', 'none']);
  await act(async () => navigated());
  expect(shown()).toEqual(['', 'none']);
});

test('new rows show the columns in view first, and the others once the browser is idle, unless the table is scrolled sideways', async () => {
  const width = vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(250);
  // Until it is measured, a table expects what the last one had of the window.
  writeStored('table-beside', JSON.stringify({ width: document.documentElement.clientWidth - 250, height: 0 }));
  onTestFinished(() => {
    width.mockRestore();
    localStorage.clear();
  });
  const drawn: string[] = [];
  const logged = columns.map((column) => ({
    ...column,
    cell: (sword: Sword) => {
      drawn.push(`${column.id} ${sword.id}`);
      return column.id;
    },
  }));
  const table = { label: 'Swords', columns: logged, rowId: ({ id }: Sword) => String(id) };
  const { rerender } = renderTable({ columns: logged });
  expect(drawn).toEqual(['id 1', 'name 1', 'id 2', 'name 2']);
  expect(await screen.findAllByRole('cell', { name: 'damage' })).toHaveLength(2);

  const others = (by: number) => swords.map((sword) => ({ ...sword, id: sword.id + by }));
  rerender(<DataTable {...table} rows={others(10)} />);
  expect(screen.queryByRole('cell', { name: 'damage' })).toBeNull();
  const viewport = screen.getByRole('region', { name: 'Swords' });
  viewport.scrollLeft = 100;
  fireEvent.scroll(viewport);
  expect(screen.getAllByRole('cell', { name: 'damage' })).toHaveLength(2);

  const before = drawn.length;
  rerender(<DataTable {...table} rows={others(20)} />);
  expect(drawn.slice(before)).toEqual(['id 21', 'name 21', 'damage 21', 'id 22', 'name 22', 'damage 22']);

  viewport.scrollLeft = 0;
  fireEvent.scroll(viewport);
  rerender(<DataTable {...table} rows={others(30)} />);
  expect(screen.queryByRole('cell', { name: 'damage' })).toBeNull();
  await userEvent.tab();
  await userEvent.keyboard('{End}');
  await waitFor(() => expect(document.activeElement).toBe(screen.getAllByRole('cell', { name: 'damage' })[0]));
});

test('of more columns than are rendered, new rows show those in view while the windowing code loads', () => {
  const width = vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(250);
  writeStored('table-beside', JSON.stringify({ width: document.documentElement.clientWidth - 250, height: 0 }));
  onTestFinished(() => {
    width.mockRestore();
    localStorage.clear();
  });
  const fields = Array.from({ length: 30 }, (_, place): TableColumn<Sword> => {
    return { id: `field-${place}`, header: `Field ${place}`, width: 120, cell: ({ id }) => `${id}/${place}` };
  });
  renderTable({ columns: fields });
  const [, first] = screen.getAllByRole('row');
  expect(within(first as HTMLElement).getAllByRole('cell').length).toBeLessThan(10);
});

test('columns in view are those up to one that is cut, or all if the table may be scrolled to another one', () => {
  const widths = [40, 100, 100, 100];
  const pinned = pinColumns([{ pinned: true }, {}, {}, {}], widths, 200);
  const end = (viewportWidth: number, revealed = -1) => earlyColumns({ widths, pinned, viewportWidth, revealed })?.end;
  expect([end(0), end(139), end(140), end(141), end(240), end(241), end(1000)]).toEqual([
    undefined,
    1,
    1,
    2,
    2,
    undefined,
    undefined,
  ]);
  expect([end(200, 0), end(200, 1), end(200, 2), end(200, 3)]).toEqual([2, 2, undefined, undefined]);
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
  expect(screen.getByRole('grid').getAttribute('aria-colcount')).toBe('2003');
});

test('a long list is rendered up to a limit while the windowing code loads, and completely without that code', () => {
  const viewport = { current: null };
  const window = { count: 100, renderAllUpTo: 60, size, itemKey: size, viewport, covered: 0 };
  const of = (virtual: undefined | null, early?: RenderedWindow) =>
    renderHook(() => useWindow({ ...window, virtual, early })).result.current;
  expect(of(undefined)).toEqual({ start: 0, end: 60, before: 0, after: 400 });
  expect(of(null)).toEqual({ start: 0, end: 100, before: 0, after: 0 });
  const inView = { start: 0, end: 7, before: 0, after: 0 };
  expect(of(undefined, inView)).toEqual({ start: 0, end: 7, before: 0, after: 930 });
  expect(of(null, inView)).toEqual({ start: 0, end: 100, before: 0, after: 0 });
});

const size = () => 10;

test('a table that was scrolled to a column stays there when the windowing code is loaded', () => {
  const viewport = { current: document.createElement('div') };
  viewport.current.scrollTo = (options) =>
    Object.assign(viewport.current, { scrollLeft: (options as ScrollToOptions).left });
  const size = () => 100;
  const { rerender } = renderHook(
    (code: Virtual | undefined) =>
      useWindow({
        count: 100,
        renderAllUpTo: 60,
        size,
        itemKey: size,
        viewport,
        horizontal: true,
        covered: 0,
        virtual: code,
      }),
    { initialProps: undefined as Virtual | undefined },
  );
  viewport.current.scrollLeft = 2600;
  rerender(virtual);
  expect(viewport.current.scrollLeft).toBe(2600);
});

test('the range shows the visible part of the total, and whether more may match', () => {
  expect(rangeText(0, 25, 1000, false)).toBe('1–25 of 1,000+');
  expect(rangeText(25, 3, 28, true)).toBe('26–28 of 28');
  expect(rangeText(1000, 25, 1000, false)).toBe('1,001–1,025 of 1,025+');
  expect(rangeText(0, 0, 0, true)).toBe('0 items');
});

test('leading pinned columns stay in view while the table has room for the others, rather than the first of them', () => {
  const pinned = [{ pinned: true }, { pinned: true }, {}];
  const widths = [88, 260, 400];
  expect(pinColumns(pinned, widths, 1100)).toEqual({ count: 2, width: 348, first: 0, offsets: [0, 88] });
  expect(pinColumns(pinned, widths, 356)).toEqual({ count: 2, width: 348, first: 0, offsets: [0] });
  expect(pinColumns(pinned, widths, 0).offsets).toEqual([0, 88]);
  expect(pinColumns([{}], [400], 1100)).toEqual({ count: 0, width: 0, first: 0, offsets: [] });
  // The checkbox, the id and the label of a list on a phone, and on one that is narrower than most.
  const list = [{ pinned: true }, ...pinned];
  const narrow = [40, 56, 160, 155];
  const onPhone = pinColumns(list, narrow, 360);
  expect(onPhone).toEqual({ count: 3, width: 256, first: 1, offsets: [0, 56] });
  expect([0, 1, 2, 3].map((index) => pinnedProps(onPhone, index))).toEqual([
    {},
    { 'data-pinned': '' },
    { 'data-pinned': 'last', style: { insetInlineStart: 56 } },
    {},
  ]);
  expect([isPinned(onPhone, 0), isPinned(onPhone, 2), coveredWidth(onPhone, narrow)]).toEqual([false, true, 216]);
  expect(pinColumns(list, narrow, 320)).toEqual({ count: 3, width: 256, first: 0, offsets: [0, 40] });
});

test('cells of a second pinned column are placed after the first one', () => {
  const second = columns.map((column) => (column.id === 'name' ? { ...column, pinned: true } : column));
  renderTable({ columns: second });
  const cell = screen.getByRole('cell', { name: 'Iron' });
  expect(cell.style.insetInlineStart).toBe('80px');
  expect(cell.dataset.pinned).toBe('last');
  expect(screen.getByRole('columnheader', { name: 'Name' }).style.insetInlineStart).toBe('80px');
  expect(screen.getByRole('cell', { name: '5' }).dataset.pinned).toBeUndefined();
});

test('a column is as wide as its header and its content, within bounds', () => {
  const text = ({ name }: { name: string }) => name;
  const widthFor = (name: string) => naturalWidth({ width: 90, text }, [{ name: 'x' }, { name }]);
  expect(widthFor('')).toBe(90);
  expect(widthFor('npc_dota_hero_antimage')).toBeGreaterThan(160);
  expect(widthFor('npc_dota_hero_antimage')).toBeLessThan(230);
  expect(widthFor('long '.repeat(100))).toBe(340);
  expect(naturalWidth({ width: 90, text, mostWidth: 160 }, [{ name: 'long '.repeat(100) }])).toBe(160);
  expect(naturalWidth({ width: 200 }, [{ name: 'x' }])).toBe(200);
});

test('columns that grow share the free space up to a limit', () => {
  const wanted = [
    { width: 88, grows: false },
    { width: 200, grows: true },
    { width: 100, grows: true },
  ];
  expect(shareRoom(wanted, 300)).toEqual([88, 200, 100]);
  expect(shareRoom(wanted, 448)).toEqual([88, 240, 120]);
  expect(shareRoom(wanted, 2000)).toEqual([88, 320, 160]);
});

test('widths come from the first rows, so that no column moves with another page', () => {
  const sized = columns.map((column) =>
    column.id === 'name' ? { ...column, width: 80, text: ({ name }: Sword) => name } : column,
  );
  const { container, rerender } = renderTable({ columns: sized, onWidth: () => {} });
  const width = () => container.querySelectorAll<HTMLElement>('thead th')[1]?.style.width;
  const first = width();
  const longer = [{ id: 3, name: 'A sword with quite a long name', damage: 1 }];
  const props = { label: 'Swords', columns: sized, rowId: ({ id }: Sword) => String(id), onWidth: () => {} };
  rerender(<DataTable {...props} rows={longer} />);
  expect(width()).toBe(first);
});

test('widths do not depend on how many rows fit on the first page', () => {
  const sized = columns.map((column) =>
    column.id === 'name' ? { ...column, width: 80, text: ({ name }: Sword) => name } : column,
  );
  const rows = Array.from({ length: 12 }, (_, place): Sword => {
    return { id: place, name: place < 10 ? 'Iron' : 'A sword with quite a long name', damage: place };
  });
  const widths = ({ container }: ReturnType<typeof renderTable>) =>
    [...container.querySelectorAll<HTMLElement>('thead th')].map(({ style }) => style.width);
  const first = widths(renderTable({ columns: sized, rows: rows.slice(0, 10) }));
  expect(first[1]).toMatch(/^\d+px$/);
  expect(widths(renderTable({ columns: sized, rows }))).toEqual(first);
});

test('a chosen order places columns that it does not name after their neighbours', () => {
  const ids = (order: string[]) =>
    orderedIds([{ id: 'id', pinned: true }, { id: 'a' }, { id: 'b' }, { id: 'c' }, { id: 'd' }], order);
  expect(ids([])).toEqual(['id', 'a', 'b', 'c', 'd']);
  expect(ids(['d', 'c', 'b', 'a'])).toEqual(['id', 'd', 'c', 'b', 'a']);
  expect(ids(['c', 'a', 'd', 'gone'])).toEqual(['id', 'c', 'a', 'b', 'd']);
});
