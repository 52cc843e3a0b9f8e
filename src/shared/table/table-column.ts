import type { ReactNode } from 'react';

/** A column of a {@link DataTable}: how its head reads and what its cells show. Widths are pixels. */
export interface TableColumn<Row> {
  id: string;
  /** The head's words, also used by the columns menu. */
  header: string;
  icon?: ReactNode;
  width: number;
  align?: 'right';
  sortable?: boolean;
  /** Stays at the left while the rest scrolls and names its row to screen readers; the first column only. */
  pinned?: boolean;
  /** False for columns that cannot be hidden. */
  hideable?: boolean;
  cell: (row: Row) => ReactNode;
}

/** The order of a list, as the server sorts it. */
export interface TableSort {
  field: string;
  direction: 'asc' | 'desc';
}

/** What a click on a column's head makes of the order: ascending, then descending, then none. */
export function nextSort(sort: TableSort | undefined, field: string): TableSort | undefined {
  if (sort?.field !== field) return { field, direction: 'asc' };
  return sort.direction === 'asc' ? { field, direction: 'desc' } : undefined;
}
