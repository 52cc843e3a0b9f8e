import { type FieldType, fieldTypes } from '@quartermaster/contract/field-types/registry.ts';
import type { Report } from '../../../shared/services/report.ts';
import type { Notify } from '../../../shared/services/services.ts';
import { showUnexpected, unexpectedError } from '../../../shared/services/show-unexpected.ts';
import type { TreeDragRules } from '../../../shared/tree/tree-drag-state.ts';
import { topmost } from '../../../shared/tree/tree-shape.ts';
import { canHold } from '../model/draft.ts';
import type { Editor } from '../model/editor.ts';
import { addFields, EditRefusedError, moveFields } from '../model/edits/edits.ts';
import { newFieldId, newSettings } from '../model/edits/new-field.ts';
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
    refusal: (dragged, place) => {
      unexpected = undefined;
      try {
        if ('ids' in dragged) moveFields(draft(), dragged.ids, place);
        else if (isFieldType(dragged.kind)) {
          const settings = newSettings(draft(), place.parentId, dragged.kind);
          addFields(draft(), [{ id: newFieldId(), settings }], place);
        }
        return undefined;
      } catch (error) {
        if (error instanceof EditRefusedError) return error.message;
        unexpected = error;
        return unexpectedError;
      }
    },
    open: (id) => actions.setOpen(id, true),
    drop: (dragged, place) => {
      if ('ids' in dragged) actions.move(dragged.ids, place);
      else if (isFieldType(dragged.kind)) actions.add(dragged.kind, place);
    },
    refuse: (reason) => {
      if (unexpected === undefined) notify.error(title, reason);
      else showUnexpected({ notify, report }, title, unexpected);
    },
    discard: actions.askToRemove,
  };
}
