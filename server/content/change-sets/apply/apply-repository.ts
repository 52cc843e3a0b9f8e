import type { Query } from '../../../core/database/database.ts';
import { numberArray, textArray } from '../../../core/database/pg-array.ts';
import { trashedColumns, trashItemsSql } from '../../documents/trash-sql.ts';

const counted = async (query: Query, text: string, values: readonly unknown[]): Promise<number> =>
  (await query<{ count: number }>(text, values))[0]?.count ?? 0;

/**
 * Deletes the removed values of fields that are about to be restored, for items that equal the source's: restoring the
 * values would make them differ from it, and no sync has listed that.
 */
export async function forgetRemovedValues(
  query: Query,
  { templateKey, sourceId, templateId }: { templateKey: number; sourceId: number; templateId: string },
  fieldIds: readonly string[],
): Promise<void> {
  await query(
    `delete from removed_values v using items i, items a
      where v.template_key = $1 and i.template_key = $1 and i.id = v.item_id
        and a.template_key = (select key from templates where instance_id = $2 and id = $3) and a.id = i.id and a.hash = i.hash
        and v.field_key in (
          select k.key::int from field_removals r, jsonb_array_elements_text(r.value_keys) k (key)
          where r.template_key = $1 and r.field_id = any($4::text::text[])
        )`,
    [templateKey, sourceId, templateId, textArray(fieldIds)],
  );
}

/** Locks the items of a template; returns whether those of the change set are unchanged since they were read. */
export async function lockItems(query: Query, changeSetId: number, templateKey: number): Promise<boolean> {
  const wrong = await counted(
    query,
    `with held as materialized (
        select i.template_key, i.id, i.hash, i.version from items i where i.template_key = $2 for no key update
      )
      select count(*)::int as count from change_set_items s left join held i on i.template_key = s.template_key and i.id = s.item_id
      where s.change_set_id = $1 and s.template_key = $2 and s.change <> 'added'
        and (i.hash is distinct from s.target_hash or i.version is distinct from s.target_version)`,
    [changeSetId, templateKey],
  );
  return wrong === 0;
}

const content = `join item_revisions r on r.template_key = s.template_key and r.item_id = s.item_id and r.version = s.version and coalesce(r.change_set_id, 0) = s.change_set_id`;

/** The number of items of the change set by kind of write. */
export async function countWritten(query: Query, changeSetId: number) {
  const [row] = await query<{ added: number; updated: number; removed: number; kept: number }>(
    `select count(*) filter (where change = 'added' and version is not null)::int as added,
        count(*) filter (where change = 'updated' and version is not null)::int as updated,
        count(*) filter (where change = 'removed' and version is not null)::int as removed,
        count(*) filter (where version is null)::int as kept
      from change_set_items where change_set_id = $1`,
    [changeSetId],
  );
  return row ?? { added: 0, updated: 0, removed: 0, kept: 0 };
}

/** Adds the items that the target lacks; returns how many. */
export const addItems = (query: Query, changeSetId: number, at: Date): Promise<number> =>
  counted(
    query,
    `with added as (
        insert into items (template_key, id, label, "values", version, synced_hash, synced_version, created_at, updated_at)
        select s.template_key, s.item_id, r.label, r."values", s.version, s.next_synced_hash, s.next_synced_version, $2::timestamptz, $2::timestamptz
        from change_set_items s ${content}
        where s.change_set_id = $1 and s.change = 'added'
        on conflict do nothing returning 1
      )
      select count(*)::int as count from added`,
    [changeSetId, at.toISOString()],
  );

/**
 * Updates the items that are unchanged since they were read, or belong to one of the `locked` templates; returns how
 * many.
 */
export const updateItems = (query: Query, changeSetId: number, at: Date, locked: readonly number[]): Promise<number> =>
  counted(
    query,
    `with updated as (
        update items i set label = r.label, "values" = r."values", version = s.version, updated_at = $2::timestamptz,
          synced_hash = s.next_synced_hash, synced_version = s.next_synced_version
        from change_set_items s ${content}
        where s.change_set_id = $1 and s.change = 'updated' and i.template_key = s.template_key and i.id = s.item_id
          and (i.hash = s.target_hash and i.version = s.target_version or i.template_key = any($3::text::int[]))
        returning 1
      )
      select count(*)::int as count from updated`,
    [changeSetId, at.toISOString(), numberArray(locked)],
  );

const indexTables = ['item_values', 'item_links'];
const itemTables = [...indexTables, 'removed_values', 'removed_documents', 'sync_decisions'];

/** SQL: deletes the removed items of a change set, which are unchanged since they were read. */
const goneSql = `
  delete from items i using change_set_items s
  where s.change_set_id = $1 and s.change = 'removed' and s.version is not null and i.template_key = s.template_key and i.id = s.item_id
    and (i.hash = s.target_hash and i.version = s.target_version or i.template_key = any($2::text::int[]))
  returning ${trashedColumns('i')}`;

/** Removes the items of a change set that are unchanged since they were read, with everything stored about them; returns how many. */
export async function removeItems(query: Query, changeSetId: number, locked: readonly number[]): Promise<number> {
  const removed = await counted(query, `with gone as (${goneSql}) select count(*)::int as count from gone`, [
    changeSetId,
    numberArray(locked),
  ]);
  await deleteRows(query, changeSetId, itemTables);
  return removed;
}

/** The same for a local change set, whose items go into the trash, with what restoring them needs. */
export async function trashItems(query: Query, changeSetId: number, at: Date): Promise<number> {
  const author = { columns: 'y.account_id, y.actor, y.origin', from: 'join change_sets y on y.id = $1' };
  const removed = await counted(
    query,
    `with gone as (${goneSql}),
      trashed as (${trashItemsSql('gone', { author, at: '$3::timestamptz', changeSetId: 'y.id' })})
      select count(*)::int as count from gone`,
    [changeSetId, numberArray([]), at.toISOString()],
  );
  await deleteRows(query, changeSetId, indexTables);
  return removed;
}

/** Deletes items of a local change set from the trash that it has added again. */
export const untrashItems = (query: Query, changeSetId: number) =>
  query(
    `delete from trash t using change_set_items s
      where s.change_set_id = $1 and s.change = 'added' and s.version is not null and t.template_key = s.template_key and t.item_id = s.item_id`,
    [changeSetId],
  );

/** Deletes what restored items had lost with fields that are back: they have it again, or their restore has left it out. */
export const deleteReturned = (query: Query, changeSetId: number) =>
  query(
    `with returned as materialized (
        select s.template_key, f.key
        from (select distinct template_key from change_set_items where change_set_id = $1 and change = 'added' and version is not null) s
        join templates t on t.key = s.template_key
        cross join lateral (select (f->>'key')::int as key from jsonb_array_elements(t.fields) f) f
        where exists (select 1 from removed_values v where v.template_key = s.template_key and v.field_key = f.key)
      )
      delete from removed_values v using returned r, change_set_items s
      where s.change_set_id = $1 and s.change = 'added' and s.version is not null and s.template_key = r.template_key
        and v.template_key = r.template_key and v.field_key = r.key and v.item_id = s.item_id`,
    [changeSetId],
  );

/** Deletes the rows of a change set's removed items in these tables. */
async function deleteRows(query: Query, changeSetId: number, tables: readonly string[]): Promise<void> {
  for (const table of tables)
    await query(
      `delete from ${table} v using change_set_items s
        where s.change_set_id = $1 and s.change = 'removed' and s.version is not null and v.template_key = s.template_key and v.item_id = s.item_id`,
      [changeSetId],
    );
}

/**
 * Stores the decisions to keep differences, with the source's content at the decision; returns how many of the items
 * are unchanged since they were read.
 */
export async function storeDecisions(
  query: Query,
  changeSetId: number,
  { isUndo, locked }: { isUndo: boolean; locked: readonly number[] },
): Promise<number> {
  await query(
    `delete from sync_decisions d using change_set_items s where s.change_set_id = $1 and d.template_key = s.template_key and d.item_id = s.item_id`,
    [changeSetId],
  );
  if (isUndo) {
    await query(
      `delete from sync_decisions d using change_set_items s, change_sets y
        where y.id = $1 and s.change_set_id = y.undoes_id and d.template_key = s.template_key and d.item_id = s.item_id`,
      [changeSetId],
    );
  }
  const unwritten = await keepItems(query, changeSetId, locked);
  if (!isUndo) {
    await query(
      `insert into sync_decisions (template_key, item_id, source_hash, target_hash, base_label, base_values)
        select s.template_key, s.item_id, s.source_hash, i.hash, s.base_label, s.base_values
        from change_set_items s join items i on i.template_key = s.template_key and i.id = s.item_id
        where s.change_set_id = $1 and i.hash is distinct from s.source_hash and (s.version is null or s.base_label is not null)`,
      [changeSetId],
    );
  }
  return unwritten;
}

/** Stores what was synced for items that a decision keeps; returns how many are unchanged since they were read. */
export const keepItems = (query: Query, changeSetId: number, locked: readonly number[]): Promise<number> =>
  counted(
    query,
    `with kept as (
        update items i set synced_hash = s.next_synced_hash, synced_version = s.next_synced_version
        from change_set_items s
        where s.change_set_id = $1 and s.version is null and i.template_key = s.template_key and i.id = s.item_id
          and (i.hash = s.target_hash and i.version = s.target_version or i.template_key = any($2::text::int[]))
        returning 1
      )
      select count(*)::int as count from kept`,
    [changeSetId, numberArray(locked)],
  );

/** Updates the item counts of the change set's templates by the added and removed items. */
export const countItems = (query: Query, changeSetId: number) =>
  query(
    `update item_counts c set items = c.items + s.more
      from (select template_key, sum(case change when 'added' then 1 when 'removed' then -1 else 0 end)::int as more
        from change_set_items where change_set_id = $1 and version is not null group by template_key) s
      where c.template_key = s.template_key and s.more <> 0`,
    [changeSetId],
  );

/** Adds the images of the change set's items to the target. */
export const addImages = (
  query: Query,
  changeSetId: number,
  { sourceId, targetId }: { sourceId: number; targetId: number },
) =>
  query(
    `insert into images (instance_id, path, bytes, created_at)
      select $3, m.path, m.bytes, m.created_at from images m
      where m.instance_id = $2 and m.path in (select unnest(images) from change_set_items where change_set_id = $1 and images is not null)
      on conflict do nothing`,
    [changeSetId, sourceId, targetId],
  );

/** True if the change set has items of a template. */
export const hasStaged = async (query: Query, changeSetId: number, templateKey: number): Promise<boolean> =>
  (
    await query('select 1 from change_set_items where change_set_id = $1 and template_key = $2 limit 1', [
      changeSetId,
      templateKey,
    ])
  ).length > 0;

/** Items of a change set with prepared values of unique fields that other items of the target have. */
export const listRepeated = (query: Query, changeSetId: number) =>
  query<{ id: number; label: string; holder: number }>(
    `select s.item_id as id, s.label, min(k.item_id) as holder
      from change_set_index r
      join item_keys k on k.template_key = r.template_key and k.field_key = r.field_key and k.value = item_key_value(r.number, r.text)
      join change_set_items s on s.change_set_id = $1 and s.template_key = r.template_key and s.item_id = r.item_id
      left join change_set_items o on o.change_set_id = $1 and o.template_key = k.template_key and o.item_id = k.item_id and o.version is not null
      where r.change_set_id = $1 and (r.number is not null or r.text is not null) and k.item_id <> r.item_id and o.item_id is null
      group by s.item_id, s.label order by s.item_id limit 100`,
    [changeSetId],
  );
