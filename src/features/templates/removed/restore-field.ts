import type { RemovedField } from '@quartermaster/contract/endpoints/templates.ts';
import { childrenOf } from '../../../shared/tree/tree-shape.ts';
import { canHold, type Draft } from '../model/draft.ts';
import { addFields, type NewField } from '../model/edits/edits.ts';

/** A removed field with the descendants that were removed together with it. */
export interface RemovedEntry {
  field: RemovedField;
  children: RemovedEntry[];
}

/** Removed fields as entries, each group with the fields that were removed with it; most recently removed first. */
export function entriesOf(fields: readonly RemovedField[], isInDraft: (id: string) => boolean): RemovedEntry[] {
  const left = fields.filter(({ id }) => !isInDraft(id));
  const byId = new Map(left.map((field) => [field.id, field]));
  // A field that was removed before its group is an entry of its own.
  const holderOf = ({ parentId, removed_at }: RemovedField) => {
    const parent = parentId === null ? undefined : byId.get(parentId);
    return parent?.removed_at === removed_at ? parent.id : null;
  };
  const children = Map.groupBy(left, holderOf);
  const level = (parentId: string | null): RemovedEntry[] =>
    (children.get(parentId) ?? []).map((field) => ({
      field,
      children: level(field.id).toSorted((a, b) => a.field.order - b.field.order),
    }));
  return level(null);
}

/** The number of fields in an entry. */
export const sizeOf = ({ children }: RemovedEntry): number => children.reduce((size, child) => size + sizeOf(child), 1);

/**
 * Restores a removed field with its id, at its former place among the fields of its parent, or at the end of the template if its parent no
 * longer exists. `removed` are all removed fields: those removed together with it, and still missing, count towards its place.
 */
export function restoreField(draft: Draft, entry: RemovedEntry, removed: readonly RemovedField[]): Draft {
  const { parentId, order, removed_at } = entry.field;
  const isThere = parentId === null || (draft.settings.has(parentId) && canHold(draft, parentId));
  if (!isThere) return addFields(draft, [toNewField(entry)], { parentId: null, before: null });
  const missing = removed.filter(
    (other) =>
      other.parentId === parentId &&
      other.removed_at === removed_at &&
      other.order < order &&
      !draft.settings.has(other.id),
  );
  const before = childrenOf(draft.shape, parentId)[order - missing.length] ?? null;
  return addFields(draft, [toNewField(entry)], { parentId, before });
}

const toNewField = ({ field: { id, settings }, children }: RemovedEntry): NewField => ({
  id,
  settings,
  children: children.map(toNewField),
});
