import type { Query } from '../../core/database/database.ts';
import { deleteProgress } from '../../core/jobs/progress.ts';
import { exportOf } from './export-repository.ts';

/** A report that is deleted with its files. */
interface OldReport {
  id: number;
  path: string;
}

/** A build that has a name, or that a channel points at, is kept. */
const isKept = `(name is not null or exists (select 1 from channel_builds c where c.report_id = reports.id))`;

/**
 * Reports of an instance beyond the newest `kept`, except the last completed one and the builds that are kept; and those
 * whose deletion was interrupted.
 */
export const listOldReports = (query: Query, { instanceId, count }: { instanceId: number; count: number }) =>
  query<OldReport>(
    `select id, path from reports where instance_id = $1 and (completed_at is not null or error is not null)
      and id not in (select id from reports where instance_id = $1 order by id desc limit $2)
      and id <> (select coalesce(max(id), 0) from reports where instance_id = $1 and completed_at is not null)
      and not ${isKept} order by id`,
    [instanceId, count],
  );

/**
 * Marks a report as being deleted, in a transaction; returns false if it is kept now. From its commit on, nobody names it,
 * points a channel at it or takes over its files: these lock its row.
 */
export async function markRemoved(query: Query, reportId: number, at: Date): Promise<boolean> {
  // In a statement of its own: the next one sees what was committed while this one waited.
  await query('select 1 from reports where id = $1 for update', [reportId]);
  const marked = await query(
    `update reports set removing_at = coalesce(removing_at, $2) where id = $1 and not ${isKept} returning 1`,
    [reportId, at],
  );
  return marked.length > 0;
}

/** Keys of the files of a report that no other one uses, except those that are being deleted as well. */
export async function listOrphans(query: Query, reportId: number): Promise<string[]> {
  const rows = await query<{ file: string }>(
    `with own as (
        select file from report_steps where report_id = $1 and file is not null
        union select file from build_files where report_id = $1
      ),
      others as (select id from reports where instance_id = (select instance_id from reports where id = $1) and removing_at is null)
      select file from own o
      where not exists (select 1 from report_steps s where s.file = o.file and s.report_id in (select id from others))
        and not exists (select 1 from build_files f where f.file = o.file and f.report_id in (select id from others))`,
    [reportId],
  );
  return rows.map(({ file }) => file);
}

export async function deleteReport(query: Query, reportId: number): Promise<void> {
  await deleteProgress(query, exportOf(reportId));
  await query('delete from reports where id = $1', [reportId]);
}
