import type { VirtualizerOptions } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useMemo, useReducer } from 'react';
import { flushSync } from 'react-dom';
import type { Virtual } from './virtual.ts';

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
  /** How many are rendered on each side of the viewport. */
  overscan?: number;
  /** The part that is in view, if that is known before the viewport is measured. */
  early?: RenderedWindow | undefined;
  /** Undefined while it is loading, when only the beginning is rendered; null if it cannot be loaded, when all are. */
  virtual: Virtual | null | undefined;
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
  overscan = horizontal ? 3 : 8,
  early,
  virtual,
}: Options): RenderedWindow {
  const isWindowed = virtual !== null && count > renderAllUpTo;
  const virtualizer = useVirtualizer(virtual, {
    count: isWindowed ? count : 0,
    enabled: isWindowed,
    // With an element, it renders once more to measure it.
    getScrollElement: () => (isWindowed ? viewport.current : null),
    estimateSize: size,
    getItemKey: itemKey,
    horizontal,
    overscan,
    scrollMargin: covered,
    // It scrolls there once, and its code may be loaded after the table was scrolled to a column.
    initialOffset: () => (horizontal ? viewport.current?.scrollLeft : viewport.current?.scrollTop) ?? 0,
  });
  if (!isWindowed) return { start: 0, end: count, before: 0, after: 0 };
  const drawn = virtualizer?.getVirtualItems();
  const first = drawn?.[0];
  const last = drawn?.at(-1);
  if (!virtualizer || !first || !last) {
    const end = early?.end ?? Math.min(virtualizer ? unmeasured : renderAllUpTo, count);
    const total = virtualizer?.getTotalSize() ?? sumOf(size, count);
    return { start: 0, end, before: 0, after: Math.max(0, total - sumOf(size, end)) };
  }
  return {
    start: first.index,
    end: last.index + 1,
    before: first.start - covered,
    after: Math.max(0, virtualizer.getTotalSize() + covered - last.end),
  };
}

function sumOf(size: Options['size'], count: number): number {
  let sum = 0;
  for (let index = 0; index < count; index++) sum += size(index);
  return sum;
}

type VirtualOptions = Omit<
  VirtualizerOptions<HTMLElement, HTMLElement>,
  'observeElementOffset' | 'observeElementRect' | 'onChange' | 'scrollToFn'
>;

/** TanStack's hook of this name, for code that may not be loaded yet; null without it. */
function useVirtualizer(virtual: Virtual | null | undefined, options: VirtualOptions) {
  const [, rerender] = useReducer((renders: number) => renders + 1, 0);
  const all = virtual && {
    ...options,
    observeElementRect: virtual.observeElementRect,
    observeElementOffset: virtual.observeElementOffset,
    scrollToFn: virtual.elementScroll,
    // Content that scrolls into view is rendered in the same frame.
    onChange: (_: unknown, isSync: boolean) => (isSync ? flushSync(rerender) : rerender()),
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the options are set with each render
  const virtualizer = useMemo(() => all && new virtual.Virtualizer(all), [virtual]);
  if (all) virtualizer?.setOptions(all);
  useLayoutEffect(() => virtualizer?._didMount(), [virtualizer]);
  useLayoutEffect(() => virtualizer?._willUpdate());
  return virtualizer;
}
