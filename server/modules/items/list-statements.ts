import type { TemplateModel } from '../../core/template-model.ts';
import type { Cursor } from './cursor.ts';
import type { Condition, Sort } from './list-conditions.ts';
import {
  type Bind,
  collationOf,
  driverSql,
  itemSql,
  type RowForm,
  rowJson,
  sortSql,
  sortType,
  sourceSql,
} from './list-sql.ts';

/** A statement and its values; the text depends only on the form of the list, never on its values. */
export interface Statement {
  text: string;
  values: unknown[];
}

/** One page as it is asked for. */
export interface PageQuery {
  model: TemplateModel;
  conditions: readonly Condition[];
  sort: Sort;
  cursor: Cursor | undefined;
  limit: number;
  /** What is said of each item. */
  row: RowForm;
}

/** What each statement answers, in one row; no row where the template has moved on. */
export interface PageRow {
  /** Items of the template. */
  items: number;
  /** How many items each measured condition meets, up to one more than are counted. */
  sizes: number[] | null;
  /** How many items match, where that was asked for. */
  matches: number | null;
  /** Whether a walk that has not filled its page came to the end of the list. */
  is_complete: boolean | null;
  /** Rows found, up to one more than a page holds. */
  found: number;
  /** The rows of the page as JSON, separated by commas. */
  rows: string | null;
  last_id: number | null;
  last_sort: string | number | null;
}

/** Begins a statement that answers nothing where the model is older than the template. */
export function start({ model }: Pick<PageQuery, 'model'>): {
  values: unknown[];
  bind: Bind;
  template: string;
  head: string;
} {
  const values: unknown[] = [];
  const bind: Bind = (value, type) => {
    values.push(value);
    return `$${values.length}::${type}`;
  };
  const template = bind(model.key, 'int');
  const head = `select coalesce(c.items, 0) as items from templates t left join item_counts c on c.template_key = t.key
      where t.key = ${template} and t.instance_id = ${bind(model.instanceId, 'int')} and t.id = ${bind(model.id, 'text')}
        and t.version = ${bind(model.version, 'int')} and t.hash = ${bind(model.hash, 'uuid')}`;
  return { values, bind, template, head };
}

/** Puts the rows of a page together as one text, and says where it ends; `ordered` has `id`, `sort` and `row`. */
const pageSql = (ordered: string, { limit, sort }: PageQuery): string => `
    select count(*)::int as found, string_agg(p.row, ',') filter (where p.place <= ${limit}) as rows,
      max(p.id) filter (where p.place = ${limit}) as last_id,
      max(p.sort${collationOf(sort)}) filter (where p.place = ${limit}) as last_sort
    from (select w.*, row_number() over () as place from (${ordered}) w) p`;

/** How far a walk goes. */
export interface Walk {
  /** Conditions of which is measured first how many items each meets alone. */
  measured: readonly Condition[];
  /** The walk does not even begin where one of them meets no more than so many. */
  few: number;
  /** How many items are asked at the most, where there are conditions. */
  candidates: number;
}

/**
 * Walks the list in its order and asks every item whether it matches, until the page is full or enough were asked.
 * It is the way where many items match.
 */
export function walkStatement(query: PageQuery, { measured, few, candidates }: Walk): Statement {
  const { conditions, sort, cursor, limit } = query;
  const { values, bind, template, head } = start(query);
  const sizes = measured.map(
    (condition) => `(select count(*)::int from (${driverSql(condition, template, bind)} limit ${few + 1}) d)`,
  );
  const smallest = `least(${measured.map((_, index) => `s.sizes[${index + 1}]`).join(', ')})`;
  const gate = measured.length > 0 ? `(select ${smallest} from sizes s) > ${few}` : 'true';
  const isFiltered = conditions.length > 0;
  // Always bounded: without a limit the planner sorts everything instead of walking the index.
  const bounded = ` limit ${isFiltered ? candidates : limit + 1}`;
  const matches = conditions.map((condition) => ` and ${itemSql(condition, template, bind)}`).join('');
  const row = `${rowJson[query.row]} as row`;
  const branches: string[] = [];
  const ends: string[] = [];
  const endsWithin = (ids: string) => `(select count(*) from (${ids} limit ${candidates + 1}) e) <= ${candidates}`;
  // The items without a value come after all others; a cursor among them needs nothing else.
  const isBehindValues = cursor?.sort === null;
  const source = isBehindValues ? undefined : sourceSql(sort, conditions, cursor, template, bounded, bind);
  if (source) {
    branches.push(`select i.id, ${source.sort} as sort, ${row} from ${source.from} where ${gate}${matches}`);
    ends.push(endsWithin(source.ids));
  }
  if (!source || source.leavesOut) {
    const after = isBehindValues ? ` and i.id ${sort.isDescending ? '<' : '>'} ${bind(cursor.id, 'int')}` : '';
    const items = `from items i where i.template_key = ${template}${after}`;
    const order = `order by i.id ${sort.isDescending ? 'desc' : 'asc'}`;
    const isEmpty = ` and ${sortSql(sort, bind)} is null`;
    // Only where the values were walked to their end; this is asked for only when the walk gets here.
    const isReached = isFiltered && source ? ` and ${ends.join()}` : '';
    branches.push(`select i.id, null::${sortType(sort)} as sort, ${row}
      from (select i.* ${items}${isFiltered ? '' : isEmpty} ${order}${bounded}) i
      where ${gate}${isReached}${isFiltered ? isEmpty : ''}${matches}`);
    ends.push(endsWithin(`select i.id ${items} ${order}`));
  }
  const ordered = `${branches.map((branch) => `(${branch})`).join(' union all ')} limit ${limit + 1}`;
  const isComplete = isFiltered ? `case when p.found <= ${limit} then ${ends.join(' and ')} end` : 'true';
  const total = isFiltered && !cursor ? atLeastSql(query, measured, few, template, bind, gate) : 'null::int';
  const hasSizes = measured.length > 0;
  return {
    values,
    text: `with ${hasSizes ? `sizes as materialized (select array[${sizes.join(', ')}] as sizes), ` : ''}head as materialized (${head})
    select h.items, ${hasSizes ? '(select s.sizes from sizes s)' : 'null::int[]'} as sizes, ${total} as matches, ${isComplete} as is_complete, p.*
    from head h left join lateral (${pageSql(ordered, query)}) p on true`,
  };
}

/** Counts how many items each condition meets alone, up to a bound. */
export function measureStatement(query: PageQuery, measured: readonly Condition[], bound: number): Statement {
  const { values, bind, template, head } = start(query);
  const sizes = measured.map(
    (condition) => `(select count(*)::int from (${driverSql(condition, template, bind)} limit ${bound + 1}) d)`,
  );
  return { values, text: `select h.items, array[${sizes.join(', ')}] as sizes from (${head}) h` };
}

/** How many items are asked for a number to say where more match than are counted. */
const sample = 50;

/** A number that no fewer items match than: all that was measured, or the matches in a sample. */
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

/** Where the matching items are taken from before they are put in order. */
export type Gathering =
  /** One condition meets few items: those are asked for the other conditions. */
  | { by: 'one'; driver: Condition }
  /** There are few items: all are asked. */
  | { by: 'asking' }
  /** Every condition is looked up in its index, and what is in all of them is taken. */
  | { by: 'all' };

/** Gathers every matching item, puts them in order and takes the page. It is the way where few items match. */
export function gatherStatement(query: PageQuery, gathering: Gathering): Statement {
  const { conditions, sort, cursor, limit } = query;
  const { values, bind, template, head } = start(query);
  const direction = sort.isDescending ? 'desc' : 'asc';
  const key = `m.sort${collationOf(sort)}`;
  const matching = matchingSql(conditions, gathering, template, sortSql(sort, bind), bind);
  const ordered = `select i.id, m.sort, ${rowJson[query.row]} as row
      from (select * from matching m where ${afterSql(cursor, sort, key, bind)}
        order by m.sort is null, ${key} ${direction}, m.id ${direction} limit ${limit + 1}) m
      cross join lateral (select * from items where template_key = ${template} and id = m.id offset 0) i`;
  return {
    values,
    text: `with head as materialized (${head}), matching as materialized (${matching})
    select h.items, null::int[] as sizes, (select count(*)::int from matching) as matches, true as is_complete, p.*
    from head h left join lateral (${pageSql(ordered, query)}) p on true`,
  };
}

/** Every matching item with what it is sorted by. */
export function matchingSql(
  conditions: readonly Condition[],
  gathering: Gathering,
  template: string,
  sort: string,
  bind: Bind,
): string {
  const asking = (from: string, asked: readonly Condition[]) =>
    `select i.id, ${sort} as sort from ${from} where true${asked.map((condition) => ` and ${itemSql(condition, template, bind)}`).join('')}`;
  const byId = (ids: string) => `(${ids}) d
      cross join lateral (select * from items where template_key = ${template} and id = d.item_id offset 0) i`;
  if (gathering.by === 'asking') return asking(`(select * from items where template_key = ${template}) i`, conditions);
  if (gathering.by === 'one') {
    const { driver } = gathering;
    const others = conditions.filter((condition) => condition !== driver);
    const ids = driverSql(driver, template, bind);
    return asking(byId('isMany' in driver && driver.isMany ? `select distinct item_id from (${ids}) o` : ids), others);
  }
  // Texts of fewer than three letters are in no trigram: their index would be read as a whole.
  const short = conditions.filter(
    (condition) => condition.kind.endsWith('contains') && 'text' in condition && condition.text.length < 3,
  );
  const indexed = conditions.filter((condition) => !short.includes(condition));
  if (indexed.length === 0) return matchingSql(conditions, { by: 'asking' }, template, sort, bind);
  const sets = indexed.map((condition) => `(${driverSql(condition, template, bind)})`).join(' intersect ');
  return asking(byId(`select distinct o.item_id from (${sets}) o`), short);
}

function afterSql(cursor: Cursor | undefined, sort: Sort, key: string, bind: Bind): string {
  if (!cursor) return 'true';
  const beyond = sort.isDescending ? '<' : '>';
  const id = bind(cursor.id, 'int');
  if (cursor.sort === null) return `m.sort is null and m.id ${beyond} ${id}`;
  return `(m.sort is null or (${key}, m.id) ${beyond} (${bind(cursor.sort, sortType(sort))}${collationOf(sort)}, ${id}))`;
}
