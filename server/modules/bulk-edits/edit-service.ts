import { plans } from '@quartermaster/contract/access.ts';
import { contentLimits } from '@quartermaster/contract/content/content-limits.ts';
import { type Action, copiesAndDeletes, type Selection } from '@quartermaster/contract/endpoints/bulk-edits.ts';
import { mayEditReadOnly } from '@quartermaster/contract/endpoints/items.ts';
import { numberText } from '@quartermaster/contract/number-text.ts';
import type { ChangeSource, ReadChanges } from '../../content/change-sets/door/change-source.ts';
import { editChanges } from '../../content/change-sets/door/edit-changes.ts';
import type { LeftOut } from '../../content/change-sets/door/read-changes.ts';
import { stillChanging } from '../../content/change-sets/door/wait.ts';
import {
  type EditedItems,
  type EditParts,
  readAction,
  refuseTooManyCopies,
} from '../../content/change-sets/edits/edit.ts';
import { editChangeSet } from '../../content/change-sets/edits/edit-change-set.ts';
import { storeInputs } from '../../content/change-sets/edits/input-repository.ts';
import { countOpenChanges } from '../../content/change-sets/template-repository.ts';
import { reserveIds } from '../../content/documents/item-repository.ts';
import { readList, withTemplate } from '../../content/lists/list-items.ts';
import { type SelectedItems, selectItems } from '../../content/lists/select-items.ts';
import { toPlace } from '../../content/model/instance-pair.ts';
import type { TemplateModel } from '../../content/model/template-model.ts';
import { AppError } from '../../core/base/errors.ts';
import { largestId } from '../../core/base/largest-id.ts';
import type { Query } from '../../core/database/database.ts';
import { demand, type InstanceCaller } from '../../core/session/access.ts';
import { editJob } from './edit-job-service.ts';

/** A bulk edit in a request. */
interface RequestedEdit extends LeftOut {
  selection: Selection;
  action: Action;
  extension?: string;
}

/** Bulk edits, as the changes of their door. */
export const editSource: ChangeSource<RequestedEdit> = { read: readChanges, job: editJob };

async function readChanges(query: Query, caller: InstanceCaller, requested: RequestedEdit): Promise<ReadChanges> {
  const read = await readEdit(query, caller, requested);
  const { edit, items, itemLimit, model } = read;
  const withIds = async (times: number) =>
    editChangeSet(query, { ...read, firstId: await reserveIds(query, caller.projectId, items.ids.length * times) });
  return {
    ...editChanges(query, read, read),
    storing: {
      edit: {
        template: templateOf(model),
        action: requested.action,
        extension: requested.extension,
        itemLimit,
        mayEditReadOnly: mayEditReadOnly(caller.grants),
      },
    },
    storeInputs: (inside, id) => storeInputs(inside, id, items),
    ...(edit.kind === 'copy' && { toApply: () => withIds(edit.times) }),
  };
}

/** A bulk edit of existing items, in the state that it is made from. */
interface ReadEdit extends EditParts {
  /** The number of selected items, including those that are left out. */
  selected: number;
  /** Total size of their documents. */
  bytes: number;
}

const templateOf = ({ id, key, version, hash }: TemplateModel) => ({ id, key, version, hash });

/** The ids of copies that are only checked: no item of a project has them. */
const provisionalId = largestId - contentLimits.bulkItems;

async function readEdit(
  query: Query,
  caller: InstanceCaller,
  { selection, action, leave_out: excluded = [] }: RequestedEdit,
): Promise<ReadEdit> {
  if (action.duplicate || action.delete) demand(copiesAndDeletes, caller.grants);
  refuseEverything(selection);
  const { instanceId } = caller;
  return withTemplate(query, instanceId, selection.template_id, async (model) => {
    const edit = readAction(model, action, { mayEditReadOnly: mayEditReadOnly(caller.grants) });
    await refuseWhileChanging(query, model, edit.kind === 'delete');
    const selected = await select(query, model, selection);
    if (!selected) return undefined;
    refuseUnselected(action, selected);
    const items = without(selected, excluded);
    refuseTooManyCopies(edit, items.ids.length);
    return {
      instance: toPlace(caller),
      model,
      edit,
      items,
      firstId: provisionalId,
      itemLimit: plans[caller.grants.plan].itemsPerProject,
      fingerprint: selected.fingerprint,
      selected: selected.ids.length,
      bytes: selected.bytes,
    };
  });
}

/** Throws 422 for a selection that names neither ids nor filters with their number of items. */
function refuseEverything({ ids, filters, search, count }: Selection): void {
  const isByList = filters !== undefined || search !== undefined;
  if (ids ? ids.length > 0 && !isByList && count === undefined : isByList && count !== undefined) return;
  throw new AppError('invalid', {
    message: 'Name the items by their ids, or by filters with the number of items that match.',
    fields: { selection: 'name either ids, or filters or search with a count' },
  });
}

/** Throws 422 for values of items that are not selected. */
function refuseUnselected({ values = [] }: Action, { ids }: SelectedItems): void {
  const selected = new Set(ids);
  const wrong = values.flatMap(({ id }, index) =>
    selected.has(id) ? [] : [[`action.values.${index}.id`, 'this item is not selected']],
  );
  if (wrong.length > 0) throw new AppError('invalid', { fields: Object.fromEntries(wrong) });
}

/** A deletion could break links of any template. */
async function refuseWhileChanging(query: Query, model: TemplateModel, isDelete: boolean): Promise<void> {
  const isChanging = isDelete
    ? (await countOpenChanges(query, [model.instanceId, model.instanceId])) > 0
    : model.change !== undefined;
  if (isChanging) throw stillChanging();
}

async function select(
  query: Query,
  model: TemplateModel,
  { ids, filters = [], search = '', count }: Selection,
): Promise<SelectedItems | undefined> {
  const criteria = ids ? { ids } : await readList(query, model, { filters, search });
  const selected = await selectItems(query, model, criteria);
  if (!selected) return undefined;
  const found = selected.ids.length;
  if (ids && found !== new Set(ids).size)
    throw new AppError('changed', {
      message: 'Some of the selected items no longer exist. Look at the current items, and try again.',
      details: { count: found },
    });
  if (!ids && found !== count)
    throw new AppError('changed', {
      message: `${numberText(found)} items match now. Look at the current items, and try again.`,
      details: { count: found },
    });
  if (found > contentLimits.bulkSelection)
    throw new AppError('invalid', {
      fields: { selection: `at most ${numberText(contentLimits.bulkSelection)} items can be edited at once` },
    });
  return selected;
}

function without({ ids, versions, contents }: SelectedItems, excluded: readonly number[]): EditedItems {
  if (excluded.length === 0) return { ids, versions, contents };
  const isExcluded = new Set(excluded);
  const places = [...ids.keys()].filter((index) => !isExcluded.has(ids[index] ?? 0));
  return {
    ids: Int32Array.from(places, (index) => ids[index] ?? 0),
    versions: Int32Array.from(places, (index) => versions[index] ?? 0),
    contents,
  };
}
