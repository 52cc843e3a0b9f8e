import type { Report, ReportHeader } from '@quartermaster/contract/endpoints/reports.ts';
import { plainGameVersion } from '@quartermaster/contract/game-version.ts';
import { startExportRule } from '@quartermaster/contract/rules/builds.ts';
import type { Deps } from '../../core/app/deps.ts';
import type { Unit } from '../../core/app/unit.ts';
import type { Author } from '../../core/base/actor.ts';
import { AppError } from '../../core/base/errors.ts';
import { cutPage, type PageRequest, toPageQuery } from '../../core/base/newest-first.ts';
import { randomToken } from '../../core/environment/secrets.ts';
import { exportedFileName, readExportedFileName } from '../../core/files/exported-file-name.ts';
import { checkRule } from '../../core/http/check-rule.ts';
import { hasEnded } from '../../core/jobs/progress.ts';
import type { InstanceCaller } from '../../core/session/access.ts';
import { cancelReport } from './export-repository.ts';
import { createReport, findFile, getReport, listReports, listSteps } from './repository.ts';
import { exportJob } from './run-export.ts';

const linkSeconds = 5 * 60;

interface NewExport {
  instanceId: number;
  workspaceId: number;
  author: Author;
  /** That of the last build if omitted, null for any. */
  smallestGameVersion?: string | null | undefined;
  at: Date;
}

/** Creates the report, its steps and its job; undefined if an export of the instance is running. */
export async function createExport(
  { query, send }: Pick<Unit, 'query' | 'send'>,
  { workspaceId, at, ...options }: NewExport,
): Promise<number | undefined> {
  const created = await createReport(query, { ...options, path: randomToken(), createdAt: at });
  if (created !== undefined) await send(exportJob, { report_id: created, workspace_id: workspaceId });
  return created;
}

/** Starts an export; throws 409 if one of the instance is running. */
export async function startExport(
  { unit, clock }: Deps,
  caller: InstanceCaller,
  typed?: string | null,
): Promise<number> {
  const { instanceId, actor, workspaceId } = caller;
  const version = typed === undefined ? undefined : await readVersion(typed);
  const author = { actor, origin: 'form' } as const;
  const id = await unit((inside) =>
    createExport(inside, { instanceId, workspaceId, author, smallestGameVersion: version, at: clock.now() }),
  );
  if (id === undefined) throw new AppError('running', { message: 'An export of this instance is running already.' });
  return id;
}

/** The smallest version of the game as it is stored; null for any. */
async function readVersion(typed: string | null): Promise<string | null> {
  const { smallest_game_version: version } = await checkRule(startExportRule, { smallest_game_version: typed ?? '' });
  return version === '' ? null : plainGameVersion(version);
}

/** Cancels a running export; throws 409 if it has ended. Its job stops soon, and games keep the last completed export. */
export async function cancelExport({ unit, clock }: Pick<Deps, 'unit' | 'clock'>, reportId: number): Promise<void> {
  if (!(await unit(({ query }) => cancelReport(query, reportId, clock.now())))) throw hasEnded();
}

/** The page of reports that a call requests. */
interface Page extends PageRequest {
  completed?: boolean;
}

/** A page of an instance's reports, and the cursor of the next one. */
export async function listReportPage(
  { database }: Deps,
  instanceId: number,
  { completed = false, ...pageRequest }: Page,
) {
  const rows = await listReports(database.query, { instanceId, completed, ...toPageQuery(pageRequest) });
  const { page, next_cursor } = cutPage(rows, pageRequest);
  const reports = page.map((row): ReportHeader => ({ ...row, created_at: row.created_at.toISOString() }));
  return { reports, next_cursor };
}

/** A report with its steps. */
export async function readReport({ database }: Deps, instanceId: number, reportId: number): Promise<Report> {
  const report = await getReport(database.query, { instanceId, reportId });
  if (!report) throw new AppError('not_found');
  const steps = await listSteps(database.query, reportId);
  return {
    ...report,
    created_at: report.created_at.toISOString(),
    steps: steps.map((step) => ({
      id: step.id,
      template_id: step.template_id,
      ...(step.language !== null && { language: step.language }),
      started_at: step.started_at?.toISOString() ?? null,
      completed_at: step.completed_at?.toISOString() ?? null,
      file: step.has_file ? exportedFileName(step) : null,
    })),
  };
}

/** A URL from which the browser can download the file without credentials for a few minutes. */
export async function readFileUrl({ database, files }: Deps, instanceId: number, path: string, fileName: string) {
  const key = await findFile(database.query, { instanceId, path, file: readExportedFileName(fileName) });
  if (!key) throw new AppError('not_found');
  return files.url(key, fileName, linkSeconds);
}
