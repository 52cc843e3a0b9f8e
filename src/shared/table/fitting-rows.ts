import { useCallback, useRef, useState } from 'react';
import { readStoredJson, writeStored } from '../storage/storage.ts';
import { largestPageSize, pageSizes } from './page-sizes.ts';

/** Pixels of a row, and of the header. */
export const rowHeight = 34;

/** Room for the header and a horizontal scrollbar, in pixels. */
const reservedHeight = rowHeight + 16;

/** Pixels of the window that a list does not use, until they are measured. */
const usuallyTaken = 268;
const takenKey = 'list-taken';

/** 0 without layout, as in tests. */
const windowHeight = () => document.documentElement.clientHeight;

const rowsIn = (height: number): number =>
  Math.min(largestPageSize, Math.max(pageSizes[0], Math.floor((height - reservedHeight) / rowHeight)));

/** How many rows fit into a list in this window, between the smallest and the largest page size. */
export function fittingRows(): number {
  const taken = readStoredJson<unknown>(takenKey, null);
  return rowsIn(windowHeight() - (typeof taken === 'number' && taken >= 0 ? taken : usuallyTaken));
}

/**
 * How many rows fit, and the function to report the height of the loaded table. Only the first report counts until the window changes its
 * height: an added filter must not change the page size.
 */
export function useFittingRows(): [rows: number, onHeight: (height: number) => void] {
  const [rows, setRows] = useState(fittingRows);
  const measuredIn = useRef(0);
  const onHeight = useCallback((height: number) => {
    const available = windowHeight();
    if (height === 0 || available === measuredIn.current) return;
    measuredIn.current = available;
    writeStored(takenKey, String(Math.max(0, available - height)));
    setRows(rowsIn(height));
  }, []);
  return [rows, onHeight];
}
