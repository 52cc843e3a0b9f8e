import { useCallback, useMemo, useRef, useState } from 'react';
import { readStoredJson, writeStored } from '../storage/storage.ts';
import { largestPageSize, pageSizes } from './page-sizes.ts';

/** Pixels of a row, and of the header, where they are not chosen. */
export const rowHeight = 34;

/** How high the rows of a list are. */
export type Density = 'compact' | 'comfortable';

/** Windows up to this width are of devices without a mouse, whose rows are higher. */
export const touchWidth = 768;

/** Pixels of their rows. */
export const touchHeight = 44;

/** Pixels of a row, and of the header, of a list in this window. */
export function rowHeightOf(density: Density | undefined): number {
  const width = document.documentElement.clientWidth;
  if (width > 0 && width <= touchWidth) return touchHeight;
  return density === 'compact' ? 28 : rowHeight;
}

/** Room for a horizontal scrollbar, in pixels. */
const scrollbar = 16;

/** Pixels of the window that a list does not use, until they are measured. */
const usuallyTaken = 244;
const takenKey = 'list-taken';

/** 0 without layout, as in tests. */
const windowHeight = () => document.documentElement.clientHeight;

/** The header is as high as a row. */
const rowsIn = (height: number, ofRow: number): number =>
  Math.min(largestPageSize, Math.max(pageSizes[0], Math.floor((height - scrollbar) / ofRow) - 1));

/** How many rows fit into a list in this window, between the smallest and the largest page size. */
export function fittingRows(density: Density | undefined): number {
  const taken = readStoredJson<unknown>(takenKey, null);
  const height = windowHeight() - (typeof taken === 'number' && taken >= 0 ? taken : usuallyTaken);
  return rowsIn(height, rowHeightOf(density));
}

/**
 * How many rows of this density fit, and the function to report the height of the loaded table. Only the first report counts until the window changes its
 * height: an added filter must not change the page size.
 */
export function useFittingRows(density: Density | undefined): [rows: number, onHeight: (height: number) => void] {
  const [measured, setMeasured] = useState<number>();
  const measuredIn = useRef(0);
  const onHeight = useCallback((height: number) => {
    const available = windowHeight();
    if (height === 0 || available === measuredIn.current) return;
    measuredIn.current = available;
    writeStored(takenKey, String(Math.max(0, available - height)));
    setMeasured(height);
  }, []);
  const expected = useMemo(() => fittingRows(density), [density]);
  return [measured === undefined ? expected : rowsIn(measured, rowHeightOf(density)), onHeight];
}
