import type { Template } from '@quartermaster/contract/endpoints/templates.ts';
import { emptyShape } from '../../../shared/tree/tree-shape.ts';
import { type Draft, draftOf, fieldsOf, savedPositions } from './draft.ts';
import type { EditorBase } from './editor.ts';
import { newFieldId } from './edits/new-field.ts';

/** A template without fields. */
export const blankDraft: Draft = { id: '', label: '', settings: new Map(), shape: emptyShape, saved: new Map() };

/** The base of a new template. */
export const blankBase: EditorBase = { version: 0, draft: blankDraft };

/** The base for editing a saved template. */
export const baseOf = ({ id, header, fields }: Template): EditorBase => ({
  version: header.version,
  draft: draftOf({ id, label: header.label, fields }, savedPositions(fields)),
});

/** A new template with the fields of another one, whose ids are made of their names when it is saved. */
export function copyOf({ header, fields }: Template): EditorBase {
  const draft = draftOf({ id: '', label: `Copy of ${header.label}`.slice(0, 64), fields });
  const ids = new Map<string | null, string>(fieldsOf(draft).map(({ id }) => [id, newFieldId()]));
  const copied = fieldsOf(draft).map(({ id, parentId, ...field }) => ({
    ...field,
    id: ids.get(id) ?? id,
    parentId: ids.get(parentId) ?? null,
  }));
  return { version: 0, draft: draftOf({ ...draft, fields: copied }) };
}
