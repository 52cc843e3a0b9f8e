import { type FieldType, fieldTypes } from '@quartermaster/contract/field-types/registry.ts';
import type { Notify } from '../../../shared/services/services.ts';
import { nameOf } from '../../../shared/template-changes/template-state.ts';
import { EditRefusedError } from '../../../shared/tree/edit/edit-refused-error.ts';
import { createTreeActions, type TreeActions } from '../../../shared/tree/edit/tree-actions.ts';
import type { TreeEdit } from '../../../shared/tree/edit/use-tree-edit.ts';
import { subtreeOf, type TreePosition } from '../../../shared/tree/tree-shape.ts';
import { count } from '../../../shared/ui/count.ts';
import { canHold, type Draft } from '../model/draft.ts';
import type { Editor } from '../model/editor.ts';
import { addFields, duplicateField, moveFields, removeFields } from '../model/edits/edits.ts';
import { newFieldId, newSettings } from '../model/edits/new-field.ts';
import { placeOfNew } from '../model/edits/with-shapes.ts';
import { fieldNouns, namesOf, positionText } from './field-texts.ts';

/** The actions of the Fields tab, shared by mouse, keyboard and buttons. */
export interface FieldActions extends TreeActions {
  /** Returns false if the rules of the template forbid it. */
  add: (type: FieldType, position?: TreePosition) => boolean;
  duplicate: (ids?: readonly string[]) => void;
  askToRemove: (ids?: readonly string[]) => void;
  remove: (ids: readonly string[]) => void;
}

interface Dependencies {
  editor: Editor;
  /** The source language of the project, if it has languages. */
  sourceLanguage?: () => string | undefined;
  edit: TreeEdit<Draft>;
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
  sourceLanguage,
  editor,
  edit,
  notify,
  announce,
  confirmRemoval,
  showFailure,
  focusTree,
}: Dependencies): FieldActions {
  const draft = () => editor.read(editor.draft);
  const tree = createTreeActions<Draft>({
    editor,
    edit,
    announce,
    nouns: fieldNouns,
    nameOf,
    canHold,
    moveRows: moveFields,
  });
  const { chosen, choose } = tree;
  const reportRefusedRemoval = (error: unknown) => {
    if (error instanceof EditRefusedError) notify.error('Remove field', error.message);
    else showFailure(error);
  };

  return {
    ...tree,
    add: (type, position = placeOfNew(draft(), type, tree.positionForNew())) => {
      const id = newFieldId();
      const settings = newSettings(draft(), position.parentId, type, sourceLanguage?.());
      if (!edit('Add field', (now) => addFields(now, [{ id, settings }], position))) return false;
      choose([id], id);
      announce(`Added ${fieldTypes[type].label} ${positionText(draft(), [id])}`);
      return true;
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
      try {
        // Not `edit`: a failure is shown in a dialog, not a toast.
        tree.removing(ids, () => editor.edit((now) => removeFields(now, ids)));
      } catch (error) {
        return reportRefusedRemoval(error);
      }
      notify.success(ids.length === 1 ? 'Field removed' : `${count(ids.length, 'field')} removed`);
    },
  };
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
