import type { TemplateModel } from '../../core/template-model.ts';
import { matchingSql } from './gather-statement.ts';
import type { Condition, Sort } from './list-conditions.ts';
import { collationOf, type RowForm, rowJson, sortSql } from './list-sql.ts';
import { type Statement, start } from './list-statements.ts';
import { numberArray } from './pg-array.ts';

/** A list that is read as a whole. */
export interface WholeList {
  model: TemplateModel;
  conditions: readonly Condition[];
  sort: Sort;
  row: RowForm;
}

/** In front of a batch: the id of its last item, in so many digits; 0 where nothing follows. */
export const idDigits = 10;

/** Answers one row, where the model is as new as the template. */
export function currentStatement(list: WholeList): Statement {
  const { values, head } = start(list);
  return { text: head, values };
}

/** All items in the order of their ids: the last id, and the rows as JSON, separated by commas. */
export const rangeStatement = ({ model, row }: WholeList, after: number, limit: number): Statement => ({
  text: `select lpad((case when count(*) = ${limit} then max(i.id) else 0 end)::text, ${idDigits}, '0') || coalesce(string_agg(i.row, ','), '') as value
    from (select i.id, ${rowJson(row, model)} as row from items i where template_key = $1::int and id > $2::int order by id limit ${limit}) i`,
  values: [model.key, after],
});

/**
 * The ids of every matching item in the list's order, as one text: four bytes an item are held, and no connection. One row, where
 * the model is as new as the template.
 */
export function idsStatement(list: WholeList): Statement {
  const { values, bind, template, head } = start(list);
  const direction = list.sort.isDescending ? 'desc' : 'asc';
  const matching = matchingSql(list.conditions, { by: 'all' }, template, sortSql(list.sort, bind), bind);
  return {
    text: `select (
        select string_agg(m.id::text, ',' order by m.sort is null, m.sort${collationOf(list.sort)} ${direction}, m.id ${direction})
        from (${matching}) m) as ids
      from (${head}) h`,
    values,
  };
}

/** The items of these ids, in their order, as JSON, separated by commas. */
export const rowsStatement = ({ model, row }: WholeList, ids: readonly number[]): Statement => ({
  text: `select string_agg(${rowJson(row, model)}, ',' order by x.place) as value
    from unnest($2::text::int[]) with ordinality x (id, place)
    cross join lateral (select * from items where template_key = $1::int and id = x.id offset 0) i`,
  values: [model.key, numberArray(ids)],
});
