import type { Query } from '../../core/database/database.ts';
import { positionSql } from '../../core/database/replicas.ts';

/** The positions of stored events: of the last one, and of the last one that is deleted. */
export interface Positions {
  last: number;
  deleted: number;
}

/** The position of the primary, up to which replicas must have come to have what has just been read. */
export async function readPrimary(query: Query): Promise<number> {
  const [row] = await query<{ position: number }>(`select ${positionSql} as position`, [], 'live-primary');
  return row?.position ?? 0;
}

/** Reads them; without any event both are those of the last deleted one. */
export async function readPositions(query: Query): Promise<Positions> {
  const [row] = await query<Positions>(
    `select coalesce((select max(position) from events), given.last) as last,
        coalesce((select min(position) from events) - 1, given.last) as deleted
      from (select case when is_called then last_value else 0 end as last from event_positions) given`,
    [],
    'live-positions',
  );
  return row ?? { last: 0, deleted: 0 };
}
