import { type Atom, atom, type createStore } from 'jotai';
import { rowsOfTree, type TreeRow } from '../tree-rows.ts';
import type { TreeShape } from '../tree-shape.ts';
import type { TreeSelection } from '../use-tree-interaction.ts';
import { closeUndoStep, edit, type History, redo, startHistory, undo } from './history.ts';

type Store = ReturnType<typeof createStore>;

/** A draft that is edited as a tree. Immutable; an edit keeps the identity of everything that it does not change. */
export interface Shaped {
  readonly shape: TreeShape;
}

/** Options of an edit of the draft. */
export interface EditOptions {
  /** Consecutive edits with the same value become one undo step. */
  about?: string;
  /** Rows to select after the edit. */
  select?: readonly string[];
}

/** A tree that is being edited: its draft with the undo history, and the selection. */
export interface EditedTree<Draft extends Shaped> {
  draft: Atom<Draft>;
  canUndo: Atom<boolean>;
  canRedo: Atom<boolean>;
  isDirty: Atom<boolean>;
  /** The visible rows of the tree; the same list as long as nothing moves. */
  rows: Atom<readonly TreeRow[]>;
  closed: Atom<ReadonlySet<string>>;
  selection: Atom<TreeSelection>;
  read: <T>(source: Atom<T>) => T;
  /** Changes the draft; rethrows what `change` throws, and then nothing has changed. */
  edit: (change: (draft: Draft) => Draft, options?: EditOptions) => void;
  undo: () => void;
  redo: () => void;
  /** Ends the current undo step; called when an input loses the focus. */
  closeUndoStep: () => void;
  select: (ids: Iterable<string>, active?: string | null) => void;
  setOpen: (id: string, isOpen: boolean) => void;
  setAllOpen: (isOpen: boolean) => void;
}

/** An edited tree, and the saved version that the edit is based on. */
export interface TreeEditor<Draft extends Shaped, Base extends { draft: Draft }> extends EditedTree<Draft> {
  base: Atom<Base>;
  /** Resets the editor to another saved version, optionally with a draft on top of it; starts a new history. */
  startFrom: (base: Base, draft?: Draft) => void;
}

const noSelection: TreeSelection = { ids: new Set(), active: null };

/** Opens a tree in a store; all its state is garbage-collected with the returned editor. */
export function createTreeEditor<Draft extends Shaped, Base extends { draft: Draft }>(
  store: Store,
  { start, isSame }: { start: Base; isSame: (a: Draft, b: Draft) => boolean },
): TreeEditor<Draft, Base> {
  const base = atom(start);
  const history = atom(startHistory(start.draft));
  const draft = atom((get) => get(history).present);
  const shape = atom((get) => get(draft).shape);
  const closed = atom<ReadonlySet<string>>(new Set<string>());
  const selection = atom(noSelection);

  /** Sets the history, and removes rows that no longer exist from the selection. */
  const setHistory = (next: History<Draft>) => {
    store.set(history, next);
    const { ids, active } = store.get(selection);
    const { parents } = next.present.shape;
    if ([...ids].every((id) => parents.has(id)) && (active === null || parents.has(active))) return;
    const left = [...ids].filter((id) => parents.has(id));
    store.set(selection, {
      ids: new Set(left),
      active: active !== null && parents.has(active) ? active : (left[0] ?? null),
    });
  };
  const select: EditedTree<Draft>['select'] = (ids, active) => {
    const chosen = new Set(ids);
    store.set(selection, { ids: chosen, active: active === undefined ? ([...chosen].at(-1) ?? null) : active });
  };

  return {
    base,
    draft,
    closed,
    selection,
    canUndo: atom((get) => get(history).past.length > 0),
    canRedo: atom((get) => get(history).future.length > 0),
    isDirty: atom((get) => !isSame(get(draft), get(base).draft)),
    rows: atom((get) => rowsOfTree(get(shape), get(closed))),
    read: (source) => store.get(source),
    edit: (change, { about, select: chosen } = {}) => {
      const before = store.get(history);
      setHistory(edit(before, change(before.present), about));
      if (chosen) select(chosen);
    },
    undo: () => setHistory(undo(store.get(history))),
    redo: () => setHistory(redo(store.get(history))),
    closeUndoStep: () => store.set(history, closeUndoStep(store.get(history))),
    select,
    setOpen: (id, isOpen) => {
      const hidden = new Set(store.get(closed));
      if (isOpen) hidden.delete(id);
      else hidden.add(id);
      store.set(closed, hidden);
    },
    setAllOpen: (isOpen) => {
      const groups = [...store.get(shape).children.keys()].filter((id) => id !== null);
      store.set(closed, new Set(isOpen ? [] : groups));
    },
    startFrom: (next, draft = next.draft) => {
      store.set(base, next);
      setHistory(startOn(next.draft, draft));
    },
  };
}

// A restored draft can be undone back to its base.
const startOn = <Draft>(saved: Draft, draft: Draft): History<Draft> => edit(startHistory(saved), draft);
