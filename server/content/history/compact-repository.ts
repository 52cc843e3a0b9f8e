import type { Query } from '../../core/database/database.ts';
import { sqlText } from '../../core/database/sql-text.ts';
import { countsSql } from '../model/counts-sql.ts';

/** A place in the revisions of a template, which are in the order of items and their versions. */
export interface RevisionPlace {
  itemId: number;
  version: number;
}

/** Some of the revisions of a template, in their order. */
export interface RevisionRange {
  templateKey: number;
  /** Exclusive. */
  after: RevisionPlace;
  /** Inclusive. */
  to: RevisionPlace;
}

/** In how many versions of an item at least one is stored whole. */
export const versionsPerWhole = 20;

/** An arbitrary number; the advisory lock of those that rewrite or delete revisions. */
const upkeepLock = 7_164_003;

/**
 * Locks the revisions against others that rewrite or delete them, until the end of the transaction: what stores a
 * difference must not lose what it differs from. Saves do not wait for it.
 */
export const lockRevisions = (query: Query) => query('select pg_advisory_xact_lock($1)', [upkeepLock]);

/** SQL: whether another revision is stored as what differs from this one. */
export const isBaseSql = (alias: string): string => sqlText`
  exists (
    select 1 from item_revisions d
    where d.template_key = ${alias}.template_key and d.item_id = ${alias}.item_id
      and d.version > ${alias}.version and d.version < ${alias}.version + ${versionsPerWhole}
      and d.base_version = ${alias}.version
  )
`;

/** The most revisions of a step, and about the most bytes of their values as text: what is stored is compressed. */
const step = { revisions: 500, bytes: 1_000_000 };

/**
 * The end of the next step of a template's revisions; undefined if there are none. It goes from one to the next, as only the size of those
 * of the step may be determined.
 */
export async function findNextStep(
  query: Query,
  templateKey: number,
  after: RevisionPlace,
): Promise<RevisionPlace | undefined> {
  const [row] = await query<RevisionPlace>(
    sqlText`
      with recursive walked as (
        select $2::int as item_id, $3::int as version, 0 as place, 0::bigint as bytes
        union all
        select n.item_id, n.version, w.place + 1, w.bytes + octet_length(n."values"::text)
        from walked w
        cross join lateral (
          select r.item_id, r.version, r."values" from item_revisions r
          where r.template_key = $1 and (r.item_id, r.version) > (w.item_id, w.version)
          order by r.item_id, r.version limit 1
        ) n
        where w.place < ${step.revisions} and w.bytes < ${step.bytes}
      )
      select item_id as "itemId", version from walked where place > 0 order by place desc limit 1
    `,
    [templateKey, after.itemId, after.version],
    'next-revisions',
  );
  return row;
}

/** SQL: the revisions of a range. */
export const rangeSql = (alias: string): string =>
  `${alias}.template_key = $1 and (${alias}.item_id, ${alias}.version) > ($2::int, $3::int)
    and (${alias}.item_id, ${alias}.version) <= ($4::int, $5::int)`;

/** The parameters of {@link rangeSql}. */
export const rangeValues = ({ templateKey, after, to }: RevisionRange): number[] => [
  templateKey,
  after.itemId,
  after.version,
  to.itemId,
  to.version,
];

/**
 * Stores revisions of a range as what differs from the last whole one before, where that is shorter as text; returns how many. A
 * revision that is the last one of its item, the item's current version, newer than `before`, or not yet applied stays as it
 * is, and so does one that was superseded before `since`: an earlier run has seen it. Fields are compared as text, as equal
 * numbers can be written differently, and the result is compared with what it replaces. Both documents are taken apart once: taking one field out of a large one
 * decompresses all of it.
 */
export async function compactRevisions(
  query: Query,
  range: RevisionRange,
  { before, since }: { before: Date; since: Date | null },
): Promise<number> {
  const rows = await query(
    sqlText`
      with recursive candidates as materialized (
        select r.item_id, r.version, coalesce(r.change_set_id, 0) as change_set_id, row_number() over (partition by r.item_id order by r.version) as place
        from item_revisions r
        cross join lateral (
          select n.at from item_revisions n
          where n.template_key = r.template_key and n.item_id = r.item_id and n.version > r.version and ${countsSql('n')}
          order by n.version limit 1
        ) next
        where ${rangeSql('r')} and r.base_version is null and r.at < $6::timestamptz and ${countsSql('r')}
          and ($7::timestamptz is null or next.at > $7::timestamptz)
          and not exists (select 1 from items i where i.template_key = r.template_key and i.id = r.item_id and i.version <= r.version)
      ),
      chain as (
        select c.item_id, 0::bigint as place, 0 as version, 0 as change_set_id, false as is_shorter, null::jsonb as changed, null::text[] as removed,
          b.version as base_version, b."values" as base
        from candidates c
        left join lateral (
          select coalesce(p.base_version, p.version) as version from item_revisions p
          where p.template_key = $1 and p.item_id = c.item_id and p.version < c.version and ${countsSql('p')}
          order by p.version desc limit 1
        ) p on true
        left join item_revisions b on b.template_key = $1 and b.item_id = c.item_id and b.version = p.version and b.base_version is null
          and ${countsSql('b')}
        where c.place = 1
        union all
        select c.item_id, c.place, c.version, c.change_set_id, s.is_shorter, d.changed, d.removed,
          case when s.is_shorter then p.base_version else c.version end, case when s.is_shorter then p.base else r."values" end
        from chain p
        join candidates c on c.item_id = p.item_id and c.place = p.place + 1
        join item_revisions r on r.template_key = $1 and r.item_id = c.item_id and r.version = c.version and coalesce(r.change_set_id, 0) = c.change_set_id
        left join lateral (
          select e.changed, e.removed
          from (select 1 where p.base is not null and c.version - p.base_version < ${versionsPerWhole} and not ${isBaseSql('r')}) g
          cross join lateral (
            select
              coalesce(jsonb_object_agg(key, n.value) filter (where n.value::text <> o.value::text or o.value is null), '{}') as changed,
              coalesce(array_agg(key order by key) filter (where n.value is null), '{}') as removed
            from jsonb_each(r."values") n full join jsonb_each(p.base) o using (key)
          ) e
        ) d on true
        cross join lateral (
          select coalesce(
            octet_length(d.changed::text) + octet_length(d.removed::text) < octet_length(r."values"::text)
              and ((p.base - d.removed) || d.changed)::text = r."values"::text, false
          ) as is_shorter
        ) s
      )
      update item_revisions r set base_version = c.base_version, removed = nullif(c.removed, '{}'), "values" = c.changed
      from chain c
      where c.is_shorter and r.template_key = $1 and r.item_id = c.item_id and r.version = c.version and coalesce(r.change_set_id, 0) = c.change_set_id
      returning 1
    `,
    [...rangeValues(range), before.toISOString(), since?.toISOString() ?? null],
    'compact-revisions',
  );
  return rows.length;
}
