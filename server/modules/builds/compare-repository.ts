import type { Query } from '../../core/database/database.ts';
import { isBuild } from './repository.ts';

/** Two builds of an instance. */
export interface BuildPair {
  instanceId: number;
  before: number;
  after: number;
}

/** True if the instance has both builds. */
export async function hasBuilds(query: Query, { instanceId, before, after }: BuildPair): Promise<boolean> {
  const [row] = await query<{ count: number }>(
    `select count(*)::int as count from reports r where r.instance_id = $1 and r.id = any($2::int[]) and ${isBuild}`,
    [instanceId, [before, after]],
    'builds-compared',
  );
  return row?.count === new Set([before, after]).size;
}

/** A file in two builds; null in one that does not have it. */
export interface ComparedFile {
  path: string;
  before_file: string | null;
  before_bytes: number | null;
  after_file: string | null;
  after_bytes: number | null;
}

/**
 * The first file of items that differs between two builds, the one `at` a path or else the next one after a path. Files in one
 * language do not count: the file of all languages has the same items.
 */
export async function findDifferingFile(
  query: Query,
  { before, after }: BuildPair,
  { from, isAfter }: { from: string; isAfter: boolean },
): Promise<ComparedFile | undefined> {
  const [found] = await query<ComparedFile>(
    `select * from (
        select coalesce(b.path, a.path) collate "C" as path, b.file as before_file, b.bytes as before_bytes, a.file as after_file, a.bytes as after_bytes
        from (select path, file, sha256, bytes from build_files where report_id = $1) b
        full join (select path, file, sha256, bytes from build_files where report_id = $2) a on a.path = b.path
        where a.sha256 is distinct from b.sha256
      ) f where path ~ '^[A-Za-z0-9_]+[.]json$' and (path > $3 or (path = $3 and not $4::boolean))
      order by path limit 1`,
    [before, after, from, isAfter],
    'builds-differing-file',
  );
  return found;
}
