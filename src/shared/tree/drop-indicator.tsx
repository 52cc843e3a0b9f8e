import { useAtomValue } from 'jotai';
import classes from './tree.module.css';
import type { TreeDragState } from './tree-drag-state.ts';
import { indent, rowHeight } from './tree-drop.ts';

/** Marks the position of a drop; red, with the reason, if the drop is refused. */
export function DropIndicator({ drag }: { drag: TreeDragState }) {
  const target = useAtomValue(drag.target);
  if (!target) return null;
  const { gap, depth, reason } = target;
  return (
    <div
      className={classes.drop}
      data-refused={reason !== undefined || undefined}
      data-gap={gap}
      data-depth={depth}
      style={{ top: gap * rowHeight, insetInlineStart: depth * indent + indent }}
    >
      {reason !== undefined && <span className={classes.reason}>{reason}</span>}
    </div>
  );
}
