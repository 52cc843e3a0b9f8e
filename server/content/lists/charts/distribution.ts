import { chartLimits, edgesOf, momentEdgesOf } from '@quartermaster/contract/content/chart-bins.ts';
import type { DrawnChart, NumberStats } from '@quartermaster/contract/endpoints/items.ts';
import { exportedKinds } from '@quartermaster/contract/field-types/exported-kinds.ts';
import { momentText } from '@quartermaster/contract/field-types/moment.ts';
import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import type { OffsetAt } from '@quartermaster/contract/time-zone.ts';
import { AppError } from '../../../core/base/errors.ts';
import type { Query } from '../../../core/database/database.ts';
import { numberArray } from '../../../core/database/pg-array.ts';
import { cte, parenthesized, sqlText } from '../../../core/database/sql-text.ts';
import type { Leaf } from '../../model/template-model.ts';
import type { TemplateScope } from '../../model/template-scope.ts';
import type { Statement } from '../page-sql.ts';
import { type DrawnList, differentSql, indexedSql, numbersSql, once, startChart } from './drawn-sql.ts';
import { refuseTooMany } from './refuse-chart.ts';

/** The smallest and the largest number of a chart; `null` without numbers. */
export type NumberRange = { min: number; max: number } | null;

/** The numbers of a field, counted between edges. */
export interface CountedNumbers {
  items: number;
  values: number;
  range: NumberRange;
  /** By bin, one fewer than there are edges. */
  counts: number[];
  stats: NumberStats | null;
}

interface RangeRow {
  items: number;
  min: number | null;
  max: number | null;
}

interface NumbersRow extends RangeRow {
  values: number;
  mean: string | null;
  sum: string | null;
  /** The two in the middle, which are the same of an odd number of values. */
  middle: [number, number] | null;
  bins: [bin: number, count: number][] | null;
}

/** Counts the numbers of a field between edges, with their statistics. */
export function numbersStatement(list: DrawnList, leaf: Leaf | undefined, edges: readonly number[]): Statement {
  const { values, scope, ctes } = startChart(list);
  const text = sqlText`
    with ${[...ctes, cte('drawn', numbersSql(list, leaf, scope))].join(',\n')}
    select s.items, d.*, b.bins
    from size s
    cross join (
      select
        count(*)::int as values,
        min(number) as min,
        max(number) as max,
        (sum(number::text::numeric) / count(*))::text as mean,
        sum(number::text::numeric)::text as sum,
        to_json(percentile_disc(array[0.5, 0.5000000001]) within group (order by number)) as middle
      from drawn
    ) d
    ${binsSql(edges, scope)}
  `;
  return { text, values };
}

/** The smallest and the largest number of a field, which are the ends of its index if all items are drawn. */
function rangeStatement(list: DrawnList, leaf: Leaf | undefined): Statement {
  const { values, scope, ctes } = startChart(list);
  const isAll = leaf && list.conditions.length === 0 && !list.replaced;
  const numbers = parenthesized(isAll ? indexedSql(list, leaf, scope) : differentSql(list, leaf, scope));
  const ends = (['min', 'max'] as const).map((end) =>
    isAll ? `(select ${end}(n.number) from ${numbers} n) as ${end}` : `${end}(n.number) as ${end}`,
  );
  const text = sqlText`
    with ${ctes.join(',\n')}
    select s.items, ${isAll ? ends.join(', ') : 'd.*'}
    from size s
    ${isAll ? '' : `cross join (select ${ends.join(', ')} from ${numbers} n) d`}
  `;
  return { text, values };
}

/** How many numbers are in each bin. The last one includes its end. */
const binsSql = (edges: readonly number[], { bind }: TemplateScope): string => sqlText`
  cross join (
    select json_agg(json_build_array(c.bin, c.count)) as bins
    from (
      select least(width_bucket(number, ${once(bind(numberArray(edges), 'text::float8[]'))}), ${edges.length - 1}) - 1 as bin, count(*)::int as count
      from drawn
      group by 1
    ) c
  ) b
`;

/** How many items match, and which numbers they have; undefined if the template has changed. */
export async function readRange(
  query: Query,
  list: DrawnList,
  leaf: Leaf | undefined,
): Promise<Pick<CountedNumbers, 'items' | 'range'> | undefined> {
  const { text, values } = rangeStatement(list, leaf);
  const [row] = await query<RangeRow>(text, values);
  return row && { items: row.items, range: rangeOf(row) };
}

/** Counts the numbers of a field between edges; undefined if the template has changed, 422 for too many items. */
export async function countNumbers(
  query: Query,
  list: DrawnList,
  leaf: Leaf | undefined,
  edges: readonly number[],
): Promise<CountedNumbers | undefined> {
  const { text, values } = numbersStatement(list, leaf, edges);
  const [row] = await query<NumbersRow>(text, values);
  if (!row) return undefined;
  refuseTooMany(row.items);
  const counts = new Array<number>(edges.length - 1).fill(0);
  for (const [bin, count] of row.bins ?? []) counts[bin] = count;
  const range = rangeOf(row);
  return { items: row.items, values: row.values, range, counts, stats: range && statsOf(row, range) };
}

const rangeOf = ({ min, max }: RangeRow): NumberRange => (min === null || max === null ? null : { min, max });

function statsOf({ mean, sum, middle }: NumbersRow, { min, max }: NonNullable<NumberRange>): NumberStats {
  const [low, high] = middle ?? [min, max];
  const total = Number(sum);
  return {
    min,
    max,
    // It is written with fewer digits than the numbers may have.
    mean: Math.min(Math.max(Number(mean), min), max),
    // Halved first if their sum is too large.
    median: Number.isFinite(low + high) ? (low + high) / 2 : low / 2 + high / 2,
    sum: Number.isFinite(total) ? total : null,
  };
}

/** How often numbers are counted again because others were saved meanwhile. */
const attempts = 5;

/** Counts the numbers of a field between the edges that their range has; undefined if the template has changed. */
async function countInRange<Bins extends { edges: number[] }>(
  query: Query,
  list: DrawnList,
  leaf: Leaf,
  binsOf: (range: NonNullable<NumberRange>) => Bins,
): Promise<{ counted: CountedNumbers; bins: Bins | null } | undefined> {
  const first = await readRange(query, list, leaf);
  if (!first) return undefined;
  refuseTooMany(first.items);
  return countUntilSame(first.range, async (range) => {
    if (range === null) return { range, counted: { ...first, range, values: 0, counts: [], stats: null }, bins: null };
    const bins = binsOf(range);
    const counted = await countNumbers(query, list, leaf, bins.edges);
    return counted && { range: counted.range, counted, bins };
  });
}

/**
 * Counts numbers in a range, and again in the range that they have then, until it is the same; passes `undefined` on. Throws 409 if it changes
 * again and again, as others save meanwhile.
 */
export async function countUntilSame<Counted extends { range: NumberRange } | undefined>(
  first: NumberRange,
  count: (range: NumberRange) => Promise<Counted>,
): Promise<Counted> {
  let range = first;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const counted = await count(range);
    if (!counted || isSameRange(counted.range, range)) return counted;
    range = counted.range;
  }
  throw new AppError('changed');
}

const isSameRange = (a: NumberRange, b: NumberRange): boolean => a?.min === b?.min && a?.max === b?.max;

/** Edges of bins for the numbers of a field. */
export const numberEdges = ({ field }: Leaf, { min, max }: NonNullable<NumberRange>): number[] =>
  edgesOf(min, max, chartLimits.bins, fieldTypeOf(field.settings.type).exported?.kind === exportedKinds.integer);

/** The distribution of a number field; undefined if the template has changed. */
export async function drawDistribution(query: Query, list: DrawnList, leaf: Leaf): Promise<DrawnChart | undefined> {
  const drawn = await countInRange(query, list, leaf, (range) => ({ edges: numberEdges(leaf, range) }));
  if (!drawn) return undefined;
  const { items, values, stats } = drawn.counted;
  return { kind: 'distribution', items, values, bins: toBins(drawn.counted, drawn.bins?.edges ?? [], Number), stats };
}

/** The moments of a field over time, by the clocks of a time zone; undefined if the template has changed. */
export async function drawTime(
  query: Query,
  list: DrawnList,
  leaf: Leaf,
  offsetAt: OffsetAt,
): Promise<DrawnChart | undefined> {
  const drawn = await countInRange(query, list, leaf, ({ min, max }) => {
    const { unit, edges } = momentEdgesOf(min * 1000, max * 1000, chartLimits.moments, offsetAt);
    return { unit, edges: edges.map((edge) => edge / 1000) };
  });
  if (!drawn) return undefined;
  const { items, values } = drawn.counted;
  const bins = toBins(drawn.counted, drawn.bins?.edges ?? [], (seconds) => momentText(seconds * 1000));
  return { kind: 'time', items, values, unit: drawn.bins?.unit ?? 'day', bins };
}

const toBins = <T>({ counts }: CountedNumbers, edges: readonly number[], toEdge: (edge: number) => T) =>
  counts.map((count, index) => ({ from: toEdge(edges[index] ?? 0), to: toEdge(edges[index + 1] ?? 0), count }));
