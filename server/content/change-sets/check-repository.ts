import type { Query } from '../../core/database/database.ts';
import { numberArray, textArray } from '../../core/database/pg-array.ts';
import { linksToSql } from '../model/links-to-sql.ts';

/** Items of one template, by its key in an instance. */
export interface KeyedItems {
  key: number;
  ids: readonly number[];
}

/** A field, by the keys of its template and its own. */
export interface FieldKey {
  template: number;
  field: number;
}

/** A link from an item to another. */
export interface FoundLink {
  target_id: number;
  target_template: string;
  target_label: string;
  template_id: string;
  item_id: number;
  label: string;
}

const pairsOf = (items: readonly KeyedItems[]): string[] => [
  numberArray(items.flatMap(({ key, ids }) => ids.map(() => key))),
  numberArray(items.flatMap(({ ids }) => ids)),
];

/**
 * Links of items of the source to items that the target lacks, one per missing item, except to the items `except`,
 * which will be added to the target.
 */
export const listMissingTargets = (
  query: Query,
  {
    sourceId,
    targetId,
    items,
    except,
  }: { sourceId: number; targetId: number; items: readonly KeyedItems[]; except: readonly number[] },
): Promise<FoundLink[]> =>
  query<FoundLink>(
    `with missing as materialized (
      select distinct on (l.target_id) l.target_id, l.template_key, l.item_id
      from unnest($3::text::int[], $4::text::int[]) x (key, id)
      join item_links l on l.template_key = x.key and l.item_id = x.id
      where l.target_id not in (select unnest($5::text::int[]))
        and not exists (select 1 from templates t join items i on i.template_key = t.key and i.id = l.target_id where t.instance_id = $2)
      order by l.target_id, l.template_key, l.item_id
    )
    select m.target_id, t.id as target_template, i.label as target_label, ft.id as template_id, m.item_id, fi.label
    from missing m
    join templates t on t.instance_id = $1
    join items i on i.template_key = t.key and i.id = m.target_id
    join templates ft on ft.key = m.template_key
    join items fi on fi.template_key = m.template_key and fi.id = m.item_id
    order by t.id, m.target_id`,
    [sourceId, targetId, ...pairsOf(items), numberArray(except)],
  );

/** A link with the label of the template whose item has it. */
type LabelledLink = FoundLink & { template_label: string };

/** Links that were found: all are counted, and the first ones listed. */
export interface FoundLinks<Link = FoundLink> {
  count: number;
  links: Link[];
}

/**
 * Links of items of the target to items that will be removed, one per removed item, except from the items `except`, which
 * change too, and in fields that are removed themselves.
 */
export async function findLinksToRemoved(
  query: Query,
  {
    targetId,
    removed,
    except,
    removedFields,
    limit,
  }: {
    targetId: number;
    removed: readonly number[];
    except: readonly number[];
    removedFields: readonly FieldKey[];
    limit: number;
  },
): Promise<FoundLinks<LabelledLink>> {
  const rows = await query<LabelledLink & { count: number }>(
    `with linking as materialized (
      select distinct on (l.target_id) l.target_id, l.template_key, l.item_id
      from item_links l
      where l.instance_id = $1 and l.target_id = any($2::text::int[]) and l.item_id not in (select unnest($3::text::int[]))
        and not exists (
          select 1 from unnest($4::text::int[], $5::text::int[]) r (template_key, field_key)
          where r.template_key = l.template_key and r.field_key = l.field_key
        )
      order by l.target_id, l.template_key, l.item_id
    )
    select k.target_id, k.target_template, k.target_label, ft.id as template_id, ft.label as template_label, k.item_id, fi.label, k.count
    from (
      select l.*, t.id as target_template, i.label as target_label, count(*) over ()::int as count
      from linking l
      join templates t on t.instance_id = $1
      join items i on i.template_key = t.key and i.id = l.target_id
      order by t.id, l.target_id limit $6
    ) k
    join templates ft on ft.key = k.template_key
    join items fi on fi.template_key = k.template_key and fi.id = k.item_id
    order by k.target_template, k.target_id`,
    [
      targetId,
      numberArray(removed),
      numberArray(except),
      numberArray(removedFields.map(({ template }) => template)),
      numberArray(removedFields.map(({ field }) => field)),
      limit,
    ],
  );
  return { count: rows[0]?.count ?? 0, links: rows.map(({ count: _, ...link }) => link) };
}

/** Fields of an instance's templates that link to one of these templates. */
export const listFieldsLinkingTo = (query: Query, instanceId: number, templateIds: readonly string[]) =>
  query<{ template_id: string; label: string; linked: string }>(
    `select distinct t.id as template_id, t.label, x.id as linked
      from templates t, jsonb_array_elements(t.fields) f, unnest($2::text::text[]) x (id)
      where t.instance_id = $1 and ${linksToSql('f', 'x.id')} order by 1`,
    [instanceId, textArray(templateIds)],
  );

/** The labels of those of these items that exist in an instance. */
export async function findItemNames(
  query: Query,
  instanceId: number,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const rows = await query<{ id: number; label: string }>(
    `select i.id, i.label from unnest($2::text::int[]) x (id) join templates t on t.instance_id = $1
      join items i on i.template_key = t.key and i.id = x.id`,
    [instanceId, numberArray(ids)],
  );
  return new Map(rows.map(({ id, label }) => [id, label]));
}
