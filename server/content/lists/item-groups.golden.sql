-- $1 = 41
-- $2 = 3
-- $3 = "hero"
-- $4 = 7
-- $5 = "c0ffee00-0000-4000-8000-000000000000"
-- $6 = 6
-- $7 = 99.99999999999999
-- $8 = 8

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
),
grouped as materialized (
  select v.target_id as value, count(*)::int as count
  from matching m cross join lateral (
    select target_id from item_links
    where template_key = $1::int and field_key = $8::int and target_id is not null
      and item_id = m.id
    offset 0
  ) v
  group by v.target_id
)
select
  (select count(*)::int from matching) as total,
  (select count(*)::int from grouped) as values,
  (select coalesce(sum(count), 0)::int from grouped) as counted,
  (
    select json_agg(json_build_object('value', g.value, 'count', g.count) order by g.count desc, g.value)
    from (
      select * from grouped order by count desc, value
      limit 100
    ) g
  ) as groups
from head h
