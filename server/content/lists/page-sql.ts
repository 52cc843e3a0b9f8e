import { cte, sqlText } from '../../core/database/sql-text.ts';
import type { TemplateModel } from '../model/template-model.ts';
import { type TemplateScope, templateScope } from '../model/template-scope.ts';
import type { Cursor } from './cursor.ts';
import type { Condition, Sort } from './list-conditions.ts';
import { bytesBefore, type Driver, driverSql, rowJson } from './list-sql.ts';

/** A statement and its values; the text depends only on the form of the list, never on its values. */
export interface Statement {
  text: string;
  values: unknown[];
  /** True for a text that will soon no longer be used, so that it should not become a prepared statement. */
  isPassing?: boolean;
}

/** A request for one page. */
export interface PageQuery {
  model: TemplateModel;
  conditions: readonly Condition[];
  sort: Sort;
  cursor: Cursor | undefined;
  limit: number;
}

/**
 * True if a statement is not worth preparing: its template is being changed, or a last page has as many rows as are
 * left.
 */
const isPassing = ({ model, sort, cursor }: PageQuery): boolean =>
  model.change !== undefined || (sort.isFromEnd && !cursor);

/** A page takes no further item once its documents reach this size; the last one may exceed it. */
export const pageBytes = 4 * 1024 * 1024;

/** The result of each statement, in one row; no row if the template has changed. */
export interface PageRow {
  /** Number of items of the template. */
  items: number;
  /** How many items match each measured condition, at most one more than the bound. */
  sizes: number[] | null;
  /** How many items match, if counted. */
  matches: number | null;
  /** Whether a scan that did not fill its page reached the end of the list. */
  is_complete: boolean | null;
  /** Rows found, at most one more than a page holds. */
  found: number;
  /** Rows in the page: as many as requested, or as fit its size limit. */
  taken: number;
  /** The rows of the page as comma-separated JSON. */
  rows: string | null;
  last_id: number | null;
  last_sort: string | number | null;
}

/** Begins a statement that returns nothing if the model is older than the template. */
export function start({ model }: Pick<PageQuery, 'model'>): { values: unknown[]; scope: TemplateScope; head: string } {
  const { values, scope } = templateScope(model.key);
  const { bind, template } = scope;
  const head = sqlText`
    select coalesce(c.items, 0) as items
    from templates t
    left join item_counts c on c.template_key = t.key
    where t.key = ${template} and t.instance_id = ${bind(model.instanceId, 'int')} and t.id = ${bind(model.id, 'text')}
      and t.version = ${bind(model.version, 'int')} and t.hash = ${bind(model.hash, 'uuid')}
  `;
  return { values, scope, head };
}

/** The columns of a page's statement besides its rows, as SQL; see {@link PageRow}. */
interface PageParts {
  /** Precede `head`, which the others may read. */
  ctes?: readonly string[];
  sizes?: string;
  matches?: string;
  isComplete?: string;
  /** The rows in order, with {@link rowColumns} and `sort`, one more than the page holds if there are more. */
  ordered: string;
}

/** The statement of a page, based on the result of {@link start}. */
export function pageStatement(
  query: PageQuery,
  { values, scope, head }: { values: unknown[]; scope: TemplateScope; head: string },
  parts: PageParts,
): Statement {
  const { ctes = [], sizes = 'null::int[]', matches = 'null::int', isComplete = 'null::boolean', ordered } = parts;
  return {
    values,
    isPassing: isPassing(query),
    text: sqlText`
      with ${[...ctes, cte('head', head)].join(',\n')}
      select
        h.items,
        ${sizes} as sizes,
        ${matches} as matches,
        ${isComplete} as is_complete,
        p.*
      from head h
      left join lateral (
        ${pageSql(ordered, query, scope)}
      ) p on true
    `,
  };
}

/** Builds the text of a page's rows and its end. */
const pageSql = (ordered: string, { model, limit, sort }: PageQuery, { bind }: TemplateScope): string => {
  const taken = `filter (where i.place <= ${limit} and i.before < ${pageBytes})`;
  const last = (value: string) => `(array_agg(${value}) ${taken})[count(*) ${taken}]`;
  return sqlText`
    select
      count(*)::int as found,
      (count(*) ${taken})::int as taken,
      string_agg(${rowJson('item', model, bind)}, ','${sort.isFromEnd ? ' order by i.place desc' : ''}) ${taken} as rows,
      ${last('i.id')} as last_id,
      ${last('i.sort')} as last_sort
    from (
      select w.*, row_number() over (rows unbounded preceding) as place, ${bytesBefore('w')} as before
      from (
        ${ordered}
      ) w
    ) i
  `;
};

/**
 * Counts the items that match a condition, up to one more than the bound. An item may have many index rows that only
 * show that there is a value: these are counted once, unless there are too many to read.
 */
export function sizeSql(condition: Driver, bound: number, scope: TemplateScope): string {
  const isOnce = !(condition.kind === 'any' && condition.isMany);
  const rows = isOnce ? bound : Math.max(bound, Math.min(rowsAnItem * bound, mostRows));
  const count = isOnce
    ? 'count(*)::int'
    : `case when count(*) > ${rows} then ${bound + 1} else least(count(distinct d.item_id), ${bound + 1})::int end`;
  return sqlText`
    (
      select ${count}
      from (
        ${driverSql(condition, scope)}
        limit ${rows + 1}
      ) d
    )
  `;
}

/** How many index rows are read per counted item, unless there are more than `mostRows`. */
const rowsAnItem = 16;
const mostRows = 16_000;

/** Counts how many items match each condition alone, up to a bound. */
export function measureStatement(query: PageQuery, measured: readonly Driver[], bound: number): Statement {
  const { values, scope, head } = start(query);
  return {
    values,
    text: sqlText`
      select
        h.items,
        array[
          ${measured.map((condition) => sizeSql(condition, bound, scope)).join(',\n')}
        ] as sizes
      from (
        ${head}
      ) h
    `,
  };
}
