import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import type { ChangeKind, Decision } from '@quartermaster/contract/endpoints/sync.ts';
import type { Query } from '../../../core/database/database.ts';
import { numberArray, textArray } from '../../../core/database/pg-array.ts';
import type { SyncedTemplateState } from '../../../core/tables/sync.ts';
import { type ItemContent, revisionSql } from '../../history/content-repository.ts';

/** A stored template of a sync. */
export interface StagedTemplate {
  templateId: string;
  key: number;
  label: string;
  change: ChangeKind | null;
  before: SyncedTemplateState | null;
  after: SyncedTemplateState | null;
}

/** A stored item of a sync. */
export interface StagedItem {
  id: number;
  change: ChangeKind;
  decided: Decision['take'] | null;
  label: string;
  sourceHash: string | null;
  targetHash: string | null;
  targetVersion: number | null;
  syncedHash: string | null;
  syncedVersion: number | null;
  nextSyncedHash: string | null;
  nextSyncedVersion: number | null;
  /** The version that is written, with this content; for a removed item, its revision stores the last content. */
  version: number | null;
  content: ItemContent;
  /** The source's content, if the target gets different content. */
  base: ItemContent | undefined;
  images: string[];
}

/** An index row to add; without values, the key of rows to replace. */
export interface StagedIndexRow {
  itemId: number;
  key: number;
  number: number | null;
  text: string | null;
  targetId: number | null;
  targetKey: number | null;
}

/** Stores the templates of a change set, with their states before and after it. */
export async function insertTemplates(query: Query, syncId: number, templates: readonly StagedTemplate[]) {
  await query(
    `insert into sync_templates (sync_id, template_id, template_key, label, change, before, after)
      select $1, x."templateId", x.key, x.label, x.change, x.before, x.after
      from jsonb_to_recordset($2::jsonb) x ("templateId" text, key int, label text, change text, before jsonb, after jsonb)`,
    [syncId, JSON.stringify(templates)],
  );
}

/** The sync and template that staged items belong to. */
export interface Stage {
  syncId: number;
  templateKey: number;
  sourceKey: number | null;
  at: Date;
}

/**
 * Stores items with their new revisions, which count once the sync is applied. An item's previous content is stored only
 * if no revision has it.
 */
export async function insertItems(query: Query, stage: Stage, items: readonly StagedItem[]): Promise<void> {
  const { syncId, templateKey, sourceKey, at } = stage;
  const json = (values: ItemValues | undefined) => (values === undefined ? null : JSON.stringify(values));
  await query(
    `with input as materialized (
      select x.*, x."values"::jsonb as document, x.base_values::jsonb as base_document
      from unnest($5::text::int[], $6::text::text[], $7::text::text[], $8::text::text[], $9::text::text[], $10::text::text[], $11::text::int[],
        $12::text::text[], $13::text::int[], $14::text::text[], $15::text::int[], $16::text::int[], $17::text::text[], $18::text::text[], $19::text::text[], $20::text::text[], $21::text::text[])
        x (id, change, decided, label, source_hash, target_hash, target_version, synced_hash, synced_version, next_synced_hash, next_synced_version,
          version, content_label, "values", base_label, base_values, images)
    ),
    kept as (
      insert into item_revisions (template_key, item_id, version, action, label, "values", account_id, actor, origin, at, sync_id)
      select $2, x.id, x.version, case x.change when 'added' then 'create' when 'updated' then 'update' else 'delete' end,
        x.content_label, x.document, y.account_id, y.actor, y.origin, $4::timestamptz, $1
      from input x join syncs y on y.id = $1 where x.version is not null
    )
    insert into sync_items (sync_id, template_key, item_id, change, decided, label, source_key, source_hash, target_hash, target_version, synced_hash, synced_version,
        next_synced_hash, next_synced_version, version, before_label, before_values, base_label, base_values, images)
      select $1, $2, x.id, x.change, x.decided, x.label, $3::int, x.source_hash::uuid, x.target_hash::uuid, x.target_version, x.synced_hash::uuid, x.synced_version,
        x.next_synced_hash::uuid, x.next_synced_version, x.version,
        case when r.label is null then i.label end, case when r.label is null then i."values" end,
        x.base_label, x.base_document, x.images::text[]
      from input x
      left join items i on i.template_key = $2 and i.id = x.id and x.target_version is not null
      left join lateral (${revisionSql('$2', 'x.id', 'x.target_version')}) r on r.label = i.label and r."values" = i."values"`,
    [
      syncId,
      templateKey,
      sourceKey,
      at.toISOString(),
      numberArray(items.map(({ id }) => id)),
      textArray(items.map(({ change }) => change)),
      textArray(items.map(({ decided }) => decided)),
      textArray(items.map(({ label }) => label)),
      textArray(items.map(({ sourceHash }) => sourceHash)),
      textArray(items.map(({ targetHash }) => targetHash)),
      numberArray(items.map(({ targetVersion }) => targetVersion)),
      textArray(items.map(({ syncedHash }) => syncedHash)),
      numberArray(items.map(({ syncedVersion }) => syncedVersion)),
      textArray(items.map(({ nextSyncedHash }) => nextSyncedHash)),
      numberArray(items.map(({ nextSyncedVersion }) => nextSyncedVersion)),
      numberArray(items.map(({ version }) => version)),
      textArray(items.map(({ content }) => content.label)),
      textArray(items.map(({ content }) => json(content.values))),
      textArray(items.map(({ base }) => base?.label ?? null)),
      textArray(items.map(({ base }) => json(base?.values))),
      textArray(items.map(({ images }) => (images.length === 0 ? null : textArray(images)))),
    ],
  );
}

/** Stores index rows that are inserted once the change set is applied. */
export async function insertIndexRows(
  query: Query,
  stage: Pick<Stage, 'syncId' | 'templateKey'>,
  rows: readonly StagedIndexRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await query(
    `insert into sync_index (sync_id, template_key, item_id, field_key, number, text, target_id, target_key)
      select $1, $2, x.* from unnest($3::text::int[], $4::text::int[], $5::text::float8[], $6::text::text[], $7::text::int[], $8::text::int[]) x`,
    [
      stage.syncId,
      stage.templateKey,
      numberArray(rows.map(({ itemId }) => itemId)),
      numberArray(rows.map(({ key }) => key)),
      numberArray(rows.map(({ number }) => number)),
      textArray(rows.map(({ text }) => text)),
      numberArray(rows.map(({ targetId }) => targetId)),
      numberArray(rows.map(({ targetKey }) => targetKey)),
    ],
  );
}

/** The content that a sync has prepared for an item. */
export const findContent = async (
  query: Query,
  { syncId, templateKey, itemId }: { syncId: number; templateKey: number; itemId: number },
): Promise<ItemContent | undefined> =>
  (
    await query<ItemContent>(
      'select label, "values" from item_revisions where template_key = $1 and item_id = $2 and sync_id = $3',
      [templateKey, itemId, syncId],
    )
  )[0];

/** Adds items to the progress of a change set. */
export async function addProgress(query: Query, syncId: number, items: number): Promise<void> {
  await query('update syncs set done = done + $2 where id = $1', [syncId, items]);
}

/** The last version of each of these items, even if removed since. */
export async function readLastVersions(
  query: Query,
  templateKey: number,
  ids: readonly number[],
): Promise<Map<number, number>> {
  const rows = await query<{ id: number; version: number }>(
    `select r.item_id as id, max(r.version) as version from item_revisions r
      where r.template_key = $1 and r.item_id = any($2::text::int[])
        and (r.sync_id is null or exists (select 1 from syncs y where y.id = r.sync_id and y.state = 'applied'))
      group by r.item_id`,
    [templateKey, numberArray(ids)],
  );
  return new Map(rows.map(({ id, version }) => [id, version]));
}

/** The first and the last block of the table with index rows prepared for a sync; undefined if there are none. */
export async function findIndexBlocks(
  query: Query,
  syncId: number,
): Promise<{ first: number; last: number } | undefined> {
  const [row] = await query<{ first: number | null; last: number | null }>(
    `select (min(ctid)::text::point)[0]::int as first, (max(ctid)::text::point)[0]::int as last from sync_index where sync_id = $1`,
    [syncId],
  );
  return row && row.first !== null && row.last !== null ? { first: row.first, last: row.last } : undefined;
}

/**
 * Deletes the index rows that are prepared for a sync within these blocks of their table. With an index by sync, each
 * step would read all rows again that the previous steps have deleted.
 */
export async function deleteIndexRows(query: Query, syncId: number, from: number, to: number): Promise<void> {
  await query('delete from sync_index where sync_id = $1 and ctid >= $2::tid and ctid < $3::tid', [
    syncId,
    `(${from},0)`,
    `(${to},0)`,
  ]);
}

/** Deletes the few index rows that were prepared for a change set. */
export const deleteIndexRowsOf = (query: Query, syncId: number) =>
  query('delete from sync_index where sync_id = $1', [syncId]);

/** Items deleted by one statement. */
const itemsAtOnce = 2000;

/** Deletes a batch of the items, with their revisions, and then the templates of a sync that was not applied; false if nothing is left. */
export async function deleteItems(query: Query, syncId: number): Promise<boolean> {
  const items = await query(
    `with gone as (
        delete from sync_items where ctid = any(array(select ctid from sync_items where sync_id = $1 limit ${itemsAtOnce})) returning template_key, item_id
      ), unwritten as (
        delete from item_revisions r using gone g where r.template_key = g.template_key and r.item_id = g.item_id and r.sync_id = $1
      )
      select 1 from gone`,
    [syncId],
  );
  if (items.length > 0) return true;
  await query('delete from sync_templates where sync_id = $1', [syncId]);
  return false;
}

/** Deletes the requested items of an ended bulk edit. */
export const deleteInputs = (query: Query, changeSetId: number) =>
  query('delete from change_set_inputs where change_set_id = $1', [changeSetId]);
