import { type FieldType, fieldTypes } from '@quartermaster/contract/field-types/registry.ts';
import type { Notify } from '../../../shared/services/services.ts';
import { nameOf } from '../../../shared/template-changes/template-state.ts';
import { positionAfter, positionAfterStep, type Step } from '../../../shared/tree/tree-positions.ts';
import { ancestorsOf, childrenOf, subtreeOf, type TreePosition, topmost } from '../../../shared/tree/tree-shape.ts';
import { count } from '../../../shared/ui/count.ts';
import { canHold, type Draft } from '../model/draft.ts';
import type { EditOptions, Editor } from '../model/editor.ts';
import { addFields, duplicateField, EditRefusedError, moveFields, removeFields } from '../model/edits/edits.ts';
import { newFieldId, newSettings } from '../model/edits/new-field.ts';
import { namesOf, positionText } from './field-texts.ts';

/** The actions of the Fields tab, shared by mouse, keyboard and buttons. */
export interface FieldActions {
  /** The selected fields, without those nested in another selected one; if none is selected, the active field. */
  chosen: () => readonly string[];
  add: (type: FieldType, place?: TreePosition) => void;
  move: (ids: readonly string[], place: TreePosition) => void;
  step: (step: Step, ids?: readonly string[]) => void;
  duplicate: (ids?: readonly string[]) => void;
  askToRemove: (ids?: readonly string[]) => void;
  remove: (ids: readonly string[]) => void;
  undo: () => void;
  redo: () => void;
  setOpen: (id: string, isOpen: boolean) => void;
  setAllOpen: (isOpen: boolean) => void;
}

interface Dependencies {
  editor: Editor;
  edit: (title: string, change: (draft: Draft) => Draft, options?: EditOptions) => boolean;
  notify: Notify;
  /** Announces a text to screen readers. */
  announce: (text: string) => void;
  /** Asks for confirmation before these fields are removed. */
  confirmRemoval: (ids: readonly string[]) => void;
  /** Shows in a dialog that a removal failed. */
  showFailure: (error: unknown) => void;
  focusTree: () => void;
}

export function createFieldActions({
  editor,
  edit,
  notify,
  announce,
  confirmRemoval,
  showFailure,
  focusTree,
}: Dependencies): FieldActions {
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
  const move = (ids: readonly string[], place: TreePosition) => {
    const before = draft();
    if (!edit(ids.length === 1 ? 'Move field' : 'Move fields', (now) => moveFields(now, ids, place))) return;
    choose(ids);
    if (draft() !== before) announce(`Moved ${namesOf(draft(), ids)} ${positionText(draft(), ids)}`);
  };

  // Fields inside a collapsed group are no longer visible: they are deselected, and the group becomes the active field if
  // one of them was, and is selected if nothing else is.
  const chooseShown = () => {
    const { ids, active } = editor.read(editor.selection);
    const closed = editor.read(editor.closed);
    const shownOf = (id: string) => ancestorsOf(draft().shape, id).findLast((at) => closed.has(at)) ?? id;
    const shown = [...ids].filter((id) => shownOf(id) === id);
    if (shown.length === ids.size && (active === null || shownOf(active) === active)) return;
    const next = active === null ? null : shownOf(active);
    editor.select(shown.length > 0 || next === null ? shown : [next], next);
  };
  const reportRefusedRemoval = (error: unknown) => {
    if (error instanceof EditRefusedError) notify.error('Remove field', error.message);
    else showFailure(error);
  };
  const travel = (step: () => void, announcement: string) => {
    const { settings: before, shape } = draft();
    step();
    const { settings, shape: next } = draft();
    const reappeared = topmost(
      next,
      [...settings.keys()].filter((id) => !before.has(id)),
    );
    if (reappeared.length > 0 && shape !== next) choose(reappeared);
    announce(announcement);
  };

  return {
    chosen,
    add: (type, place = positionForNew(draft(), editor.read(editor.selection).active)) => {
      const id = newFieldId();
      const settings = newSettings(draft(), place.parentId, type);
      if (!edit('Add field', (now) => addFields(now, [{ id, settings }], place))) return;
      choose([id], id);
      announce(`Added ${fieldTypes[type].label} ${positionText(draft(), [id])}`);
    },
    move,
    step: (step, ids = chosen()) => {
      const { shape } = draft();
      const [first] = ids;
      if (first === undefined) return;
      const place = positionAfterStep(shape, ids, step, (id) => canHold(draft(), id));
      if (place) return move(ids, place);
      const above = siblingAbove(draft(), first);
      // Attempt the move so that the rule itself supplies the reason.
      if (step === 'in' && above !== undefined) return move(ids, { parentId: above, before: null });
      announce(blockedReasons[step]);
    },
    duplicate: (ids = chosen()) => {
      const copies: string[] = [];
      const change = (now: Draft) =>
        ids.reduce((next, id) => {
          const [copied, copy] = duplicateField(next, id);
          copies.push(copy);
          return copied;
        }, now);
      if (ids.length === 0 || !edit('Duplicate field', change)) return;
      const names = namesOf(draft(), ids);
      choose(copies);
      announce(`Copied ${names} ${positionText(draft(), copies)}`);
    },
    askToRemove: (ids = chosen()) => {
      if (ids.length === 0) return;
      focusTree();
      try {
        removeFields(draft(), ids);
      } catch (error) {
        return reportRefusedRemoval(error);
      }
      confirmRemoval(ids);
    },
    remove: (ids) => {
      const next = neighbourOf(editor, ids);
      try {
        // Not `edit`: a failure is shown in a dialog, not a toast.
        editor.edit((now) => removeFields(now, ids));
      } catch (error) {
        return reportRefusedRemoval(error);
      }
      editor.select(next === undefined ? [] : [next], next ?? null);
      notify.success(ids.length === 1 ? 'Field removed' : `${count(ids.length, 'field')} removed`);
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

/** Announced if a step is not possible. */
export const blockedReasons: Record<Step, string> = {
  up: 'Already first at this level',
  down: 'Already last at this level',
  in: 'No field above to move it into',
  out: 'Already at the top level',
};

/** At the end of the active group, after any other active field, or at the end of the template if none is active. */
function positionForNew(draft: Draft, active: string | null): TreePosition {
  if (active === null || !draft.settings.has(active)) return { parentId: null, before: null };
  return canHold(draft, active) ? { parentId: active, before: null } : positionAfter(draft.shape, active);
}

function siblingAbove({ shape }: Draft, id: string): string | undefined {
  const level = childrenOf(shape, shape.parents.get(id) ?? null);
  return level[level.indexOf(id) - 1];
}

/** The row after the fields to be removed, or else the one before them. */
function neighbourOf(editor: Editor, ids: readonly string[]): string | undefined {
  const { shape } = editor.read(editor.draft);
  const rows = editor.read(editor.rows);
  const gone = new Set(ids.flatMap((id) => subtreeOf(shape, id)));
  const at = rows.findIndex(({ id }) => gone.has(id));
  const left = ({ id }: { id: string }) => !gone.has(id);
  return (rows.slice(at).find(left) ?? rows.slice(0, Math.max(0, at)).findLast(left))?.id;
}

/** The number of fields nested in these. */
export const descendantCount = ({ shape }: Draft, ids: readonly string[]): number =>
  ids.reduce((sum, id) => sum + subtreeOf(shape, id).length - 1, 0);

/** A field and the number of fields nested in it, as text. */
export function describeWithDescendants(draft: Draft, id: string): string {
  const inner = descendantCount(draft, [id]);
  if (inner === 0) return nameOf(draft, id);
  return `${nameOf(draft, id)}, with ${inner === 1 ? 'the field' : count(inner, 'field')} inside`;
}
