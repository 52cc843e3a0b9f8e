import type { Query } from './database/database.ts';
import { AppError } from './errors.ts';
import type { StoredField } from './tables/content.ts';
import { type TemplateModel, templateModel } from './template-model.ts';

/** Told where a call names a template that its instance does not have. */
export const noSuchTemplate = (templateId: string): AppError =>
  new AppError('not_found', { message: `There is no template "${templateId}" in this instance. Check its ID.` });

const kept = 500;

/** The newest models by place, the longest unused first. What is in here may be old: see {@link knownTemplate}. */
const models = new Map<string, TemplateModel>();
const placeOf = (instanceId: number, templateId: string): string => `${instanceId}/${templateId}`;

/**
 * The template as it was last seen, without asking the database. Whoever uses it lets the database compare
 * `key`, `version` and `hash` in the same statement, and calls {@link loadTemplate} where they have moved on.
 */
export function knownTemplate(instanceId: number, templateId: string): TemplateModel | undefined {
  const place = placeOf(instanceId, templateId);
  const model = models.get(place);
  if (model) {
    models.delete(place);
    models.set(place, model);
  }
  return model;
}

/** Reads a template; `undefined` where the instance has none of that id. */
export async function loadTemplate(
  query: Query,
  instanceId: number,
  templateId: string,
): Promise<TemplateModel | undefined> {
  const [row] = await query<Row>(
    'select key, label, version, hash::text, fields from templates where instance_id = $1 and id = $2',
    [instanceId, templateId],
    'template-model',
  );
  const place = placeOf(instanceId, templateId);
  models.delete(place);
  if (!row) return undefined;
  const model = templateModel({ ...row, instanceId, id: templateId });
  models.set(place, model);
  const [oldest] = models.keys();
  if (models.size > kept && oldest !== undefined) models.delete(oldest);
  return model;
}

interface Row {
  key: number;
  label: string;
  version: number;
  hash: string;
  fields: StoredField[];
}

/** The template as it is now: the known one where the database says that it still is. */
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
