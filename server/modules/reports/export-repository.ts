import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import type { ActorRow, Origin } from '../../core/base/actor.ts';
import type { Query } from '../../core/database/database.ts';
import { insertEventsSql } from '../../core/events/event-repository.ts';
import type { ExportedFileId } from '../../core/files/exported-file-name.ts';
import { endProgress, type JobSubject } from '../../core/jobs/progress.ts';

/** The job of a report. */
export const exportOf = (reportId: number): JobSubject => ({ kind: 'export', id: reportId });

/** A report in progress. */
export interface RunningReport {
  id: number;
  instance_id: number;
  path: string;
  created_at: Date;
  project_id: number;
  smallest_game_version: string | null;
}

/** A step that is not done yet. */
export interface OpenStep extends ExportedFileId {
  id: number;
}

/** Returns the report, unless it is done, failed or deleted. */
export async function getRunningReport(query: Query, reportId: number): Promise<RunningReport | undefined> {
  const [report] = await query<RunningReport>(
    `select r.id, r.instance_id, r.path, r.created_at, r.smallest_game_version, i.project_id
      from reports r join instances i on i.id = r.instance_id where r.id = $1 and r.completed_at is null and r.error is null`,
    [reportId],
  );
  return report;
}

export const listOpenSteps = (query: Query, reportId: number): Promise<OpenStep[]> =>
  query<OpenStep>(
    'select id, template_id, language from report_steps where report_id = $1 and completed_at is null order by position',
    [reportId],
  );

/**
 * Locks a step until the end of the transaction, and returns the file of an earlier attempt; undefined if the step is
 * done.
 */
export async function lockOpenStep(query: Query, stepId: number): Promise<{ file: string | null } | undefined> {
  const [step] = await query<{ file: string | null }>(
    'select file from report_steps where id = $1 and completed_at is null for update',
    [stepId],
  );
  return step;
}

/** Records the file's key before anything is written, so that a partial file is never orphaned. */
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

/** Records the key under which the file of an attempt will be kept; returns false if another attempt's file is recorded. */
export async function renameStepFile(query: Query, stepId: number, { from, to }: { from: string; to: string }) {
  const rows = await query(
    'update report_steps set file = $3 where id = $1 and file = $2 and completed_at is null returning id',
    [stepId, from, to],
  );
  return rows.length > 0;
}

/** A file of an attempt that completes its step. */
interface CompletedStep extends WrittenFile {
  stepId: number;
  /** The recorded key of the attempt, if the step takes over the file of an earlier one. */
  recorded?: string;
  schemaSha256: string;
  contentHash: string | null;
  at: Date;
}

/** Completes the step with this file; returns false if another attempt's file is recorded. */
export async function completeStep(
  query: Query,
  { stepId, file, recorded = file, sha256, bytes, schemaSha256, contentHash, at }: CompletedStep,
) {
  const rows = await query(
    `update report_steps set completed_at = $6, sha256 = $4, bytes = $5, file = $3, schema_sha256 = $7, content_hash = $8
      where id = $1 and file = $2 and completed_at is null returning id`,
    [stepId, recorded, file, sha256, bytes, at, schemaSha256, contentHash],
  );
  return rows.length > 0;
}

/** Part of the hash of a file's content: to be raised when files are written differently. */
const fileFormat = 1;

/** Identifies a template and its items in the state of a query: their file has the same bytes as long as it is the same. */
export async function hashContent(query: Query, templateKey: number): Promise<string | null> {
  const [row] = await query<{ hash: string }>(
    `select md5($2 || ' ' || t.hash || coalesce((
        select string_agg(bucket || ':' || total, ',' order by bucket) from (
          select bucket, sum(sum) as total from item_sums where template_key = t.key group by bucket having sum(sum) <> 0
        ) s
      ), '')) as hash from templates t where t.key = $1`,
    [templateKey, String(fileFormat)],
  );
  return row?.hash ?? null;
}

/** The file that an earlier export of an instance has written from the same content. */
export async function findUnchanged(
  query: Query,
  { instanceId, template_id, language, contentHash }: ExportedFileId & { instanceId: number; contentHash: string },
): Promise<{ sha256: string; bytes: number; schemaSha256: string } | undefined> {
  const [found] = await query<{ sha256: string; bytes: number; schemaSha256: string }>(
    `select s.sha256, s.bytes, s.schema_sha256 as "schemaSha256" from reports r join report_steps s on s.report_id = r.id
      where r.instance_id = $1 and s.template_id = $2 and s.language is not distinct from $3 and s.content_hash = $4 and s.schema_sha256 is not null
      order by r.id desc limit 1`,
    [instanceId, template_id, language, contentHash],
  );
  return found;
}

/** Completes a step whose template was deleted, without a file; returns false if it is done. */
export async function skipStep(query: Query, stepId: number, at: Date): Promise<boolean> {
  const rows = await query(
    `update report_steps set completed_at = $2, started_at = coalesce(started_at, $2), file = null
      where id = $1 and completed_at is null returning id`,
    [stepId, at],
  );
  return rows.length > 0;
}

/** A file's entry in the manifest. */
export interface ExportedFile extends WrittenFile, ExportedFileId {
  /** Null for a step that was completed before there were builds. */
  schema_sha256: string | null;
}

export const listExportedFiles = (query: Query, reportId: number): Promise<ExportedFile[]> =>
  query<ExportedFile>(
    `select template_id, language, file, sha256, bytes, schema_sha256 from report_steps
      where report_id = $1 and sha256 is not null order by position`,
    [reportId],
  );

/** The last completed export of an instance whose manifest is stored. */
export async function getLastManifest(query: Query, instanceId: number) {
  const [last] = await query<{ id: number; manifest: string | null }>(
    'select id, manifest from reports where instance_id = $1 and completed_at is not null order by id desc limit 1',
    [instanceId],
  );
  return last?.manifest ? { id: last.id, manifest: last.manifest } : undefined;
}

/** Sizes of an instance's images, by path. */
export const listImageSizes = (query: Query, instanceId: number, paths: readonly string[]) =>
  query<{ path: string; bytes: number }>(
    `select path, bytes from images
      where instance_id = $1 and path = any(array(select jsonb_array_elements_text($2::jsonb)))`,
    [instanceId, JSON.stringify(paths)],
  );

/** Who has started an export. */
interface AuthorRow extends ActorRow {
  origin: Origin;
}

/** The build that an export has made: its signed manifest, and its files by their paths. */
export interface WrittenBuild {
  manifest: WrittenFile;
  schemaSha256: string;
  files: readonly BuildFile[];
}

/** A file of a build. */
export interface BuildFile extends WrittenFile {
  path: string;
}

interface CompletedReport {
  reportId: number;
  manifest: WrittenFile;
  build: WrittenBuild;
  at: Date;
}

/**
 * Completes a report with its manifest and its build, and emits the event; returns who has exported, or undefined while
 * another server still works on one of its steps.
 */
export async function completeReport(
  query: Query,
  { reportId, manifest, build, at }: CompletedReport,
): Promise<AuthorRow | undefined> {
  const [author] = await query<AuthorRow>(
    `with completed as (
        update reports set completed_at = $2, manifest = $3, manifest_sha256 = $4, manifest_bytes = $5,
          build_manifest = $6, build_sha256 = $7, build_bytes = $8, schema_sha256 = $9
        where id = $1 and completed_at is null and error is null
        and not exists (select 1 from report_steps where report_id = $1 and completed_at is null)
        returning id, instance_id, account_id, actor, origin
      ),
      listed as (
        insert into build_files (report_id, instance_id, path, file, sha256, bytes)
        select c.id, c.instance_id, f.path, f.file, f.sha256, f.bytes
        from completed c, jsonb_to_recordset($10::jsonb) as f (path text, file text, sha256 text, bytes bigint)
        on conflict (report_id, path) do update set file = excluded.file, sha256 = excluded.sha256, bytes = excluded.bytes
      ),
      emitted as (${insertEventsSql(`
        select instance_id, 'export.completed', account_id, actor, origin, jsonb_build_object('report_id', id) from completed
      `)})
      select account_id, actor, origin from completed`,
    [
      reportId,
      at,
      manifest.file,
      manifest.sha256,
      manifest.bytes,
      build.manifest.file,
      build.manifest.sha256,
      build.manifest.bytes,
      build.schemaSha256,
      JSON.stringify(build.files),
    ],
  );
  return author;
}

/** Marks a report as failed, with the step at which it stopped, in a transaction. */
export async function failReport(query: Query, reportId: number, at: Date): Promise<void> {
  const [failed] = await query<{ error: string }>(
    `update reports set error = 'The export has stopped' || coalesce((
        select ' at ' || template_id from report_steps where report_id = $1 and completed_at is null order by position limit 1
      ), '') || '. Please try again later.'
      where id = $1 and completed_at is null and error is null returning error`,
    [reportId],
  );
  if (failed) await endProgress(query, exportOf(reportId), { state: 'failed', error: failed.error, at });
}

/** Cancels a running report, in a transaction; returns false if it has ended. */
export async function cancelReport(query: Query, reportId: number, at: Date): Promise<boolean> {
  const error = 'The export was cancelled.';
  const rows = await query(
    'update reports set error = $2 where id = $1 and completed_at is null and error is null returning 1',
    [reportId, error],
  );
  return rows.length > 0 && endProgress(query, exportOf(reportId), { state: 'cancelled', error, at });
}

/**
 * The next items of a template, ordered by id, as many as begin within the given number of bytes: at least one, if
 * there is any.
 */
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
