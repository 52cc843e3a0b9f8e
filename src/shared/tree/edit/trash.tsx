import { useAtomValue } from 'jotai';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { IconTrash } from '../../ui/icons/trash.ts';
import { useDiscard, useTreeDrag } from '../tree-drag.tsx';
import type { TreeDragState } from '../tree-drag-state.ts';
import classes from './tree-edit.module.css';

/** How long, in milliseconds, the area stays highlighted after a drag. */
const finishedFor = 5_000;

/** Below the tree: the area to drop rows on to remove them; shows its children while nothing is dragged. */
export function Trash({ children }: { children: ReactNode }) {
  const drag = useTreeDrag();
  if (!drag) return <div className={classes.foot}>{children}</div>;
  return <TrashArea drag={drag}>{children}</TrashArea>;
}

function TrashArea({ drag, children }: { drag: TreeDragState; children: ReactNode }) {
  const { ref, isOver } = useDiscard();
  const dragged = useAtomValue(drag.dragged);
  const isDragging = dragged !== null && 'ids' in dragged;
  const isFinished = useJustEnded(isDragging);
  return (
    <div
      ref={ref}
      className={`${classes.foot} ${isFinished ? classes.draggingFinished : ''}`}
      data-dragging={isDragging || undefined}
      data-over={(isDragging && isOver) || undefined}
    >
      {isDragging ? (
        <span className={classes.trash}>
          <IconTrash size={16} aria-hidden />
          Drop here to remove
        </span>
      ) : (
        children
      )}
    </div>
  );
}

/** Stays true for a while after `isOn` turns false. */
function useJustEnded(isOn: boolean): boolean {
  const wasOn = useRef(false);
  const [hasEnded, setEnded] = useState(false);
  useEffect(() => {
    const ends = wasOn.current && !isOn;
    wasOn.current = isOn;
    setEnded(ends);
    if (!ends) return undefined;
    const timer = setTimeout(() => setEnded(false), finishedFor);
    return () => clearTimeout(timer);
  }, [isOn]);
  return hasEnded;
}
