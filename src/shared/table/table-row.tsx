import { memo } from 'react';
import { type PinnedColumns, pinnedProps } from './columns/pinned-columns.ts';
import classes from './data-table.module.css';
import type { TableColumn } from './table-column.ts';
import type { RenderedWindow } from './use-window.ts';

interface TableRowProps<Row> {
  row: Row;
  /** Row index in the whole list, from 1, counting the header. */
  place: number;
  columns: readonly TableColumn<Row>[];
  pinned: PinnedColumns;
  drawn: RenderedWindow;
  onHover: ((row: Row) => void) | undefined;
}

function Cells<Row>({ row, place, columns, pinned, drawn, onHover }: TableRowProps<Row>) {
  const fixed = pinned.count;
  const cell = (column: TableColumn<Row>, index: number) => {
    const place = { 'aria-colindex': index + 1, className: classes.cell, 'data-align': column.align };
    return column.pinned && index === 0 ? (
      <th key={column.id} scope="row" {...place} {...pinnedProps(pinned, index)}>
        {column.cell(row)}
      </th>
    ) : (
      <td key={column.id} {...place} {...pinnedProps(pinned, index)}>
        {column.cell(row)}
      </td>
    );
  };
  return (
    <tr className={classes.row} aria-rowindex={place} onPointerEnter={onHover && (() => onHover(row))}>
      {columns.slice(0, fixed).map(cell)}
      {drawn.before > 0 && <td className={classes.spacer} aria-hidden />}
      {columns
        .slice(fixed + drawn.start, fixed + drawn.end)
        .map((column, index) => cell(column, fixed + drawn.start + index))}
      <td className={classes.rest} aria-hidden />
    </tr>
  );
}

const isSameWindow = (a: RenderedWindow, b: RenderedWindow) =>
  a.start === b.start && a.end === b.end && a.before > 0 === b.before > 0;

/** A row; rerenders only when its content changes, so that scrolling through many columns stays fast. */
export const TableRow = memo(
  Cells,
  (before, after) =>
    before.row === after.row &&
    before.place === after.place &&
    before.columns === after.columns &&
    before.pinned === after.pinned &&
    before.onHover === after.onHover &&
    isSameWindow(before.drawn, after.drawn),
) as typeof Cells;
