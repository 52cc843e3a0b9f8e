/**
 * The best SQL for the effects of a template change on many items, on the product’s own tables, with the same result as
 * the product. It has no sign-in, no permissions and no check of the template. $1 is the template, $2 the field's key.
 */

/** Items with a value, those beyond a limit, $3, and the first of them by id. */
const findBeyond = (column: string, beyond: string) => `
  select (select count(*) from item_values where template_key = $1 and field_key = $2 and ${column} is not null) as items, found.*
  from (
    select count(*) as incompatible, array(
      select json_build_object('id', i.id, 'label', i.label, 'values', i."values") from items i
      where i.template_key = $1 and i.id = any((array_agg(v.item_id order by v.item_id))[1:20]) order by i.id
    ) as sample
    from item_values v where template_key = $1 and field_key = $2 and ${column} is not null and ${beyond}
  ) found`;
export const findAboveMaximum = findBeyond('number', 'number > $3');
export const findAboveLength = findBeyond('text', 'char_length(text) > $3');

/** Items that would lose a text. */
export const countRemoved =
  'select count(*) as items from item_values where template_key = $1 and field_key = $2 and text is not null';

/** Items that would get the text back. */
export const countRestored = `
  select count(*) as items from removed_values v join items i on i.template_key = $1 and i.id = v.item_id
  where v.template_key = $1 and v.field_key = $2`;
