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

/** The files of the store that rows refer to. Small variants of images are not among them: they are made again. */
export const fileKeys = (instances = 'true'): string => `
  select row_to_json(f)::text as row from (
    select key, max(sha256) as sha256, bool_and(is_optional) as "isOptional", bool_or(has_variants) as "hasVariants" from (
      select 'images/' || i.project_id || '/' || m.path as key, substring(m.path from '^[0-9a-f]{64}') as sha256, false as is_optional, false as has_variants
        from images m join instances i on i.id = m.instance_id where ${instances}
      union all select s.file, s.sha256, s.completed_at is null, true
        from report_steps s join reports r on r.id = s.report_id join instances i on i.id = r.instance_id where s.file is not null and ${instances}
      union all select b.file, b.sha256, false, b.file not like '%.zst' from build_files b join instances i on i.id = b.instance_id where ${instances}
      union all select r.manifest, r.manifest_sha256, r.completed_at is null, true
        from reports r join instances i on i.id = r.instance_id where r.manifest is not null and ${instances}
      union all select r.build_manifest, r.build_sha256, r.completed_at is null, true
        from reports r join instances i on i.id = r.instance_id where r.build_manifest is not null and ${instances}
    ) named group by key order by key
  ) f`;
