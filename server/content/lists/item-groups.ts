import { contentLimits } from '@quartermaster/contract/content/content-limits.ts';
import type { ItemGroups } from '@quartermaster/contract/endpoints/items.ts';
import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import { AppError } from '../../core/base/errors.ts';
import type { Query } from '../../core/database/database.ts';
import { textArray } from '../../core/database/pg-array.ts';
import { cte, sqlText } from '../../core/database/sql-text.ts';
import type { TemplateModel } from '../model/template-model.ts';
import { allMatchingSql } from './collect-sql.ts';
import { type Condition, isGroupable } from './list-conditions.ts';
import { type ListBody, readList, withTemplate } from './list-items.ts';
import { type Statement, start } from './page-sql.ts';

interface GroupsBody extends Pick<ListBody, 'filters' | 'search'> {
  /** The id of a field. */
  field: string;
}

interface GroupsRow {
  /** Items of the list. */
  total: number;
  /** Different values, and items with one. */
  values: number;
  counted: number;
  groups: { value: string | number; count: number }[] | null;
}

/** The values of a field in a list, with the number of items that have each; throws 404 without the template, 422 for other fields. */
export const itemGroups = (
  query: Query,
  instanceId: number,
  templateId: string,
  body: GroupsBody,
): Promise<ItemGroups> =>
  withTemplate(query, instanceId, templateId, async (model) => {
    const { conditions } = await readList(query, model, {
      ...(body.filters && { filters: body.filters }),
      ...(body.search && { search: body.search }),
    });
    const leaf = model.leaves.get(body.field);
    if (!leaf || !isGroupable(leaf))
      throw new AppError('invalid', { fields: { field: 'lists cannot be grouped by this field' } });
    const { text, values } = groupsStatement(model, leaf.field, conditions);
    const [row] = await query<GroupsRow>(text, values);
    if (!row) return undefined;
    const isYesNo = fieldTypeOf(leaf.field.settings.type).index.kind === 'number';
    const groups = (row.groups ?? []).map(({ value, count }) => ({ value: isYesNo ? value === 1 : value, count }));
    const listed = groups.reduce((sum, { count }) => sum + count, 0);
    const without = row.total - row.counted;
    return {
      groups: without > 0 ? [...groups, { value: null, count: without }] : groups,
      others: { groups: row.values - groups.length, items: row.counted - listed },
    };
  });

/** Counts the index rows of a field: of all items, or of those that match. */
export function groupsStatement(
  model: TemplateModel,
  { key, settings }: Pick<TemplateModel['fields'][number], 'key' | 'settings'>,
  conditions: readonly Condition[],
): Statement {
  const { values, scope, head } = start({ model });
  const { bind, template } = scope;
  const { kind, ranks } = fieldTypeOf(settings.type).index;
  const [table, column] = kind === 'link' ? ['item_links', 'target_id'] : ['item_values', kind ?? 'text'];
  // A value that is not an option any more is sorted like an empty one, and counted as such.
  const isOption = ranks ? `and ${column} = any(${bind(textArray(ranks(settings)), 'text::text[]')})` : '';
  const isFiltered = conditions.length > 0;
  const matching = isFiltered ? [cte('matching', allMatchingSql(conditions, scope))] : [];
  const text = sqlText`
    with ${[
      cte('head', head),
      ...matching,
      cte(
        'grouped',
        sqlText`
          select v.${column} as value, count(*)::int as count
          from ${isFiltered ? 'matching m cross join lateral' : ''} (
            select ${column} from ${table}
            where template_key = ${template} and field_key = ${bind(key, 'int')} and ${column} is not null
              ${isFiltered ? 'and item_id = m.id' : ''}
              ${isOption}
            offset 0
          ) v
          group by v.${column}
        `,
      ),
    ].join(',\n')}
    select
      ${isFiltered ? '(select count(*)::int from matching)' : 'h.items'} as total,
      (select count(*)::int from grouped) as values,
      (select coalesce(sum(count), 0)::int from grouped) as counted,
      (
        select json_agg(json_build_object('value', g.value, 'count', g.count) order by g.count desc, g.value)
        from (
          select * from grouped order by count desc, value
          limit ${contentLimits.listGroups}
        ) g
      ) as groups
    from head h
  `;
  return { text, values };
}
