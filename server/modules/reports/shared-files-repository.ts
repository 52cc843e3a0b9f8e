import type { Query } from '../../core/database/database.ts';
import { sharedFolder } from '../../core/files/export-folder.ts';

/** The content of a file of a report. */
export interface SharedContent {
  instanceId: number;
  reportId: number;
  sha256: string;
}

/** SQL: the shared files with a content, of builds of the instance and of the same report, with their reports. */
const shared = `
  select file, report_id from (
    select file, report_id from build_files where instance_id = $1 and sha256 = $3
    union all select file, report_id from report_steps where report_id = $2 and sha256 = $3
  ) f where starts_with(file, $4)`;

const valuesOf = ({ instanceId, reportId, sha256 }: SharedContent) => [
  instanceId,
  reportId,
  sha256,
  `${sharedFolder(instanceId)}/`,
];

/** The key of a stored file with this content; reports that are being deleted do not count. */
export async function findShared(query: Query, content: SharedContent): Promise<string | undefined> {
  const [found] = await query<{ file: string }>(
    `select s.file from (${shared}) s join reports r on r.id = s.report_id where r.removing_at is null limit 1`,
    valuesOf(content),
  );
  return found?.file;
}

/**
 * Locks a report that has this file, so that it is not deleted before the end of the transaction; returns false if there is
 * none any more.
 */
export async function lockShared(query: Query, content: SharedContent, file: string): Promise<boolean> {
  const rows = await query(
    `select 1 from reports where id in (select s.report_id from (${shared}) s where s.file = $5)
      and removing_at is null order by id limit 1 for share`,
    [...valuesOf(content), file],
  );
  return rows.length > 0;
}
