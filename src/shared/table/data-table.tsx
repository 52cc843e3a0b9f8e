import type { RowData } from '@tanstack/react-table';
import { type MouseEvent, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useFocusFallback } from '../ui/hooks/use-focus-fallback.ts';
import { useStableCallback } from '../ui/hooks/use-stable-callback.ts';
import { useDelayed } from '../ui/lazy/delayed.tsx';
import { pinColumns } from './columns/pinned-columns.ts';
import classes from './data-table.module.css';
import { rowHeight } from './fitting-rows.ts';
import { type TableView, useTableModel } from './model/use-table-model.ts';
import { nextSort, type TableColumn, type TableSort } from './table-column.ts';
import { TableHeadCell } from './table-head.tsx';
import { TableRow } from './table-row.tsx';
import { TableSkeleton } from './table-skeleton.tsx';
import { useLateVirtual } from './use-late-virtual.ts';
import { useViewportSize } from './use-viewport-size.ts';
import { useWindow } from './use-window.ts';

/** Above these limits only visible rows and columns are rendered. */
const columnsDrawnAtOnce = 24;
const rowsDrawnAtOnce = 60;

/** Props of {@link DataTable}. */
export interface DataTableProps<Row> extends Partial<TableView> {
  /** Describes the table for screen readers. */
  label: string;
  columns: readonly TableColumn<Row>[];
  /** Undefined while the first rows are loading. */
  rows: readonly Row[] | undefined;
  rowId: (row: Row) => string;
  sort?: TableSort | undefined;
  onSort?: (sort: TableSort | undefined) => void;
  /** Total number of rows in the list; undefined if unknown. */
  total?: number | undefined;
  /** Index of the first row in the whole list, from 0. */
  offset?: number;
  /** The rows are outdated until the requested ones are loaded. */
  isStale?: boolean;
  /** Number of placeholder rows while loading. */
  expectedRows?: number;
  /** Replaces the rows with an empty or error state. */
  instead?: ReactNode;
  onRowHover?: (row: Row) => void;
  /** Called with a chosen width, or undefined for the width of header and content; with it, headers have a handle. */
  onWidth?: (id: string, width: number | undefined) => void;
  /** Called with the table's height in pixels once it has rows, and when it changes. */
  onHeight?: (height: number) => void;
  /** Rows are as high as their texts, and all of them are rendered. */
  wraps?: boolean;
}

const nothing: readonly never[] = [];
const noWidths = {};

/**
 * The table for all lists: sticky header and pinned columns, server-side sorting, hidden columns, virtualized rows and
 * columns.
 */
export function DataTable<Row extends RowData>({
  label,
  columns,
  rows,
  rowId,
  hidden = nothing,
  order = nothing,
  sort,
  onSort,
  total,
  offset = 0,
  isStale = false,
  expectedRows = 10,
  instead,
  onRowHover,
  widths: chosen = noWidths,
  onWidth,
  onHeight,
  wraps = false,
}: DataTableProps<Row>) {
  const viewport = useRef<HTMLDivElement>(null);
  const hasRows = rows !== undefined && rows.length > 0;
  const measured = useRef<number>(undefined);
  // An expected height usually comes from another table.
  const report = useStableCallback(() => {
    if (hasRows && measured.current !== undefined) onHeight?.(measured.current);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows may load after the height is known
  useEffect(report, [hasRows]);
  const { width: room } = useViewportSize(
    viewport,
    useCallback(
      ({ height }) => {
        measured.current = height;
        report();
      },
      [report],
    ),
  );
  const [dragged, setDragged] = useState<{ id: string; width: number }>();
  const current = useMemo(() => (dragged ? { ...chosen, [dragged.id]: dragged.width } : chosen), [chosen, dragged]);
  const { columns: visible, widths } = useTableModel({ columns, rows, rowId, hidden, order, widths: current, room });
  const data = rows ?? nothing;
  const pinned = useMemo(() => pinColumns(visible, widths, room), [visible, widths, room]);
  const fixed = pinned.count;
  const scrolled = visible.length - fixed;
  const virtual = useLateVirtual(scrolled > columnsDrawnAtOnce || (data.length > rowsDrawnAtOnce && !wraps));
  const renderedColumns = useWindow({
    count: scrolled,
    renderAllUpTo: columnsDrawnAtOnce,
    size: useCallback((index) => widths[index + fixed] ?? 0, [widths, fixed]),
    // A new function if the widths have changed.
    itemKey: useMemo(() => keysOf(visible.slice(fixed), widths), [visible, widths, fixed]),
    viewport,
    horizontal: true,
    covered: pinned.width,
    virtual,
  });
  const renderedRows = useWindow({
    count: data.length,
    renderAllUpTo: wraps ? Number.POSITIVE_INFINITY : rowsDrawnAtOnce,
    size: () => rowHeight,
    itemKey: useCallback((index) => index, []),
    viewport,
    covered: rowHeight,
    virtual,
  });

  // A new page starts at the top; the horizontal position stays. Reading or setting the scroll position without need
  // would force an early layout.
  const isScrolled = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the offset of a cached page shows that it is another one
  useEffect(() => {
    if (!isStale && isScrolled.current && viewport.current) viewport.current.scrollTop = 0;
  }, [isStale, offset]);

  // A stable function, so that the header cells do not rerender with every page.
  const sortBy = useStableCallback((field: string) => onSort?.(nextSort(sort, field)));

  const drag = useStableCallback((id: string, wanted: number) =>
    setDragged(wanted > 0 ? { id, width: wanted } : undefined),
  );
  const choose = useStableCallback((id: string, wanted: number | undefined) => {
    setDragged(undefined);
    onWidth?.(id, wanted);
  });

  const focusFallback = useFocusFallback(viewport);
  const isSlow = useDelayed(rows === undefined && !instead);
  const width = widths.reduce((sum, one) => sum + one, 0);
  const drawn = [
    ...visible.slice(0, fixed),
    ...visible.slice(fixed + renderedColumns.start, fixed + renderedColumns.end),
  ];
  const placeOf = (index: number) => (index < fixed ? index : index + renderedColumns.start);
  const heads = drawn.map((column, index) => (
    <TableHeadCell
      key={column.id}
      column={column}
      index={placeOf(index)}
      width={widths[placeOf(index)] ?? column.width}
      onDrag={onWidth && drag}
      onChoose={onWidth && choose}
      pinned={index < fixed ? pinned : undefined}
      direction={sort?.field === column.id ? sort.direction : undefined}
      onSort={onSort && sortBy}
    />
  ));
  const isCutBefore = renderedColumns.before > 0;

  return (
    // biome-ignore lint/a11y/useSemanticElements: a region, as it scrolls in both directions
    <div
      ref={viewport}
      className={classes.viewport}
      role="region"
      aria-label={label}
      {...focusFallback.props}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
      tabIndex={0}
      onScroll={({ currentTarget }) => {
        isScrolled.current = currentTarget.scrollTop > 0;
      }}
    >
      <table
        className={classes.table}
        data-wraps={wraps || undefined}
        style={{ minWidth: width }}
        aria-label={label}
        aria-colcount={visible.length}
        aria-rowcount={total === undefined ? undefined : total + 1}
        aria-busy={isStale || (rows === undefined && !instead)}
      >
        <colgroup>
          {drawn.slice(0, fixed).map((column, index) => (
            <col key={column.id} style={{ width: widths[index] }} />
          ))}
          {isCutBefore && <col style={{ width: renderedColumns.before }} />}
          {drawn.slice(fixed).map((column, index) => (
            <col key={column.id} style={{ width: widths[placeOf(index + fixed)] }} />
          ))}
          {/* Remaining space stays empty, so that columns keep their width however few there are. */}
          <col style={renderedColumns.after > 0 ? { width: renderedColumns.after } : undefined} />
        </colgroup>
        {/* Widths that depend on the content must not move visible headers. */}
        <thead data-pending={(onWidth && rows === undefined && !instead && !isSlow) || undefined}>
          <tr aria-rowindex={1}>
            {heads.slice(0, fixed)}
            {isCutBefore && <td className={classes.spacer} aria-hidden />}
            {heads.slice(fixed)}
            <td className={classes.rest} aria-hidden />
          </tr>
        </thead>
        {/* biome-ignore lint/a11y/useKeyWithMouseEvents: a title for the mouse only; the whole text is in the document */}
        <tbody className={classes.body} data-stale={isStale || undefined} onMouseOver={titleCutText}>
          <Gap height={renderedRows.before} />
          {!instead &&
            data
              .slice(renderedRows.start, renderedRows.end)
              .map((row, index) => (
                <TableRow
                  key={rowId(row)}
                  row={row}
                  place={offset + renderedRows.start + index + 2}
                  columns={visible}
                  pinned={pinned}
                  drawn={renderedColumns}
                  onHover={onRowHover}
                />
              ))}
          <Gap height={renderedRows.after} />
          {isSlow && <TableSkeleton columns={drawn} pinned={pinned} rows={expectedRows} />}
        </tbody>
      </table>
      {instead && <div className={classes.blank}>{instead}</div>}
    </div>
  );
}

const keysOf =
  (columns: readonly { id: string }[], _widths: readonly number[]) =>
  (index: number): string | number =>
    columns[index]?.id ?? index;

const Gap = ({ height }: { height: number }) => (height > 0 ? <tr aria-hidden style={{ height }} /> : null);

/** Sets a truncated cell's full text as its title when the pointer enters it. */
function titleCutText({ target }: MouseEvent) {
  const cell = target instanceof Element ? target.closest<HTMLElement>('td, th') : null;
  if (cell && !cell.title && cell.scrollWidth > cell.clientWidth) cell.title = cell.textContent;
}
