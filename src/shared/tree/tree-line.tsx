import { IconChevronRight, IconGripVertical } from '@tabler/icons-react';
import { type ComponentType, type CSSProperties, memo } from 'react';
import classes from './tree.module.css';
import { rowHeight } from './tree-drop.ts';
import type { TreeRow } from './tree-rows.ts';

/** What draws the content of a line. */
export type LineContent = ComponentType<{ id: string; row: TreeRow }>;

interface TreeLineProps {
  row: TreeRow;
  /** Place among the lines that are drawn, from 0. */
  index: number;
  elementId: string;
  isSelected: boolean;
  isActive: boolean;
  isDragged: boolean;
  isDraggable: boolean;
  Content: LineContent;
  /** Left out while nobody is at the line. */
  Actions: LineContent | undefined;
}

function Line(props: TreeLineProps) {
  const { row, index, elementId, isSelected, isActive, isDragged, isDraggable, Content, Actions } = props;
  const { id, depth, position, siblings, hasChildren, isOpen } = row;
  const contentId = `${elementId}-content`;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus and says which line is active
    <div
      role="treeitem"
      id={elementId}
      className={classes.line}
      style={{ top: index * rowHeight, '--depth': depth } as CSSProperties}
      aria-level={depth + 1}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-selected={isSelected}
      aria-expanded={hasChildren ? isOpen : undefined}
      aria-labelledby={contentId}
      data-line={id}
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

/** A line of a tree; drawn again only when something of its own changes. */
export const TreeLine = memo(
  Line,
  ({ row: a, ...before }, { row: b, ...after }) =>
    isSameRow(a, b) && Object.entries(after).every(([key, value]) => before[key as keyof typeof before] === value),
);
