import { type PinnedColumns, pinnedProps } from './columns/pinned-columns.ts';
import classes from './data-table.module.css';
import type { TableColumn } from './table-column.ts';

/** Typical widths of cells; the pattern varies neighboring rows. */
const widths = ['62%', '48%', '74%', '55%', '40%', '68%'];

interface TableSkeletonProps<Row> {
  columns: readonly TableColumn<Row, never>[];
  pinned: PinnedColumns;
  rows: number;
}

/** Placeholder rows. */
export function TableSkeleton<Row>({ columns, pinned, rows }: TableSkeletonProps<Row>) {
  return Array.from({ length: rows }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other identity
    <tr key={row} className={classes.row} aria-hidden>
      {columns.map((column, index) => (
        <td key={column.id} className={classes.cell} {...pinnedProps(pinned, index)}>
          <div className={classes.bar} style={{ width: widths[(row * 2 + index) % widths.length] }} />
        </td>
      ))}
    </tr>
  ));
}
