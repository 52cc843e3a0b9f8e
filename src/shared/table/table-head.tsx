import { VisuallyHidden } from '@mantine/core';
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
  /** Undefined for a share of what others leave. */
  width: number | undefined;
  /** Undefined if the width cannot be changed. */
  onDrag?: ((id: string, width: number) => void) | undefined;
  onChoose?: ((id: string, width: number | undefined) => void) | undefined;
  /** The order of the rows, or of those that are loading: see `aria-busy`. */
  direction?: TableSort['direction'] | undefined;
  /** The requested order, which the arrow shows at once. */
  requested?: TableSort['direction'] | undefined;
  onSort?: ((field: string) => void) | undefined;
}

const directions = { asc: 'ascending', desc: 'descending' } as const;

function HeadCell<Row, State>(props: TableHeadCellProps<Row, State>) {
  const { column, index, width, onDrag, onChoose, pinned, direction, requested, onSort } = props;
  const canSort = column.sortable && onSort;
  const pinning = pinned ? pinnedProps(pinned, index) : {};
  const title = (
    <>
      {column.icon}
      {column.isHeaderHidden ? <VisuallyHidden component="span">{column.header}</VisuallyHidden> : column.header}
    </>
  );
  return (
    <th
      scope="col"
      aria-colindex={index + 1}
      aria-sort={column.sortable ? (direction ? directions[direction] : 'none') : undefined}
      aria-label={onDrag && !column.head ? column.header : undefined}
      className={classes.head}
      data-align={column.align}
      data-sorts={canSort ? (requested ?? '') : undefined}
      {...pinning}
      style={{ ...pinning.style, width }}
      title={column.head ? undefined : column.header}
    >
      {column.head ? (
        column.head
      ) : canSort ? (
        <button type="button" className={classes.sort} onClick={() => onSort(column.id)}>
          {title}
        </button>
      ) : (
        <span className={classes.title}>{title}</span>
      )}
      {onDrag && onChoose && width !== undefined && !column.head && (
        <WidthHandle
          header={column.header}
          width={width}
          onDrag={(width) => onDrag(column.id, width)}
          onChoose={(width) => onChoose(column.id, width)}
        />
      )}
    </th>
  );
}

/** A column header; a button if the column can be sorted. Memoized so that new rows do not rerender it. */
export const TableHeadCell = memo(HeadCell) as typeof HeadCell;
