import { fieldStatus } from '@quartermaster/contract/content/item-fields.ts';
import type { TreeField } from '@quartermaster/contract/content/template-tree.ts';
import type { FieldEffect } from '@quartermaster/contract/endpoints/templates.ts';
import { linkedTemplateOf } from '@quartermaster/contract/field-types/registry.ts';
import { percentOf } from '@quartermaster/contract/rules/percent.ts';
import { checkFieldCount, checkSimilarNames } from '@quartermaster/contract/rules/template.ts';
import { templateIdTakenSentence } from '@quartermaster/contract/rules/template-settings.ts';
import type { Deps } from '../../../core/app/deps.ts';
import type { Unit } from '../../../core/app/unit.ts';
import { AppError } from '../../../core/base/errors.ts';
import type { Query } from '../../../core/database/database.ts';
import { findChange, insertChange } from '../../documents/value-changes/change-repository.ts';
import { applyWholeChange, isWithinImmediateLimits } from '../../documents/value-changes/change-values.ts';
import * as removals from '../../documents/value-changes/removals-repository.ts';
import { appendMenuLink, relabelMenuLinks } from '../../menu/menu-repository.ts';
import { compareFields, type FieldChange, hasMoved, leafOf } from '../../model/field-changes.ts';
import { listExistingIds, lockInstance } from '../../model/template-locks.ts';
import { type TemplateModel, templateModel } from '../../model/template-model.ts';
import { loadTemplate } from '../../model/template-models.ts';
import { describeEffects, hasIncompatibleValues, restoringOf } from '../effects/describe-effects.ts';
import { countItems } from '../effects/effects-repository.ts';
import { concernsItems } from '../effects/incompatible.ts';
import * as repository from '../template-repository.ts';
import { type ReadSave, readSave, refuseFields, type SaveTemplate } from './read-save.ts';
import { type Editor, storeRevision } from './store-revision.ts';

type Needs = Pick<Deps, 'database' | 'unit' | 'clock'>;

/** Thrown inside a transaction to roll it back: item values forbid the changes. */
class IncompatibleValuesError extends Error {
  readonly model: TemplateModel;
  readonly changes: readonly FieldChange[];

  constructor(model: TemplateModel, changes: readonly FieldChange[]) {
    super(`Values of items do not fit the changes of the template ${model.id}`);
    this.name = 'IncompatibleValuesError';
    this.model = model;
    this.changes = changes;
  }
}

/** The saved template; `isChanging` if a job still has to change items. */
export interface SavedTemplate {
  id: string;
  version: number;
  isChanging?: boolean;
}

/**
 * Creates a template or saves its next version; throws 409 if the version is outdated, 422 if item values forbid the
 * changes.
 */
export async function saveTemplate(needs: Needs, editor: Editor, body: SaveTemplate): Promise<SavedTemplate> {
  const saved = readSave(body);
  for (let isAgain = false; ; isAgain = true) {
    try {
      return await save(needs, editor, body, saved);
    } catch (error) {
      if (!(error instanceof IncompatibleValuesError)) throw error;
      // Determined after the locks are released, as it may take long.
      const { effects } = await describeEffects(needs.database.query, error.model, error.changes);
      refuseIncompatible(effects, error.changes, saved);
      // The conflicting values were changed in the meantime; a second time it is a bug.
      if (isAgain) throw error;
    }
  }
}

const save = ({ unit, clock }: Needs, editor: Editor, body: SaveTemplate, saved: ReadSave): Promise<SavedTemplate> =>
  unit(async (inside) => {
    const { tx, query } = inside;
    const at = clock.now();
    await checkLinkedTemplates(query, editor.instanceId, saved);
    const current = await repository.lockTemplate(tx, editor.instanceId, body.id);
    checkVersion(current, body);
    refuseInvalidFields(saved, current?.fields ?? []);
    if (!current) return createTemplate(inside, editor, saved, at);
    const model = templateModel(current);
    const { fields, nextFieldKey, changes, isUnchanged } = await compare(query, model, saved, current.nextFieldKey, at);
    if (isUnchanged && current.label === body.label) return { id: body.id, version: current.version };
    await refuseWhileChanging(query, model, changes);
    if (await hasIncompatibleValues(query, model, changes)) throw new IncompatibleValuesError(model, changes);
    const version = current.version + 1;
    const isChanging = await changeItems(query, model, changes, version, at);
    await repository.updateTemplate(tx, model.key, { label: body.label, version, fields, nextFieldKey, updatedAt: at });
    await relabelMenuLinks(tx, {
      instanceId: editor.instanceId,
      templateId: body.id,
      from: current.label,
      to: body.label,
    });
    await storeRevision(inside, editor, { ...current, label: body.label, version, fields }, 'update', at);
    return { id: body.id, version, ...(isChanging && { isChanging }) };
  });

/** The effects of a save on the items; refused for the same reasons as the save, except for conflicting item values. */
export async function dryRunTemplate(
  { database: { query }, clock }: Needs,
  instanceId: number,
  body: SaveTemplate,
): Promise<{ items: number; effects: FieldEffect[] }> {
  const saved = readSave(body);
  await checkLinkedTemplates(query, instanceId, saved);
  const current = await loadTemplate(query, instanceId, body.id);
  checkVersion(current, body);
  refuseInvalidFields(saved, current?.fields ?? []);
  if (!current && (await repository.hasTemplate(query, instanceId, body.id))) throw taken();
  // A new template has no items.
  const model = current ?? templateModel({ ...saved, key: 0, instanceId, hash: '', fields: [] });
  const { changes } = await compare(query, model, saved, 1, clock.now());
  await refuseWhileChanging(query, model, changes);
  const { items, effects } = await describeEffects(query, model, changes);
  return { items, effects };
}

/** Throws 422 if fields are invalid, unless the template had them before. */
function refuseInvalidFields(saved: ReadSave, before: readonly TreeField[]): void {
  refuseFields(saved, checkSimilarNames(saved.fields, before));
  const tooMany = checkFieldCount(saved.fields.length, before.length);
  if (tooMany) throw new AppError('invalid', { message: tooMany, fields: { fields: tooMany } });
}

function checkVersion(
  current: Parameters<typeof repository.toTemplate>[0] | undefined,
  { version }: SaveTemplate,
): void {
  if (!current && version !== 0) throw new AppError('not_found');
  if (!current || current.version === version) return;
  if (version === 0) throw taken();
  throw new AppError('version', { details: { version: current.version, template: repository.toTemplate(current) } });
}

const taken = () => new AppError('taken', { fields: { id: templateIdTakenSentence } });

async function checkLinkedTemplates(query: Query, instanceId: number, saved: ReadSave): Promise<void> {
  const linked = new Set(saved.fields.flatMap(({ settings }) => linkedTemplateOf(settings) ?? []));
  linked.delete(saved.id);
  if (linked.size === 0) return;
  const present = await listExistingIds(query, instanceId, [...linked]);
  present.add(saved.id);
  const missing = saved.fields.flatMap(({ settings }, index) => {
    const linkedTo = linkedTemplateOf(settings);
    if (linkedTo === undefined || present.has(linkedTo)) return [];
    return [[`fields.${index}.settings.templateId`, 'there is no such template']];
  });
  refuseFields(saved, Object.fromEntries(missing));
}

async function compare(query: Query, model: TemplateModel, saved: ReadSave, nextFieldKey: number, at: Date) {
  const known = new Set(model.fields.map(({ id }) => id));
  const added = saved.fields.flatMap(({ id }) => (known.has(id) ? [] : [id]));
  return compareFields(model, saved.fields, nextFieldKey, at, await removals.findRemovals(query, model.key, added));
}

/** Nothing is converted silently: the user has to resolve conflicts. */
function refuseIncompatible(effects: readonly FieldEffect[], changes: readonly FieldChange[], saved: ReadSave): void {
  const broken = effects.filter(({ incompatible }) => incompatible.count > 0);
  const indexes = new Map(saved.fields.map(({ id }, index) => [id, index]));
  const changeOf = new Map(changes.map((change) => [change.id, change]));
  const wrong = broken.map(({ field_id, incompatible }) => {
    const index = indexes.get(field_id);
    const change = changeOf.get(field_id);
    const [first] = incompatible.sample;
    const name = (change?.before ?? change?.removal)?.field.settings.name;
    const path = `fields.${index}.${change && hasMoved(change) ? 'parentId' : 'settings'}`;
    return [path, `${name} of item ${first?.id} ${first?.reason}`];
  });
  refuseFields(saved, Object.fromEntries(wrong), { effects: broken });
}

/** Only one change of items at a time, because the next one starts from its result. */
async function refuseWhileChanging(query: Query, { key }: TemplateModel, changes: readonly FieldChange[]) {
  if (!changes.some(concernsItems)) return;
  const open = await findChange(query, key);
  if (!open) return;
  const { done, items } = open;
  throw new AppError('running', {
    message: `Values of an earlier change are still being ${open.removed.length > 0 ? 'removed' : 'brought back'}: ${percentOf(done, items)} % is done. Save this once it has finished.`,
    details: { done, items },
  });
}

/**
 * Removes and restores item values: immediately for a few items, otherwise the change is stored for the job; returns
 * true if the job has to continue. `atOnce` leaves nothing to the job.
 */
export async function changeItems(
  query: Query,
  model: TemplateModel,
  changes: readonly FieldChange[],
  version: number,
  at: Date,
  atOnce = false,
): Promise<boolean> {
  const gone = changes.flatMap(({ status, before }) => (status === fieldStatus.removed && before ? [before] : []));
  const returning = changes.flatMap(({ removal }) => removal ?? []);
  if (gone.length + returning.length === 0) return false;
  await removals.insertRemovals(query, { templateKey: model.key, removed: gone, version, at });
  await removals.deleteRemovals(query, model.key, returning);
  const items = await countItems(query, model.key);
  const change = {
    template_key: model.key,
    instance_id: model.instanceId,
    version,
    removed: gone.filter(({ holds }) => holds !== 'group').map(leafOf),
    restored: restoringOf(model, changes).leaves,
    returned_keys: returning.map(({ field }) => field.key),
    items,
  };
  const isImmediate = atOnce || (await isWithinImmediateLimits(query, model.key, items));
  if (isImmediate) await applyWholeChange(query, { ...change, after_id: 0, done: 0 });
  else await insertChange(query, change, at);
  return !isImmediate;
}

async function createTemplate(unit: Unit, editor: Editor, body: ReadSave, at: Date): Promise<SavedTemplate> {
  const { tx, query } = unit;
  const { id, label } = body;
  const { instanceId } = editor;
  // Two concurrent requests could otherwise take ids that differ only by case.
  await lockInstance(tx, instanceId);
  if (await repository.hasTemplate(query, instanceId, id)) throw taken();
  const { fields, nextFieldKey } = compareFields(undefined, body.fields, 1, at);
  const key = await repository.insertTemplate(tx, {
    instanceId,
    id,
    label,
    version: 1,
    fields,
    nextFieldKey,
    createdAt: at,
    updatedAt: at,
  });
  if (key === undefined) throw taken();
  await appendMenuLink(tx, { instanceId, templateId: id, label });
  await storeRevision(unit, editor, { key, id, label, version: 1, fields }, 'create', at);
  return { id, version: 1 };
}
