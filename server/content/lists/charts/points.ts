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
import { type DrawnList, indexedSql, once, startChart, withinLimitSql } from './drawn-sql.ts';
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

/** Grid over the full range of both fields, read from the index; a filter does not refine it. */
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
  const rank = fields.color ? rankSql(fields.color, scope) : 'null::int';
  const drawn = cte('drawn', drawnSql(list, fields, { cells, rank }, scope));
  const picked = [cte('crowds', crowdsSql), cte('picked', pickedSql)];
  const read = (value: string, leaf: Leaf | undefined) => (leaf ? storedSql(value, leaf, scope) : value);
  const [x, y, color] = [read('number', fields.x), read('number', fields.y), read(rank, fields.color)];
  const text = sqlText`
    with ${[...ctes, drawn, ...picked].join(',\n')}
    select s.items, d.*,
      (
        select json_agg(json_build_array(c.color, c.count) order by c.color)
        from (
          select color, sum(count)::int as count from crowds
          where color is not null
          group by color
        ) c
      ) as colors,
      (
        select json_agg(json_build_object('id', p.id, 'label', i.label, 'x', ${x}, 'y', ${y}, 'color', ${color}) order by p.id)
        from picked p
        join items i on i.template_key = ${scope.template} and i.id = p.id
      ) as points
    from size s
    cross join (
      select coalesce(sum(count), 0)::int as values,
        min(min_x) as min_x, max(max_x) as max_x, min(min_y) as min_y, max(max_y) as max_y
      from crowds
    ) d
  `;
  return { text, values };
}

/** SQL: what the index has of a field for the item `p.id`. */
const storedSql = (value: string, { field }: Leaf, { bind, template }: TemplateScope): string =>
  parenthesized(sqlText`
    select ${value} from item_values
    where template_key = ${template} and item_id = p.id and field_key = ${bind(field.key, 'int')}
  `);

/** SQL: the rank of an option, as which it is a colour. */
const rankSql = (color: Leaf, { bind }: TemplateScope): string =>
  `array_position(${once(bind(textArray(ranksOf(color)), 'text::text[]'))}, text)`;

/**
 * The items that have both numbers. The order of `mixed`, whose low bits are the id, spreads them evenly, always in the same way. Full joins are
 * never nested loops, as which others are planned while the database has no statistics, and which take a time that grows with the square of the
 * number of items.
 */
function drawnSql(
  list: DrawnList,
  { x, y, color }: PointFields,
  { cells, rank }: { cells: Cells; rank: string },
  scope: TemplateScope,
): string {
  const { bind } = scope;
  const rowsOf = (leaf: Leaf, type: 'number' | 'text', value: string, name: string) => {
    const rows = parenthesized(indexedSql(list, leaf, scope, type));
    return `${parenthesized(`select item_id, ${value} as ${name} from ${rows} r\nwhere ${withinLimitSql}`)} ${name}`;
  };
  const cellOf = (number: string, edges: readonly number[]) =>
    `width_bucket(${number}, ${once(bind(numberArray(edges), 'text::float8[]'))})`;
  return sqlText`
    select v.x, v.y, v.color, ${2 * mostCells} * ${cellOf('v.x', cells.x)} + ${cellOf('v.y', cells.y)} as cell,
      (v.item_id::bigint * 2654435761) % 4294967296 * ${endOfIds} + v.item_id as mixed
    from (
      select item_id, x, y, ${color ? 'color' : 'null::int as color'}
      from ${rowsOf(x, 'number', 'number', 'x')}
      full join ${rowsOf(y, 'number', 'number', 'y')} using (item_id)
      ${color ? `full join ${rowsOf(color, 'text', rank, 'color')} using (item_id)` : ''}
      offset 0
    ) v
    where v.x is not null and v.y is not null
  `;
}

/** Ids of items are smaller. */
const endOfIds = 2 ** 31;

/** The points of each cell and colour. */
const crowdsSql = sqlText`
  select color, count(*)::int as count, min(mixed) as mixed,
    min(x) as min_x, max(x) as max_x, min(y) as min_y, max(y) as max_y
  from drawn
  group by cell, color
`;

const pickedSql = sqlText`
  select mixed % ${endOfIds} as id
  from (
    (select mixed, count from crowds order by count, mixed limit ${chartLimits.points})
    union all
    (select mixed, null from drawn order by mixed limit ${chartLimits.points})
  ) c
  group by mixed
  order by min(count), mixed
  limit ${chartLimits.points}
`;
