import type { SaveTemplateField } from '@quartermaster/contract/endpoints/templates.ts';
import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import type { Deps } from '../../../core/app/deps.ts';
import { AppError } from '../../../core/base/errors.ts';
import type { Query } from '../../../core/database/database.ts';
import * as removals from '../../documents/value-changes/removals-repository.ts';
import { areSqlBounds } from '../../documents/value-changes/value-sql.ts';
import { compareFields, type FieldChange, type TemplateChanges } from '../../model/field-changes.ts';
import type { TemplateModel } from '../../model/template-model.ts';
import { loadTemplate } from '../../model/template-models.ts';
import { changedSince, startTrial, type TrialState } from '../effects/changed-since.ts';
import { hasIncompatibleValues, triedRulesOf } from '../effects/describe-effects.ts';
import { listItems } from '../effects/effects-repository.ts';
import { hasInvalidValue, readsValues } from '../effects/incompatible.ts';
import { isAnyBroken, type TriedRules, tryRules } from '../effects/try-rules.ts';
import { convertingChanges } from './converting-changes.ts';
import type { ReadSave } from './read-save.ts';
import { refuseWhileChanging } from './refuse-while-changing.ts';

/** Thrown to roll a transaction back: item values forbid the changes. */
export class IncompatibleValuesError extends Error {
  readonly model: TemplateModel;
  readonly compared: TemplateChanges;

  constructor(model: TemplateModel, compared: TemplateChanges) {
    super(`Values of items do not fit the changes of the template ${model.id}`);
    this.name = 'IncompatibleValuesError';
    this.model = model;
    this.compared = compared;
  }
}

/** Thrown to roll a transaction back: too many items were changed since the trial of the changes. */
export class OutdatedTrialError extends AppError {
  constructor() {
    super('busy', { retryAfter: 5 });
    this.name = 'OutdatedTrialError';
  }
}

/** Compares a save with the template, and with the removed fields that it restores. */
export async function compareSave(
  query: Query,
  model: TemplateModel,
  saved: ReadSave,
  nextFieldKey: number,
  at: Date,
): Promise<TemplateChanges> {
  const known = new Set(model.fields.map(({ id }) => id));
  const added = saved.fields.flatMap(({ id }) => (known.has(id) ? [] : [id]));
  const removed = await removals.findRemovals(query, model.key, added);
  const compared = compareFields(model, saved.fields, nextFieldKey, at, removed);
  return { ...compared, changes: await convertingChanges(query, model, saved, compared.changes) };
}

/** What a save has to try on the values of all items. */
interface Tried {
  rules: TriedRules | undefined;
  changes: readonly FieldChange[];
}

/** Undefined if there is nothing to try. */
function triedOf(model: TemplateModel, compared: TemplateChanges): Tried | undefined {
  const rules = triedRulesOf(model, compared);
  const changes = compared.changes.filter(readsValues);
  return rules || changes.length > 0 ? { rules, changes } : undefined;
}

/** How many changed items are tried while a template is locked, and how often more are tried before. */
const triedUnderLock = 500;
const maxRounds = 5;

/**
 * Tries new rules, and other changes for which values have to be read, on all items, before the save locks the template:
 * saves of items would wait for that. Returns what the trial has seen, or undefined if there is nothing to try; throws if
 * items forbid it.
 */
export async function tryOnItems(
  { database: { query }, clock }: Pick<Deps, 'database' | 'clock'>,
  instanceId: number,
  saved: ReadSave,
): Promise<TrialState | undefined> {
  if (!saved.fields.some(mayReadValues)) return undefined;
  const model = await loadTemplate(query, instanceId, saved.id);
  // The save refuses another version.
  if (model?.version !== saved.version) return undefined;
  const at = clock.now();
  const compared = await compareSave(query, model, saved, 1, at);
  const tried = triedOf(model, compared);
  if (!tried) return undefined;
  await refuseWhileChanging(query, model, compared);
  let state = await startTrial(query, model, at);
  if (await isRefused(query, model, tried)) throw new IncompatibleValuesError(model, compared);
  // Items that were saved meanwhile, and then those that were saved while these were tried.
  for (let round = 1; ; round += 1) {
    const changed = await changedSince(query, model, state);
    if (!changed) throw new OutdatedTrialError();
    if (changed.ids.length <= triedUnderLock / 10 || round === maxRounds) return state;
    if (await isAnyRefused(query, model, tried, changed.ids)) throw new IncompatibleValuesError(model, compared);
    state = { ...state, seen: new Set([...state.seen, ...changed.saves]) };
  }
}

/** False for most fields: then the template need not be read. */
const mayReadValues = ({ settings, converts }: SaveTemplateField): boolean =>
  settings.rules !== undefined || converts === true || !areSqlBounds(fieldTypeOf(settings.type).bounds(settings));

async function isRefused(query: Query, model: TemplateModel, { rules, changes }: Tried): Promise<boolean> {
  if (await hasIncompatibleValues(query, model, changes)) return true;
  return rules !== undefined && (await tryRules(query, model.key, rules, 'first')).errors.size > 0;
}

async function isAnyRefused(
  query: Query,
  model: TemplateModel,
  { rules, changes }: Tried,
  ids: readonly number[],
): Promise<boolean> {
  for (let at = 0; at < ids.length; at += triedUnderLock) {
    const items = await listItems(query, model.key, ids.slice(at, at + triedUnderLock));
    const isIncompatible = items.some(({ values }) => changes.some((change) => hasInvalidValue(change, values)));
    if (isIncompatible || (rules && isAnyBroken(rules, items))) return true;
  }
  return false;
}

/** Tries the same on the items of a locked template that were changed since the trial. */
export async function refuseBrokenSince(
  query: Query,
  model: TemplateModel,
  compared: TemplateChanges,
  state: TrialState | undefined,
): Promise<void> {
  const tried = triedOf(model, compared);
  if (!tried) return;
  const changed = state && (await changedSince(query, model, state, triedUnderLock));
  if (!changed) throw new OutdatedTrialError();
  if (changed.ids.length > 0 && (await isAnyRefused(query, model, tried, changed.ids)))
    throw new IncompatibleValuesError(model, compared);
}
