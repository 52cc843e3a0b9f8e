// biome-ignore-all lint/a11y/useSemanticElements: rows are placed by their position, which those of a table cannot be
// biome-ignore-all lint/a11y/useFocusableInteractive: only the active cell is a tab stop
import { type KeyboardEvent, memo } from 'react';
import { type PinnedColumns, pinnedProps } from '../../../../shared/table/columns/pinned-columns.ts';
import { WidthHandle } from '../../../../shared/table/columns/width-handle.tsx';
import type { RenderedWindow } from '../../../../shared/table/use-window.ts';
import type { GridColumn } from '../grid-columns.tsx';
import classes from './grid.module.css';

interface GridHeadProps {
  columns: readonly GridColumn[];
  widths: readonly number[];
  pinned: PinnedColumns;
  columnWindow: RenderedWindow;
  onWidth: (id: string, width: number | undefined) => void;
}

/** Moves between the handles of the columns, whose width has the arrow keys to the sides. */
function pressInHead(event: KeyboardEvent<HTMLElement>) {
  const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (by === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  const handles = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="separator"]')];
  handles[handles.findIndex((handle) => handle === event.target) + by]?.focus();
  event.preventDefault();
}

/** The names of the columns. Memoized, as edits do not change them. */
export const GridHead = memo(function GridHead({ columns, widths, pinned, columnWindow, onWidth }: GridHeadProps) {
  const { start, end, before } = columnWindow;
  const head = ({ id, header, icon, align }: GridColumn, index: number) => {
    const { style, ...pinProps } = { style: {}, ...pinnedProps(pinned, index) };
    const isFirstScrolled = index === pinned.count + start;
    const width = widths[index] ?? 0;
    return (
      <div
        key={id}
        role="columnheader"
        aria-colindex={index + 1}
        aria-label={header}
        title={header}
        className={classes.headCell}
        data-align={align}
        {...pinProps}
        style={{ ...style, width, ...(isFirstScrolled && before > 0 && { marginInlineStart: before }) }}
      >
        {icon}
        <span className={classes.words}>{header}</span>
        <WidthHandle
          header={header}
          // The handles are one stop, before that of the cells.
          isTabStop={index === 0}
          width={width}
          onDrag={(width) => width > 0 && onWidth(id, width)}
          onChoose={(width) => onWidth(id, width)}
        />
      </div>
    );
  };
  return (
    <div role="rowgroup" className={classes.head}>
      <div role="row" aria-rowindex={1} className={classes.headRow} onKeyDown={pressInHead}>
        {columns.slice(0, pinned.count).map(head)}
        {columns
          .slice(pinned.count + start, pinned.count + end)
          .map((column, index) => head(column, pinned.count + start + index))}
      </div>
    </div>
  );
});
