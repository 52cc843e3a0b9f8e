import type { RowData } from '@tanstack/react-table';
import { type ComponentProps, type CSSProperties, type MouseEvent, type ReactNode, useRef } from 'react';
import { useFocusFallback } from '../ui/hooks/use-focus-fallback.ts';
import { useDelayed } from '../ui/lazy/delayed.tsx';
import { isSideways, trackSidewaysScroll } from './columns/pinned-columns.ts';
import classes from './data-table.module.css';
import { DataTableHead } from './data-table-head.tsx';
import { useTableKeys } from './keys/use-table-keys.ts';
import type { RowHeading } from './row-heading.ts';
import { marksClass } from './row-marks.ts';
import { PageSelection } from './selection/page-box.tsx';
import type { ListSelection } from './selection/use-list-selection.ts';
import { useTableSelection } from './selection/use-table-selection.ts';
import type { TableSort } from './table-column.ts';
import { TableRow } from './table-row.tsx';
import { TableSkeleton } from './table-skeleton.tsx';
import { completeRows } from './use-complete-row.ts';
import { usePageStart } from './use-page-start.ts';
import type { SortList } from './use-requested-sort.ts';
import { type LayoutProps, type TableLayout, useTableLayout } from './use-table-layout.ts';

/** Props of {@link DataTable}. */
export interface DataTableProps<Row> extends LayoutProps<Row> {
  /** Describes the table for screen readers. */
  label: string;
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
  /** The selection of rows, for a table with checkboxes. */
  selection?: ListSelection | undefined;
}

/** So many rows are lower than the least height of a table. */
const fewRows = 3;

const none: readonly never[] = [];

/**
 * The table for all lists: sticky header and pinned columns, server-side sorting, hidden columns, virtualized rows and
 * columns.
 */
export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const { label, rows, rowId, sort, onSort, total, offset = 0, isStale = false, expectedRows = 10, instead } = props;
  const { onRowHover, onWidth, wraps = false, headings = none, selection } = props;
  const viewport = useRef<HTMLDivElement>(null);
  const layout = useTableLayout(viewport, props);
  const { rowHeight, dragged, visible, widths, pinned, columnWindow, rowWindow, rendered } = layout;
  const data = rows ?? none;
  const trackScroll = usePageStart(viewport, offset, isStale);

  const { handlers, onKeyDown, page, isSelected, follow } = useTableSelection({ selection, rows: data, rowId, offset });
  const rowCount = instead ? 0 : data.length;
  const keys = useTableKeys({ viewport, offset, rows: rowCount, widths, pinned, rowHeight, onMove: follow });
  const focusFallback = useFocusFallback(viewport);
  const isSlow = useDelayed(rows === undefined && !instead);
  const width = widths.reduce((sum, one) => sum + one, 0);
  // Only headers that can be used stay without rows.
  const isBlank = Boolean(instead) && onSort === undefined && onWidth === undefined;

  return (
    // biome-ignore lint/a11y/useSemanticElements: a region, as it scrolls in both directions
    <div
      ref={viewport}
      className={`${classes.viewport} ${marksClass}`}
      role="region"
      aria-label={label}
      style={{ '--qm-row': `${rowHeight}px` } as CSSProperties}
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
        hidden={isBlank}
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
        {!isBlank && (
          <PageSelection value={page}>
            <DataTableHead
              columns={rendered}
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
        )}
        {/* biome-ignore lint/a11y/useKeyWithMouseEvents: a title for the mouse only; the whole text is in the document */}
        <tbody
          className={classes.body}
          data-stale={isStale || undefined}
          onMouseOver={titleCutText}
          onKeyDown={onKeyDown}
        >
          <SpacerRow height={rowWindow.before} />
          {!instead && (
            <RenderedRows
              layout={layout}
              firstColumns={isSideways(viewport.current) ? undefined : layout.early}
              rows={data}
              headings={headings}
              rowId={rowId}
              offset={offset}
              onHover={onRowHover}
              isSelected={isSelected}
              handlers={handlers}
            />
          )}
          <SpacerRow height={rowWindow.after} />
          {isSlow && <TableSkeleton columns={rendered} pinned={pinned} rows={expectedRows} />}
        </tbody>
      </table>
      {instead && <div className={classes.blank}>{instead}</div>}
    </div>
  );
}

interface RenderedRowsProps<Row extends RowData>
  extends Pick<ComponentProps<typeof TableRow<Row>>, 'firstColumns' | 'onHover' | 'handlers'> {
  layout: TableLayout<Row>;
  rows: readonly Row[];
  headings: readonly RowHeading[];
  rowId: (row: Row) => string;
  offset: number;
  isSelected: (index: number) => boolean | undefined;
}

/** The rows in view. */
function RenderedRows<Row extends RowData>(props: RenderedRowsProps<Row>) {
  const { layout, rows, headings, rowId, offset, isSelected, ...row } = props;
  const { visible, rendered, pinned, columnWindow, rowWindow } = layout;
  const drawn = rows.slice(rowWindow.start, rowWindow.end).map((one, index) => {
    const id = rowId(one);
    const position = rowWindow.start + index;
    return (
      <TableRow
        key={id}
        id={id}
        row={one}
        rowIndex={offset + position + 2}
        columns={visible}
        pinned={pinned}
        columnWindow={columnWindow}
        isSelected={isSelected(position)}
        {...row}
      />
    );
  });
  if (headings.length === 0) return drawn;
  const headingsAt = (at: number) =>
    headings
      .filter((heading) => heading.at === at)
      .map((heading) => <HeadingRow key={heading.id} {...heading} cells={rendered.length + 2} />);
  return [...drawn.flatMap((one, index) => [...headingsAt(rowWindow.start + index), one]), ...headingsAt(rows.length)];
}

/** The heading of a group, which stays in view when the table is scrolled sideways. */
const HeadingRow = ({ content, cells }: Pick<RowHeading, 'content'> & { cells: number }) => (
  <tr data-heading>
    <th scope="rowgroup" colSpan={cells} className={classes.group}>
      <div>{content}</div>
    </th>
  </tr>
);

const SpacerRow = ({ height }: { height: number }) => (height > 0 ? <tr aria-hidden style={{ height }} /> : null);

/** Sets a truncated cell's full text as its title when the pointer enters it. */
function titleCutText({ target }: MouseEvent) {
  const cell = target instanceof Element ? target.closest<HTMLElement>('td, th') : null;
  if (cell && !cell.title && cell.scrollWidth > cell.clientWidth) cell.title = cell.textContent;
}
