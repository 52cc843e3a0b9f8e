import { placeDigits } from '../../core/database/batches.ts';
import { numberArray } from '../../core/database/pg-array.ts';
import { sqlText } from '../../core/database/sql-text.ts';
import type { TemplateModel } from '../model/template-model.ts';
import { templateScope } from '../model/template-scope.ts';
import { matchingSql } from './collect-sql.ts';
import type { Condition, Sort } from './list-conditions.ts';
import { bytesBefore, collationOf, type RowForm, rowColumns, rowJson } from './list-sql.ts';
import { type Statement, start } from './page-sql.ts';

/** A list that is read completely. */
export interface WholeList {
  model: TemplateModel;
  conditions: readonly Condition[];
  sort: Sort;
  row: RowForm;
}

/** A batch takes no further item once its documents reach this size. */
const batchBytes = 1024 * 1024;
const taken = `filter (where i.before < ${batchBytes})`;
// Ids and labels are small, whatever the size of the documents.
const before: Record<RowForm, string> = { item: bytesBefore('i'), header: '0' };

/** Returns one row if the model is up to date. */
export function currentStatement(list: WholeList): Statement {
  const { values, head } = start(list);
  return { text: head, values };
}

/** A batch of all items ordered by id; its place is the last id. */
export function rangeStatement(
  { model, row }: WholeList,
  { after, limit }: { after: number; limit: number },
): Statement {
  const { values, scope } = templateScope(model.key);
  const { bind, template } = scope;
  const text = sqlText`
    select
      lpad((case when count(*) = ${limit} or count(*) > count(*) ${taken} then max(i.id) ${taken} else 0 end)::text, ${placeDigits}, '0')
      || coalesce(string_agg(${rowJson(row, model, bind)}, ',') ${taken}, '') as value
    from (
      select i.*, ${before[row]} as before
      from (
        select ${rowColumns} from items i
        where template_key = ${template} and id > ${bind(after, 'int')}
        order by id
        limit ${limit}
      ) i
    ) i
  `;
  return { text, values };
}

/**
 * The ids of all matching items in sort order, as one text: holds four bytes per item, and no connection. Returns one
 * row if the model is up to date.
 */
export function idsStatement({ model, conditions, sort }: WholeList): Statement {
  const { values, scope, head } = start({ model });
  const direction = sort.isDescending ? 'desc' : 'asc';
  const matching = matchingSql({ conditions, collecting: { by: 'all' }, sort }, scope);
  return {
    text: sqlText`
      select (
        select string_agg(m.id::text, ',' order by m.sort is null, m.sort${collationOf(sort)} ${direction}, m.id ${direction})
        from (
          ${matching}
        ) m
      ) as ids
      from (
        ${head}
      ) h
    `,
    values,
  };
}

/** The items with these ids, in that order; the place is how many of the ids were taken. */
export function rowsStatement({ model, row }: WholeList, ids: readonly number[]): Statement {
  const { values, scope } = templateScope(model.key);
  const { bind, template } = scope;
  const idList = bind(numberArray(ids), 'text::int[]');
  const text = sqlText`
    select
      lpad((case when count(*) > count(*) ${taken} then max(i.place) ${taken} else cardinality(${idList}) end)::text, ${placeDigits}, '0')
      || coalesce(string_agg(${rowJson(row, model, bind)}, ',' order by i.place) ${taken}, '') as value
    from (
      select i.*, ${before[row]} as before
      from (
        select ${rowColumns}, x.place
        from unnest(${idList}) with ordinality x (id, place)
        cross join lateral (
          select * from items
          where template_key = ${template} and id = x.id
          offset 0
        ) i
        order by x.place
      ) i
    ) i
  `;
  return { text, values };
}
