import type { UIEvent } from 'react';
import type { TableColumn } from '../table-column.ts';

/** The part of a table's width that pinned columns may cover, so that the others have room. */
const mostCovered = 0.55;

/** The leading columns of a table that are always rendered, and those of them that stay in view. */
export interface PinnedColumns {
  /** How many leading columns are pinned. */
  count: number;
  /** The width of the pinned columns together, in pixels. */
  width: number;
  /** The distance of each column that stays in view from the start of the table, in pixels. */
  offsets: readonly number[];
}

interface PinnedProps {
  'data-pinned'?: 'last' | '';
  style?: { insetInlineStart: number };
}

/** The props of a cell: its position if it stays in view, nothing for all others. The last pinned one has a line after it. */
export function pinnedProps({ offsets }: PinnedColumns, index: number): PinnedProps {
  const offset = offsets[index];
  if (offset === undefined) return {};
  const isLast = index === offsets.length - 1;
  return { 'data-pinned': isLast ? 'last' : '', ...(offset > 0 ? { style: { insetInlineStart: offset } } : {}) };
}

/** Pins as many leading columns as the viewport has room for, at least the first. `viewport` is 0 until it is measured. */
export function pinColumns(
  columns: readonly Pick<TableColumn<never>, 'pinned'>[],
  widths: readonly number[],
  viewport: number,
): PinnedColumns {
  const others = columns.findIndex(({ pinned }) => !pinned);
  const count = others === -1 ? columns.length : others;
  const offsets: number[] = [];
  let width = 0;
  let isRoom = true;
  for (const [index, columnWidth] of widths.slice(0, count).entries()) {
    isRoom &&= index === 0 || viewport === 0 || width + columnWidth <= viewport * mostCovered;
    if (isRoom) offsets.push(width);
    width += columnWidth;
  }
  return { count, width, offsets };
}

/**
 * Handles scrolling: cells stay in view only in a viewport that is scrolled sideways. Each sticky cell is a layer of its
 * own in the browser, and with several per row, scrolling down drops frames.
 */
export function trackSidewaysScroll({ currentTarget }: UIEvent<HTMLElement>): void {
  currentTarget.toggleAttribute('data-sideways', currentTarget.scrollLeft !== 0);
}

/** True if a viewport is scrolled sideways, as recorded by {@link trackSidewaysScroll}. */
export const isSideways = (viewport: Element | null): boolean => viewport?.hasAttribute('data-sideways') ?? false;
