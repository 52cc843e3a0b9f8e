import { type FieldStatus, fieldStatus } from '@quartermaster/contract/content/item-fields.ts';
import type { Input } from '@quartermaster/contract/endpoints/endpoint.ts';
import type { templates } from '@quartermaster/contract/endpoints/templates.ts';
import type { DraftChanges } from './compare/changes.ts';
import { type Draft, fieldsOf, toSavedFields } from './draft.ts';
import type { EditorBase } from './editor.ts';
import { type Problems, pathOf } from './problems.ts';

/** What a save and its trial send. */
export type SaveBody = Input<typeof templates.save>['body'];

/** A draft as a save sends it: all fields, those that change with what happens to them, and last those that go. */
export function toSaveBody(base: EditorBase, draft: Draft, changes: DraftChanges): SaveBody {
  const status = new Map<string, FieldStatus>([
    ...changes.updated.map(({ id }) => [id, fieldStatus.updated] as const),
    ...changes.added.map(({ id }) => [id, fieldStatus.added] as const),
  ]);
  const removed = new Set(changes.removed.map(({ id }) => id));
  const kept = toSavedFields(draft).map((field) => {
    const own = status.get(field.id);
    return own ? { ...field, status: own } : field;
  });
  const gone = fieldsOf(base.draft)
    .filter(({ id }) => removed.has(id))
    .map((field) => ({ ...field, status: fieldStatus.removed }));
  return {
    id: draft.id,
    label: draft.label.trim(),
    version: base.version,
    // A saved template has no fields of types that cannot be saved, but for the reserved one, which nobody edits.
    fields: [...kept, ...gone] as SaveBody['fields'],
  };
}

/** What a refusal says of a body, by its paths in the draft, and what has no place in it. */
export function placeErrors(body: SaveBody, errors: Problems): { placed: Problems; unplaced: string[] } {
  const placed: Record<string, string> = {};
  const unplaced: string[] = [];
  for (const [path, message] of Object.entries(errors)) {
    const [, index, setting] = /^fields\.(\d+)\.(?:settings\.)?(\w+)$/.exec(path) ?? [];
    const field = index === undefined ? undefined : body.fields[Number(index)];
    if (path === 'id' || path === 'label') placed[path] = message;
    else if (field && setting && setting !== 'settings') placed[pathOf(field.id, setting)] = message;
    else unplaced.push(field ? `${field.settings.label || field.settings.name}: ${message}` : message);
  }
  return { placed, unplaced };
}
