import type { Bind } from '../../core/database/binder.ts';
import { andEach, cte, sqlText } from '../../core/database/sql-text.ts';
import type { TemplateScope } from '../model/template-scope.ts';
import type { Condition, Sort } from './list-conditions.ts';
import {
  collationOf,
  type Driver,
  driverSort,
  driverSql,
  isDriver,
  isInRows,
  itemSql,
  rowColumns,
  sortSql,
  sortType,
} from './list-sql.ts';
import { type PageQuery, pageStatement, type Statement, start } from './page-sql.ts';

/** How the matching items are found before sorting. */
export type Collection =
  /** One condition matches few items, which the SQL of `ids` has if it is given: test those against the other conditions. */
  | { by: 'one'; driver: Driver; ids?: string }
  /** The template has few items: test all of them. */
  | { by: 'scan' }
  /** Look up every condition in its index and intersect the results. */
  | { by: 'all' };

/** Finds all matching items, sorts them and takes the page. Used when few items match. */
export function collectStatement(query: PageQuery, collecting: Collection): Statement {
  const { conditions, sort } = query;
  const started = start(query);
  const { scope } = started;
  const matching = matchingSql({ conditions, collecting, sort }, scope);
  const ordered = collectedSql(query, { name: 'matching', gate: 'true' }, scope);
  return pageStatement(query, started, {
    ctes: [cte('matching', matching)],
    matches: '(select count(*)::int from matching)',
    isComplete: 'true',
    ordered,
  });
}

/** The page of a named CTE with collected items, unless the gate is closed. */
export function collectedSql(
  { sort, cursor, limit }: PageQuery,
  { name, gate }: { name: string; gate: string },
  { bind, template }: TemplateScope,
): string {
  const direction = sort.isDescending ? 'desc' : 'asc';
  const key = `m.sort${collationOf(sort)}`;
  return sqlText`
    select ${rowColumns}, m.sort
    from (
      select * from ${name} m
      where ${gate}
        and ${afterSql({ sort, cursor, key }, bind)}
      order by m.sort is null${sort.isFromEnd ? ' desc' : ''}, ${key} ${direction}, m.id ${direction}
      limit ${limit + 1}
    ) m
    cross join lateral (
      select * from items
      where template_key = ${template} and id = m.id
      offset 0
    ) i
  `;
}

/** The items to collect, and their sort order. */
interface CollectQuery {
  conditions: readonly Condition[];
  collecting: Collection;
  sort: Sort;
}

/** Every matching item with its sort value. */
export function matchingSql({ conditions, collecting, sort: order }: CollectQuery, scope: TemplateScope): string {
  const { bind, template } = scope;
  const [only, ...more] = conditions;
  if (only && more.length === 0 && isDriver(only) && readsIndex(only, collecting)) {
    // Nothing else is tested: if the index has the sort value too, no item is read.
    const sorted = driverSort(only, order, bind);
    if (sorted) {
      return sqlText`
        select d.item_id as id, d.sort
        from (
          ${driverSql(only, scope, sorted)}
        ) d
      `;
    }
  }
  const matches = (tested: readonly Condition[]) => andEach(tested.map((condition) => itemSql(condition, scope)));
  const filteredSql = (ids: string, tested: readonly Condition[]) => sqlText`
    select i.id, ${sortSql(order, scope)} as sort
    from (
      ${ids}
    ) ${order.by !== 'label' && tested.every(isInRows) ? 'i (id)' : itemsOfIds}
    where true
      ${matches(tested)}
  `;
  const itemsOfIds = sqlText`
    d
    cross join lateral (
      select * from items i
      where i.template_key = ${template} and i.id = d.item_id
      offset 0
    ) i
  `;
  if (collecting.by === 'scan') {
    return sqlText`
      select i.id, ${sortSql(order, scope)} as sort
      from items i
      where i.template_key = ${template}
        ${matches(conditions)}
    `;
  }
  if (collecting.by === 'one') {
    const { driver, ids = driverSql(driver, scope) } = collecting;
    return filteredSql(
      'isMany' in driver && driver.isMany ? distinctSql(ids) : ids,
      conditions.filter((condition) => condition !== driver),
    );
  }
  const indexed = conditions.filter(isDriver).filter(isLookedUp);
  const others = conditions.filter((condition) => !indexed.some((driver) => driver === condition));
  if (indexed.length === 0) return matchingSql({ conditions, collecting: { by: 'scan' }, sort: order }, scope);
  const sets = indexed.map(
    (condition) => sqlText`
      (
        ${driverSql(condition, scope)}
      )
    `,
  );
  return filteredSql(distinctSql(sets.join('\nintersect\n')), others);
}

/** The ids of all items that meet conditions, in any order, each once. */
export const allMatchingSql = (conditions: readonly Condition[], scope: TemplateScope): string =>
  matchingSql(
    { conditions, collecting: { by: 'all' }, sort: { by: 'id', isDescending: false, isFromEnd: false } },
    scope,
  );

/** A text without trigrams is not looked up unless its items are known to be few: most texts may have it. */
const isLookedUp = (driver: Driver): boolean => !('hasTrigrams' in driver) || driver.hasTrigrams;

/** True if the items of the only condition are read from its index, unless it is a text, whose items are known already. */
const readsIndex = (driver: Driver, collecting: Collection): boolean =>
  collecting.by === 'one'
    ? collecting.ids === undefined || !('hasTrigrams' in driver)
    : collecting.by === 'all' && isLookedUp(driver);

const distinctSql = (ids: string): string => sqlText`
  select distinct o.item_id
  from (
    ${ids}
  ) o
`;

function afterSql({ sort, cursor, key }: Pick<PageQuery, 'sort' | 'cursor'> & { key: string }, bind: Bind): string {
  if (!cursor) return 'true';
  const beyond = sort.isDescending ? '<' : '>';
  const id = bind(cursor.id, 'int');
  const { isFromEnd } = sort;
  if (cursor.sort === null) {
    return isFromEnd ? `(m.sort is not null or m.id ${beyond} ${id})` : `m.sort is null and m.id ${beyond} ${id}`;
  }
  return `(${isFromEnd ? '' : 'm.sort is null or '}(${key}, m.id) ${beyond} (${bind(cursor.sort, sortType(sort))}${collationOf(sort)}, ${id}))`;
}
