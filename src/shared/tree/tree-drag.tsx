import {
  type CollisionDetection,
  DndContext,
  PointerSensor,
  pointerWithin,
  useDndContext,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { useAtomValue, useStore } from 'jotai';
import {
  createContext,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react';
import { DragPreview } from './drag-preview.tsx';
import { createTreeDrag, type Dragged, type TreeDragRules, type TreeDragState } from './tree-drag-state.ts';
import { indent, type TreePoint } from './tree-drop.ts';

const Context = createContext<TreeDragState | null>(null);

/** The drag state of the enclosing tree; `null` if the tree is read-only. */
export const useTreeDrag = (): TreeDragState | null => useContext(Context);

interface TreeDragProps {
  /** The scroll container of the rows. */
  viewport: RefObject<HTMLElement | null>;
  /** Must not change while the tree is mounted. */
  rules: TreeDragRules;
  /** The preview next to the pointer. */
  renderPreview: (dragged: Dragged) => ReactNode;
  children: ReactNode;
}

const rowsId = 'rows';
const newId = 'new';
const discardId = 'discard';
const noInstructions = { draggable: '' };
const noAnnouncements = {
  onDragStart: () => undefined,
  onDragOver: () => undefined,
  onDragEnd: () => undefined,
  onDragCancel: () => undefined,
};

/** Lets rows be dragged within a tree, new rows into it, and rows out of it onto a discard area. */
export function TreeDrag({ viewport, rules, renderPreview, children }: TreeDragProps) {
  const store = useStore();
  const [state] = useState(() => createTreeDrag(store, rules));
  const pointer = useRef<TreePoint | null>(null);
  const previewNode = useRef<HTMLDivElement>(null);
  // dnd-kit's announcements are meant for lists: they go to a detached node, and the tree's owner announces drags itself.
  const [container] = useState(() => document.createElement('div'));
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }));

  // Only collision detection receives the pointer's coordinates; dnd-kit calls it during render.
  const detect: CollisionDetection = (args) => {
    pointer.current = args.pointerCoordinates;
    return pointerWithin(args).toSorted((a, b) => Number(b.id === discardId) - Number(a.id === discardId));
  };
  const follow = (overId: unknown) => {
    const at = pointer.current;
    if (!at) return;
    if (previewNode.current) previewNode.current.style.transform = `translate(${at.x + 14}px, ${at.y + 10}px)`;
    state.move(overId === discardId ? null : pointIn(viewport.current, at));
  };
  const end = (isDropped: boolean, overId?: unknown) => {
    isLive.current = false;
    state.end(isDropped, overId === discardId);
  };

  // dnd-kit removes its document listeners only when a drag ends, so an unmount has to end it.
  const isLive = useRef(false);
  useEffect(
    () => () => {
      if (isLive.current) document.dispatchEvent(new PointerEvent('pointercancel', { bubbles: true }));
      state.end(false, false);
    },
    [state],
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
        screenReaderInstructions: noInstructions,
      }}
      autoScroll={{
        threshold: { x: 0.02, y: 0.12 },
        canScroll: (element) => element === viewport.current,
        layoutShiftCompensation: false,
      }}
      onDragStart={({ activatorEvent }) => {
        const picked = pickedBy(activatorEvent);
        if (!picked) return;
        isLive.current = true;
        pointer.current = picked.at;
        if (picked.kind !== undefined) return state.start({ kind: picked.kind }, null);
        const row = rules.rows().find(({ id }) => id === picked.id);
        const start = pointIn(viewport.current, picked.at);
        if (row && start) state.start({ ids: rules.grab(row.id) }, { x: start.x, depth: row.depth });
      }}
      onDragMove={({ over }) => follow(over?.id)}
      onDragOver={({ over }) => follow(over?.id)}
      onDragEnd={({ over }) => end(true, over?.id)}
      onDragCancel={() => end(false)}
    >
      <Context value={state}>{children}</Context>
      <DragPreview dragged={state.dragged} node={previewNode} renderPreview={renderPreview} />
      <EndUnreportedDrag dragged={state.dragged} end={() => end(false)} />
    </DndContext>
  );
}

/** dnd-kit does not report the end of a drag that ends before its start is rendered, e.g. a quick flick on a busy page. */
function EndUnreportedDrag({ dragged, end }: { dragged: TreeDragState['dragged']; end: () => void }) {
  const { active } = useDndContext();
  const isDragging = useAtomValue(dragged) !== null;
  const isUnreported = isDragging && !active;
  const endDrag = useEffectEvent(end);
  useEffect(() => {
    if (isUnreported) endDrag();
  }, [isUnreported]);
  return null;
}

/** Converts window coordinates to a point among the rows; `null` outside the visible part. */
function pointIn(viewport: HTMLElement | null, { x, y }: TreePoint): TreePoint | null {
  if (!viewport) return null;
  const { left, right, top, bottom } = viewport.getBoundingClientRect();
  if (x < left || x > right || y < top || y > bottom) return null;
  const isRtl = getComputedStyle(viewport).direction === 'rtl';
  const across = isRtl ? right - x - viewport.scrollLeft : x - left + viewport.scrollLeft;
  return { x: across - indent, y: y - top + viewport.scrollTop };
}

function pickedBy(event: Event): { at: TreePoint; id?: string | undefined; kind?: string | undefined } | undefined {
  if (!(event instanceof MouseEvent) || !(event.target instanceof Element)) return undefined;
  const at = { x: event.clientX, y: event.clientY };
  const kind = event.target.closest<HTMLElement>('[data-new]')?.dataset.new;
  return { at, kind, id: event.target.closest<HTMLElement>('[data-row]')?.dataset.row };
}

/** Makes the rows of a tree draggable, and the tree a drop target. */
export function useDragRows() {
  const { setNodeRef, listeners } = useDraggable({ id: rowsId });
  const { setNodeRef: setTarget } = useDroppable({ id: 'tree' });
  const press = listeners?.onPointerDown;
  const isEditable = useTreeDrag() !== null;
  return {
    ref: useCallback(
      (node: HTMLElement | null) => {
        setNodeRef(node);
        setTarget(node);
      },
      [setNodeRef, setTarget],
    ),
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (isEditable && isGrip(event)) press?.(event);
    },
  };
}

/** A mouse can drag a row anywhere; touch scrolls, except on the handle. */
function isGrip({ target, pointerType }: PointerEvent): boolean {
  if (!(target instanceof Element) || target.closest('button') || !target.closest('[data-row]')) return false;
  return pointerType === 'mouse' || target.closest('[data-handle]') !== null;
}

/** Makes elements with `data-new` in a list draggable as new rows. */
export function useDragNew() {
  const { setNodeRef, listeners } = useDraggable({ id: newId });
  const press = listeners?.onPointerDown;
  return {
    ref: setNodeRef,
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.target instanceof Element && event.target.closest('[data-new]')) press?.(event);
    },
  };
}

/** Makes an element a drop target that discards rows. */
export function useDiscard() {
  const { setNodeRef, isOver } = useDroppable({ id: discardId });
  return { ref: setNodeRef, isOver };
}
