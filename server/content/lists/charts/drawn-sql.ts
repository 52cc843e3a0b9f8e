import { chartLimits } from '@quartermaster/contract/content/chart-bins.ts';
import { fieldTypeOf, isListType } from '@quartermaster/contract/field-types/registry.ts';
import { binder } from '../../../core/database/binder.ts';
import { numberArray } from '../../../core/database/pg-array.ts';
import { cte, sqlText } from '../../../core/database/sql-text.ts';
import type { Leaf, TemplateModel } from '../../model/template-model.ts';
import type { TemplateScope } from '../../model/template-scope.ts';
import { allMatchingSql } from '../collect-sql.ts';
import type { Condition } from '../list-conditions.ts';
import { start } from '../page-sql.ts';

/** The items that a chart draws: all of a template, or those that match. */
export interface DrawnList {
  /** Undefined for no items. */
  model: TemplateModel | undefined;
  conditions: readonly Condition[];
  /** Numbers that are drawn in place of those of some items, which may be of none. */
  replaced?: { ids: readonly number[]; numbers: readonly number[] };
}

/** The parts of a chart's statement. */
export interface ChartStart {
  values: unknown[];
  scope: TemplateScope;
  /** `head`, which is empty if the template has changed, and `size`, with the number of items that match, and of all. */
  ctes: string[];
}

/** Begins the statement of a chart. */
export function startChart({ model, conditions }: DrawnList): ChartStart {
  if (!model) {
    const { values, bind } = binder();
    return { values, scope: { bind, template: 'null' }, ctes: [cte('size', 'select 0 as items')] };
  }
  const { values, scope, head } = start({ model });
  const matching =
    conditions.length > 0
      ? [cte('matching', `${allMatchingSql(conditions, scope)}\nlimit ${chartLimits.items + 1}`)]
      : [];
  const items = matching.length > 0 ? '(select count(*)::int from matching)' : 'h.items';
  const size = cte('size', `select ${items} as items, h.items as total from head h`);
  return { values, scope, ctes: [cte('head', head), ...matching, size] };
}

/** SQL: true if a chart draws so many items. */
export const withinLimitSql = `(select s.items from size s) <= ${chartLimits.items}`;

/** SQL: true if reading the rows of all items costs less than looking up those of the items that match. */
const isMost = '(select 4 * s.items > s.total from size s)';

/** A bound value as a subquery: its cast is then evaluated once, and not for each row. */
export const once = (bound: string): string => `(select ${bound})`;

/** The numbers of a field, as `number`: one for each value, also in rows. Without a field, only those that are drawn in place of others. */
export const numbersSql = (list: DrawnList, leaf: Leaf | undefined, scope: TemplateScope): string =>
  replacedSql(list, leaf && (isIndexed(leaf) ? indexedSql : documentSql)(list, leaf, scope), scope);

/** The different numbers of the items, which the index has of each field. */
export const differentSql = (list: DrawnList, leaf: Leaf | undefined, scope: TemplateScope): string =>
  replacedSql(list, leaf && indexedSql(list, leaf, scope), scope);

function replacedSql({ replaced }: DrawnList, stored: string | undefined, { bind }: TemplateScope): string {
  const parts: string[] = [];
  if (stored !== undefined) {
    parts.push(sqlText`
      select n.number
      from (
        ${stored}
      ) n
      where ${withinLimitSql} and n.number is not null
        ${replaced ? `and n.item_id not in (select unnest(${bind(numberArray(replaced.ids), 'text::int[]')}))` : ''}
    `);
  }
  if (replaced || stored === undefined) {
    const numbers = bind(numberArray(replaced?.numbers ?? []), 'text::float8[]');
    parts.push(`select r.number\nfrom unnest(${numbers}) r (number)`);
  }
  return parts.join('\nunion all\n');
}

/** True if the index has exactly the values of a field: equal ones of an item are in it once. */
const isIndexed = ({ field, groups }: Leaf): boolean => groups.length === 0 && !isListType(field.settings.type);

/** The index rows of a field that have a number, or a text, of all items or of those that match. */
export const indexedSql = (
  { conditions }: DrawnList,
  { field }: Leaf,
  { bind, template }: TemplateScope,
  value: 'number' | 'text' = 'number',
): string => {
  const rows = sqlText`
    select item_id, ${value} from item_values
    where template_key = ${template} and field_key = ${bind(field.key, 'int')} and ${value} is not null
  `;
  return conditions.length > 0 ? matchingRowsSql(rows, 'item_id') : rows;
};

/** The numbers of a field in rows or in lists. */
function documentSql({ conditions }: DrawnList, { field, groups }: Leaf, { bind, template }: TemplateScope): string {
  const { type } = field.settings;
  const items = `select id, "values" from items\nwhere template_key = ${template}`;
  let row = 'i."values"';
  const joins = (isListType(type) ? [...groups, field.id] : groups).map((id, depth) => {
    const rows = `${row}->${bind(id, 'text')}`;
    row = `r${depth}.value`;
    return `cross join lateral jsonb_array_elements(${rows}) r${depth} (value)`;
  });
  const text = isListType(type) ? `(${row}#>>'{}')` : `(${row}->>${bind(field.id, 'text')})`;
  const isTime = fieldTypeOf(type).drawnAs === 'time';
  return sqlText`
    select i.id as item_id, ${isTime ? `extract(epoch from ${text}::timestamptz)` : text}::float8 as number
    from (
      ${conditions.length > 0 ? matchingRowsSql(items, 'id') : items}
    ) i
    ${joins.join('\n')}
  `;
}

/** Rows, to which conditions can be appended, of the items that match: looked up, or found among all rows. */
const matchingRowsSql = (rows: string, id: 'id' | 'item_id'): string => sqlText`
  select r.*
  from matching m
  cross join lateral (
    ${rows} and ${id} = m.id
    offset 0
  ) r
  where not ${isMost}
  union all
  ${rows} and (${id} in (select m.id from matching m)) is true and ${isMost}
`;
