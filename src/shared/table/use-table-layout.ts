import type { RowData } from '@tanstack/react-table';
import { type RefObject, useMemo } from 'react';
import { pinColumns } from './columns/pinned-columns.ts';
import { useDraggedWidth } from './columns/use-dragged-width.ts';
import { useRevealedColumn } from './columns/use-revealed-column.ts';
import { type Density, rowHeightOf } from './fitting-rows.ts';
import { type TableView, useTableModel } from './model/use-table-model.ts';
import type { RowHeading } from './row-heading.ts';
import type { SelectState } from './selection/select-state.ts';
import type { TableColumn } from './table-column.ts';
import { useTableRoom } from './use-table-room.ts';
import { useTableWindows } from './use-table-windows.ts';

/** The props of a table that decide its layout. */
export interface LayoutProps<Row> extends Partial<TableView> {
  columns: readonly TableColumn<Row, SelectState>[];
  /** Undefined while the first rows are loading. */
  rows: readonly Row[] | undefined;
  rowId: (row: Row) => string;
  /** Called with a chosen width, or undefined for the width of header and content; with it, headers have a handle. */
  onWidth?: (id: string, width: number | undefined) => void;
  /** Called with the table's height in pixels once it has rows, and when it changes. */
  onHeight?: (height: number) => void;
  /** Comfortable by default. */
  density?: Density | undefined;
  /** Headings between the rows; all rows are rendered with them. */
  headings?: readonly RowHeading[] | undefined;
  /** Rows are as high as their texts, and all of them are rendered. */
  wraps?: boolean;
  /** The id of a column that comes into view when it is named: the one that the list was sorted or filtered by last. */
  revealed?: string | undefined;
}

const none: readonly never[] = [];
const noWidths = {};

/** The visible columns of a table with their widths, and which of them and of the rows are rendered. */
export function useTableLayout<Row extends RowData>(
  viewport: RefObject<HTMLDivElement | null>,
  props: LayoutProps<Row>,
) {
  const { columns, rows, rowId, hidden = none, order = none, widths: chosen = noWidths } = props;
  const { onWidth, onHeight, density, wraps = false, revealed } = props;
  const viewportWidth = useTableRoom(viewport, rows !== undefined && rows.length > 0, onHeight);
  const rowHeight = rowHeightOf(density);
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
    rows: rows?.length ?? 0,
    rowHeight,
    viewportWidth,
    revealed,
    wraps,
    rendersAll: wraps || props.headings !== undefined,
  });
  const fixed = pinned.count;
  const rendered = [...visible.slice(0, fixed), ...visible.slice(fixed + columnWindow.start, fixed + columnWindow.end)];
  return { rowHeight, dragged, visible, widths, pinned, columnWindow, early, rowWindow, rendered };
}

/** The layout of a table with these rows. */
export type TableLayout<Row extends RowData> = ReturnType<typeof useTableLayout<Row>>;
