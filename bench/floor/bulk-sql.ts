/** A field of a template by its id and its key. */
interface Edited {
  templateKey: number;
  fieldId: string;
  fieldKey: number;
}

/**
 * The bare SQL of a bulk edit that adds 1 to a number in all items of a template, on the product's own tables: the rows
 * that separate saves would write, without sign-in, permissions, checks, history or undo.
 */
export const editedItems = ({ templateKey, fieldId, fieldKey }: Edited): [text: string, values: unknown[]][] => [
  [
    `update items set "values" = jsonb_set("values", array[$2::text], to_jsonb(("values"->>$2)::int + 1)), version = version + 1, updated_at = now()
      where template_key = $1`,
    [templateKey, fieldId],
  ],
  ['delete from item_values where template_key = $1 and field_key = $2', [templateKey, fieldKey]],
  [
    `insert into item_values (template_key, item_id, field_key, number)
      select $1, id, $3, ("values"->>$2)::int from items where template_key = $1`,
    [templateKey, fieldId, fieldKey],
  ],
  [
    `insert into item_revisions (template_key, item_id, version, action, label, "values", account_id, at)
      select $1, id, version, 'update', label, "values", 1, now() from items where template_key = $1`,
    [templateKey],
  ],
];
