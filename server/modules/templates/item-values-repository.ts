import type { Query } from '../../core/database/database.ts';
import type { Slot } from '../../core/template-model.ts';

/** Removes the values of fields from every item of a template and puts their index rows aside; a revision is kept of each changed item. */
export async function removeValues(
  query: Query,
  templateKey: number,
  removed: readonly Slot[],
  accountId: number,
  at: Date,
): Promise<void> {
  const stripped = stripSql('i."values"', removed, [], 0);
  await query(
    `with changed as (
      update items i set "values" = ${stripped}, version = version + 1, updated_at = $3::timestamptz
      where template_key = $1 and i."values" is distinct from ${stripped} returning id, version, label, "values")
    insert into item_revisions (template_key, item_id, version, action, label, "values", account_id, at)
      select $1, id, version, 'update', label, "values", $2, $3::timestamptz from changed`,
    [templateKey, accountId, at.toISOString()],
  );
  const keys = JSON.stringify(removed.map(({ field }) => field.key));
  const gone = 'template_key = $1 and field_key = any(array(select jsonb_array_elements_text($2::jsonb)::int))';
  // Numbers and texts have an index each.
  for (const [table, column] of [
    ['item_values', 'number'],
    ['item_values', 'text'],
    ['item_links', 'target_id'],
  ]) {
    await query(
      `with gone as (delete from ${table} where ${gone} and ${column} is not null returning field_key, item_id, ${column})
      insert into removed_values (template_key, field_key, item_id, version, ${column})
        select $1, g.field_key, g.item_id, i.version, g.${column} from gone g join items i on i.template_key = $1 and i.id = g.item_id`,
      [templateKey, keys],
    );
  }
}

/** The values without those of some fields, whatever rows these are in. Field ids are letters, digits, `_` and `-`. */
function stripSql(values: string, removed: readonly Slot[], groups: readonly string[], depth: number): string {
  const here = removed.filter((slot) => slot.groups.length === depth);
  const inner = Map.groupBy(
    removed.filter((slot) => slot.groups.length > depth && !here.some(({ field }) => field.id === slot.groups[depth])),
    (slot) => slot.groups[depth] ?? '',
  );
  let sql =
    here.length > 0 ? `(${values} - '{${here.map(({ field }) => `"${field.id}"`).join(',')}}'::text[])` : values;
  for (const [groupId, slots] of inner) {
    const row = `r${depth}`;
    const rows = `select jsonb_agg(${stripSql(`${row}.value`, slots, [...groups, groupId], depth + 1)} order by ${row}.place)
      from jsonb_array_elements(${values}->'${groupId}') with ordinality ${row} (value, place)`;
    sql = `(${sql} || case when ${values} ? '${groupId}' then jsonb_build_object('${groupId}', (${rows})) else '{}' end)`;
  }
  return sql;
}

/** Locks every item of a template, so that nothing begins to link to one. */
export const lockItems = (query: Query, templateKey: number) =>
  query('select count(*) from (select 1 from items where template_key = $1 for update) i', [templateKey]);

/** Takes away every item of a template with its index rows, and keeps what each was. */
export async function deleteItems(query: Query, templateKey: number, accountId: number, at: Date): Promise<void> {
  await query(
    `with gone as (delete from items where template_key = $1 returning id, version, label, "values")
    insert into item_revisions (template_key, item_id, version, action, label, "values", account_id, at)
      select $1, id, version + 1, 'delete', label, "values", $2, $3::timestamptz from gone`,
    [templateKey, accountId, at.toISOString()],
  );
  await query('delete from item_values where template_key = $1', [templateKey]);
  await query('delete from item_links where template_key = $1', [templateKey]);
  await query('delete from removed_values where template_key = $1', [templateKey]);
}
