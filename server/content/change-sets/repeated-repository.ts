import type { Query } from '../../core/database/database.ts';
import { numberArray, textArray } from '../../core/database/pg-array.ts';

/** A unique field, with its keys in the instances; `null` if the template is not there, or has no such field. */
export interface ComparedField {
  id: string;
  sourceKey: number | null;
  targetKey: number | null;
}

/** A new value of a field, as in the index; `place` is the index of the field. */
export interface NewUniqueValue {
  itemId: number;
  place: number;
  number: number | null;
  text: string | null;
}

/** What a change set gives the items of a template, by the keys of the template. */
export interface NewUniqueValues {
  fields: readonly ComparedField[];
  source: number | null;
  target: number | null;
  /** All items that it writes. */
  written: readonly number[];
  /** Those that it copies unchanged from the source. */
  copied: readonly number[];
  /** The values of the others. */
  values: readonly NewUniqueValue[];
  /** True if the fields are unique in the target already, so that its values are in an index. */
  isIndexed: boolean;
  /** How many items are listed; all if it is null. */
  most: number | null;
}

/** Written items whose value of a unique field would not be the only one, with one of the others that have it. */
export const findRepeated = (
  query: Query,
  { fields, source, target, written, copied, values, isIndexed, most }: NewUniqueValues,
): Promise<{ itemId: number; place: number; holder: number }[]> =>
  query(
    `with fields as materialized (
        select f.place - 1 as place, f.source_key, f.target_key
        from unnest($1::text::int[], $2::text::int[]) with ordinality f (source_key, target_key, place)
      ),
      given as materialized (
        select x.item_id, x.place, item_key_value(x.number, x.text) as value
        from unnest($6::text::int[], $7::text::int[], $8::text::float8[], $9::text::text[]) x (item_id, place, number, text)
        union all
        select v.item_id, f.place, item_key_value(v.number, v.text)
        from fields f join item_values v on v.template_key = $3 and v.field_key = f.source_key
        where v.item_id in (select unnest($5::text::int[]))
      ),
      others as materialized (
        ${isIndexed ? indexedSql : scannedSql}
      ),
      repeated as (
        select place, value, min(item_id) as first, max(item_id) as last
        from (select * from given union all select * from others) v
        group by place, value having min(item_id) <> max(item_id)
      )
      select g.item_id as "itemId", g.place::int, case when g.item_id = r.first then r.last else r.first end as holder
      from given g join repeated r using (place, value)
      order by 1, 2 limit $11::int`,
    [
      numberArray(fields.map(({ sourceKey }) => sourceKey)),
      numberArray(fields.map(({ targetKey }) => targetKey)),
      source,
      target,
      numberArray(copied),
      numberArray(values.map(({ itemId }) => itemId)),
      numberArray(values.map(({ place: index }) => index)),
      numberArray(values.map(({ number }) => number)),
      textArray(values.map(({ text }) => text)),
      numberArray(written),
      most,
    ],
  );

/** SQL: the other items of the target with one of the given values. */
const indexedSql = `
  select k.item_id, g.place, g.value
  from (select distinct place, value from given) g
  join fields f using (place)
  cross join lateral (
    select item_id from item_keys
    where template_key = $4 and field_key = f.target_key and value = g.value
    offset 0
  ) k
  where k.item_id not in (select unnest($10::text::int[]))`;

/** SQL: the other items of the target with all of their values. */
const scannedSql = `
  select v.item_id, f.place, item_key_value(v.number, v.text) as value
  from fields f join item_values v on v.template_key = $4 and v.field_key = f.target_key
  where v.item_id not in (select unnest($10::text::int[]))`;
