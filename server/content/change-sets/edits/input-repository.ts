import type { Query } from '../../../core/database/database.ts';
import { numberArray } from '../../../core/database/pg-array.ts';
import type { EditedItems } from './edit.ts';

/** Items that one row of inputs has. */
const itemsOfPart = 10_000;

/** Stores the items of a bulk edit, with the versions that it is made from. */
export async function storeInputs(query: Query, changeSetId: number, { ids, versions }: EditedItems): Promise<void> {
  for (let from = 0; from < ids.length; from += itemsOfPart) {
    const part = (list: Int32Array) => numberArray([...list.subarray(from, from + itemsOfPart)]);
    await query(
      'insert into change_set_inputs (change_set_id, part, ids, versions) values ($1, $2, $3::text::int[], $4::text::int[])',
      [changeSetId, from / itemsOfPart, part(ids), part(versions)],
    );
  }
}

/** The items that {@link storeInputs} has stored. */
export async function readInputs(query: Query, changeSetId: number): Promise<EditedItems> {
  const rows = await query<{ ids: string; versions: string }>(
    `select array_to_string(ids, ',') as ids, array_to_string(versions, ',') as versions
      from change_set_inputs where change_set_id = $1 order by part`,
    [changeSetId],
  );
  const read = (name: 'ids' | 'versions') => Int32Array.from(rows.flatMap((row) => row[name].split(',').map(Number)));
  return { ids: read('ids'), versions: read('versions') };
}
