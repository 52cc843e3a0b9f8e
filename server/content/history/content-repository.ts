import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import type { Query } from '../../core/database/database.ts';
import { numberArray } from '../../core/database/pg-array.ts';
import { countsSql } from '../model/counts-sql.ts';
import { revisionValuesSql } from '../model/revision-values.ts';

/** The content of an item. */
export interface ItemContent {
  label: string;
  values: ItemValues;
  /** Set for an item that was read from an instance. */
  hash?: string;
}

/** An item of the target, with its state as last synced. */
export interface TargetItem extends ItemContent {
  hash: string;
  version: number;
  synced_hash: string | null;
  synced_version: number | null;
}

/** Reads items of a template in an instance. */
export async function readItems(query: Query, templateKey: number | null, ids: readonly number[]) {
  if (templateKey === null || ids.length === 0) return new Map<number, TargetItem>();
  const rows = await query<TargetItem & { id: number }>(
    `select id, label, "values", hash::text, version, synced_hash::text, synced_version
      from items where template_key = $1 and id = any($2::text::int[])`,
    [templateKey, numberArray(ids)],
    'target-items',
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** SQL: the content of an item at a version. A revision of a change set counts if it was applied. */
export const revisionSql = (templateKey: string, itemId: string, version: string): string =>
  `select r.label, ${revisionValuesSql('r')} as "values" from item_revisions r
    where r.template_key = ${templateKey} and r.item_id = ${itemId} and r.version = ${version}
      and ${countsSql('r')} limit 1`;

/** Items of a change set, by the template's key in the target. */
export interface ItemsOfChangeSet {
  changeSetId: number;
  templateKey: number;
  ids: readonly number[];
}

/** SQL: the content of the items `$3` of a template `$2` before the change set `$1`. */
const beforeSql = (columns: string): string =>
  `select s.item_id as id, ${columns}
    from (
      select s.item_id, s.synced_hash, s.synced_version, coalesce(s.before_label, v.label) as label, coalesce(s.before_values, v."values") as "values"
      from change_set_items s
      left join lateral (${revisionSql('s.template_key', 's.item_id', 's.target_version')}) v on s.target_version is not null
      where s.change_set_id = $1 and s.template_key = $2 and s.item_id = any($3::text::int[])
    ) s
    where s.label is not null and s."values" is not null`;

/** The content of items before a change set, by id; items that it added have none. */
export async function readBefore(
  query: Query,
  { changeSetId, templateKey, ids }: ItemsOfChangeSet,
): Promise<Map<number, ItemContent & Pick<TargetItem, 'synced_hash' | 'synced_version'>>> {
  const rows = await query<ItemContent & Pick<TargetItem, 'synced_hash' | 'synced_version'> & { id: number }>(
    beforeSql('s.label, s."values", s.synced_hash::text, s.synced_version'),
    [changeSetId, templateKey, numberArray(ids)],
  );
  return new Map(rows.map(({ id, ...content }) => [id, content]));
}

/** SQL: the content of the items `$2` of a template `$1` of the target when last synced, if stored. */
const basesSql = (columns: string): string =>
  `select i.id, ${columns}
    from (
      select i.id, coalesce(d.base_label, case when i.hash = i.synced_hash then i.label else v.label end) as label,
        coalesce(d.base_values, case when i.hash = i.synced_hash then i."values" else v."values" end) as "values"
      from items i
      left join sync_decisions d on d.template_key = i.template_key and d.item_id = i.id
      left join lateral (${revisionSql('i.template_key', 'i.id', 'i.synced_version')}) v on i.synced_version is not null
      where i.template_key = $1 and i.id = any($2::text::int[])
    ) i
    where i.label is not null`;

/** The content of items of the target when last synced, if stored. */
export async function readBases(
  query: Query,
  templateKey: number | null,
  ids: readonly number[],
): Promise<Map<number, ItemContent>> {
  if (templateKey === null || ids.length === 0) return new Map();
  const rows = await query<ItemContent & { id: number }>(basesSql('i.label, i."values"'), [
    templateKey,
    numberArray(ids),
  ]);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The size of a document as JSON, in bytes. */
export interface Size {
  id: number;
  bytes: number;
}

/** Sizes of documents as JSON, in bytes, without reading them. */
export const readSizes = (
  query: Query,
  templateKeys: readonly (number | null)[],
  ids: readonly number[],
): Promise<Size[]> =>
  query<Size>('select id, bytes from items where template_key = any($1::text::int[]) and id = any($2::text::int[])', [
    numberArray(templateKeys),
    numberArray(ids),
  ]);

/** PostgreSQL can only determine the size of such a document by writing it as text. */
const bytesSql = 'octet_length("values"::text) as bytes';

/** Sizes of the contents that {@link readBefore} returns. */
export const readSizesBefore = (query: Query, { changeSetId, templateKey, ids }: ItemsOfChangeSet): Promise<Size[]> =>
  query<Size>(beforeSql(bytesSql), [changeSetId, templateKey, numberArray(ids)]);

/** Sizes of the contents that {@link readBases} returns. */
export const readSizesOfBases = (query: Query, templateKey: number, ids: readonly number[]): Promise<Size[]> =>
  query<Size>(basesSql(bytesSql), [templateKey, numberArray(ids)]);
