import type { RowData } from '@tanstack/react-table';
import { type MouseEvent, type ReactNode, useMemo, useRef } from 'react';
import { useFocusFallback } from '../ui/hooks/use-focus-fallback.ts';
import { useDelayed } from '../ui/lazy/delayed.tsx';
import { isSideways, pinColumns, trackSidewaysScroll } from './columns/pinned-columns.ts';
import { useDraggedWidth } from './columns/use-dragged-width.ts';
import { useRevealedColumn } from './columns/use-revealed-column.ts';
import classes from './data-table.module.css';
import { DataTableHead } from './data-table-head.tsx';
import { useTableKeys } from './keys/use-table-keys.ts';
import { type TableView, useTableModel } from './model/use-table-model.ts';
import { PageSelection } from './selection/page-box.tsx';
import type { SelectState } from './selection/select-state.ts';
import type { ListSelection } from './selection/use-list-selection.ts';
import { useTableSelection } from './selection/use-table-selection.ts';
import type { TableColumn, TableSort } from './table-column.ts';
import { TableRow } from './table-row.tsx';
import { TableSkeleton } from './table-skeleton.tsx';
import { usePageStart } from './use-page-start.ts';
import type { SortList } from './use-requested-sort.ts';
import { useTableRoom } from './use-table-room.ts';
import { useTableWindows } from './use-table-windows.ts';
import { completeRows } from './use-whole-row.ts';

/** Props of {@link DataTable}. */
export interface DataTableProps<Row> extends Partial<TableView> {
  /** Describes the table for screen readers. */
  label: string;
  columns: readonly TableColumn<Row, SelectState>[];
  /** Undefined while the first rows are loading. */
  rows: readonly Row[] | undefined;
  rowId: (row: Row) => string;
  sort?: TableSort | undefined;
  onSort?: SortList;
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
  /** The selection of rows, for a table with checkboxes. */
  selection?: ListSelection | undefined;
  /** The id of a column that comes into view when it is named: the one that the list was sorted or filtered by last. */
  revealed?: string | undefined;
}

/** So many rows are lower than the least height of a table. */
const fewRows = 3;

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
  selection,
  revealed,
}: DataTableProps<Row>) {
  const viewport = useRef<HTMLDivElement>(null);
  const viewportWidth = useTableRoom(viewport, rows !== undefined && rows.length > 0, onHeight);
  const dragged = useDraggedWidth(chosen, onWidth);
  const { columns: visible, widths } = useTableModel({
    columns,
    rows,
    rowId,
    hidden,
    order,
    widths: dragged.widths,
    viewportWidth,
  });
  const data = rows ?? nothing;
  const pinned = useMemo(() => pinColumns(visible, widths, viewportWidth), [visible, widths, viewportWidth]);
  useRevealedColumn({
    column: revealed,
    columns: visible,
    widths,
    pinned,
    viewport,
    isReady: rows !== undefined && viewportWidth > 0,
  });
  const { columnWindow, early, rowWindow } = useTableWindows({
    viewport,
    columns: visible,
    widths,
    pinned,
    rows: data.length,
    viewportWidth,
    revealed,
    wraps,
  });

  const trackScroll = usePageStart(viewport, offset, isStale);

  const { handlers, onKeyDown, page, isSelected, follow } = useTableSelection({ selection, rows: data, rowId, offset });
  const keys = useTableKeys({ viewport, offset, rows: instead ? 0 : data.length, widths, pinned, onMove: follow });
  const focusFallback = useFocusFallback(viewport);
  const isSlow = useDelayed(rows === undefined && !instead);
  const firstColumns = isSideways(viewport.current) ? undefined : early;
  const width = widths.reduce((sum, one) => sum + one, 0);
  const fixed = pinned.count;
  const renderedColumns = [
    ...visible.slice(0, fixed),
    ...visible.slice(fixed + columnWindow.start, fixed + columnWindow.end),
  ];

  return (
    // biome-ignore lint/a11y/useSemanticElements: a region, as it scrolls in both directions
    <div
      ref={viewport}
      className={classes.viewport}
      role="region"
      aria-label={label}
      data-few={(rows !== undefined && rows.length <= fewRows) || undefined}
      {...focusFallback.props}
      onFocus={(event) => {
        focusFallback.props.onFocus(event);
        keys.onFocus(event);
      }}
      onKeyDown={keys.onKeyDown}
      // Its cells are reached by Tab; it gets the focus if the focused one is removed.
      tabIndex={-1}
      onScroll={(event) => {
        trackScroll(event);
        trackSidewaysScroll(event);
        if (isSideways(event.currentTarget)) completeRows();
      }}
    >
      <table
        className={classes.table}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells are reached by arrow keys is a grid
        role="grid"
        aria-readonly
        aria-multiselectable={selection !== undefined || undefined}
        data-wraps={wraps || undefined}
        style={{ minWidth: width }}
        aria-label={label}
        aria-colcount={visible.length}
        aria-rowcount={total === undefined ? undefined : total + 1}
        aria-busy={isStale || (rows === undefined && !instead)}
      >
        <PageSelection value={page}>
          <DataTableHead
            columns={renderedColumns}
            widths={widths}
            pinned={pinned}
            columnWindow={columnWindow}
            // Widths that depend on the content must not move visible headers.
            isHidden={onWidth !== undefined && rows === undefined && !instead && !isSlow}
            sort={sort}
            onSort={onSort}
            onDrag={dragged.onDrag}
            onChoose={dragged.onChoose}
          />
        </PageSelection>
        {/* biome-ignore lint/a11y/useKeyWithMouseEvents: a title for the mouse only; the whole text is in the document */}
        <tbody
          className={classes.body}
          data-stale={isStale || undefined}
          onMouseOver={titleCutText}
          onKeyDown={onKeyDown}
        >
          <SpacerRow height={rowWindow.before} />
          {!instead &&
            data.slice(rowWindow.start, rowWindow.end).map((row, index) => {
              const id = rowId(row);
              const place = rowWindow.start + index;
              return (
                <TableRow
                  key={id}
                  id={id}
                  row={row}
                  rowIndex={offset + place + 2}
                  columns={visible}
                  pinned={pinned}
                  columnWindow={columnWindow}
                  firstColumns={firstColumns}
                  onHover={onRowHover}
                  isSelected={isSelected(place)}
                  handlers={handlers}
                />
              );
            })}
          <SpacerRow height={rowWindow.after} />
          {isSlow && <TableSkeleton columns={renderedColumns} pinned={pinned} rows={expectedRows} />}
        </tbody>
      </table>
      {instead && <div className={classes.blank}>{instead}</div>}
    </div>
  );
}

const SpacerRow = ({ height }: { height: number }) => (height > 0 ? <tr aria-hidden style={{ height }} /> : null);

/** Sets a truncated cell's full text as its title when the pointer enters it. */
function titleCutText({ target }: MouseEvent) {
  const cell = target instanceof Element ? target.closest<HTMLElement>('td, th') : null;
  if (cell && !cell.title && cell.scrollWidth > cell.clientWidth) cell.title = cell.textContent;
}
