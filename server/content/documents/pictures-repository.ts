import { imageTemplate } from '@quartermaster/contract/content/reserved-templates.ts';
import type { Query } from '../../core/database/database.ts';
import { numberArray, textArray } from '../../core/database/pg-array.ts';
import { countsSql } from '../model/counts-sql.ts';
import { revisionValuesSql } from '../model/revision-values.ts';

/** SQL: the id of the picture field of a template, by its column `fields`; null if it names none. */
export const pictureFieldSql = (fields: string): string =>
  `jsonb_path_query_first(${fields}, '$[*] ? (@.settings.picture == true).id') #>> '{}'`;

/**
 * SQL: the path of the picture of an item `i` of a template `t` with its `picture` field, in an instance: its own if it is an
 * image, else that of the first image that the field links to. One look-up by the primary key.
 */
export const pictureSqlIn = (instance: string): string => `case
  when t.id = '${imageTemplate.id}' then i."values"->>'${imageTemplate.fieldId}'
  when t.picture is not null then (
    select p."values"->>'${imageTemplate.fieldId}' from templates x join items p on p.template_key = x.key
      where x.instance_id = ${instance} and x.id = '${imageTemplate.id}'
        and p.id = jsonb_path_query_first(i."values"->t.picture, '$[0] ? (@.type() == "number")')::int)
  end`;

/** SQL: the same in the instance `$1`. */
export const pictureSql = pictureSqlIn('$1');

/** An item of any template. */
interface FoundItem {
  template_id: string;
  id: number;
}

/**
 * The paths of the pictures of these items, by id: of images, and of items whose template has a picture field. Deleted items have their last
 * one.
 */
export async function findPictures(
  query: Query,
  instanceId: number,
  items: readonly FoundItem[],
): Promise<Map<number, string>> {
  if (items.length === 0) return new Map();
  const rows = await query<{ id: number; image: string | null }>(
    `with t as materialized (
      select key, id, ${pictureFieldSql('fields')} as picture from templates where instance_id = $1 and id = any($2::text::text[]))
    select i.id, ${pictureSql} as image
      from unnest($2::text::text[], $3::text::int[]) x (template_id, item_id)
      join t on t.id = x.template_id and (t.picture is not null or t.id = '${imageTemplate.id}')
      cross join lateral (
        select id, "values" from items where template_key = t.key and id = x.item_id
        union all
        (select r.item_id, ${revisionValuesSql('r')} from item_revisions r
          where r.template_key = t.key and r.item_id = x.item_id and r.action <> 'delete' and ${countsSql('r')}
          order by r.version desc limit 1)
        limit 1
      ) i`,
    [instanceId, textArray(items.map((item) => item.template_id)), numberArray(items.map(({ id }) => id))],
    'item-pictures',
  );
  // An item id is unique in its instance.
  return new Map(rows.flatMap(({ id, image }) => (image === null ? [] : [[id, image] as const])));
}

/** These items with the paths of their pictures, see {@link findPictures}. */
export async function withPictures<Item extends FoundItem>(
  query: Query,
  instanceId: number,
  items: readonly Item[],
): Promise<(Item & { image?: string })[]> {
  const images = await findPictures(query, instanceId, items);
  return items.map((item) => {
    const image = images.get(item.id);
    return image === undefined ? item : { ...item, image };
  });
}
