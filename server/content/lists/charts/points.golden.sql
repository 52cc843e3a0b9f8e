-- $1 = 41
-- $2 = 3
-- $3 = "hero"
-- $4 = 7
-- $5 = "c0ffee00-0000-4000-8000-000000000000"
-- $6 = 6
-- $7 = 7
-- $8 = "{0,50,100}"
-- $9 = "{0,0.5,1}"

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
  select x.item_id as id, x.x, x.y, null::int as color,
    64 * width_bucket(x.x, (select $8::text::float8[])) + width_bucket(x.y, (select $9::text::float8[])) as cell, (x.item_id::bigint * 2654435761) % 4294967296 as mixed
  from (
    select r.item_id, max(r.number) filter (where r.field_key = $6::int) as x,
      max(r.number) filter (where r.field_key = $7::int) as y,
      null as color
    from (
      select item_id, field_key, number, text from item_values
      where template_key = $1::int and field_key in ($6::int, $7::int)
    ) r
    where (select s.items from size s) <= 100000
    group by r.item_id
  ) x
  where x.x is not null and x.y is not null
),
picked as materialized (
  select d.id, d.x, d.y, d.color
  from drawn d
  left join (
    select min(mixed) as mixed, count(*) as crowd from drawn
    group by cell, color
  ) f on f.mixed = d.mixed
  order by f.mixed is null, f.crowd, d.mixed
  limit 2000
)
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
    join items i on i.template_key = $1::int and i.id = p.id
  ) as points
from size s
cross join (
  select count(*)::int as values, min(x) as min_x, max(x) as max_x, min(y) as min_y, max(y) as max_y
  from drawn
) d
