import type { Query } from '../database/database.ts';
import { positionSql } from '../database/replicas.ts';
import { sqlText } from '../database/sql-text.ts';

/**
 * Stores the primary's position as what the account reads at least from now on, and returns it. Replaces a higher one: that of a
 * database from which this one was restored. Does not wait for the disk, as it is only needed while the primary runs.
 */
export async function storePosition(query: Query, accountId: number): Promise<number> {
  const [row] = await query<{ position: number }>(
    sqlText`with settings as materialized (select set_config('synchronous_commit', 'off', true))
      update accounts set read_position = ${positionSql} from settings where id = $1 returning read_position as position`,
    [accountId],
    'read-position',
  );
  return row?.position ?? 0;
}
