import type { Query } from '../../core/database/database.ts';
import type { ExportedFileId } from '../../core/files/exported-file-name.ts';

/** A file of an export; `file` is its key in the store. */
export interface DeliveredFile extends ExportedFileId {
  file: string;
  sha256: string;
  bytes: number;
}

/** The last completed export. Exports made before images were listed have no manifest in the store. */
export interface LastExport {
  id: number;
  created_at: Date;
  manifest: string | null;
  manifest_sha256: string | null;
  manifest_bytes: number | null;
}

const lastExport = `select id, created_at, manifest, manifest_sha256, manifest_bytes from reports
  where instance_id = $1 and completed_at is not null order by id desc limit 1`;

export async function getLastExport(query: Query, instanceId: number): Promise<LastExport | undefined> {
  const [report] = await query<LastExport>(lastExport, [instanceId], 'delivery-export');
  return report;
}

export const listFiles = (query: Query, reportId: number): Promise<DeliveredFile[]> =>
  query<DeliveredFile>(
    `select template_id, language, file, sha256, bytes from report_steps
      where report_id = $1 and sha256 is not null order by position`,
    [reportId],
    'delivery-files',
  );

export async function findLastFile(query: Query, instanceId: number, { template_id, language }: ExportedFileId) {
  const [file] = await query<DeliveredFile>(
    `select s.template_id, s.language, s.file, s.sha256, s.bytes from (${lastExport}) r
      join report_steps s on s.report_id = r.id where s.template_id = $2 and s.language is not distinct from $3 and s.sha256 is not null`,
    [instanceId, template_id, language],
    'delivery-file',
  );
  return file;
}
