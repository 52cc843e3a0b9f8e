import type { TemplateModel } from '../../core/template-model.ts';
import type { Cursor } from './cursor.ts';
import type { Condition, Sort } from './list-conditions.ts';
import {
  type Bind,
  driverSql,
  probeSql,
  type RowForm,
  rowJson,
  sortType,
  sortValueSql,
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
  /** Goes on with what was begun, even if the template has moved on meanwhile. */
  isContinued?: boolean;
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
  /** Rows found, up to one more than a page holds. */
  found: number;
  /** The rows of the page as JSON, separated by commas. */
  rows: string | null;
  last_id: number | null;
  last_sort: string | number | null;
}

function start({ model, isContinued }: PageQuery): { values: unknown[]; bind: Bind; template: string; head: string } {
  const values: unknown[] = [];
  const bind: Bind = (value, type) => {
    values.push(value);
    return `$${values.length}::${type}`;
  };
  const template = bind(model.key, 'int');
  if (isContinued) return { values, bind, template, head: 'select 0 as items' };
  // The model may be older than the template: then nothing is answered.
  const head = `select coalesce(c.items, 0) as items from templates t left join item_counts c on c.template_key = t.key
      where t.key = ${template} and t.instance_id = ${bind(model.instanceId, 'int')} and t.id = ${bind(model.id, 'text')}
        and t.version = ${bind(model.version, 'int')} and t.hash = ${bind(model.hash, 'uuid')}`;
  return { values, bind, template, head };
}

/** Reads the items of the ids of a page, in their order, and puts them together as one text. */
const pageSql = (ordered: string, template: string, { limit, sort, row }: PageQuery): string => `
    select count(*)::int as found, string_agg(p.row, ',') filter (where p.place <= ${limit}) as rows,
      max(p.item_id) filter (where p.place = ${limit}) as last_id,
      max(p.sort${sort.by === 'text' || sort.by === 'label' ? ' collate "C"' : ''}) filter (where p.place = ${limit}) as last_sort
    from (select w.item_id, w.sort, row_number() over () as place, i.row from (${ordered}) w
      cross join lateral (select ${rowJson[row]} as row from items i where i.template_key = ${template} and i.id = w.item_id offset 0) i) p`;

/** How far a walk goes. */
export interface Walk {
  /** Conditions of which is measured first how many items each meets alone. */
  measured: readonly Condition[];
  /** The walk does not even begin where one of them meets no more than so many. */
  counted: number;
  /** How many items are asked at the most. */
  candidates: number;
}

/**
 * Walks the list in its order and asks every item whether it matches, until the page is full or enough were asked.
 * It is the way where many items match.
 */
export function walkStatement(query: PageQuery, { measured, counted, candidates }: Walk): Statement {
  const { conditions, sort, cursor, limit } = query;
  const { values, bind, template, head } = start(query);
  const sizes = measured.map(
    (condition) => `(select count(*)::int from (${driverSql(condition, template, bind)} limit ${counted + 1}) d)`,
  );
  const gate =
    measured.length > 0
      ? `(select least(${measured.map((_, index) => `s.sizes[${index + 1}]`).join(', ')}) from sizes s) > ${counted}`
      : '';
  const filtered = conditions.length > 0;
  const isBounded = filtered && Number.isFinite(candidates);
  const bounded = isBounded ? ` limit ${candidates}` : '';
  const probes = (item: string) =>
    conditions.map((condition) => ` and ${probeSql(condition, template, item, bind)}`).join('');
  const branches: string[] = [];
  // The items without a value come after all others; a cursor among them needs nothing else.
  const isBehindValues = cursor?.sort === null;
  const source = isBehindValues ? undefined : sourceSql(sort, conditions, cursor, template, bind);
  if (source)
    branches.push(
      `select s.item_id, s.sort from (${source.sql}${bounded}) s where ${gate || 'true'}${probes('s.item_id')}`,
    );
  if (!source || source.leavesOut) {
    const after = isBehindValues ? ` and id ${sort.isDescending ? '<' : '>'} ${bind(cursor.id, 'int')}` : '';
    // Only where the values were walked to their end; this is asked for only when the walk gets here.
    const ended =
      isBounded && source
        ? ` and (select count(*) from (${source.sql} limit ${candidates + 1}) e) <= ${candidates}`
        : '';
    branches.push(`select s.item_id, null::${sortType(sort)} as sort
      from (select id as item_id from items where template_key = ${template}${after} order by id ${sort.isDescending ? 'desc' : 'asc'}${bounded}) s
      where ${gate || 'true'}${ended} and not exists (${sortValueSql(sort, template, 's.item_id', bind)})${probes('s.item_id')}`);
  }
  const ordered = `${branches.map((branch) => `(${branch})`).join(' union all ')} limit ${limit + 1}`;
  const total = isBounded && !cursor ? atLeastSql(query, measured, counted, template, bind, gate) : 'null::int';
  return {
    values,
    text: `with ${measured.length > 0 ? `sizes as materialized (select array[${sizes.join(', ')}] as sizes), ` : ''}head as materialized (${head})
    select h.items, ${measured.length > 0 ? '(select s.sizes from sizes s)' : 'null::int[]'} as sizes, ${total} as matches, p.*
    from head h left join lateral (${pageSql(ordered, template, query)}) p on true`,
  };
}

/** Counts matches among the first items that the first measured condition meets: there are at least so many. */
function atLeastSql(
  { conditions, sort }: PageQuery,
  measured: readonly Condition[],
  counted: number,
  template: string,
  bind: Bind,
  gate: string,
): string {
  const [first] = measured;
  if (first && conditions.length === 1) {
    return 'isMany' in first && first.isMany
      ? `(select count(distinct d.item_id)::int from (${driverSql(first, template, bind)} limit ${counted}) d where ${gate})`
      : String(counted);
  }
  const some = first ? driverSql(first, template, bind) : sourceSql(sort, [], undefined, template, bind).sql;
  const others = conditions.filter((condition) => condition !== first);
  return `(select count(distinct d.item_id)::int from (${some} limit ${counted}) d
      where ${gate || 'true'}${others.map((condition) => ` and ${probeSql(condition, template, 'd.item_id', bind)}`).join('')})`;
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
  const matching = matchingSql(conditions, gathering, template, bind);
  const collation = sort.by === 'text' || sort.by === 'label' ? ' collate "C"' : '';
  const value = `k.sort${collation}`;
  const ordered = `select m.item_id, k.sort from matching m
      left join lateral (${sortValueSql(sort, template, 'm.item_id', bind)}) k on true
      where ${afterSql(cursor, sort, value, collation, bind)}
      order by k.sort is null, ${value} ${direction}, m.item_id ${direction} limit ${limit + 1}`;
  return {
    values,
    text: `with head as materialized (${head}), matching as materialized (${matching})
    select h.items, null::int[] as sizes, (select count(*)::int from matching) as matches, p.*
    from head h left join lateral (${pageSql(ordered, template, query)}) p on true`,
  };
}

function matchingSql(conditions: readonly Condition[], gathering: Gathering, template: string, bind: Bind): string {
  const probes = (some: readonly Condition[]) =>
    some.map((condition) => ` and ${probeSql(condition, template, 'd.item_id', bind)}`).join('');
  if (gathering.by === 'asking') {
    return `select d.item_id from (select id as item_id from items where template_key = ${template}) d where true${probes(conditions)}`;
  }
  if (gathering.by === 'one') {
    const others = conditions.filter((condition) => condition !== gathering.driver);
    return `select distinct d.item_id from (${driverSql(gathering.driver, template, bind)}) d where true${probes(others)}`;
  }
  // Texts of fewer than three letters are in no trigram: their index would be read as a whole.
  const short = conditions.filter(
    (condition) => 'text' in condition && condition.kind.endsWith('contains') && condition.text.length < 3,
  );
  const indexed = conditions.filter((condition) => !short.includes(condition));
  if (indexed.length === 0) return matchingSql(conditions, { by: 'asking' }, template, bind);
  const sets = indexed.map((condition) => `(${driverSql(condition, template, bind)})`).join(' intersect ');
  return `select distinct d.item_id from (${sets}) d where true${probes(short)}`;
}

function afterSql(cursor: Cursor | undefined, sort: Sort, value: string, collation: string, bind: Bind): string {
  if (!cursor) return 'true';
  const beyond = sort.isDescending ? '<' : '>';
  const id = bind(cursor.id, 'int');
  if (cursor.sort === null) return `k.sort is null and m.item_id ${beyond} ${id}`;
  return `(k.sort is null or (${value}, m.item_id) ${beyond} (${bind(cursor.sort, sortType(sort))}${collation}, ${id}))`;
}

/** All items in the order of their ids: no way is shorter. */
export function rangeStatement(query: PageQuery): Statement {
  const { cursor, limit, row } = query;
  const { values, bind, template, head } = start(query);
  return {
    values,
    text: `select h.items, null::int[] as sizes, null::int as matches, p.*
    from (${head}) h left join lateral (
      select count(*)::int as found, string_agg(r.row, ',') filter (where r.place <= ${limit}) as rows,
        max(r.id) filter (where r.place = ${limit}) as last_id, max(r.id) filter (where r.place = ${limit}) as last_sort
      from (select i.id, row_number() over () as place, ${rowJson[row]} as row
        from (select * from items where template_key = ${template} and id > ${bind(cursor?.id ?? 0, 'int')} order by id limit ${limit + 1}) i) r) p on true`,
  };
}
