-- $1 = 41
-- $2 = 3
-- $3 = "hero"
-- $4 = 7
-- $5 = "c0ffee00-0000-4000-8000-000000000000"
-- $6 = 1
-- $7 = "Axe"
-- $8 = "Axe"
-- $9 = 13
-- $10 = 12
-- $11 = 1
-- $12 = "Axe"
-- $13 = "Axe"
-- $14 = "weight"
-- $15 = 13
-- $16 = 12
-- $17 = "price"
-- $18 = 99.99999999999999
-- $19 = "%50\\%%"
-- $20 = 13
-- $21 = 12
-- $22 = "weight"
-- $23 = "title"
-- $24 = "Axe"
-- $25 = "price"
-- $26 = 99.99999999999999
-- $27 = "%50\\%%"
-- $28 = 7
-- $29 = 13
-- $30 = 12
-- $31 = "price"
-- $32 = 99.99999999999999
-- $33 = "%50\\%%"
-- $34 = "weight"
-- $35 = "title"
-- $36 = "Axe"
-- $37 = 13
-- $38 = 12
-- $39 = "price"
-- $40 = 99.99999999999999
-- $41 = "%50\\%%"

with listed as materialized (
  select item_id from item_values
  where template_key = $1::int and field_key = $6::int and text is not null
    and left(text, 64) collate "natural" = left($7::text, 64) collate "natural"
    and text is not distinct from $8::text
  limit 1025
),
sizes as materialized (
  select s.*, array_position(s.sizes, s.smallest) as picked
  from (
    select a.sizes, (select min(size) from unnest(a.sizes) size) as smallest
    from (
      select array[
        (select count(*)::int from listed),
        (
          select count(*)::int
          from (
            select item_id from item_links
            where template_key = $1::int and field_key = $9::int and target_id = $10::int
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
  select i.id, (case jsonb_typeof((i."values"->$14::text)) when 'boolean' then (i."values"->$14::text)::bool::int::float8 else (i."values"->$14::text)::float8 end) as sort
  from (
    select item_id from item_values
    where template_key = $1::int and field_key = $11::int and text is not null
      and left(text, 64) collate "natural" = left($12::text, 64) collate "natural"
      and text is not distinct from $13::text
  ) d
  cross join lateral (
    select * from items i
    where i.template_key = $1::int and i.id = d.item_id
      and exists (
        select 1 from item_links
        where item_id = i.id and template_key = $1::int and field_key = $15::int and target_id = $16::int
        offset 0
      )
      and (case jsonb_typeof((i."values"->$17::text)) when 'boolean' then (i."values"->$17::text)::bool::int::float8 else (i."values"->$17::text)::float8 end) <= $18::float8
      and textlike(fold(i.label), $19::text)
    offset 0
  ) i
),
matching1 as materialized (
  select i.id, (case jsonb_typeof((i."values"->$22::text)) when 'boolean' then (i."values"->$22::text)::bool::int::float8 else (i."values"->$22::text)::float8 end) as sort
  from (
    select distinct o.item_id
    from (
      select item_id from item_links
      where template_key = $1::int and field_key = $20::int and target_id = $21::int
    ) o
  ) d
  cross join lateral (
    select * from items i
    where i.template_key = $1::int and i.id = d.item_id
      and (i."values"->>$23::text) = $24::text
      and (case jsonb_typeof((i."values"->$25::text)) when 'boolean' then (i."values"->$25::text)::bool::int::float8 else (i."values"->$25::text)::float8 end) <= $26::float8
      and textlike(fold(i.label), $27::text)
    offset 0
  ) i
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
    when (select s.smallest > 150 and s.sizes[1] <= 1024 from sizes s) then null::int
    else case
      when (select s.smallest <= 150 and s.picked = 1 from sizes s) then (select count(*)::int from matching0)
      when (select s.smallest <= 150 and s.picked = 2 from sizes s) then (select count(*)::int from matching1)
    end
  end as matches,
  case when p.found <= 50 then not (select s.smallest > 150 and s.sizes[1] <= 1024 from sizes s) or (
    (
      select count(*)
      from (
        select item_id from item_values
        where template_key = $1::int and field_key = $28::int and number is not null
        order by number desc, item_id desc
        limit 2049
      ) e
    ) <= 2048
    and (
      select count(*)
      from (
        select i.id from items i
        where i.template_key = $1::int
        order by i.id desc
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
          order by m.sort is null, m.sort desc, m.id desc
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
        select i.id, i.label, i.version, i."values", i.bytes, m.sort
        from (
          select * from matching1 m
          where (select s.smallest <= 150 and s.picked = 2 from sizes s)
            and true
          order by m.sort is null, m.sort desc, m.id desc
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
        select i.id, i.label, i.version, i."values", i.bytes, s.sort as sort
        from (
          select item_id, number as sort from item_values
          where template_key = $1::int and field_key = $28::int and number is not null
          order by number desc, item_id desc
          limit 2048
        ) s
        cross join lateral (
          select * from items i
          where i.template_key = $1::int and i.id = s.item_id
            and exists (
              select 1 from item_links
              where item_id = i.id and template_key = $1::int and field_key = $29::int and target_id = $30::int
              offset 0
            )
            and (case jsonb_typeof((i."values"->$31::text)) when 'boolean' then (i."values"->$31::text)::bool::int::float8 else (i."values"->$31::text)::float8 end) <= $32::float8
            and textlike(fold(i.label), $33::text)
          offset 0
        ) i
        where true
          and (s.item_id in (select l.item_id from listed l)) is true
          and (select s.smallest > 150 and s.sizes[1] <= 1024 from sizes s)
      )
      union all
      (
        select i.id, i.label, i.version, i."values", i.bytes, null::float8 as sort
        from (
          select i.* from items i
          where i.template_key = $1::int
          order by i.id desc
          limit 2048
        ) i
        where (select s.smallest > 150 and s.sizes[1] <= 1024 from sizes s)
          and (
            select count(*)
            from (
              select item_id from item_values
              where template_key = $1::int and field_key = $28::int and number is not null
              order by number desc, item_id desc
              limit 2049
            ) e
          ) <= 2048
          and (case jsonb_typeof((i."values"->$34::text)) when 'boolean' then (i."values"->$34::text)::bool::int::float8 else (i."values"->$34::text)::float8 end) is null
          and (i."values"->>$35::text) = $36::text
          and exists (
            select 1 from item_links
            where item_id = i.id and template_key = $1::int and field_key = $37::int and target_id = $38::int
            offset 0
          )
          and (case jsonb_typeof((i."values"->$39::text)) when 'boolean' then (i."values"->$39::text)::bool::int::float8 else (i."values"->$39::text)::float8 end) <= $40::float8
          and textlike(fold(i.label), $41::text)
      )
      limit 51
    ) w
  ) i
) p on true
