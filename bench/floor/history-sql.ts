/** SQL for histories. $1 template; each statement is what would be written by hand for this table of revisions. */

/** Gives the first `$2` items of a template `$3` former versions each, of which every one changes one value, and sometimes the text. */
export const addVersions = `
  with chosen as (select * from items where template_key = $1 order by id limit $2),
  made as (
    insert into item_revisions (template_key, item_id, version, action, label, "values", template_version, account_id, at)
    select $1, i.id, v, case v when 1 then 'create' else 'update' end, i.label,
      i."values" || jsonb_build_object(
        'price', v + (v % 3 = 0)::int, 'level', v / 5, 'tradable', v % 7 = 0,
        'description', concat(i."values"->>'description', ' ', v / 12)
      ),
      1, 1, now() - interval '40 days' + v * interval '1 minute'
    from chosen i, generate_series(1, $3 - 1) v
  ),
  last as (
    insert into item_revisions (template_key, item_id, version, action, label, "values", template_version, account_id, at)
    select $1, id, $3, 'update', label, "values", 1, 1, now() - interval '40 days' + $3 * interval '1 minute' from chosen
  )
  update items i set version = $3 from chosen c where i.template_key = $1 and i.id = c.id`;

/** The last 50 versions of an item with the fields that each has changed. */
export const firstPage = `
  select version, label, at, account_id, (
      select array_agg(key) from jsonb_each(content) n full join jsonb_each(coalesce(before, '{}')) b using (key)
      where n.value is distinct from b.value
    ) as fields
  from (
    select version, label, at, account_id, content, lead(content) over (order by version desc) as before
    from (
      select r.version, r.label, r.at, r.account_id,
        case when r.base_version is null then r."values" else (b."values" - coalesce(r.removed, '{}')) || r."values" end as content
      from item_revisions r
      left join item_revisions b on b.template_key = r.template_key and b.item_id = r.item_id and b.version = r.base_version
      where r.template_key = $1 and r.item_id = $2 order by r.version desc limit 51
    ) r
  ) r order by version desc limit 50`;

/** The last 50 versions of an item that changed the field $3. */
export const pageOfField = `
  select version, label, at, account_id from (
    select r.version, r.label, r.at, r.account_id,
      coalesce(r."values"->$3, case when not $3 = any(coalesce(r.removed, '{}')) then b."values"->$3 end) as content,
      lead(coalesce(r."values"->$3, case when not $3 = any(coalesce(r.removed, '{}')) then b."values"->$3 end)) over (order by r.version desc) as before
    from item_revisions r
    left join item_revisions b on b.template_key = r.template_key and b.item_id = r.item_id and b.version = r.base_version
    where r.template_key = $1 and r.item_id = $2
  ) r where content is distinct from before order by version desc limit 50`;

/** The bytes of all versions of a template, as they are stored. */
export const storedBytes = `
  select (avg(pg_column_size("values") + coalesce(pg_column_size(removed), 0)))::float8 as bytes from item_revisions where template_key = $1`;
