import { memo } from 'react';
import classes from './data-table.module.css';
import type { TableColumn } from './table-column.ts';
import type { RenderedWindow } from './use-window.ts';

interface TableRowProps<Row> {
  row: Row;
  /** Row index in the whole list, from 1, counting the header. */
  place: number;
  columns: readonly TableColumn<Row>[];
  /** How many columns from the left are always rendered. */
  fixed: number;
  drawn: RenderedWindow;
  onHover: ((row: Row) => void) | undefined;
}

function Cells<Row>({ row, place, columns, fixed, drawn, onHover }: TableRowProps<Row>) {
  const cell = (column: TableColumn<Row>, index: number) => {
    return column.pinned ? (
      <th key={column.id} scope="row" aria-colindex={index + 1} className={classes.cell} data-pinned>
        {column.cell(row)}
      </th>
    ) : (
      <td key={column.id} aria-colindex={index + 1} className={classes.cell} data-align={column.align}>
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
    before.onHover === after.onHover &&
    isSameWindow(before.drawn, after.drawn),
) as typeof Cells;
