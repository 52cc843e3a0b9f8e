/**
 * The best SQL for changing a template with many items, on the product's own tables: it tells what the product tells, and writes
 * every row that the product writes. There is no sign-in, no permission and no check of the template in it.
 * $1 is the template, $2 the field's key.
 */

/** Items with a value, those beyond a limit, $3, and the first of them by id. */
const tellLimit = (column: string, beyond: string) => `
  select (select count(*) from item_values where template_key = $1 and field_key = $2 and ${column} is not null) as items, found.*
  from (
    select count(*) as misfits, array(
      select json_build_object('id', i.id, 'label', i.label, 'values', i."values") from items i
      where i.template_key = $1 and i.id = any((array_agg(v.item_id order by v.item_id))[1:20]) order by i.id
    ) as sample
    from item_values v where template_key = $1 and field_key = $2 and ${column} is not null and ${beyond}
  ) found`;
export const tellMaximum = tellLimit('number', 'number > $3');
export const tellLength = tellLimit('text', 'char_length(text) > $3');

/** Items that would lose a text. */
export const tellRemoved =
  'select count(*) as items from item_values where template_key = $1 and field_key = $2 and text is not null';

/** Takes a text out of every item: items, revisions, the index rows and what is kept of them. $3 is the field's id, $4 the account. */
export const remove = [
  `with changed as (
    update items set "values" = "values" - $3::text, version = version + 1, updated_at = now()
    where template_key = $1 and "values" ? $3::text and $2::int is not null returning id, version, label, "values"
  )
  insert into item_revisions (template_key, item_id, version, action, label, "values", account_id, at)
  select $1, id, version, 'update', label, "values", $4::int, now() from changed`,
  `with gone as (
    delete from item_values where template_key = $1 and field_key = $2 and text is not null and $3::text <> '' and $4::int > 0 returning item_id, text
  )
  insert into removed_values (template_key, field_key, item_id, version, text)
  select $1, $2, g.item_id, i.version, g.text from gone g join items i on i.template_key = $1 and i.id = g.item_id`,
];

/** Items that would get the text back. */
export const tellRestored = `
  select count(*) as items from removed_values v join items i on i.template_key = $1 and i.id = v.item_id
  where v.template_key = $1 and v.field_key = $2`;

/** Gives every item the text back: items, revisions, the index rows. $3 is the field's id, $4 the account. */
export const restore = [
  `with changed as (
    update items i set "values" = i."values" || jsonb_build_object($3::text, b."values"->$3::text), version = i.version + 1, updated_at = now()
    from removed_values v join item_revisions b on b.template_key = $1 and b.item_id = v.item_id and b.version = v.version - 1
    where v.template_key = $1 and v.field_key = $2 and i.template_key = $1 and i.id = v.item_id returning i.id, i.version, i.label, i."values"
  )
  insert into item_revisions (template_key, item_id, version, action, label, "values", account_id, at)
  select $1, id, version, 'update', label, "values", $4::int, now() from changed`,
  `with back as (delete from removed_values where template_key = $1 and field_key = $2 and $3::text <> '' and $4::int > 0 returning item_id, text)
  insert into item_values (template_key, field_key, item_id, text) select $1, $2, item_id, text from back`,
];
