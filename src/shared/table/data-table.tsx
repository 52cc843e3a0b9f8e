import { type MouseEvent, type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react';
import { useStableCallback } from '../ui/hooks/use-stable-callback.ts';
import { useDelayed } from '../ui/lazy/delayed.tsx';
import classes from './data-table.module.css';
import { nextSort, type TableColumn, type TableSort } from './table-column.ts';
import { TableHeadCell } from './table-head.tsx';
import { TableRow } from './table-row.tsx';
import { TableSkeleton } from './table-skeleton.tsx';
import { useWindow } from './use-window.ts';

const rowHeight = 36;
/** Beyond these bounds only what is in view is drawn. */
const columnsDrawnAtOnce = 24;
const rowsDrawnAtOnce = 60;

/** What a {@link DataTable} takes. */
export interface DataTableProps<Row> {
  /** What the table holds, for screen readers. */
  label: string;
  columns: readonly TableColumn<Row>[];
  /** Left out while the first rows are on their way. */
  rows: readonly Row[] | undefined;
  rowId: (row: Row) => string;
  /** Ids of the columns that are not shown. */
  hidden?: readonly string[];
  sort?: TableSort | undefined;
  onSort?: (sort: TableSort | undefined) => void;
  /** How many rows the whole list has; left out where that is not known. */
  total?: number | undefined;
  /** Place of the first row in the whole list, from 0. */
  offset?: number;
  /** The rows are those of before, until the ones asked for arrive. */
  isStale?: boolean;
  /** How many placeholder rows stand for rows on their way. */
  expectedRows?: number;
  /** Stands in the place of the rows: an empty state or an error. */
  instead?: ReactNode;
  onRowHover?: (row: Row) => void;
}

const nothing: readonly never[] = [];

/** The table of every list: sticky head and first column, server sort, hidden columns, only what is in view drawn. */
export function DataTable<Row>({
  label,
  columns,
  rows,
  rowId,
  hidden = nothing,
  sort,
  onSort,
  total,
  offset = 0,
  isStale = false,
  expectedRows = 10,
  instead,
  onRowHover,
}: DataTableProps<Row>) {
  const viewport = useRef<HTMLDivElement>(null);
  const data = rows ?? nothing;
  const visible = useMemo(() => {
    const isHidden = new Set(hidden);
    return columns.filter(({ id }) => !isHidden.has(id));
  }, [columns, hidden]);

  const fixed = visible[0]?.pinned ? 1 : 0;
  const fixedWidth = fixed === 1 ? (visible[0]?.width ?? 0) : 0;
  const drawnColumns = useWindow({
    count: visible.length - fixed,
    drawAllUpTo: columnsDrawnAtOnce,
    size: useCallback((index) => visible[index + fixed]?.width ?? 0, [visible, fixed]),
    itemKey: useCallback((index) => visible[index + fixed]?.id ?? index, [visible, fixed]),
    viewport,
    horizontal: true,
    covered: fixedWidth,
  });
  const drawnRows = useWindow({
    count: data.length,
    drawAllUpTo: rowsDrawnAtOnce,
    size: () => rowHeight,
    itemKey: useCallback((index) => index, []),
    viewport,
    covered: rowHeight,
  });

  // A new page is read from its top; a column that was scrolled to stays in view. Setting or asking where nobody has
  // scrolled would lay the page out before it is done.
  const isScrolled = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: of a page that is cached nothing but its offset tells that it is another one
  useEffect(() => {
    if (!isStale && isScrolled.current && viewport.current) viewport.current.scrollTop = 0;
  }, [isStale, offset]);

  // The same function whatever the order is, so that the heads are not drawn again with every page.
  const sortBy = useStableCallback((field: string) => onSort?.(nextSort(sort, field)));

  const isSlow = useDelayed(rows === undefined && !instead);
  const width = visible.reduce((sum, column) => sum + column.width, 0);
  const drawn = [...visible.slice(0, fixed), ...visible.slice(fixed + drawnColumns.start, fixed + drawnColumns.end)];
  const heads = drawn.map((column, index) => (
    <TableHeadCell
      key={column.id}
      column={column}
      index={index < fixed ? index : index + drawnColumns.start}
      direction={sort?.field === column.id ? sort.direction : undefined}
      onSort={onSort && sortBy}
    />
  ));
  const isCutBefore = drawnColumns.before > 0;

  return (
    // biome-ignore lint/a11y/useSemanticElements: a region, as it scrolls in both directions
    <div
      ref={viewport}
      className={classes.viewport}
      role="region"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
      tabIndex={0}
      onScroll={({ currentTarget }) => {
        isScrolled.current = currentTarget.scrollTop > 0;
      }}
    >
      <table
        className={classes.table}
        style={{ minWidth: width }}
        aria-label={label}
        aria-colcount={visible.length}
        aria-rowcount={total === undefined ? undefined : total + 1}
        aria-busy={isStale || (rows === undefined && !instead)}
      >
        <colgroup>
          {drawn.slice(0, fixed).map((column) => (
            <col key={column.id} style={{ width: column.width }} />
          ))}
          {isCutBefore && <col style={{ width: drawnColumns.before }} />}
          {drawn.slice(fixed).map((column) => (
            <col key={column.id} style={{ width: column.width }} />
          ))}
          {/* What is left over goes to nobody, so that columns keep their width however few they are. */}
          <col style={drawnColumns.after > 0 ? { width: drawnColumns.after } : undefined} />
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {heads.slice(0, fixed)}
            {isCutBefore && <td className={classes.spacer} aria-hidden />}
            {heads.slice(fixed)}
            <td className={classes.rest} aria-hidden />
          </tr>
        </thead>
        {/* biome-ignore lint/a11y/useKeyWithMouseEvents: a title for the mouse only; the whole text is in the document */}
        <tbody className={classes.body} data-stale={isStale || undefined} onMouseOver={titleCutText}>
          <Gap height={drawnRows.before} />
          {!instead &&
            data
              .slice(drawnRows.start, drawnRows.end)
              .map((row, index) => (
                <TableRow
                  key={rowId(row)}
                  row={row}
                  place={offset + drawnRows.start + index + 2}
                  columns={visible}
                  fixed={fixed}
                  drawn={drawnColumns}
                  onHover={onRowHover}
                />
              ))}
          <Gap height={drawnRows.after} />
          {isSlow && <TableSkeleton columns={drawn} rows={expectedRows} />}
        </tbody>
      </table>
      {instead && <div className={classes.blank}>{instead}</div>}
    </div>
  );
}

const Gap = ({ height }: { height: number }) => (height > 0 ? <tr aria-hidden style={{ height }} /> : null);

/** Gives a cell whose text is cut its whole text as a title, once the pointer asks for it. */
function titleCutText({ target }: MouseEvent) {
  const cell = target instanceof Element ? target.closest<HTMLElement>('td, th') : null;
  if (cell && !cell.title && cell.scrollWidth > cell.clientWidth) cell.title = cell.textContent;
}
