/**
 * The bare SQL of an instance sync, on the product's own tables: without sign-in, permissions, checks, history or
 * undo. $1 and $2 are the keys of a template in the source and in the target.
 */

/** Items that differ, as the list of changes names them. */
export const changedItems = `
  select coalesce(s.id, t.id) as id, coalesce(s.label, t.label) as label, s.hash::text as source, t.hash::text as target
  from (select id, label, hash from items where template_key = $1) s
  full join (select id, label, hash from items where template_key = $2) t on t.id = s.id
  where s.hash is distinct from t.hash order by 1`;

/** Gives all items of a template another label and another value; `$1` is its key. */
export const updatedItems = `
  update items set label = label || '-', "values" = "values" || '{"price": 5}', version = version + 1, updated_at = now()
  where template_key = $1`;

/** Puts the items of the source into an empty target: the rows that separate saves would write. */
export const copiedItems = [
  `insert into items (template_key, id, label, "values", version, created_at, updated_at)
    select $2, id, label, "values", 1, now(), now() from items where template_key = $1`,
  `insert into item_values (template_key, item_id, field_key, number, text)
    select $2, item_id, field_key, number, text from item_values where template_key = $1`,
  `insert into item_links (instance_id, template_key, item_id, field_key, target_id)
    select (select instance_id from templates where key = $2), $2, item_id, field_key, target_id from item_links where template_key = $1`,
  `insert into item_revisions (template_key, item_id, version, action, label, "values", account_id, at)
    select $2, id, 1, 'create', label, "values", 1, now() from items where template_key = $1`,
];
