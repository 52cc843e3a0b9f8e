import { defaultRangeExtractor, type Range, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useLayoutEffect, useMemo, useState } from 'react';

/** Up to this number, all rows are rendered. */
const renderAllUpTo = 30;

/** The height of a row in pixels, before one is measured. */
const guessed = 80;

/** Rows within this many pixels before and after the viewport are rendered, too. */
const ahead = 400;

/** The rendered rows, and the space in pixels before the first and after the last. */
export interface RowWindow {
  isWindowed: boolean;
  rows: readonly { index: number /** Pixels between it and the rendered row before it. */; gap: number }[];
  before: number;
  after: number;
  /** A ref for each row, whose index is in `data-index`. */
  measure: (row: HTMLElement | null) => void;
}

interface Options {
  /** The element that contains the rows and the space around them, whatever scrolls it: the console, or the host’s page. */
  box: RefObject<HTMLElement | null>;
  keys: readonly string[];
  /** Indexes of rows that are rendered wherever the page is scrolled. */
  pinned: readonly number[];
}

/** Renders only the rows near the viewport, in long lists. */
export function useRowWindow({ box, keys, pinned }: Options): RowWindow {
  const isWindowed = keys.length > renderAllUpTo;
  const [typical, setTypical] = useState(guessed);
  const virtualizer = useVirtualizer<HTMLElement, HTMLElement>({
    count: isWindowed ? keys.length : 0,
    enabled: isWindowed,
    getScrollElement: () => box.current,
    estimateSize: useCallback(() => typical, [typical]),
    // biome-ignore lint/correctness/useExhaustiveDependencies: a new function signals that the sizes have changed
    getItemKey: useCallback((index: number) => keys[index] ?? index, [keys, typical]),
    rangeExtractor: useCallback(
      (range: Range) =>
        [
          ...new Set([...defaultRangeExtractor(range), ...pinned.filter((index) => index >= 0 && index < range.count)]),
        ].sort((a, b) => a - b),
      [pinned],
    ),
    overscan: Math.ceil(ahead / typical),
    initialRect: { width: 0, height: 800 },
    observeElementRect,
    observeElementOffset,
    // Only the browser scrolls the page.
    scrollToFn: () => undefined,
    measureElement,
  });
  // The browser's scroll anchoring keeps the visible content in place.
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = () => false;

  useLayoutEffect(() => {
    const drawn = isWindowed ? [...(box.current?.querySelectorAll<HTMLElement>(':scope > ol > li') ?? [])] : [];
    const height = drawn.reduce((sum, row) => sum + row.offsetHeight, 0) / Math.max(1, drawn.length);
    if (height > 0) setTypical(Math.round(height));
  }, [isWindowed, box]);

  const all = useMemo(() => keys.map((_, index) => ({ index, gap: 0 })), [keys]);
  if (!isWindowed) return { isWindowed, rows: all, before: 0, after: 0, measure: noMeasure };
  const items = virtualizer.getVirtualItems();
  const rows = items.map(({ index, start }, at) => ({
    index,
    gap: at === 0 ? 0 : start - (items[at - 1]?.end ?? start),
  }));
  return {
    isWindowed,
    rows,
    before: items[0]?.start ?? 0,
    after: Math.max(0, virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)),
    measure: virtualizer.measureElement,
  };
}

const noMeasure = () => undefined;

type Rows = Virtualizer<HTMLElement, HTMLElement>;

/** The height of the window. */
function observeElementRect({ targetWindow }: Rows, onChange: (rect: { width: number; height: number }) => void) {
  const report = () => targetWindow && onChange({ width: targetWindow.innerWidth, height: targetWindow.innerHeight });
  report();
  targetWindow?.addEventListener('resize', report);
  return () => targetWindow?.removeEventListener('resize', report);
}

/** How far the beginning of the rows is above the window: updated when anything scrolls, and when only empty space is in view. */
function observeElementOffset(
  { scrollElement, targetWindow }: Rows,
  onChange: (offset: number, isScrolling: boolean) => void,
) {
  if (!scrollElement || !targetWindow) return undefined;
  const report = (isScrolling: boolean) => onChange(-scrollElement.getBoundingClientRect().top, isScrolling);
  const scrolled = ({ target }: Event) => {
    if (target instanceof Node && target.contains(scrollElement)) report(true);
  };
  const document = scrollElement.ownerDocument;
  document.addEventListener('scroll', scrolled, { capture: true, passive: true });
  const spaces = typeof IntersectionObserver === 'undefined' ? undefined : new IntersectionObserver(() => report(true));
  for (const space of scrollElement.querySelectorAll(':scope > [data-space]')) spaces?.observe(space);
  report(false);
  return () => {
    document.removeEventListener('scroll', scrolled, { capture: true });
    spaces?.disconnect();
  };
}

function measureElement(row: HTMLElement, entry: ResizeObserverEntry | undefined, { options }: Rows): number {
  const height = entry?.borderBoxSize[0]?.blockSize ?? row.offsetHeight;
  return height > 0 ? height : options.estimateSize(Number(row.dataset.index));
}
