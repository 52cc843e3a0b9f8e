import { type Atom, atom, type createStore } from 'jotai';
import { createTreeEditor, type TreeEditor } from '../../../shared/tree/edit/tree-editor.ts';
import { ancestorsOf } from '../../../shared/tree/tree-shape.ts';
import { isSameDraft } from './compare/same-draft.ts';
import type { Draft } from './draft.ts';
import { createProblems, type ProblemsOfDraft } from './problems.ts';

type Store = ReturnType<typeof createStore>;

/** What an edit is based on: the saved template, or the blank one at version 0. */
export interface EditorBase {
  version: number;
  draft: Draft;
}

/** A new template, a saved one, or a read-only one. */
export type EditorMode = 'create' | 'edit' | 'view';

/** One open template: its draft with the undo history, the selection, and the mode. */
export interface Editor extends TreeEditor<Draft, EditorBase>, ProblemsOfDraft {
  /** Becomes `view` when the permission to save is lost. */
  mode: EditorMode;
  /** The visible panel of the sidebar. */
  panel: Atom<Panel>;
  showPanel: (panel: Panel) => void;
  /** Expands all ancestors of a field, selects it and shows its settings. */
  reveal: (id: string) => void;
}

/** The two panels of the sidebar. */
export type Panel = 'components' | 'settings';

/** Opens a template in a store; all its state is garbage-collected with the returned editor. */
export function createEditor(store: Store, mode: EditorMode, start: EditorBase): Editor {
  const tree = createTreeEditor<Draft, EditorBase>(store, { start, isSame: isSameDraft });
  const panel = atom<Panel>('components');
  return {
    ...createProblems(store, tree.draft),
    ...tree,
    mode,
    panel,
    showPanel: (next) => store.set(panel, next),
    reveal: (id) => {
      const closed = tree.read(tree.closed);
      for (const around of ancestorsOf(tree.read(tree.draft).shape, id))
        if (closed.has(around)) tree.setOpen(around, true);
      tree.select([id]);
      store.set(panel, 'settings');
    },
  };
}
