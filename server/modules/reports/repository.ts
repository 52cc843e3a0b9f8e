import type { ReportHeader } from '@quartermaster/contract/endpoints/reports.ts';
import { localisedTypes } from '@quartermaster/contract/field-types/registry.ts';
import { type Author, toColumns } from '../../core/base/actor.ts';
import type { Query } from '../../core/database/database.ts';
import { textArray } from '../../core/database/pg-array.ts';
import type { ExportedFileId } from '../../core/files/exported-file-name.ts';
import { startProgress } from '../../core/jobs/progress.ts';
import { exportOf } from './export-repository.ts';

/** A report with its progress. */
export interface ReportRow {
  id: number;
  created_at: Date;
  error: string | null;
  state: ReportHeader['state'];
  total_steps: number;
  completed_steps: number;
}

/** A step as shown to users. */
export interface StepRow extends ExportedFileId {
  id: number;
  started_at: Date | null;
  completed_at: Date | null;
  /** True once the file is complete; false if the template was deleted. */
  has_file: boolean;
}

interface NewReport {
  instanceId: number;
  author: Author;
  path: string;
  /** That of the last build if omitted, null for any. */
  smallestGameVersion?: string | null | undefined;
  createdAt: Date;
}

/**
 * Creates a report with a step for each file: one per template and, if the project has a file per language, one per
 * language of each template with localised texts. Returns undefined if a report of the instance is running.
 */
export async function createReport(query: Query, report: NewReport): Promise<number | undefined> {
  const { accountId, actor, origin } = toColumns(report.author);
  const [created] = await query<{ id: number }>(
    `insert into reports (instance_id, account_id, actor, origin, path, created_at, smallest_game_version)
      select $1::int, $2::int, $3::text, $4::text, $5::text, $6::timestamptz, case when $7::boolean then $8::text else (
          select smallest_game_version from reports where instance_id = $1 and completed_at is not null order by id desc limit 1
        ) end
      on conflict (instance_id) where completed_at is null and error is null do nothing returning id`,
    [
      report.instanceId,
      accountId,
      actor,
      origin,
      report.path,
      report.createdAt.toISOString(),
      report.smallestGameVersion !== undefined,
      report.smallestGameVersion ?? null,
    ],
  );
  if (!created) return undefined;
  const steps = await query(
    `insert into report_steps (report_id, position, template_id, language)
      select $1, row_number() over (order by f.id collate "C", f.place), f.id, f.language from (
        select id, null as language, 0 as place from templates where instance_id = $2
        union all
        select t.id, l.language, l.place from instances i
          join projects p on p.id = i.project_id and p.file_per_language
          join templates t on t.instance_id = i.id
          cross join unnest(p.languages) with ordinality as l(language, place)
        where i.id = $2 and exists (select from jsonb_array_elements(t.fields) f where f->'settings'->>'type' = any($3::text[]))
      ) f returning 1`,
    [created.id, report.instanceId, textArray(localisedTypes)],
  );
  await startProgress(query, {
    ...exportOf(created.id),
    instanceId: report.instanceId,
    doing: 'Starting',
    total: steps.length,
    canCancel: true,
    at: report.createdAt,
  });
  return created.id;
}

/** A report `r` and its progress by its steps `s`. The last step counts once delivery serves the files. */
const progress = `r.id, r.created_at, r.error,
  case when r.completed_at is not null then 'completed' when r.error is not null then 'failed' else 'running' end as state,
  count(s.id)::int as total_steps,
  case when r.completed_at is not null then count(s.id) else least(count(s.completed_at), greatest(count(s.id) - 1, 0)) end::int as completed_steps`;

/** Reports of an instance, newest first. */
export const listReports = (
  query: Query,
  { instanceId, before, limit, completed }: { instanceId: number; before: number; limit: number; completed: boolean },
): Promise<ReportRow[]> =>
  query<ReportRow>(
    `select ${progress}
      from (select * from reports where instance_id = $1 and id < $2 and (not $4::boolean or (completed_at is not null and error is null))
        order by id desc limit $3) r
      left join report_steps s on s.report_id = r.id
      group by r.id, r.created_at, r.error, r.completed_at order by r.id desc`,
    [instanceId, before, limit, completed],
    'reports-list',
  );

export async function getReport(query: Query, { instanceId, reportId }: { instanceId: number; reportId: number }) {
  const [report] = await query<ReportRow & { path: string }>(
    `select ${progress}, r.path from reports r left join report_steps s on s.report_id = r.id
      where r.id = $1 and r.instance_id = $2 group by r.id`,
    [reportId, instanceId],
  );
  return report;
}

export const listSteps = (query: Query, reportId: number): Promise<StepRow[]> =>
  query<StepRow>(
    `select id, template_id, language, started_at, completed_at, sha256 is not null as has_file
      from report_steps where report_id = $1 order by position`,
    [reportId],
  );

/** Key of a completed step's file in the store. */
export async function findFile(
  query: Query,
  { instanceId, path, file }: { instanceId: number; path: string; file: ExportedFileId },
) {
  const [step] = await query<{ file: string }>(
    `select s.file from reports r join report_steps s on s.report_id = r.id
      where r.path = $1 and r.instance_id = $2 and s.template_id = $3 and s.language is not distinct from $4 and s.sha256 is not null`,
    [path, instanceId, file.template_id, file.language],
  );
  return step?.file;
}
