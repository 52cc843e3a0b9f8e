import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import classes from './data-table.module.css';
import type { TableColumn, TableSort } from './table-column.ts';

interface TableHeadCellProps<Row> {
  column: TableColumn<Row>;
  index: number;
  sort: TableSort | undefined;
  onSort: ((field: string) => void) | undefined;
}

const directions = { asc: 'ascending', desc: 'descending' } as const;

/** The head of one column; a button where the column can be sorted. */
export function TableHeadCell<Row>({ column, index, sort, onSort }: TableHeadCellProps<Row>) {
  const direction = sort?.field === column.id ? sort.direction : undefined;
  const Arrow = direction === 'desc' ? IconArrowDown : IconArrowUp;
  const title = (
    <>
      {column.icon}
      <span className={classes.words}>{column.header}</span>
    </>
  );
  return (
    <th
      scope="col"
      aria-colindex={index + 1}
      aria-sort={column.sortable ? (direction ? directions[direction] : 'none') : undefined}
      className={classes.head}
      data-pinned={column.pinned || undefined}
      data-align={column.align}
      title={column.header}
    >
      {column.sortable && onSort ? (
        <button type="button" className={classes.sort} onClick={() => onSort(column.id)}>
          {title}
          <Arrow className={classes.arrow} data-on={direction ? '' : undefined} size={14} aria-hidden />
        </button>
      ) : (
        <span className={classes.title}>{title}</span>
      )}
    </th>
  );
}
