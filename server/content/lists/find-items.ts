import { imageTemplate } from '@quartermaster/contract/content/reserved-templates.ts';
import type { FoundItem } from '@quartermaster/contract/endpoints/items.ts';
import { compareTexts, foldText } from '@quartermaster/contract/texts.ts';
import { largestId } from '../../core/base/largest-id.ts';
import type { Query } from '../../core/database/database.ts';
import { withPictures } from '../documents/pictures-repository.ts';
import { containing } from './list-sql.ts';
import { withTrigrams } from './trigrams.ts';

/** How closely an item matches, the closest first. */
const ranks = { id: 0, wholeKey: 1, wholeLabel: 2, startOfKey: 3, startOfLabel: 4, partOfLabel: 5 } as const;

interface Found extends FoundItem {
  rank: number;
}

/**
 * The texts that begin with `$2`, as a range of the index of their first 64 characters, both folded. U+10FFFF is larger than
 * every character that a text has.
 */
const begins = (key: string): string =>
  `${key} collate "C" >= left($2, 64) collate "C" and ${key} collate "C" < left($2, 64) collate "C" || U&'\\+10FFFF'`;

/**
 * By id, key and beginning of a label. Each template reads at most one page of each index, so that the number of items does
 * not matter.
 */
const closestSql = `
  with t as materialized (select key, id, label, unique_keys from templates where instance_id = $1)
  select t.id as template_id, t.label as template_label, i.id, i.label as internal_label, null::text as key, ${ranks.id} as rank
    from t join items i on i.template_key = t.key and i.id = $3::int
  union all
  select t.id, t.label, i.id, i.label, v.text,
      case when fold(v.text) = $2 then ${ranks.wholeKey} else ${ranks.startOfKey} end
    from t
    cross join lateral jsonb_array_elements_text(t.unique_keys) u (key)
    cross join lateral (
      select k.item_id, v.text from item_keys k
        cross join lateral (
          select text from item_values
          where template_key = t.key and item_id = k.item_id and field_key = u.key::int and starts_with(fold(text), $2)
          offset 0) v
        where k.template_key = t.key and k.field_key = u.key::int and k.begins is not null and ${begins('k.begins')}
        order by k.begins collate "C", k.item_id limit $5) v
    join items i on i.template_key = t.key and i.id = v.item_id
  union all
  select t.id, t.label, i.id, i.label, v.number::text, ${ranks.wholeKey}
    from t
    cross join lateral jsonb_array_elements_text(t.unique_keys) u (key)
    join item_values v on v.template_key = t.key and v.field_key = u.key::int and v.number = $4::float8
    join items i on i.template_key = t.key and i.id = v.item_id
  union all
  select t.id, t.label, i.id, i.label, null,
      case when fold(i.label) = $2 then ${ranks.wholeLabel} else ${ranks.startOfLabel} end
    from t
    cross join lateral (
      select i.id, i.label from items i
        where i.template_key = t.key and ${begins('left(fold(i.label), 64)')} and starts_with(fold(i.label), $2)
        order by left(fold(i.label), 64) collate "C", i.id limit $5) i`;

/** By a part of the label. Without a name, so that the statement is planned for its text: the rarer it is, the more the index helps. */
const partsSql = `
  select t.id as template_id, t.label as template_label, i.id, i.label as internal_label, null as key, ${ranks.partOfLabel} as rank
    from templates t
    cross join lateral (
      select i.id, i.label from items i where i.template_key = t.key and fold(i.label) like $2 limit $3) i
    where t.instance_id = $1
    limit $3`;

/** Items of all templates of an instance: by id, by the beginning of a unique field's value, and by their label. */
export async function findInAllTemplates(
  query: Query,
  instanceId: number,
  typed: string,
  limit: number,
): Promise<FoundItem[]> {
  const text = typed.trim();
  if (text === '') return [];
  const id = Number(/^#?([1-9]\d{0,9})$/.exec(text)?.[1] ?? 0);
  const number = /^-?\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : null;
  const found = await query<Found>(
    closestSql,
    [instanceId, foldText(text), id <= largestId ? id : 0, number, limit],
    'closest-items',
  );
  if (new Set(found.map((item) => item.id)).size < limit && (await withTrigrams(query, [text])).has(text)) {
    found.push(...(await query<Found>(partsSql, [instanceId, containing(text), limit * 2])));
  }
  found.sort(
    (a, b) =>
      a.rank - b.rank ||
      Number(isImage(a)) - Number(isImage(b)) ||
      compareTexts(a.internal_label, b.internal_label) ||
      a.id - b.id,
  );
  // An item id is unique in its instance.
  const closest = new Map<number, FoundItem>();
  for (const { rank: _, ...item } of found) if (!closest.has(item.id)) closest.set(item.id, item);
  return withPictures(query, instanceId, [...closest.values()].slice(0, limit));
}

/** Pictures are named like the items that show them, which people look for. */
const isImage = ({ template_id }: FoundItem): boolean => template_id === imageTemplate.id;
