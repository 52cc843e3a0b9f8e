import type { Query } from '../../core/database/database.ts';

/** A build in a list. */
export interface BuildRow {
  id: number;
  name: string | null;
  created_at: Date;
  smallest_game_version: string | null;
  schema_sha256: string;
  files: number;
  bytes: number;
}

/** SQL: true for a delta or the types of a build, which are not among the files that its manifest lists. */
const isBesides = `f.path ~ '^(deltas|types)/'`;

/** SQL: true for a report that is a build. */
export const isBuild = 'r.completed_at is not null and r.build_manifest is not null and r.removing_at is null';

/** Newest first. */
export const listBuilds = (
  query: Query,
  { instanceId, before, limit }: { instanceId: number; before: number; limit: number },
): Promise<BuildRow[]> =>
  query<BuildRow>(
    `select r.id, r.name, r.created_at, r.smallest_game_version, r.schema_sha256, f.files, f.bytes
      from (select * from reports r where instance_id = $1 and id < $2 and ${isBuild} order by id desc limit $3) r
      cross join lateral (select count(*)::int as files, coalesce(sum(bytes), 0)::bigint as bytes from build_files f where report_id = r.id and not ${isBesides}) f
      order by r.id desc`,
    [instanceId, before, limit],
    'builds-list',
  );

/** Names a build, or takes its name away; returns false if the instance has no such build. */
export async function renameBuild(
  query: Query,
  { instanceId, buildId, name }: { instanceId: number; buildId: number; name: string | null },
): Promise<boolean> {
  const rows = await query(
    `update reports r set name = $3 where r.id = $2 and r.instance_id = $1 and ${isBuild} returning 1`,
    [instanceId, buildId, name],
  );
  return rows.length > 0;
}

/** A stored file of a build, or its manifest; `file` is its key in the store. */
export interface ServedFile {
  file: string;
  sha256: string;
  bytes: number;
}

/** The manifest of a build. */
export async function findManifest(query: Query, instanceId: number, buildId: number): Promise<ServedFile | undefined> {
  const [found] = await query<ServedFile>(
    `select r.build_manifest as file, r.build_sha256 as sha256, r.build_bytes as bytes
      from reports r where r.id = $2 and r.instance_id = $1 and ${isBuild}`,
    [instanceId, buildId],
    'build-manifest',
  );
  return found;
}

/** A file with its path in a build. */
export interface BuildContent extends ServedFile {
  path: string;
}

/** A file of a build by the hash of its content. */
export async function findContent(query: Query, instanceId: number, sha256: string): Promise<BuildContent | undefined> {
  const [found] = await query<BuildContent>(
    `select f.path, f.file, f.sha256, f.bytes from build_files f join reports r on r.id = f.report_id
      where f.instance_id = $1 and f.sha256 = $2 and ${isBuild} limit 1`,
    [instanceId, sha256],
    'build-content',
  );
  return found;
}
