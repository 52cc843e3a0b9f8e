-- $1 = 41
-- $2 = 3
-- $3 = "hero"
-- $4 = 7
-- $5 = "c0ffee00-0000-4000-8000-000000000000"
-- $6 = 1
-- $7 = "Axe"
-- $8 = 13
-- $9 = 12
-- $10 = 7
-- $11 = 13
-- $12 = 12
-- $13 = 6
-- $14 = 99.99999999999999
-- $15 = "%50\\%%"
-- $16 = 13
-- $17 = 12
-- $18 = 7
-- $19 = 1
-- $20 = "Axe"
-- $21 = 6
-- $22 = 99.99999999999999
-- $23 = "%50\\%%"
-- $24 = 7
-- $25 = 13
-- $26 = 12
-- $27 = 6
-- $28 = 99.99999999999999
-- $29 = "%50\\%%"
-- $30 = 1
-- $31 = "Axe"
-- $32 = 7
-- $33 = 13
-- $34 = 12
-- $35 = 6
-- $36 = 99.99999999999999
-- $37 = "%50\\%%"

with listed as materialized (
  select item_id from item_values
  where template_key = $1::int and field_key = $6::int and text is not null
    and sort_text collate "natural" = left($7::text, 64) collate "natural"
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
            where template_key = $1::int and field_key = $8::int and target_id = $9::int
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
  select i.id, (
    select number from item_values
    where template_key = $1::int and item_id = i.id and field_key = $10::int and number is not null
    limit 1
  ) as sort
  from (
    select l.item_id from listed l
  ) d
  cross join lateral (
    select * from items i
    where i.template_key = $1::int and i.id = d.item_id
    offset 0
  ) i
  where true
    and exists (
      select 1 from item_links
      where item_id = i.id and template_key = $1::int and field_key = $11::int and target_id = $12::int
      offset 0
    )
    and exists (
      select 1 from item_values
      where item_id = i.id and template_key = $1::int and field_key = $13::int and number <= $14::float8
      offset 0
    )
    and textlike(fold(i.label), $15::text)
),
matching1 as materialized (
  select i.id, (
    select number from item_values
    where template_key = $1::int and item_id = i.id and field_key = $18::int and number is not null
    limit 1
  ) as sort
  from (
    select distinct o.item_id
    from (
      select item_id from item_links
      where template_key = $1::int and field_key = $16::int and target_id = $17::int
    ) o
  ) d
  cross join lateral (
    select * from items i
    where i.template_key = $1::int and i.id = d.item_id
    offset 0
  ) i
  where true
    and exists (
      select 1 from item_values
      where item_id = i.id and template_key = $1::int and field_key = $19::int and text is not null
        and sort_text collate "natural" = left($20::text, 64) collate "natural"
      offset 0
    )
    and exists (
      select 1 from item_values
      where item_id = i.id and template_key = $1::int and field_key = $21::int and number <= $22::float8
      offset 0
    )
    and textlike(fold(i.label), $23::text)
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
    when (select s.smallest <= 150 and s.picked = 2 from sizes s) then (select count(*)::int from matching1)
  end as matches,
  case when p.found <= 50 then not (select s.smallest > 150 from sizes s) or (
    (
      select count(*)
      from (
        select item_id from item_values
        where template_key = $1::int and field_key = $24::int and number is not null
        order by number desc, item_id desc
        limit 2049
      ) e
    ) <= 2048
    and (select count(*)::int from listed) <= 1024
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
          select * from (
            select item_id, number as sort from item_values
            where template_key = $1::int and field_key = $24::int and number is not null
            order by number desc, item_id desc
            limit 2048
          ) s
          where case when (select count(*)::int from listed) <= 1024 then s.item_id in (select l.item_id from listed l)
            else exists (
              select 1 from item_values
              where item_id = s.item_id and template_key = $1::int and field_key = $30::int and text is not null
                and sort_text collate "natural" = left($31::text, 64) collate "natural"
              offset 0
            )
          end
          offset 0
        ) s
        cross join lateral (
          select * from items i
          where i.template_key = $1::int and i.id = s.item_id
            and textlike(fold(i.label), $29::text)
          offset 0
        ) i
        where true
          and exists (
            select 1 from item_links
            where item_id = s.item_id and template_key = $1::int and field_key = $25::int and target_id = $26::int
            offset 0
          )
          and exists (
            select 1 from item_values
            where item_id = s.item_id and template_key = $1::int and field_key = $27::int and number <= $28::float8
            offset 0
          )
          and (select s.smallest > 150 from sizes s)
      )
      union all
      (
        select i.id, i.label, i.version, i."values", i.bytes, null::float8 as sort
        from (
          select distinct l.item_id from listed l
          where (
            select number from item_values
            where template_key = $1::int and item_id = l.item_id and field_key = $32::int and number is not null
            limit 1
          ) is null
          order by l.item_id desc
        ) l
        cross join lateral (
          select * from items i
          where i.template_key = $1::int and i.id = l.item_id
            and exists (
              select 1 from item_links
              where item_id = i.id and template_key = $1::int and field_key = $33::int and target_id = $34::int
              offset 0
            )
            and exists (
              select 1 from item_values
              where item_id = i.id and template_key = $1::int and field_key = $35::int and number <= $36::float8
              offset 0
            )
            and textlike(fold(i.label), $37::text)
          offset 0
        ) i
        where (select s.smallest > 150 from sizes s) and (select count(*)::int from listed) <= 1024
          and (
            select count(*)
            from (
              select item_id from item_values
              where template_key = $1::int and field_key = $24::int and number is not null
              order by number desc, item_id desc
              limit 2049
            ) e
          ) <= 2048
      )
      limit 51
    ) w
  ) i
) p on true
