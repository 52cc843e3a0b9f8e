import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { readStoredJson, writeStored } from '../storage/storage.ts';
import { touchWidth } from './fitting-rows.ts';

interface Size {
  width: number;
  height: number;
}

/** Stored: the part of the window that the table does not have, such as the sidebar's. */
const surroundingsKey = 'table-beside';

/** Pixels of the sidebar, which wider windows than those of a phone have. */
const sidebarWidth = 286;

/** 0 without layout, as in tests. */
const windowSize = (): Size => ({
  width: document.documentElement.clientWidth,
  height: document.documentElement.clientHeight,
});

/** The window without the surroundings of the last measured table, so that a table usually has its size before it is measured. */
function expectedSize(): Size {
  const { width, height } = windowSize();
  const surroundings = readStoredJson<Partial<Size> | null>(surroundingsKey, null);
  const rest = (total: number, taken: unknown) => (typeof taken === 'number' ? Math.max(0, total - taken) : 0);
  return { width: rest(width, surroundings?.width), height: rest(height, surroundings?.height) };
}

/** The width that a list is expected to have in pixels, also before the first table is measured; 0 without layout. */
export function expectedWidth(): number {
  const { width } = windowSize();
  return expectedSize().width || (width > touchWidth ? width - sidebarWidth : width);
}

function remember({ width, height }: Size): void {
  if (width === 0) return;
  const total = windowSize();
  writeStored(surroundingsKey, JSON.stringify({ width: total.width - width, height: total.height - height }));
}

/** The height that a table with few rows leaves free, up to what follows it on the page. */
function roomBelow(element: Element): number {
  const { nextElementSibling: next, parentElement: page } = element;
  if (!page || getComputedStyle(element).flexGrow !== '0') return 0;
  const gap = Number.parseFloat(getComputedStyle(page).rowGap) || 0;
  const end = next ? next.getBoundingClientRect().top - gap : page.getBoundingClientRect().bottom;
  return Math.max(0, Math.round(end - element.getBoundingClientRect().bottom));
}

/**
 * The inner size that a table's viewport has or can take in pixels, without its scrollbars; 0 without layout. Until it is measured, the expected size, as
 * another size rerenders the whole table. `onMeasured` is only called with measured sizes, and must be stable.
 */
export function useViewportSize(viewport: RefObject<HTMLElement | null>, onMeasured: (size: Size) => void): Size {
  const [size, setSize] = useState(expectedSize);
  const isExpected = useRef(size.width > 0);
  useLayoutEffect(() => {
    const element = viewport.current;
    if (!element) return;
    let isRemembered = false;
    const measure = () => {
      const width = element.clientWidth;
      const height = element.clientHeight + roomBelow(element);
      setSize((before) => (before.width === width && before.height === height ? before : { width, height }));
      // Only once: resizing the window or the sidebar calls this in each frame.
      if (!isRemembered) remember({ width, height });
      isRemembered = true;
      onMeasured({ width, height });
    };
    // Also fires once at the start, after layout: measuring here would force an additional layout of the whole page.
    if (!isExpected.current) measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [viewport, onMeasured]);
  return size;
}
