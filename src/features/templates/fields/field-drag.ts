import { type FieldType, fieldTypes } from '@quartermaster/contract/field-types/registry.ts';
import type { Report } from '../../../shared/services/report.ts';
import type { Notify } from '../../../shared/services/services.ts';
import type { TreeDragRules } from '../../../shared/tree/tree-drag-state.ts';
import { topmost } from '../../../shared/tree/tree-shape.ts';
import { canHold } from '../model/draft.ts';
import type { Editor } from '../model/editor.ts';
import { addFields, EditRefusedError, moveFields } from '../model/edits/edits.ts';
import { newFieldId, newSettings } from '../model/edits/new-field.ts';
import { unexpectedError } from '../model/use-edit.ts';
import type { FieldActions } from './field-actions.ts';

interface Dependencies {
  editor: Editor;
  actions: FieldActions;
  notify: Notify;
  report: Report;
}

const title = 'Move field';

const isFieldType = (kind: string): kind is FieldType => Object.hasOwn(fieldTypes, kind);

/** What the rules of a template say of drags. */
export function createFieldDrag({ editor, actions, notify, report }: Dependencies): TreeDragRules {
  const draft = () => editor.read(editor.draft);
  return {
    rows: () => editor.read(editor.rows),
    canHold: (id) => canHold(draft(), id),
    grab: (id) => {
      const { ids } = editor.read(editor.selection);
      if (ids.has(id)) return topmost(draft().shape, ids);
      editor.select([id], id);
      return [id];
    },
    // Tried on a draft that stays as it is.
    refusal: (dragged, place) => {
      try {
        if ('ids' in dragged) moveFields(draft(), dragged.ids, place);
        else if (isFieldType(dragged.kind)) {
          const settings = newSettings(draft(), place.parentId, dragged.kind);
          addFields(draft(), [{ id: newFieldId(), settings }], place);
        }
        return undefined;
      } catch (error) {
        if (error instanceof EditRefusedError) return error.message;
        report(error, { operation: title });
        return unexpectedError;
      }
    },
    open: (id) => actions.setOpen(id, true),
    drop: (dragged, place) => {
      if ('ids' in dragged) actions.move(dragged.ids, place);
      else if (isFieldType(dragged.kind)) actions.add(dragged.kind, place);
    },
    refuse: (reason) => notify.error(title, reason),
    discard: actions.askToRemove,
  };
}
