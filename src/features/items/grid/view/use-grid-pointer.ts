import { type MouseEvent, type PointerEvent, type RefObject, useRef } from 'react';
import { rowHeight } from '../../../../shared/table/fitting-rows.ts';
import { blankRow, type CellArea, type CellId } from '../model/cell-selection.ts';
import type { GridState } from '../model/grid-state.ts';
import { fillDown } from '../model/sheet-view.ts';

interface GridPointerOptions {
  state: GridState;
  viewport: RefObject<HTMLElement | null>;
  widths: readonly number[];
  /** The number of columns that stay in view, and their width. */
  pinned: { count: number; width: number };
}

interface Drag {
  /** The filled cells, while their handle is dragged. */
  source?: CellArea;
}

/** A rendered cell. */
function cellOf(target: EventTarget): CellId | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null;
  const row = cell?.closest<HTMLElement>('[data-row]')?.dataset.row;
  const column = cell?.dataset.column;
  return row === undefined || column === undefined ? undefined : { row, column };
}

/** Selects cells with the pointer, fills rows by the handle, and opens editors by a double click. */
export function useGridPointer({ state, viewport, widths, pinned }: GridPointerOptions) {
  const drag = useRef<Drag>(null);

  /** The cell below the pointer, also beyond the edges, where the grid then scrolls. */
  const cellAt = ({ clientX, clientY }: PointerEvent): CellId | undefined => {
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
    const { sheet, columns } = state.view();
    const key = sheet.rows()[Math.max(0, Math.min(state.extent().rows - 1, row))]?.key ?? blankRow;
    return { row: key, column: columns.at(column)?.id ?? '' };
  };

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    const { target, button, pointerType, shiftKey } = event;
    const cell = cellOf(target);
    // A finger scrolls; it selects by a tap.
    if (!cell || button !== 0) return;
    const isHandle = target instanceof Element && target.hasAttribute('data-fill');
    if (pointerType === 'touch' && !isHandle) return;
    drag.current = isHandle ? { source: state.selection() } : {};
    if (isHandle) event.currentTarget.setPointerCapture(event.pointerId);
    else state.selectCell(cell, { extends: shiftKey });
  };
  /** What is dragged may have gone meanwhile: then the drag ends, and nothing is selected or filled. */
  const endIfGone = () => {
    if (state.isNothingSelected() || (drag.current?.source && !state.selection().isWhole)) drag.current = null;
    return drag.current;
  };
  const onPointerMove = (event: PointerEvent) => {
    if (!drag.current || !endIfGone()) return;
    const cell = cellAt(event);
    if (!cell) return;
    const { source } = drag.current;
    if (!source) return state.selectCell(cell, { extends: true });
    const rows = state.sheet.rows().map(({ key }) => key);
    const last = cell.row === blankRow ? rows.length : rows.indexOf(cell.row);
    const end = rows.indexOf(source.rows.at(-1) ?? '');
    state.selectArea({ rows: [...source.rows, ...rows.slice(end + 1, last + 1)], columns: source.columns });
  };
  const onPointerUp = () => {
    const source = endIfGone()?.source;
    drag.current = null;
    if (source) state.apply(fillDown(state.view(), state.selection(), source.rows), { selects: true });
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
      const cell = cellOf(event.target);
      const isTouch = 'pointerType' in event.nativeEvent && event.nativeEvent.pointerType === 'touch';
      if (!cell || !isTouch) return;
      const { active } = state.selection();
      const isActive = active.row === cell.row && active.column === cell.column && !state.isNothingSelected();
      if (isActive) state.edit({ isTyped: false });
      else state.selectCell(cell);
    },
    onDoubleClick: (event: MouseEvent) => {
      if (cellOf(event.target)) state.edit({ isTyped: false });
    },
  };
}
