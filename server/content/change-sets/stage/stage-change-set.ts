import { setImmediate as breathe } from 'node:timers/promises';
import { type ItemValues, rowsOf } from '@quartermaster/contract/content/item-fields.ts';
import { isFileType } from '@quartermaster/contract/field-types/registry.ts';
import type { Deps } from '../../../core/app/deps.ts';
import type { Query } from '../../../core/database/database.ts';
import { advance, lockAttempt, restartProgress, Superseded } from '../../../core/jobs/progress.ts';
import { type AskDeps, findAsk } from '../../checks/ask-checks.ts';
import type { ItemContent } from '../../history/content-repository.ts';
import { changedEntries, changedKeys, type FieldIndex, indexOf } from '../../model/index-rows.ts';
import { type TemplateModel, templateModel } from '../../model/template-model.ts';
import { loadTemplate } from '../../model/template-models.ts';
import { keyMoves, rewrittenKeys } from '../../schema/replace-template.ts';
import { askOutcomes } from '../ask-outcomes.ts';
import { batchesOf } from '../batches.ts';
import { type ChangeSet, type ChangeSetTemplate, isLocal } from '../change-set.ts';
import { ChangeSetFailure, outdatedRow, rowOf } from '../change-set-failure.ts';
import { jobOf, preparing, updateChangeSet } from '../change-set-repository.ts';
import {
  type ItemOutcome,
  isSameAsTarget,
  labelBefore,
  loadModels,
  type Models,
  resolveItems,
} from '../resolve-items.ts';
import { nextTemplateKeys, readTemplateKeys, readTemplateStates } from '../template-repository.ts';
import * as repository from './stage-repository.ts';

/** The running change set that prepares a change set. */
export interface Running {
  changeSetId: number;
  attempt: number;
  at: Date;
}

/** Prepared data that is not stored. */
export interface Staged extends Prepared {
  /** How many items were read and stored. */
  done: number;
}

interface Prepared {
  /**
   * Keys in the target of templates that equal the source's: index rows of their added items are not prepared, as those
   * of the source can be copied. The function creates those of an item that the source has changed since.
   */
  copies: ReadonlyMap<number, (itemId: number, content: ItemContent) => repository.StagedIndexRow[]>;
}

/**
 * Prepares the changes of a change set in short steps that change nothing in the target. Items that the source has changed
 * since the change set was built are prepared in their current state, unless there is a decision on them.
 */
export async function stageChangeSet(
  deps: AskDeps & Pick<Deps, 'unit'>,
  running: Running,
  changeSet: ChangeSet,
  signal: AbortSignal,
): Promise<Staged> {
  const { database, unit } = deps;
  const keys = await assignKeys(database.query, changeSet);
  const attempt = { ...jobOf(running.changeSetId), attempt: running.attempt };
  await unit(async ({ query: inside }) => {
    await lockAttempt(inside, attempt);
    // Without items that were read, there are no new numbers.
    const total = changeSet.batches ? undefined : await updateChangeSet(inside, running.changeSetId, changeSet);
    await restartProgress(inside, attempt, { doing: preparing, total });
    await stageTemplates(inside, running.changeSetId, changeSet, keys);
  });
  const prepared = prepareItems(deps, changeSet, keys);
  let total = 0;
  let next = prepared.next();
  try {
    for (;;) {
      signal.throwIfAborted();
      const { done, value } = await next;
      if (done) return { ...value, done: total };
      // Read and computed while the database stores the previous batch.
      next = prepared.next();
      next.catch(() => {});
      await unit(async ({ query: inside }) => {
        if (!(await advance(inside, attempt, { more: value.done, isLosable: true }))) throw new Superseded();
        await storeItems(inside, running, value);
      });
      total += value.done;
      await breathe();
    }
  } finally {
    await next.catch(() => {});
  }
}

/** A batch of items that is ready to be stored. */
export interface PreparedItems {
  templateKey: number;
  sourceKey: number | null;
  items: repository.StagedItem[];
  rows: repository.StagedIndexRow[];
  /** The number of items that were read for it. */
  done: number;
}

/** Stores a batch of items with their revisions and index rows, none of which count before the change set is applied. */
async function storeItems(query: Query, running: Running, { items, rows, done: _, ...keys }: PreparedItems) {
  const stage = { ...running, ...keys };
  if (items.length > 0) await repository.insertItems(query, stage, items);
  await repository.insertIndexRows(query, stage, rows);
}

/** Determines the new state of each item, in batches that fit into memory, reads only, and asks before it is written. */
export async function* prepareItems(
  deps: AskDeps,
  changeSet: ChangeSet,
  keys: ReadonlyMap<string, number>,
): AsyncGenerator<PreparedItems, Prepared> {
  const { query } = deps.database;
  const ask = await findAsk(deps, changeSet.pair.target);
  const copies = new Map<number, (itemId: number, content: ItemContent) => repository.StagedIndexRow[]>();
  const sources: TemplateModel[] = [];
  let targetKeys: ReadonlyMap<string, number> | undefined;
  const loadTargetKeys = async () => {
    targetKeys ??= new Map([...(await readTemplateKeys(query, changeSet.pair.target.id)), ...keys]);
    return targetKeys;
  };
  const byTemplate = Map.groupBy(changeSet.items, ({ templateId }) => templateId);
  for (const template of changeSet.templates) {
    const items = byTemplate.get(template.templateId) ?? [];
    if (items.length === 0 && !changeSet.batches) continue;
    const models = await loadModels(query, changeSet, template);
    if (models.source) sources.push(models.source);
    // Every template of the change set was assigned a key.
    const templateKey = keys.get(template.templateId) as number;
    const replaced = await replacedKeys(query, template, models);
    const before = models.target && alignedModel(models.target, models.after);
    const index = { before, after: models.after, replaced, isLocal: isLocal(changeSet) };
    const isCopied = changeSet.source.instance !== null && models.isSameAsSource;
    if (isCopied) {
      const known = await loadTargetKeys();
      copies.set(templateKey, (id, after) =>
        withTargetKeys(indexRows({ item: { id }, after, target: undefined }, index), known),
      );
    }
    for await (const batch of batchesOf(query, changeSet, template, items)) {
      const resolved = await resolveItems(query, changeSet, template, models, batch);
      refuseOutdated(resolved, changeSet);
      const outcomes = resolved.filter(({ isUnchanged }) => !isUnchanged);
      refuseIncompatible(await askOutcomes(ask, models, outcomes), 'check');
      const missing = outcomes.filter(({ target }) => !target).map(({ item }) => item.id);
      const versions = missing.length > 0 ? await repository.readLastVersions(query, templateKey, missing) : noVersions;
      const staged = outcomes.map((outcome) => stagedItem(outcome, models, versions));
      const rows = outcomes.flatMap((outcome, at) =>
        staged[at]?.version && !(isCopied && outcome.item.change === 'added') ? indexRows(outcome, index) : [],
      );
      const isLinking = rows.some(({ targetId }) => targetId !== null);
      yield {
        templateKey,
        sourceKey: template.sourceKey,
        items: staged,
        rows: isLinking ? withTargetKeys(rows, await loadTargetKeys()) : rows,
        done: batch.items.length,
      };
    }
  }
  await refuseOtherTemplates(query, changeSet, sources);
  return { copies };
}

const noVersions: ReadonlyMap<number, number> = new Map();

/** Fails if the items were read while a template of the source was replaced: they could be in either state. */
async function refuseOtherTemplates(query: Query, { pair, templates }: ChangeSet, read: readonly TemplateModel[]) {
  const expected = new Map(templates.map(({ templateId, after }) => [templateId, after?.version]));
  for (const { id, key, version } of read) {
    const now = await loadTemplate(query, pair.source.id, id);
    if (now?.key !== key || now.version !== version || (expected.get(id) ?? version) !== version)
      throw new ChangeSetFailure('changed');
  }
}

/** The keys in the target of a change set's templates: new ones for those that it lacks. */
export async function assignKeys(query: Query, changeSet: ChangeSet): Promise<Map<string, number>> {
  const missing = changeSet.templates.filter(({ targetKey, formerKey }) => targetKey === null && formerKey === null);
  const fresh = missing.length > 0 ? await nextTemplateKeys(query, missing.length) : [];
  const keys = new Map(missing.map(({ templateId }, index) => [templateId, fresh[index] ?? 0]));
  for (const { templateId, targetKey, formerKey } of changeSet.templates)
    keys.set(templateId, targetKey ?? formerKey ?? keys.get(templateId) ?? 0);
  return keys;
}

/** Stores the templates of a change set. */
async function stageTemplates(
  query: Query,
  changeSetId: number,
  changeSet: ChangeSet,
  keys: ReadonlyMap<string, number>,
): Promise<void> {
  const changed = changeSet.templates.flatMap(({ templateId, change }) => (change ? [templateId] : []));
  const states = changed.length > 0 ? await readTemplateStates(query, changeSet.pair.target.id, changed) : undefined;
  const staged = changeSet.templates.map(({ templateId, label, change, after }): repository.StagedTemplate => {
    const before = states?.get(templateId) ?? null;
    // A template of the trash has its next version already.
    const version = before === null && after && isLocal(changeSet) ? after.version : (before?.version ?? 0) + 1;
    return { templateId, key: keys.get(templateId) ?? 0, label, change, before, after: after && { ...after, version } };
  });
  await repository.insertTemplates(query, changeSetId, staged);
}

/** The target's template with its field keys after the change set, which its index rows then have too. */
function alignedModel(target: TemplateModel, after: TemplateModel | undefined): TemplateModel {
  if (!after) return target;
  const next = Math.max(0, ...after.fields.map(({ key }) => key)) + 1;
  const moves = new Map(keyMoves(target.fields, after.fields, next).map(({ from, to }) => [from, to]));
  if (moves.size === 0) return target;
  const fields = target.fields.map((field) => ({ ...field, key: moves.get(field.key) ?? field.key }));
  return templateModel({ ...target, fields });
}

/** Keys of fields whose index rows are always replaced, as the template's change may write some. */
const replacedKeys = async (
  query: Query,
  { change, after }: ChangeSetTemplate,
  { target }: Models,
): Promise<number[]> => (change === 'updated' && target && after ? rewrittenKeys(query, target, after.fields) : []);

/** Fails if anything in the target, or anything with a decision, has changed since the change set was built. */
function refuseOutdated(outcomes: readonly ItemOutcome[], changeSet: ChangeSet): void {
  const hasSource = changeSet.source.instance !== null;
  const names = isLocal(changeSet);
  const outdated = outcomes.filter(
    ({ item, source, target, incompatibility, isOpen }) =>
      (target?.hash ?? null) !== item.targetHash ||
      (hasSource && (source?.hash ?? null) !== item.sourceHash && (!source || item.conflict)) ||
      (incompatibility && !names) ||
      isOpen,
  );
  if (outdated.length > 0)
    throw new ChangeSetFailure(
      'changed',
      '',
      outdated.map(({ item, target, source }) => outdatedRow(item.id, (target ?? source)?.label)),
    );
  refuseIncompatible(outcomes, 'refused');
}

/** Fails if items are refused, and names them. */
function refuseIncompatible(outcomes: readonly ItemOutcome[], failure: 'refused' | 'check'): void {
  const refused = outcomes.flatMap((outcome) =>
    outcome.incompatibility ? [{ outcome, ...outcome.incompatibility }] : [],
  );
  const [first] = refused;
  if (!first) return;
  const rows = refused.map(({ outcome, field_id, reason }) => ({
    row: rowOf(outcome.item.id, labelBefore(outcome)),
    message: field_id === 'fields' ? reason : `${field_id}: ${reason}`,
  }));
  const at = first.field_id === 'fields' ? '' : `, ${first.field_id}`;
  throw new ChangeSetFailure(failure, `"${labelBefore(first.outcome)}"${at}: ${first.reason}.`, rows);
}

const noContent = { label: '', values: {} };

function stagedItem(
  outcome: ItemOutcome,
  { after: model }: Models,
  lastVersions: ReadonlyMap<number, number>,
): repository.StagedItem {
  const { item, after, target, source, isKept } = outcome;
  const { id, change, decision, targetHash } = item;
  const version = isSameAsTarget(outcome) ? null : (target?.version ?? lastVersions.get(id) ?? 0) + 1;
  // The revision of a removed item stores its last content.
  const content = after ?? target ?? noContent;
  const { previous, ...synced } = syncedStates(outcome, version);
  return {
    id,
    change,
    decided: decision?.take ?? null,
    label: content.label,
    sourceHash: sourceHashOf(outcome),
    targetHash,
    targetVersion: target?.version ?? null,
    ...synced,
    version,
    content,
    base: isKept && !previous ? source : undefined,
    images: version !== null && after && model ? imagesOf(model, after.values) : [],
  };
}

const sourceHashOf = ({ source, item }: ItemOutcome): string | null => source?.hash ?? item.sourceHash;

/** What an item was last synced with, before and after; `previous` if it does not become what is synced now. */
function syncedStates(outcome: ItemOutcome, version: number | null) {
  const { item, target, previous: before, isKept } = outcome;
  // An undo restores the item's former synced state; a kept or removed item stays with its own.
  const previous = before ? (isKept ? target : before) : item.change === 'removed' ? target : undefined;
  return {
    previous,
    syncedHash: target?.synced_hash ?? null,
    syncedVersion: target?.synced_version ?? null,
    nextSyncedHash: previous ? previous.synced_hash : sourceHashOf(outcome),
    nextSyncedVersion: previous ? previous.synced_version : isKept ? null : version,
  };
}

function imagesOf(model: TemplateModel, values: ItemValues): string[] {
  return Object.entries(values).flatMap(([id, value]) => {
    const leaf = model.leaves.get(id);
    if (leaf?.holdsRows) return rowsOf(value).flatMap((row) => imagesOf(model, row));
    return leaf && isFileType(leaf.field.settings.type) && typeof value === 'string' ? [value] : [];
  });
}

type Indexed = Pick<ItemOutcome, 'after' | 'target'> & { item: Pick<ItemOutcome['item'], 'id'> };

interface IndexContext {
  before: TemplateModel | undefined;
  after: TemplateModel | undefined;
  replaced: readonly number[];
  isLocal: boolean;
}

function indexRows(
  { item: { id: itemId }, after: content, target }: Indexed,
  { before, after, replaced, isLocal }: IndexContext,
): UnkeyedRow[] {
  if (!content || !after) return [];
  const [now, was] =
    before === after ? changedEntries(content.values, target?.values) : [content.values, target?.values];
  const index = indexOf(after, now);
  const previous = before && was ? indexOf(before, was) : new Map<number, FieldIndex>();
  const keys = new Set([...changedKeys(previous, index), ...(target ? replaced : [])]);
  const none = { number: null, text: null, targetId: null, targetKey: null };
  return [...keys].flatMap((key): UnkeyedRow[] => {
    const entry = index.get(key);
    const row = { ...none, itemId, key };
    // The new rows of a local change set replace the former ones by themselves.
    return [
      ...(target && !(isLocal && entry) ? [row] : []),
      ...[...(entry?.numbers ?? [])].map((number) => ({ ...row, number })),
      ...[...(entry?.texts ?? [])].map((text) => ({ ...row, text })),
      ...[...(entry?.links ?? [])].map(([targetId, targetTemplate]) => ({ ...row, targetId, targetTemplate })),
    ];
  });
}

/** A staged row of an index; of a link, the template of its target has no key yet. */
type UnkeyedRow = repository.StagedIndexRow & { targetTemplate?: string };

/** The rows with the keys of the templates that their links lead to. */
const withTargetKeys = (rows: readonly UnkeyedRow[], keys: ReadonlyMap<string, number>): repository.StagedIndexRow[] =>
  rows.map(({ targetTemplate, ...row }) =>
    targetTemplate === undefined ? row : { ...row, targetKey: keys.get(targetTemplate) ?? null },
  );
