-- $1 = 5
-- $2 = "account"
-- $3 = "form"
-- $4 = "2026-11-02T09:30:00.000Z"
-- $5 = 3
-- $6 = "{41}"
-- $7 = "{7}"
-- $8 = "{\"c0ffee00-0000-4000-8000-000000000000\"}"
-- $9 = "{41}"
-- $10 = "{12}"
-- $11 = 1
-- $12 = 1
-- $13 = "{0,1}"
-- $14 = "{41,41}"
-- $15 = "{NULL,17}"
-- $16 = "{0,4}"
-- $17 = "{0,NULL}"
-- $18 = "{\"A new one\",\"A changed one\"}"
-- $19 = "{\"{\\\"title\\\":\\\"Axe\\\",\\\"price\\\":10}\",\"{\\\"parent\\\":12}\"}"
-- $20 = "{NULL,\"c0ffee00-0000-4000-8000-000000000000\"}"
-- $21 = 1
-- $22 = 2
-- $23 = 1
-- $24 = "{1,1}"
-- $25 = "{1,8}"
-- $26 = "{0,0}"
-- $27 = "{1,6}"
-- $28 = "{NULL,10}"
-- $29 = "{\"Axe\",NULL}"
-- $30 = "{1}"
-- $31 = "{8}"
-- $32 = "{12}"
-- $33 = "{\"b7/axe.png\"}"
-- $34 = "{2048}"
-- $35 = "{0,1}"
-- $36 = "{\"c0ffee00-0000-4000-8000-000000000000\",NULL}"
-- $37 = "{\"c0ffee00-0000-4000-8000-000000000000\",NULL}"

with limited as materialized (
  select set_config('lock_timeout', '1500ms', true)
),
held_templates as materialized (
  select t.key, t.version
  from limited, templates t
  join unnest(
    $6::text::int[],
    $7::text::int[],
    $8::text::text[]
  ) x (key, version, hash) using (key)
  where t.version = x.version and t.hash = x.hash::uuid
  for share of t
),
held_targets as materialized (
  select i.id
  from limited, items i
  join unnest(
    $9::text::int[],
    $10::text::int[]
  ) x (template_key, id) using (template_key, id)
  for key share of i
),
fit as materialized (
  select (select count(*) from held_templates) = $11::int
    and (select count(*) from held_targets) = $12::int
    as fits
),
input as materialized (
  select x.place, x.template_key, x.id, x.version, x.nth, x.label, x."values"::jsonb, x.hash::uuid
  from unnest(
    $13::text::int[],
    $14::text::int[],
    $15::text::int[],
    $16::text::int[],
    $17::text::int[],
    $18::text::text[],
    $19::text::text[],
    $20::text::text[]
  ) x (place, template_key, id, version, nth, label, "values", hash), fit
  where fits
),
numbered as (
  update projects set next_item_id = next_item_id + $21::int
  where id = $22::int and (select fits from fit)
  returning next_item_id - $23::int as first_id
),
created as (
  insert into items (template_key, id, label, "values", version, created_at, updated_at)
  select x.template_key, n.first_id + x.nth, x.label, x."values", 1, $4::timestamptz, $4::timestamptz
  from input x, numbered n
  where x.id is null
),
updated as (
  update items i set label = x.label, "values" = x."values", version = i.version + 1, updated_at = $4::timestamptz
  from input x
  where i.template_key = x.template_key and i.id = x.id and i.version = x.version and i.hash = x.hash
  returning x.place, i.template_key, i.id, i.version
),
written as materialized (
  select place, template_key, id, version from updated
  union all
  select x.place, x.template_key, n.first_id + x.nth as id, 1 as version from input x, numbered n
  where x.id is null
),
kept as (
  insert into item_revisions (template_key, item_id, version, action, label, "values", account_id, actor, origin, at, template_version)
  select w.template_key, w.id, w.version, case when x.id is null then 'create' else 'update' end,
    x.label, x."values", $1::int, $2::text, $3::text, $4::timestamptz, t.version
  from written w
  join input x using (place)
  join held_templates t on t.key = w.template_key
),
emitted as (
  insert into events (instance_id, kind, account_id, actor, origin, details)
  select t.instance_id, 'items.changed', $1::int, $2::text, $3::text, jsonb_strip_nulls(jsonb_build_object(
    'template_id', t.id, 'action', c.action, 'count', count(*),
    'ids', case when count(*) <= 100 then jsonb_agg(c.id order by c.id) end
  ))
  from (select template_key, id, case version when 1 then 'create' else 'update' end as action from written) c
  join templates t on t.key = c.template_key
  group by t.key, c.action
  order by t.key, c.action
),
gone as materialized (
  select * from unnest($24::text::int[], $25::text::int[]) g (place, field_key)
),
unindexed as (
  delete from item_values v
  using written w, gone g
  where g.place = w.place and v.template_key = w.template_key and v.item_id = w.id and v.field_key = g.field_key
),
unlinked as (
  delete from item_links v
  using written w, gone g
  where g.place = w.place and v.template_key = w.template_key and v.item_id = w.id and v.field_key = g.field_key
),
indexed as (
  insert into item_values (template_key, item_id, field_key, number, text)
  select w.template_key, w.id, v.field_key, v.number, v.text
  from unnest(
    $26::text::int[],
    $27::text::int[],
    $28::text::float8[],
    $29::text::text[]
  ) v (place, field_key, number, text)
  join written w using (place)
),
linked as (
  insert into item_links (instance_id, template_key, item_id, field_key, target_id)
  select $5::int, w.template_key, w.id, l.field_key, l.target_id
  from unnest(
    $30::text::int[],
    $31::text::int[],
    $32::text::int[]
  ) l (place, field_key, target_id)
  join written w using (place)
),
stored as (
  insert into images (instance_id, path, bytes, created_at)
  select $5::int, x.path, x.bytes, $4::timestamptz
  from unnest(
    $33::text::text[],
    $34::text::int[]
  ) x (path, bytes), fit
  where fits
  on conflict do nothing
),
remembered as (
  insert into idempotency_keys (template_key, key, item_id, body_hash, created_at)
  select w.template_key, k.key::uuid, w.id, k.body_hash::uuid, $4::timestamptz
  from unnest(
    $35::text::int[],
    $36::text::text[],
    $37::text::text[]
  ) k (place, key, body_hash)
  join written w using (place)
  where k.key is not null
),
forgotten as (
  delete from idempotency_keys
  where (template_key, key) in (
    select template_key, key
    from idempotency_keys
    where created_at < $4::timestamptz - interval '7 days'
    order by created_at
    limit 20
    for update skip locked
  )
),
counted as (
  insert into item_counts (template_key, items)
  select template_key, count(*) from input
  where id is null
  group by template_key
  order by template_key
  on conflict (template_key) do update set items = item_counts.items + excluded.items
)
select place, id, version from written
