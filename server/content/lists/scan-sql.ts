import { andEach, cte, parenthesized, sqlText } from '../../core/database/sql-text.ts';
import type { TemplateScope } from '../model/template-scope.ts';
import { collectedSql, matchingSql } from './collect-sql.ts';
import {
  type Driver,
  hasSortSql,
  isListComplete,
  itemSql,
  type Listed,
  listedCount,
  listedCte,
  lookUpsSql,
  rowColumns,
  type Source,
  sortSql,
  sortTable,
  sortType,
  sourceSql,
} from './list-sql.ts';
import { type PageQuery, pageStatement, type Statement, sizeSql, start } from './page-sql.ts';

/** Bounds of a scan. */
export interface Scan {
  /** Conditions whose number of matches is measured first. */
  measured: readonly Driver[];
  /** If one of them matches at most this many items, those are collected instead of scanning the list. */
  few: number;
  /**
   * Lists the items of the first of these conditions, if there are at most this many, so that the scan can look its
   * items up. 0 scans without a list.
   */
  listed: number;
  /** Maximum number of items to test if there are conditions. */
  candidates: number;
}

/**
 * Scans the list in sort order and tests every item until the page is full or enough were tested. Used when many items
 * match.
 */
export function scanStatement(query: PageQuery, scan: Scan): Statement {
  const { conditions, sort, cursor, limit } = query;
  const { measured, candidates } = scan;
  const started = start(query);
  const { scope } = started;
  const { bind, template } = scope;
  const { ctes, collected, gate, counted, listed } = fewSql(query, scan, scope);
  const isFiltered = conditions.length > 0;
  // Always limited: without a limit the planner sorts everything instead of scanning the index.
  const most = isFiltered ? candidates : limit + 1;
  const branches: string[] = [...collected];
  const ends: string[] = [];
  const endsWithin = (ids: string) => sqlText`
    (
      select count(*)
      from (
        ${ids}
        limit ${candidates + 1}
      ) e
    ) <= ${candidates}
  `;
  const { isFromEnd } = sort;
  // Items without a value are at the end: scanned last, or first if the list is read from its end.
  const isAmongEmpty = cursor?.sort === null;
  const isBehindEmpty = isFromEnd && cursor !== undefined && !isAmongEmpty;
  const after = isAmongEmpty ? undefined : cursor;
  const source =
    isAmongEmpty && !isFromEnd ? undefined : sourceSql({ sort, conditions, listed, cursor: after, limit: most }, scope);
  // Only if the previous scan reached its end; evaluated only when the scan gets here.
  const reached = () => (isFiltered && ends.length > 0 ? `and ${ends.join()}` : '');
  const scanValues = ({ from, sort: key, ids }: Source) => {
    branches.push(sqlText`
      select ${rowColumns}, ${key} as sort
      from ${from}
        and ${gate}
        ${reached()}
    `);
    ends.push(endsWithin(ids));
  };
  const afterEmpty = (id: string) =>
    isAmongEmpty ? `and ${id} ${sort.isDescending ? '<' : '>'} ${bind(cursor.id, 'int')}` : '';
  const inOrder = (id: string) => `order by ${id} ${sort.isDescending ? 'desc' : 'asc'}`;
  const scanEmpty = () => {
    const items = sqlText`
      from items i
      where i.template_key = ${template}
        ${afterEmpty('i.id')}
    `;
    const isEmpty = `and ${sortSql(sort, scope)} is null`;
    branches.push(sqlText`
      select ${rowColumns}, null::${sortType(sort)} as sort
      from (
        select i.* ${items}
          ${isFiltered ? '' : isEmpty}
          ${isFromEnd && !isFiltered ? `and ${hasEmptySql(query, scope)}` : ''}
        ${inOrder('i.id')}
        limit ${most}
      ) i
      where ${gate}
        ${reached()}
        ${isFiltered ? isEmpty : ''}
        ${andEach(conditions.map((condition) => itemSql(condition, scope)))}
    `);
    ends.push(
      endsWithin(sqlText`
        select i.id ${items}
        ${inOrder('i.id')}
      `),
    );
  };
  const listEmpty = (list: Listed) => {
    const tested = conditions.filter((condition) => condition !== list.driver);
    branches.push(sqlText`
      select ${rowColumns}, null::${sortType(sort)} as sort
      from (
        select distinct l.item_id from listed l
        where ${sortSql(sort, scope, 'l.item_id')} is null
          ${afterEmpty('l.item_id')}
        ${inOrder('l.item_id')}
      ) l
      cross join lateral (
        select * from items i
        where i.template_key = ${template} and i.id = l.item_id
          ${andEach(tested.map((condition) => itemSql(condition, scope)))}
        offset 0
      ) i
      where ${gate} and ${isListComplete(list)}
        ${reached()}
    `);
    ends.push(isListComplete(list));
  };
  const hasEmpty = !source || (source.omitsEmpty && !isBehindEmpty);
  const addEmpty = () => (listed ? listEmpty(listed) : scanEmpty());
  if (isFromEnd && hasEmpty) addEmpty();
  if (source) scanValues(source);
  if (!isFromEnd && hasEmpty) addEmpty();
  const ordered = sqlText`
    ${branches.map(parenthesized).join('\nunion all\n')}
    limit ${limit + 1}
  `;
  const isComplete = sqlText`
    case when p.found <= ${limit} then not ${gate} or (
      ${ends.join('\nand ')}
    ) end
  `;
  return pageStatement(query, started, {
    ctes,
    ...(measured.length > 0 && { sizes: '(select s.sizes from sizes s)' }),
    ...(!cursor && { matches: counted }),
    isComplete: isFiltered ? isComplete : 'true',
    ordered,
  });
}

/** True if some items lack a sort value. */
const hasEmptySql = ({ sort }: PageQuery, { bind, template }: TemplateScope): string =>
  'key' in sort
    ? sqlText`
        (select h.items from head h) > (
          select count(*) from ${sortTable(sort)}
          where template_key = ${template} and field_key = ${bind(sort.key, 'int')} and ${hasSortSql(sort, bind)}
        )
      `
    : 'false';

/** The parts of a statement that decides between collecting and scanning. */
interface FewSql {
  ctes: string[];
  /** The pages of collected items; at most one is not empty. */
  collected: string[];
  /** True if the list is scanned. */
  gate: string;
  /** The number of collected items. */
  counted: string;
  listed: Listed | undefined;
}

/**
 * Measures conditions and collects the matches of the most selective one if they are few; otherwise the gate is open
 * for the scan.
 */
function fewSql(query: PageQuery, { measured, few, listed: longest }: Scan, scope: TemplateScope): FewSql {
  const [first] = measured;
  if (!first) return { ctes: [], collected: [], gate: 'true', counted: 'null::int', listed: undefined };
  const { conditions } = query;
  const listed = longest > 0 ? { driver: first, bound: longest } : undefined;
  const lists = listed ? [listedCte(listed, scope)] : [];
  const isListed = (driver: Driver) => driver === listed?.driver;
  // The limit is outside, as the planner would otherwise read rows that it expects to match, and not the trigram index.
  const texts = 'hasTrigrams' in first ? [cte('found', lookUpsSql(first, scope).join('\nunion all\n'))] : [];
  const isFound = (driver: Driver) => texts.length > 0 && driver === first;
  const sizes = measured.map((driver) => {
    if (isListed(driver)) return listedCount;
    return isFound(driver)
      ? `(select count(*)::int from (select 1 from found limit ${few + 1}) f)`
      : sizeSql(driver, few, scope);
  });
  const matching = measured.map((driver, index) => {
    const ids = isListed(driver)
      ? { ids: 'select l.item_id from listed l' }
      : isFound(driver)
        ? { ids: 'select distinct f.item_id from found f' }
        : {};
    const collecting = { by: 'one', driver, ...ids } as const;
    return cte(`matching${index}`, matchingSql({ conditions, collecting, sort: query.sort }, scope));
  });
  const isPicked = (index: number) => `(select s.smallest <= ${few} and s.picked = ${index + 1} from sizes s)`;
  const counts = measured.map(
    (_, index) => `when ${isPicked(index)} then (select count(*)::int from matching${index})`,
  );
  // If flattened, the subqueries would measure once for each use of the sizes: an offset prevents that.
  const measuring = sqlText`
    select s.*, array_position(s.sizes, s.smallest) as picked
    from (
      select a.sizes, (select min(size) from unnest(a.sizes) size) as smallest
      from (
        select array[
          ${sizes.join(',\n')}
        ] as sizes
        offset 0
      ) a
      offset 0
    ) s
  `;
  return {
    ctes: [...lists, ...texts, cte('sizes', measuring), ...matching],
    collected: measured.map((_, index) =>
      collectedSql(query, { name: `matching${index}`, gate: isPicked(index) }, scope),
    ),
    gate: `(select s.smallest > ${few} from sizes s)`,
    counted: sqlText`
      case
        ${counts.join('\n')}
      end
    `,
    listed,
  };
}
