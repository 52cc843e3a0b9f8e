import { type ColumnDef, constructTable, type RowData } from '@tanstack/react-table';
import { useMemo, useState } from 'react';
import { orderedIds } from '../columns/column-order.ts';
import { naturalWidth, shareRoom } from '../columns/column-widths.ts';
import { pageSizes } from '../page-sizes.ts';
import type { TableColumn } from '../table-column.ts';
import { baseFeatures } from './table-features.ts';

/** Which columns a table shows, in which order and width. */
export interface TableView {
  /** Ids of the hidden columns. */
  hidden: readonly string[];
  /** Ids of columns; empty for the order in which they are declared. */
  order: readonly string[];
  /** The widths chosen by the user, by column id. */
  widths: Readonly<Record<string, number>>;
}

interface ModelOptions<Row, State> extends TableView {
  columns: readonly TableColumn<Row, State>[];
  /** Undefined while the first rows are loading. */
  rows: readonly Row[] | undefined;
  rowId: (row: Row) => string;
  /** The width of the table in pixels; 0 if it is unknown. */
  viewportWidth: number;
}

const none: readonly never[] = [];

/** Below this width in pixels, columns have their narrow width. */
const narrowWidth = 560;

/**
 * The model of a table by TanStack Table: its visible columns in their order, and their widths in pixels. Its state is given, and the server
 * sorts, filters and pages. Rows and cells are rendered from what they show, as the model's would be one object per row and per cell.
 */
export function useTableModel<Row extends RowData, State = unknown>(options: ModelOptions<Row, State>) {
  const { columns, rows, rowId, hidden, order, widths: columnSizing, viewportWidth } = options;
  // Later pages must not move the columns, and neither must the number of rows that fit.
  const [sample, setSample] = useState<readonly Row[]>(none);
  if (sample.length === 0 && rows && rows.length > 0) setSample(rows.slice(0, pageSizes[0]));
  const byId = useMemo(() => new Map(columns.map((column) => [column.id, column])), [columns]);
  const isNarrow = viewportWidth > 0 && viewportWidth < narrowWidth;
  const definitions = useMemo(
    () =>
      columns.map((column): ColumnDef<typeof baseFeatures, Row> => {
        const { id, header, narrowWidth } = column;
        return { id, header, size: (isNarrow ? narrowWidth : undefined) ?? naturalWidth(column, sample) };
      }),
    [columns, sample, isNarrow],
  );
  const columnOrder = useMemo(() => orderedIds(columns, order), [columns, order]);
  const hasRoom = viewportWidth === 0 || definitions.reduce((width, { size = 0 }) => width + size, 0) <= viewportWidth;
  const columnVisibility = useMemo(() => {
    const chosen = hidden.map((id) => [id, byId.get(id)?.hideable === false]);
    const left = columns.flatMap(({ id, onlyIfRoom, onlyIfWide }) =>
      (onlyIfRoom && !hasRoom) || (onlyIfWide && isNarrow) ? [[id, false]] : [],
    );
    return Object.fromEntries([...chosen, ...left]) as Record<string, boolean>;
  }, [hidden, columns, byId, hasRoom, isNarrow]);
  const state = {
    features: baseFeatures,
    columns: definitions,
    data: rows ?? none,
    getRowId: rowId,
    state: { columnOrder, columnVisibility, columnSizing },
  };
  const [table] = useState(() => constructTable(state));
  table.setOptions((before) => ({ ...before, ...state }));

  const visible = table.getVisibleLeafColumns();
  return {
    isNarrow,
    columns: useMemo(() => visible.flatMap(({ id }) => byId.get(id) ?? []), [visible, byId]),
    widths: useMemo(() => {
      const sizes = visible.map((column) => ({
        width: column.getSize(),
        grows: columnSizing[column.id] === undefined ? byId.get(column.id)?.grows : false,
      }));
      return shareRoom(sizes, viewportWidth);
    }, [visible, byId, columnSizing, viewportWidth]),
  };
}
