import { gatheredSql, matchingSql } from './gather-sql.ts';
import type { Condition } from './list-conditions.ts';
import { type Bind, driverSql, itemSql, rowColumns, sortSql, sortType, sourceSql } from './list-sql.ts';
import { type PageQuery, pageSql, type Statement, start } from './page-sql.ts';

/** Bounds of a walk. */
export interface Walk {
  /** Conditions whose number of matches is measured first. */
  measured: readonly Condition[];
  /** If one of them matches at most this many items, those are gathered instead of walking the list. */
  few: number;
  /** Maximum number of items to test if there are conditions. */
  candidates: number;
}

/**
 * Walks the list in sort order and tests every item until the page is full or enough were tested. Used when many items
 * match.
 */
export function walkStatement(query: PageQuery, { measured, few, candidates }: Walk): Statement {
  const { conditions, sort, cursor, limit } = query;
  const { values, bind, template, head } = start(query);
  const { ctes, gathered, gate, counted } = fewSql(query, measured, few, template, bind);
  const isFiltered = conditions.length > 0;
  // Always limited: without a limit the planner sorts everything instead of walking the index.
  const bounded = ` limit ${isFiltered ? candidates : limit + 1}`;
  const matches = conditions.map((condition) => ` and ${itemSql(condition, template, bind)}`).join('');
  const branches: string[] = [...gathered];
  const ends: string[] = [];
  const endsWithin = (ids: string) => `(select count(*) from (${ids} limit ${candidates + 1}) e) <= ${candidates}`;
  // Items without a value come last; a cursor among them needs nothing else.
  const isBehindValues = cursor?.sort === null;
  const source = isBehindValues ? undefined : sourceSql(sort, conditions, cursor, template, bounded, matches, bind);
  if (source) {
    branches.push(`select ${rowColumns}, ${source.sort} as sort from ${source.from} and ${gate}`);
    ends.push(endsWithin(source.ids));
  }
  if (!source || source.leavesOut) {
    const after = isBehindValues ? ` and i.id ${sort.isDescending ? '<' : '>'} ${bind(cursor.id, 'int')}` : '';
    const items = `from items i where i.template_key = ${template}${after}`;
    const order = `order by i.id ${sort.isDescending ? 'desc' : 'asc'}`;
    const isEmpty = ` and ${sortSql(sort, bind)} is null`;
    // Only if the walk reached the end of the values; evaluated only when the walk gets here.
    const isReached = isFiltered && source ? ` and ${ends.join()}` : '';
    branches.push(`select ${rowColumns}, null::${sortType(sort)} as sort
      from (select i.* ${items}${isFiltered ? '' : isEmpty} ${order}${bounded}) i
      where ${gate}${isReached}${isFiltered ? isEmpty : ''}${matches}`);
    ends.push(endsWithin(`select i.id ${items} ${order}`));
  }
  const ordered = `${branches.map((branch) => `(${branch})`).join(' union all ')} limit ${limit + 1}`;
  const isComplete = isFiltered
    ? `case when p.found <= ${limit} then not (${gate}) or (${ends.join(' and ')}) end`
    : 'true';
  const atLeast = isFiltered && !cursor ? atLeastSql(query, measured, few, template, bind, gate) : 'null::int';
  return {
    values,
    isPassing: query.model.change !== undefined,
    text: `with ${[...ctes, `head as materialized (${head})`].join(', ')}
    select h.items, ${measured.length > 0 ? '(select s.sizes from sizes s)' : 'null::int[]'} as sizes,
      ${cursor ? 'null::int' : `case when ${gate} then ${atLeast} else ${counted} end`} as matches, ${isComplete} as is_complete, p.*
    from head h left join lateral (${pageSql(ordered, query)}) p on true`,
  };
}

/**
 * Measures conditions and gathers the matches of the most selective one if they are few; otherwise the gate is open for
 * the walk.
 */
function fewSql(query: PageQuery, measured: readonly Condition[], few: number, template: string, bind: Bind) {
  if (measured.length === 0) return { ctes: [], gathered: [], gate: 'true', counted: 'null' };
  const sizes = measured.map(
    (condition) => `(select count(*)::int from (${driverSql(condition, template, bind)} limit ${few + 1}) d)`,
  );
  const sort = sortSql(query.sort, bind);
  const matching = measured.map((driver, index) => {
    const sql = matchingSql(query.conditions, { by: 'one', driver }, template, sort, bind);
    return `matching${index} as materialized (${sql})`;
  });
  const isPicked = (index: number) => `(select s.smallest <= ${few} and s.picked = ${index + 1} from sizes s)`;
  return {
    ctes: [
      `sizes as materialized (select s.*, array_position(s.sizes, s.smallest) as picked
        from (select a.sizes, (select min(size) from unnest(a.sizes) size) as smallest from (select array[${sizes.join(', ')}] as sizes) a) s)`,
      ...matching,
    ],
    gathered: measured.map((_, index) => gatheredSql(query, `matching${index}`, isPicked(index), template, bind)),
    gate: `(select s.smallest > ${few} from sizes s)`,
    counted: `case ${measured.map((_, index) => `when ${isPicked(index)} then (select count(*)::int from matching${index})`).join(' ')} end`,
  };
}

/** How many items are tested to get a lower bound when more match than are counted. */
const sample = 50;

/** A lower bound of the number of matches: everything measured, or the matches in a sample. */
function atLeastSql(
  { conditions }: PageQuery,
  measured: readonly Condition[],
  few: number,
  template: string,
  bind: Bind,
  gate: string,
): string {
  const [first] = measured;
  if (first && conditions.length === 1 && !('isMany' in first && first.isMany)) return String(few);
  const ids = first
    ? driverSql(first, template, bind)
    : `select id as item_id from items where template_key = ${template} order by id`;
  const others = conditions.filter((condition) => condition !== first);
  return `(select count(distinct i.id)::int from (${ids} limit ${sample}) d
      cross join lateral (select * from items where template_key = ${template} and id = d.item_id offset 0) i
      where ${gate}${others.map((condition) => ` and ${itemSql(condition, template, bind)}`).join('')})`;
}
