-- $1 = 41
-- $2 = 3
-- $3 = "hero"
-- $4 = 7
-- $5 = "c0ffee00-0000-4000-8000-000000000000"
-- $6 = 3
-- $7 = "hero"
-- $8 = 3
-- $9 = "hero"
-- $10 = 3
-- $11 = "hero"

with sizes as materialized (
  select s.*, array_position(s.sizes, s.smallest) as picked
  from (
    select a.sizes, (select min(size) from unnest(a.sizes) size) as smallest
    from (
      select array[
        (
          select count(*)::int
          from (
            select id as item_id from items
            where template_key = $1::int and id in (select c.item_id from comments c
            where c.project_id = (select p.project_id from instances p where p.id = $6::int)
              and c.template_id = $7::text and c.about = 'item' and c.resolved_at is null)
            limit 151
          ) d
        )
      ] as sizes
      offset 0
    ) a
    offset 0
  ) s
),
matching0 as materialized (
  select d.item_id as id, d.sort
  from (
    select id as item_id, left(label, 64) collate "natural" as sort from items
    where template_key = $1::int and id in (select c.item_id from comments c
    where c.project_id = (select p.project_id from instances p where p.id = $8::int)
      and c.template_id = $9::text and c.about = 'item' and c.resolved_at is null)
  ) d
),
head as materialized (
  select coalesce(c.items, 0) as items
  from templates t
  left join item_counts c on c.template_key = t.key
  where t.key = $1::int and t.instance_id = $2::int and t.id = $3::text
    and t.version = $4::int and t.hash = $5::uuid
)
select
  h.items,
  (select s.sizes from sizes s) as sizes,
  case
    when (select s.smallest <= 150 and s.picked = 1 from sizes s) then (select count(*)::int from matching0)
  end as matches,
  case when p.found <= 50 then not (select s.smallest > 150 from sizes s) or (
    (
      select count(*)
      from (
        select id from items
        where template_key = $1::int
        order by left(label, 64) collate "natural" asc, id asc
        limit 2049
      ) e
    ) <= 2048
  ) end as is_complete,
  p.*
from head h
left join lateral (
  select
    count(*)::int as found,
    (count(*) filter (where i.place <= 50 and i.before < 4194304))::int as taken,
    string_agg('{"id":' || i.id || ',"internal_label":' || to_json(i.label)::text || ',"version":' || i.version || ',"values":' || i."values"::text || '}', ',') filter (where i.place <= 50 and i.before < 4194304) as rows,
    (array_agg(i.id) filter (where i.place <= 50 and i.before < 4194304))[count(*) filter (where i.place <= 50 and i.before < 4194304)] as last_id,
    (array_agg(i.sort) filter (where i.place <= 50 and i.before < 4194304))[count(*) filter (where i.place <= 50 and i.before < 4194304)] as last_sort
  from (
    select w.*, row_number() over (rows unbounded preceding) as place, sum(w.bytes) over (rows unbounded preceding) - w.bytes as before
    from (
      (
        select i.id, i.label, i.version, i."values", i.bytes, m.sort
        from (
          select * from matching0 m
          where (select s.smallest <= 150 and s.picked = 1 from sizes s)
            and true
          order by m.sort is null, m.sort collate "natural" asc, m.id asc
          limit 51
        ) m
        cross join lateral (
          select * from items
          where template_key = $1::int and id = m.id
          offset 0
        ) i
      )
      union all
      (
        select i.id, i.label, i.version, i."values", i.bytes, i.sort as sort
        from (
          select *, left(label, 64) collate "natural" as sort from items
          where template_key = $1::int
          order by left(label, 64) collate "natural" asc, id asc
          limit 2048
        ) i
        where true
          and (exists (select c.item_id from comments c
          where c.project_id = (select p.project_id from instances p where p.id = $10::int)
            and c.template_id = $11::text and c.about = 'item' and c.resolved_at is null
            and c.item_id = i.id)) is true
          and (select s.smallest > 150 from sizes s)
      )
      limit 51
    ) w
  ) i
) p on true
