import { type Atom, atom, type createStore } from 'jotai';
import { rowsOfTree, type TreeRow } from '../../../shared/tree/tree-rows.ts';
import { ancestorsOf } from '../../../shared/tree/tree-shape.ts';
import type { TreeSelection } from '../../../shared/tree/use-tree-interaction.ts';
import { isSameDraft } from './compare/same-draft.ts';
import type { Draft } from './draft.ts';
import { closeUndoStep, edit, type History, redo, startHistory, undo } from './history.ts';
import { createProblems, type ProblemsOfDraft } from './problems.ts';

type Store = ReturnType<typeof createStore>;

/** What an edit is based on: the saved template, or the blank one at version 0. */
export interface EditorBase {
  version: number;
  draft: Draft;
}

/** Options of an edit of the draft. */
export interface EditOptions {
  /** Consecutive edits with the same value become one undo step. */
  about?: string;
  /** Fields to select after the edit. */
  select?: readonly string[];
}

/** A new template, a saved one, or a read-only one. */
export type EditorMode = 'create' | 'edit' | 'view';

/** One open template: its draft with the undo history, the selection, and the mode. */
export interface Editor extends ProblemsOfDraft {
  /** `view` from the moment on in which the permission to save is lost. */
  mode: EditorMode;
  base: Atom<EditorBase>;
  draft: Atom<Draft>;
  canUndo: Atom<boolean>;
  canRedo: Atom<boolean>;
  isDirty: Atom<boolean>;
  /** The visible rows of the tree; the same list as long as nothing moves. */
  rows: Atom<readonly TreeRow[]>;
  closed: Atom<ReadonlySet<string>>;
  selection: Atom<TreeSelection>;
  /** The visible panel of the sidebar. */
  panel: Atom<Panel>;
  read: <T>(source: Atom<T>) => T;
  /** Changes the draft; rethrows what `change` throws, and then nothing has changed. */
  edit: (change: (draft: Draft) => Draft, options?: EditOptions) => void;
  undo: () => void;
  redo: () => void;
  /** Ends the current undo step; called when an input loses the focus. */
  closeUndoStep: () => void;
  select: (ids: Iterable<string>, active?: string | null) => void;
  showPanel: (panel: Panel) => void;
  setOpen: (id: string, isOpen: boolean) => void;
  setAllOpen: (isOpen: boolean) => void;
  /** Expands all ancestors of a field, selects it and shows its settings. */
  reveal: (id: string) => void;
  /** Resets the editor to another saved version, optionally with a draft on top of it; starts a new history. */
  startFrom: (base: EditorBase, draft?: Draft) => void;
}

/** The two panels of the sidebar. */
export type Panel = 'components' | 'settings';

const nothing: TreeSelection = { ids: new Set(), active: null };

/** Opens a template in a store; all its state is garbage-collected with the returned editor. */
export function createEditor(store: Store, mode: EditorMode, start: EditorBase, first: Draft = start.draft): Editor {
  const base = atom(start);
  const history = atom(startOn(start.draft, first));
  const draft = atom((get) => get(history).present);
  const shape = atom((get) => get(draft).shape);
  const closed = atom<ReadonlySet<string>>(new Set<string>());
  const selection = atom(nothing);
  const panel = atom<Panel>('components');

  /** Sets the history, and removes fields that no longer exist from the selection. */
  const setHistory = (next: History<Draft>) => {
    store.set(history, next);
    const { ids, active } = store.get(selection);
    const { settings } = next.present;
    if ([...ids].every((id) => settings.has(id)) && (active === null || settings.has(active))) return;
    const left = [...ids].filter((id) => settings.has(id));
    store.set(selection, {
      ids: new Set(left),
      active: active !== null && settings.has(active) ? active : (left[0] ?? null),
    });
  };
  const select: Editor['select'] = (ids, active) => {
    const chosen = new Set(ids);
    store.set(selection, { ids: chosen, active: active === undefined ? ([...chosen].at(-1) ?? null) : active });
  };
  const open = (ids: readonly string[]) => {
    const hidden = store.get(closed);
    if (ids.some((id) => hidden.has(id))) store.set(closed, new Set([...hidden].filter((id) => !ids.includes(id))));
  };

  return {
    ...createProblems(store, draft),
    mode,
    base,
    draft,
    closed,
    selection,
    panel,
    canUndo: atom((get) => get(history).past.length > 0),
    canRedo: atom((get) => get(history).future.length > 0),
    isDirty: atom((get) => !isSameDraft(get(draft), get(base).draft)),
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
    showPanel: (next) => store.set(panel, next),
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
    reveal: (id) => {
      open(ancestorsOf(store.get(draft).shape, id));
      select([id]);
      store.set(panel, 'settings');
    },
    startFrom: (next, own = next.draft) => {
      store.set(base, next);
      setHistory(startOn(next.draft, own));
    },
  };
}

// A restored draft can be undone back to its base.
const startOn = (saved: Draft, draft: Draft): History<Draft> => edit(startHistory(saved), draft);
