import type { Query } from '../../core/database/database.ts';
import type { BuildFile } from './export-repository.ts';

/** Records a file of a build in progress, before it is stored; returns false if the report was deleted. */
export async function announceBuildFile(
  query: Query,
  { reportId, path, file, sha256, bytes }: BuildFile & { reportId: number },
): Promise<boolean> {
  const rows = await query(
    `insert into build_files (report_id, instance_id, path, file, sha256, bytes)
      select id, instance_id, $2::text, $3::text, $4::text, $5::bigint from reports where id = $1
      on conflict (report_id, path) do update set file = excluded.file, sha256 = excluded.sha256, bytes = excluded.bytes
      returning 1`,
    [reportId, path, file, sha256, bytes],
  );
  return rows.length > 0;
}
