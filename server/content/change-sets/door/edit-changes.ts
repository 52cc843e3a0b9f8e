import type { ChangeKind } from '@quartermaster/contract/endpoints/change-sets.ts';
import type { Query } from '../../../core/database/database.ts';
import { findLinksToRemoved } from '../check-repository.ts';
import type { Edit, EditParts } from '../edits/edit.ts';
import { editChangeSet } from '../edits/edit-change-set.ts';
import { editedUnique } from '../edits/repeated-values.ts';
import type { Changes, CheckedPlace, OtherRefusals } from './changes.ts';

const kinds: Record<Edit['kind'], ChangeKind> = { update: 'updated', copy: 'added', delete: 'removed' };

/** A bulk edit as the changes of its door; of copies that are only checked, the ids are provisional. */
export function editChanges(
  query: Query,
  parts: EditParts,
  { selected, bytes }: { selected: number; bytes: number },
): Changes {
  const { edit, items, fingerprint } = parts;
  const copies = copiesOf(edit);
  const total = items.ids.length * copies;
  const growth = edit.kind === 'update' ? edit.growth({ items: total, bytes }) : 0;
  // Values of a unique field are compared with those of all other items.
  const readsAll = editedUnique(parts.model, edit).length > 0;
  return {
    changeSet: editChangeSet(query, parts),
    kind: kinds[edit.kind],
    total,
    leftOut: selected - items.ids.length,
    bytes: bytes * copies + growth,
    fingerprint,
    part: readsAll ? undefined : (from, end) => partOf(query, parts, from, end),
    placeOf: (index) => placeOf(parts, index),
    ...(edit.kind === 'delete' && { findRefused: linkedOf(parts) }),
  };
}

const copiesOf = (edit: Edit): number => (edit.kind === 'copy' ? edit.times : 1);

function partOf(query: Query, parts: EditParts, from: number, end: number) {
  const { edit, items } = parts;
  const copies = copiesOf(edit);
  const [first, last] = [Math.floor(from / copies), Math.ceil(end / copies)];
  const [ids, versions] = [items.ids.subarray(first, last), items.versions.subarray(first, last)];
  const part = { ...parts, items: { ...items, ids, versions }, copiesBefore: first * copies };
  return { changeSet: editChangeSet(query, part), from: first * copies };
}

function placeOf({ items, edit }: EditParts, position: number): CheckedPlace {
  const copies = copiesOf(edit);
  const index = Math.floor(position / copies);
  const copy = edit.kind === 'copy' ? (position % copies) + 1 : null;
  return { id: items.ids[index] ?? 0, version: items.versions[index] ?? 0, copy };
}

/** Finds items that cannot be deleted, as others link to them that stay. */
const linkedOf =
  ({ instance, items }: EditParts) =>
  async (query: Query, ids: readonly number[] | 'all', limit: number): Promise<OtherRefusals> => {
    const except = [...items.ids];
    const removed = ids === 'all' ? except : ids;
    const { count, links } = await findLinksToRemoved(query, {
      ...{ targetId: instance.id, removed, except, removedFields: [], limit },
    });
    const refusals = links.map((link) => {
      const { target_id, target_label, template_id, template_label, item_id: id, label } = link;
      const reason = `"${label}" in ${template_label} links to it`;
      const refusal = { field_id: null, path: null, reason, linked_by: { template_id, id, label } };
      return [target_id, { label: target_label, refusal }] as const;
    });
    return { count, refusals: new Map(refusals) };
  };
