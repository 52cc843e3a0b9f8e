import { positionAfter, positionAfterStep, type Step } from '../tree-positions.ts';
import { ancestorsOf, childrenOf, subtreeOf, type TreePosition, topmost } from '../tree-shape.ts';
import type { EditedTree, Shaped } from './tree-editor.ts';
import { type Nouns, namesText, positionText } from './tree-texts.ts';
import type { TreeEdit } from './use-tree-edit.ts';

/** The actions of every tree that is edited, shared by mouse, keyboard and buttons. */
export interface TreeActions {
  /** The selected rows, without those nested in another selected one; if none is selected, the active row. */
  chosen: () => readonly string[];
  /** Selects rows, and expands their ancestors. */
  choose: (ids: readonly string[], active?: string | null) => void;
  move: (ids: readonly string[], position: TreePosition) => void;
  step: (step: Step, ids?: readonly string[]) => void;
  /** The position of a new row: at the end of the active row if it can have children, after any other, or at the end of the tree. */
  positionForNew: () => TreePosition;
  /** Removes rows with `remove`; the next one becomes the active row. */
  removing: (ids: readonly string[], remove: () => void) => void;
  undo: () => void;
  redo: () => void;
  setOpen: (id: string, isOpen: boolean) => void;
  setAllOpen: (isOpen: boolean) => void;
}

interface Dependencies<Draft extends Shaped> {
  editor: EditedTree<Draft>;
  edit: TreeEdit<Draft>;
  /** Announces a text to screen readers. */
  announce: (text: string) => void;
  nouns: Nouns;
  nameOf: (draft: Draft, id: string) => string;
  canHold: (draft: Draft, id: string) => boolean;
  /** Moves rows with their descendants; throws if the rules of the tree forbid it, returns the same draft if nothing moves. */
  moveRows: (draft: Draft, ids: readonly string[], position: TreePosition) => Draft;
}

/** Creates the actions of a tree. */
export function createTreeActions<Draft extends Shaped>({
  editor,
  edit,
  announce,
  nouns,
  nameOf,
  canHold,
  moveRows,
}: Dependencies<Draft>): TreeActions {
  const draft = () => editor.read(editor.draft);
  const chosen = () => {
    const { ids, active } = editor.read(editor.selection);
    if (ids.size > 0) return topmost(draft().shape, ids);
    return active === null ? [] : [active];
  };
  const openAround = (ids: readonly string[]) => {
    const closed = editor.read(editor.closed);
    for (const id of ids.flatMap((at) => ancestorsOf(draft().shape, at))) if (closed.has(id)) editor.setOpen(id, true);
  };
  const choose = (ids: readonly string[], active = editor.read(editor.selection).active) => {
    openAround(ids);
    editor.select(ids, active !== null && ids.includes(active) ? active : (ids.at(-1) ?? null));
  };
  const move = (ids: readonly string[], position: TreePosition) => {
    const before = draft();
    const title = `Move ${ids.length === 1 ? nouns.one : nouns.many}`;
    if (!edit(title, (now) => moveRows(now, ids, position))) return;
    choose(ids);
    const now = draft();
    if (now === before) return;
    const nameHere = (id: string) => nameOf(now, id);
    announce(`Moved ${namesText(ids, nameHere, nouns)} ${positionText(now.shape, ids, nameHere)}`);
  };

  // Rows inside a collapsed one are no longer visible: they are deselected, and the collapsed row becomes the active one if
  // one of them was, and is selected if nothing else is.
  const chooseShown = () => {
    const { ids, active } = editor.read(editor.selection);
    const closed = editor.read(editor.closed);
    const shownOf = (id: string) => ancestorsOf(draft().shape, id).findLast((at) => closed.has(at)) ?? id;
    const visible = [...ids].filter((id) => shownOf(id) === id);
    if (visible.length === ids.size && (active === null || shownOf(active) === active)) return;
    const next = active === null ? null : shownOf(active);
    editor.select(visible.length > 0 || next === null ? visible : [next], next);
  };
  const travel = (step: () => void, announcement: string) => {
    const before = draft().shape;
    step();
    const next = draft().shape;
    const reappeared = topmost(
      next,
      [...next.parents.keys()].filter((id) => !before.parents.has(id)),
    );
    if (reappeared.length > 0) choose(reappeared);
    announce(announcement);
  };

  return {
    chosen,
    choose,
    move,
    step: (step, ids = chosen()) => {
      const { shape } = draft();
      const [first] = ids;
      if (first === undefined) return;
      const position = positionAfterStep(shape, ids, step, (id) => canHold(draft(), id));
      if (position) return move(ids, position);
      const level = childrenOf(shape, shape.parents.get(first) ?? null);
      const above = level[level.indexOf(first) - 1];
      // Attempt the move so that the rule itself supplies the reason.
      if (step === 'in' && above !== undefined) return move(ids, { parentId: above, before: null });
      announce(blockedReason(step, nouns));
    },
    positionForNew: () => {
      const { active } = editor.read(editor.selection);
      const { shape } = draft();
      if (active === null || !shape.parents.has(active)) return { parentId: null, before: null };
      return canHold(draft(), active) ? { parentId: active, before: null } : positionAfter(shape, active);
    },
    removing: (ids, remove) => {
      const next = neighbourOf(editor, ids);
      remove();
      editor.select(next === undefined ? [] : [next], next ?? null);
    },
    undo: () => travel(editor.undo, 'Undone'),
    redo: () => travel(editor.redo, 'Redone'),
    setOpen: (id, isOpen) => {
      editor.setOpen(id, isOpen);
      if (!isOpen) chooseShown();
    },
    setAllOpen: (isOpen) => {
      editor.setAllOpen(isOpen);
      if (!isOpen) chooseShown();
    },
  };
}

/** Why a step is not possible. */
export const blockedReason = (step: Step, { one }: Nouns): string =>
  ({
    up: 'Already first at this level',
    down: 'Already last at this level',
    in: `No ${one} above to move it into`,
    out: 'Already at the top level',
  })[step];

/** The row after those to be removed, or else the one before them. */
function neighbourOf<Draft extends Shaped>(editor: EditedTree<Draft>, ids: readonly string[]): string | undefined {
  const { shape } = editor.read(editor.draft);
  const rows = editor.read(editor.rows);
  const removed = new Set(ids.flatMap((id) => subtreeOf(shape, id)));
  const at = rows.findIndex(({ id }) => removed.has(id));
  const left = ({ id }: { id: string }) => !removed.has(id);
  return (rows.slice(at).find(left) ?? rows.slice(0, Math.max(0, at)).findLast(left))?.id;
}
