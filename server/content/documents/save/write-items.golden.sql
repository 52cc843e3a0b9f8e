-- $1 = 3
-- $2 = 5
-- $3 = "2026-11-02T09:30:00.000Z"
-- $4 = "{0,1}"
-- $5 = "{41,41}"
-- $6 = "{NULL,17}"
-- $7 = "{0,4}"
-- $8 = "{0,NULL}"
-- $9 = "{\"A new one\",\"A changed one\"}"
-- $10 = "{\"{\\\"title\\\":\\\"Axe\\\",\\\"price\\\":10}\",\"{\\\"parent\\\":12}\"}"
-- $11 = "{NULL,\"c0ffee00-0000-4000-8000-000000000000\"}"
-- $12 = "{41}"
-- $13 = "{7}"
-- $14 = "{\"c0ffee00-0000-4000-8000-000000000000\"}"
-- $15 = "{41}"
-- $16 = "{12}"
-- $17 = 1
-- $18 = 1
-- $19 = 1
-- $20 = 2
-- $21 = 1
-- $22 = "{1,1}"
-- $23 = "{1,8}"
-- $24 = "{0,0}"
-- $25 = "{1,6}"
-- $26 = "{NULL,10}"
-- $27 = "{\"Axe\",NULL}"
-- $28 = "{1}"
-- $29 = "{8}"
-- $30 = "{12}"
-- $31 = "{\"b7/axe.png\"}"
-- $32 = "{2048}"
-- $33 = "{0,1}"
-- $34 = "{\"c0ffee00-0000-4000-8000-000000000000\",NULL}"
-- $35 = "{\"c0ffee00-0000-4000-8000-000000000000\",NULL}"

with limited as materialized (
  select set_config('lock_timeout', '1500ms', true)
),
held_templates as materialized (
  select t.key
  from limited, templates t
  join unnest(
    $12::text::int[],
    $13::text::int[],
    $14::text::text[]
  ) x (key, version, hash) using (key)
  where t.version = x.version and t.hash = x.hash::uuid
  for share of t
),
held_targets as materialized (
  select i.id
  from limited, items i
  join unnest(
    $15::text::int[],
    $16::text::int[]
  ) x (template_key, id) using (template_key, id)
  for key share of i
),
fit as materialized (
  select (select count(*) from held_templates) = $17::int
    and (select count(*) from held_targets) = $18::int
    as fits
),
input as materialized (
  select x.place, x.template_key, x.id, x.version, x.nth, x.label, x."values"::jsonb, x.hash::uuid
  from unnest(
    $4::text::int[],
    $5::text::int[],
    $6::text::int[],
    $7::text::int[],
    $8::text::int[],
    $9::text::text[],
    $10::text::text[],
    $11::text::text[]
  ) x (place, template_key, id, version, nth, label, "values", hash), fit
  where fits
),
numbered as (
  update projects set next_item_id = next_item_id + $19::int
  where id = $20::int and (select fits from fit)
  returning next_item_id - $21::int as first_id
),
created as (
  insert into items (template_key, id, label, "values", version, created_at, updated_at)
  select x.template_key, n.first_id + x.nth, x.label, x."values", 1, $3::timestamptz, $3::timestamptz
  from input x, numbered n
  where x.id is null
),
updated as (
  update items i set label = x.label, "values" = x."values", version = i.version + 1, updated_at = $3::timestamptz
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
  insert into item_revisions (template_key, item_id, version, action, label, "values", account_id, at)
  select w.template_key, w.id, w.version, case when x.id is null then 'create' else 'update' end,
    x.label, x."values", $2::int, $3::timestamptz
  from written w
  join input x using (place)
),
gone as materialized (
  select * from unnest($22::text::int[], $23::text::int[]) g (place, field_key)
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
    $24::text::int[],
    $25::text::int[],
    $26::text::float8[],
    $27::text::text[]
  ) v (place, field_key, number, text)
  join written w using (place)
),
linked as (
  insert into item_links (instance_id, template_key, item_id, field_key, target_id)
  select $1::int, w.template_key, w.id, l.field_key, l.target_id
  from unnest(
    $28::text::int[],
    $29::text::int[],
    $30::text::int[]
  ) l (place, field_key, target_id)
  join written w using (place)
),
stored as (
  insert into images (instance_id, path, bytes, created_at)
  select $1::int, x.path, x.bytes, $3::timestamptz
  from unnest(
    $31::text::text[],
    $32::text::int[]
  ) x (path, bytes), fit
  where fits
  on conflict do nothing
),
remembered as (
  insert into idempotency_keys (template_key, key, item_id, body_hash, created_at)
  select w.template_key, k.key::uuid, w.id, k.body_hash::uuid, $3::timestamptz
  from unnest(
    $33::text::int[],
    $34::text::text[],
    $35::text::text[]
  ) k (place, key, body_hash)
  join written w using (place)
  where k.key is not null
),
forgotten as (
  delete from idempotency_keys
  where (template_key, key) in (
    select template_key, key
    from idempotency_keys
    where created_at < $3::timestamptz - interval '7 days'
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
