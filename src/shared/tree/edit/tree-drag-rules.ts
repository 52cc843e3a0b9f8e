import type { Report } from '../../services/report.ts';
import type { Notify } from '../../services/services.ts';
import { showUnexpected, unexpectedError } from '../../services/show-unexpected.ts';
import type { Dragged, TreeDragRules } from '../tree-drag-state.ts';
import { type TreePosition, topmost } from '../tree-shape.ts';
import { EditRefusedError } from './edit-refused-error.ts';
import type { TreeActions } from './tree-actions.ts';
import type { EditedTree, Shaped } from './tree-editor.ts';

interface Dependencies<Draft extends Shaped> {
  editor: EditedTree<Draft>;
  actions: Pick<TreeActions, 'move' | 'setOpen'>;
  notify: Notify;
  report: Report;
  /** The title of the toast with the reason why a drop was refused. */
  title: string;
  canHold: (draft: Draft, id: string) => boolean;
  /** Throws if the rules of the tree forbid the drop. */
  tryDrop: (draft: Draft, dragged: Dragged, position: TreePosition) => void;
  /** Adds a new row of a kind. */
  add: (kind: string, position: TreePosition) => void;
  discard: (ids: readonly string[]) => void;
}

/** An edited tree's rules for drags. */
export function createTreeDragRules<Draft extends Shaped>({
  editor,
  actions,
  notify,
  report,
  title,
  canHold,
  tryDrop,
  add,
  discard,
}: Dependencies<Draft>): TreeDragRules {
  const draft = () => editor.read(editor.draft);
  let unexpected: unknown;
  return {
    rows: () => editor.read(editor.rows),
    canHold: (id) => canHold(draft(), id),
    grab: (id) => {
      const { ids } = editor.read(editor.selection);
      if (ids.has(id)) return topmost(draft().shape, ids);
      editor.select([id], id);
      return [id];
    },
    // Tried on a copy of the draft, at each position that the pointer passes.
    refusal: (dragged, position) => {
      unexpected = undefined;
      try {
        tryDrop(draft(), dragged, position);
        return undefined;
      } catch (error) {
        if (error instanceof EditRefusedError) return error.message;
        unexpected = error;
        return unexpectedError;
      }
    },
    open: (id) => actions.setOpen(id, true),
    drop: (dragged, position) => {
      if ('ids' in dragged) actions.move(dragged.ids, position);
      else add(dragged.kind, position);
    },
    refuse: (reason) => {
      if (unexpected === undefined) notify.error(title, reason);
      else showUnexpected({ notify, report }, title, unexpected);
    },
    discard,
  };
}
