import { inSource } from '@quartermaster/contract/field-types/localised.ts';
import type { Query } from '../../core/database/database.ts';
import { numberArray, textArray } from '../../core/database/pg-array.ts';
import type { KeyedItems } from './check-repository.ts';

/** A language that a localised field is translated to, with the index entry of items that have it in the field. */
export interface WantedLanguage {
  key: number;
  language: string;
  index: number;
}

/** The languages of fields that an item of the template lacks at all, read from the counts of each change. */
export async function listLacking(
  query: Query,
  key: number,
  languages: readonly WantedLanguage[],
): Promise<WantedLanguage[]> {
  const rows = await query<{ place: number }>(
    `with sums as materialized (
        select field_key, number, sum(items) as items from translation_counts
        where template_key = $1 and number = any(array_append($3::text::float8[], $4::float8)) group by field_key, number
      )
      select w.place::int - 1 as place
      from unnest($2::text::int[], $3::text::float8[]) with ordinality w (key, index, place)
      join sums s on s.field_key = w.key and s.number = $4
      left join sums l on l.field_key = w.key and l.number = w.index
      where s.items > coalesce(l.items, 0) order by 1`,
    [key, numberArray(languages.map((one) => one.key)), numberArray(languages.map(({ index }) => index)), inSource],
  );
  return rows.flatMap(({ place: index }) => languages[index] ?? []);
}

/** How many fields of items are searched at a time: the embedded database serves no other request in the meantime. */
const searchedAtOnce = 6000;

/**
 * The fields of items, by their keys, that have a text but lack languages: they are counted until there are `most`, and
 * the first ones listed.
 */
export async function listUntranslated(
  query: Query,
  {
    ids,
    languages,
    limit,
    most,
    ...rest
  }: KeyedItems & { languages: readonly WantedLanguage[]; limit: number; most: number },
): Promise<UntranslatedFields> {
  const fields = new Set(languages.map((one) => one.key)).size;
  const atOnce = Math.max(1, Math.floor(searchedAtOnce / fields));
  const found: UntranslatedFields = { count: 0, sample: [] };
  for (let at = 0; at < ids.length && found.count < most; at += atOnce) {
    const left = limit - found.sample.length;
    const page = await listPage(query, { ...rest, ids: ids.slice(at, at + atOnce), languages, limit: left });
    found.count = Math.min(found.count + page.count, most);
    found.sample.push(...page.sample);
  }
  return found;
}

interface UntranslatedFields {
  count: number;
  sample: { id: number; field: number; missing: string[] }[];
}

async function listPage(
  query: Query,
  { key, ids, languages, limit }: KeyedItems & { languages: readonly WantedLanguage[]; limit: number },
): Promise<UntranslatedFields> {
  const rows = await query<{ id: number; field: number; missing: string[]; count: number }>(
    // Only those that are listed are searched for each language.
    `with wanted as materialized (
        select * from unnest($3::text::int[], $4::text::float8[], $5::text::text[]) with ordinality w (key, index, language, place)
      ), fields as materialized (
        select key, array_append(array_agg(index), $7::float8) as entries, min(place) as place from wanted group by key
      )
      select n.id, n.field, n.count, (
          select array_agg(w.language order by w.place) from wanted w
          where w.key = n.field and not exists (
            select from item_values v
            where v.template_key = $1 and v.item_id = n.id and v.field_key = n.field and v.number = w.index
          )
        ) as missing
      from (
        select x.id, f.key as field, f.place, count(*) over ()::int as count
        from unnest($2::text::int[]) x (id)
        cross join fields f
        cross join lateral (
          select bool_or(v.number = $7) as has_text, count(*) as entries from item_values v
          where v.template_key = $1 and v.item_id = x.id and v.field_key = f.key and v.number = any(f.entries)
        ) e
        where e.has_text and e.entries < cardinality(f.entries)
        order by x.id, f.place limit $6
      ) n
      order by n.id, n.place`,
    [
      key,
      numberArray(ids),
      numberArray(languages.map((one) => one.key)),
      numberArray(languages.map(({ index }) => index)),
      textArray(languages.map(({ language }) => language)),
      // The first row has the count.
      Math.max(limit, 1),
      inSource,
    ],
  );
  return { count: rows[0]?.count ?? 0, sample: rows.slice(0, limit).map(({ count: _, ...text }) => text) };
}
