import type { TemplateScope } from '../../../core/content/template-scope.ts';
import { andEach, sqlText } from '../../../core/database/sql-text.ts';
import { collectedSql, matchingSql } from './collect-sql.ts';
import { type Driver, driverSql, itemSql, rowColumns, type Source, sortSql, sortType, sourceSql } from './list-sql.ts';
import { isPassing, type PageQuery, pageSql, type Statement, sizeSql, start } from './page-sql.ts';

/** Bounds of a walk. */
export interface Scan {
  /** Conditions whose number of matches is measured first. */
  measured: readonly Driver[];
  /** If one of them matches at most this many items, those are gathered instead of walking the list. */
  few: number;
  /** Maximum number of items to test if there are conditions. */
  candidates: number;
}

/**
 * Walks the list in sort order and tests every item until the page is full or enough were tested. Used when many items
 * match.
 */
export function scanStatement(query: PageQuery, scan: Scan): Statement {
  const { conditions, sort, cursor, limit } = query;
  const { measured, candidates } = scan;
  const { values, scope, head } = start(query);
  const { bind, template } = scope;
  const { ctes, collected, gate, counted } = fewSql(query, scan, scope);
  const isFiltered = conditions.length > 0;
  // Always limited: without a limit the planner sorts everything instead of walking the index.
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
  // Items without a value are at the end: walked last, or first if the list is read from there.
  const isAmongEmpty = cursor?.sort === null;
  const isBehindEmpty = isFromEnd && cursor !== undefined && !isAmongEmpty;
  const after = isAmongEmpty ? undefined : cursor;
  const source =
    isAmongEmpty && !isFromEnd ? undefined : sourceSql({ sort, conditions, cursor: after, limit: most }, scope);
  // Only if the walk before reached its end; evaluated only when the walk gets here.
  const reached = () => (isFiltered && ends.length > 0 ? `and ${ends.join()}` : '');
  const walkValues = ({ from, sort: key, ids }: Source) => {
    branches.push(sqlText`
      select ${rowColumns}, ${key} as sort
      from ${from}
        and ${gate}
        ${reached()}
    `);
    ends.push(endsWithin(ids));
  };
  const walkEmpty = () => {
    const items = sqlText`
      from items i
      where i.template_key = ${template}
        ${isAmongEmpty ? `and i.id ${sort.isDescending ? '<' : '>'} ${bind(cursor.id, 'int')}` : ''}
    `;
    const order = `order by i.id ${sort.isDescending ? 'desc' : 'asc'}`;
    const isEmpty = `and ${sortSql(sort, bind)} is null`;
    branches.push(sqlText`
      select ${rowColumns}, null::${sortType(sort)} as sort
      from (
        select i.* ${items}
          ${isFiltered ? '' : isEmpty}
          ${isFromEnd && !isFiltered ? `and ${hasEmptySql(query, scope)}` : ''}
        ${order}
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
        ${order}
      `),
    );
  };
  const hasEmpty = !source || (source.leavesOut && !isBehindEmpty);
  if (isFromEnd && hasEmpty) walkEmpty();
  if (source) walkValues(source);
  if (!isFromEnd && hasEmpty) walkEmpty();
  const ordered = sqlText`
    ${branches.map(parenthesized).join('\nunion all\n')}
    limit ${limit + 1}
  `;
  const isComplete = sqlText`
    case when p.found <= ${limit} then not ${gate} or (
      ${ends.join('\nand ')}
    ) end
  `;
  const atLeast = isFiltered && !cursor ? atLeastSql(query, { ...scan, gate }, scope) : 'null::int';
  const matchesSql = sqlText`
    case
      when ${gate} then ${atLeast}
      else ${counted}
    end
  `;
  return {
    values,
    isPassing: isPassing(query),
    text: sqlText`
      with ${[...ctes, cte('head', head)].join(',\n')}
      select
        h.items,
        ${measured.length > 0 ? '(select s.sizes from sizes s)' : 'null::int[]'} as sizes,
        ${cursor ? 'null::int' : matchesSql} as matches,
        ${isFiltered ? isComplete : 'true'} as is_complete,
        p.*
      from head h
      left join lateral (
        ${pageSql(ordered, query)}
      ) p on true
    `,
  };
}

/** Whether any item has no value to sort by, so that they are not searched for among all items in vain. */
const hasEmptySql = ({ sort }: PageQuery, { bind, template }: TemplateScope): string =>
  'key' in sort
    ? sqlText`
        (select h.items from head h) > (
          select count(*) from item_values
          where template_key = ${template} and field_key = ${bind(sort.key, 'int')} and ${sort.by} is not null
        )
      `
    : 'false';

const parenthesized = (sql: string): string => sqlText`
  (
    ${sql}
  )
`;

const cte = (name: string, sql: string): string => `${name} as materialized ${parenthesized(sql)}`;

/**
 * Measures conditions and gathers the matches of the most selective one if they are few; otherwise the gate is open for
 * the walk.
 */
function fewSql(query: PageQuery, { measured, few }: Scan, scope: TemplateScope) {
  if (measured.length === 0) return { ctes: [], collected: [], gate: 'true', counted: 'null' };
  const { conditions } = query;
  const sizes = measured.map((condition) => sizeSql(condition, few, scope));
  const matching = measured.map((driver, index) =>
    cte(`matching${index}`, matchingSql({ conditions, collecting: { by: 'one', driver }, sort: query.sort }, scope)),
  );
  const isPicked = (index: number) => `(select s.smallest <= ${few} and s.picked = ${index + 1} from sizes s)`;
  const counts = measured.map(
    (_, index) => `when ${isPicked(index)} then (select count(*)::int from matching${index})`,
  );
  // Flattened, the subqueries would measure once for each use of the sizes: an offset keeps them apart.
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
    ctes: [cte('sizes', measuring), ...matching],
    collected: measured.map((_, index) =>
      collectedSql(query, { name: `matching${index}`, gate: isPicked(index) }, scope),
    ),
    gate: `(select s.smallest > ${few} from sizes s)`,
    counted: sqlText`
      case
        ${counts.join('\n')}
      end
    `,
  };
}

/** How many items are tested to get a lower bound when more match than are counted. */
const sample = 50;

/** A lower bound of the number of matches: everything measured, or the matches in a sample. */
function atLeastSql(
  { conditions }: PageQuery,
  { measured, few, gate }: Scan & { gate: string },
  scope: TemplateScope,
): string {
  const { template } = scope;
  const [first] = measured;
  if (first && conditions.length === 1 && !('isMany' in first && first.isMany)) return String(few);
  const ids = first
    ? driverSql(first, scope)
    : sqlText`
        select id as item_id from items
        where template_key = ${template}
        order by id
      `;
  const others = conditions.filter((condition) => condition !== first);
  return sqlText`
    (
      select count(distinct i.id)::int
      from (
        ${ids}
        limit ${sample}
      ) d
      cross join lateral (
        select * from items
        where template_key = ${template} and id = d.item_id
        offset 0
      ) i
      where ${gate}
        ${andEach(others.map((condition) => itemSql(condition, scope)))}
    )
  `;
}
