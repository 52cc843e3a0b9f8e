import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import type { Query } from '../../core/database/database.ts';

/** A report that is being worked on. */
export interface RunningReport {
  id: number;
  instance_id: number;
  path: string;
  created_at: Date;
}

/** A step that is still to be done. */
export interface OpenStep {
  id: number;
  template_id: string;
}

/** The report, unless it is done, given up or gone. */
export async function getRunningReport(query: Query, reportId: number): Promise<RunningReport | undefined> {
  const [report] = await query<RunningReport>(
    'select id, instance_id, path, created_at from reports where id = $1 and completed_at is null and error is null',
    [reportId],
  );
  return report;
}

export const listOpenSteps = (query: Query, reportId: number): Promise<OpenStep[]> =>
  query<OpenStep>(
    'select id, template_id from report_steps where report_id = $1 and completed_at is null order by position',
    [reportId],
  );

/** Keeps a step from being completed until the end of the transaction, and says what an attempt before has begun; nothing where it is done. */
export async function lockOpenStep(query: Query, stepId: number): Promise<{ file: string | null } | undefined> {
  const [step] = await query<{ file: string | null }>(
    'select file from report_steps where id = $1 and completed_at is null for update',
    [stepId],
  );
  return step;
}

/** Notes where the file is going to lie before anything is written, so that nothing half done is ever forgotten. */
export async function startStep(
  query: Query,
  { stepId, file, at }: { stepId: number; file: string; at: Date },
): Promise<void> {
  await query(
    'update report_steps set file = $2, started_at = coalesce(started_at, $3) where id = $1 and completed_at is null',
    [stepId, file, at],
  );
}

interface WrittenFile {
  file: string;
  sha256: string;
  bytes: number;
}

/** Says whether the step is done by this very file, and not by that of another server. */
export async function completeStep(
  query: Query,
  { stepId, file, sha256, bytes, at }: { stepId: number; at: Date } & WrittenFile,
) {
  const rows = await query(
    `update report_steps set completed_at = $5, sha256 = $3, bytes = $4
      where id = $1 and file = $2 and completed_at is null returning id`,
    [stepId, file, sha256, bytes, at],
  );
  return rows.length > 0;
}

/** Completes a step whose template is gone: there is no file. */
export async function skipStep(query: Query, stepId: number, at: Date): Promise<void> {
  await query(
    `update report_steps set completed_at = $2, started_at = coalesce(started_at, $2), file = null
      where id = $1 and completed_at is null`,
    [stepId, at],
  );
}

/** What the manifest says of a file. */
export interface ExportedFile extends WrittenFile {
  template_id: string;
}

export const listExportedFiles = (query: Query, reportId: number): Promise<ExportedFile[]> =>
  query<ExportedFile>(
    `select template_id, file, sha256, bytes from report_steps
      where report_id = $1 and sha256 is not null order by position`,
    [reportId],
  );

/** Sizes of images of an instance, by their paths. */
export const listImageSizes = (query: Query, instanceId: number, paths: readonly string[]) =>
  query<{ path: string; bytes: number }>(
    `select path, bytes from images
      where instance_id = $1 and path = any(array(select jsonb_array_elements_text($2::jsonb)))`,
    [instanceId, JSON.stringify(paths)],
  );

/** Completes a report with its manifest, and says whether it did: not while another server is still at one of its steps. */
export async function completeReport(
  query: Query,
  { reportId, manifest, at }: { reportId: number; manifest: WrittenFile; at: Date },
): Promise<boolean> {
  const rows = await query(
    `update reports set completed_at = $2, manifest = $3, manifest_sha256 = $4, manifest_bytes = $5
      where id = $1 and completed_at is null and error is null
      and not exists (select 1 from report_steps where report_id = $1 and completed_at is null) returning id`,
    [reportId, at, manifest.file, manifest.sha256, manifest.bytes],
  );
  return rows.length > 0;
}

/** Stops a report for good, naming the step at which it has stopped. */
export async function failReport(query: Query, reportId: number): Promise<void> {
  await query(
    `update reports set error = 'The export has stopped' || coalesce((
        select ' at ' || template_id from report_steps where report_id = $1 and completed_at is null order by position limit 1
      ), '') || '. Please try again later.'
      where id = $1 and completed_at is null and error is null`,
    [reportId],
  );
}

/** The next items of a template in the order of their ids, as many as begin within so many bytes: at least one, if there is any. */
export const listItemsAfter = (
  query: Query,
  { templateKey, after, most }: { templateKey: number; after: number; most: { items: number; bytes: number } },
) =>
  query<{ id: number; values: ItemValues }>(
    `select id, "values" from (
        select id, "values", sum(bytes) over (order by id rows unbounded preceding) - bytes as before
        from (select id, "values", bytes from items where template_key = $1 and id > $2 order by id limit $3) i) i
      where before < $4::int order by id`,
    [templateKey, after, most.items, most.bytes],
    'export-items',
  );

/** Reports beyond the newest `kept` of an instance, apart from the last complete one. */
export const listOldReports = (query: Query, { instanceId, kept }: { instanceId: number; kept: number }) =>
  query<{ id: number; path: string }>(
    `select id, path from reports where instance_id = $1 and (completed_at is not null or error is not null)
      and id not in (select id from reports where instance_id = $1 order by id desc limit $2)
      and id <> (select coalesce(max(id), 0) from reports where instance_id = $1 and completed_at is not null)`,
    [instanceId, kept],
  );

export async function deleteReport(query: Query, reportId: number): Promise<void> {
  await query('delete from reports where id = $1', [reportId]);
}
