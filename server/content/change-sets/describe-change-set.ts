import type { ItemDiff } from '@quartermaster/contract/endpoints/change-sets.ts';
import { AppError } from '../../core/base/errors.ts';
import { largestId } from '../../core/base/largest-id.ts';
import type { Query } from '../../core/database/database.ts';
import type { StoredField } from '../../core/tables/content.ts';
import { withPictures } from '../documents/pictures-repository.ts';
import { readBefore } from '../history/content-repository.ts';
import { describeSides } from '../history/describe.ts';
import { loadTemplate } from '../model/template-models.ts';
import { findItem, findTemplate, listItems } from './applied-repository.ts';
import type { ChangeSetSummary } from './change-set-repository.ts';
import { withPastDifferences } from './past-differences.ts';

/** The items of a change set with what it has changed, and their pictures in an instance; the cursor is the position of the last item of the previous page. */
export async function listItemsPage(
  query: Query,
  instanceId: number,
  changeSetId: number,
  { template, cursor, limit = 100 }: { template?: string; cursor?: string; limit?: number },
) {
  const after = readPlace(cursor);
  const rows = await listItems(query, { changeSetId, templateId: template, after, limit: limit + 1 });
  const described = await withPastDifferences(query, changeSetId, rows.slice(0, limit));
  const items = await withPictures(query, instanceId, described);
  const last = items.at(-1);
  return { items, next_cursor: rows.length > limit && last ? `${last.template_id}/${last.id}` : null };
}

function readPlace(cursor: string | undefined): [string, number] {
  if (cursor === undefined) return ['', 0];
  const [, templateId, id] = /^(\w{3,64})\/([1-9]\d{0,9})$/.exec(cursor) ?? [];
  if (templateId === undefined || Number(id) > largestId)
    throw new AppError('invalid', { fields: { cursor: 'is not the next_cursor of a page' } });
  return [templateId, Number(id)];
}

/** The change of a change set to an item: its content before and after; throws 404 if there is none. */
export async function describeItem(
  query: Query,
  changeSet: Pick<ChangeSetSummary, 'id' | 'target_id'>,
  { templateId, itemId }: { templateId: string; itemId: number },
): Promise<ItemDiff> {
  const changeSetId = changeSet.id;
  const item = await findItem(query, { changeSetId, templateId, itemId });
  if (!item) throw new AppError('not_found');
  const { template_key: templateKey, change, label, values } = item;
  const before = (await readBefore(query, { changeSetId, templateKey, ids: [itemId] })).get(itemId);
  const after = change === 'removed' || label === null || values === null ? undefined : { label, values };
  const fields = await fieldsAt(query, changeSet, templateId);
  // If the conflict was decided for the target, nothing was written.
  const source = item.version === null ? before : after && { ...after, version: item.version };
  return {
    id: itemId,
    template_id: templateId,
    change,
    conflict: false,
    revision: null,
    ...describeSides(
      {
        base: undefined,
        source,
        target: before && { ...before, ...(item.target_version && { version: item.target_version }) },
      },
      fields,
    ),
  };
}

/** The template's fields at the change, or the current ones if it did not change them. */
async function fieldsAt(
  query: Query,
  changeSet: Pick<ChangeSetSummary, 'id' | 'target_id'>,
  templateId: string,
): Promise<readonly StoredField[]> {
  const stored = await findTemplate(query, changeSet.id, templateId);
  const state = stored?.after ?? stored?.before;
  return state?.fields ?? (await loadTemplate(query, changeSet.target_id, templateId))?.fields ?? [];
}
