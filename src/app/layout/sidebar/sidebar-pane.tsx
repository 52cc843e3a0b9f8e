import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { readStored, writeStored } from '../../../shared/storage/storage.ts';
import classes from './sidebar.module.css';

const storageKey = 'sidebar-width';
const widths = { default: 286, minimum: 275, maximum: 560 };
const steps = { small: 10, large: 50 };

/** The sidebar next to the page: remembers its width, and is resizable by pointer and arrow keys. */
export function SidebarPane({ label, children }: { label: string; children: ReactNode }) {
  const [width, setWidth] = useState(() => within(Number(readStored(storageKey)) || widths.default));
  const [isDragging, setDragging] = useState(false);
  const drag = useRef({ startX: 0, startWidth: 0, direction: 1 });

  const resize = (next: number) => {
    const fitting = within(next);
    setWidth(fitting);
    writeStored(storageKey, String(fitting));
  };
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    const direction = getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1;
    drag.current = { startX: event.clientX, startWidth: width, direction };
    setDragging(true);
  };
  const onPointerMove = (event: PointerEvent) => {
    const { startX, startWidth, direction } = drag.current;
    if (isDragging) resize(startWidth + (event.clientX - startX) * direction);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.shiftKey ? steps.large : steps.small;
    const next = {
      ArrowLeft: width - step,
      ArrowRight: width + step,
      Home: widths.minimum,
      End: widths.maximum,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    resize(next);
  };

  return (
    <nav className={classes.pane} style={{ width }} aria-label={label}>
      <div className={classes.scroll}>{children}</div>
      {/* biome-ignore lint/a11y/useSemanticElements: a rule cannot be focused and moved */}
      <div
        role="separator"
        className={classes.handle}
        aria-label="Resize navigation"
        aria-orientation="vertical"
        aria-valuenow={width}
        aria-valuemin={widths.minimum}
        aria-valuemax={widths.maximum}
        tabIndex={0}
        data-dragging={isDragging}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={() => setDragging(false)}
        onPointerCancel={() => setDragging(false)}
        onDoubleClick={() => resize(widths.default)}
        onKeyDown={onKeyDown}
      />
    </nav>
  );
}

const within = (width: number) => Math.round(Math.min(widths.maximum, Math.max(widths.minimum, width)));
