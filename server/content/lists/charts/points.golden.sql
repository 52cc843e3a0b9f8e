-- $1 = 41
-- $2 = 3
-- $3 = "hero"
-- $4 = 7
-- $5 = "c0ffee00-0000-4000-8000-000000000000"
-- $6 = "{0,50,100}"
-- $7 = "{0,0.5,1}"
-- $8 = 6
-- $9 = 7
-- $10 = 6
-- $11 = 7

with head as materialized (
  select coalesce(c.items, 0) as items
  from templates t
  left join item_counts c on c.template_key = t.key
  where t.key = $1::int and t.instance_id = $2::int and t.id = $3::text
    and t.version = $4::int and t.hash = $5::uuid
),
size as materialized (
  select h.items as items, h.items as total from head h
),
drawn as materialized (
  select v.x, v.y, v.color, 64 * width_bucket(v.x, (select $6::text::float8[])) + width_bucket(v.y, (select $7::text::float8[])) as cell,
    (v.item_id::bigint * 2654435761) % 4294967296 * 2147483648 + v.item_id as mixed
  from (
    select item_id, x, y, null::int as color
    from (
      select item_id, number as x from (
        select item_id, number from item_values
        where template_key = $1::int and field_key = $8::int and number is not null
      ) r
      where (select s.items from size s) <= 100000
    ) x
    full join (
      select item_id, number as y from (
        select item_id, number from item_values
        where template_key = $1::int and field_key = $9::int and number is not null
      ) r
      where (select s.items from size s) <= 100000
    ) y using (item_id)
    offset 0
  ) v
  where v.x is not null and v.y is not null
),
crowds as materialized (
  select color, count(*)::int as count, min(mixed) as mixed,
    min(x) as min_x, max(x) as max_x, min(y) as min_y, max(y) as max_y
  from drawn
  group by cell, color
),
picked as materialized (
  select mixed % 2147483648 as id
  from (
    (select mixed, count from crowds order by count, mixed limit 2000)
    union all
    (select mixed, null from drawn order by mixed limit 2000)
  ) c
  group by mixed
  order by min(count), mixed
  limit 2000
)
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
    select json_agg(json_build_object('id', p.id, 'label', i.label, 'x', (
      select number from item_values
      where template_key = $1::int and item_id = p.id and field_key = $10::int
    ), 'y', (
      select number from item_values
      where template_key = $1::int and item_id = p.id and field_key = $11::int
    ), 'color', null::int) order by p.id)
    from picked p
    join items i on i.template_key = $1::int and i.id = p.id
  ) as points
from size s
cross join (
  select coalesce(sum(count), 0)::int as values,
    min(min_x) as min_x, max(max_x) as max_x, min(min_y) as min_y, max(max_y) as max_y
  from crowds
) d
