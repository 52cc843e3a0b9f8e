import { type CollisionDetection, DndContext, PointerSensor, useDraggable, useSensor, useSensors } from '@dnd-kit/core';
import { type PointerEvent, type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';

/** Starts a drag from the handle of a row. */
export type PressHandle = (event: PointerEvent<HTMLElement>) => void;

interface RowDragProps {
  /** The element that contains the list of rows. */
  box: RefObject<HTMLElement | null>;
  /** Receives the function that a pressed handle calls. */
  press: RefObject<PressHandle | null>;
  /** The keys of the rows. */
  keys: readonly string[];
  onMove: (from: number, to: number) => void;
}

/** A dragged row, the gap where it would be dropped, and the row after that; undefined at the end. */
interface Drag {
  row: string;
  from: number;
  gap: number;
  next: string | undefined;
}

const noAnnouncements = {
  onDragStart: () => undefined,
  onDragOver: () => undefined,
  onDragEnd: () => undefined,
  onDragCancel: () => undefined,
};

/** Lets the rows of a dynamic group be dragged by their handles. Loaded after the form and rendered next to it. */
export function RowDrag({ box, press, keys, onMove }: RowDragProps) {
  // Moves are announced by their result, and the library’s own messages would go to the host’s page.
  const [container] = useState(() => document.createElement('div'));
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }));
  const drag = useRef<Drag | null>(null);

  // Only collision detection receives the pointer’s coordinates.
  const detect: CollisionDetection = ({ pointerCoordinates }) => {
    if (drag.current && pointerCoordinates) {
      const gap = gapAt(rowsIn(box.current), pointerCoordinates);
      Object.assign(drag.current, { gap, next: keys[gap] });
      mark(box.current, drag.current);
    }
    return [];
  };
  const end = (isDropped: boolean) => {
    const ended = drag.current;
    drag.current = null;
    mark(box.current, null);
    // Others may have changed the rows meanwhile: then it is not clear where the row was to go.
    if (!ended || !isDropped || keys[ended.from] !== ended.row || keys[ended.gap] !== ended.next) return;
    const to = ended.gap > ended.from ? ended.gap - 1 : ended.gap;
    if (to !== ended.from) onMove(ended.from, to);
  };
  // The library removes its listeners only when a drag ends.
  useEffect(
    () => () => {
      if (drag.current) document.dispatchEvent(new PointerEvent('pointercancel', { bubbles: true }));
    },
    [],
  );

  return (
    <DndContext
      id={useId()}
      sensors={sensors}
      collisionDetection={detect}
      accessibility={{
        container,
        restoreFocus: false,
        announcements: noAnnouncements,
        screenReaderInstructions: { draggable: '' },
      }}
      autoScroll={{ threshold: { x: 0, y: 0.12 }, layoutShiftCompensation: false }}
      onDragStart={({ activatorEvent: { target } }) => {
        const from =
          target instanceof Element ? Number(target.closest<HTMLElement>('[data-place]')?.dataset.place) : Number.NaN;
        const row = keys[from];
        if (row !== undefined) drag.current = { row, from, gap: from, next: row };
      }}
      onDragEnd={() => end(true)}
      onDragCancel={() => end(false)}
    >
      <Rows box={box} press={press} />
    </DndContext>
  );
}

/** All rows are one draggable, as they mount and unmount while scrolling. */
function Rows({ box, press }: Pick<RowDragProps, 'box' | 'press'>) {
  const { setNodeRef, listeners } = useDraggable({ id: 'rows' });
  useLayoutEffect(() => {
    setNodeRef(box.current);
    press.current = (event) => listeners?.onPointerDown?.(event);
    return () => {
      press.current = null;
    };
  });
  return null;
}

const rowsIn = (box: HTMLElement | null) => [...(box?.querySelectorAll<HTMLElement>(':scope > ol > li') ?? [])];
const placeOf = (row: HTMLElement | undefined) => Number(row?.dataset.place);

/** The position at which a row would be dropped at this point; rows are below or, as tags, next to each other. */
function gapAt(rows: readonly HTMLElement[], { x, y }: { x: number; y: number }): number {
  const boxes = rows.map((row) => row.getBoundingClientRect());
  const areNextToEachOther = boxes.some(({ top }, index) => index > 0 && top === boxes[index - 1]?.top);
  const next = boxes.findIndex(({ top, bottom, height, left, width }) =>
    areNextToEachOther ? y < top || (y < bottom && x < left + width / 2) : y < top + height / 2,
  );
  return next < 0 ? placeOf(rows.at(-1)) + 1 : placeOf(rows[next]);
}

/** Shows what is dragged and its target, without rendering rows. */
function mark(box: HTMLElement | null, drag: { from: number; gap: number } | null): void {
  const rows = rowsIn(box);
  for (const row of rows) {
    const index = placeOf(row);
    row.toggleAttribute('data-dragged', drag?.from === index);
    row.toggleAttribute('data-drop-before', drag?.gap === index);
    row.toggleAttribute('data-drop-after', drag?.gap === index + 1 && row === rows.at(-1));
  }
}
