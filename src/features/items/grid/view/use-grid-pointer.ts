import { type MouseEvent, type PointerEvent, type RefObject, useRef } from 'react';
import { rowHeight } from '../../../../shared/table/fitting-rows.ts';
import type { CellPlace } from '../../../../shared/table/keys/next-cell.ts';
import type { GridState } from '../model/grid-state.ts';
import { type CellRange, extendTo, rangeOf, selectCell } from '../model/selection.ts';
import { fillDown } from '../model/sheet-view.ts';

interface GridPointerOptions {
  state: GridState;
  viewport: RefObject<HTMLElement | null>;
  widths: readonly number[];
  /** The number of columns that stay in view, and their width. */
  pinned: { count: number; width: number };
}

interface Drag {
  /** The filled range, while its handle is dragged. */
  source?: CellRange;
}

/** The place of a rendered cell. */
function placeOf(target: EventTarget): CellPlace | undefined {
  const cell = target instanceof Element ? target.closest('[aria-colindex]') : null;
  const row = cell?.closest('[aria-rowindex]');
  const rowIndex = Number(row?.getAttribute('aria-rowindex'));
  if (!cell || rowIndex < 2) return undefined;
  return { row: rowIndex - 2, column: Number(cell.getAttribute('aria-colindex')) - 1 };
}

/** Selects cells with the pointer, fills rows by the handle, and opens editors by a double click. */
export function useGridPointer({ state, viewport, widths, pinned }: GridPointerOptions) {
  const drag = useRef<Drag>(null);

  /** The cell below the pointer, also beyond the edges, where the grid then scrolls. */
  const placeAt = ({ clientX, clientY }: PointerEvent): CellPlace | undefined => {
    const element = viewport.current;
    if (!element) return undefined;
    const box = element.getBoundingClientRect();
    const x = clientX - box.left;
    const row = Math.floor((clientY - box.top + element.scrollTop - rowHeight) / rowHeight);
    let right = 0;
    const inside = x < pinned.width ? x : x + element.scrollLeft;
    const column = widths.findIndex((width) => {
      right += width;
      return inside < right;
    });
    const extent = state.extent();
    return {
      row: Math.max(0, Math.min(extent.rows - 1, row)),
      column: column === -1 ? extent.columns - 1 : column,
    };
  };

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    const { target, button, pointerType, shiftKey } = event;
    const position = placeOf(target);
    // A finger scrolls; it selects by a tap.
    if (!position || button !== 0) return;
    const isHandle = target instanceof Element && target.hasAttribute('data-fill');
    if (pointerType === 'touch' && !isHandle) return;
    drag.current = isHandle ? { source: rangeOf(state.selection()) } : {};
    if (isHandle) event.currentTarget.setPointerCapture(event.pointerId);
    else state.select(shiftKey ? extendTo(state.selection(), position) : selectCell(position));
  };
  const onPointerMove = (event: PointerEvent) => {
    if (!drag.current) return;
    const position = placeAt(event);
    if (!position) return;
    const { source } = drag.current;
    if (!source) return state.select(extendTo(state.selection(), position));
    state.select({
      active: { row: source.top, column: source.left },
      head: { row: Math.max(source.bottom, position.row), column: source.right },
    });
  };
  const onPointerUp = () => {
    const source = drag.current?.source;
    drag.current = null;
    if (!source) return;
    state.apply(fillDown(state.view(), rangeOf(state.selection()), source.bottom - source.top + 1), { selects: true });
  };
  return {
    onPointerDown,
    onPointerMove,
    onPointerUp,
    // Not before: a captured pointer takes clicks from their cells.
    onPointerLeave: (event: PointerEvent<HTMLElement>) => {
      if (drag.current && event.buttons !== 0) event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerCancel: () => {
      drag.current = null;
    },
    onClick: (event: MouseEvent) => {
      const position = placeOf(event.target);
      const isTouch = 'pointerType' in event.nativeEvent && event.nativeEvent.pointerType === 'touch';
      if (!position || !isTouch) return;
      const { active } = state.selection();
      if (active.row === position.row && active.column === position.column) state.edit({ isTyped: false });
      else state.select(selectCell(position));
    },
    onDoubleClick: (event: MouseEvent) => {
      if (placeOf(event.target)) state.edit({ isTyped: false });
    },
  };
}
