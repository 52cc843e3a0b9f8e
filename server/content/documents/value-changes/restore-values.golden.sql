-- $1 = 41
-- $2 = "bonuses"
-- $3 = "hero"
-- $4 = 3
-- $5 = 1
-- $6 = 8
-- $7 = 10
-- $8 = 12
-- $9 = 13
-- $10 = 14
-- $11 = 15
-- $12 = 100
-- $13 = 300
-- $14 = "{\"1\":\"title\",\"8\":\"parent\",\"10\":\"bonuses\"}"
-- $15 = "{\"1\":\"title\",\"8\":\"parent\"}"
-- $16 = "{\"12\":\"bonuses\",\"13\":\"bonuses\",\"14\":\"bonuses\",\"15\":\"bonuses\"}"
-- $17 = "bonuses"
-- $18 = "{\"levels\"}"
-- $19 = "levels"
-- $20 = "{}"
-- $21 = "{\"step\"}"
-- $22 = "{\"amount\",\"source\",\"levels\",\"step\"}"
-- $23 = "{\"10\":\"bonuses\",\"12\":\"amount\",\"13\":\"source\",\"14\":\"levels\",\"15\":\"step\"}"
-- $24 = 3

with restoring as materialized (
  select r.id, r.had, i."values" as former, i.hash as former_hash,
    m.blocked,
    m."values" || p."values" as "values"
  from (
    select s.item_id as id, s.keys, s.versions,
      array(
        select key::int
        from jsonb_array_elements(s.keys) l (keys)
        cross join lateral jsonb_array_elements_text(l.keys) k (key)
      ) as had,
      array(
        select key::int
        from jsonb_array_elements(s.gone) l (keys)
        cross join lateral jsonb_array_elements_text(l.keys) k (key)
      ) as gone
    from (
      select item_id,
        array_agg(version order by version desc) as versions,
        jsonb_agg(keys order by version desc) as keys, jsonb_agg(gone) as gone
      from (
        select v.item_id, v.version, to_jsonb(array_agg(distinct v.field_key)) as keys,
          to_jsonb(coalesce(array_agg(distinct v.field_key) filter (
            where v.target_id is not null and not exists (
              select 1 from templates t
              join items i on i.template_key = t.key and i.id = v.target_id
              where t.instance_id = $4::int and t.id in ($3::text)
            )
          ), '{}')) as gone
        from removed_values v
        where v.template_key = $1::int and v.field_key in ($5::int, $6::int, $7::int, $8::int, $9::int, $10::int, $11::int)
          and v.item_id > $12::int and v.item_id <= $13::int
        group by v.item_id, v.version
      ) s
      group by item_id
    ) s
    offset 0
  ) r
  cross join lateral (
    select "values", hash from items
    where template_key = $1::int and id = r.id
    offset 0
  ) i
  cross join lateral (
    select r.gone || array(
      select k.key from unnest(r.had) k (key)
      where i."values" ? coalesce($14::jsonb->>k.key::text, '')
    ) as blocked
  ) n
  cross join lateral (
    select coalesce(jsonb_object_agg(f.id, b."values"->f.id), '{}') as "values"
    from jsonb_array_elements(r.keys) with ordinality s (keys, place)
    cross join lateral (
      select "values", rows from removed_documents
      where template_key = $1::int and item_id = r.id and version = r.versions[s.place::int]
      offset 0
    ) b
    cross join lateral (
      select k.key::int, $15::jsonb->>k.key as id
      from jsonb_array_elements_text(s.keys) k (key)
      offset 0
    ) f
    where b."values" ? f.id and f.key <> all (n.blocked)
  ) p
  cross join lateral (
    with recursive steps (done, "values", blocked) as (
      select 0, i."values", n.blocked
      union all
      select d.done + 1,
        case
          when b."values" is null or t.ids is null then d."values"
          else (
            d."values"
            || case
              when b."values" ? $17::text and $17::text = any (t.ids) then jsonb_build_object($17::text, (
                select jsonb_agg(
                  (
                    '{}'::jsonb
                    || coalesce((
                      select jsonb_object_agg(k.id, b0.value->k.id)
                      from unnest(t.ids) k (id)
                      where b0.value ? k.id and k.id <> all ($18::text::text[])
                    ), '{}')
                    || case
                      when b0.value ? $19::text and $19::text = any (t.ids) then jsonb_build_object($19::text, (
                        select jsonb_agg(
                          (
                            '{}'::jsonb
                            || coalesce((
                              select jsonb_object_agg(k.id, b1.value->k.id)
                              from unnest(t.ids) k (id)
                              where b1.value ? k.id and k.id <> all ($20::text::text[])
                            ), '{}')
                          )
                          order by b1.place
                        )
                        from jsonb_array_elements(b0.value->$19::text) with ordinality b1 (value, place)
                      ))
                      when b0.value ? $19::text and '{}'::jsonb ? $19::text and t.ids && $21::text::text[] then jsonb_build_object($19::text, (
                        select jsonb_agg(
                          (
                            c1.value
                            || coalesce((
                              select jsonb_object_agg(k.id, coalesce(b1.value, '{}')->k.id)
                              from unnest(t.ids) k (id)
                              where coalesce(b1.value, '{}') ? k.id and k.id <> all ($20::text::text[])
                            ), '{}')
                          )
                          order by c1.place
                        )
                        from jsonb_array_elements('{}'::jsonb->$19::text) with ordinality c1 (value, place)
                        left join jsonb_array_elements(b0.value->$19::text) with ordinality b1 (value, place) on b1.place = c1.place
                      ))
                      else '{}'
                    end
                  )
                  order by b0.place
                )
                from jsonb_array_elements(b."values"->$17::text) with ordinality b0 (value, place)
              ))
              when b."values" ? $17::text and d."values" ? $17::text and t.ids && $22::text::text[] then jsonb_build_object($17::text, (
                select jsonb_agg(
                  (
                    c0.value
                    || coalesce((
                      select jsonb_object_agg(k.id, coalesce(b0.value, '{}')->k.id)
                      from unnest(t.ids) k (id)
                      where coalesce(b0.value, '{}') ? k.id and k.id <> all ($18::text::text[])
                    ), '{}')
                    || case
                      when coalesce(b0.value, '{}') ? $19::text and $19::text = any (t.ids) then jsonb_build_object($19::text, (
                        select jsonb_agg(
                          (
                            '{}'::jsonb
                            || coalesce((
                              select jsonb_object_agg(k.id, b1.value->k.id)
                              from unnest(t.ids) k (id)
                              where b1.value ? k.id and k.id <> all ($20::text::text[])
                            ), '{}')
                          )
                          order by b1.place
                        )
                        from jsonb_array_elements(coalesce(b0.value, '{}')->$19::text) with ordinality b1 (value, place)
                      ))
                      when coalesce(b0.value, '{}') ? $19::text and c0.value ? $19::text and t.ids && $21::text::text[] then jsonb_build_object($19::text, (
                        select jsonb_agg(
                          (
                            c1.value
                            || coalesce((
                              select jsonb_object_agg(k.id, coalesce(b1.value, '{}')->k.id)
                              from unnest(t.ids) k (id)
                              where coalesce(b1.value, '{}') ? k.id and k.id <> all ($20::text::text[])
                            ), '{}')
                          )
                          order by c1.place
                        )
                        from jsonb_array_elements(c0.value->$19::text) with ordinality c1 (value, place)
                        left join jsonb_array_elements(coalesce(b0.value, '{}')->$19::text) with ordinality b1 (value, place) on b1.place = c1.place
                      ))
                      else '{}'
                    end
                  )
                  order by c0.place
                )
                from jsonb_array_elements(d."values"->$17::text) with ordinality c0 (value, place)
                left join jsonb_array_elements(b."values"->$17::text) with ordinality b0 (value, place) on b0.place = c0.place
              ))
              else '{}'
            end
          )
        end,
        d.blocked || t.stuck
      from steps d
      left join lateral (
        select "values", rows from removed_documents
        where template_key = $1::int and item_id = r.id and version = r.versions[d.done + 1]
        offset 0
      ) b on true
      cross join lateral (
        select array_agg(f.id) filter (where f.fits) as ids, array_agg(f.key) filter (where not f.fits) as stuck
        from (
          select f.key, f.id,
            f.key <> all (d.blocked) and (
              f.outermost is null
              or md5((d."values"->f.outermost)::text) is not distinct from b.rows->>f.outermost
            ) as fits
          from (
            select k.key::int, $23::jsonb->>k.key as id, $16::jsonb->>k.key as outermost
            from jsonb_array_elements_text(r.keys->d.done) k (key)
            offset 0
          ) f
          where f.id is not null
        ) f
      ) t
      where d.done < cardinality(r.versions)
    )
    select "values", blocked from steps
    order by done desc
    limit 1
  ) m
),
changed as (
  update items i set "values" = s."values", version = i.version + (s.former->$2::text is distinct from s."values"->$2::text)::int,
    synced_hash = case when i.synced_hash = i.hash then md5(i.label || chr(31) || (s."values")::text)::uuid else i.synced_hash end
  from restoring s
  where i.template_key = $1::int and i.id = s.id and s.former is distinct from s."values"
  returning i.template_key, i.id, i.hash, i.label, i.version, i."values", s.former_hash, s.had, s.blocked,
    (s.former->$2::text is distinct from s."values"->$2::text) as has_version
),
versions as (
  insert into item_revisions (template_key, item_id, version, action, label, "values", account_id, actor, origin, at, template_version)
  select c.template_key, c.id, c.version, 'update', c.label, c."values", null::int, 'system', 'template-change', t.updated_at, t.version
  from changed c join templates t on t.key = c.template_key
  where c.has_version
),
decided as (
  update sync_decisions d set target_hash = c.hash from changed c
      where d.template_key = c.template_key and d.item_id = c.id and d.target_hash = c.former_hash
),
emitted as (
  insert into events (instance_id, kind, account_id, actor, origin, details)
  select t.instance_id, 'items.changed', null::int, 'system', 'template-change', jsonb_strip_nulls(jsonb_build_object(
    'template_id', t.id, 'action', c.action, 'count', count(*),
    'ids', case when count(*) <= 100 then jsonb_agg(c.id order by c.id) end
  ))
  from (select template_key, id, 'update' as action from changed) c
  join templates t on t.key = c.template_key
  group by t.key, c.action
  order by t.key, c.action
),
back as materialized (
  select v.*
  from changed c
  cross join lateral unnest(c.had) k (key)
  cross join lateral (
    select * from removed_values
    where template_key = $1::int and field_key = k.key and item_id = c.id
    offset 0
  ) v
  where k.key <> all (c.blocked)
),
indexed as (
  insert into item_values (template_key, field_key, item_id, number, text)
  select template_key, field_key, item_id, number, text from back
  where number is not null or text is not null
)
insert into item_links (instance_id, template_key, field_key, item_id, target_id)
select $24::int, template_key, field_key, item_id, target_id from back
where target_id is not null
