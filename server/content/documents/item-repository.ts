import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import type { LinkedItem } from '@quartermaster/contract/endpoints/items.ts';
import type { SavedBy } from '@quartermaster/contract/saved-by.ts';
import { type Author, toColumns } from '../../core/base/actor.ts';
import type { Query } from '../../core/database/database.ts';
import { numberArray, textArray } from '../../core/database/pg-array.ts';
import { countsSql } from '../model/counts-sql.ts';
import { type SavedByRow, savedBySql, toSavedBy } from '../model/last-save.ts';
import { itemChangedSql } from './items-changed-sql.ts';
import { pictureFieldSql, pictureSql } from './pictures-repository.ts';
import { trashedColumns, trashItemsSql } from './trash-sql.ts';

/** A stored item. */
export interface ItemState {
  id: number;
  label: string;
  values: ItemValues;
  version: number;
  hash: string;
  created_at: Date;
  updated_at: Date;
}

/** A place that links to an item or a template. */
export interface LinkPlace {
  template_id: string;
  id: number;
  label: string;
}

const state = 'i.id, i.label, i."values", i.version, i.hash::text, i.created_at, i.updated_at';

/** Maximum number of listed links to an item or template. */
const reportedLinks = 50;

/** The location of an item: an id may exist in several instances. */
interface ItemPlace {
  templateKey: number;
  id: number;
}

/** An item by its id; undefined if its template has none with it. */
export const findItem = async (query: Query, { templateKey, id }: ItemPlace): Promise<ItemState | undefined> =>
  (
    await query<ItemState>(
      `select ${state} from items i where template_key = $1 and id = $2`,
      [templateKey, id],
      'item',
    )
  )[0];

/** Items of one template, provided that the template is in the expected state; otherwise `current` is false. */
export async function findItemsOf(
  query: Query,
  template: { key: number; version: number; hash: string },
  ids: readonly number[],
): Promise<{ current: boolean; items: Map<number, ItemState> }> {
  const rows = await query<ItemState & { id: number | null }>(
    `select ${state} from templates t left join items i on i.template_key = t.key and i.id = any($4::text::int[])
      where t.key = $1 and t.version = $2 and t.hash = $3::uuid`,
    [template.key, template.version, template.hash, numberArray(ids)],
    'items-of',
  );
  const found = rows.filter(({ id }) => id !== null);
  return { current: rows.length > 0, items: new Map(found.map((row) => [row.id, row])) };
}

/** The labels of those of these items that exist, by id, and the paths of their pictures. */
export const listHeadersByIds = async (
  query: Query,
  { instanceId, templateId, ids }: { instanceId: number; templateId: string; ids: readonly number[] },
): Promise<LinkedItem[]> => {
  const rows = await query<{ id: number; internal_label: string; image: string | null }>(
    `with t as materialized (
      select key, id, ${pictureFieldSql('fields')} as picture from templates where instance_id = $1 and id = $2)
    select i.id, i.label as internal_label, ${pictureSql} as image from t join items i on i.template_key = t.key
      where i.id = any($3::text::int[]) order by i.id`,
    [instanceId, templateId, numberArray(ids)],
    'item-headers-by-id',
  );
  return rows.map(({ image, ...header }) => ({ ...header, ...(image !== null && { image }) }));
};

/** Returns the link targets that exist: an item with that id in that template of the instance. */
export const findTargets = (
  query: Query,
  instanceId: number,
  targets: readonly { templateId: string; targetId: number }[],
) =>
  query<{ template_id: string; template_key: number; id: number }>(
    `select distinct t.id as template_id, t.key as template_key, i.id
      from unnest($2::text::text[], $3::text::int[]) x (template_id, id)
      join templates t on t.instance_id = $1 and t.id = x.template_id
      join items i on i.template_key = t.key and i.id = x.id`,
    [
      instanceId,
      textArray(targets.map(({ templateId }) => templateId)),
      numberArray(targets.map(({ targetId }) => targetId)),
    ],
    'link-targets',
  );

/** The items that were created with these keys; a deleted one in its first state. */
export const findCreated = (query: Query, keys: readonly { templateKey: number; key: string }[]) =>
  query<{ template_key: number; key: string; body_hash: string | null; id: number; version: number }>(
    `select k.template_key, k.key::text, k.body_hash::text, k.item_id as id, coalesce(i.version, 1) as version
      from unnest($1::text::int[], $2::text::text[]) x (template_key, key)
      join idempotency_keys k on k.template_key = x.template_key and k.key = x.key::uuid
      left join items i on i.template_key = k.template_key and i.id = k.item_id`,
    [numberArray(keys.map(({ templateKey }) => templateKey)), textArray(keys.map(({ key }) => key))],
    'created-with-keys',
  );

/** Those of these paths that images of the instance have. */
export const findImagePaths = async (
  query: Query,
  instanceId: number,
  paths: readonly string[],
): Promise<Set<string>> =>
  new Set(
    (
      await query<{ path: string }>('select path from images where instance_id = $1 and path = any($2::text::text[])', [
        instanceId,
        textArray(paths),
      ])
    ).map(({ path }) => path),
  );

/** The project of an instance. */
export const projectOf = async (query: Query, instanceId: number): Promise<number> =>
  (await query<{ project_id: number }>('select project_id from instances where id = $1', [instanceId]))[0]
    ?.project_id ?? 0;

/** Takes ids for new items of a project; returns the first of them. */
export async function reserveIds(query: Query, projectId: number, count: number): Promise<number> {
  const [row] = await query<{ first: number }>(
    'update projects set next_item_id = next_item_id + $2 where id = $1 returning next_item_id - $2 as first',
    [projectId, count],
  );
  return row?.first ?? 0;
}

/** Locks the project against other saves that create items, and counts the items of its Dev instance. */
export async function countForLimit(
  query: Query,
  { projectId, instanceId }: { projectId: number; instanceId: number },
): Promise<number> {
  await query('select 1 from projects where id = $1 for update', [projectId]);
  const [row] = await query<{ items: number }>(
    'select coalesce(sum(c.items), 0)::int as items from templates t join item_counts c on c.template_key = t.key where t.instance_id = $1',
    [instanceId],
  );
  return row?.items ?? 0;
}

/** The version in which each item was last saved, by a person or a sync, and not by a template that brings rows back. */
export async function listLastSaves(
  query: Query,
  { templateKey, ids }: { templateKey: number; ids: readonly number[] },
): Promise<Map<number, number>> {
  const rows = await query<{ item_id: number; last: number }>(
    `select item_id, max(version) as last from item_revisions r
      where template_key = $1 and item_id = any($2::text::int[])
      and ${countsSql('r')}
      and not (r.action = 'update' and r.actor = 'system' and r.origin = 'template-change')
      group by item_id`,
    [templateKey, numberArray(ids)],
  );
  return new Map(rows.map(({ item_id, last }) => [item_id, last]));
}

/**
 * The name of the actor that saved this version of an item, empty for a deleted account, and the time; `null` without
 * one, as restored values create a version too.
 */
export const findSaveOf = async (
  query: Query,
  { templateKey, id, version }: ItemPlace & { version: number },
): Promise<SavedBy | null> => {
  const [row] = await query<SavedByRow>(
    `select ${savedBySql('r', 'a')} from item_revisions r left join accounts a on a.id = r.account_id
      where r.template_key = $1 and r.item_id = $2 and r.version = $3
        and ${countsSql('r')}`,
    [templateKey, id, version],
  );
  return row ? toSavedBy(row) : null;
};

/**
 * Deletes an item with its index rows, stores its last state as a revision and in the trash, and emits the event; returns
 * false if it does not exist.
 */
export async function deleteItem(
  query: Query,
  { templateKey, id, version, author, at }: ItemPlace & { version?: number | undefined; author: Author; at: Date },
): Promise<boolean> {
  const { accountId, actor, origin } = toColumns(author);
  const rows = await query(
    `with gone as (delete from items i where template_key = $1 and id = $2 and ($7::int is null or version = $7) returning ${trashedColumns('i')}, i."values"),
      kept as (insert into item_revisions (template_key, item_id, version, action, label, "values", account_id, actor, origin, at, template_version)
        select $1, $2, version + 1, 'delete', label, "values", $3, $4, $5, $6::timestamptz, (select version from templates where key = $1) from gone),
      emitted as (${itemChangedSql("select template_key, id, 'delete' as action from gone", '$3::int, $4::text, $5::text')}),
      trashed as (${trashItemsSql('gone', { author: { columns: '$3::int, $4::text, $5::text' }, at: '$6::timestamptz', changeSetId: 'null::int' })}),
      unindexed as (delete from item_values where template_key = $1 and item_id = $2 and exists (select 1 from gone)),
      unlinked as (delete from item_links where template_key = $1 and item_id = $2 and exists (select 1 from gone)),
      counted as (update item_counts set items = items - 1 where template_key = $1 and exists (select 1 from gone))
    select 1 from gone`,
    [templateKey, id, accountId, actor, origin, at.toISOString(), version ?? null],
  );
  return rows.length > 0;
}

/** True if a template has items. */
export const hasItems = async (query: Query, templateKey: number): Promise<boolean> =>
  (await query('select 1 from items where template_key = $1 limit 1', [templateKey])).length > 0;

/** Links to an item or template: the first ones, and the total. */
interface Links {
  places: LinkPlace[];
  count: number;
}

/** True for links in fields that exist in their template; links of removed fields may still await deletion. */
const isShown = `not exists (select 1 from template_changes c where c.template_key = l.template_key
  and c.removed @> jsonb_build_array(jsonb_build_object('field', jsonb_build_object('key', l.field_key))))`;

/** Items that link to an item, except itself. */
export const findLinksTo = (query: Query, { instanceId, id }: { instanceId: number; id: number }): Promise<Links> =>
  findLinks(
    query,
    `select distinct template_key, item_id from item_links l where instance_id = $1 and target_id = $2 and item_id <> $2 and ${isShown}`,
    [instanceId, id],
  );

/** Items of other templates that link to items of a template. */
export const findLinksToTemplate = (
  query: Query,
  { instanceId, templateKey }: { instanceId: number; templateKey: number },
): Promise<Links> =>
  findLinks(
    query,
    `select distinct l.template_key, l.item_id from item_links l
      where l.instance_id = $1 and l.template_key <> $2 and ${isShown}
        and exists (select 1 from items i where i.template_key = $2 and i.id = l.target_id)`,
    [instanceId, templateKey],
  );

async function findLinks(query: Query, linking: string, values: readonly number[]): Promise<Links> {
  // Only the listed ones are read.
  const rows = await query<LinkPlace & { count: number }>(
    `with linking as materialized (${linking})
    select l.template_id, i.id, i.label, (select count(*) from linking) as count
      from (select t.id as template_id, l.template_key, l.item_id from linking l join templates t on t.key = l.template_key
        order by t.id, l.item_id limit ${reportedLinks}) l
      join items i on i.template_key = l.template_key and i.id = l.item_id order by l.template_id, i.id`,
    values,
  );
  return { places: rows.map(({ count: _, ...location }) => location), count: rows[0]?.count ?? 0 };
}
