import type { Query } from '../../server/core/database/database.ts';

interface Copies {
  /** The ids of the copies. */
  first: number;
  last: number;
  /** The key of a field whose index rows are not copied, such as a unique one. */
  withoutKey?: number;
}

/** Copies an item with its index rows and revisions, which is quicker than saves; returns the key of its template. */
export async function copyItem(query: Query, id: number, { first, last, withoutKey = 0 }: Copies): Promise<number> {
  const copy = (table: string, idColumn: string, columns: string, condition = '') =>
    query(
      `insert into ${table} (template_key, ${idColumn}, ${columns})
        select template_key, copy, ${columns} from ${table}, generate_series($2::int, $3::int) copy where ${idColumn} = $1 ${condition}`,
      [id, first, last],
    );
  await copy('items', 'id', 'label, "values", version, created_at, updated_at');
  await copy('item_values', 'item_id', 'field_key, number, text', `and field_key <> ${withoutKey}`);
  await copy('item_revisions', 'item_id', 'version, action, label, "values", account_id, at');
  const [{ key } = { key: 0 }] = await query<{ key: number }>('select template_key as key from items where id = $1', [
    id,
  ]);
  await query('update item_counts set items = items + $1 where template_key = $2', [last - first + 1, key]);
  await query('update projects set next_item_id = $1', [last + 1]);
  return key;
}
