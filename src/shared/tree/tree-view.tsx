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
import { DropIndicator } from './drop-indicator.tsx';
import classes from './tree.module.css';
import { useDragLines, useTreeDrag } from './tree-drag.tsx';
import type { Dragged } from './tree-drag-state.ts';
import { indent, rowHeight } from './tree-drop.ts';
import { type LineContent, TreeLine } from './tree-line.tsx';
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
  Content: LineContent;
  /** Buttons of the active or hovered row. */
  Actions?: LineContent;
  /** Rendered if there are no rows. */
  empty: ReactNode;
  /** Receives the tree's element, for callers that focus it. */
  tree: RefObject<HTMLDivElement | null>;
}

/** With more rows than this, only the visible ones are rendered. */
const alwaysRendered = 60;
/** The width of a row in pixels, excluding its indentation. */
const lineWidth = 280;

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
  const draggedIds = useAtomValue(drag?.lines ?? noLines);
  const isDragging = useAtomValue(drag?.dragged ?? nothing) !== null;
  const elementId = (id: string) => `${prefix}-${id}`;

  const drawn = useWindow({
    count: rows.length,
    renderAllUpTo: alwaysRendered,
    size: fixedSize,
    itemKey: byIndex,
    viewport: tree,
    covered: 0,
  });

  const buttons = useButtonFocus(tree, rows, selection);

  // Only another choice scrolls: whoever opens something elsewhere stays there.
  const showActive = useEffectEvent(({ active }: TreeSelection) => {
    const index = rows.findIndex(({ id }) => id === active);
    if (index >= 0 && tree.current) showLine(tree.current, index);
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
        <Lines>
          {empty}
          {drag && <DropIndicator drag={drag} />}
        </Lines>
      </div>
    );
  }

  const depth = rows.reduce((deepest, row) => Math.max(deepest, row.depth), 0);
  const line = (row: TreeRow | undefined, index: number) =>
    row && (
      <TreeLine
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
      <Lines style={{ height: rows.length * rowHeight, minWidth: lineWidth + depth * indent }}>
        {/* The current row is always rendered because `aria-activedescendant` refers to it. */}
        {at < drawn.start && line(current, at)}
        {rows.slice(drawn.start, drawn.end).map((row, place) => line(row, drawn.start + place))}
        {at >= drawn.end && line(current, at)}
        {drag && <DropIndicator drag={drag} />}
      </Lines>
    </div>
  );
}

/** The container of the rows, which re-renders on every move of a drag; a component of its own so that the rows do not. */
function Lines({ style, children }: { style?: CSSProperties; children: ReactNode }) {
  const dragLines = useDragLines();
  return (
    <div {...dragLines} className={classes.lines} {...(style && { style })}>
      {children}
    </div>
  );
}

const noLines = atom<ReadonlySet<string>>(new Set<string>());
const nothing = atom<Dragged | null>(null);
const fixedSize = () => rowHeight;
const byIndex = (index: number) => index;

function showLine(viewport: HTMLElement, index: number) {
  const top = index * rowHeight;
  if (top < viewport.scrollTop) viewport.scrollTop = top;
  else if (top + rowHeight > viewport.scrollTop + viewport.clientHeight) {
    viewport.scrollTop = top + rowHeight - viewport.clientHeight;
  }
}
