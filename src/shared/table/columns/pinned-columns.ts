import type { UIEvent } from 'react';
import type { TableColumn } from '../table-column.ts';

/** The part of a table's width that pinned columns may cover, so that the others have room. */
const mostCovered = 0.6;

/** The leading columns of a table that are always rendered, and those of them that stay in view. */
export interface PinnedColumns {
  /** How many leading columns are pinned. */
  count: number;
  /** The width of the pinned columns together, in pixels. */
  width: number;
  /** The index of the first column that stays in view. */
  first: number;
  /** The distance of each column that stays in view from the start of the table, in pixels. */
  offsets: readonly number[];
}

interface PinnedProps {
  'data-pinned'?: 'last' | '';
  style?: { insetInlineStart: number };
}

/** The props of a cell: its position if it stays in view, nothing for all others. The last pinned one has a line after it. */
export function pinnedProps({ first, offsets }: PinnedColumns, index: number): PinnedProps {
  const offset = offsets[index - first];
  if (offset === undefined) return {};
  const isLast = index - first === offsets.length - 1;
  return { 'data-pinned': isLast ? 'last' : '', ...(offset > 0 ? { style: { insetInlineStart: offset } } : {}) };
}

/** True if a column stays in view. */
export const isPinned = ({ first, offsets }: PinnedColumns, index: number): boolean =>
  offsets[index - first] !== undefined;

/** The width of the columns that stay in view, in pixels. */
export const coveredWidth = ({ first, offsets }: PinnedColumns, widths: readonly number[]): number =>
  sumOf(widths.slice(first, first + offsets.length));

/**
 * Pins the leading columns. If they have room without the first, which is that of the checkboxes on a phone, it scrolls; otherwise as many as
 * have room stay in view, at least the first. `viewport` is 0 until it is measured.
 */
export function pinColumns(
  columns: readonly Pick<TableColumn<never>, 'pinned'>[],
  widths: readonly number[],
  viewport: number,
): PinnedColumns {
  const others = columns.findIndex(({ pinned }) => !pinned);
  const count = others === -1 ? columns.length : others;
  const leading = widths.slice(0, count);
  const room = viewport === 0 ? Number.POSITIVE_INFINITY : viewport * mostCovered;
  const first = [0, 1].find((index) => index < count && sumOf(leading.slice(index)) <= room) ?? 0;
  const offsets: number[] = [];
  for (let index = first, width = 0; index < count; index += 1) {
    const start = width;
    width += leading[index] ?? 0;
    if (index > first && width > room) break;
    offsets.push(start);
  }
  return { count, width: sumOf(leading), first, offsets };
}

const sumOf = (widths: readonly number[]): number => widths.reduce((sum, width) => sum + width, 0);

/**
 * Handles scrolling: cells stay in view only in a viewport that is scrolled sideways. Each sticky cell is a layer of its
 * own in the browser, and with several per row, scrolling down drops frames.
 */
export function trackSidewaysScroll({ currentTarget }: UIEvent<HTMLElement>): void {
  currentTarget.toggleAttribute('data-sideways', currentTarget.scrollLeft !== 0);
}

/** True if a viewport is scrolled sideways, as recorded by {@link trackSidewaysScroll}. */
export const isSideways = (viewport: Element | null): boolean => viewport?.hasAttribute('data-sideways') ?? false;
