import type { ActivityFilters } from '@quartermaster/contract/endpoints/activity.ts';
import { type Bind, binder } from '../../core/database/binder.ts';
import { cte, parenthesized, sqlText } from '../../core/database/sql-text.ts';
import { conditionsOf } from './page-conditions.ts';
import type { View } from './view-service.ts';

/** The place of an entry, which stays when the entry is deleted. */
export interface EntryPlace {
  id: number;
  /** Its time in microseconds since 1970, more exact than a `Date`. */
  micros: number;
}

/** A page of entries, newest first: those after a place, or the first ones. */
export interface Wanted extends ActivityFilters {
  after?: EntryPlace;
  /** A page may have more rows than this. */
  limit: number;
}

/** The sizes of pages, few, as each has prepared statements of its own: those that are usual, for an answer or for a file. */
const pageSizes = [51, 101, 1000];

/**
 * Entries that are tried one after another before those of each group are looked up. If one in ten matches, they fill a
 * page.
 */
const triedPerRow = 10;

const columns = 'a.id, a.at, a.group_id, a.instance_id, a.account_id, a.template_id, a.details';
const newestFirst = 'order by a.at desc, a.id desc';

interface Statement {
  text: string;
  values: unknown[];
  name: string;
}

/** SQL: the time and the id that entries of a page are before. */
function boundSql(after: EntryPlace | undefined, until: string, bind: Bind): string {
  if (!after) return `select ${until} as at, 0::bigint as id`;
  const at = `'epoch'::timestamptz + ${bind(after.micros, 'bigint')} * interval '1 microsecond'`;
  return sqlText`
    select least(at, ${until}) as at, case when at < ${until} then id else 0 end as id
    from (select ${at} as at, ${bind(after.id, 'bigint')} as id) p
  `;
}

/** SQL: the newest entries that meet `always` and one of the conditions, each of which has an index. */
function newestSql(always: string, conditions: readonly string[], count: number): string {
  const [first = '', ...others] = conditions.map((condition) => ` and ${condition}`);
  const ofOne = (condition: string) => sqlText`
    select ${columns} from activity a
    where ${always}${condition}
    ${newestFirst} limit ${count}
  `;
  if (others.length === 0) return ofOne(first);
  return sqlText`
    select ${columns} from (
      ${[first, ...others].map((condition) => parenthesized(ofOne(condition))).join('\nunion all\n')}
    ) a
    ${newestFirst} limit ${count}
  `;
}

/** SQL: the newest entries of the groups `matching`: those of the groups with the newest ones. */
const groupedSql = (rows: number, within: string): string[] => [
  cte(
    'newest',
    sqlText`
      select id, at from (
        select id, last_at as at from matching where last_at < (select at from bound)
        union all
        select m.id, a.at from matching m, lateral (
          select a.at from activity a where a.group_id = m.id and ${within} ${newestFirst} limit 1
        ) a
        where m.last_at >= (select at from bound)
      ) n
      order by at desc fetch first ${rows} rows with ties
    `,
  ),
  cte(
    'grouped',
    sqlText`
      select ${columns} from newest n, lateral (
        select ${columns} from activity a where a.group_id = n.id and ${within}
          and a.at >= (select case when count(*) < ${rows} then '-infinity' else min(at) end from newest)
        ${newestFirst} limit ${rows}
      ) a
      ${newestFirst} limit ${rows}
    `,
  ),
];

/** SQL: `page`, the entries of a page; undefined if none can match. */
export function pageSql(view: View, { after, limit, from, to, ...filters }: Wanted): Statement | undefined {
  const { values, bind } = binder();
  const project = bind(view.projectId, 'int');
  const conditions = conditionsOf(view, filters, bind);
  if (!conditions) return undefined;
  // Not a value, as plans depend on it.
  const rows = pageSizes.find((size) => size >= limit) ?? limit;
  const since = bind(from ?? '-infinity', 'timestamptz');
  const bound = cte('bound', boundSql(after, bind(to ?? 'infinity', 'timestamptz'), bind));
  const name = ['activity-page', rows, after ? 'next' : 'first', ...conditions.map(({ part }) => part)].join('-');
  const statement = (...queries: string[]) => ({ text: [bound, ...queries].join(',\n'), values, name });

  // An entry at the bound's time has a higher id than 0.
  const within = `(a.at, a.id) < ((select at from bound), (select id from bound)) and a.at >= ${since}`;
  const [narrowest, ...others] = conditions;
  const hasTemplate = filters.template !== undefined;
  const newest = (count: number) =>
    newestSql(`a.project_id = ${project} and ${within}`, narrowest?.entries ?? [], count);
  if (others.length === 0 && !hasTemplate) return statement(`page as ${parenthesized(newest(rows))}`);

  const isExact = others.length === 0;
  const tried = isExact
    ? newest(rows)
    : sqlText`
        select ${columns} from (
          ${newest(rows * triedPerRow)}
        ) a
        ${others.some(({ entries }) => entries.length === 0) ? 'join activity_groups g on g.id = a.group_id' : ''}
        where ${others.map(({ entries, groups }) => (entries.length === 0 ? groups : `(${entries.join(' or ')})`)).join(' and ')}
        ${newestFirst} limit ${rows}
      `;
  const isFull = `(select count(*) from tried) = ${rows}`;
  const matches = [`g.project_id = ${project}`, ...conditions.map(({ groups }) => groups)].join(' and ');
  const groups = (...more: string[]) => sqlText`
    select g.id, g.last_at from activity_groups g
    where ${[...more, matches].join(' and ')} and g.first_at <= (select at from bound) and g.last_at >= ${since}
  `;
  const grouped = (...sets: string[]) => [cte('matching', sets.join('\nunion all\n')), ...groupedSql(rows, within)];
  // Few groups have the same person and template.
  if (hasTemplate && filters.person !== undefined)
    return statement(...grouped(groups()), 'page as (select * from grouped)');
  const ofMany = (...more: string[]) => (hasTemplate ? [groups(...more, 'cardinality(g.template_ids) > 1')] : []);
  return statement(
    cte('tried', tried),
    ...grouped(...(isExact ? ofMany() : [groups(`not ${isFull}`), ...ofMany(isFull)])),
    sqlText`
      page as (
        select ${columns} from (
          select * from tried${isExact ? '' : ` where ${isFull}`}
          union all
          select * from grouped
        ) a
        ${newestFirst} limit ${rows}
      )
    `,
  );
}
