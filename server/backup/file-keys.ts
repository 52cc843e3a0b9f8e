/** A file that the database refers to. */
export interface StoredFile {
  key: string;
  /** Hex; null if the database does not know it. */
  sha256: string | null;
  /** True if it may be missing: that of an export which was under way. */
  isOptional: boolean;
  /** True if compressed variants are stored next to it. */
  hasVariants: boolean;
}

const images = (instances: string): string => `
  select 'images/' || i.project_id || '/' || m.path as key, substring(m.path from '^[0-9a-f]{64}') as sha256, false as is_optional, false as has_variants
    from images m join instances i on i.id = m.instance_id where ${instances}`;

const exported = `
  select file, sha256, completed_at is null, true from report_steps where file is not null
  union all select file, sha256, false, file not like '%.zst' from build_files
  union all select manifest, manifest_sha256, completed_at is null, true from reports where manifest is not null
  union all select build_manifest, build_sha256, completed_at is null, true from reports where build_manifest is not null`;

/**
 * SQL: the files of the store that rows refer to, or those of the images of the instances `i` only. Small variants of images are not among
 * them: they are made again.
 */
export const fileKeys = (instances?: string): string => `
  select row_to_json(f)::text as row from (
    select key, max(sha256) as sha256, bool_and(is_optional) as "isOptional", bool_or(has_variants) as "hasVariants"
    from (${images(instances ?? 'true')}${instances === undefined ? ` union all ${exported}` : ''}) named
    group by key order by key
  ) f`;
