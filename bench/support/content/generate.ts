import type { Client } from 'pg';
import { bonusRows, categories, largestLevel, largestPrice, partsCount, rarities } from './content.ts';

/** The properties of a template in the database that the statements below need. */
interface Place {
  instanceId: number;
  templateKey: number;
  /** The key of each field in the index tables, by its id. */
  keys: Record<string, number>;
  accountId: number;
}

const words = [
  'ancient',
  'forged',
  'under',
  'the',
  'mountain',
  'by',
  'smiths',
  'of',
  'an',
  'age',
  'that',
  'nobody',
  'remembers',
  'it',
  'hums',
  'when',
  'danger',
  'is',
  'near',
  'and',
  'glows',
  'in',
  'moonlight',
  'worth',
  'more',
  'than',
  'its',
  'weight',
];
const stats = ['strength', 'agility', 'intelligence', 'armor', 'health', 'mana', 'speed', 'luck'];

const list = (entries: readonly string[]) => `array[${entries.map((entry) => `'${entry}'`).join(',')}]`;
const oneOf = (entries: readonly string[]) => `(${list(entries)})[1 + floor(random() * ${entries.length})::int]`;
const sentence = (length: number) => `concat_ws(' ', ${Array.from({ length }, () => oneOf(words)).join(', ')})`;
// Without trailing zeros, as every number that a save writes: documents with others would have other hashes.
const decimal = (largest: number) => `trim_scale(round((random() * ${largest})::numeric, 2))`;
const row = `jsonb_build_object('stat', ${oneOf(stats)}, 'amount', ${decimal(100)})`;

/**
 * Rows like those that saves of these items would have left: the item, its index rows, its links and its first
 * revision.
 */
export async function generateItems(client: Client, place: Place, firstId: number, items: number): Promise<void> {
  await client.query(
    `insert into items (template_key, id, label, "values", version, created_at, updated_at)
     select $1, $2 + n, concat_ws(' ', initcap(rarity), category, n),
       jsonb_build_object('name', concat_ws(' ', initcap(rarity), category, n), 'description', ${sentence(16)}, 'category', category, 'rarity', rarity,
         'level', floor(random() * ${largestLevel + 1})::int, 'price', floor(random() * ${largestPrice + 1})::int,
         'power', ${decimal(1000)}, 'weight', ${decimal(50)}, 'tradable', random() < 0.5,
         'made_of', $3 + floor(random() * ${partsCount})::int,
         'bonuses', jsonb_build_array(${Array.from({ length: bonusRows }, () => row).join(', ')})),
       1, ${created}, ${created}
     from (select n, ${oneOf(categories)} as category, ${oneOf(rarities)} as rarity from generate_series(0, $4 - 1) n) drawn`,
    [place.templateKey, firstId, 1, items],
  );
  await index(client, place, items);
}

/** Before the last minute: a new rule waits while many saves are as recent as that. */
const created = "now() - interval '1 hour'";

/** The link targets of all others; they have the ids from 1 on. */
export async function generateParts(client: Client, place: Place): Promise<void> {
  await client.query(
    `insert into items (template_key, id, label, "values", version, created_at, updated_at)
     select $1, n, concat('Part ', n), jsonb_build_object('material', ${oneOf(words)}), 1, ${created}, ${created} from generate_series(1, ${partsCount}) n`,
    [place.templateKey],
  );
  await index(client, place, partsCount);
}

async function index(client: Client, place: Place, items: number): Promise<void> {
  const { templateKey, keys, instanceId, accountId } = place;
  const texts = ['name', 'description', 'category', 'rarity', 'material']
    .filter((id) => id in keys)
    .map((id) => `(${keys[id]}, null::float8, "values"->>'${id}')`);
  const numbers = ['level', 'price', 'power', 'weight']
    .filter((id) => id in keys)
    .map((id) => `(${keys[id]}, ("values"->>'${id}')::float8, null::text)`);
  const booleans = ['tradable']
    .filter((id) => id in keys)
    .map((id) => `(${keys[id]}, ("values"->'${id}')::bool::int::float8, null::text)`);
  const rows = keys.bonuses
    ? `union all select distinct ${keys.stat}::int, null::float8, row->>'stat' from jsonb_array_elements("values"->'bonuses') row
       union all select distinct ${keys.amount}::int, (row->>'amount')::float8, null::text from jsonb_array_elements("values"->'bonuses') row`
    : '';
  await client.query(
    `insert into item_values (template_key, item_id, field_key, number, text)
     select template_key, id, v.field_key, v.number, v.text
     from items, lateral (select * from (values ${[...texts, ...numbers, ...booleans].join(', ')}) flat (field_key, number, text) ${rows}) v
     where template_key = $1`,
    [templateKey],
  );
  if (keys.made_of) {
    await client.query(
      `insert into item_links (instance_id, template_key, field_key, item_id, target_id)
       select $2, template_key, $3, id, ("values"->'made_of')::int from items where template_key = $1`,
      [templateKey, instanceId, keys.made_of],
    );
  }
  await client.query(
    `insert into item_revisions (template_key, item_id, version, action, label, "values", account_id, at)
     select template_key, id, version, 'create', label, "values", $2, created_at from items where template_key = $1`,
    [templateKey, accountId],
  );
  await client.query(
    'insert into item_counts (template_key, items) values ($1, $2) on conflict (template_key) do update set items = excluded.items',
    [templateKey, items],
  );
}

/** Drops all indexes except keys, so that the data loads quickly, and returns a function that restores them. */
export async function withoutIndexes(client: Client, work: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid in ('items'::regclass, 'item_values'::regclass, 'item_links'::regclass) and not indisunique`,
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  await work();
  await client.query("set maintenance_work_mem = '512MB'");
  for (const { definition } of rows) await client.query(definition);
  await client.query('vacuum (analyze, freeze)');
}
