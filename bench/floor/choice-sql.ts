const holders = `template_key = $1 and field_key = $2 and text is not null
  and sort_text collate "natural" = $3`;

/**
 * The bare SQL that gives all items of a template ($1) with an option ($3) another one ($4) in the field `rarity`, whose
 * key is $2, on the product's own tables.
 */
export const replacedOption = `with changed as (
    update item_values set text = $4 where ${holders} returning item_id
  )
  update items i set "values" = jsonb_set(i."values", '{rarity}', to_jsonb($4::text))
    from changed c where i.template_key = $1 and i.id = c.item_id`;

/** The bare SQL that writes the places of options ($3, in their order) to the index rows by which items are sorted. */
export const reorderedOptions = `update item_values set number = array_position($3::text[], text)
  where template_key = $1 and field_key = $2 and text is not null`;
