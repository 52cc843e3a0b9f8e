import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { type ActorRow, actorNameSql, type Origin } from '../../core/base/actor.ts';
import type { Query } from '../../core/database/database.ts';
import { numberArray, textArray } from '../../core/database/pg-array.ts';
import type { StoredField } from '../../core/tables/content.ts';
import { countsSql } from '../model/counts-sql.ts';
import {
  joinedValuesSql,
  revisionBaseSql,
  revisionValueSql,
  revisionValuesSql,
  wholeValuesSql,
} from '../model/revision-values.ts';
import { versionsPerWhole } from './compact-repository.ts';

/** An item, by the key of its template in one instance. */
export interface ItemPlace {
  templateKey: number;
  id: number;
}

/** A version in the history of an item. */
export interface ItemVersionRow extends ActorRow {
  /** The version that the item has now. */
  current: number;
  version: number;
  action: 'create' | 'update' | 'delete';
  label: string;
  template_version: number | null;
  origin: Origin;
  at: Date;
  change_set_id: number | null;
  /** The title of the extension that proposed the change. */
  extension: string | null;
  /** The current name of the account. */
  name: string | null;
  label_changed: boolean;
  /** The fields that differ from the version before; null if its values are not stored any more. */
  fields: string[] | null;
  label_before: string | null;
  /** The first of them with their values; null if the version before is not stored. Values are absent if they are large. */
  changes: { field_id: string; before?: ItemValues[string]; after?: ItemValues[string] }[] | null;
}

/** SQL: the revisions of the item `$2` of the template `$1` before the version `$3`, newest first. */
const formerSql = (columns: string, limit: string): string => `
  select ${columns} from item_revisions r ${revisionBaseSql('r')}
  where r.template_key = $1 and r.item_id = $2 and r.version < $3 and ${countsSql('r')}
  order by r.version desc limit ${limit}`;

const revisionColumns = `r.version, r.action, r.label, r.template_version, r.account_id, r.actor, r.origin, r.at, r.change_set_id,
  ${joinedValuesSql('r')} as content`;

/** How many of the largest versions are measured. */
const measured = 4;

/** About the most bytes of versions that one statement reads. */
const bytesAtOnce = 32 * 1024 * 1024;

/**
 * SQL: `size`, of an item as it is: how many of the `$4` versions before `$3` may be read at once, by about the size in bytes of the largest of them.
 * Only those that take up most are written as text, which is the only way to determine their size.
 */
const sizeSql = `
  size as materialized (
    select least($4::int, greatest(2, ${bytesAtOnce} / greatest(1, i.bytes, (
        select max(octet_length(content::text)) from (
          select content from (
            select ${wholeValuesSql('r')} as content from item_revisions r
            where r.template_key = $1 and r.item_id = $2 and r.version < $3 order by r.version desc limit $4::int + ${versionsPerWhole}
          ) w where content is not null order by pg_column_size(content) desc limit ${measured}
        ) w
      )))) as step
    from items i where i.template_key = $1 and i.id = $2
  )`;

/** How many changed fields are read with their values, and the most bytes of one. */
const quoted = { fields: 3, bytes: 16 * 1024 };

/**
 * SQL: the item with its versions that `page` returns, of which each has `label_before` and `content_before` of the one
 * before it; `next` is the version before which more may be found. `order` names the fields of the template.
 */
const describedSql = (page: string, next: string, order: string): string => `
  select i.version as current, p.version, p.action, p.label, p.template_version, p.account_id, p.actor, p.origin, p.at, p.change_set_id,
    (select ${actorNameSql('p', 'a')} from (values (1)) one left join accounts a on a.id = p.account_id) as name,
    (select edit->>'extension' from change_sets where id = p.change_set_id) as extension, p.label_before is distinct from p.label as label_changed,
    p.label_before, d.fields,
    case when p.content_before is not null then (
      select jsonb_agg(case when greatest(pg_column_size(p.content_before->x.key), pg_column_size(p.content->x.key)) > ${quoted.bytes}
          then jsonb_build_object('field_id', x.key)
          else jsonb_build_object('field_id', x.key, 'before', p.content_before->x.key, 'after', p.content->x.key) end order by x.place)
      from (
        select f.key, o.place from unnest(d.fields) f (key) join unnest(${order}::text::text[]) with ordinality o (key, place) on o.key = f.key
        order by o.place limit ${quoted.fields}
      ) x
    ) end as changes,
    (${next}) as next
  from items i
  left join lateral (${page}) p on true
  left join lateral (
    select case when p.content is not null then array(
      select key from jsonb_each(p.content) n where n.value is distinct from p.content_before->n.key
      union all
      select key from jsonb_object_keys(p.content_before) b (key) where not p.content ? b.key
    ) end as fields
    -- Not computed again for each use.
    offset 0
  ) d on true
  where i.template_key = $1 and i.id = $2
  order by p.version desc`;

interface Wanted extends ItemPlace {
  before: number;
  limit: number;
  /** The fields of the template, in its order. */
  order: readonly string[];
}

/** Versions of an item, and the place from which to look further. */
export interface FoundVersions {
  rows: ItemVersionRow[];
  /** The version below which nothing was looked at; null if all were. */
  next: number | null;
}

type FoundRow = ItemVersionRow & Pick<FoundVersions, 'next'>;

/** Undefined if there is no such item. */
const foundIn = (rows: FoundRow[]): FoundVersions | undefined => {
  const [first] = rows;
  return first && { rows: rows.filter(({ version }) => version !== null), next: first.next };
};

/** A page of an item's versions, newest first, or its beginning if they are large; undefined if there is no such item. */
export const listVersions = async (
  query: Query,
  { templateKey, id, before, limit, order }: Wanted,
): Promise<FoundVersions | undefined> => {
  // The last one is only compared with.
  const rows = await query<FoundRow>(
    `with ${sizeSql},
    former as materialized (${formerSql(revisionColumns, 'coalesce((select step + 1 from size), 0)')})
    ${describedSql(
      `select * from (
        select f.*, lead(label) over w as label_before, lead(content) over w as content_before, row_number() over w as place
        from former f window w as (order by version desc)
      ) f where place <= (select step from size)`,
      'select version from former order by version desc offset (select step - 1 from size) limit 1',
      '$5',
    )}`,
    [templateKey, id, before, limit, textArray(order)],
    'item-versions',
  );
  return foundIn(rows);
};

/** SQL: the values of the fields `$5` in a revision, as one. */
const valueSql = (keys: readonly string[]): string =>
  keys.length === 1
    ? `coalesce(${revisionValueSql('r', '($5::text::text[])[1]')}, 'null')`
    : `(select jsonb_agg(${revisionValueSql('r', 'k')} order by place) from unnest($5::text::text[]) with ordinality x (k, place))`;

/**
 * The first `limit` versions within the `step` before one that changed any of the fields `keys` of an item; one is looked at again by the
 * next step, which knows the one before it. Undefined if there is no such item.
 */
export async function findVersionsOf(
  query: Query,
  { templateKey, id, before, limit, order, keys, step }: Wanted & { keys: readonly string[]; step: number },
): Promise<FoundVersions | undefined> {
  const of = (version: string, columns: string) => `
    select ${columns} from item_revisions r ${revisionBaseSql('r')}
    where r.template_key = $1 and r.item_id = $2 and r.version = ${version} and ${countsSql('r')} limit 1`;
  const nulls = keys.length === 1 ? "'null'" : `(select jsonb_agg(null::jsonb) from unnest($5::text::text[]))`;
  const rows = await query<FoundRow>(
    `with ${sizeSql},
    former as materialized (${formerSql(`r.version, ${valueSql(keys)} as value`, 'coalesce((select step from size), 0)')}),
    compared as materialized (
      select version, lead(version) over w as earlier, row_number() over w = (select step from size) as is_last,
        value <> coalesce(lead(value) over w, ${nulls}) as is_changed
      from former window w as (order by version desc)
    )
    ${describedSql(
      `select r.*, e.label as label_before, e.content as content_before
      from (select version, earlier from compared where is_changed and not is_last order by version desc limit $6) x
      cross join lateral (${of('x.version', revisionColumns)}) r
      left join lateral (${of('x.earlier', `r.label, ${joinedValuesSql('r')} as content`)}) e on true`,
      'select version + 1 from compared where is_last',
      '$7',
    )}`,
    [templateKey, id, before, step, textArray(keys), limit, textArray(order)],
    keys.length === 1 ? 'item-versions-of-field' : 'item-versions-of-fields',
  );
  return foundIn(rows);
}

/** The content of an item in a version, and the fields of the template that it was saved with, if they are stored. */
export interface ItemAtVersion {
  version: number;
  label: string;
  values: ItemValues;
  fields: StoredField[] | null;
}

/** The content of an item in versions, by version; the template of one that does not store its version is that of the time. */
export async function readVersions(
  query: Query,
  { templateKey, id }: ItemPlace,
  versions: readonly number[],
): Promise<Map<number, ItemAtVersion>> {
  const rows = await query<ItemAtVersion>(
    `select r.version, r.label, ${revisionValuesSql('r')} as "values", t.fields
      from item_revisions r
      left join lateral (
        select t.fields from template_revisions t join templates n on n.key = t.template_key and n.instance_id = t.instance_id and n.id = t.template_id
        where t.template_key = r.template_key and t.version <= coalesce(r.template_version, t.version)
          and (r.template_version is not null or t.at <= r.at)
        order by t.version desc limit 1
      ) t on true
      where r.template_key = $1 and r.item_id = $2 and r.version = any($3::text::int[]) and ${countsSql('r')}`,
    [templateKey, id, numberArray(versions)],
    'item-at-versions',
  );
  return new Map(rows.map((row) => [row.version, row]));
}
