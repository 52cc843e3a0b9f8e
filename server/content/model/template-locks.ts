import type { Query } from '../../core/database/database.ts';

/** Until the end of the transaction no other request can create a template in the instance. */
export async function lockInstance(query: Query, instanceId: number): Promise<void> {
  await query('select 1 from instances where id = $1 for no key update', [instanceId]);
}

/** Returns the ids that are templates of the instance, and locks them until the end of the transaction. */
export const listExistingIds = async (query: Query, instanceId: number, ids: readonly string[]): Promise<Set<string>> =>
  new Set(
    (
      await query<{ id: string }>(
        'select id from templates where instance_id = $1 and id = any(array(select jsonb_array_elements_text($2::jsonb))) for key share',
        [instanceId, JSON.stringify(ids)],
      )
    ).map(({ id }) => id),
  );

/** Locks a template against changes until the end of the transaction; returns whether it is in this state. */
export const holdTemplate = async (
  query: Query,
  { key, version, hash }: { key: number; version: number; hash: string },
): Promise<boolean> =>
  (
    await query('select 1 from templates where key = $1 and version = $2 and hash = $3::uuid for share', [
      key,
      version,
      hash,
    ])
  ).length > 0;
