import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { trashDays } from '@quartermaster/contract/endpoints/trash.ts';
import type { Query } from '../../../core/database/database.ts';
import { numberArray, textArray } from '../../../core/database/pg-array.ts';
import type { StoredField } from '../../../core/tables/content.ts';
import type { ItemContent, Size } from '../../history/content-repository.ts';
import { countsSql } from '../../model/counts-sql.ts';
import { revisionValuesSql } from '../../model/revision-values.ts';
import type { Leaf } from '../../model/template-model.ts';
import { deletedWithSql } from '../../schema/template-trash.ts';

const day = 24 * 60 * 60 * 1000;

/** What was deleted until this moment cannot be restored any more. */
export const expiredUntil = (now: Date): Date => new Date(now.getTime() - trashDays * day);

/** An entry of the trash. */
export interface TrashEntryRow {
  id: number;
  template_key: number;
  template_id: string;
  /** Null for a template. */
  item_id: number | null;
  label: string;
  /** The version of the revision that stores the deletion. */
  version: number;
  items: number;
  /** Of an item. */
  template_version: number | null;
  synced_hash: string | null;
  synced_version: number | null;
  /** Of a template. */
  fields: StoredField[] | null;
  next_field_key: number | null;
}

const columns = `x.id::int, x.template_key, x.template_id, x.item_id, x.label, x.version, x.items,
  (x.rest->>'templateVersion')::int as template_version, x.rest->>'syncedHash' as synced_hash, (x.rest->>'syncedVersion')::int as synced_version,
  x.rest->'fields' as fields, (x.rest->>'nextFieldKey')::int as next_field_key`;

interface Place {
  instanceId: number;
  now: Date;
}

/** Those of these entries that can be restored. */
export const findEntries = (query: Query, { instanceId, now }: Place, ids: readonly number[]) =>
  query<TrashEntryRow>(
    `select ${columns} from trash x where x.instance_id = $1 and x.deleted_at > $2::timestamptz and x.id = any($3::text::int[]) order by x.id`,
    [instanceId, expiredUntil(now).toISOString(), numberArray(ids)],
  );

/** The entry of the item, or of the template, that was deleted last under this id. */
export const findLatest = (
  query: Query,
  { instanceId, now }: Place,
  { templateId, itemId }: { templateId: string; itemId: number | null },
) =>
  query<TrashEntryRow>(
    `select ${columns} from trash x
      where x.instance_id = $1 and x.deleted_at > $2::timestamptz and x.template_id = $3 and x.item_id is not distinct from $4::int
      order by x.id desc limit 1`,
    [instanceId, expiredUntil(now).toISOString(), templateId, itemId],
  );

/** The entries of a list. */
export interface TrashFilters extends Place {
  template?: string | undefined;
  /** A part of the name, or an id. */
  search?: string | undefined;
}

/**
 * SQL: the entries `x` of a list, without items whose template is deleted: they are listed again once it is restored. The
 * values are those of {@link listedValues}.
 */
export const listedSql = `
  trash x
  where x.instance_id = $1 and x.deleted_at > $2::timestamptz
    and ($3::text is null or x.template_id = $3)
    and ($4::text is null or strpos(fold(x.label), fold($4)) > 0 or x.item_id::text = $4 or x.item_id is null and strpos(lower(x.template_id), lower($4)) > 0)
    and (x.item_id is null or exists (select 1 from templates t where t.key = x.template_key))`;

/** The values of {@link listedSql}. */
export const listedValues = ({ instanceId, now, template, search }: TrashFilters): unknown[] => [
  instanceId,
  expiredUntil(now).toISOString(),
  template ?? null,
  search?.trim() || null,
];

/** All entries of a list; at most `limit`. */
export const findListed = (query: Query, filters: TrashFilters, limit: number) =>
  query<TrashEntryRow>(`select ${columns} from ${listedSql} order by x.id limit $5`, [...listedValues(filters), limit]);

/** A deleted item, and the version of the revision that stores its deletion. */
export interface DeletedItem {
  id: number;
  label: string;
  version: number;
}

/** The items that were deleted with a template of the trash. */
export const listItemsOf = (query: Query, entryId: number) =>
  query<DeletedItem>(
    `select r.item_id as id, r.label, r.version
      from trash x cross join lateral (select r.item_id, r.label, r.version from ${deletedWithSql}) r
      where x.id = $1 order by r.item_id`,
    [entryId],
  );

/** SQL: the revisions `r` with these versions of the items of a template. */
const versionsSql = `
  unnest($2::text::int[], $3::text::int[]) x (id, version)
  join item_revisions r on r.template_key = $1 and r.item_id = x.id and r.version = x.version
    and ${countsSql('r')}`;

const valuesOf = (templateKey: number, items: readonly DeletedItem[]): unknown[] => [
  templateKey,
  numberArray(items.map(({ id }) => id)),
  numberArray(items.map(({ version }) => version)),
];

/** What items had when they were deleted, by id. */
export async function readDeleted(query: Query, templateKey: number, items: readonly DeletedItem[]) {
  const rows = await query<ItemContent & { id: number }>(
    `select x.id, r.label, ${revisionValuesSql('r')} as "values" from ${versionsSql}`,
    valuesOf(templateKey, items),
  );
  return new Map(rows.map(({ id, ...content }) => [id, content]));
}

/** The bytes of the contents that {@link readDeleted} returns. */
export const readSizesOfDeleted = (query: Query, templateKey: number, items: readonly DeletedItem[]) =>
  query<Size>(
    `select x.id, octet_length((${revisionValuesSql('r')})::text) as bytes from ${versionsSql}`,
    valuesOf(templateKey, items),
  );

/** The fields of a template in a version; undefined if it is not stored. */
export const findFieldsAt = async (
  query: Query,
  templateKey: number,
  version: number,
): Promise<StoredField[] | undefined> =>
  (
    await query<{ fields: StoredField[] }>(
      `select r.fields from template_revisions r
        where r.template_key = $1 and r.version = $2
          and ${countsSql('r')}
        order by r.id desc limit 1`,
      [templateKey, version],
    )
  )[0]?.fields;

/** A value that an item lost with a field which is back in the template. */
export interface ReturnedValue {
  id: number;
  fieldId: string;
  /** The version of the template that removed the field. */
  version: number;
  /** Null for one inside rows. */
  value: ItemValues[string] | null;
}

/** The values that deleted items lost with these fields, the last one of each: the job that brought the fields back left them. */
export async function findReturned(
  query: Query,
  templateKey: number,
  leaves: readonly Leaf[],
  items: readonly { id: number }[],
): Promise<Map<number, ReturnedValue[]>> {
  if (items.length === 0) return new Map();
  const rows = await query<ReturnedValue>(
    `with returned as materialized (
        select * from unnest($3::text::int[], $4::text::text[], $5::text::int[]) f (key, id, depth)
        where exists (select 1 from removed_values v where v.template_key = $1 and v.field_key = f.key)
      )
      select distinct on (v.item_id, f.key) v.item_id as id, f.id as "fieldId", v.version,
        case when f.depth = 0 then d."values"->f.id end as value
      from returned f
      join removed_values v on v.template_key = $1 and v.field_key = f.key and v.item_id in (select unnest($2::text::int[]))
      left join removed_documents d on d.template_key = v.template_key and d.version = v.version and d.item_id = v.item_id
      order by v.item_id, f.key, v.version desc`,
    [
      templateKey,
      numberArray(items.map(({ id }) => id)),
      numberArray(leaves.map(({ field }) => field.key)),
      textArray(leaves.map(({ field }) => field.id)),
      numberArray(leaves.map(({ groups }) => groups.length)),
    ],
  );
  return Map.groupBy(rows, ({ id }) => id);
}

/** The last labels of fields that a template had, by id. */
export async function findLabels(
  query: Query,
  templateKey: number,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await query<{ id: string; label: string }>(
    `select distinct on (f->>'id') f->>'id' as id, f->'settings'->>'label' as label
      from template_revisions r, jsonb_array_elements(r.fields) f
      where r.template_key = $1 and f->>'id' = any($2::text::text[]) order by f->>'id', r.id desc`,
    [templateKey, textArray(ids)],
  );
  return new Map(rows.map(({ id, label }) => [id, label]));
}

/** Those of these items of a template whose last deletion a change set has made. */
export const findDeletedBy = (query: Query, changeSetId: number, templateKey: number, ids: readonly number[]) =>
  query<{ id: number }>(
    'select item_id as id from trash where template_key = $1 and item_id = any($2::text::int[]) and change_set_id = $3',
    [templateKey, numberArray(ids), changeSetId],
  );

/** The number of items in an instance. */
export const countItems = async (query: Query, instanceId: number): Promise<number> =>
  (
    await query<{ items: number }>(
      'select coalesce(sum(c.items), 0)::int as items from templates t join item_counts c on c.template_key = t.key where t.instance_id = $1',
      [instanceId],
    )
  )[0]?.items ?? 0;
