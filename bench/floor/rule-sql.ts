/** The bare SQL that reads the documents of all items of a template ($1), as a rule has to. */
export const readDocuments = 'select id, label, "values" from items where template_key = $1 order by id';

/** Gives every item of a template ($1) a row in the group `tags` with a text in the field `tag`, whose key is $2. */
export const addTags = `with tagged as (
    update items set "values" = "values" || jsonb_build_object('tags', jsonb_build_array(jsonb_build_object('tag', "values"->'rarity')))
      where template_key = $1 returning id, "values"->>'rarity' as tag
  )
  insert into item_values (template_key, item_id, field_key, text) select $1, id, $2, tag from tagged`;
