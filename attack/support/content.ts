import type { SaveTemplateField } from '@quartermaster/contract/endpoints/templates.ts';
import type { Database } from '../../server/core/database/database.ts';
import type { StoredField } from '../../server/core/tables/content.ts';

/** This many texts. */
export const texts = (count: number, parentId: string | null = null): SaveTemplateField[] =>
  Array.from({ length: count }, (_, order) => text(`text_${order}`, order, parentId));

const text = (id: string, order: number, parentId: string | null): SaveTemplateField => ({
  id,
  parentId,
  order,
  settings: { type: 'text', name: id, label: id, required: false, minimum: null, maximum: null },
});

/** A dynamic group with this many texts. */
export const wideGroup = (fields: number): SaveTemplateField[] => [
  {
    id: 'rows',
    parentId: null,
    order: 0,
    settings: { type: 'dynamic-group', name: 'rows', label: 'Rows' },
  },
  ...texts(fields, 'rows'),
];

/** One text outside of rows. */
export const oneText: SaveTemplateField[] = [text('story', 0, null)];

/** Inserts a template into the database regardless of limits; returns its key. */
export async function storeTemplate(
  { query }: Database,
  instanceId: number,
  id: string,
  fields: readonly SaveTemplateField[],
): Promise<number> {
  const at = new Date().toISOString();
  const stored = fields.map(
    ({ id: fieldId, settings, parentId, order }, index): StoredField => ({
      id: fieldId,
      key: index + 1,
      settings,
      parentId,
      order,
      created_at: at,
      updated_at: at,
    }),
  );
  const [row] = await query<{ key: number }>(
    `insert into templates (instance_id, id, label, version, fields, next_field_key, created_at, updated_at)
      values ($1, $2, $2, 1, $3::jsonb, $4, now(), now()) returning key`,
    [instanceId, id, JSON.stringify(stored), stored.length + 1],
  );
  return row?.key ?? 0;
}

/**
 * Inserts items into a template regardless of limits, each with the document of this SQL; their ids begin with `first`.
 */
export async function storeItems(
  { query }: Database,
  templateKey: number,
  first: number,
  count: number,
  values: string,
): Promise<void> {
  for (let id = first; id < first + count; id += 1)
    await query(
      `insert into items (template_key, id, label, "values", version, created_at, updated_at)
        values ($1, $2, 'Item ' || $2::int, ${values}, 1, now(), now())`,
      [templateKey, id],
    );
  await query('insert into item_counts (template_key, items) values ($1, $2)', [templateKey, count]);
  await query('update projects set next_item_id = greatest(next_item_id, $1::int)', [first + count]);
}

/** Inserts a template and this many small items of it, with the rows that a save writes. */
export async function storeManyItems(
  database: Database,
  instanceId: number,
  templateId: string,
  count: number,
  fields = oneText,
): Promise<void> {
  const key = await storeTemplate(database, instanceId, templateId, fields);
  await database.query(
    `insert into items (template_key, id, label, "values", version, created_at, updated_at)
      select $1, 1000 + n, 'Item ' || n, jsonb_build_object('story', md5(n::text) || repeat(' and so on', 20)), 1, now(), now()
      from generate_series(1, $2::int) n`,
    [key, count],
  );
  await database.query(
    `insert into item_values (template_key, item_id, field_key, text)
      select template_key, id, 1, "values"->>'story' from items where template_key = $1`,
    [key],
  );
  await database.query(
    `insert into item_revisions (template_key, item_id, version, action, label, "values", account_id, at)
      select template_key, id, 1, 'create', label, "values", 1, now() from items where template_key = $1`,
    [key],
  );
  await database.query('insert into item_counts (template_key, items) values ($1, $2)', [key, count]);
  await database.query('update projects set next_item_id = greatest(next_item_id, $1::int)', [count + 1001]);
}

/** SQL of a document with this many empty rows. */
export const emptyRows = (rows: number): string =>
  `jsonb_build_object('rows', (select jsonb_agg('{}'::jsonb) from generate_series(1, ${rows})))`;

/** SQL of a document with a text of this many bytes that hardly compresses. */
export const longText = (bytes: number): string =>
  `jsonb_build_object('story', (select string_agg(md5($2::text || n), '') from generate_series(1, ${Math.ceil(bytes / 32)}) n))`;
