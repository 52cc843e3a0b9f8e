-- $1 = 41
-- $2 = 3
-- $3 = "hero"
-- $4 = 7
-- $5 = "c0ffee00-0000-4000-8000-000000000000"
-- $6 = 6
-- $7 = 99.99999999999999
-- $8 = "bonuses"
-- $9 = "amount"
-- $10 = "{17,18}"
-- $11 = "{2,3,5}"
-- $12 = "{0,2,4,6}"

with head as materialized (
  select coalesce(c.items, 0) as items
  from templates t
  left join item_counts c on c.template_key = t.key
  where t.key = $1::int and t.instance_id = $2::int and t.id = $3::text
    and t.version = $4::int and t.hash = $5::uuid
),
matching as materialized (
  select d.item_id as id, d.sort
  from (
    select item_id, item_id as sort from item_values
    where template_key = $1::int and field_key = $6::int and number <= $7::float8
  ) d
  limit 100001
),
size as materialized (
  select (select count(*)::int from matching) as items, h.items as total from head h
),
drawn as materialized (
  select n.number
  from (
    select i.id as item_id, (r0.value->>$9::text)::float8 as number
    from (
      select r.*
      from matching m
      cross join lateral (
        select id, "values" from items
        where template_key = $1::int and id = m.id
        offset 0
      ) r
      where not (select 4 * s.items > s.total from size s)
      union all
      select id, "values" from items
      where template_key = $1::int and (id in (select m.id from matching m)) is true and (select 4 * s.items > s.total from size s)
    ) i
    cross join lateral jsonb_array_elements(i."values"->$8::text) r0 (value)
  ) n
  where (select s.items from size s) <= 100000 and n.number is not null
    and n.item_id not in (select unnest($10::text::int[]))
  union all
  select r.number
  from unnest($11::text::float8[]) r (number)
)
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
cross join (
  select json_agg(json_build_array(c.bin, c.count)) as bins
  from (
    select least(width_bucket(number, (select $12::text::float8[])), 3) - 1 as bin, count(*)::int as count
    from drawn
    group by 1
  ) c
) b
