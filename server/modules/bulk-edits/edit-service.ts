import { createHash } from 'node:crypto';
import { plans } from '@quartermaster/contract/access.ts';
import { contentLimits } from '@quartermaster/contract/content/content-limits.ts';
import {
  type Action,
  copiesAndDeletes,
  type EditCheck,
  type Selection,
  type StartedEdit,
} from '@quartermaster/contract/endpoints/bulk-edits.ts';
import { mayEditReadOnly } from '@quartermaster/contract/endpoints/items.ts';
import { numberText } from '@quartermaster/contract/number-text.ts';
import { type CheckCounts, checkEdit } from '../../content/change-sets/edits/check-edit.ts';
import {
  type EditedItems,
  type EditParts,
  readAction,
  refuseTooManyCopies,
} from '../../content/change-sets/edits/edit.ts';
import { editChangeSet } from '../../content/change-sets/edits/edit-change-set.ts';
import { storeInputs } from '../../content/change-sets/edits/input-repository.ts';
import { type Applied, applyNow, immediateLimits } from '../../content/change-sets/run/apply-now.ts';
import { editFailure, SyncFailure } from '../../content/change-sets/sync-failure.ts';
import { createSync, findRepeated, type NewChangeSet } from '../../content/change-sets/sync-repository.ts';
import { countOpenChanges } from '../../content/change-sets/template-repository.ts';
import { refuseBeyondLimit } from '../../content/documents/item-limit.ts';
import { reserveIds } from '../../content/documents/item-repository.ts';
import { readList, withTemplate } from '../../content/lists/list-items.ts';
import { type SelectedItems, selectItems } from '../../content/lists/select-items.ts';
import type { TemplateModel } from '../../content/model/template-model.ts';
import type { Deps } from '../../core/app/deps.ts';
import { AppError } from '../../core/base/errors.ts';
import { largestId } from '../../core/base/largest-id.ts';
import type { Query } from '../../core/database/database.ts';
import { demand, type InstanceCaller } from '../../core/session/access.ts';
import { editJob, stillChanging, waitForEdit } from './edit-job-service.ts';

/** A bulk edit in a request. */
export interface RequestedEdit {
  selection: Selection;
  action: Action;
  leave_out?: number[];
}

/** A bulk edit of existing items, in the state that it is made from. */
interface ReadEdit extends EditParts {
  /** The number of selected items, including those that are left out. */
  selected: number;
  /** Total size of the documents of the others. */
  bytes: number;
}

/** What a bulk edit would do; the cursor has the numbers and the place of the previous page. */
export async function checkRequested(
  { database: { query } }: Pick<Deps, 'database'>,
  caller: InstanceCaller,
  { cursor, limit = 50, ...requested }: RequestedEdit & { cursor?: string; limit?: number },
): Promise<EditCheck> {
  const place = readCursor(cursor);
  const read = await readEdit(query, caller, requested);
  if (place.counts && !isPlaceIn(read, place.from, place.counts)) throw noCursor();
  return describe(query, read, { ...place, limit });
}

async function describe(
  query: Query,
  read: ReadEdit,
  page: { from: number; limit: number; counts: CheckCounts | undefined },
): Promise<EditCheck> {
  const { next, ...found } = await checkEdit(query, read, page);
  const { changed, unchanged, refused, linked } = found;
  return {
    selected: read.selected,
    left_out: read.selected - read.items.ids.length,
    ...found,
    next_cursor: next === null ? null : [next, changed, unchanged, refused.count, linked.count].join('.'),
    fingerprint: read.fingerprint,
  };
}

const noCursor = () => new AppError('invalid', { fields: { cursor: 'is not the next_cursor of a page' } });

/** True for a place after the first item, with numbers that count each item once. */
function isPlaceIn({ edit, items }: ReadEdit, from: number, counts: CheckCounts): boolean {
  const total = items.ids.length * (edit.kind === 'copy' ? edit.times : 1);
  const { changed, unchanged, refused, linked } = counts;
  return from > 0 && from < total && changed + unchanged + refused + linked === total;
}

function readCursor(cursor: string | undefined): { from: number; counts: CheckCounts | undefined } {
  if (cursor === undefined) return { from: 0, counts: undefined };
  if (!/^\d{1,9}(\.\d{1,9}){4}$/.test(cursor)) throw noCursor();
  const [from = 0, changed = 0, unchanged = 0, refused = 0, linked = 0] = cursor.split('.').map(Number);
  return { from, counts: { changed, unchanged, refused, linked } };
}

/** Applies a bulk edit in the call, or starts its job and waits for some seconds. */
export async function applyRequested(
  deps: Deps,
  caller: InstanceCaller,
  {
    fingerprint,
    idempotency_key: key,
    ...requested
  }: RequestedEdit & { fingerprint?: string; idempotency_key?: string },
): Promise<StartedEdit> {
  const { query } = deps.database;
  const { instanceId } = caller;
  const repeatable = key === undefined ? null : { key, bodyHash: hashOf(requested) };
  const at = deps.clock.now();
  // Both at once. A repeated request is answered even if its items have changed since.
  const reading = readEdit(query, caller, requested);
  reading.catch(() => {});
  const repeated = repeatable && (await findRepeated(query, { targetId: instanceId, ...repeatable }));
  if (repeated) return answerRepeated(deps, repeated);
  const read = await reading;
  if (fingerprint !== undefined && fingerprint !== read.fingerprint)
    throw new AppError('changed', {
      message: 'The items or their template were changed since the check. Look at them, and try again.',
    });
  const created: NewChangeSet = {
    actor: caller.actor,
    note: '',
    request: { selection: null },
    reviewId: null,
    at,
    edit: {
      template: templateOf(read.model),
      action: requested.action,
      itemLimit: read.itemLimit,
      mayEditReadOnly: mayEditReadOnly(caller.grants),
    },
    repeatable,
  };
  const copies = read.edit.kind === 'copy' ? read.edit.times : 1;
  const count = read.items.ids.length * copies;
  const growth = read.edit.kind === 'update' ? read.edit.growth({ items: count, bytes: read.bytes }) : 0;
  const isSmall = count <= immediateLimits.items && read.bytes * copies + growth <= immediateLimits.bytes;
  const applied = isSmall ? await applySmall(deps, caller, read, created) : undefined;
  if (applied) return { ...applied, state: 'applied', progress: { done: count, total: count } };
  const id = isSmall ? undefined : await start(deps, caller, read, { created, count });
  if (id !== undefined) return waitForEdit(deps, id);
  const stored = repeatable && (await findRepeated(query, { targetId: instanceId, ...repeatable }));
  if (!stored) throw new AppError('changed');
  return answerRepeated(deps, stored);
}

async function answerRepeated(deps: Deps, { id, is_same }: { id: number; is_same: boolean }): Promise<StartedEdit> {
  if (is_same) return waitForEdit(deps, id);
  throw new AppError('invalid', { fields: { idempotency_key: 'this key was used with another body' } });
}

const hashOf = (requested: RequestedEdit): string => createHash('md5').update(JSON.stringify(requested)).digest('hex');

/** Applies a small bulk edit; throws 422 with the check if something prevents it. */
async function applySmall(
  deps: Deps,
  { projectId }: InstanceCaller,
  read: ReadEdit,
  created: NewChangeSet,
): Promise<Applied | undefined> {
  const { query } = deps.database;
  const first = { from: 0, limit: 100, counts: undefined };
  const refuse = async () => {
    const check = await describe(query, read, first);
    if (check.refused.count + check.linked.count === 0) return;
    throw new AppError('invalid', { message: refusalMessage(check), details: check });
  };
  // Ids are only taken for copies that nothing prevents.
  if (read.edit.kind === 'copy') await refuse();
  const parts = read.edit.kind === 'copy' ? await withIds(query, projectId, read, read.edit.times) : read;
  try {
    return await applyNow(deps, editChangeSet(query, parts), created);
  } catch (error) {
    if (!(error instanceof SyncFailure)) throw error;
    if (error.reason !== 'changed') await refuse();
    throw new AppError('changed', { message: editFailure(error), cause: error });
  }
}

const refusalMessage = ({ linked }: EditCheck): string =>
  linked.count > 0
    ? 'Some items cannot be deleted, as others link to them. Leave them out, or delete those too.'
    : 'A rule refuses some of the items. Correct the edit, or leave them out.';

const withIds = async (query: Query, projectId: number, read: ReadEdit, times: number): Promise<EditParts> => ({
  ...read,
  firstId: await reserveIds(query, projectId, read.items.ids.length * times),
});

/** Stores a bulk edit with its items and enqueues its job; throws 402 for more copies than the plan allows. */
const start = (
  deps: Deps,
  { projectId, instanceId }: InstanceCaller,
  read: ReadEdit,
  { created, count }: { created: NewChangeSet; count: number },
): Promise<number | undefined> =>
  deps.unit(async ({ send, query }) => {
    if (read.edit.kind === 'copy')
      await refuseBeyondLimit(query, { projectId, instanceId }, { more: count, limit: read.itemLimit });
    const counts = {
      added: read.edit.kind === 'copy' ? count : 0,
      updated: read.edit.kind === 'update' ? count : 0,
      removed: read.edit.kind === 'delete' ? count : 0,
    };
    const id = await createSync(query, editChangeSet(query, read), { ...created, counts });
    if (id === undefined) return undefined;
    await storeInputs(query, id, read.items);
    await send(editJob, { sync_id: id });
    return id;
  });

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
    const items = without(selected, excluded);
    refuseTooManyCopies(edit, items.ids.length);
    return {
      instance: { id: instanceId, env: caller.grants.env ?? 'Dev' },
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
  const wanted = ids ? { ids } : await readList(query, model, { filters, search });
  const selected = await selectItems(query, model, wanted);
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
  const places = [...ids.keys()].filter((place) => !isExcluded.has(ids[place] ?? 0));
  return {
    ids: Int32Array.from(places, (place) => ids[place] ?? 0),
    versions: Int32Array.from(places, (place) => versions[place] ?? 0),
    contents,
  };
}
