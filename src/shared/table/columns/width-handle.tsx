import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { boundedWidth } from './bounded-width.ts';
import classes from './columns.module.css';

interface WidthHandleProps {
  header: string;
  /** True if Tab reaches it; otherwise its table moves the focus to it. */
  isTabStop?: boolean;
  width: number;
  /** The width during a drag. */
  onDrag: (width: number) => void;
  /** The chosen width; undefined for the width of header and content. */
  onChoose: (width: number | undefined) => void;
}

/** Pixels per arrow key. */
const step = 16;

/** The handle at the end of a column header: resizes by dragging or with the arrow keys; a double click or Delete resets the width. */
export function WidthHandle({ header, isTabStop = false, width, onDrag, onChoose }: WidthHandleProps) {
  const start = useRef<{ x: number; width: number }>(null);
  const widthAt = ({ clientX }: PointerEvent) =>
    start.current ? boundedWidth(start.current.width + clientX - start.current.x) : width;
  const press = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -step, ArrowRight: step }[event.key];
    if (by !== undefined) onChoose(boundedWidth(width + by));
    else if (event.key === 'Delete' || event.key === 'Backspace') onChoose(undefined);
    else return;
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a line that can be moved, which hr cannot
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={`Width of ${header}`}
      aria-valuenow={Math.round(width)}
      aria-valuemin={48}
      aria-valuemax={900}
      tabIndex={isTabStop ? 0 : -1}
      className={classes.handle}
      onKeyDown={press}
      onDoubleClick={() => onChoose(undefined)}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = { x: event.clientX, width };
      }}
      onPointerMove={(event) => start.current && onDrag(widthAt(event))}
      onPointerUp={(event) => {
        const chosen = widthAt(event);
        const isMoved = start.current !== null && chosen !== start.current.width;
        start.current = null;
        if (isMoved) onChoose(chosen);
      }}
      onPointerCancel={() => {
        start.current = null;
        onDrag(0);
      }}
    />
  );
}
