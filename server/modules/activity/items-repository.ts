import { pictureFieldSql, pictureSqlIn } from '../../content/documents/pictures-repository.ts';
import type { PastDifference } from '../../content/history/describe-difference.ts';
import { type DifferenceRow, differencesOf, differencesSql } from '../../content/history/edit-differences.ts';
import type { Query } from '../../core/database/database.ts';
import { numberArray, textArray } from '../../core/database/pg-array.ts';
import { cte, sqlText } from '../../core/database/sql-text.ts';
import type { ActivityRow } from './repository.ts';

/** What a page shows of the only item of an entry besides its name. */
export interface DescribedItem {
  /** The path of its picture now. */
  image?: string;
  /** What a save has changed, if it is stored and not large. */
  difference?: PastDifference;
}

type Row = Omit<DifferenceRow, 'labels'> & { labels: DifferenceRow['labels'] | null; image: string | null };

/**
 * How far the time of an entry, which the database sets, may be from that of its version, which a server sets. If the account has saved the item
 * twice in that time, which version is meant is not known.
 */
const nearby = "interval '5 seconds'";

const itemsSql = [
  cte(
    'entry',
    sqlText`
      select * from unnest($1::text::int[], $2::text::text[], $3::text::int[], $4::text::timestamptz[], $5::text::text[], $6::text::int[])
        with ordinality e (instance_id, template_id, item_id, at, action, account_id, ordinal)
    `,
  ),
  cte(
    't',
    sqlText`
      select key, id, instance_id, ${pictureFieldSql('fields')} as picture from templates
      where (instance_id, id) in (select instance_id, template_id from entry)
    `,
  ),
  cte(
    'asked',
    sqlText`
      select t.key as template_key, e.item_id, r.version, e.ordinal::int
      from entry e
      join t on t.instance_id = e.instance_id and t.id = e.template_id
      cross join lateral (
        select max(version) as version from item_revisions
        where template_key = t.key and item_id = e.item_id and change_set_id is null and action = 'update'
          and account_id is not distinct from e.account_id and at between e.at - ${nearby} and e.at + ${nearby}
        having count(*) = 1
      ) r
      where e.action = 'update'
    `,
  ),
  differencesSql,
].join(',\n');

/** The pictures of the items of entries, and what saves have changed, in one bounded read; by the ids of the entries. */
export async function describeItems(query: Query, rows: readonly ActivityRow[]): Promise<Map<number, DescribedItem>> {
  const asked = rows.filter(({ details, instance_id }) => details.id !== undefined && instance_id !== null);
  if (asked.length === 0) return new Map();
  const found = await query<Row>(
    `with ${itemsSql}
    select e.ordinal::int, ${pictureSqlIn('t.instance_id')} as image, d.template_key, d.labels, d.fields, d.first, d.template_fields
    from entry e
    join t on t.instance_id = e.instance_id and t.id = e.template_id
    join items i on i.template_key = t.key and i.id = e.item_id
    left join differences d on d.ordinal = e.ordinal
    order by e.ordinal`,
    [
      numberArray(asked.map(({ instance_id }) => instance_id)),
      textArray(asked.map(({ template_id }) => template_id)),
      numberArray(asked.map(({ details }) => details.id ?? 0)),
      textArray(asked.map(({ at }) => at.toISOString())),
      textArray(asked.map(({ details }) => details.action ?? '')),
      numberArray(asked.map(({ account_id }) => account_id)),
    ],
    'activity-items',
  );
  const differences = differencesOf(found.flatMap(({ labels, ...row }) => (labels ? [{ ...row, labels }] : [])));
  return new Map(
    found.flatMap(({ ordinal, image }) => {
      const [id, difference] = [asked[ordinal - 1]?.id, differences.get(ordinal)];
      return id === undefined
        ? []
        : [[id, { ...(image !== null && { image }), ...(difference && { difference }) }] as const];
    }),
  );
}
