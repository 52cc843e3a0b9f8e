import { type FieldType, fieldTypes } from '@quartermaster/contract/field-types/registry.ts';
import type { Report } from '../../../shared/services/report.ts';
import type { Notify } from '../../../shared/services/services.ts';
import { createTreeDragRules } from '../../../shared/tree/edit/tree-drag-rules.ts';
import type { TreeDragRules } from '../../../shared/tree/tree-drag-state.ts';
import { canHold, type Draft } from '../model/draft.ts';
import type { Editor } from '../model/editor.ts';
import { addFields, moveFields } from '../model/edits/edits.ts';
import { newFieldId, newSettings } from '../model/edits/new-field.ts';
import type { FieldActions } from './field-actions.ts';

interface Dependencies {
  editor: Editor;
  actions: FieldActions;
  notify: Notify;
  report: Report;
}

const isFieldType = (kind: string): kind is FieldType => Object.hasOwn(fieldTypes, kind);

/** The template's rules for drags. */
export const createFieldDrag = ({ editor, actions, notify, report }: Dependencies): TreeDragRules =>
  createTreeDragRules<Draft>({
    editor,
    actions,
    notify,
    report,
    title: 'Move field',
    canHold,
    tryDrop: (draft, dragged, position) => {
      if ('ids' in dragged) moveFields(draft, dragged.ids, position);
      else if (isFieldType(dragged.kind)) {
        const settings = newSettings(draft, position.parentId, dragged.kind);
        addFields(draft, [{ id: newFieldId(), settings }], position);
      }
    },
    add: (kind, position) => {
      if (isFieldType(kind)) actions.add(kind, position);
    },
    discard: actions.askToRemove,
  });
