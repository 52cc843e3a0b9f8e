import type { ComponentProps } from 'react';
import type { PinnedColumns } from './columns/pinned-columns.ts';
import classes from './data-table.module.css';
import type { TableColumn, TableSort } from './table-column.ts';
import { TableHeadCell } from './table-head.tsx';
import { type SortList, useRequestedSort } from './use-requested-sort.ts';

interface DataTableHeadProps<Row> extends Pick<ComponentProps<typeof TableHeadCell>, 'onDrag' | 'onChoose'> {
  /** The rendered columns: the pinned ones, and those in view. */
  columns: readonly TableColumn<Row, never>[];
  /** The widths of all columns in pixels. */
  widths: readonly number[];
  pinned: PinnedColumns;
  /** Which of the other columns are in view, and the space before and after them in pixels. */
  columnWindow: { start: number; before: number; after: number };
  isHidden: boolean;
  sort: TableSort | undefined;
  /** Undefined if the table cannot be sorted. */
  onSort: SortList | undefined;
}

/** The headers of a {@link DataTable}, which have the widths of its columns. */
export function DataTableHead<Row>(props: DataTableHeadProps<Row>) {
  const { columns, widths, pinned, columnWindow, isHidden, sort, onSort, onDrag, onChoose } = props;
  const { requested, sortBy } = useRequestedSort(sort, onSort);
  const fixed = pinned.count;
  const indexOf = (index: number) => (index < fixed ? index : index + columnWindow.start);
  const isCutBefore = columnWindow.before > 0;
  const heads = columns.map((column, index) => (
    <TableHeadCell
      key={column.id}
      column={column}
      index={indexOf(index)}
      width={widths[indexOf(index)] ?? column.width}
      onDrag={onDrag}
      onChoose={onChoose}
      pinned={index < fixed ? pinned : undefined}
      direction={sort?.field === column.id ? sort.direction : undefined}
      requested={requested?.field === column.id ? requested.direction : undefined}
      onSort={onSort && sortBy}
    />
  ));
  return (
    <thead data-pending={isHidden || undefined}>
      <tr aria-rowindex={1}>
        {heads.slice(0, fixed)}
        {isCutBefore && <td className={classes.spacer} style={{ width: columnWindow.before }} aria-hidden />}
        {heads.slice(fixed)}
        {/* Remaining space stays empty, so that columns keep their width however few there are. */}
        <td
          className={classes.rest}
          style={columnWindow.after > 0 ? { width: columnWindow.after } : undefined}
          aria-hidden
        />
      </tr>
    </thead>
  );
}
