import { atom, type createStore, type PrimitiveAtom } from 'jotai';
import { type DragOrigin, type DropProjection, projectDrop, type TreePoint, withDescendants } from './tree-drop.ts';
import type { TreeRow } from './tree-rows.ts';
import type { TreePosition } from './tree-shape.ts';

/** What is being dragged: rows of the tree, or a new row of a kind. */
export type Dragged = { ids: readonly string[] } | { kind: string };

/** What a tree with drag and drop must provide. */
export interface TreeDragRules {
  rows: () => readonly TreeRow[];
  canHold: (id: string) => boolean;
  /** The ids that are dragged when this row is picked up. */
  grab: (id: string) => readonly string[];
  /** Why the dragged rows cannot be dropped at a position; undefined if they can. */
  refusal: (dragged: Dragged, position: TreePosition) => string | undefined;
  /** Expands a collapsed row that a drag hovers over. */
  open: (id: string) => void;
  drop: (dragged: Dragged, position: TreePosition) => void;
  /** Called for a drop that the rules forbid. */
  refuse: (reason: string) => void;
  discard: (ids: readonly string[]) => void;
  /** Called when a drag begins and once it has ended in any way, after a drop was carried out. */
  onDragging?: (isDragging: boolean) => void;
}

/** Where a drop would go, and why it is refused, if it is. */
export interface DropTarget extends Omit<DropProjection, 'over'> {
  reason: string | undefined;
}

/** The state of a drag in a tree. Components subscribe to single atoms, so that a move re-renders nothing else. */
export interface TreeDragState {
  dragged: PrimitiveAtom<Dragged | null>;
  /** The dragged rows with their visible descendants. */
  draggedRows: PrimitiveAtom<ReadonlySet<string>>;
  target: PrimitiveAtom<DropTarget | null>;
  start: (dragged: Dragged, from: DragOrigin | null) => void;
  /** Reports the pointer's position; `null` outside the tree. */
  move: (point: TreePoint | null) => void;
  /** Ends the drag; without `isDropped` it is cancelled. */
  end: (isDropped: boolean, isDiscarded: boolean) => void;
}

/** How long, in milliseconds, a drag must hover over a collapsed row until it expands. */
const openDelay = 800;
const none: ReadonlySet<string> = new Set();

/** Creates the drag state of one tree. */
export function createTreeDrag(store: ReturnType<typeof createStore>, rules: TreeDragRules): TreeDragState {
  const dragged = atom<Dragged | null>(null);
  const draggedRows = atom(none);
  const target = atom<DropTarget | null>(null);
  let from: DragOrigin | null = null;
  let last: TreePoint | null = null;
  let resting: { id: string; timer: ReturnType<typeof setTimeout> } | undefined;

  const leave = () => {
    clearTimeout(resting?.timer);
    resting = undefined;
  };
  const restOn = (row: TreeRow | undefined) => {
    if (resting?.id === row?.id) return;
    leave();
    if (!row?.hasChildren || row.isOpen || store.get(draggedRows).has(row.id)) return;
    const { id } = row;
    const open = () => {
      rules.open(id);
      resting = undefined;
      move(last);
    };
    resting = { id, timer: setTimeout(open, openDelay) };
  };
  const show = (what: Dragged, { over, ...next }: DropProjection) => {
    restOn(over);
    const before = store.get(target);
    if (before && before.gap === next.gap && before.depth === next.depth && isSamePlace(before.position, next.position))
      return;
    store.set(target, { ...next, reason: rules.refusal(what, next.position) });
  };
  const move = (point: TreePoint | null) => {
    last = point;
    const what = store.get(dragged);
    if (what && point) {
      show(what, projectDrop(rules.rows(), store.get(draggedRows), from, point, rules.canHold));
      return;
    }
    leave();
    if (store.get(target)) store.set(target, null);
  };

  return {
    dragged,
    draggedRows,
    target,
    move,
    start: (what, pickedUp) => {
      from = pickedUp;
      store.set(draggedRows, 'ids' in what ? withDescendants(rules.rows(), what.ids) : none);
      store.set(dragged, what);
      rules.onDragging?.(true);
    },
    end: (isDropped, isDiscarded) => {
      const what = store.get(dragged);
      const to = store.get(target);
      leave();
      store.set(dragged, null);
      store.set(draggedRows, none);
      store.set(target, null);
      if (what && isDropped) {
        if (isDiscarded && 'ids' in what) rules.discard(what.ids);
        else if (to?.reason !== undefined) rules.refuse(to.reason);
        else if (to) rules.drop(what, to.position);
      }
      rules.onDragging?.(false);
    },
  };
}

const isSamePlace = (a: TreePosition, b: TreePosition): boolean => a.parentId === b.parentId && a.before === b.before;
