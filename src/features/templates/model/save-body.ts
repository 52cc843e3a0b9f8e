import { type FieldStatus, fieldStatus } from '@quartermaster/contract/content/item-fields.ts';
import type { Input } from '@quartermaster/contract/endpoints/endpoint.ts';
import type { templates } from '@quartermaster/contract/endpoints/templates.ts';
import type { TemplateChanges } from '../../../shared/template-changes/template-changes.ts';
import { type Draft, fieldsOf, toSavedFields } from './draft.ts';
import type { EditorBase } from './editor.ts';
import { isConverted } from './edits/convert-field.ts';
import { type Problems, pathOf } from './problems.ts';

/** The body of a save and of its dry run. */
export type SaveBody = Input<typeof templates.save>['body'];

/** Converts a draft to the body of a save: all fields, changed ones with their status, removed ones last. */
export function toSaveBody(base: EditorBase, draft: Draft, changes: TemplateChanges): SaveBody {
  const status = new Map<string, FieldStatus>([
    ...changes.updated.map(({ id }) => [id, fieldStatus.updated] as const),
    ...changes.added.map(({ id }) => [id, fieldStatus.added] as const),
  ]);
  const removed = new Set(changes.removed.map(({ id }) => id));
  const remaining = toSavedFields(draft).map((field) => {
    const change = status.get(field.id);
    if (!change) return field;
    // The dialog of the save shows what becomes of the values before it is confirmed.
    return { ...field, status: change, ...(isConverted(base.draft, draft, field.id) && { converts: true }) };
  });
  const deleted = fieldsOf(base.draft)
    .filter(({ id }) => removed.has(id))
    .map((field) => ({ ...field, status: fieldStatus.removed }));
  return {
    id: draft.id,
    label: draft.label.trim(),
    version: base.version,
    // A saved template has no fields of unsavable types, except for the reserved template, which cannot be edited.
    fields: [...remaining, ...deleted] as SaveBody['fields'],
  };
}

/** Maps the server's errors to paths in the draft, and returns those that cannot be mapped. */
export function placeErrors(body: SaveBody, errors: Problems): { placed: Problems; unplaced: string[] } {
  const placed: Record<string, string> = {};
  const unplaced: string[] = [];
  for (const [path, message] of Object.entries(errors)) {
    const [, index, setting] = /^fields\.(\d+)\.(?:settings\.)?(\w+)(?:\.|$)/.exec(path) ?? [];
    const field = index === undefined ? undefined : body.fields[Number(index)];
    if (path === 'id' || path === 'label') placed[path] = message;
    else if (field && setting && setting !== 'settings') placed[pathOf(field.id, setting)] = message;
    else unplaced.push(field ? `${field.settings.label || field.settings.name}: ${message}` : message);
  }
  return { placed, unplaced };
}
