import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import type { ChangedItem } from '@quartermaster/contract/endpoints/sync.ts';
import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import { childrenOf, quoteField, quoteTexts } from '../../../content/history/quote-field.ts';
import type { Pair } from '../../../content/model/instance-pair.ts';
import type { Query } from '../../../core/database/database.ts';
import { numberArray, textArray } from '../../../core/database/pg-array.ts';
import type { StoredField } from '../../../core/tables/content.ts';

type Difference = NonNullable<ChangedItem['difference']>;
type Value = ItemValues[string];
type FieldsOf = ReadonlyMap<number, readonly StoredField[]>;

/** The most items of an answer whose documents are compared, and the most bytes of them; the others are listed without a difference. */
const mostItems = 1000;
const mostBytes = 4 * 1024 * 1024;

interface Row {
  template_id: string;
  id: number;
  labels: { before: string; after: string };
  fields: number;
  field: { of: StoredField; template_key: number } | null;
  before: Value;
  after: Value;
}

/** Where `only` is the one field that differs, it is read with its values; documents are compared in the database. */
const differencesSql = `with asked as (
    select a.template_id, a.id, s.key as source_key, t.key as target_key, a.place
    from unnest($3::text::text[], $4::text::int[]) with ordinality a (template_id, id, place)
    join templates s on s.instance_id = $1 and s.id = a.template_id
    join templates t on t.instance_id = $2 and t.id = a.template_id
  ),
  sized as (
    select a.*, sum(s.bytes + t.bytes) over (order by a.place) as total
    from asked a
    join items s on s.template_key = a.source_key and s.id = a.id
    join items t on t.template_key = a.target_key and t.id = a.id
  )
  select a.template_id, a.id, json_build_object('before', t.label, 'after', s.label) as labels, d.fields,
    case when d.fields = 1 then (
      select json_build_object('of', f, 'template_key', p.key) from templates p, jsonb_array_elements(p.fields) f
      where p.key in (a.source_key, a.target_key) and f ->> 'id' = d.only order by p.key = a.source_key desc limit 1
    ) end as field,
    case when d.fields = 1 then t."values" -> d.only end as before,
    case when d.fields = 1 then s."values" -> d.only end as after
  from sized a
  join items s on s.template_key = a.source_key and s.id = a.id
  join items t on t.template_key = a.target_key and t.id = a.id
  cross join lateral (
    select count(*)::int as fields, min(coalesce(x.key, y.key)) as only
    from jsonb_each(s."values") x full join jsonb_each(t."values") y on y.key = x.key
    where x.value is distinct from y.value
  ) d
  where a.total <= ${mostBytes}`;

/** The listed items with what has changed in those that both instances have. */
export async function withDifferences<T extends { template_id: string; items: ChangedItem[] }>(
  query: Query,
  { source, target }: Pair,
  templates: readonly T[],
): Promise<T[]> {
  const asked = templates
    .flatMap(({ template_id, items }) => items.map((item) => ({ template_id, ...item })))
    .filter(({ change }) => change === 'updated')
    .slice(0, mostItems);
  if (asked.length === 0) return [...templates];
  const rows = await query<Row>(
    differencesSql,
    [
      source.id,
      target.id,
      textArray(asked.map(({ template_id }) => template_id)),
      numberArray(asked.map(({ id }) => id)),
    ],
    'changes-differences',
  );
  const fieldsOf = await readFieldsOfRows(query, rows);
  // Ids of items are unique in an instance.
  const byId = new Map(rows.map((row) => [row.id, differenceOf(row, fieldsOf)]));
  return templates.map((template) => ({
    ...template,
    items: template.items.map((item) => {
      const difference = byId.get(item.id);
      return difference ? { ...item, difference } : item;
    }),
  }));
}

/** The fields of the templates in which rows have changed, by key: the fields in a group name its rows. */
async function readFieldsOfRows(query: Query, rows: readonly Row[]): Promise<FieldsOf> {
  const keys = rows.flatMap(({ field }) =>
    field && fieldTypeOf(field.of.settings.type).holds === 'rows' ? [field.template_key] : [],
  );
  if (keys.length === 0) return new Map();
  const templates = await query<{ key: number; fields: StoredField[] }>(
    'select key, fields from templates where key = any($1::text::int[])',
    [numberArray([...new Set(keys)])],
    'changes-fields-of-rows',
  );
  return new Map(templates.map(({ key, fields }) => [key, fields]));
}

function differenceOf({ labels, fields, field, before, after }: Row, fieldsOf: FieldsOf): Difference {
  const isRenamed = labels.before !== labels.after;
  const amount = fields + (isRenamed ? 1 : 0);
  if (amount !== 1) return { fields: amount, only: null };
  if (isRenamed) return { fields: 1, only: { label: 'Label', ...quoteTexts(labels), rows: null } };
  if (!field) return { fields: 1, only: null };
  const children = () => childrenOf(fieldsOf.get(field.template_key) ?? [], field.of.id);
  return { fields: 1, only: quoteField(field.of, children, before, after) };
}
