import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { imageTemplate } from '@quartermaster/contract/content/reserved-templates.ts';
import type { ItemReference } from '@quartermaster/contract/field-types/field-type.ts';
import { pictureFieldSql, pictureSql } from '../../content/documents/pictures-repository.ts';
import type { Query } from '../../core/database/database.ts';
import { numberArray, textArray } from '../../core/database/pg-array.ts';

/** An item that can be dropped, as it is stored. */
interface DropRecord {
  template_id: string;
  id: number;
  label: string;
  /** Null also if the bytes do not suffice. */
  image: string | null;
  /** Bytes of this item and those before it that have to be read whole. */
  bytes: number;
  row_count: number;
  /** The rows of the group; `null` if it has none, or too many. */
  rows: ItemValues[] | null;
}

interface DropsQuery {
  instanceId: number;
  items: readonly (ItemReference & { groupId: string | undefined })[];
  /** With more rows or bytes in all, those of the last items are not returned. */
  mostRows: number;
  mostBytes: number;
}

/** Those of these templates that the instance has and that have a field of one of these types. */
export const listTemplatesWith = async (
  query: Query,
  instanceId: number,
  { templateIds, types }: { templateIds: readonly string[]; types: readonly string[] },
): Promise<string[]> =>
  (
    await query<{ id: string }>(
      `select id from templates
        where instance_id = $1 and id = any($2::text::text[])
          and exists (select 1 from jsonb_array_elements(fields) f where f->'settings'->>'type' = any($3::text::text[]))`,
      [instanceId, textArray(templateIds), textArray(types)],
      'drop-templates',
    )
  ).map(({ id }) => id);

/** Those of these items that exist, each with the rows of one of its dynamic groups. */
export const listDropItems = (query: Query, { instanceId, items, mostRows, mostBytes }: DropsQuery) =>
  query<DropRecord>(
    `with t as materialized (
      select key, id, ${pictureFieldSql('fields')} as picture from templates where instance_id = $1 and id = any($2::text::text[])),
    x as materialized (
      select x.n, x.group_id, t.key, i.id as item_id,
        coalesce(sum(i.bytes) filter (where x.group_id is not null or t.picture is not null or t.id = '${imageTemplate.id}')
          over (order by x.n), 0)::float8 as bytes
      from unnest($2::text::text[], $3::text::int[], $4::text::text[]) with ordinality x (template_id, item_id, group_id, n)
      join t on t.id = x.template_id
      join items i on i.template_key = t.key and i.id = x.item_id)
    select t.id as template_id, i.id, i.label, x.bytes, r.row_count, case when x.bytes <= $6 then ${pictureSql} end as image,
        case when sum(r.row_count) over (order by x.n) <= $5 and x.bytes <= $6 then i."values"->x.group_id end as rows
      from x join t on t.key = x.key
      join items i on i.template_key = x.key and i.id = x.item_id
      cross join lateral (
        select case when x.bytes <= $6 then coalesce(jsonb_array_length(i."values"->x.group_id), 0) else 0 end as row_count) r
      order by x.n`,
    [
      instanceId,
      textArray(items.map(({ templateId }) => templateId)),
      numberArray(items.map(({ id }) => id)),
      textArray(items.map(({ groupId }) => groupId ?? null)),
      mostRows,
      mostBytes,
    ],
    'drop-items',
  );
