import { useCallback, useRef, useState } from 'react';
import { readStoredJson, writeStored } from '../storage/storage.ts';
import { largestPageSize, pageSizes } from './page-sizes.ts';

/** Pixels of a row, and of the header. */
export const rowHeight = 36;

/** Room for the header and a horizontal scrollbar, in pixels. */
const besideRows = rowHeight + 16;

/** Pixels of the window that a list leaves to other things, until it has been measured. */
const usuallyTaken = 232;
const takenKey = 'list-taken';

/** 0 where nothing is laid out. */
const windowHeight = () => document.documentElement.clientHeight;

const rowsIn = (height: number): number =>
  Math.min(largestPageSize, Math.max(pageSizes[0], Math.floor((height - besideRows) / rowHeight)));

/** How many rows a list has room for in this window: the smallest page size at least, the largest one at most. */
export function fittingRows(): number {
  const taken = readStoredJson<unknown>(takenKey, null);
  return rowsIn(windowHeight() - (typeof taken === 'number' && taken >= 0 ? taken : usuallyTaken));
}

/**
 * How many rows fit, and the function to report the height of the loaded table with. Only the first one counts until the
 * window changes its height: a filter more must not ask for another page size.
 */
export function useFittingRows(): [rows: number, onHeight: (height: number) => void] {
  const [rows, setRows] = useState(fittingRows);
  const measuredIn = useRef(0);
  const onHeight = useCallback((height: number) => {
    const whole = windowHeight();
    if (height === 0 || whole === measuredIn.current) return;
    measuredIn.current = whole;
    writeStored(takenKey, String(Math.max(0, whole - height)));
    setRows(rowsIn(height));
  }, []);
  return [rows, onHeight];
}
