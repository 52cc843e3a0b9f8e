import type { Client } from 'pg';
import * as floor from '../floor/sync-sql.ts';
import { partsTemplate, writesTemplate } from '../support/content/content.ts';
import { fillWorkspace, makeWorkspace, withClient } from '../support/content/prepare.ts';
import type { OwnServer } from '../support/servers/own-server.ts';
import { movesOf } from './moves.ts';

/** How many items the two instances have in the template that is measured. */
export const items = 100_000;

/** The keys of a template in the instances of a project. */
interface Keys {
  dev: number;
  stage: number;
  prod: number;
}

/** The project in which syncs are measured: from Dev, which has the items, to Stage. */
export interface Place {
  devId: number;
  stageId: number;
  templateId: string;
  keys: Keys;
  /** The keys of the other templates, whose items are in all instances. */
  others: Keys[];
}

/** Fills Dev, and syncs all but the items of the long list to Stage. */
export async function prepare(server: OwnServer): Promise<Place> {
  const { databaseUrl, session } = server;
  const devId = await makeWorkspace(databaseUrl);
  const content = await fillWorkspace(databaseUrl, devId, session, [items]);
  const templateId = content.lists[0]?.templateId ?? '';
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ id: number }>(
      `insert into instances (project_id, env) select i.project_id, e.env from instances i, unnest(array['Stage', 'Prod']) e (env) where i.id = $1 returning id`,
      [devId],
    );
    const [stageId = 0, prodId = 0] = rows.map(({ id }) => id);
    const changes = [partsTemplate, writesTemplate, templateId].map((template_id) => ({
      template_id,
      is_update_template: true,
      items: [],
      all_items: template_id !== templateId,
    }));
    await movesOf(server, devId).some({ changes, menu: true });
    await client.query(
      `insert into templates (instance_id, id, label, version, fields, next_field_key, created_at, updated_at)
        select $2, id, label, 1, fields, next_field_key, created_at, updated_at from templates where instance_id = $1`,
      [stageId, prodId],
    );
    const { rows: found } = await client.query<Keys & { id: string }>(
      `select d.id, d.key as dev, s.key as stage, p.key as prod from templates d
        join templates s on s.id = d.id and s.instance_id = $2 join templates p on p.id = d.id and p.instance_id = $3 where d.instance_id = $1`,
      [devId, stageId, prodId],
    );
    const keys = found.find(({ id }) => id === templateId);
    if (!keys) throw new Error('The template is not in all instances.');
    await tidy(client);
    return { devId, stageId, templateId, keys, others: found.filter(({ id }) => id !== templateId) };
  });
}

const tables = ['items', 'item_values', 'item_links', 'item_revisions'];

/** Copies the items of one template into another in one transaction: the floor. */
export async function copied(client: Client, from: number, to: number): Promise<void> {
  await client.query('begin');
  for (const statement of floor.copiedItems) await client.query(statement, [from, to]);
  await client.query('commit');
}

/** Deletes the items of a template. */
export async function emptied(client: Client, key: number): Promise<void> {
  for (const table of tables) await client.query(`delete from ${table} where template_key = $1`, [key]);
  await tidy(client);
}

/** Changes the label, a text and a number of the first items of a template. */
export async function changed(client: Client, key: number, count: number): Promise<void> {
  const { rows } = await client.query<{ fields: { id: string; key: number }[] }>(
    'select fields from templates where key = $1',
    [key],
  );
  const keyOf = (id: string) => rows[0]?.fields.find((field) => field.id === id)?.key;
  await client.query(
    `create temporary table changing as select id from items where template_key = ${key} order by id limit ${count}`,
  );
  await client.query(
    `update items i set label = label || '+', version = version + 1,
        "values" = "values" || jsonb_build_object('description', ("values"->>'description') || ' again', 'price', (("values"->>'price')::int + 1) % 1000000)
      from changing c where i.template_key = $1 and i.id = c.id`,
    [key],
  );
  await client.query(
    `update item_values v set text = i."values"->>'description' from items i, changing c
      where v.template_key = $1 and v.field_key = $2 and i.template_key = $1 and i.id = c.id and v.item_id = i.id`,
    [key, keyOf('description')],
  );
  await client.query(
    `update item_values v set number = (i."values"->>'price')::int from items i, changing c
      where v.template_key = $1 and v.field_key = $2 and i.template_key = $1 and i.id = c.id and v.item_id = i.id`,
    [key, keyOf('price')],
  );
  await client.query('drop table changing');
  await tidy(client);
}

/** Updates all items of a template in one transaction, which is rolled back: the floor of an item's lock. */
export async function rewritten(client: Client, key: number): Promise<void> {
  await client.query('begin');
  await client.query(floor.updatedItems, [key]);
  await client.query('rollback');
  await tidy(client);
}

/** Vacuums and analyses what a sync writes, so that each measurement starts alike. */
export async function tidy(client: Client): Promise<void> {
  for (const table of [...tables, 'change_set_items', 'change_set_index'])
    await client.query(`vacuum (analyze) ${table}`);
}
