import { type ComponentType, type CSSProperties, memo } from 'react';
import { IconChevronRight } from '../ui/icons/chevron-right.ts';
import { IconGripVertical } from '../ui/icons/grip-vertical.ts';
import classes from './tree.module.css';
import { rowHeight } from './tree-drop.ts';
import type { TreeRow } from './tree-rows.ts';

/** Renders the content of a row. */
export type RowContent = ComponentType<{ id: string; row: TreeRow }>;

interface TreeRowViewProps {
  row: TreeRow;
  /** The index among the visible rows, from 0. */
  index: number;
  elementId: string;
  isSelected: boolean;
  isActive: boolean;
  isDragged: boolean;
  isDraggable: boolean;
  Content: RowContent;
  /** Undefined unless the row is active or hovered. */
  Actions: RowContent | undefined;
}

function RowView(props: TreeRowViewProps) {
  const { row, index, elementId, isSelected, isActive, isDragged, isDraggable, Content, Actions } = props;
  const { id, depth, position, siblings, hasChildren, isOpen } = row;
  const contentId = `${elementId}-content`;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus and points to the active row
    <div
      role="treeitem"
      id={elementId}
      className={classes.row}
      style={{ top: index * rowHeight, '--depth': depth } as CSSProperties}
      aria-level={depth + 1}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-selected={isSelected}
      aria-expanded={hasChildren ? isOpen : undefined}
      aria-labelledby={contentId}
      data-row={id}
      data-active={isActive || undefined}
      data-dragged={isDragged || undefined}
    >
      <span className={classes.handle} data-handle aria-hidden>
        {isDraggable && <IconGripVertical size={14} />}
      </span>
      <span className={classes.toggle} data-toggle={hasChildren || undefined} aria-hidden>
        {hasChildren && <IconChevronRight size={14} className={classes.chevron} data-open={isOpen || undefined} />}
      </span>
      <div id={contentId} className={classes.content}>
        <Content id={id} row={row} />
      </div>
      {Actions && (
        <div className={classes.actions}>
          <Actions id={id} row={row} />
        </div>
      )}
    </div>
  );
}

const isSameRow = (a: TreeRow, b: TreeRow): boolean =>
  a === b ||
  (a.id === b.id &&
    a.parentId === b.parentId &&
    a.depth === b.depth &&
    a.position === b.position &&
    a.siblings === b.siblings &&
    a.hasChildren === b.hasChildren &&
    a.isOpen === b.isOpen);

/** A row of a tree; re-renders only when its own props change. */
export const TreeRowView = memo(
  RowView,
  ({ row: a, ...before }, { row: b, ...after }) =>
    isSameRow(a, b) && Object.entries(after).every(([key, value]) => before[key as keyof typeof before] === value),
);
