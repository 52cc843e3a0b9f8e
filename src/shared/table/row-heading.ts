import type { ReactNode } from 'react';

/** A heading between the rows of a table. */
export interface RowHeading {
  id: string;
  /** The index of the row that it is before; the number of rows at the end. */
  at: number;
  content: ReactNode;
}
