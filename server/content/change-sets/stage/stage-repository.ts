import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import type { ChangeKind, Decision } from '@quartermaster/contract/endpoints/change-sets.ts';
import { type Bind, binder } from '../../../core/database/binder.ts';
import type { Query } from '../../../core/database/database.ts';
import { numberArray, textArray } from '../../../core/database/pg-array.ts';
import { cte, sqlText } from '../../../core/database/sql-text.ts';
import type { StoredTemplateState } from '../../../core/tables/change-sets.ts';
import { type ItemContent, revisionSql } from '../../history/content-repository.ts';
import { countsSql } from '../../model/counts-sql.ts';

/** A stored template of a change set. */
export interface StagedTemplate {
  templateId: string;
  key: number;
  label: string;
  change: ChangeKind | null;
  before: StoredTemplateState | null;
  after: StoredTemplateState | null;
}

/** A stored item of a change set. */
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

/** An index row to add; without values, the key of rows to replace, which those of a local change set do anyway. */
export interface StagedIndexRow {
  itemId: number;
  key: number;
  number: number | null;
  text: string | null;
  targetId: number | null;
  targetKey: number | null;
}

/** Stores the templates of a change set, with their states before and after it. */
export async function insertTemplates(query: Query, changeSetId: number, templates: readonly StagedTemplate[]) {
  await query(
    `insert into change_set_templates (change_set_id, template_id, template_key, label, change, before, after)
      select $1, x."templateId", x.key, x.label, x.change, x.before, x.after
      from jsonb_to_recordset($2::jsonb) x ("templateId" text, key int, label text, change text, before jsonb, after jsonb)`,
    [changeSetId, JSON.stringify(templates)],
  );
}

/** The change set and template that staged items belong to. */
export interface Stage {
  changeSetId: number;
  templateKey: number;
  sourceKey: number | null;
  at: Date;
}

const json = (values: ItemValues | undefined) => (values === undefined ? null : JSON.stringify(values));

type Column = [name: string, list: (items: readonly StagedItem[]) => string, type: 'int' | 'text'];
const numbers = (name: string, value: (item: StagedItem) => number | null): Column => [
  name,
  (items) => numberArray(items.map(value)),
  'int',
];
const texts = (name: string, value: (item: StagedItem) => string | null): Column => [
  name,
  (items) => textArray(items.map(value)),
  'text',
];

const itemColumns = [
  numbers('id', ({ id }) => id),
  texts('change', ({ change }) => change),
  texts('decided', ({ decided }) => decided),
  texts('label', ({ label }) => label),
  texts('source_hash', ({ sourceHash }) => sourceHash),
  texts('target_hash', ({ targetHash }) => targetHash),
  numbers('target_version', ({ targetVersion }) => targetVersion),
  texts('synced_hash', ({ syncedHash }) => syncedHash),
  numbers('synced_version', ({ syncedVersion }) => syncedVersion),
  texts('next_synced_hash', ({ nextSyncedHash }) => nextSyncedHash),
  numbers('next_synced_version', ({ nextSyncedVersion }) => nextSyncedVersion),
  numbers('version', ({ version }) => version),
  texts('content_label', ({ content }) => content.label),
  texts('values', ({ content }) => json(content.values)),
  texts('base_label', ({ base }) => base?.label ?? null),
  texts('base_values', ({ base }) => json(base?.values)),
  texts('images', ({ images }) => (images.length === 0 ? null : textArray(images))),
];

/** SQL: the prepared items as rows. */
export const itemsSql = (bind: Bind, items: readonly StagedItem[]): string => sqlText`
  select x.*, x."values"::jsonb as document, x.base_values::jsonb as base_document
  from unnest(${itemColumns.map(([, list, type]) => bind(list(items), `text::${type}[]`)).join(', ')})
    x (${itemColumns.map(([name]) => `"${name}"`).join(', ')})
`;

/** Placeholders of what prepared items belong to. */
export interface BoundStage {
  changeSetId: string;
  templateKey: string;
  sourceKey: string;
  /** The account, the kind of actor and the origin, and where they are read. */
  author: { columns: string; from: string };
  at: string;
}

/** SQL: the version that the target's template has once the change set is applied. */
const templateVersionSql = (changeSetId: string, templateKey: string): string => `coalesce(
        (select (p.after->>'version')::int from change_set_templates p where p.change_set_id = ${changeSetId} and p.template_key = ${templateKey} limit 1),
        (select version from templates where key = ${templateKey}))`;

/**
 * SQL: stores the items of `input`, which {@link itemsSql} returns, with their new revisions. An item's previous content is
 * stored only if no revision has it.
 */
export const storedItemsSql = ({ changeSetId, templateKey, sourceKey, author, at }: BoundStage): string => sqlText`
  kept_revisions as (
    insert into item_revisions (template_key, item_id, version, action, label, "values", account_id, actor, origin, at, change_set_id, template_version)
    select ${templateKey}, x.id, x.version, case x.change when 'added' then 'create' when 'updated' then 'update' else 'delete' end,
      x.content_label, x.document, ${author.columns}, ${at}, ${changeSetId}, ${templateVersionSql(changeSetId, templateKey)}
    from input x ${author.from}
    where x.version is not null
  ),
  kept_items as (
    insert into change_set_items (change_set_id, template_key, item_id, change, decided, label, source_key, source_hash, target_hash, target_version,
      synced_hash, synced_version, next_synced_hash, next_synced_version, version, before_label, before_values, base_label, base_values, images)
    select ${changeSetId}, ${templateKey}, x.id, x.change, x.decided, x.label, ${sourceKey}, x.source_hash::uuid, x.target_hash::uuid, x.target_version,
      x.synced_hash::uuid, x.synced_version, x.next_synced_hash::uuid, x.next_synced_version, x.version,
      case when v.label is null then i.label end, case when v.label is null then i."values" end,
      x.base_label, x.base_document, x.images::text[]
    from input x
    left join items i on i.template_key = ${templateKey} and i.id = x.id and x.target_version is not null
    left join lateral (${revisionSql(templateKey, 'x.id', 'x.target_version')}) v on v.label = i.label and v."values" = i."values"
  )
`;

/** Stores items with their new revisions, which count once the change set is applied. */
export async function insertItems(query: Query, stage: Stage, items: readonly StagedItem[]): Promise<void> {
  const { values, bind } = binder();
  const changeSetId = bind(stage.changeSetId, 'int');
  const bound: BoundStage = {
    changeSetId,
    templateKey: bind(stage.templateKey, 'int'),
    sourceKey: bind(stage.sourceKey, 'int'),
    author: { columns: 'y.account_id, y.actor, y.origin', from: `join change_sets y on y.id = ${changeSetId}` },
    at: bind(stage.at.toISOString(), 'timestamptz'),
  };
  const text = sqlText`
    with ${[cte('input', itemsSql(bind, items)), storedItemsSql(bound)].join(',\n')}
    select 1
  `;
  await query(text, values, 'stage-items');
}

/** Stores index rows that are inserted once the change set is applied. */
export async function insertIndexRows(
  query: Query,
  stage: Pick<Stage, 'changeSetId' | 'templateKey'>,
  rows: readonly StagedIndexRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await query(
    `insert into change_set_index (change_set_id, template_key, item_id, field_key, number, text, target_id, target_key)
      select $1, $2, x.* from unnest($3::text::int[], $4::text::int[], $5::text::float8[], $6::text::text[], $7::text::int[], $8::text::int[]) x`,
    [
      stage.changeSetId,
      stage.templateKey,
      numberArray(rows.map(({ itemId }) => itemId)),
      numberArray(rows.map(({ key }) => key)),
      numberArray(rows.map(({ number }) => number)),
      textArray(rows.map(({ text }) => text)),
      numberArray(rows.map(({ targetId }) => targetId)),
      numberArray(rows.map(({ targetKey }) => targetKey)),
    ],
    'stage-index',
  );
}

/** The content that a change set has prepared for an item. */
export const findContent = async (
  query: Query,
  { changeSetId, templateKey, itemId }: { changeSetId: number; templateKey: number; itemId: number },
): Promise<ItemContent | undefined> =>
  (
    await query<ItemContent>(
      'select label, "values" from item_revisions where template_key = $1 and item_id = $2 and change_set_id = $3',
      [templateKey, itemId, changeSetId],
    )
  )[0];

/** The last version of each of these items, even if removed since. */
export async function readLastVersions(
  query: Query,
  templateKey: number,
  ids: readonly number[],
): Promise<Map<number, number>> {
  const rows = await query<{ id: number; version: number }>(
    `select r.item_id as id, max(r.version) as version from item_revisions r
      where r.template_key = $1 and r.item_id = any($2::text::int[])
        and ${countsSql('r')}
      group by r.item_id`,
    [templateKey, numberArray(ids)],
  );
  return new Map(rows.map(({ id, version }) => [id, version]));
}

/** The first and the last block of the table with index rows prepared for a change set; undefined if there are none. */
export async function findIndexBlocks(
  query: Query,
  changeSetId: number,
): Promise<{ first: number; last: number } | undefined> {
  const [row] = await query<{ first: number | null; last: number | null }>(
    `select (min(ctid)::text::point)[0]::int as first, (max(ctid)::text::point)[0]::int as last from change_set_index where change_set_id = $1`,
    [changeSetId],
  );
  return row && row.first !== null && row.last !== null ? { first: row.first, last: row.last } : undefined;
}

/**
 * Deletes the index rows that are prepared for a change set within these blocks of their table. With an index by change set, each
 * step would read all rows again that the previous steps have deleted.
 */
export async function deleteIndexRows(query: Query, changeSetId: number, from: number, to: number): Promise<void> {
  await query('delete from change_set_index where change_set_id = $1 and ctid >= $2::tid and ctid < $3::tid', [
    changeSetId,
    `(${from},0)`,
    `(${to},0)`,
  ]);
}

/** Items deleted by one statement. */
const itemsAtOnce = 2000;

/** Deletes a batch of the items, with their revisions, and then the templates of a change set that was not applied; false if nothing is left. */
export async function deleteItems(query: Query, changeSetId: number): Promise<boolean> {
  const items = await query(
    `with gone as (
        delete from change_set_items where ctid = any(array(select ctid from change_set_items where change_set_id = $1 limit ${itemsAtOnce})) returning template_key, item_id
      ), unwritten as (
        delete from item_revisions r using gone g where r.template_key = g.template_key and r.item_id = g.item_id and r.change_set_id = $1
      )
      select 1 from gone`,
    [changeSetId],
  );
  if (items.length > 0) return true;
  await query('delete from change_set_templates where change_set_id = $1', [changeSetId]);
  return false;
}

/** Deletes the requested items of an ended bulk edit. */
export const deleteInputs = (query: Query, changeSetId: number) =>
  query('delete from change_set_inputs where change_set_id = $1', [changeSetId]);
