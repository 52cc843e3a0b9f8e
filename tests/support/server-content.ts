import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import type { Database } from '../../server/core/database/database.ts';
import type { StoredField } from '../../server/core/tables/content.ts';

const at = '2026-11-20T12:00:00.000Z';

/** A template with a text `title` and an integer `cost`, as stored in the database. */
export const plainFields: StoredField[] = (['title', 'cost'] as const).map((name, index) => ({
  id: name,
  key: index + 1,
  parentId: null,
  order: index,
  created_at: at,
  updated_at: at,
  settings: {
    type: name === 'title' ? 'text' : 'integer',
    name,
    label: name,
    required: false,
    minimum: null,
    maximum: null,
  },
}));

/** Inserts a template with this many items of {@link plainFields} into an instance, without the services for speed. */
export async function insertItems(
  { query }: Pick<Database, 'query'>,
  instanceId: number,
  templateId: string,
  count: number,
  firstId = 1,
) {
  const [template] = await query<{ key: number }>(
    `insert into templates (instance_id, id, label, version, fields, next_field_key, created_at, updated_at)
      values ($1, $2, $2, 1, $3::jsonb, 3, now(), now()) returning key`,
    [instanceId, templateId, JSON.stringify(plainFields)],
  );
  await query('insert into item_counts (template_key, items) values ($1, $2)', [template?.key, count]);
  await query(
    `insert into items (template_key, id, label, values, version, created_at, updated_at)
      select $1, id, 'Item ' || id, jsonb_build_object('title', $4 || ' ' || id, 'cost', id * 2), 1, now(), now()
      from generate_series($2::int, $2::int + $3::int - 1) id`,
    [template?.key, firstId, count, templateId],
  );
}

/** Stores the first versions of an instance's {@link insertItems inserted} items and templates in their histories. */
export async function insertVersions({ query }: Pick<Database, 'query'>, instanceId: number): Promise<void> {
  await query(
    `insert into item_revisions (template_key, item_id, version, action, label, "values", template_version, at)
      select i.template_key, i.id, i.version, 'create', i.label, i."values", t.version, i.created_at
      from templates t join items i on i.template_key = t.key where t.instance_id = $1`,
    [instanceId],
  );
  await query(
    `insert into template_revisions (instance_id, template_key, template_id, version, action, label, fields, at)
      select instance_id, key, id, version, 'create', label, fields, created_at from templates
      where instance_id = $1 and not exists (select 1 from template_revisions r where r.template_key = key)`,
    [instanceId],
  );
}

/** Replaces the index rows of an instance's {@link insertItems inserted} items, as a save by hand would. */
export async function indexItems({ query }: Pick<Database, 'query'>, instanceId: number): Promise<void> {
  await query('delete from item_values v using templates t where t.key = v.template_key and t.instance_id = $1', [
    instanceId,
  ]);
  await query(
    `insert into item_values (template_key, item_id, field_key, number, text)
      select i.template_key, i.id, f.key, f.number, f.text
      from templates t join items i on i.template_key = t.key,
        lateral (values (1, null, i."values"->>'title'), (2, (i."values"->>'cost')::int, null)) f (key, number, text)
      where t.instance_id = $1 and (f.number is not null or f.text is not null)`,
    [instanceId],
  );
}

/** The exported form of an item inserted above. */
export const exportedItem = (templateId: string, id: number): ItemValues => ({
  id,
  title: `${templateId} ${id}`,
  cost: id * 2,
});
