import { memo } from 'react';
import { noTranslate } from '../ui/no-translate.ts';
import { type PinnedColumns, pinnedProps } from './columns/pinned-columns.ts';
import classes from './data-table.module.css';
import { changedProps, markedRowProps, markOf } from './row-marks.ts';
import type { SelectState } from './selection/select-state.ts';
import type { RowHandlers } from './selection/use-table-selection.ts';
import type { TableColumn } from './table-column.ts';
import { useCompleteRow } from './use-complete-row.ts';
import type { RenderedWindow } from './use-window.ts';

interface RowCellsProps<Row, State> {
  row: Row;
  state: State;
  columns: readonly TableColumn<Row, State>[];
  pinned: PinnedColumns;
  /** The rendered part of the columns that are not pinned. */
  columnWindow: RenderedWindow;
}

/** The cells of a row, in any table. */
export function RowCells<Row, State>({ row, state, columns, pinned, columnWindow }: RowCellsProps<Row, State>) {
  const fixed = pinned.count;
  const mark = markOf(row);
  const cell = (column: TableColumn<Row, State>, index: number) => {
    const { className, ...cellProps } = column.cellProps?.(row, state) ?? {};
    const shared = {
      'aria-colindex': index + 1,
      ...noTranslate(className === undefined ? classes.cell : `${classes.cell} ${className}`),
      'data-align': column.align,
      ...cellProps,
      ...changedProps(mark, column.id),
      ...pinnedProps(pinned, index),
    };
    return (column.isRowHeader ?? (column.pinned && index === 0)) ? (
      <th key={column.id} scope="row" {...shared}>
        {column.cell(row, state)}
      </th>
    ) : (
      <td key={column.id} {...shared}>
        {column.cell(row, state)}
      </td>
    );
  };
  return (
    <>
      {columns.slice(0, fixed).map(cell)}
      {columnWindow.before > 0 && <td className={classes.spacer} aria-hidden />}
      {columns
        .slice(fixed + columnWindow.start, fixed + columnWindow.end)
        .map((column, index) => cell(column, fixed + columnWindow.start + index))}
    </>
  );
}

interface TableRowProps<Row> extends Omit<RowCellsProps<Row, SelectState>, 'state'> {
  id: string;
  /** Row index in the whole list, from 1, counting the header. */
  rowIndex: number;
  /** The columns that a new row shows first; undefined for all. */
  firstColumns: RenderedWindow | undefined;
  onHover: ((row: Row) => void) | undefined;
  isSelected: boolean | undefined;
  /** Undefined in a table without selection. */
  handlers: RowHandlers | undefined;
}

const View = <Row,>(props: TableRowProps<Row>) => {
  const { id, rowIndex, firstColumns, onHover, isSelected, handlers, ...cells } = props;
  const isWhole = useCompleteRow(firstColumns !== undefined);
  return (
    <tr
      className={classes.row}
      aria-rowindex={rowIndex}
      aria-selected={isSelected}
      data-selected={isSelected || undefined}
      {...markedRowProps(markOf(cells.row))}
      onPointerEnter={onHover && (() => onHover(cells.row))}
    >
      <RowCells
        {...cells}
        columnWindow={isWhole || !firstColumns ? cells.columnWindow : firstColumns}
        state={{
          isSelected,
          onPick: (isRange) => handlers?.pick(id, isRange),
        }}
      />
    </tr>
  );
};

const isSameWindow = (a: RenderedWindow, b: RenderedWindow) =>
  a.start === b.start && a.end === b.end && a.before > 0 === b.before > 0;

/** A row; rerenders only when its content changes, so that scrolling through many columns stays fast. */
export const TableRow = memo(
  View,
  (before, after) =>
    before.row === after.row &&
    before.rowIndex === after.rowIndex &&
    before.columns === after.columns &&
    before.pinned === after.pinned &&
    before.onHover === after.onHover &&
    before.isSelected === after.isSelected &&
    before.handlers === after.handlers &&
    isSameWindow(before.columnWindow, after.columnWindow),
) as typeof View;
