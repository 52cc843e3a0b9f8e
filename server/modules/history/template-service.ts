import { fieldStatus } from '@quartermaster/contract/content/item-fields.ts';
import type { Missing, TemplateRestoreCheck, TemplateVersion } from '@quartermaster/contract/endpoints/history.ts';
import { fieldTypeOf, fieldTypes } from '@quartermaster/contract/field-types/registry.ts';
import { enqueueChanges } from '../../content/documents/value-changes/change-values.ts';
import { findRemovals } from '../../content/documents/value-changes/removals-repository.ts';
import { describeTemplate } from '../../content/history/describe.ts';
import type { TemplateModel } from '../../content/model/template-model.ts';
import { findTemplate } from '../../content/model/template-models.ts';
import { describeFields } from '../../content/schema/replace-template.ts';
import type { SaveTemplate } from '../../content/schema/save/read-save.ts';
import { dryRunTemplate, saveTemplate } from '../../content/schema/save/save-template.ts';
import { toTemplate } from '../../content/schema/template-repository.ts';
import type { Deps } from '../../core/app/deps.ts';
import { type Actor, personOf } from '../../core/base/actor.ts';
import { AppError } from '../../core/base/errors.ts';
import type { PageRequest } from '../../core/base/newest-first.ts';
import type { Query } from '../../core/database/database.ts';
import { readInSteps } from './in-steps.ts';
import { describeTemplateChanges } from './named-changes.ts';
import {
  findTemplateVersion,
  listTemplateVersions,
  type TemplateState,
  type TemplateVersionRow,
} from './repository.ts';

/** A template in an instance. */
export interface NamedTemplate {
  instanceId: number;
  templateId: string;
}

type TemplateDiff = TemplateRestoreCheck['diff'];

async function readModel(query: Query, { instanceId, templateId }: NamedTemplate): Promise<TemplateModel> {
  const model = await findTemplate(query, instanceId, templateId);
  if (!model) throw new AppError('not_found');
  return model;
}

/** The versions of a template, newest first. The cursor is a version. */
export async function listVersionsOfTemplate(query: Query, template: NamedTemplate, page: PageRequest) {
  const model = await readModel(query, template);
  return readInSteps(page, (part) => listTemplateVersions(query, model, part), {
    placeOf: ({ version }) => version,
    describe: (row, earlier) => toVersion(row, earlier, model),
  });
}

function toVersion(
  row: TemplateVersionRow,
  earlier: TemplateVersionRow | undefined,
  model: TemplateModel,
): TemplateVersion {
  const fields = describeFields(earlier?.fields ?? [], row.fields);
  const changes = Map.groupBy(fields, ({ change }) => change);
  const count = (change: 'added' | 'updated' | 'removed') => changes.get(change)?.length ?? 0;
  return {
    version: row.version,
    action: row.action,
    by: personOf(row),
    at: row.at.toISOString(),
    origin: row.origin,
    change_set_id: row.change_set_id,
    label: row.label,
    label_changed: row.label !== earlier?.label,
    fields: { added: count('added'), updated: count('updated'), removed: count('removed') },
    changes: earlier ? describeTemplateChanges(fields, earlier, row) : [],
    is_current: row.version === model.version,
  };
}

async function readVersion(query: Query, model: TemplateModel, version: number): Promise<TemplateState> {
  const found = await findTemplateVersion(query, model, version);
  if (!found) throw new AppError('not_found', { message: 'This version is not stored any more.' });
  return found;
}

/** Two versions of a template, or one and the current state, field by field. */
export async function compareTemplateVersions(
  query: Query,
  template: NamedTemplate,
  { from, to }: { from: number; to?: number },
): Promise<TemplateDiff> {
  const model = await readModel(query, template);
  const target = await readVersion(query, model, from);
  const source = to === undefined ? { ...model, fields: [...model.fields] } : await readVersion(query, model, to);
  return describeTemplate(template.templateId, { source, target });
}

/** The save that gives a template the fields of a former version, and removes all others. */
function saveOf(model: TemplateModel, previous: TemplateState, seen: number): SaveTemplate {
  const { fields } = toTemplate({ ...previous, id: model.id });
  const remaining = new Set(fields.map(({ id }) => id));
  const types = new Map(model.fields.map(({ id, settings }) => [id, settings.type]));
  const removed = toTemplate(model).fields.filter(({ id }) => !remaining.has(id));
  const statusOf = (id: string) => (types.has(id) ? fieldStatus.updated : fieldStatus.added);
  return {
    id: model.id,
    label: previous.label,
    version: seen,
    fields: [
      ...fields.map(({ id, settings, parentId, order }) => ({
        id,
        settings,
        parentId,
        order,
        status: statusOf(id),
        ...(types.has(id) && types.get(id) !== settings.type && { converts: true }),
      })),
      ...removed.map(({ id, settings, parentId, order }) => ({
        id,
        settings,
        parentId,
        order,
        status: fieldStatus.removed,
      })),
    ],
  };
}

/** What restoring a version of a template would do to it and to its items. */
export async function checkTemplateRestore(
  deps: Deps,
  template: NamedTemplate,
  version: number,
): Promise<TemplateRestoreCheck> {
  const { query } = deps.database;
  const model = await readModel(query, template);
  const previous = await readVersion(query, model, version);
  const body = saveOf(model, previous, model.version);
  const { version: _, ...state } = previous;
  const diff = describeTemplate(model.id, { source: { ...state, version: model.version + 1 }, target: model });
  const missing = await missingIn(query, model, previous);
  try {
    const { items, effects } = await dryRunTemplate(deps, template.instanceId, body);
    const refusals = effects.flatMap(({ field_id, incompatible: { count, sample } }) =>
      count === 0 ? [] : [{ field_id, reason: `item ${sample[0]?.id}: ${sample[0]?.reason}` }],
    );
    return { diff: { ...diff, items, effects }, missing, refusals };
  } catch (error) {
    const refusals = refusalsIn(error, body);
    if (!refusals) throw error;
    return { diff, missing, refusals };
  }
}

/** The most refusals that a check lists. */
const listedRefusals = 100;

/** Why a save was refused, by field; undefined for any other error. */
function refusalsIn(error: unknown, { fields }: SaveTemplate): TemplateRestoreCheck['refusals'] | undefined {
  if (!(error instanceof AppError) || error.status !== 422) return undefined;
  const wrong = Object.entries(error.body.fields ?? {}).map(([path, reason]) => {
    const [, index] = /^fields\.(\d+)/.exec(path) ?? [];
    return { field_id: fields[Number(index)]?.id ?? path, reason };
  });
  return wrong.length > 0 ? wrong.slice(0, listedRefusals) : [{ field_id: 'fields', reason: error.body.message }];
}

/** The fields that would come back without the values that items had in them. */
async function missingIn(query: Query, model: TemplateModel, previous: TemplateState): Promise<Missing[]> {
  const known = new Set(model.fields.map(({ id }) => id));
  const added = previous.fields.filter(({ id }) => !known.has(id));
  const removals = await findRemovals(
    query,
    model.key,
    added.map(({ id }) => id),
  );
  return added.flatMap(({ id, settings }): Missing[] => {
    if (fieldTypeOf(settings.type).holds === 'group') return [];
    const removal = removals.get(id);
    const typeThen = removal?.field.settings.type;
    if (typeThen === settings.type) return [];
    const reason = typeThen
      ? `its values are of the type ${fieldTypes[typeThen].label} since`
      : 'the values that items had in it are not stored any more';
    return [{ field_id: id, label: settings.label, reason }];
  });
}

/** Saves the fields of a former version as the next one; throws 409 or 422 as a save does. */
export async function restoreTemplate(
  deps: Deps,
  { instanceId, templateId, actor }: NamedTemplate & { actor: Actor },
  { version, seen }: { version: number; seen: number },
): Promise<{ version: number }> {
  const { query } = deps.database;
  const model = await readModel(query, { instanceId, templateId });
  const previous = await readVersion(query, model, version);
  const body = saveOf(model, previous, seen);
  try {
    const saved = await saveTemplate(deps, { instanceId, actor, origin: 'restore' }, body);
    if (saved.isChanging) await enqueueChanges(deps);
    return { version: saved.version };
  } catch (error) {
    const refusals = refusalsIn(error, body);
    if (!refusals) throw error;
    throw new AppError('invalid', {
      message: 'The template cannot become this version again, so nothing was changed.',
      fields: Object.fromEntries(refusals.map(({ field_id, reason }) => [field_id, reason])),
      details: { refusals },
      cause: error,
    });
  }
}
