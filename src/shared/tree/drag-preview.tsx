import { Portal } from '@mantine/core';
import { type PrimitiveAtom, useAtomValue } from 'jotai';
import type { ReactNode, RefObject } from 'react';
import classes from './tree.module.css';
import type { Dragged } from './tree-drag-state.ts';

interface DragPreviewProps {
  dragged: PrimitiveAtom<Dragged | null>;
  /** The element that the drag handler moves with the pointer. */
  node: RefObject<HTMLDivElement | null>;
  renderPreview: (dragged: Dragged) => ReactNode;
}

/** The preview of the dragged rows next to the pointer. */
export function DragPreview({ dragged, node, renderPreview }: DragPreviewProps) {
  const what = useAtomValue(dragged);
  if (!what) return null;
  return (
    <Portal>
      <div ref={node} className={classes.preview} aria-hidden>
        {renderPreview(what)}
      </div>
    </Portal>
  );
}
