import type { Query } from '../../core/database/database.ts';
import { numberArray, textArray } from '../../core/database/pg-array.ts';
import type { StoredField } from '../../core/tables/content.ts';
import { revisionSql } from '../history/content-repository.ts';
import { type Changed, differenceOf, type PastDifference } from '../history/describe-difference.ts';
import { changedKeysSql, comparedBytesSql, firstChangedSql, mostComparedBytes } from '../history/difference-sql.ts';
import { revisionValuesSql } from '../model/revision-values.ts';
import type { ListedItem } from './applied-repository.ts';

/** The most items of an answer whose versions are compared. */
const mostItems = 200;

interface Row extends Changed {
  id: number;
  template_key: number;
}

const differencesSql = `with asked as (
    select s.template_key, s.item_id, s.version, s.target_version, s.before_label, s.before_values, a.place
    from unnest($2::text::text[], $3::text::int[]) with ordinality a (template_id, id, place)
    join change_set_templates t on t.change_set_id = $1 and t.template_id = a.template_id
    join change_set_items s on s.change_set_id = $1 and s.template_key = t.template_key and s.item_id = a.id
    where s.version is not null
  ),
  sized as (
    select a.*, sum(${comparedBytesSql}) over (order by a.place) as total
    from asked a
    join items i on i.template_key = a.template_key and i.id = a.item_id
    join item_revisions r on r.template_key = a.template_key and r.item_id = a.item_id and r.version = a.version and r.change_set_id = $1
  ),
  orders as materialized (
    select t.key, array(select f ->> 'id' from jsonb_array_elements(t.fields) with ordinality o (f, place) order by o.place) as ids
    from templates t where t.key in (select template_key from asked)
  )
  select z.item_id as id, z.template_key, json_build_object('before', b.label, 'after', n.label) as labels, cardinality(d.keys) as fields,
    ${firstChangedSql('unnest(t.ids) with ordinality o (key, place)')} as first
  from sized z
  join orders t on t.key = z.template_key
  cross join lateral (
    select r.label, ${revisionValuesSql('r')} as "values" from item_revisions r
    where r.template_key = z.template_key and r.item_id = z.item_id and r.version = z.version and r.change_set_id = $1
    offset 0
  ) n
  cross join lateral (
    select coalesce(z.before_label, v.label) as label, coalesce(z.before_values, v."values") as "values"
    from (select 1) one
    left join lateral (${revisionSql('z.template_key', 'z.item_id', 'z.target_version')}) v on z.target_version is not null
    offset 0
  ) b
  cross join lateral (
    ${changedKeysSql}
  ) d
  where z.total <= ${mostComparedBytes} and b."values" is not null and n."values" is not null`;

/** The items of a change set with what it has changed in those that it has updated. */
export async function withPastDifferences<Item extends ListedItem>(
  query: Query,
  changeSetId: number,
  items: readonly Item[],
): Promise<(Item & { difference?: PastDifference })[]> {
  const asked = items.filter(({ change }) => change === 'updated').slice(0, mostItems);
  if (asked.length === 0) return [...items];
  const rows = await query<Row>(
    differencesSql,
    [changeSetId, textArray(asked.map(({ template_id }) => template_id)), numberArray(asked.map(({ id }) => id))],
    'past-differences',
  );
  const fieldsOf = await readFields(
    query,
    rows.map(({ template_key }) => template_key),
  );
  // An item id is unique in its instance.
  const byId = new Map(rows.map((row) => [row.id, differenceOf(row, fieldsOf.get(row.template_key) ?? [])]));
  return items.map((item) => {
    const difference = byId.get(item.id);
    return difference ? { ...item, difference } : item;
  });
}

/** The fields of templates by their keys. */
async function readFields(query: Query, keys: readonly number[]): Promise<Map<number, readonly StoredField[]>> {
  const templates = await query<{ key: number; fields: StoredField[] }>(
    'select key, fields from templates where key = any($1::text::int[])',
    [numberArray([...new Set(keys)])],
    'past-differences-fields',
  );
  return new Map(templates.map(({ key, fields }) => [key, fields]));
}
