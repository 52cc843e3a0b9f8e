-- $1 = 41
-- $2 = 3
-- $3 = "hero"
-- $4 = 7
-- $5 = "c0ffee00-0000-4000-8000-000000000000"
-- $6 = 7
-- $7 = 1
-- $8 = 13
-- $9 = 12
-- $10 = "price"
-- $11 = 10
-- $12 = 20
-- $13 = 17
-- $14 = "%#17%"
-- $15 = "weight"
-- $16 = 1
-- $17 = 13
-- $18 = 12
-- $19 = "price"
-- $20 = 10
-- $21 = 20
-- $22 = 17
-- $23 = "%#17%"

with head as materialized (
  select coalesce(c.items, 0) as items
  from templates t
  left join item_counts c on c.template_key = t.key
  where t.key = $1::int and t.instance_id = $2::int and t.id = $3::text
    and t.version = $4::int and t.hash = $5::uuid
)
select
  h.items,
  null::int[] as sizes,
  case
    when true then null::int
    else null
  end as matches,
  case when p.found <= 7 then not true or (
    (
      select count(*)
      from (
        select i.id from items i
        where i.template_key = $1::int
        order by i.id asc
        limit 2049
      ) e
    ) <= 2048
    and (
      select count(*)
      from (
        select item_id from item_values
        where template_key = $1::int and field_key = $6::int and number is not null
        order by number asc, item_id asc
        limit 2049
      ) e
    ) <= 2048
  ) end as is_complete,
  p.*
from head h
left join lateral (
  select
    count(*)::int as found,
    (count(*) filter (where i.place <= 7 and i.before < 4194304))::int as taken,
    string_agg('{"id":' || i.id || ',"internal_label":' || to_json(i.label)::text || ',"version":' || i.version || ',"values":' || i."values"::text || '}', ',' order by i.place desc) filter (where i.place <= 7 and i.before < 4194304) as rows,
    (array_agg(i.id) filter (where i.place <= 7 and i.before < 4194304))[count(*) filter (where i.place <= 7 and i.before < 4194304)] as last_id,
    (array_agg(i.sort) filter (where i.place <= 7 and i.before < 4194304))[count(*) filter (where i.place <= 7 and i.before < 4194304)] as last_sort
  from (
    select w.*, row_number() over (rows unbounded preceding) as place, sum(w.bytes) over (rows unbounded preceding) - w.bytes as before
    from (
      (
        select i.id, i.label, i.version, i."values", i.bytes, null::float8 as sort
        from (
          select i.* from items i
          where i.template_key = $1::int
          order by i.id asc
          limit 2048
        ) i
        where true
          and (case jsonb_typeof((i."values"->$15::text)) when 'boolean' then (i."values"->$15::text)::bool::int::float8 else (i."values"->$15::text)::float8 end) is null
          and (exists (
            select 1 from item_values
            where item_id = i.id and template_key = $1::int and field_key = $16::int
            offset 0
          )) is not true
          and (exists (
            select 1 from item_links
            where item_id = i.id and template_key = $1::int and field_key = $17::int and target_id = $18::int
            offset 0
          )) is not true
          and (case jsonb_typeof((i."values"->$19::text)) when 'boolean' then (i."values"->$19::text)::bool::int::float8 else (i."values"->$19::text)::float8 end) between $20::float8 and $21::float8
          and (i.id = $22::int or texticlike(i.label, $23::text))
      )
      union all
      (
        select i.id, i.label, i.version, i."values", i.bytes, s.sort as sort
        from (
          select item_id, number as sort from item_values
          where template_key = $1::int and field_key = $6::int and number is not null
          order by number asc, item_id asc
          limit 2048
        ) s
        cross join lateral (
          select * from items i
          where i.template_key = $1::int and i.id = s.item_id
            and (exists (
              select 1 from item_values
              where item_id = i.id and template_key = $1::int and field_key = $7::int
              offset 0
            )) is not true
            and (exists (
              select 1 from item_links
              where item_id = i.id and template_key = $1::int and field_key = $8::int and target_id = $9::int
              offset 0
            )) is not true
            and (case jsonb_typeof((i."values"->$10::text)) when 'boolean' then (i."values"->$10::text)::bool::int::float8 else (i."values"->$10::text)::float8 end) between $11::float8 and $12::float8
            and (i.id = $13::int or texticlike(i.label, $14::text))
          offset 0
        ) i
        where true
          and true
          and (
            select count(*)
            from (
              select i.id from items i
              where i.template_key = $1::int
              order by i.id asc
              limit 2049
            ) e
          ) <= 2048
      )
      limit 8
    ) w
  ) i
) p on true
