import { useVirtualizer } from '@tanstack/react-virtual';
import type { RefObject } from 'react';

/** The rendered part of a list, and the space before and after it in pixels. */
export interface RenderedWindow {
  start: number;
  /** Exclusive. */
  end: number;
  before: number;
  after: number;
}

interface Options {
  count: number;
  /** Up to this number, all are rendered. */
  renderAllUpTo: number;
  size: (index: number) => number;
  /** A new function signals that the sizes have changed. */
  itemKey: (index: number) => string | number;
  viewport: RefObject<HTMLElement | null>;
  horizontal?: boolean;
  /** Pixels covered by a sticky header or column. */
  covered: number;
}

/** How many are rendered before the viewport is measured, or if it has no size. */
const unmeasured = 30;

/** Renders only the part of a list that is in the viewport, plus a margin. */
export function useWindow({
  count,
  renderAllUpTo,
  size,
  itemKey,
  viewport,
  horizontal = false,
  covered,
}: Options): RenderedWindow {
  const isWindowed = count > renderAllUpTo;
  const virtualizer = useVirtualizer({
    count: isWindowed ? count : 0,
    enabled: isWindowed,
    // With an element, it renders once more to measure it.
    getScrollElement: () => (isWindowed ? viewport.current : null),
    estimateSize: size,
    getItemKey: itemKey,
    horizontal,
    overscan: horizontal ? 3 : 8,
    scrollMargin: covered,
  });
  if (!isWindowed) return { start: 0, end: count, before: 0, after: 0 };
  const drawn = virtualizer.getVirtualItems();
  const first = drawn[0];
  const last = drawn.at(-1);
  const total = virtualizer.getTotalSize();
  if (!first || !last) {
    const end = Math.min(unmeasured, count);
    let shown = 0;
    for (let index = 0; index < end; index++) shown += size(index);
    return { start: 0, end, before: 0, after: Math.max(0, total - shown) };
  }
  return {
    start: first.index,
    end: last.index + 1,
    before: first.start - covered,
    after: Math.max(0, total + covered - last.end),
  };
}
