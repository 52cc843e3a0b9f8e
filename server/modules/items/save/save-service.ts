import { type Plan, plans } from '@quartermaster/contract/access.ts';
import type { SavedItem, SaveItem } from '@quartermaster/contract/endpoints/items.ts';
import type { Deps } from '../../../core/app/deps.ts';
import { AppError } from '../../../core/base/errors.ts';
import type { Link } from '../../../core/content/check-values.ts';
import type { TemplateModel } from '../../../core/content/template-model.ts';
import { knownTemplate, loadTemplate, noSuchTemplate } from '../../../core/content/template-models.ts';
import type { Query } from '../../../core/database/database.ts';
import { isDeadlock, isLockTimeout } from '../../../core/database/sql-states.ts';
import { applyPendingChanges } from '../../templates/changes/change-service.ts';
import { type ReadImages, readImages, storeImages } from '../images/store-images.ts';
import * as repository from '../repository.ts';
import { isBasedOn } from './is-based-on.ts';
import { type PreparedItem, prepareItem } from './prepare-item.ts';
import { versionConflict } from './version-conflict.ts';
import { type ItemWrite, isKeyTaken, type WriteBatch, type WrittenItem, writeItems } from './write-items.ts';

/** The account that saves, the instance that it saves in, and the workspace's plan. */
export interface SaveContext {
  accountId: number;
  instanceId: number;
  projectId: number;
  plan: Plan;
  /** Without it, a version conflict does not show the item as it is. */
  mayRead: boolean;
}

type Needs = Pick<Deps, 'database' | 'files' | 'clock'>;

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
  /** True if paths and details of errors say which of several items they are about. */
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
  refuse(
    images.map(({ wrong }) => wrong),
    isBatch,
  );
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const skipCache = attempt > 0;
    const prepared = await prepare(deps, saver, bodies, images, { isBatch, skipCache }).catch((error) => {
      // The cached template may be outdated; a refusal counts only with the current one.
      if (!isDeadlock(error) && (skipCache || !(error instanceof AppError))) throw error;
      return undefined;
    });
    const written = prepared && (await write(deps, saver, prepared, images));
    if (prepared && written)
      return prepared.items.map(({ unchanged }, index) => unchanged ?? (written.get(index) as SavedItem));
  }
  throw new AppError('version');
}

interface Prepared {
  items: (PreparedItem & { unchanged: SavedItem | undefined })[];
  templates: TemplateModel[];
  targets: { templateKey: number; id: number }[];
}

/** Applies an outstanding template change to the items that are about to be saved. */
type ApplyPending = (model: TemplateModel, bodies: readonly SaveItem[]) => Promise<void>;

async function prepare(
  { database }: Needs,
  saver: SaveContext,
  bodies: readonly SaveItem[],
  images: readonly ReadImages[],
  options: SaveOptions,
): Promise<Prepared> {
  const { instanceId } = saver;
  const { isBatch, skipCache } = options;
  const { query } = database;
  const applyPending: ApplyPending = (model, group) =>
    applyPendingChanges({ database }, model, group.flatMap(pendingItemsOf));
  const states = new Map<SaveItem, repository.ItemState>();
  const templates = new Map<string, TemplateModel>();
  for (const [templateId, group] of Map.groupBy(bodies, (body) => body.template_id)) {
    templates.set(templateId, await readStates(query, instanceId, templateId, group, states, applyPending, skipCache));
  }
  refuse(
    bodies.map((body, index) => checkBody(body, bodies, index)),
    isBatch,
  );
  // The template of each body was read above.
  const modelOf = (body: SaveItem) => templates.get(body.template_id) as TemplateModel;
  for (const [body, state] of states) {
    const model = modelOf(body);
    if (await isBasedOn(query, model.key, body, state)) continue;
    const index = isBatch ? bodies.indexOf(body) : undefined;
    throw await versionConflict(query, { model, state, mayRead: saver.mayRead, index });
  }
  const createdOf = await findCreated(query, bodies, modelOf);
  const items = bodies.map((body, index) => {
    const model = modelOf(body);
    const created = createdOf(body);
    if (created) return { ...nothingToWrite, unchanged: created };
    const state = states.get(body);
    if (body.id !== undefined && !state) throw new AppError('not_found');
    const prepared = prepareItem(model, body, images[index]?.changes ?? [], state);
    return { ...prepared, unchanged: state && !prepared.write ? { id: state.id, version: state.version } : undefined };
  });
  refuse(
    items.map(({ wrong }) => wrong),
    isBatch,
  );
  await checkNamedImages(query, instanceId, items, images, isBatch);
  const targets = await resolveTargets(query, instanceId, items, options);
  return { items, templates: [...templates.values()], targets };
}

const nothingToWrite: PreparedItem = { write: undefined, links: [], wrong: {}, pathOf: (itemFieldId) => itemFieldId };

/** The items that earlier calls with the same keys have created, whatever the bodies are now. */
async function findCreated(
  query: Query,
  bodies: readonly SaveItem[],
  modelOf: (body: SaveItem) => TemplateModel,
): Promise<(body: SaveItem) => SavedItem | undefined> {
  const keys = bodies.flatMap((body) =>
    body.idempotency_key === undefined ? [] : [{ templateKey: modelOf(body).key, key: body.idempotency_key }],
  );
  const rows = keys.length > 0 ? await repository.findCreated(query, keys) : [];
  return (body) => {
    const row = rows.find(
      ({ template_key, key }) => template_key === modelOf(body).key && key === body.idempotency_key,
    );
    return row && { id: row.id, version: row.version };
  };
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

async function checkNamedImages(
  query: Query,
  instanceId: number,
  items: readonly PreparedItem[],
  images: readonly ReadImages[],
  isBatch: boolean,
): Promise<void> {
  const named = images.flatMap(({ named }, index) => (items[index]?.write ? [...named.values()] : []));
  if (named.length === 0) return;
  const present = await repository.findImagePaths(query, instanceId, [...new Set(named)]);
  const uploaded = new Set(images.flatMap(({ files }) => [...files.keys()]));
  refuse(
    images.map(({ named }) => {
      const missing = [...named].filter(([, path]) => !present.has(path) && !uploaded.has(path));
      return Object.fromEntries(missing.map(([index]) => [`fields.${index}.value`, 'there is no such image']));
    }),
    isBatch,
  );
}

/**
 * Determines the targets of new links; the write locks them and thereby checks that they exist. If the templates of all
 * targets are cached, nothing is read here: a write that fails is then repeated without the cache, and only then are
 * missing targets reported with their paths.
 */
async function resolveTargets(
  query: Query,
  instanceId: number,
  items: readonly PreparedItem[],
  { isBatch, skipCache }: SaveOptions,
): Promise<Prepared['targets']> {
  const links = new Map<string, Link>();
  for (const link of items.flatMap((item) => item.links)) links.set(nameOf(link), link);
  if (links.size === 0) return [];
  if (!skipCache) {
    const known = [...links.values()].flatMap(({ templateId, targetId }) => {
      const template = knownTemplate(instanceId, templateId);
      return template ? [{ templateKey: template.key, id: targetId }] : [];
    });
    if (known.length === links.size) return known;
  }
  const found = await repository.findTargets(query, instanceId, [...links.values()]);
  const present = new Set(found.map((row) => nameOf({ templateId: row.template_id, targetId: row.id })));
  refuse(
    items.map((item) =>
      Object.fromEntries(
        item.links
          .filter((link) => !present.has(nameOf(link)))
          .map((link) => [item.pathOf(link.at), `there is no item ${link.targetId} in ${link.templateId}`]),
      ),
    ),
    isBatch,
  );
  return found.map((row) => ({ templateKey: row.template_key, id: row.id }));
}

const nameOf = ({ templateId, targetId }: Pick<Link, 'templateId' | 'targetId'>): string => `${templateId}/${targetId}`;

/** Writes the changes; returns `undefined`, having written nothing, if a precondition no longer holds. */
async function write(
  { database, files, clock }: Needs,
  { accountId, instanceId, projectId, plan }: SaveContext,
  { items, templates, targets }: Prepared,
  images: readonly ReadImages[],
): Promise<Map<number, SavedItem> | undefined> {
  const places = items.flatMap(({ write }, index) => (write ? [index] : []));
  const writes = items.flatMap((item): ItemWrite[] => (item.write ? [item.write] : []));
  if (writes.length === 0) return new Map();
  const creates = writes.filter(({ id }) => id === undefined).length;
  const limit = creates > 0 ? plans[plan].itemsPerProject : null;
  const refuseBeyondLimit = async (query: Query): Promise<void> => {
    if (limit !== null && (await repository.countForLimit(query, { projectId, instanceId })) + creates > limit)
      throw new AppError('item_limit');
  };
  const uploaded = new Map(images.flatMap(({ files }) => [...files]));
  // Checked here too, so that no file is stored for an item that will be refused.
  if (uploaded.size > 0) await refuseBeyondLimit(database.query);
  const stored = await storeImages(files, projectId, uploaded.values());
  const batch: WriteBatch = {
    instanceId,
    projectId,
    accountId,
    at: clock.now(),
    items: writes,
    templates,
    targets,
    images: stored,
  };
  const writeAll = async (query: Query): Promise<WrittenItem[]> => {
    await refuseBeyondLimit(query);
    const rows = await writeItems(query, batch);
    if (rows.length !== writes.length) throw new PreconditionFailed();
    return rows;
  };
  try {
    // A single statement is a transaction of its own.
    const isSingleStatement = writes.length === 1 && limit === null;
    const rows = await (isSingleStatement
      ? writeAll(database.query)
      : database.transaction((_, query) => writeAll(query)));
    // A row's `place` is the index of its write.
    return new Map(rows.map(({ place, id, version }) => [places[place] as number, { id, version }]));
  } catch (error) {
    if (error instanceof PreconditionFailed || isDeadlock(error) || isKeyTaken(error)) return undefined;
    if (isLockTimeout(error)) throw new AppError('busy', { retryAfter: 1, cause: error });
    throw error;
  }
}

/** Throws 422 if there are validation errors; those of a batch name the index of their item. */
function refuse(wrong: readonly Record<string, string>[], isBatch: boolean): void {
  const fields = Object.fromEntries(
    wrong.flatMap((paths, index) =>
      Object.entries(paths).map(([path, reason]) => [isBatch ? `items.${index}.${path}` : path, reason]),
    ),
  );
  if (Object.keys(fields).length > 0) throw new AppError('invalid', { fields });
}
