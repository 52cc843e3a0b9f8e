import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useStableCallback } from '../../ui/hooks/use-stable-callback.ts';
import { coveredWidth, isPinned, type PinnedColumns } from '../columns/pinned-columns.ts';
import { completeRows } from '../use-complete-row.ts';
import { type CellPlace, nearestCell } from './next-cell.ts';
import { revealCell } from './reveal-cell.ts';
import { cellAt, cellOf, firstStop, leaveTabOrder, placeOf, stopsOf } from './table-stops.ts';

/** The parts of a table that its keys depend on. */
export interface TableStopOptions {
  viewport: RefObject<HTMLElement | null>;
  /** The index of the page's first row in the whole list, from 0. */
  offset: number;
  /** The number of rows, without the headers. */
  rows: number;
  /** Pixels of a row, and of the header. */
  rowHeight: number;
  widths: readonly number[];
  pinned: PinnedColumns;
}

/** A cell, and which of its stops. */
export interface Target extends CellPlace {
  index: number;
}

/**
 * Keeps one element of a table in the order of Tab, also when rows come and go. Works on the elements and not on their props: cells come from
 * many features, and a key would otherwise render two rows.
 */
export function useTableStop({ viewport, offset, rows, rowHeight, widths, pinned }: TableStopOptions) {
  /** The only element in the order of Tab. */
  const stop = useRef<HTMLElement>(null);
  /** Where the focus was last, in case its element is removed. */
  const last = useRef<Target>(null);
  /** Gets the focus once it is rendered. */
  const awaited = useRef<Target>(null);
  const extent = { rows: rows + 1, columns: widths.length };

  const setStop = (element: HTMLElement) => {
    const before = stop.current;
    if (before === element) return;
    if (before && cellOf(before) === before) before.removeAttribute('tabindex');
    else if (before) before.tabIndex = -1;
    element.tabIndex = 0;
    stop.current = element;
  };

  const reveal = (element: HTMLElement, cell: HTMLElement | null, { row, column }: CellPlace) => {
    const line = cell?.parentElement;
    // Rows that wrap are all rendered, and the others are as high as each other.
    const top = row === 0 ? undefined : line?.offsetTop || row * rowHeight;
    const left = isPinned(pinned, column) ? undefined : sumOf(widths.slice(0, column));
    const size = { height: line?.offsetHeight || rowHeight, width: widths[column] ?? 0 };
    const covered = { top: rowHeight, left: coveredWidth(pinned, widths) };
    revealCell(element, { top, left, ...size }, covered);
  };

  const focusAt = (target: Target) => {
    const element = viewport.current;
    if (!element) return;
    const cell = cellAt(element, target, offset);
    reveal(element, cell, target);
    last.current = target;
    awaited.current = cell ? null : target;
    if (!cell) return completeRows();
    const stops = stopsOf(cell);
    const next = stops[Math.min(target.index, stops.length - 1)] ?? cell;
    setStop(next);
    next.focus({ preventScroll: true });
    const { top, bottom } = next.getBoundingClientRect();
    // A table that is higher than the window is scrolled with the page around it.
    if (top < 0 || bottom > window.innerHeight) next.scrollIntoView({ block: 'nearest' });
  };

  const update = useStableCallback((added: Iterable<Node>) => {
    const element = viewport.current;
    if (!element) return;
    for (const node of added) if (node instanceof Element) leaveTabOrder(node, stop.current);
    const { activeElement, body } = element.ownerDocument;
    const isHere = activeElement === body || element.contains(activeElement);
    if (!isHere) awaited.current = null;
    if (awaited.current && cellAt(element, awaited.current, offset)) focusAt(awaited.current);
    const { current } = stop;
    const isUsable = current !== null && element.contains(current) && !current.matches(':disabled');
    // Until it has had the focus, a table is entered at its first row, whichever that is by then.
    if (isUsable && last.current) return;
    const near = isHere && last.current ? cellAt(element, nearestCell(last.current, extent), offset) : null;
    const next = near ? stopsOf(near)[0] : firstStop(element);
    if (next) setStop(next);
  });
  useLayoutEffect(() => {
    const table = viewport.current?.querySelector('table');
    if (!table) return undefined;
    update([table]);
    const observer = new MutationObserver((changes) => update(changes.flatMap(({ addedNodes }) => [...addedNodes])));
    observer.observe(table, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [viewport, update]);

  return {
    extent,
    focusAt,
    /** Where the focus is or was last, or else where Tab enters the table. */
    last: (): Target | null => {
      const at = last.current ?? (stop.current && { ...placeOf(stop.current, offset), index: 0 });
      return at && { ...nearestCell(at, extent), index: at.index };
    },
    /** Called once an element in a cell has the focus. */
    onFocused: (target: HTMLElement, cell: HTMLElement) => {
      const stops = stopsOf(cell);
      const index = Math.max(0, stops.indexOf(target));
      awaited.current = null;
      last.current = { ...placeOf(cell, offset), index };
      setStop(stops[index] ?? cell);
    },
  };
}

const sumOf = (widths: readonly number[]) => widths.reduce((sum, width) => sum + width, 0);
