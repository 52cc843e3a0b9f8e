import { createHash } from 'node:crypto';
import { checkMarks, comparedText } from '@quartermaster/contract/typed-text.ts';
import type { Query } from '../../core/database/database.ts';
import { numberArray, textArray } from '../../core/database/pg-array.ts';
import { violates } from '../../core/database/sql-states.ts';

/** True if a transaction would have given two items the same value of a unique field. */
export const isValueRepeated = (error: unknown): boolean => violates(error, 'item_keys_value');

/** Checks the values of unique fields now, and not only at the end of the transaction. */
export const checkRepeated = (query: Query) => query('set constraints item_keys_value immediate', []);

/** A value of a unique field, as in its index. */
export interface IndexedKey {
  number: number | null;
  text: string | null;
}

/**
 * Identifies a value among those of its field as `item_key_value` in the database does, in few bytes: those of all rows of a
 * file are remembered.
 */
export function nameOfKey({ number, text }: IndexedKey): string {
  const name = number === null ? comparedText(text ?? '') : String(number);
  return name.length <= 40 ? name : createHash('md5').update(name).digest('base64');
}

/** True for a text that can look like another one, as it was stored before such texts counted as the same. */
export const isOldForm = (text: string | null | undefined): boolean =>
  typeof text === 'string' && comparedText(text) !== text;

/** A value of a unique field, and the item that is to have it; `null` for a new one. */
export interface UniqueValue extends IndexedKey {
  templateKey: number;
  fieldKey: number;
  itemId: number | null;
}

/** The other items that have these values; `place` is the index of the value. */
export const findHolders = (
  query: Query,
  values: readonly UniqueValue[],
): Promise<{ place: number; itemId: number }[]> =>
  query(
    `select x.place::int - 1 as place, k.item_id as "itemId"
      from unnest($1::text::int[], $2::text::int[], $3::text::int[], $4::text::float8[], $5::text::text[])
        with ordinality x (template_key, field_key, item_id, number, text, place)
      cross join lateral (
        select item_id from item_keys
        where template_key = x.template_key and field_key = x.field_key and value = item_key_value(x.number, x.text)
        offset 0
      ) k
      where k.item_id is distinct from x.item_id
      order by 1`,
    [
      numberArray(values.map(({ templateKey }) => templateKey)),
      numberArray(values.map(({ fieldKey }) => fieldKey)),
      numberArray(values.map(({ itemId }) => itemId)),
      numberArray(values.map(({ number }) => number)),
      // Of a text that its field refuses, no item is found, and the database would take long to normalize it.
      textArray(values.map(({ text }) => (checkMarks(text) === undefined ? text : null))),
    ],
    'item-key-holders',
  );

/**
 * Reserves the removed values of unique fields that a job restores: no other item can take one before the job gets to
 * its item. If two items have the same one, the transaction fails with {@link isValueRepeated}.
 */
export async function reserveRestored(query: Query, templateKey: number, fieldKeys: readonly number[]): Promise<void> {
  if (fieldKeys.length === 0) return;
  await query(
    `insert into item_keys (template_key, field_key, value, item_id, begins)
      select r.template_key, r.field_key, item_key_value(r.number, r.text), r.item_id, min(left(fold(r.text), 64))
      from removed_values r join items i on i.template_key = r.template_key and i.id = r.item_id
      where r.template_key = $1 and r.field_key = any($2::text::int[])
      group by 1, 2, 3, 4`,
    [templateKey, numberArray(fieldKeys)],
  );
}

/** Deletes what {@link reserveRestored} has reserved for items that were deleted before the job got to them. */
export async function releaseReserved(query: Query, templateKey: number, fieldKeys: readonly number[]): Promise<void> {
  await query(
    `delete from item_keys k
      where k.template_key = $1 and k.field_key = any($2::text::int[])
        and not exists (
          select 1 from item_values v
          where v.template_key = k.template_key and v.item_id = k.item_id and v.field_key = k.field_key
            and item_key_value(v.number, v.text) = k.value
        )`,
    [templateKey, numberArray(fieldKeys)],
  );
}

/** A value of a unique field that differs from that of another item only in outer blanks or forms of Unicode, as it was stored before these did not count. */
export interface RepeatedKey {
  project: string;
  env: string;
  templateId: string;
  fieldId: string;
  itemId: number;
  holder: number;
}

/** Gives a key to each listed value that no other item has any more; returns the others, at most 100. */
export async function settleRepeatedKeys(query: Query): Promise<RepeatedKey[]> {
  const holders = `select k.item_id from item_values v join item_keys k using (template_key, field_key)
    where v.template_key = r.template_key and v.field_key = r.field_key and v.item_id = r.item_id
      and k.value = item_key_value(v.number, v.text)`;
  // Another server that starts may do the same.
  await query(
    `insert into item_keys (template_key, field_key, value, item_id, begins)
      select distinct on (1, 2, 3) v.template_key, v.field_key, item_key_value(v.number, v.text), v.item_id, left(fold(v.text), 64)
      from repeated_keys r
      join templates t on t.key = r.template_key and t.unique_keys @> to_jsonb(r.field_key)
      join item_values v on v.template_key = r.template_key and v.field_key = r.field_key and v.item_id = r.item_id
      where not exists (${holders})
      order by 1, 2, 3, 4`,
    [],
  ).catch((error: unknown) => {
    if (!isValueRepeated(error)) throw error;
  });
  await query(
    `delete from repeated_keys r where not exists (${holders}) or exists (${holders} and k.item_id = r.item_id)`,
    [],
  );
  return query<RepeatedKey>(
    `select p.name as project, i.env, t.id as "templateId", r.item_id as "itemId", (${holders} limit 1) as holder,
        jsonb_path_query_first(t.fields, '$[*] ? (@.key == $key).id', jsonb_build_object('key', r.field_key))#>>'{}' as "fieldId"
      from repeated_keys r join templates t on t.key = r.template_key
      join instances i on i.id = t.instance_id join projects p on p.id = i.project_id
      order by r.template_key, r.field_key, r.item_id limit 100`,
    [],
  );
}
