import { AppError } from '../../core/base/errors.ts';
import type { Query } from '../../core/database/database.ts';
import { readsFrom } from '../../core/database/read-target.ts';
import type { StoredField } from '../../core/tables/content.ts';
import { type TemplateChange, type TemplateModel, templateModel } from './template-model.ts';

/** The error for a template id that does not exist in the instance. */
export const noSuchTemplate = (templateId: string): AppError =>
  new AppError('not_found', { message: `There is no template "${templateId}" in this instance. Check its ID.` });

const mostModels = 500;

/** How long a model with a running template change is cached: the end of the change does not increase any version. */
const changingMilliseconds = 1000;

/**
 * Cached models by instance and template id, least recently used first. Entries may be outdated: see {@link
 * knownTemplate}.
 */
const models = new Map<string, TemplateModel>();
const changingSince = new WeakMap<TemplateModel, number>();
// The end of a template change increases no version, and a replica has it later.
const placeOf = (instanceId: number, templateId: string): string => `${readsFrom()} ${instanceId}/${templateId}`;

/**
 * The cached template, without a database query. Callers must compare `key`, `version` and `hash` in their own
 * statement, and call {@link loadTemplate} if they have changed.
 */
export function knownTemplate(instanceId: number, templateId: string): TemplateModel | undefined {
  const key = placeOf(instanceId, templateId);
  const model = models.get(key);
  if (!model) return undefined;
  if (model.change && Date.now() - (changingSince.get(model) ?? 0) > changingMilliseconds) return undefined;
  models.delete(key);
  models.set(key, model);
  return model;
}

/** Reads a template; returns `undefined` if the instance has none with that id. */
export async function loadTemplate(
  query: Query,
  instanceId: number,
  templateId: string,
): Promise<TemplateModel | undefined> {
  const before = placeOf(instanceId, templateId);
  const [row] = await query<Row>(
    `select t.key, t.label, t.version, t.hash::text, t.fields,
        case when c.template_key is not null then jsonb_build_object('version', c.version, 'removed', c.removed, 'restored', c.restored, 'replaced', c.replaced, 'converted', c.converted, 'recomputes', c.recomputes) end as change
      from templates t left join template_changes c on c.template_key = t.key where t.instance_id = $1 and t.id = $2`,
    [instanceId, templateId],
    'template-model',
  );
  const key = placeOf(instanceId, templateId);
  models.delete(key);
  if (!row) return undefined;
  const model = templateModel({ ...row, change: row.change ?? undefined, instanceId, id: templateId });
  // Otherwise another statement of the call has failed meanwhile, and this one was read from either.
  if (key !== before) return model;
  models.set(key, model);
  if (model.change) changingSince.set(model, Date.now());
  const [oldest] = models.keys();
  if (models.size > mostModels && oldest !== undefined) models.delete(oldest);
  return model;
}

interface Row {
  key: number;
  label: string;
  version: number;
  hash: string;
  fields: StoredField[];
  change: TemplateChange | null;
}

/** The current template: the cached one if the database confirms it. */
export async function findTemplate(
  query: Query,
  instanceId: number,
  templateId: string,
): Promise<TemplateModel | undefined> {
  const known = knownTemplate(instanceId, templateId);
  if (!known) return loadTemplate(query, instanceId, templateId);
  const [row] = await query(
    'select 1 from templates where key = $1 and instance_id = $2 and id = $3 and version = $4 and hash = $5::uuid',
    [known.key, instanceId, templateId, known.version, known.hash],
    'template-known',
  );
  return row ? known : loadTemplate(query, instanceId, templateId);
}
