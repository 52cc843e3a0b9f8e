import { type RefObject, useCallback, useMemo } from 'react';
import { earlyColumns } from './columns/early-columns.ts';
import type { PinnedColumns } from './columns/pinned-columns.ts';
import { useLateVirtual } from './use-late-virtual.ts';
import { useWindow } from './use-window.ts';

/** With more columns or rows than this, only those in view are rendered. */
const mostRenderedColumns = 24;
const mostRenderedRows = 60;

interface Options {
  viewport: RefObject<HTMLElement | null>;
  /** The visible columns. */
  columns: readonly { id: string }[];
  widths: readonly number[];
  pinned: PinnedColumns;
  /** The number of rows. */
  rows: number;
  rowHeight: number;
  viewportWidth: number;
  revealed: string | undefined;
  wraps: boolean;
  rendersAll: boolean;
}

/** The rendered rows of a table and their rendered columns, which in a new row are the `early` ones at first. */
export function useTableWindows(options: Options) {
  const { viewport, columns, widths, pinned, rows, rowHeight, viewportWidth, revealed, wraps, rendersAll } = options;
  const fixed = pinned.count;
  const scrolled = columns.length - fixed;
  const virtual = useLateVirtual(scrolled > mostRenderedColumns || (rows > mostRenderedRows && !rendersAll));
  const early = useMemo(
    () =>
      wraps
        ? undefined
        : earlyColumns({ widths, pinned, viewportWidth, revealed: columns.findIndex(({ id }) => id === revealed) }),
    [wraps, widths, pinned, viewportWidth, columns, revealed],
  );
  const columnWindow = useWindow({
    count: scrolled,
    renderAllUpTo: mostRenderedColumns,
    size: useCallback((index) => widths[index + fixed] ?? 0, [widths, fixed]),
    // A new function if the widths have changed: the window then measures again.
    itemKey: useMemo(() => keysOf(columns.slice(fixed), widths), [columns, widths, fixed]),
    viewport,
    horizontal: true,
    covered: pinned.width,
    early,
    virtual,
  });
  const rowWindow = useWindow({
    count: rows,
    renderAllUpTo: rendersAll ? Number.POSITIVE_INFINITY : mostRenderedRows,
    size: () => rowHeight,
    // A new function for another height.
    // biome-ignore lint/correctness/useExhaustiveDependencies: see above
    itemKey: useCallback((index) => index, [rowHeight]),
    viewport,
    covered: rowHeight,
    virtual,
  });
  return { columnWindow, early: scrolled > mostRenderedColumns ? undefined : early, rowWindow };
}

const keysOf =
  (columns: readonly { id: string }[], _widths: readonly number[]) =>
  (index: number): string | number =>
    columns[index]?.id ?? index;
