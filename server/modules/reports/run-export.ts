import { setTimeout as pause } from 'node:timers/promises';
import type { Deps } from '../../core/app/deps.ts';
import { defineJob } from '../../core/app/module.ts';
import type { Query } from '../../core/database/database.ts';
import { deleteCompressedFile } from '../../core/files/compressed-file.ts';
import { exportedFileName } from '../../core/files/exported-file-name.ts';
import { advance, beginAttempt, recordErrors, watchJob } from '../../core/jobs/progress.ts';
import { newAttempt, reportFolder } from './attempt.ts';
import { complete } from './complete-service.ts';
import {
  completeStep,
  exportOf,
  failReport,
  getRunningReport,
  listOpenSteps,
  lockOpenStep,
  type OpenStep,
  type RunningReport,
  renameStepFile,
  skipStep,
  startStep,
} from './export-repository.ts';
import { keepFile, takeEqual } from './keep-file.ts';
import { deleteReport, listOldReports, listOrphans, markRemoved } from './old-reports-repository.ts';
import { waitForTemplateChange } from './wait-for-change-service.ts';
import { type WrittenTemplate, writeFile } from './write-file.ts';

interface ExportData {
  report_id: number;
  /** The workspace; exports of one workspace run one at a time. */
  workspace_id?: number;
}

/** Runs the steps of a report; one report per workspace at a time. */
export const exportJob = defineJob<ExportData>({
  name: 'export',
  concurrency: 3,
  groupOf: ({ workspace_id }) => workspace_id?.toString(),
  run: (deps, data, signal) => runExport(deps, data, signal),
  onGivenUp: (deps, data) => giveUpExport(deps, data),
});

/** How many reports of an instance are retained with their files. The last completed one is retained regardless. */
export const retainedReports = 20;

/** How long another server may work on one step before it is presumed dead, in milliseconds. */
const stepTimeout = 2 * 60_000;

/** Runs the remaining steps of a report; an interrupted export is continued by the next run. */
export async function runExport(
  deps: Deps,
  { report_id }: ExportData,
  signal: AbortSignal,
  timeout = stepTimeout,
): Promise<void> {
  const { query } = deps.database;
  const report = await getRunningReport(query, report_id);
  if (!report) return;
  await beginAttempt(query, exportOf(report_id));
  const watch = watchJob(query, exportOf(report_id), signal);
  try {
    const isDone = await runSteps(deps, report, { signal: watch.signal, timeout });
    if (isDone) await deleteOldReports(deps, report.instance_id);
  } catch (error) {
    // What an attempt has written is deleted with the folder of the report.
    if (!watch.ended.aborted) throw error;
  } finally {
    watch.stop();
  }
}

/** Returns false if the report was cancelled, or another server has completed it. */
async function runSteps(deps: Deps, report: RunningReport, running: { signal: AbortSignal; timeout: number }) {
  const { query } = deps.database;
  const { signal, timeout } = running;
  for (const step of await listOpenSteps(query, report.id)) {
    signal.throwIfAborted();
    // Cancelled in the meantime, or stopped because its project is being deleted.
    if (!(await getRunningReport(query, report.id))) return false;
    await runStep(deps, report, step, running).catch(async (error: unknown) => {
      const row = { row: step.template_id, message: 'The file could not be written.' };
      // The reason why the step failed matters more than one why that was not recorded.
      if (!signal.aborted) await recordErrors(query, exportOf(report.id), [row]).catch(() => undefined);
      throw error;
    });
  }
  return untilComplete(deps, report, signal, timeout);
}

/**
 * Completes the report once no other server works on one of its steps; returns false if another server completed it.
 * Both servers run the same job, and the first to return ends it for both. So the faster one waits, and throws if the
 * other makes no progress: then the job is retried, and no attempt is wasted while the other works.
 */
async function untilComplete(deps: Deps, report: RunningReport, signal: AbortSignal, timeout: number) {
  const { query } = deps.database;
  let [left, since] = [Number.POSITIVE_INFINITY, 0];
  for (;;) {
    const { length } = await listOpenSteps(query, report.id);
    if (length === 0) return complete(deps, report, signal);
    if (!(await getRunningReport(query, report.id))) return false;
    if (length < left) [left, since] = [length, performance.now()];
    if (performance.now() - since > timeout) throw new Error('Another server does not finish its step of the report.');
    await pause(250, undefined, { signal });
  }
}

async function runStep(
  deps: Deps,
  report: RunningReport,
  step: OpenStep,
  { signal, timeout }: { signal: AbortSignal; timeout: number },
): Promise<void> {
  const { database, unit, clock } = deps;
  const file = `${reportFolder(report.instance_id, report.path)}/${step.template_id}-${newAttempt()}.json`;
  if (!(await beginStep(deps, report, step, file))) return;
  const write = async (isForced = false) => {
    for (;;) {
      const written = await writeFile(deps, report.instance_id, step, { key: file, isForced, signal });
      // All items in a file must match the same template version.
      if (written !== 'changing') return written;
      const wait = { report, templateId: step.template_id, signal, timeout };
      if (!(await waitForTemplateChange(database.query, wait))) return 'ended' as const;
    }
  };
  const end = async (query: Query, done: Promise<boolean>) => {
    const isDone = await done;
    if (isDone) await advance(query, exportOf(report.id), { more: 1 });
    return isDone;
  };
  const keep = (written: WrittenTemplate, keys: { recorded: string; file: string }, query: Query) =>
    end(query, completeStep(query, { stepId: step.id, ...written, ...keys, at: clock.now() }));
  const content = { instanceId: report.instance_id, reportId: report.id };
  let written = await write();
  if (typeof written === 'object' && written.isUnchanged) {
    const unchanged = written;
    const take = (query: Query, key: string) => keep(unchanged, { recorded: file, file: key }, query);
    if ((await takeEqual(deps, { ...content, sha256: unchanged.sha256, take })) !== undefined) return;
    written = await write(true);
  }
  if (written === 'ended') return;
  if (!written) {
    await unit(({ query }) => end(query, skipStep(query, step.id, clock.now())));
    return;
  }
  const stored = written;
  let recorded = file;
  await keepFile(deps, {
    ...content,
    sha256: stored.sha256,
    file,
    suffix: newAttempt(),
    announce: async (query, key) => {
      recorded = key;
      return renameStepFile(query, step.id, { from: file, to: key });
    },
    take: (query, key) => keep(stored, { recorded, file: key }, query),
  });
}

/**
 * Starts a step and cleans up after an earlier attempt; returns false if another server has done the step in the
 * meantime.
 */
async function beginStep(
  { unit, files, clock }: Deps,
  report: RunningReport,
  { id: stepId, ...target }: OpenStep,
  file: string,
) {
  const step = await unit(async ({ query }) => {
    const open = await lockOpenStep(query, stepId);
    if (open) {
      await startStep(query, { stepId, file, at: clock.now() });
      await advance(query, exportOf(report.id), { doing: `Writing ${exportedFileName(target)}` });
    }
    return open;
  });
  // After the transaction, as the store may be slow. From here on nobody can complete the step with the old file, not
  // even a server wrongly presumed dead. Files orphaned by a crash here are deleted with the report's folder.
  if (step?.file) await deleteCompressedFile(files, step.file);
  return step !== undefined;
}

/** Continues deletions that were interrupted: a report is deleted last. */
async function deleteOldReports({ database, unit, files, clock }: Deps, instanceId: number): Promise<void> {
  for (const old of await listOldReports(database.query, { instanceId, count: retainedReports })) {
    if (!(await unit(({ query }) => markRemoved(query, old.id, clock.now())))) continue;
    for (const file of await listOrphans(database.query, old.id)) await deleteCompressedFile(files, file);
    await files.deleteFolder(reportFolder(instanceId, old.path));
    await deleteReport(database.query, old.id);
  }
}

/** Marks the report as failed after the last attempt. */
export const giveUpExport = ({ unit, clock }: Deps, { report_id }: ExportData): Promise<void> =>
  unit(({ query }) => failReport(query, report_id, clock.now()));
