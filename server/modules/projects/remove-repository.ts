import type { Query } from '../../core/database/database.ts';

/** Rows deleted by one statement: the embedded database serves no one else in the meantime. */
const rowsAtOnce = 5000;

/** Tables with rows of a template and no foreign key to it; the last ones have millions of rows. */
const byTemplate = [
  'item_values',
  'item_keys',
  'item_links',
  'removed_values',
  'removed_documents',
  'history_sweeps',
  'item_revisions',
  'change_set_items',
  'change_set_index',
  'sync_decisions',
  'trash',
  'items',
] as const;

/** Projects whose cancellation period is over, and those that are already partly removed. */
export async function listDueProjects(query: Query, now: Date): Promise<number[]> {
  const rows = await query<{ id: number }>(
    `select id from projects where delete_after is not null and (removal_started_at is not null or delete_after <= $1)
      order by delete_after, id`,
    [now],
  );
  return rows.map(({ id }) => id);
}

/** Marks the project as no longer restorable; returns false if it was restored before. */
export async function startRemoval(query: Query, projectId: number, now: Date): Promise<boolean> {
  const rows = await query(
    `update projects set removal_started_at = coalesce(removal_started_at, $2)
      where id = $1 and status = 'DeleteInProgress' and (removal_started_at is not null or delete_after <= $2) returning id`,
    [projectId, now],
  );
  return rows.length > 0;
}

export async function listInstanceIds(query: Query, projectId: number): Promise<number[]> {
  const rows = await query<{ id: number }>('select id from instances where project_id = $1', [projectId]);
  return rows.map(({ id }) => id);
}

/** Keys of the instances' templates, including deleted ones, of which only history is left. */
export async function listTemplateKeys(query: Query, instanceIds: number[]): Promise<number[]> {
  const rows = await query<{ key: number }>(
    `select key from templates where instance_id = any($1::int[])
      union select template_key from template_revisions where instance_id = any($1::int[])`,
    [instanceIds],
  );
  return rows.map(({ key }) => key);
}

/** Deletes a batch of rows of these templates; returns false once none are left. */
export async function deleteContentBatch(query: Query, templateKeys: number[]): Promise<boolean> {
  for (const table of byTemplate) {
    const deleted = await query(
      `delete from ${table} where ctid = any(array(select ctid from ${table} where template_key = any($1::int[]) limit $2)) returning 1`,
      [templateKeys, rowsAtOnce],
    );
    if (deleted.length > 0) return true;
  }
  return false;
}

/**
 * Deletes the project's row and, by cascade, everything that belongs to it: instances, templates, menu, images,
 * reports, tokens, roles in it.
 */
export async function deleteProjectRow(query: Query, projectId: number, instanceIds: number[]): Promise<void> {
  await query('update accounts set active_instance_id = 0 where active_instance_id = any($1::int[])', [instanceIds]);
  await query('delete from template_revisions where instance_id = any($1::int[])', [instanceIds]);
  // Before the builds that they point at.
  await query('delete from channels where instance_id = any($1::int[])', [instanceIds]);
  await query('delete from events where instance_id = any($1::int[])', [instanceIds]);
  await query('delete from projects where id = $1', [projectId]);
}
