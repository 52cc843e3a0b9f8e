import { chartLimits, edgesOf } from '@quartermaster/contract/content/chart-bins.ts';
import type { DrawnChart } from '@quartermaster/contract/endpoints/items.ts';
import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import type { Query } from '../../../core/database/database.ts';
import { numberArray, textArray } from '../../../core/database/pg-array.ts';
import { cte, parenthesized, sqlText } from '../../../core/database/sql-text.ts';
import type { Leaf } from '../../model/template-model.ts';
import type { TemplateScope } from '../../model/template-scope.ts';
import type { Statement } from '../page-sql.ts';
import { readRange } from './distribution.ts';
import { type DrawnList, fits, once, rowsOfFieldsSql, startChart } from './drawn-sql.ts';
import { refuseTooMany } from './refuse-chart.ts';

/** The fields of a chart of points, each with one value in an item. */
export interface PointFields {
  x: Leaf;
  y: Leaf;
  color: Leaf | undefined;
}

/** The edges of the cells of which a sample has points each. */
export interface Cells {
  x: readonly number[];
  y: readonly number[];
}

interface PointsRow {
  items: number;
  values: number;
  min_x: number | null;
  max_x: number | null;
  min_y: number | null;
  max_y: number | null;
  /** The ranks of options, with the numbers of points. */
  colors: [rank: number, count: number][] | null;
  points: { id: number; label: string; x: number; y: number; color: number | null }[] | null;
}

/** Two numbers of each item against each other; undefined if the template has changed, 422 for too many items. */
export async function drawPoints(query: Query, list: DrawnList, fields: PointFields): Promise<DrawnChart | undefined> {
  const cells = await findCells(query, list, fields);
  if (!cells) return undefined;
  const { text, values: bound } = pointsStatement(list, fields, cells);
  const [row] = await query<PointsRow>(text, bound);
  if (!row) return undefined;
  refuseTooMany(row.items);
  const { items, values, colors: counts } = row;
  const options = fields.color ? ranksOf(fields.color) : [];
  const ranks = (counts ?? []).map(([rank]) => rank);
  const points = (row.points ?? []).map((point) => ({
    ...point,
    color: point.color === null ? null : ranks.indexOf(point.color),
  }));
  return {
    kind: 'points',
    items,
    values,
    points,
    colors: (counts ?? []).map(([rank, count]) => ({ value: options[rank - 1] ?? '', count })),
    x: rangeOf(row.min_x, row.max_x),
    y: rangeOf(row.min_y, row.max_y),
    is_sampled: values > points.length,
  };
}

/** Cells between the ends of both numbers in all items, which their index has: a filter only makes them coarser. */
async function findCells(query: Query, { model }: DrawnList, { x, y }: PointFields): Promise<Cells | undefined> {
  const edgesOfAll = async (leaf: Leaf) => {
    const all = await readRange(query, { model, conditions: [] }, leaf);
    return all && edgesOf(all.range?.min ?? 0, all.range?.max ?? 0, mostCells);
  };
  const [first, second] = [await edgesOfAll(x), await edgesOfAll(y)];
  return first && second && { x: first, y: second };
}

const rangeOf = (min: number | null, max: number | null) => (min === null || max === null ? null : { min, max });

const ranksOf = ({ field }: Leaf): readonly string[] =>
  fieldTypeOf(field.settings.type).index.ranks?.(field.settings) ?? [];

/** In each direction. */
const mostCells = 32;

/**
 * The points of a list. Of too many, a sample: one of each cell and colour, those alone there first, and then others evenly. To sort all points
 * by cell would take longer than to find the first of each.
 */
export function pointsStatement(list: DrawnList, fields: PointFields, cells: Cells): Statement {
  const { values, scope, ctes } = startChart(list);
  const text = sqlText`
    with ${[...ctes, cte('drawn', drawnSql(list, fields, cells, scope)), cte('picked', pickedSql)].join(',\n')}
    select s.items, d.*,
      (
        select json_agg(json_build_array(c.color, c.count) order by c.color)
        from (
          select color, count(*)::int as count from drawn
          where color is not null
          group by color
        ) c
      ) as colors,
      (
        select json_agg(json_build_object('id', p.id, 'label', i.label, 'x', p.x, 'y', p.y, 'color', p.color) order by p.id)
        from picked p
        join items i on i.template_key = ${scope.template} and i.id = p.id
      ) as points
    from size s
    cross join (
      select count(*)::int as values, min(x) as min_x, max(x) as max_x, min(y) as min_y, max(y) as max_y
      from drawn
    ) d
  `;
  return { text, values };
}

/** Spreads ids evenly, always in the same way, and no two to the same number. */
const mixed = '(x.item_id::bigint * 2654435761) % 4294967296';

/**
 * The items that have both numbers. Their rows are gathered in one pass: a join of a field's rows with another's takes a time that grows with
 * the square of their number where the database has no statistics yet.
 */
function drawnSql(list: DrawnList, { x, y, color }: PointFields, cells: Cells, scope: TemplateScope): string {
  const { bind } = scope;
  const keyOf = ({ field }: Leaf) => bind(field.key, 'int');
  const [xKey, yKey, colorKey] = [keyOf(x), keyOf(y), color && keyOf(color)];
  const keys = [xKey, yKey, ...(colorKey ? [colorKey] : [])];
  const options = color && once(bind(textArray(ranksOf(color)), 'text::text[]'));
  const cellOf = (number: string, edges: readonly number[]) =>
    `width_bucket(${number}, ${once(bind(numberArray(edges), 'text::float8[]'))})`;
  return sqlText`
    select x.item_id as id, x.x, x.y, ${options ? `array_position(${options}, x.color)` : 'null::int'} as color,
      ${2 * mostCells} * ${cellOf('x.x', cells.x)} + ${cellOf('x.y', cells.y)} as cell, ${mixed} as mixed
    from (
      select r.item_id, max(r.number) filter (where r.field_key = ${xKey}) as x,
        max(r.number) filter (where r.field_key = ${yKey}) as y,
        ${colorKey ? `max(r.text) filter (where r.field_key = ${colorKey})` : 'null'} as color
      from ${parenthesized(rowsOfFieldsSql(list, keys, scope))} r
      where ${fits}
      group by r.item_id
    ) x
    where x.x is not null and x.y is not null
  `;
}

const pickedSql = sqlText`
  select d.id, d.x, d.y, d.color
  from drawn d
  left join (
    select min(mixed) as mixed, count(*) as crowd from drawn
    group by cell, color
  ) f on f.mixed = d.mixed
  order by f.mixed is null, f.crowd, d.mixed
  limit ${chartLimits.points}
`;
