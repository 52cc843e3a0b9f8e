import type { SaveTemplateField } from '@quartermaster/contract/endpoints/templates.ts';
import type { Database } from '../../server/core/database/database.ts';
import type { Place } from './attack.ts';
import { longText, oneText, storeItems, storeManyItems, storeTemplate, texts, wideGroup } from './content.ts';

/** Templates with as much content as limits allow, or as a studio has. */
export const heavy = {
  /** 20,000 small items. */
  many: 'many_items',
  items: 20_000,
  /** 58 items of 1.9 MB: 110 MB. */
  large: 'large_items',
  largeItems: 58,
  largeBytes: 1_900_000,
  /** 120 drop tables of 1.8 MB. */
  tables: 'tables',
  tableItems: 120,
  /** 100 rules that compare rows with rows. */
  ruled: 'ruled_items',
  rules: 100,
  /** Ids of the first items. */
  ids: { many: 1001, large: 5_000_000, tables: 6_000_000 },
} as const;

const condition = 'rows.all(a, rows.filter(b, b.text_0 == a.text_0).size() > 0)';
/** A field has at most 20 rules. */
const perField = 20;

/** Rows of a text, and texts with rules about them. */
export const ruledFields: SaveTemplateField[] = [
  ...wideGroup(1),
  ...texts(heavy.rules / perField).map(({ settings, ...field }, at) => ({
    ...field,
    id: `ruled_${at}`,
    order: at + 1,
    settings: {
      ...settings,
      name: `ruled_${at}`,
      rules: Array.from({ length: perField }, (_, rule) => ({
        ...{ name: `Rule ${at}.${rule}`, condition, message: 'is in order' },
      })),
    },
  })),
];

const bounds = { required: false, minimum: null, maximum: null };
const tableFields: SaveTemplateField[] = [
  ...wideGroup(1),
  {
    id: 'weight',
    parentId: 'rows',
    order: 1,
    settings: { type: 'weight', name: 'weight', label: 'Weight', requiredSum: null, ...bounds },
  },
];
/** What small items have besides their text: a number to draw, and a box to group by. */
const numbered: SaveTemplateField[] = [
  ...oneText,
  { id: 'price', parentId: null, order: 1, settings: { type: 'integer', name: 'price', label: 'Price', ...bounds } },
  { id: 'rare', parentId: null, order: 2, settings: { type: 'boolean', name: 'rare', label: 'Rare' } },
];

/** SQL of a drop table with nine rows of 200,000 characters. */
const tableRows = `jsonb_build_object('rows', (select jsonb_agg(jsonb_build_object('weight', 1, 'text_0',
  (select string_agg(md5($2::text || n || m), '') from generate_series(1, 6250) m))) from generate_series(1, 9) n))`;

export async function storeHeavy(database: Database, { instanceId }: Place): Promise<void> {
  await storeManyItems(database, instanceId, heavy.many, heavy.items, numbered);
  await database.query(
    `with priced as (
      update items set "values" = "values" || jsonb_build_object('price', id % 977, 'rare', id % 7 = 0)
        where template_key = (select key from templates where instance_id = $1 and id = $2) returning template_key, id)
    insert into item_values (template_key, item_id, field_key, number)
      select template_key, id, 2, id % 977 from priced union all select template_key, id, 3, (id % 7 = 0)::int from priced`,
    [instanceId, heavy.many],
  );
  const large = await storeTemplate(database, instanceId, heavy.large, oneText);
  await storeItems(database, large, heavy.ids.large, heavy.largeItems, longText(heavy.largeBytes));
  const tables = await storeTemplate(database, instanceId, heavy.tables, tableFields);
  await storeItems(database, tables, heavy.ids.tables, heavy.tableItems, tableRows);
}
