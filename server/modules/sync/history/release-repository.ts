import type { Query } from '../../../core/database/database.ts';

/** The release that was published by a sync; null for any other sync. */
export async function findReleaseOf(query: Query, syncId: number): Promise<number | null> {
  const [release] = await query<{ id: number }>(
    'select id from releases where change_set_id = $1',
    [syncId],
    'release-of-sync',
  );
  return release?.id ?? null;
}
