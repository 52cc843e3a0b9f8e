// biome-ignore-all lint/a11y/useSemanticElements: rows are placed by their position, which those of a table cannot be

import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { pinColumns, trackSidewaysScroll } from '../../../../shared/table/columns/pinned-columns.ts';
import { rowHeight } from '../../../../shared/table/fitting-rows.ts';
import { revealCell, rowsPerPage } from '../../../../shared/table/keys/reveal-cell.ts';
import { useTableModel } from '../../../../shared/table/model/use-table-model.ts';
import { marksClass } from '../../../../shared/table/row-marks.ts';
import { useViewportSize } from '../../../../shared/table/use-viewport-size.ts';
import { type RenderedWindow, useWindow } from '../../../../shared/table/use-window.ts';
import { virtual } from '../../../../shared/table/virtual.ts';
import { useStableCallback } from '../../../../shared/ui/hooks/use-stable-callback.ts';
import { noTranslate } from '../../../../shared/ui/no-translate.ts';
import type { GridColumn } from '../grid-columns.tsx';
import type { GridState } from '../model/grid-state.ts';
import type { SheetRow } from '../model/sheet.ts';
import classes from './grid.module.css';
import { GridHead } from './grid-head.tsx';
import { GridRow } from './grid-row.tsx';
import { useGridClipboard } from './use-grid-clipboard.ts';
import { useGridFocus } from './use-grid-focus.ts';
import { useGridKeys } from './use-grid-keys.ts';
import { useGridPointer } from './use-grid-pointer.ts';
import { withActive } from './with-active.ts';

interface SheetGridProps {
  state: GridState;
  label: string;
  columns: readonly GridColumn[];
  hidden: readonly string[];
  order: readonly string[];
  widths: Readonly<Record<string, number>>;
  onWidth: (id: string, width: number | undefined) => void;
  /** The number of items in the list; undefined if it is only known in part. */
  total: number | undefined;
  hasMore: boolean;
  /** True if rows can be added at the end. */
  hasBlankRow: boolean;
  onNearEnd: () => void;
  /** Called with the columns as they are shown. */
  onColumns: (columns: readonly GridColumn[]) => void;
}

const rowId = ({ key }: SheetRow) => key;
/** How many rows before the last loaded one the next ones are requested. */
const nearEnd = 100;

/** A sheet of items as a grid of cells, of which only those in view are rendered. */
export function SheetGrid(props: SheetGridProps) {
  const { state, label, columns: declared, hidden, order, total, hasMore, hasBlankRow, onNearEnd, onColumns } = props;
  const viewport = useRef<HTMLDivElement>(null);
  const rows = useSyncExternalStore(
    useCallback((listener) => state.sheet.listeners.subscribeToList(listener), [state]),
    () => state.sheet.rows(),
  );
  const { width: viewportWidth, height } = useViewportSize(viewport, noop);
  const { columns: visible, widths } = useTableModel({
    columns: declared,
    rows,
    rowId,
    hidden,
    order,
    widths: props.widths,
    viewportWidth,
  });
  // The model returns the columns that it was given.
  const columns = visible as GridColumn[];
  const pinned = useMemo(() => pinColumns(columns, widths, viewportWidth), [columns, widths, viewportWidth]);
  useLayoutEffect(() => onColumns(columns), [columns, onColumns]);
  const amount = rows.length + (hasBlankRow ? 1 : 0);
  const scrolled = columns.length - pinned.count;
  const columnsInView = useWindow({
    count: scrolled,
    renderAllUpTo: 0,
    size: useCallback((index) => widths[index + pinned.count] ?? 0, [widths, pinned]),
    itemKey: useCallback((index) => columns[index + pinned.count]?.id ?? index, [columns, pinned]),
    viewport,
    horizontal: true,
    covered: pinned.width,
    overscan: 0,
    virtual,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the window is another object with each render
  const columnWindow = useMemo(
    () => inSteps(columnsInView, widths.slice(pinned.count)),
    [columnsInView.start, columnsInView.end, widths, pinned],
  );
  const rowWindow = useWindow({
    count: amount,
    renderAllUpTo: 0,
    size: () => rowHeight,
    itemKey: useCallback((index) => index, []),
    viewport,
    covered: rowHeight,
    overscan: 3,
    virtual,
  });
  useEffect(() => {
    state.page = rowsPerPage(height, rowHeight);
  }, [state, height]);
  const isNearEnd = hasMore && rowWindow.end > rows.length - nearEnd;
  useEffect(() => {
    if (isNearEnd) onNearEnd();
  }, [isNearEnd, onNearEnd]);
  useScrollToHead({ state, viewport, widths, pinned });
  useGridKeys({ state, viewport });
  useGridClipboard({ state, viewport, hasMore });
  const pointer = useGridPointer({ state, viewport, widths, pinned });
  const focus = useGridFocus(state, viewport);
  const width = widths.reduce((sum, one) => sum + one, 0);
  const active = useActiveOutside(state, rowWindow);

  return (
    <div
      ref={viewport}
      {...noTranslate(`${classes.viewport} ${marksClass}`)}
      role="grid"
      aria-label={label}
      aria-multiselectable
      aria-colcount={columns.length}
      aria-rowcount={total === undefined || hasMore ? (total ?? -1) : amount + 1}
      tabIndex={-1}
      onScroll={trackSidewaysScroll}
      {...focus}
      {...pointer}
    >
      <GridHead columns={columns} widths={widths} pinned={pinned} columnWindow={columnWindow} onWidth={props.onWidth} />
      <div role="rowgroup" className={classes.body} style={{ height: amount * rowHeight, width }}>
        {withActive(rowWindow, active < amount ? active : -1).map((index) => {
          const key = rows[index]?.key ?? '';
          return (
            <GridRow
              // An editor stays open while its new row is saved.
              key={state.sheet.firstKey(key)}
              state={state}
              rowKey={key}
              position={index}
              columns={columns}
              widths={widths}
              pinned={pinned}
              columnWindow={columnWindow}
            />
          );
        })}
      </div>
    </div>
  );
}

/** The active row if it is not in a window, otherwise -1, so that keys within it do not render the whole grid. */
const useActiveOutside = (state: GridState, { start, end }: RenderedWindow): number =>
  useSyncExternalStore(
    useCallback((listener) => state.subscribeSelection(listener), [state]),
    () => {
      const { row } = state.places().active;
      return row >= start && row < end ? -1 : row;
    },
  );

/** Another column in view renders all rows again, so that columns are added and removed in steps of four. */
function inSteps({ start, end }: RenderedWindow, widths: readonly number[]): RenderedWindow {
  const first = Math.floor(start / columnStep) * columnStep;
  const last = Math.min(widths.length, Math.ceil(end / columnStep) * columnStep);
  const sum = (from: number, to: number) => widths.slice(from, to).reduce((all, one) => all + one, 0);
  return { start: first, end: last, before: sum(0, first), after: sum(last, widths.length) };
}

const columnStep = 4;

const noop = () => undefined;

interface ScrollOptions {
  state: GridState;
  viewport: RefObject<HTMLElement | null>;
  widths: readonly number[];
  pinned: { count: number; width: number };
}

/** Keeps the end of the selection that moves in view. */
function useScrollToHead({ state, viewport, widths, pinned }: ScrollOptions): void {
  const scroll = useStableCallback(() => {
    const element = viewport.current;
    if (!element) return;
    const { row, column } = state.places().head;
    const left = column < pinned.count ? undefined : widths.slice(0, column).reduce((sum, one) => sum + one, 0);
    revealCell(
      element,
      { top: (row + 1) * rowHeight, height: rowHeight, left, width: widths[column] ?? 0 },
      { top: rowHeight, left: pinned.width },
    );
  });
  // A grid that is shown again begins where it was left.
  useEffect(scroll, [scroll]);
  useEffect(() => state.subscribeSelection(scroll), [state, scroll]);
}
