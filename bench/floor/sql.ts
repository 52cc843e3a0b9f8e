/**
 * The best SQL for each job on the product’s own tables, as one prepared statement each. It reads what the product
 * reads and writes every row that the product writes for the same save: item, index rows, links, revision, count. It
 * has no sign-in, no permissions, no validation and no count of matches.
 */

/** A row of a list as JSON text, forwarded without being parsed and serialized again. */
const row = `'{"id":' || i.id || ',"internal_label":' || to_json(i.label)::text || ',"version":' || i.version || ',"values":' || i."values"::text || '}'`;

/**
 * A page of items in a category and from a level on, by price. It walks the price index in order and checks the
 * document, which the page needs anyway, until the page is full; `offset 0` and `limit 1` keep the planner from other
 * plans. $1 template, $2 price's field key, $3 category, $4 level, $5 limit.
 */
export const page = (direction: 'asc' | 'desc') => ({
  name: `page-${direction}`,
  text: `
    select '{"items":[' || coalesce(string_agg(${row}, ','), '') || ']}' as json
    from (
      select i.* from (
        select item_id from item_values where template_key = $1 and field_key = $2 and number is not null
        order by number ${direction}, item_id ${direction} offset 0
      ) sorted
      cross join lateral (
        select i.id, i.label, i.version, i."values" from items i
        where i.template_key = $1 and i.id = sorted.item_id and i."values"->>'category' = $3 and (i."values"->'level')::int >= $4
        limit 1
      ) i
      limit $5
    ) i`,
});

/** The first items by id, $1 template, $2 limit. */
export const firstPage = {
  name: 'first-page',
  text: `
    select '{"items":[' || string_agg(${row}, ',') || ']}' as json
    from (select id, label, version, "values" from items where template_key = $1 order by id limit $2) i`,
};

/** The first items by id whose label contains a text, $1 template, $2 limit, $3 text. */
export const firstPageOfLabel = {
  name: 'first-page-of-label',
  text: `
    select '{"items":[' || coalesce(string_agg(${row}, ','), '') || ']}' as json
    from (select id, label, version, "values" from items where template_key = $1 and fold(label) like '%' || fold($3) || '%' order by id limit $2) i`,
};

/** Items whose label begins with a text, then others that contain it, $1 template, $2 text, $3 limit. */
export const foundByLabel = {
  name: 'found-by-label',
  text: `
    with first as (
      select id, label from items
        where template_key = $1 and left(fold(label), 64) collate "C" >= fold($2)
          and left(fold(label), 64) collate "C" < fold($2) || U&'\\+10FFFF'
        order by left(fold(label), 64) collate "C", id limit $3)
    select id, label from first
    union all
    (select id, label from items where template_key = $1 and fold(label) like '%' || fold($2) || '%' and id not in (select id from first)
      limit $3 - (select count(*) from first))`,
};

/** All items of a template, $1, one per row: rows are sent while later ones are printed. Each begins with a comma. */
export const everything = {
  name: 'everything',
  text: `select ',' || ${row} as json from items i where template_key = $1 order by id`,
};

/**
 * Saves some fields of one item that are not in a group.
 * $1 template, $2 item, $3 label, $4 changed values as JSON, $5 field keys, $6 numbers and $7 texts of the index rows,
 * $8 field keys and $9 targets of the links, $10 account.
 */
export const save = {
  name: 'save',
  text: `
    with saved as (
      update items set label = $3, "values" = "values" || $4::jsonb, version = version + 1, updated_at = now()
      where template_key = $1 and id = $2 returning id, version, label, "values"
    ), indexed as (
      update item_values v set number = n.number, text = n.text
      from unnest($5::int[], $6::float8[], $7::text[]) n (field_key, number, text)
      where v.template_key = $1 and v.item_id = $2 and v.field_key = n.field_key
    ), linked as (
      update item_links l set target_id = n.target_id
      from unnest($8::int[], $9::int[]) n (field_key, target_id)
      where l.template_key = $1 and l.item_id = $2 and l.field_key = n.field_key
    ), kept as (
      insert into item_revisions (template_key, item_id, version, action, label, "values", account_id, at)
      select $1, id, version, 'update', label, "values", $10, now() from saved
    )
    select id, version from saved`,
};

/**
 * Creates items. The places in the arrays count from 1.
 * $1 template, $2 instance, $3 labels, $4 values as JSON texts, $5 $6 $7 $8 place, field key, number and text of the index rows,
 * $9 $10 $11 place, field key and target of the links, $12 account.
 */
export const create = {
  name: 'create',
  text: `
    with numbered as (
      update projects p set next_item_id = next_item_id + cardinality($3::text[])
      from instances i where i.id = $2 and p.id = i.project_id
      returning next_item_id - cardinality($3::text[]) - 1 as before
    ), created as (
      insert into items (template_key, id, label, "values", version, created_at, updated_at)
      select $1, before + n.place, n.label, n.document::jsonb, 1, now(), now()
      from numbered, unnest($3::text[], $4::text[]) with ordinality n (label, document, place)
      returning id, label, "values"
    ), indexed as (
      insert into item_values (template_key, item_id, field_key, number, text)
      select $1, before + n.place, n.field_key, n.number, n.text
      from numbered, unnest($5::int[], $6::int[], $7::float8[], $8::text[]) n (place, field_key, number, text)
    ), linked as (
      insert into item_links (instance_id, template_key, item_id, field_key, target_id)
      select $2, $1, before + n.place, n.field_key, n.target_id
      from numbered, unnest($9::int[], $10::int[], $11::int[]) n (place, field_key, target_id)
    ), kept as (
      insert into item_revisions (template_key, item_id, version, action, label, "values", account_id, at)
      select $1, id, 1, 'create', label, "values", $12, now() from created
    ), counted as (
      update item_counts set items = items + cardinality($3::text[]) where template_key = $1
    )
    select id, 1 as version from created order by id`,
};

/** The workspaces, projects and instances of an account, its roles and its active instance, without the rules of a plan; $1 account. */
export const account = {
  name: 'account',
  text: `
    select json_build_object(
      'settings', json_build_object('active_instance_id', (select active_instance_id from accounts where id = $1)),
      'roles', json_build_object('workspaces', json_agg(json_build_object('id', m.workspace_id, 'workspace_role_id', m.role_id))),
      'workspaces', json_build_object('workspaces', json_agg(json_build_object('id', w.id, 'name', w.name, 'projects', (
        select coalesce(json_agg(json_build_object('id', p.id, 'name', p.name, 'status', p.status, 'is_read_only', false, 'instances', (
          select json_agg(json_build_object('id', i.id, 'env', i.env) order by i.id) from instances i where i.project_id = p.id
        )) order by p.id), '[]') from projects p where p.workspace_id = w.id
      ))))
    )::text as json
    from workspace_members m join workspaces w on w.id = m.workspace_id where m.account_id = $1`,
};

/** The menu of an instance, $1 instance. */
export const menu = {
  name: 'menu',
  text: `
    select json_build_object('menu', json_agg(n order by n."order", n.id))::text as json
    from (select id, parent_id, label, template_id, "order" from menu_nodes where instance_id = $1) n`,
};
