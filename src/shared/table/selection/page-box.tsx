import { createContext, use } from 'react';
import { SelectBox } from './select-box.tsx';

/** How many rows of a page are selected, for the checkbox in the header. */
export interface PageState {
  rows: number;
  selected: number;
  /** Selects all rows of the page, or deselects them if all are selected. */
  toggle: () => void;
}

/** Provided by a table with selection, so that its columns do not change with it. */
export const PageSelection = createContext<PageState>({ rows: 0, selected: 0, toggle: () => undefined });

/** The checkbox for all rows of the page. */
export function PageBox() {
  const { rows, selected, toggle } = use(PageSelection);
  const isWhole = rows > 0 && selected === rows;
  return (
    <SelectBox
      label="Select all rows on this page"
      checked={isWhole}
      indeterminate={selected > 0 && !isWhole}
      disabled={rows === 0}
      onPick={toggle}
    />
  );
}
