import type { Query } from '../../core/database/database.ts';
import { isBuild } from './repository.ts';

/** A file of an earlier build, and the one with the same path in a newer one. */
export interface EarlierFile {
  file: string;
  sha256: string;
  bytes: number;
  next_file: string;
  next_sha256: string;
  next_bytes: number;
}

/** The path of a delta between two files in a build, by their hashes. */
export const deltaPath = ({ sha256, next_sha256 }: Pick<EarlierFile, 'sha256' | 'next_sha256'>): string =>
  `deltas/${next_sha256}/${sha256}`;

/** SQL: the last builds of an instance before a report. */
const lastBuilds = `select r.id from reports r where r.instance_id = $1 and r.id < $2 and ${isBuild} order by r.id desc limit $3`;

interface StoredFile {
  path: string;
  file: string;
  sha256: string;
  bytes: number;
}

/**
 * The contents that these files had in the last builds, the newest builds first; without larger files, and without those that are too
 * small to save that much.
 */
export const listEarlierFiles = (
  query: Query,
  { instanceId, reportId, files, builds, fileBytes, savedBytes }: EarlierRequest,
): Promise<EarlierFile[]> =>
  query<EarlierFile>(
    `select min(f.file) as file, f.sha256, f.bytes, n.file as next_file, n.sha256 as next_sha256, n.bytes as next_bytes
      from build_files f
      join jsonb_to_recordset($4::jsonb) as n (path text, file text, sha256 text, bytes bigint) on n.path = f.path and n.sha256 <> f.sha256
      where f.report_id in (${lastBuilds}) and f.bytes <= $5 and n.bytes between $6 and $5
      group by f.path, f.sha256, f.bytes, n.file, n.sha256, n.bytes order by max(f.report_id) desc, f.path collate "C"`,
    [instanceId, reportId, builds, JSON.stringify(files), fileBytes, savedBytes],
  );

interface EarlierRequest extends OfReport {
  files: readonly StoredFile[];
  fileBytes: number;
  savedBytes: number;
}

interface OfReport {
  instanceId: number;
  reportId: number;
  /** How many builds before the report. */
  builds: number;
}

/** Those of these deltas that the last builds have, by their paths. */
export async function listDeltas(
  query: Query,
  { instanceId, reportId, builds, paths }: OfReport & { paths: readonly string[] },
): Promise<ReadonlyMap<string, StoredFile>> {
  const rows = await query<StoredFile>(
    `select f.path, f.file, f.sha256, f.bytes from build_files f
      where f.report_id in (${lastBuilds}) and f.path = any(array(select jsonb_array_elements_text($4::jsonb)))`,
    [instanceId, reportId, builds, JSON.stringify(paths)],
  );
  return new Map(rows.map((row) => [row.path, row]));
}
