-- $1 = 41
-- $2 = 3
-- $3 = "hero"
-- $4 = 7
-- $5 = "c0ffee00-0000-4000-8000-000000000000"
-- $6 = 12
-- $7 = 12
-- $8 = 7
-- $9 = 1
-- $10 = 13
-- $11 = 12
-- $12 = 6
-- $13 = 10
-- $14 = 20
-- $15 = 17
-- $16 = "%#17%"
-- $17 = 7
-- $18 = 1
-- $19 = 13
-- $20 = 12
-- $21 = 6
-- $22 = 10
-- $23 = 20
-- $24 = 12
-- $25 = 17
-- $26 = "%#17%"
-- $27 = 7
-- $28 = 1
-- $29 = 13
-- $30 = 12
-- $31 = 6
-- $32 = 10
-- $33 = 20
-- $34 = 12
-- $35 = 17
-- $36 = "%#17%"

with sizes as materialized (
  select s.*, array_position(s.sizes, s.smallest) as picked
  from (
    select a.sizes, (select min(size) from unnest(a.sizes) size) as smallest
    from (
      select array[
        (
          select case when count(*) > 2400 then 151 else least(count(distinct d.item_id), 151)::int end
          from (
            select item_id from item_values
            where template_key = $1::int and field_key = $6::int
              and number is not null
            limit 2401
          ) d
        )
      ] as sizes
      offset 0
    ) a
    offset 0
  ) s
),
matching0 as materialized (
  select i.id, (
    select number from item_values
    where template_key = $1::int and item_id = i.id and field_key = $8::int and number is not null
    limit 1
  ) as sort
  from (
    select distinct o.item_id
    from (
      select item_id from item_values
      where template_key = $1::int and field_key = $7::int
        and number is not null
    ) o
  ) d
  cross join lateral (
    select * from items i
    where i.template_key = $1::int and i.id = d.item_id
    offset 0
  ) i
  where true
    and (exists (
      select 1 from item_values
      where item_id = i.id and template_key = $1::int and field_key = $9::int
      offset 0
    )) is not true
    and (exists (
      select 1 from item_links
      where item_id = i.id and template_key = $1::int and field_key = $10::int and target_id = $11::int
      offset 0
    )) is not true
    and exists (
      select 1 from item_values
      where item_id = i.id and template_key = $1::int and field_key = $12::int and number between $13::float8 and $14::float8
      offset 0
    )
    and (i.id = $15::int or textlike(fold(i.label), $16::text))
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
  case when p.found <= 7 then not (select s.smallest > 150 from sizes s) or (
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
        where template_key = $1::int and field_key = $17::int and number is not null
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
        select i.id, i.label, i.version, i."values", i.bytes, m.sort
        from (
          select * from matching0 m
          where (select s.smallest <= 150 and s.picked = 1 from sizes s)
            and true
          order by m.sort is null desc, m.sort asc, m.id asc
          limit 8
        ) m
        cross join lateral (
          select * from items
          where template_key = $1::int and id = m.id
          offset 0
        ) i
      )
      union all
      (
        select i.id, i.label, i.version, i."values", i.bytes, null::float8 as sort
        from (
          select i.* from items i
          where i.template_key = $1::int
          order by i.id asc
          limit 2048
        ) i
        where (select s.smallest > 150 from sizes s)
          and (
            select number from item_values
            where template_key = $1::int and item_id = i.id and field_key = $27::int and number is not null
            limit 1
          ) is null
          and (exists (
            select 1 from item_values
            where item_id = i.id and template_key = $1::int and field_key = $28::int
            offset 0
          )) is not true
          and (exists (
            select 1 from item_links
            where item_id = i.id and template_key = $1::int and field_key = $29::int and target_id = $30::int
            offset 0
          )) is not true
          and exists (
            select 1 from item_values
            where item_id = i.id and template_key = $1::int and field_key = $31::int and number between $32::float8 and $33::float8
            offset 0
          )
          and exists (
            select 1 from item_values
            where item_id = i.id and template_key = $1::int and field_key = $34::int
            offset 0
          )
          and (i.id = $35::int or textlike(fold(i.label), $36::text))
      )
      union all
      (
        select i.id, i.label, i.version, i."values", i.bytes, s.sort as sort
        from (
          select item_id, number as sort from item_values
          where template_key = $1::int and field_key = $17::int and number is not null
          order by number asc, item_id asc
          limit 2048
        ) s
        cross join lateral (
          select * from items i
          where i.template_key = $1::int and i.id = s.item_id
            and (i.id = $25::int or textlike(fold(i.label), $26::text))
          offset 0
        ) i
        where true
          and (exists (
            select 1 from item_values
            where item_id = s.item_id and template_key = $1::int and field_key = $18::int
            offset 0
          )) is not true
          and (exists (
            select 1 from item_links
            where item_id = s.item_id and template_key = $1::int and field_key = $19::int and target_id = $20::int
            offset 0
          )) is not true
          and exists (
            select 1 from item_values
            where item_id = s.item_id and template_key = $1::int and field_key = $21::int and number between $22::float8 and $23::float8
            offset 0
          )
          and exists (
            select 1 from item_values
            where item_id = s.item_id and template_key = $1::int and field_key = $24::int
            offset 0
          )
          and (select s.smallest > 150 from sizes s)
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
