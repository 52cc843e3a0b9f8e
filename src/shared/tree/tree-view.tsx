import { atom, useAtomValue } from 'jotai';
import {
  type CSSProperties,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useState,
} from 'react';
import { useWindow } from '../table/use-window.ts';
import { virtual } from '../table/virtual.ts';
import { DropIndicator } from './drop-indicator.tsx';
import classes from './tree.module.css';
import { useDragRows, useTreeDrag } from './tree-drag.tsx';
import type { Dragged } from './tree-drag-state.ts';
import { indent, rowHeight } from './tree-drop.ts';
import { type RowContent, TreeRowView } from './tree-row-view.tsx';
import type { TreeRow } from './tree-rows.ts';
import { useButtonFocus } from './use-button-focus.ts';
import {
  rowIdAt,
  type TreeInteractionOptions,
  type TreeSelection,
  useTreeInteraction,
} from './use-tree-interaction.ts';

interface TreeViewProps extends Omit<TreeInteractionOptions, 'current'> {
  label: string;
  Content: RowContent;
  /** Buttons of the active or hovered row. */
  Actions?: RowContent;
  /** Rendered if there are no rows. */
  empty: ReactNode;
  /** Receives the tree's element, for callers that focus it. */
  tree: RefObject<HTMLDivElement | null>;
}

/** With more rows than this, only the visible ones are rendered. */
const alwaysRendered = 60;
/** The width of a row in pixels, excluding its indentation. */
const rowWidth = 280;

/** A tree of any size, with mouse and keyboard control and multiple selection; only visible rows are rendered. */
export function TreeView(props: TreeViewProps) {
  const { label, rows, selection, Content, Actions, textOf, onSelect, onPick, onOpen, onCommand, empty, tree } = props;
  const drag = useTreeDrag();
  const prefix = useId();
  const [hovered, setHovered] = useState<string>();
  const activeIndex = rows.findIndex(({ id }) => id === selection.active);
  // If no row is active yet, the first one is the current one.
  const at = Math.max(0, activeIndex);
  const current = rows[at];
  const draggedIds = useAtomValue(drag?.draggedRows ?? noRows);
  const isDragging = useAtomValue(drag?.dragged ?? noDrag) !== null;
  const elementId = (id: string) => `${prefix}-${id}`;

  const drawn = useWindow({
    count: rows.length,
    renderAllUpTo: alwaysRendered,
    size: fixedSize,
    itemKey: byIndex,
    viewport: tree,
    covered: 0,
    virtual,
  });

  const buttons = useButtonFocus(tree, rows, selection);

  // Only a change of the selection scrolls: opening a row elsewhere does not change the scroll position.
  const showActive = useEffectEvent(({ active }: TreeSelection) => {
    const index = rows.findIndex(({ id }) => id === active);
    if (index >= 0 && tree.current) showRow(tree.current, index);
  });
  useEffect(() => showActive(selection), [selection]);

  const hands = useTreeInteraction({
    rows,
    selection,
    current: current?.id,
    textOf,
    onSelect,
    onPick,
    onOpen,
    onCommand,
  });

  if (rows.length === 0) {
    return (
      // The same element as with rows, so that it keeps the focus, or gets it back from a dialog, when the last row is removed.
      // biome-ignore lint/a11y/useSemanticElements: rows, not form inputs
      <div ref={tree} role="group" aria-label={label} tabIndex={-1} className={classes.tree}>
        <Rows>
          {empty}
          {drag && <DropIndicator drag={drag} />}
        </Rows>
      </div>
    );
  }

  const depth = rows.reduce((deepest, row) => Math.max(deepest, row.depth), 0);
  const renderRow = (row: TreeRow | undefined, index: number) =>
    row && (
      <TreeRowView
        key={row.id}
        row={row}
        index={index}
        elementId={elementId(row.id)}
        isSelected={selection.ids.has(row.id)}
        isActive={row === current}
        isDragged={draggedIds.has(row.id)}
        isDraggable={drag !== null}
        Content={Content}
        Actions={!isDragging && (row.id === hovered || row === rows[activeIndex]) ? Actions : undefined}
      />
    );

  return (
    <div
      ref={tree}
      role="tree"
      aria-label={label}
      aria-multiselectable
      aria-activedescendant={current && elementId(current.id)}
      tabIndex={0}
      className={classes.tree}
      {...hands}
      {...buttons}
      onPointerOver={({ target }: PointerEvent) => setHovered(rowIdAt(target))}
      onPointerLeave={() => setHovered(undefined)}
    >
      <Rows style={{ height: rows.length * rowHeight, minWidth: rowWidth + depth * indent }}>
        {/* The current row is always rendered because `aria-activedescendant` refers to it. */}
        {at < drawn.start && renderRow(current, at)}
        {rows.slice(drawn.start, drawn.end).map((row, index) => renderRow(row, drawn.start + index))}
        {at >= drawn.end && renderRow(current, at)}
        {drag && <DropIndicator drag={drag} />}
      </Rows>
    </div>
  );
}

/** The container of the rows, which re-renders on every move of a drag; a component of its own so that the rows do not. */
function Rows({ style, children }: { style?: CSSProperties; children: ReactNode }) {
  const dragProps = useDragRows();
  return (
    <div {...dragProps} className={classes.rows} {...(style && { style })}>
      {children}
    </div>
  );
}

const noRows = atom<ReadonlySet<string>>(new Set<string>());
const noDrag = atom<Dragged | null>(null);
const fixedSize = () => rowHeight;
const byIndex = (index: number) => index;

function showRow(viewport: HTMLElement, index: number) {
  const top = index * rowHeight;
  if (top < viewport.scrollTop) viewport.scrollTop = top;
  else if (top + rowHeight > viewport.scrollTop + viewport.clientHeight) {
    viewport.scrollTop = top + rowHeight - viewport.clientHeight;
  }
}
