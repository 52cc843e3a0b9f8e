import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { buildTree } from '@quartermaster/contract/content/template-tree.ts';
import type { Query } from '../../../core/database/database.ts';
import type { StoredField } from '../../../core/tables/content.ts';
import { type Leaf, leavesOfTree, type TemplateModel } from '../../model/template-model.ts';
import { findFieldsAt, findReturned } from './trash-repository.ts';

/** What a deleted item had lost with fields that are back in its template, and does not have in its content. */
export interface Returned {
  values: ItemValues;
  /** The fields of these values as they were then, by id. */
  fields: ReadonlyMap<string, StoredField>;
  /** The fields inside rows, whose values cannot come back: the rows may be others. */
  lost: ReadonlySet<string>;
}

/** Reads what deleted items had lost; the result is called with an item and its content. */
export async function readReturned(
  query: Query,
  { key, model }: { key: number; model: TemplateModel },
  items: readonly { id: number }[],
): Promise<(id: number, content: ItemValues) => Returned> {
  const found = await findReturned(query, key, [...model.leaves.values()], items);
  const leavesBefore = new Map<number, ReadonlyMap<string, Leaf>>();
  for (const version of new Set([...found.values()].flat().map((one) => one.version))) {
    const fields = await findFieldsAt(query, key, version - 1);
    if (fields) leavesBefore.set(version, leavesOfTree(buildTree(fields)));
  }
  return (id, content) => {
    const stored = found.get(id) ?? [];
    const values: ItemValues = {};
    const formerFields = new Map<string, StoredField>();
    const lost = new Set<string>();
    for (const { fieldId, version, value } of stored) {
      const [outermost] = model.leaves.get(fieldId)?.groups ?? [];
      // The rows of a group that is back as a whole have their values.
      if (outermost !== undefined && stored.some((one) => one.fieldId === outermost && one.version === version))
        continue;
      if (fieldId in content) continue;
      if (value === null) lost.add(fieldId);
      else values[fieldId] = value;
      for (const [leafId, { field, groups }] of leavesBefore.get(version) ?? [])
        if (leafId === fieldId || groups[0] === fieldId) formerFields.set(leafId, field);
    }
    return { values, fields: formerFields, lost };
  };
}
