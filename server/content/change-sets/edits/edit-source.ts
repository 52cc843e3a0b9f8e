import { computeValues } from '@quartermaster/contract/conditions/compute-values.ts';
import { sameSetting } from '@quartermaster/contract/content/template-tree.ts';
import type { CopyNumbers } from '@quartermaster/contract/rules/bulk-edits/duplicate.ts';
import type { EditedContent, EditRefusal } from '@quartermaster/contract/rules/bulk-edits/operations.ts';
import { mapWithPauses } from '../../../core/base/pauses.ts';
import type { Query } from '../../../core/database/database.ts';
import { readItems, type TargetItem } from '../../history/content-repository.ts';
import type { TemplateModel } from '../../model/template-model.ts';
import type { ContentSource, NewContent, SyncedState } from '../change-set.ts';
import { ChangeSetFailure, outdatedRow } from '../change-set-failure.ts';
import type { Incompatibility } from '../incompatibility.ts';
import { missingTargets, newLinksOf, refusalOf } from './check-content.ts';
import type { Edit } from './edit.ts';
import type { FindRepeated } from './repeated-values.ts';

/** An item before an edit, and what the edit makes of it. */
interface Edited {
  id: number;
  /** Of a new item, the original. */
  before: TargetItem;
  isNew: boolean;
  edited: EditedContent;
}

/** Values that operations compute from the current items; what a rule refuses is marked. */
export const operationsSource = (
  model: TemplateModel,
  edit: Extract<Edit, { kind: 'update' }>,
  findRepeated: FindRepeated,
): ContentSource => ({
  instance: null,
  read: (query, _, ids, targets) => {
    const edited = ids.flatMap((id): Edited[] => {
      const before = targets.get(id);
      return before ? [{ id, before, isNew: false, edited: edit.edit(before, id) }] : [];
    });
    return checked(query, model, edited, findRepeated);
  },
});

/** Where a copy comes from: the id and version of its original, and its numbers. */
export type OriginalOf = (id: number) => CopyNumbers & { id: number; version: number };

/** Copies of items of the same template; they share nothing with their originals. */
export const copiesSource = (
  model: TemplateModel,
  edit: Extract<Edit, { kind: 'copy' }>,
  {
    originalOf,
    contents,
    findRepeated,
  }: {
    originalOf: OriginalOf;
    contents: ReadonlyMap<number, TargetItem> | undefined;
    findRepeated: FindRepeated;
  },
): ContentSource => ({
  instance: null,
  read: async (query, { targetKey }, ids) => {
    const originals = contents ?? (await readItems(query, targetKey, [...new Set(ids.map((id) => originalOf(id).id))]));
    const edited = ids.map((id): Edited => {
      const { id: originalId, version, ...numbers } = originalOf(id);
      const before = originals.get(originalId);
      if (before?.version !== version)
        throw new ChangeSetFailure('changed', '', [outdatedRow(originalId, before?.label)]);
      return { id, before, isNew: true, edited: edit.edit(before, numbers) };
    });
    return checked(query, model, edited, findRepeated);
  },
});

/** Deletion: there is no new content. */
export const noSource: ContentSource = {
  instance: null,
  read: async () => new Map(),
};

/** The new contents, each with the reason why a save by hand would refuse it. */
async function checked(
  query: Query,
  model: TemplateModel,
  items: readonly Edited[],
  findRepeated: FindRepeated,
): Promise<ReadonlyMap<number, NewContent>> {
  const contents = await mapWithPauses(items, (item) => contentOf(model, item));
  const links = contents.map(({ values, refusal, isUnchanged }, index) => {
    const { before, isNew } = items[index] as Edited;
    return refusal || isUnchanged ? [] : newLinksOf(model, { values, before: isNew ? {} : before.values });
  });
  const missing = await missingTargets(query, model.instanceId, links);
  const repeated = await findRepeated(
    query,
    contents.map(({ values }, index) => {
      const { id, isNew, before } = items[index] as Edited;
      return { id, isNew, before: before.values, values };
    }),
  );
  return new Map(
    contents.map((content, index) => [
      (items[index] as Edited).id,
      { ...content, refusal: content.refusal ?? missing[index] ?? repeated[index] ?? null },
    ]),
  );
}

/** A new item was never synced; another one stays as it was last synced, so that it counts as edited since. */
const syncedOf = ({ before, isNew }: Edited): SyncedState =>
  isNew
    ? { synced_hash: null, synced_version: null }
    : { synced_hash: before.synced_hash, synced_version: before.synced_version };

function contentOf(model: TemplateModel, item: Edited): NewContent {
  const { before, isNew, edited } = item;
  const common = { synced: syncedOf(item), ...(isNew && { original: before }) };
  if ('refusal' in edited)
    return { label: before.label, values: before.values, ...common, refusal: toRefusal(edited.refusal) };
  const { label } = edited.item;
  const { values } = computeValues(model.tree, edited.item.values);
  if (!isNew && label === before.label && sameSetting(values, before.values))
    return { label, values, ...common, refusal: null, isUnchanged: true };
  const refusal = refusalOf(model, { label, values, before: isNew ? {} : before.values });
  return { label, values, ...common, refusal: refusal ?? null };
}

const toRefusal = ({ field_id, path, reason }: EditRefusal): Incompatibility => ({
  field_id: field_id ?? 'fields',
  reason,
  ...(path && { path }),
});
