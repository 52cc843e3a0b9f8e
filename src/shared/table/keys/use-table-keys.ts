import type { FocusEvent, KeyboardEvent } from 'react';
import { nextCell } from './next-cell.ts';
import { rowsPerPage } from './reveal-cell.ts';
import { cellOf, hasOwnArrows, innerControl, placeOf, stopsOf } from './table-stops.ts';
import { type TableStopOptions, type Target, useTableStop } from './use-table-stop.ts';

interface Options extends TableStopOptions {
  /** Called after a key has moved from a row to another one, by their indexes on the page. Without it, Shift has no meaning. */
  onMove: ((from: number, to: number, isRange: boolean) => void) | undefined;
}

/**
 * Makes a table one tab stop, as the pattern of a grid has it: arrow keys, Home, End, Page Up and Down move between its cells and their
 * controls, F2 enters a control that has the arrow keys for itself, and Escape leaves it.
 */
export function useTableKeys({ onMove, ...options }: Options) {
  const { viewport, offset, rowHeight } = options;
  const { extent, focusAt, last, onFocused } = useTableStop(options);

  /** Where a key moves to from a control, if it moves. */
  const targetOf = (from: Target, stops: readonly HTMLElement[], event: KeyboardEvent): Target | undefined => {
    const { key } = event;
    const isCommand = event.ctrlKey || event.metaKey;
    const sideways = isCommand ? undefined : { ArrowLeft: -1, ArrowRight: 1 }[key];
    if (sideways !== undefined && stops[from.index + sideways]) return { ...from, index: from.index + sideways };
    const page = rowsPerPage(viewport.current?.clientHeight ?? 0, rowHeight);
    const to = nextCell(from, { key, isCommand }, { ...extent, page });
    if (!to) return undefined;
    if (sideways !== undefined && to.column === from.column) return from;
    const isFromEnd = key === 'ArrowLeft' || key === 'End';
    const isFromStart = key === 'ArrowRight' || key === 'Home';
    return { ...to, index: isFromEnd ? Number.POSITIVE_INFINITY : isFromStart ? 0 : from.index };
  };

  /** A key while no cell has the focus: goes to where it was last. */
  const pressOutside = (key: string): boolean => {
    const at = last();
    if (!at || !nextCell(at, { key, isCommand: false }, { ...extent, page: 1 })) return false;
    focusAt(at);
    return true;
  };

  /** F2 and Escape go to and fro between a cell and a control in it that has the arrow keys for itself. */
  const pressToEnter = (key: string, target: HTMLElement, cell: HTMLElement): boolean => {
    const next = hasOwnArrows(target) ? stopsOf(cell)[0] : innerControl(cell);
    const isPressed = key === 'F2' || key === (hasOwnArrows(target) ? 'Escape' : 'Enter');
    if (!next || !isPressed) return false;
    next.focus({ preventScroll: true });
    return true;
  };

  const press = (event: KeyboardEvent<HTMLElement>): boolean => {
    const { target, currentTarget, key, shiftKey } = event;
    // The content of menus is rendered elsewhere in the document.
    if (event.altKey || !(target instanceof HTMLElement) || !currentTarget.contains(target)) return false;
    const cell = cellOf(target);
    if (!cell) return target === currentTarget && pressOutside(key);
    // Enter presses a control.
    if (hasOwnArrows(target) || key === 'F2' || (key === 'Enter' && target === cell))
      return pressToEnter(key, target, cell);
    const isVertical = key === 'ArrowUp' || key === 'ArrowDown';
    if (shiftKey && !(onMove && isVertical)) return false;
    const stops = stopsOf(cell);
    const from = { ...placeOf(cell, offset), index: Math.max(0, stops.indexOf(target)) };
    const to = targetOf(from, stops, event);
    if (!to) return false;
    focusAt(to);
    if (isVertical && from.row > 0 && to.row > 0) onMove?.(from.row - 1, to.row - 1, shiftKey);
    return true;
  };

  return {
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (!event.defaultPrevented && press(event)) event.preventDefault();
    },
    onFocus: ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
      const cell = currentTarget.contains(target) ? cellOf(target) : null;
      if (cell) onFocused(target as HTMLElement, cell);
    },
  };
}
