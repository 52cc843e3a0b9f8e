import { VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { memo } from 'react';
import { type PinnedColumns, pinnedProps } from './columns/pinned-columns.ts';
import { WidthHandle } from './columns/width-handle.tsx';
import classes from './data-table.module.css';
import type { TableColumn, TableSort } from './table-column.ts';

interface TableHeadCellProps<Row, State> {
  column: TableColumn<Row, State>;
  index: number;
  /** Undefined for a column that scrolls. */
  pinned?: PinnedColumns | undefined;
  width: number;
  /** Undefined if the width cannot be changed. */
  onDrag?: ((id: string, width: number) => void) | undefined;
  onChoose?: ((id: string, width: number | undefined) => void) | undefined;
  direction?: TableSort['direction'] | undefined;
  onSort?: ((field: string) => void) | undefined;
}

const directions = { asc: 'ascending', desc: 'descending' } as const;

function HeadCell<Row, State>(props: TableHeadCellProps<Row, State>) {
  const { column, index, width, onDrag, onChoose, pinned, direction, onSort } = props;
  const Arrow = direction === 'desc' ? IconArrowDown : IconArrowUp;
  const title = (
    <>
      {column.icon}
      {column.isHeaderHidden ? (
        <VisuallyHidden component="span">{column.header}</VisuallyHidden>
      ) : (
        <span className={classes.words}>{column.header}</span>
      )}
    </>
  );
  return (
    <th
      scope="col"
      aria-colindex={index + 1}
      aria-sort={column.sortable ? (direction ? directions[direction] : 'none') : undefined}
      aria-label={onDrag && !column.head ? column.header : undefined}
      className={classes.head}
      {...(pinned && pinnedProps(pinned, index))}
      data-align={column.align}
      title={column.head ? undefined : column.header}
    >
      {column.head ? (
        column.head
      ) : column.sortable && onSort ? (
        <button type="button" className={classes.sort} onClick={() => onSort(column.id)}>
          {title}
          <Arrow className={classes.arrow} data-on={direction ? '' : undefined} size={14} aria-hidden />
        </button>
      ) : (
        <span className={classes.title}>{title}</span>
      )}
      {onDrag && onChoose && !column.head && (
        <WidthHandle
          header={column.header}
          width={width}
          onDrag={(wanted) => onDrag(column.id, wanted)}
          onChoose={(wanted) => onChoose(column.id, wanted)}
        />
      )}
    </th>
  );
}

/** A column header; a button if the column can be sorted. Memoized so that new rows do not rerender it. */
export const TableHeadCell = memo(HeadCell) as typeof HeadCell;
