const numbers = (key: string) =>
  `select item_id, number from item_values where template_key = $1 and field_key = ${key} and number is not null`;

const aggregated = (drawn: string) =>
  `with drawn as materialized (${drawn})
  select count(*)::int, min(number), max(number), sum(number), avg(number),
    percentile_cont(0.5) within group (order by number) as median,
    (select json_agg(b) from (select width_bucket(number, $3::float8[]) as bin, count(*)::int from drawn group by 1) b) as bins
  from drawn`;

/** The numbers of a field ($2) of all items of a template ($1), counted between edges ($3), with their statistics. */
export const distribution = aggregated(numbers('$2'));

/** The same of items with another number ($4) in a range ($5, $6). */
export const filteredDistribution = aggregated(
  `select n.number from (${numbers('$2')}) n join (${numbers('$4')} and number between $5 and $6) f on f.item_id = n.item_id`,
);

/** The same of the field `amount` in the rows of `bonuses`. */
export const distributionInRows = aggregated(
  `select (r.value->>'amount')::float8 as number from items i, jsonb_array_elements(i."values"->'bonuses') r
    where i.template_key = $1 and r.value ? 'amount' and $2::int is not null`,
);

/** Two numbers ($2, $3) of each item: their ranges, and 2,000 of them. */
export const points = `with drawn as materialized (select x.item_id, x.number as x, y.number as y from (${numbers('$2')}) x join (${numbers('$3')}) y on y.item_id = x.item_id)
  select count(*)::int, min(x), max(x), min(y), max(y),
    (select json_agg(p) from (select d.*, i.label from (select * from drawn order by hashint4(item_id) limit 2000) d join items i on i.template_key = $1 and i.id = d.item_id) p) as points
  from drawn`;
