// biome-ignore-all lint/a11y/useSemanticElements: rows are placed by their position, which those of a table cannot be
// biome-ignore-all lint/a11y/useFocusableInteractive: only the active cell is a tab stop
import { type CSSProperties, memo, useCallback, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { LinkedRowPicture } from '../../../../shared/links/row-picture.tsx';
import { type PinnedColumns, pinnedProps } from '../../../../shared/table/columns/pinned-columns.ts';
import { rowHeight } from '../../../../shared/table/fitting-rows.ts';
import { changedProps, markedRowProps, markOf } from '../../../../shared/table/row-marks.ts';
import type { RenderedWindow } from '../../../../shared/table/use-window.ts';
import { useNotSyncedProps } from '../../not-synced/not-synced-items.tsx';
import type { GridColumn } from '../grid-columns.tsx';
import { emptyContent, reasonOf } from '../model/cell-content.ts';
import { cellName, type GridState, type ShownSelection } from '../model/grid-state.ts';
import { wholeRow } from '../model/sheet.ts';
import { CellEditor } from './cell-editor.tsx';
import { cellView } from './cell-view.tsx';
import classes from './grid.module.css';
import { withActive } from './with-active.ts';

interface GridRowProps {
  state: GridState;
  /** Empty for the blank row at the end. */
  rowKey: string;
  /** Its place in the sheet, from 0. */
  position: number;
  columns: readonly GridColumn[];
  widths: readonly number[];
  pinned: PinnedColumns;
  columnWindow: RenderedWindow;
}

const emptySelection: ShownSelection = { columns: [], isNothing: false, focus: 0, editor: undefined };

/** What the selection is in a row, from {@link GridState.rowSelection}. */
const readSelection = (text: string): ShownSelection => (text === '' ? emptySelection : JSON.parse(text));

const sumOf = (widths: readonly number[]) => widths.reduce((sum, width) => sum + width, 0);

function pictureBefore({ sheet }: GridState, rowKey: string, { picture }: GridColumn) {
  if (picture === undefined) return null;
  const content = sheet.content(rowKey, picture);
  const label = sheet.content(rowKey, 'label');
  return (
    <LinkedRowPicture
      id={'value' in content ? [content.value].flat()[0] : null}
      label={'value' in label ? String(label.value) : ''}
    />
  );
}

const View = ({ state, rowKey, position, columns, widths, pinned, columnWindow }: GridRowProps) => {
  const { sheet } = state;
  useSyncExternalStore(
    useCallback((listener) => sheet.listeners.subscribeToRow(rowKey, listener), [sheet, rowKey]),
    () => sheet.listeners.revision(rowKey),
  );
  const selected = useSyncExternalStore(
    useCallback((listener) => state.subscribeSelection(listener), [state]),
    () => state.rowSelection(rowKey),
  );
  const { columns: selectedColumns, isNothing, focus, editor, ...part } = readSelection(selected);
  const active = columns.findIndex(({ id }) => id === part.active);
  const inView = { start: pinned.count + columnWindow.start, end: pinned.count + columnWindow.end };
  const visible = withActive(inView, active >= pinned.count ? active : -1);
  const row = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another request moves the focus again
  useLayoutEffect(() => {
    if (active === -1 || editor !== undefined || !state.isFocused) return;
    row.current?.querySelector<HTMLElement>(`[aria-colindex="${active + 1}"]`)?.focus({ preventScroll: true });
  }, [active, focus, editor, state]);

  const mark = sheet.mark(rowKey);
  const isBlankRow = rowKey === '';
  const ofOthers = markOf(sheet.row(rowKey));
  const itemId = isBlankRow ? undefined : sheet.row(rowKey)?.id;
  const isNew = itemId === null;
  const notSynced = useNotSyncedProps(itemId);
  const cell = (column: GridColumn, index: number) => {
    const content = isBlankRow ? emptyContent : sheet.content(rowKey, column.id);
    const reason =
      reasonOf(content) ?? mark?.refused.get(column.id) ?? (index === 0 ? mark?.refused.get(wholeRow) : undefined);
    const { style, ...pinProps } = { style: {}, ...pinnedProps(pinned, index) };
    const isFirstScrolled = index === inView.start;
    const isAside = index >= pinned.count && (index < inView.start || index >= inView.end);
    const isEdited = sheet.isEdited(rowKey, column.id);
    const isEditing = editor === column.id;
    const others = state.editors.get(cellName(rowKey, column.id));
    return (
      // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles have them
      <div
        key={column.id}
        role={index === 0 ? 'rowheader' : 'gridcell'}
        aria-colindex={index + 1}
        data-column={column.id}
        aria-selected={selectedColumns.includes(column.id)}
        aria-readonly={column.locked !== undefined || undefined}
        aria-describedby={index === active ? state.reasonId : undefined}
        aria-invalid={reason !== undefined || undefined}
        tabIndex={index === active ? 0 : -1}
        {...(column.id === 'label' && notSynced)}
        title={reason ?? others?.text ?? (column.id === 'label' ? notSynced?.title : undefined)}
        className={classes.cell}
        data-align={column.align}
        data-locked={column.locked !== undefined || undefined}
        data-edited={isEdited || undefined}
        data-others={(isEdited && state.others.get(cellName(rowKey, column.id)) !== undefined) || undefined}
        data-editors={others !== undefined || undefined}
        {...changedProps(ofOthers, column.id)}
        data-active={(index === active && !isNothing) || undefined}
        data-editing={isEditing || undefined}
        {...pinProps}
        style={{
          ...style,
          width: widths[index],
          ...(others && ({ '--tone': others.tone } as CSSProperties)),
          ...(isAside && { position: 'absolute', insetInlineStart: sumOf(widths.slice(0, index)) }),
          ...(isFirstScrolled && columnWindow.before > 0 && { marginInlineStart: columnWindow.before }),
        }}
      >
        {isEditing ? (
          <CellEditor state={state} column={column} rowNumber={position + 1} />
        ) : index === 1 && isNew ? (
          'New'
        ) : isBlankRow && index === 0 ? (
          <span className={classes.hint}>New row</span>
        ) : (
          <>
            {!isBlankRow && pictureBefore(state, rowKey, column)}
            {cellView(column, content)}
          </>
        )}
        {column.id === part.handle && !isEditing && !isBlankRow && (
          <span className={classes.handle} data-fill aria-hidden />
        )}
      </div>
    );
  };

  return (
    <div
      ref={row}
      role="row"
      aria-rowindex={position + 2}
      data-row={rowKey}
      className={classes.row}
      data-conflict={mark?.isConflict || undefined}
      {...markedRowProps(ofOthers)}
      data-blank={isBlankRow || undefined}
      style={{ top: position * rowHeight }}
    >
      {columns.slice(0, pinned.count).map(cell)}
      {visible.map((index) => {
        const column = columns[index];
        return column && cell(column, index);
      })}
    </div>
  );
};

/** A row of a grid; renders again only if its content, its part of the selection or the columns in view change. */
export const GridRow = memo(
  View,
  (a, b) =>
    a.state === b.state &&
    a.rowKey === b.rowKey &&
    a.position === b.position &&
    a.columns === b.columns &&
    a.widths === b.widths &&
    a.pinned === b.pinned &&
    a.columnWindow.start === b.columnWindow.start &&
    a.columnWindow.end === b.columnWindow.end &&
    a.columnWindow.before === b.columnWindow.before,
);
