import { atom, type createStore, type PrimitiveAtom } from 'jotai';
import { type PickedUp, type Projection, projectDrop, type TreePoint, withInner } from './tree-drop.ts';
import type { TreeRow } from './tree-rows.ts';
import type { Place } from './tree-shape.ts';

/** What is on its way: lines of the tree, or something new of a kind. */
export type Dragged = { ids: readonly string[] } | { kind: string };

/** What a tree that can be dragged in has to say. */
export interface TreeDragRules {
  rows: () => readonly TreeRow[];
  canHold: (id: string) => boolean;
  /** Which lines go along when one is picked up. */
  grab: (id: string) => readonly string[];
  /** Why something cannot go to a place, or nothing. */
  refusal: (dragged: Dragged, place: Place) => string | undefined;
  /** Opens a line that a drag rests on. */
  open: (id: string) => void;
  drop: (dragged: Dragged, place: Place) => void;
  /** A drop where the rules forbid it. */
  refuse: (reason: string) => void;
  discard: (ids: readonly string[]) => void;
}

/** Where a drop would go, and why it cannot. */
export interface DropTarget extends Omit<Projection, 'over'> {
  reason: string | undefined;
}

/** A drag in a tree. The parts that show it read the atoms, so that a move draws nothing else. */
export interface TreeDragState {
  dragged: PrimitiveAtom<Dragged | null>;
  /** The lines that are on their way, with those that lie in them. */
  lines: PrimitiveAtom<ReadonlySet<string>>;
  target: PrimitiveAtom<DropTarget | null>;
  start: (dragged: Dragged, from: PickedUp | null) => void;
  /** The pointer is at a point of the tree, or somewhere else. */
  move: (point: TreePoint | null) => void;
  /** Ends the drag; without `isDropped` nothing comes of it. */
  end: (isDropped: boolean, isDiscarded: boolean) => void;
}

/** Milliseconds after which a closed line opens under a drag. */
const openDelay = 800;
const none: ReadonlySet<string> = new Set();

/** The state of the drags of one tree. */
export function createTreeDrag(store: ReturnType<typeof createStore>, rules: TreeDragRules): TreeDragState {
  const dragged = atom<Dragged | null>(null);
  const lines = atom(none);
  const target = atom<DropTarget | null>(null);
  let from: PickedUp | null = null;
  let last: TreePoint | null = null;
  let resting: { id: string; timer: ReturnType<typeof setTimeout> } | undefined;

  const leave = () => {
    clearTimeout(resting?.timer);
    resting = undefined;
  };
  const restOn = (row: TreeRow | undefined) => {
    if (resting?.id === row?.id) return;
    leave();
    if (!row?.hasChildren || row.isOpen || store.get(lines).has(row.id)) return;
    const { id } = row;
    const open = () => {
      rules.open(id);
      resting = undefined;
      move(last);
    };
    resting = { id, timer: setTimeout(open, openDelay) };
  };
  const show = (what: Dragged, { over, ...next }: Projection) => {
    restOn(over);
    const before = store.get(target);
    if (before && before.gap === next.gap && before.depth === next.depth && isSamePlace(before.place, next.place))
      return;
    store.set(target, { ...next, reason: rules.refusal(what, next.place) });
  };
  const move = (point: TreePoint | null) => {
    last = point;
    const what = store.get(dragged);
    if (what && point) {
      show(what, projectDrop(rules.rows(), store.get(lines), from, point, rules.canHold));
      return;
    }
    leave();
    if (store.get(target)) store.set(target, null);
  };

  return {
    dragged,
    lines,
    target,
    move,
    start: (what, pickedUp) => {
      from = pickedUp;
      store.set(lines, 'ids' in what ? withInner(rules.rows(), what.ids) : none);
      store.set(dragged, what);
    },
    end: (isDropped, isDiscarded) => {
      const what = store.get(dragged);
      const to = store.get(target);
      leave();
      store.set(dragged, null);
      store.set(lines, none);
      store.set(target, null);
      if (!what || !isDropped) return;
      if (isDiscarded && 'ids' in what) rules.discard(what.ids);
      else if (to?.reason !== undefined) rules.refuse(to.reason);
      else if (to) rules.drop(what, to.place);
    },
  };
}

const isSamePlace = (a: Place, b: Place): boolean => a.parentId === b.parentId && a.before === b.before;
