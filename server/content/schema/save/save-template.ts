import type { TreeField } from '@quartermaster/contract/content/template-tree.ts';
import type { FieldEffect } from '@quartermaster/contract/endpoints/templates.ts';
import { linkedTemplatesOf, linkSettingOf } from '@quartermaster/contract/field-types/registry.ts';
import { checkReplacedOptions } from '@quartermaster/contract/rules/replaced-options.ts';
import { checkFieldCount, checkSimilarNames } from '@quartermaster/contract/rules/template.ts';
import { templateIdTakenSentence } from '@quartermaster/contract/rules/template-settings.ts';
import type { Deps } from '../../../core/app/deps.ts';
import type { Unit } from '../../../core/app/unit.ts';
import { AppError } from '../../../core/base/errors.ts';
import type { Query } from '../../../core/database/database.ts';
import { checkRepeated, isValueRepeated } from '../../documents/item-keys.ts';
import { appendMenuLink, relabelMenuLinks } from '../../menu/menu-repository.ts';
import { compareFields, type FieldChange, hasMoved, type TemplateChanges } from '../../model/field-changes.ts';
import { recomputedFields } from '../../model/recomputed.ts';
import { listExistingIds, lockInstance } from '../../model/template-locks.ts';
import { type TemplateModel, templateModel } from '../../model/template-model.ts';
import { loadTemplate } from '../../model/template-models.ts';
import type { TrialState } from '../effects/changed-since.ts';
import { describeEffects, hasIncompatibleValues } from '../effects/describe-effects.ts';
import { becomesUnique, readsValues } from '../effects/incompatible.ts';
import * as repository from '../template-repository.ts';
import { changeItems } from './change-items.ts';
import { type ReadSave, readSave, refuseFields, type SaveTemplate } from './read-save.ts';
import { refuseWhileChanging } from './refuse-while-changing.ts';
import { type Editor, storeRevision } from './store-revision.ts';
import {
  compareSave,
  IncompatibleValuesError,
  OutdatedTrialError,
  refuseBrokenSince,
  tryOnItems,
} from './try-on-items.ts';

type Needs = Pick<Deps, 'database' | 'unit' | 'clock'>;

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
  let incompatible = 0;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const trial = await tryOnItems(needs, editor.instanceId, saved);
      return await save(needs, editor, body, saved, trial);
    } catch (error) {
      if (error instanceof OutdatedTrialError && attempt < maxAttempts) continue;
      if (!(error instanceof IncompatibleValuesError)) throw error;
      incompatible += 1;
      // Determined after the locks are released, as it may take long.
      const { effects } = await describeEffects(needs.database.query, error.model, error.compared);
      refuseIncompatible(effects, error.compared.changes, saved);
      // The conflicting values were changed in the meantime.
      if (incompatible === maxIncompatible || attempt === maxAttempts) throw error;
    }
  }
}

/** How often a save is tried, and how often while values of items do not fit it. */
const maxAttempts = 3;
const maxIncompatible = 2;

const save = (
  { unit, clock }: Needs,
  editor: Editor,
  body: SaveTemplate,
  saved: ReadSave,
  trial: TrialState | undefined,
): Promise<SavedTemplate> =>
  unit(async (inside) => {
    const { query } = inside;
    const at = clock.now();
    await checkLinkedTemplates(query, editor.instanceId, saved);
    const current = await repository.lockTemplate(query, editor.instanceId, body.id);
    await checkVersion(query, current, body);
    refuseInvalidFields(saved, current?.fields ?? []);
    if (!current) {
      refuseWrongOptions(saved, []);
      return createTemplate(inside, editor, saved, at);
    }
    const model = templateModel(current);
    refuseWrongOptions(saved, model.fields);
    const compared = await compareSave(query, model, saved, current.nextFieldKey, at);
    const { fields, nextFieldKey, changes, isUnchanged } = compared;
    if (isUnchanged && current.label === body.label) return { id: body.id, version: current.version };
    await refuseWhileChanging(query, model, compared);
    const indexed = changes.filter((change) => !readsValues(change));
    if (await hasIncompatibleValues(query, model, indexed)) throw new IncompatibleValuesError(model, compared);
    await refuseBrokenSince(query, model, compared, trial);
    const version = current.version + 1;
    const isChanging = await changeItems(query, model, compared, version, at);
    const written = { label: body.label, version, fields, nextFieldKey, updatedAt: at };
    await repository.updateTemplate(query, model.key, written);
    if (changes.some(becomesUnique)) await refuseRepeated(query, model, compared);
    await relabelMenuLinks(query, {
      instanceId: editor.instanceId,
      templateId: body.id,
      from: current.label,
      to: body.label,
    });
    await storeRevision(inside, editor, { ...current, label: body.label, version, fields }, 'update', at);
    return { id: body.id, version, ...(isChanging && { isChanging }) };
  });

/** Throws if the saved template has two items with the same value of a unique field. */
const refuseRepeated = (query: Query, model: TemplateModel, compared: TemplateChanges) =>
  checkRepeated(query).catch((error: unknown) => {
    throw isValueRepeated(error) ? new IncompatibleValuesError(model, compared) : error;
  });

/** The effects of a save on the items; refused for the same reasons as the save, except for conflicting item values. */
export async function dryRunTemplate(
  { database: { query }, clock }: Needs,
  instanceId: number,
  body: SaveTemplate,
): Promise<{ items: number; effects: FieldEffect[]; recomputed?: string[] }> {
  const saved = readSave(body);
  await checkLinkedTemplates(query, instanceId, saved);
  const current = await loadTemplate(query, instanceId, body.id);
  await checkVersion(query, current, body);
  refuseInvalidFields(saved, current?.fields ?? []);
  if (!current && (await repository.hasTemplate(query, instanceId, body.id))) throw taken();
  refuseWrongOptions(saved, current?.fields ?? []);
  // A new template has no items.
  const model = current ?? templateModel({ ...saved, key: 0, instanceId, hash: '', fields: [] });
  const compared = await compareSave(query, model, saved, 1, clock.now());
  await refuseWhileChanging(query, model, compared);
  const { items, effects } = await describeEffects(query, model, compared);
  const recomputed = items > 0 ? recomputedFields(model, compared) : [];
  return { items, effects, ...(recomputed.length > 0 && { recomputed }) };
}

/** Throws 422 if fields are invalid, unless the template had them before. */
function refuseInvalidFields(saved: ReadSave, before: readonly TreeField[]): void {
  refuseFields(saved, checkSimilarNames(saved.fields, before));
  const tooMany = checkFieldCount(saved.fields.length, before.length);
  if (tooMany) throw new AppError('invalid', { message: tooMany, fields: { fields: tooMany } });
}

/** Throws 422 if what items get in place of removed options is invalid. */
function refuseWrongOptions(saved: ReadSave, before: readonly TreeField[]): void {
  const settings = new Map(before.map((field) => [field.id, field.settings]));
  const wrong = saved.fields.flatMap((field, index) =>
    Object.entries(checkReplacedOptions(field, settings.get(field.id))).map(([path, reason]) => [
      `fields.${index}.${path}`,
      reason,
    ]),
  );
  refuseFields(saved, Object.fromEntries(wrong));
}

async function checkVersion(
  query: Query,
  current: (Parameters<typeof repository.toTemplate>[0] & { key: number }) | undefined,
  { version }: SaveTemplate,
): Promise<void> {
  if (!current && version !== 0) throw new AppError('not_found');
  if (!current || current.version === version) return;
  if (version === 0) throw taken();
  const saved = await repository.findTemplateSave(query, current);
  const template = repository.toTemplate(current);
  throw new AppError('version', { details: { version: current.version, template, saved } });
}

const taken = () => new AppError('taken', { fields: { id: templateIdTakenSentence } });

async function checkLinkedTemplates(query: Query, instanceId: number, saved: ReadSave): Promise<void> {
  const linked = new Set(saved.fields.flatMap(({ settings }) => linkedTemplatesOf(settings)));
  linked.delete(saved.id);
  if (linked.size === 0) return;
  const present = await listExistingIds(query, instanceId, [...linked]);
  present.add(saved.id);
  const missing = saved.fields.flatMap(({ settings }, index) => {
    if (linkedTemplatesOf(settings).every((id) => present.has(id))) return [];
    return [[`fields.${index}.settings.${linkSettingOf(settings.type)}`, 'there is no such template']];
  });
  refuseFields(saved, Object.fromEntries(missing));
}

/** Nothing is lost or converted silently: the user has to resolve conflicts. */
function refuseIncompatible(effects: readonly FieldEffect[], changes: readonly FieldChange[], saved: ReadSave): void {
  const broken = effects.filter(({ incompatible }) => incompatible.count > 0);
  const indexes = new Map(saved.fields.map(({ id }, index) => [id, index]));
  const changeOf = new Map(changes.map((change) => [change.id, change]));
  const wrong = broken.map(({ field_id, incompatible }) => {
    const index = indexes.get(field_id);
    const change = changeOf.get(field_id);
    const [first] = incompatible.sample;
    const { settings } = (change?.before ?? change?.removal)?.field ?? saved.fields[index ?? 0] ?? {};
    const path = `fields.${index}.${change && hasMoved(change) ? 'parentId' : 'settings'}`;
    return [path, `${settings?.name} of item ${first?.id} ${first?.reason}`];
  });
  refuseFields(saved, Object.fromEntries(wrong), { effects: broken });
}

async function createTemplate(unit: Unit, editor: Editor, body: ReadSave, at: Date): Promise<SavedTemplate> {
  const { query } = unit;
  const { id, label } = body;
  const { instanceId } = editor;
  // Two concurrent requests could otherwise take ids that differ only by case.
  await lockInstance(query, instanceId);
  if (await repository.hasTemplate(query, instanceId, id)) throw taken();
  await repository.deleteViewsWithoutTemplate(query, instanceId, id);
  const { fields, nextFieldKey } = compareFields(undefined, body.fields, 1, at);
  const key = await repository.insertTemplate(query, {
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
  await appendMenuLink(query, { instanceId, templateId: id, label });
  await storeRevision(unit, editor, { key, id, label, version: 1, fields }, 'create', at);
  return { id, version: 1 };
}
