/** A field of a template by its id and its key, and how many items of the instance have it. */
interface Edited {
  instanceId: number;
  templateKey: number;
  fieldId: string;
  fieldKey: number;
  items: number;
}

type Statements = [text: string, values: unknown[]][];

/**
 * The bare SQL of a bulk edit that adds 1 to a number in all items of a template, on the product's own tables: the rows
 * that separate saves would write, without sign-in, permissions, checks or undo.
 */
export const editedItems = (edited: Edited): Statements => written(edited, 'null::int');

/** The same with the rows by which the edit is listed, shown item by item, and undone. */
export const editedItemsAsOne = (edited: Edited): Statements => [
  [
    `insert into change_sets (target_id, account_id, origin, state, note, request, revision, added, updated, removed, templates, created_at, finished_at)
      values ($1, 1, 'bulk-edit', 'applied', '', '{}', '0', 0, $2, 0, 0, now(), now())`,
    [edited.instanceId, edited.items],
  ],
  [
    `insert into change_set_items (change_set_id, template_key, item_id, change, label, target_hash, target_version, version)
      select ${newest}, template_key, id, 'updated', label, hash, version, version + 1 from items where template_key = $1`,
    [edited.templateKey],
  ],
  ...written(edited, newest),
];

const newest = `currval(pg_get_serial_sequence('change_sets', 'id'))::int`;

const written = ({ templateKey, fieldId, fieldKey }: Edited, changeSetId: string): Statements => [
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
    `insert into item_revisions (template_key, item_id, version, action, label, "values", account_id, at, change_set_id)
      select $1, id, version, 'update', label, "values", 1, now(), ${changeSetId} from items where template_key = $1`,
    [templateKey],
  ],
];
