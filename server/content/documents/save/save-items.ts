import { type Plan, plans } from '@quartermaster/contract/access.ts';
import { itemFieldId, itemFieldPath } from '@quartermaster/contract/content/item-fields.ts';
import type { SavedItem, SaveItem } from '@quartermaster/contract/endpoints/items.ts';
import { labelField } from '@quartermaster/contract/rules/bulk-edits/operations.ts';
import type { Deps } from '../../../core/app/deps.ts';
import type { Author } from '../../../core/base/actor.ts';
import { AppError } from '../../../core/base/errors.ts';
import { mapWithPauses } from '../../../core/base/pauses.ts';
import type { Query } from '../../../core/database/database.ts';
import { isDeadlock, isLockTimeout } from '../../../core/database/sql-states.ts';
import { type AskDeps, findAsk } from '../../checks/ask-checks.ts';
import type { TemplateModel } from '../../model/template-model.ts';
import { knownTemplate, loadTemplate, noSuchTemplate } from '../../model/template-models.ts';
import { type ReadImages, readImages, storeImages } from '../images/store-images.ts';
import { isValueRepeated } from '../item-keys.ts';
import { refuseBeyondLimit } from '../item-limit.ts';
import * as repository from '../item-repository.ts';
import { applyPendingChanges } from '../value-changes/pending-changes.ts';
import { checkNamedImages, resolveTargets, type Target } from './check-references.ts';
import { checkUnique } from './check-unique.ts';
import { findCreated } from './find-created.ts';
import { findStale } from './find-stale.ts';
import { type MergedSave, mergeStale } from './merge-stale.ts';
import { type PreparedItem, prepareItem } from './prepare-item.ts';
import { type Problems, refuseBatch, refuseItem } from './refuse-items.ts';
import { versionConflict } from './version-conflict.ts';
import { type ItemWrite, isKeyTaken, type WriteBatch, type WrittenItem, writeItems } from './write-items.ts';

/** Who saves, in which instance, and the workspace's plan. */
export interface SaveContext extends Author {
  instanceId: number;
  projectId: number;
  plan: Plan;
  /** If false, a version conflict does not include the current item. */
  mayRead: boolean;
  /** If false, values of read-only fields must stay as they are. */
  mayEditReadOnly: boolean;
  /** If false, no webhook is asked before the save, and none is looked for. */
  hasChecks: boolean;
}

type Needs = AskDeps & Pick<Deps, 'unit' | 'files' | 'news'>;

/** Creates an item or changes some of its fields. */
export async function saveItem(deps: Needs, saver: SaveContext, body: SaveItem): Promise<SavedItem> {
  const [saved] = await save(deps, saver, [body], false);
  // There is one result per item.
  return saved as SavedItem;
}

/** Saves items in one transaction, all or none; the results are in the order of the bodies. */
export const saveItems = (deps: Needs, saver: SaveContext, bodies: readonly SaveItem[]): Promise<SavedItem[]> =>
  save(deps, saver, bodies, true);

/** Thrown inside a transaction to roll it back: a precondition of the write no longer holds. */
class PreconditionFailed extends Error {}

const attempts = 5;

interface SaveOptions {
  /** True if paths and details of errors name the item that they refer to. */
  isBatch: boolean;
  /** True if cached templates must not be used: an earlier attempt with them has failed. */
  skipCache: boolean;
}

async function save(
  deps: Needs,
  saver: SaveContext,
  bodies: readonly SaveItem[],
  isBatch: boolean,
): Promise<SavedItem[]> {
  const images = bodies.map((body) => readImages(body.fields, plans[saver.plan].imageMegabytes));
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const skipCache = attempt > 0;
    const prepared = await prepare(deps, saver, bodies, images, { isBatch, skipCache }).catch((error) => {
      // The cached template may be outdated; a refusal is final only with the current one.
      if (!isDeadlock(error) && (skipCache || !(error instanceof AppError))) throw error;
      return undefined;
    });
    if (prepared && saver.hasChecks) await askBefore(deps, saver, prepared, isBatch);
    const written = prepared && (await write(deps, saver, prepared, images));
    if (prepared && written)
      return prepared.items.map(({ unchanged, warnings, merged }, index) => ({
        ...(unchanged ?? (written.get(index) as SavedItem)),
        ...(warnings && { warnings }),
        ...(merged && saver.mayRead && { merged }),
      }));
  }
  throw new AppError('version');
}

interface Prepared {
  items: (PreparedItem & Problems & Pick<SavedItem, 'merged'> & { unchanged?: SavedItem | undefined })[];
  templates: TemplateModel[];
  targets: Target[];
}

/** An item without changes to write. */
const unprepared: PreparedItem = { write: undefined, links: [], wrong: {} };

/** Applies an outstanding template change to the items that are about to be saved. */
type ApplyPending = (model: TemplateModel, bodies: readonly SaveItem[]) => Promise<void>;

async function prepare(
  deps: Needs,
  saver: SaveContext,
  bodies: readonly SaveItem[],
  images: readonly ReadImages[],
  options: SaveOptions,
): Promise<Prepared> {
  const { instanceId } = saver;
  const { isBatch, skipCache } = options;
  const { query } = deps.database;
  const applyPending: ApplyPending = (model, group) => applyPendingChanges(deps, model, group.flatMap(pendingItemsOf));
  const states = new Map<SaveItem, repository.ItemState>();
  const templates = new Map<string, TemplateModel>();
  for (const [templateId, group] of Map.groupBy(bodies, (body) => body.template_id)) {
    templates.set(templateId, await readStates(query, instanceId, templateId, group, states, applyPending, skipCache));
  }
  // The template of each body was read above.
  const modelOf = (body: SaveItem) => templates.get(body.template_id) as TemplateModel;
  const read = { bodies, states, modelOf };
  const { stale, merges } = await staleOf(query, read, images);
  const createdOf = await findCreated(query, bodies, modelOf);
  const items = await mapWithPauses(bodies, (body, index): Prepared['items'][0] => {
    const wrong = { ...images[index]?.wrong, ...checkBody(body, bodies, index) };
    const state = states.get(body);
    const created = body.id === undefined ? createdOf(body) : undefined;
    if (created?.isSame) return { ...unprepared, unchanged: { id: created.id, version: created.version } };
    if (stale.has(body)) return { ...unprepared, wrong, staleAt: state?.version };
    if (created || Object.keys(wrong).length > 0) return { ...unprepared, wrong, created };
    if (body.id !== undefined && !state) return { ...unprepared, isMissing: true };
    const merge = merges.get(body);
    const changes = merge?.changes ?? images[index]?.changes ?? [];
    const prepared = prepareItem(modelOf(body), merge?.body ?? body, changes, state, saver);
    // The items fit each on its own: a person decides.
    if (merge && Object.keys(prepared.wrong).length > 0) return { ...unprepared, staleAt: state?.version };
    return {
      ...prepared,
      ...(merge && { merged: merge.merged }),
      unchanged: state && !prepared.write ? { id: state.id, version: state.version, unchanged: true } : undefined,
    };
  });
  if (!isBatch) await refuseStale(query, read, items, saver);
  await checkNamedImages(query, instanceId, items, images);
  await checkUnique(query, items, (index) => modelOf(bodies[index] as SaveItem));
  const targets = await resolveTargets(query, instanceId, items, options);
  if (isBatch) refuseBatch(items);
  else items.forEach(refuseItem);
  return { items, templates: [...templates.values()], targets };
}

/** Throws what the webhooks refuse that are asked before saves. What was saved meanwhile is prepared, and asked about, again. */
async function askBefore(
  deps: Needs,
  { instanceId, hasChecks }: SaveContext,
  { items, templates }: Prepared,
  isBatch: boolean,
): Promise<void> {
  const models = new Map(templates.map((model) => [model.key, model]));
  const asked = items.flatMap((item) => {
    const model = item.write && models.get(item.write.templateKey);
    if (!item.write || !model) return [];
    const { id = null, label, values } = item.write;
    return [{ item, about: { model, id, label, values } }];
  });
  const ask = asked.length > 0 ? await findAsk(deps, { id: instanceId, hasChecks }) : undefined;
  const said = (await ask?.(asked.map(({ about }) => about))) ?? [];
  said.forEach((refusals, index) => {
    for (const { field_id, path, reason } of refusals) {
      const at =
        field_id === labelField
          ? 'internal_label'
          : field_id === 'fields'
            ? field_id
            : itemFieldPath(itemFieldId(field_id, path ?? null));
      const wrong = asked[index]?.item.wrong;
      if (wrong && !(at in wrong)) wrong[at] = reason;
    }
  });
  if (isBatch) refuseBatch(items);
  else items.forEach(refuseItem);
}

/** The bodies of a call, and the items that they start from. */
interface ReadBodies {
  bodies: readonly SaveItem[];
  states: ReadonlyMap<SaveItem, repository.ItemState>;
  modelOf: (body: SaveItem) => TemplateModel;
}

/** The saves that started from an older version and cannot be merged, and those that can, if that was requested. */
async function staleOf(query: Query, { bodies, states, modelOf }: ReadBodies, images: readonly ReadImages[]) {
  const stale = new Set<SaveItem>();
  const merges = new Map<SaveItem, MergedSave>();
  for (const [model, saves] of Map.groupBy(states, ([body]) => modelOf(body)))
    for (const body of await findStale(query, model.key, saves)) stale.add(body);
  for (const [index, body] of bodies.entries()) {
    const state = states.get(body);
    if (!body.merge || !state || !stale.has(body)) continue;
    const changes = images[index]?.changes ?? [];
    const merge = await mergeStale(query, { model: modelOf(body), body, state, changes });
    if (!merge) continue;
    stale.delete(body);
    merges.set(body, merge);
  }
  return { stale, merges };
}

/** Throws the conflict of a single save with its item. */
async function refuseStale(
  query: Query,
  { bodies: [body], states, modelOf }: ReadBodies,
  [item]: Prepared['items'],
  { mayRead }: SaveContext,
): Promise<void> {
  const state = body && states.get(body);
  if (state && item?.staleAt !== undefined)
    throw await versionConflict(query, { model: modelOf(body), state, mayRead });
}

/** The item that a body changes, with its changed fields and the groups around them; empty for a new item. */
function pendingItemsOf({ id, fields }: SaveItem) {
  if (id === undefined) return [];
  const ids = fields.flatMap(({ template_field_id, template_group_id }) => [template_field_id, template_group_id]);
  return [{ id, fields: new Set(ids.filter((fieldId) => fieldId !== null)) }];
}

/**
 * Reads the items that a group of bodies starts from. If all are new, the cached template is used unverified, because the
 * write compares its version.
 */
async function readStates(
  query: Query,
  instanceId: number,
  templateId: string,
  group: readonly SaveItem[],
  states: Map<SaveItem, repository.ItemState>,
  applyPending: ApplyPending,
  skipCache: boolean,
): Promise<TemplateModel> {
  const ids = group.flatMap(({ id }) => id ?? []);
  let model = skipCache ? undefined : knownTemplate(instanceId, templateId);
  model ??= await loadTemplate(query, instanceId, templateId);
  for (let attempt = 0; model && attempt < attempts; attempt += 1) {
    if (ids.length === 0) return model;
    await applyPending(model, group);
    const { current, items } = await repository.findItemsOf(query, model, ids);
    if (current) {
      for (const body of group) {
        const state = body.id === undefined ? undefined : items.get(body.id);
        if (state) states.set(body, state);
      }
      return model;
    }
    model = await loadTemplate(query, instanceId, templateId);
  }
  throw model ? new AppError('version') : noSuchTemplate(templateId);
}

function checkBody(body: SaveItem, bodies: readonly SaveItem[], index: number): Record<string, string> {
  const isRepeated = (name: 'id' | 'idempotency_key') =>
    bodies.length > 1 && body[name] !== undefined && bodies.findIndex((other) => other[name] === body[name]) !== index;
  if (isRepeated('idempotency_key')) return { idempotency_key: 'this key appears twice in the request' };
  if (body.id === undefined) return body.version ? { version: 'a new item has no version' } : {};
  if (body.idempotency_key !== undefined) return { idempotency_key: 'only a new item has a key' };
  if (body.version === undefined) return { version: 'required field' };
  return isRepeated('id') ? { id: 'this item appears twice in the request' } : {};
}

/** Writes the changes; returns `undefined`, having written nothing, if a precondition no longer holds. */
async function write(
  { database, unit, files, clock, news }: Needs,
  { instanceId, projectId, plan, ...author }: SaveContext,
  { items, templates, targets }: Prepared,
  images: readonly ReadImages[],
): Promise<Map<number, SavedItem> | undefined> {
  const places = items.flatMap(({ write }, index) => (write ? [index] : []));
  const writes = items.flatMap((item): ItemWrite[] => (item.write ? [item.write] : []));
  if (writes.length === 0) return new Map();
  const creates = writes.filter(({ id }) => id === undefined).length;
  const limit = creates > 0 ? plans[plan].itemsPerProject : null;
  const checkLimit = (query: Query) => refuseBeyondLimit(query, { projectId, instanceId }, { more: creates, limit });
  const uploaded = new Map(images.flatMap(({ files }) => [...files]));
  // Checked here too, so that no file is stored for an item that will be refused.
  if (uploaded.size > 0) await checkLimit(database.query);
  const stored = await storeImages(files, projectId, uploaded.values());
  const batch: WriteBatch = {
    instanceId,
    projectId,
    author,
    at: clock.now(),
    items: writes,
    templates,
    targets,
    images: stored,
  };
  const writeAll = async (query: Query): Promise<WrittenItem[]> => {
    await checkLimit(query);
    const rows = await writeItems(query, batch);
    if (rows.length !== writes.length) throw new PreconditionFailed();
    return rows;
  };
  try {
    // A single statement is a transaction of its own.
    const isSingleStatement = writes.length === 1 && limit === null;
    const rows = await (isSingleStatement ? writeAll(database.query) : unit(({ query }) => writeAll(query)));
    if (isSingleStatement) news.announceEvents();
    // A row's `place` is the index of its write.
    return new Map(rows.map(({ place: index, id, version }) => [places[index] as number, { id, version }]));
  } catch (error) {
    if (error instanceof PreconditionFailed || isDeadlock(error) || isKeyTaken(error) || isValueRepeated(error))
      return undefined;
    if (isLockTimeout(error)) throw new AppError('busy', { retryAfter: 1, cause: error });
    throw error;
  }
}
