import type { Template } from '@quartermaster/contract/endpoints/templates.ts';
import type { SavedBy } from '@quartermaster/contract/saved-by.ts';
import type { AuthorColumns } from '../../core/base/actor.ts';
import { AppError } from '../../core/base/errors.ts';
import type { Query } from '../../core/database/database.ts';
import type { StoredField } from '../../core/tables/content.ts';
import { type SavedByRow, savedBySql, toSavedBy } from '../model/last-save.ts';
import { linksToSql } from '../model/links-to-sql.ts';
import { findTemplate } from '../model/template-models.ts';

interface ListEntry {
  id: string;
  label: string;
  version: number;
  item_count: number;
}

export const listTemplates = (query: Query, instanceId: number): Promise<ListEntry[]> =>
  query<ListEntry>(
    `select t.id, t.label, t.version, coalesce(c.items, 0) as item_count
      from templates t left join item_counts c on c.template_key = t.key
      where t.instance_id = $1 order by t.label collate "natural", t.id`,
    [instanceId],
    'templates-list',
  );

/**
 * True if the instance has a template with this id, ignoring case: their exported files would collide on a
 * case-insensitive file system.
 */
export const hasTemplate = async (query: Query, instanceId: number, templateId: string): Promise<boolean> =>
  (await query('select 1 from templates where instance_id = $1 and lower(id) = lower($2)', [instanceId, templateId]))
    .length > 0;

/** The ids that fields of a template have or had in the instances of a project. */
export const listFieldIds = async (query: Query, projectId: number, templateId: string): Promise<string[]> =>
  (
    await query<{ id: string }>(
      `with own as (select id from instances where project_id = $1)
        select f->>'id' as id from templates t join own on own.id = t.instance_id, jsonb_array_elements(t.fields) f where t.id = $2
        union
        select f->>'id' from template_revisions r join own on own.id = r.instance_id, jsonb_array_elements(r.fields) f
          where r.template_id = $2
        union
        select m.field_id from field_removals m join templates t on t.key = m.template_key join own on own.id = t.instance_id
          where t.id = $2
        order by id limit 100000`,
      [projectId, templateId],
      'template-field-ids',
    )
  ).map(({ id }) => id);

export interface TemplateWrite {
  /** Chosen by the database unless given. */
  key?: number;
  instanceId: number;
  id: string;
  label: string;
  version: number;
  fields: StoredField[];
  nextFieldKey: number;
  createdAt: Date;
  updatedAt: Date;
}

/** A template with its key. */
export type StoredTemplate = Pick<TemplateWrite, 'id' | 'label' | 'version' | 'fields'> & { key: number };

type LockedTemplate = StoredTemplate & Pick<TemplateWrite, 'instanceId' | 'nextFieldKey'> & { hash: string };

/** Locks a template, so that neither it nor an item of it can be saved until the end of the transaction. */
export async function lockTemplate(
  query: Query,
  instanceId: number,
  templateId: string,
): Promise<LockedTemplate | undefined> {
  const [row] = await query<LockedTemplate>(
    `select key, instance_id as "instanceId", id, label, version, fields, next_field_key as "nextFieldKey", hash
      from templates where instance_id = $1 and id = $2 for update`,
    [instanceId, templateId],
  );
  return row;
}

/** Returns the new template's key; `undefined` if its id is taken. */
export async function insertTemplate(query: Query, template: TemplateWrite): Promise<number | undefined> {
  const { key = null, instanceId, id, label, version, fields, nextFieldKey, createdAt, updatedAt } = template;
  const [row] = await query<{ key: number }>(
    `insert into templates (key, instance_id, id, label, version, fields, next_field_key, created_at, updated_at)
      values (coalesce($1, nextval('templates_key_seq')), $2, $3, $4, $5, $6::jsonb, $7, $8, $9)
      on conflict do nothing returning key`,
    [key, instanceId, id, label, version, JSON.stringify(fields), nextFieldKey, createdAt, updatedAt],
  );
  if (row) await query('insert into item_counts (template_key, items) values ($1, 0)', [row.key]);
  return row?.key;
}

export async function updateTemplate(
  query: Query,
  key: number,
  change: Pick<TemplateWrite, 'label' | 'version' | 'fields' | 'nextFieldKey' | 'updatedAt'>,
): Promise<void> {
  await query(
    `update templates set label = $2, version = $3, fields = $4::jsonb, next_field_key = $5, updated_at = $6 where key = $1`,
    [key, change.label, change.version, JSON.stringify(change.fields), change.nextFieldKey, change.updatedAt],
  );
}

export async function deleteTemplate(query: Query, key: number): Promise<void> {
  await query('delete from templates where key = $1', [key]);
}

/** Deletes the saved views of a template that no instance of the project has, so that another one with its id has none. */
export const deleteViewsWithoutTemplate = (query: Query, instanceId: number, templateId: string): Promise<unknown> =>
  query(
    `delete from views v using instances i where i.id = $1 and v.project_id = i.project_id and v.template_id = $2
      and not exists (select 1 from templates t join instances o on o.id = t.instance_id where o.project_id = i.project_id and t.id = $2)`,
    [instanceId, templateId],
  );

interface TemplateRevision extends StoredTemplate, AuthorColumns {
  instanceId: number;
  action: 'create' | 'update' | 'delete';
  at: Date;
  changeSetId: number | undefined;
}

/** Stores the state of a template after a save, or at its deletion. */
export async function insertTemplateRevision(query: Query, revision: TemplateRevision): Promise<void> {
  const { instanceId, key, id, version, action, label, fields, accountId, actor, origin, at, changeSetId } = revision;
  await query(
    `insert into template_revisions
        (instance_id, template_key, template_id, version, action, label, fields, account_id, actor, origin, at, change_set_id)
      values ($1, $2, $3, $4, $5, $6, $7::jsonb, $8, $9, $10, $11, $12)`,
    [instanceId, key, id, version, action, label, JSON.stringify(fields), accountId, actor, origin, at, changeSetId],
  );
}

/** Who has saved the current version of a template; null if its revision is not stored. */
export async function findTemplateSave(
  query: Query,
  { key, version }: { key: number; version: number },
): Promise<SavedBy | null> {
  const [row] = await query<SavedByRow>(
    `select ${savedBySql('r', 'a')} from template_revisions r left join accounts a on a.id = r.account_id
      where (r.instance_id, r.template_id) = (select instance_id, id from templates where key = $1) and r.version = $2
        and r.template_key = $1 order by r.id desc limit 1`,
    [key, version],
  );
  return row ? toSavedBy(row) : null;
}

/** Fields of other templates that link to a template. */
export const listFieldsLinkingTo = (query: Query, instanceId: number, templateId: string) =>
  query<{ template_id: string; label: string }>(
    `select t.id as template_id, coalesce(nullif(f->'settings'->>'label', ''), f->'settings'->>'name') as label
      from templates t, jsonb_array_elements(t.fields) f
      where t.instance_id = $1 and t.id <> $2 and ${linksToSql('f', '$2')} order by t.id limit 50`,
    [instanceId, templateId],
  );

/** A template in its API form; throws 404. */
export async function readTemplate(query: Query, instanceId: number, templateId: string): Promise<Template> {
  const model = await findTemplate(query, instanceId, templateId);
  if (!model) throw new AppError('not_found');
  return toTemplate(model);
}

/** A template in its API form. */
export const toTemplate = ({
  id,
  label,
  version,
  fields,
  change,
}: {
  id: string;
  label: string;
  version: number;
  fields: readonly StoredField[];
  change?: unknown;
}): Template => {
  const ordered = fields.toSorted((a, b) => a.order - b.order);
  const children = Map.groupBy(ordered, ({ parentId }) => parentId);
  return {
    id,
    header: { label, version },
    fields: fields.map(({ key: _, ...field }) => ({
      ...field,
      // Row types never occur in a template.
      settings: field.settings as Template['fields'][number]['settings'],
      children: (children.get(field.id) ?? []).map(({ id: childId }) => childId),
    })),
    ...(change !== undefined && { is_changing: true }),
  };
};
