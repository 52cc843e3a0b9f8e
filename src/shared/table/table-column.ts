import type { ComponentProps, ReactNode } from 'react';

/** A column of a table: its header and cells. Widths are in pixels. `State` is the data that its cells need in addition to the row. */
export interface TableColumn<Row, State = unknown> {
  id: string;
  /** Header text, also used in the columns menu. */
  header: string;
  /** The header is for screen readers only. */
  isHeaderHidden?: boolean;
  /** A control in place of the header text; the width of such a column cannot be changed. */
  head?: ReactNode;
  icon?: ReactNode;
  width: number;
  /** The text of a cell, if the width depends on header and content; `width` is then the width of the header. */
  text?: (row: Row) => string | undefined;
  /** The most that a column with a text is wide by its content, in pixels; 340 if left out. */
  mostWidth?: number;
  /** The space that a cell needs in addition to its text, for example for a button. */
  extraWidth?: number;
  /** The width in a table of less than 560 px, in place of any other. */
  narrowWidth?: number;
  /** Left out of a table of less than 560 px. */
  onlyIfWide?: boolean;
  /** Left out where the table would have to be scrolled sideways. */
  onlyIfRoom?: boolean;
  /** Takes a share of the remaining space, up to 1.6 times its width; `fully` without a limit, and before others. */
  grows?: boolean | 'fully';
  align?: 'right';
  sortable?: boolean;
  /** Sticky at the left if there is room; leading columns only. */
  pinned?: boolean;
  /** The row header for screen readers; by default the first column, if it is pinned. */
  isRowHeader?: boolean;
  /** False for columns that cannot be hidden. */
  hideable?: boolean;
  /** The number of a cell, for columns of which a bar can be drawn. */
  numberOf?: (row: Row) => number | undefined;
  cell: (row: Row, state: State) => ReactNode;
  /** Attributes of the cell itself, so that its content needs no element around it. */
  cellProps?: (row: Row, state: State) => CellProps | undefined;
}

/** Attributes of a cell. */
export interface CellProps extends Pick<ComponentProps<'td'>, 'className' | 'title' | 'onClick'> {
  [data: `data-${string}`]: string | true | undefined;
}

/** The sort order of a list on the server. */
export interface TableSort {
  field: string;
  direction: 'asc' | 'desc';
}

/** The sort order after a click on a column header: ascending, then descending, then none. */
export function nextSort(sort: TableSort | undefined, field: string): TableSort | undefined {
  if (sort?.field !== field) return { field, direction: 'asc' };
  return sort.direction === 'asc' ? { field, direction: 'desc' } : undefined;
}
