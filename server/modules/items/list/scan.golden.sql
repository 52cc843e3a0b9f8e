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
-- $18 = -Infinity
-- $19 = 99.99999999999999
-- $20 = "%50\\%%"
-- $21 = 13
-- $22 = 12
-- $23 = "weight"
-- $24 = "title"
-- $25 = "Axe"
-- $26 = "price"
-- $27 = -Infinity
-- $28 = 99.99999999999999
-- $29 = "%50\\%%"
-- $30 = 7
-- $31 = "title"
-- $32 = "Axe"
-- $33 = 13
-- $34 = 12
-- $35 = "price"
-- $36 = -Infinity
-- $37 = 99.99999999999999
-- $38 = "%50\\%%"
-- $39 = "weight"
-- $40 = "title"
-- $41 = "Axe"
-- $42 = 13
-- $43 = 12
-- $44 = "price"
-- $45 = -Infinity
-- $46 = 99.99999999999999
-- $47 = "%50\\%%"
-- $48 = 1
-- $49 = "Axe"
-- $50 = "Axe"
-- $51 = 13
-- $52 = 12
-- $53 = "price"
-- $54 = -Infinity
-- $55 = 99.99999999999999
-- $56 = "%50\\%%"

with sizes as materialized (
  select s.*, array_position(s.sizes, s.smallest) as picked
  from (
    select a.sizes, (select min(size) from unnest(a.sizes) size) as smallest
    from (
      select array[
        (
          select count(*)::int
          from (
            select item_id from item_values
            where template_key = $1::int and field_key = $6::int and text is not null
              and lower(left(text, 64)) collate "C" = lower(left($7::text, 64)) collate "C"
              and text is not distinct from $8::text
            limit 151
          ) d
        ),
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
      and lower(left(text, 64)) collate "C" = lower(left($12::text, 64)) collate "C"
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
      and (case jsonb_typeof((i."values"->$17::text)) when 'boolean' then (i."values"->$17::text)::bool::int::float8 else (i."values"->$17::text)::float8 end) between $18::float8 and $19::float8
      and texticlike(i.label, $20::text)
    offset 0
  ) i
),
matching1 as materialized (
  select i.id, (case jsonb_typeof((i."values"->$23::text)) when 'boolean' then (i."values"->$23::text)::bool::int::float8 else (i."values"->$23::text)::float8 end) as sort
  from (
    select distinct o.item_id
    from (
      select item_id from item_links
      where template_key = $1::int and field_key = $21::int and target_id = $22::int
    ) o
  ) d
  cross join lateral (
    select * from items i
    where i.template_key = $1::int and i.id = d.item_id
      and (i."values"->>$24::text) = $25::text
      and (case jsonb_typeof((i."values"->$26::text)) when 'boolean' then (i."values"->$26::text)::bool::int::float8 else (i."values"->$26::text)::float8 end) between $27::float8 and $28::float8
      and texticlike(i.label, $29::text)
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
    when (select s.smallest > 150 from sizes s) then (
      select count(distinct i.id)::int
      from (
        select item_id from item_values
        where template_key = $1::int and field_key = $48::int and text is not null
          and lower(left(text, 64)) collate "C" = lower(left($49::text, 64)) collate "C"
          and text is not distinct from $50::text
        limit 50
      ) d
      cross join lateral (
        select * from items
        where template_key = $1::int and id = d.item_id
        offset 0
      ) i
      where (select s.smallest > 150 from sizes s)
        and exists (
          select 1 from item_links
          where item_id = i.id and template_key = $1::int and field_key = $51::int and target_id = $52::int
          offset 0
        )
        and (case jsonb_typeof((i."values"->$53::text)) when 'boolean' then (i."values"->$53::text)::bool::int::float8 else (i."values"->$53::text)::float8 end) between $54::float8 and $55::float8
        and texticlike(i.label, $56::text)
    )
    else case
      when (select s.smallest <= 150 and s.picked = 1 from sizes s) then (select count(*)::int from matching0)
      when (select s.smallest <= 150 and s.picked = 2 from sizes s) then (select count(*)::int from matching1)
    end
  end as matches,
  case when p.found <= 50 then not (select s.smallest > 150 from sizes s) or (
    (
      select count(*)
      from (
        select item_id from item_values
        where template_key = $1::int and field_key = $30::int and number is not null
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
          where template_key = $1::int and field_key = $30::int and number is not null
          order by number desc, item_id desc
          limit 2048
        ) s
        cross join lateral (
          select * from items i
          where i.template_key = $1::int and i.id = s.item_id
            and (i."values"->>$31::text) = $32::text
            and exists (
              select 1 from item_links
              where item_id = i.id and template_key = $1::int and field_key = $33::int and target_id = $34::int
              offset 0
            )
            and (case jsonb_typeof((i."values"->$35::text)) when 'boolean' then (i."values"->$35::text)::bool::int::float8 else (i."values"->$35::text)::float8 end) between $36::float8 and $37::float8
            and texticlike(i.label, $38::text)
          offset 0
        ) i
        where true
          and (select s.smallest > 150 from sizes s)
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
        where (select s.smallest > 150 from sizes s)
          and (
            select count(*)
            from (
              select item_id from item_values
              where template_key = $1::int and field_key = $30::int and number is not null
              order by number desc, item_id desc
              limit 2049
            ) e
          ) <= 2048
          and (case jsonb_typeof((i."values"->$39::text)) when 'boolean' then (i."values"->$39::text)::bool::int::float8 else (i."values"->$39::text)::float8 end) is null
          and (i."values"->>$40::text) = $41::text
          and exists (
            select 1 from item_links
            where item_id = i.id and template_key = $1::int and field_key = $42::int and target_id = $43::int
            offset 0
          )
          and (case jsonb_typeof((i."values"->$44::text)) when 'boolean' then (i."values"->$44::text)::bool::int::float8 else (i."values"->$44::text)::float8 end) between $45::float8 and $46::float8
          and texticlike(i.label, $47::text)
      )
      limit 51
    ) w
  ) i
) p on true
