/**
 * The second baseline: the same items in a table with a column for each field and one index, as a studio would design
 * it for this one template. It has no history, no checked links, and only the index of the price. The comparison thus
 * shows the cost of the product's storage, not only that of the layers above it.
 */
import Fastify from 'fastify';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20 });
const app = Fastify({ logger: false, bodyLimit: 8 * 1024 * 1024 });

const columns = {
  name: 'text',
  description: 'text',
  category: 'text',
  rarity: 'text',
  level: 'int',
  price: 'int',
  power: 'float8',
  weight: 'float8',
  tradable: 'boolean',
  made_of: 'int',
  bonuses: 'jsonb',
};
const names = Object.keys(columns).join(', ');
const typed = Object.entries(columns).map(([name, type]) => `${name} ${type}`);

/** The tables' names, by template. */
const tables = new Map<string, string>();

/** Copies the items of a template into a separate table. */
async function copy(templateId: string): Promise<void> {
  const { rows } = await pool.query<{ key: number }>('select key from templates where id = $1', [templateId]);
  const key = rows[0]?.key;
  if (key === undefined) throw new Error(`There is no template ${templateId}.`);
  const table = `typed_items_${key}`;
  await pool.query(
    `create table ${table} (id serial primary key, label text not null, version int not null, ${typed.join(', ')})`,
  );
  await pool.query(
    `insert into ${table} (id, label, version, ${names})
     select i.id, i.label, i.version, ${names.replaceAll(/\w+/g, 'v.$&')}
     from items i, jsonb_to_record(i."values") v (${typed.join(', ')}) where i.template_key = $1`,
    [key],
  );
  await pool.query(`select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`);
  await pool.query(`create index on ${table} (price, id)`);
  await pool.query(`vacuum analyze ${table}`);
  tables.set(templateId, table);
}

function tableOf(templateId: string | undefined): string {
  const table = tables.get(templateId ?? '');
  if (!table) throw new Error(`There is no table of ${templateId}.`);
  return table;
}

interface ListBody {
  filters: [{ value: string }, { value: string }];
  sort: { direction: 'asc' | 'desc' };
  limit: number;
}

app.get('/readyz', () => 'ready');

app.post<{ Params: { templateId: string }; Body: ListBody }>(
  '/v1/editor/:instanceId/items/:templateId',
  async ({ params, body }) => {
    const table = tableOf(params.templateId);
    const [category, level] = body.filters;
    const direction = body.sort.direction === 'desc' ? 'desc' : 'asc';
    const { rows } = await pool.query({
      name: `${table}-${direction}`,
      text: `select id, label, version, ${names} from ${table} where category = $1 and level >= $2
        order by price ${direction}, id ${direction} limit $3`,
      values: [category.value, Number(level.value), body.limit],
    });
    return { items: rows.map(({ id, label, version, ...values }) => ({ id, internal_label: label, version, values })) };
  },
);

interface Saved {
  id: number;
  template_id: string;
  internal_label: string;
  fields: { template_field_id: string; template_group_path: number[] | null; value: unknown }[];
}

app.post<{ Body: Saved }>('/v1/editor/:instanceId/items', async ({ body }) => {
  const table = tableOf(body.template_id);
  const changed = body.fields.map(({ template_field_id }) => template_field_id).filter((name) => name in columns);
  const { rows } = await pool.query({
    name: `${table}-save-${changed.join('-')}`,
    text: `update ${table} set label = $2, version = version + 1, ${changed.map((name, at) => `${name} = $${at + 3}`).join(', ')}
      where id = $1 returning id, version`,
    values: [body.id, body.internal_label, ...body.fields.map(({ value }) => value)],
  });
  return rows[0];
});

app.post<{ Body: { items: Saved[] } }>('/v1/editor/:instanceId/items/batch', async ({ body }) => {
  const table = tableOf(body.items[0]?.template_id);
  const documents = body.items.map(({ internal_label, fields }) => {
    const document: Record<string, unknown> = { label: internal_label };
    const bonuses: Record<string, unknown>[] = [];
    for (const { template_field_id, template_group_path, value } of fields) {
      const at = template_group_path?.[0];
      if (at === undefined) document[template_field_id] = value;
      else {
        bonuses[at] ??= {};
        if (value !== null) Object.assign(bonuses[at], { [template_field_id]: value });
      }
    }
    return { ...document, bonuses };
  });
  const { rows } = await pool.query({
    name: `${table}-create`,
    text: `insert into ${table} (label, version, ${names})
      select v.label, 1, ${names.replaceAll(/\w+/g, 'v.$&')} from jsonb_to_recordset($1::jsonb) v (label text, ${typed.join(', ')})
      returning id, version`,
    values: [JSON.stringify(documents)],
  });
  return { items: rows };
});

for (const templateId of (process.env.TYPED_TEMPLATES ?? '').split(',')) await copy(templateId);
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
process.once('SIGTERM', async () => {
  await app.close();
  await pool.end();
});
