import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Deps } from '../../core/app/deps.ts';
import { defineJob } from '../../core/app/module.ts';
import { compressFile, deleteCompressedFile } from '../../core/files/compressed-file.ts';
import { exportFolder } from '../../core/files/export-folder.ts';
import {
  completeReport,
  completeStep,
  deleteReport,
  failReport,
  getRunningReport,
  listOldReports,
  listOpenSteps,
  lockOpenStep,
  type OpenStep,
  type RunningReport,
  skipStep,
  startStep,
} from './export-repository.ts';
import { untilSettled } from './settled-service.ts';
import { writeFile } from './write-file.ts';
import { writeManifest } from './write-manifest.ts';

interface ExportData {
  report_id: number;
  /** Whose it is, as those of one workspace take turns. */
  workspace_id?: number;
}

/** Does the steps of a report, of one of each workspace at a time. */
export const exportJob = defineJob<ExportData>({
  name: 'export',
  concurrency: 3,
  groupOf: ({ workspace_id }) => workspace_id?.toString(),
  run: (deps, data, signal) => runExport(deps, data, signal),
  onGivenUp: (deps, data) => giveUpExport(deps, data),
});

const reportFolder = (instanceId: number, path: string) => `${exportFolder(instanceId)}/${path}`;

/** How many reports of an instance are kept with their files. The last complete one is kept whatever its age. */
export const keptReports = 20;

/** How long another server may be at one step of a report before it is thought dead, in milliseconds. */
const stepTimeout = 2 * 60_000;

/** Does the steps of a report that are not done yet; where it was stopped half way, the next run goes on from there. */
export async function runExport(
  deps: Deps,
  { report_id }: ExportData,
  signal: AbortSignal,
  timeout = stepTimeout,
): Promise<void> {
  const { query } = deps.database;
  const report = await getRunningReport(query, report_id);
  if (!report) return;
  for (const step of await listOpenSteps(query, report_id)) {
    signal.throwIfAborted();
    // Stopped meanwhile, as its project is being deleted.
    if (!(await getRunningReport(query, report_id))) return;
    await runStep(deps, report, step, { signal, timeout });
  }
  if (await untilComplete(deps, report, signal, timeout)) await deleteOldReports(deps, report.instance_id);
}

/**
 * Completes the report once no other server is at one of its steps; false where that one has done it. To both it is the
 * same job, which is done for both with the first that returns. So who is ahead waits, and throws where the other does
 * nothing more: the job is tried again then, and no try is lost while the other works.
 */
async function untilComplete(deps: Deps, report: RunningReport, signal: AbortSignal, timeout: number) {
  const { query } = deps.database;
  let [left, since] = [Number.POSITIVE_INFINITY, 0];
  for (;;) {
    const { length } = await listOpenSteps(query, report.id);
    if (length === 0) return complete(deps, report, signal);
    if (!(await getRunningReport(query, report.id))) return false;
    if (length < left) [left, since] = [length, performance.now()];
    if (performance.now() - since > timeout) throw new Error('Another server does not end a step of the report.');
    await pause(250, undefined, { signal });
  }
}

/** Completes the report with a manifest of what it has; false where another server has completed it meanwhile. */
async function complete(deps: Deps, report: RunningReport, signal: AbortSignal): Promise<boolean> {
  const { database, files, clock } = deps;
  const file = `${reportFolder(report.instance_id, report.path)}/manifest-${newAttempt()}.json`;
  const written = await writeManifest(deps, report, file, signal);
  await compressFile(files, file);
  const manifest = { file, ...written };
  const isDone = await completeReport(database.query, { reportId: report.id, manifest, at: clock.now() });
  if (!isDone) await deleteCompressedFile(files, file);
  return isDone;
}

// A server that is only thought dead must not write into the file of its successor.
const newAttempt = () => randomBytes(6).toString('hex');

async function runStep(
  deps: Deps,
  report: RunningReport,
  step: OpenStep,
  { signal, timeout }: { signal: AbortSignal; timeout: number },
): Promise<void> {
  const { database, files, clock } = deps;
  const file = `${reportFolder(report.instance_id, report.path)}/${step.template_id}-${newAttempt()}.json`;
  if (!(await beginStep(deps, step.id, file))) return;
  const write = () => writeFile(deps, report.instance_id, step.template_id, file, signal);
  let written = await write();
  // A file tells all items as one template says.
  while (written === 'changing') {
    const wait = { report, templateId: step.template_id, signal, timeout };
    if (!(await untilSettled(database.query, wait))) return;
    written = await write();
  }
  if (!written) return skipStep(database.query, step.id, clock.now());
  await compressFile(files, file);
  const done = await completeStep(database.query, { stepId: step.id, file, ...written, at: clock.now() });
  if (!done) await deleteCompressedFile(files, file);
}

/** Begins a step anew, and clears up after an attempt before; false where another server has done it meanwhile. */
async function beginStep({ database, files, clock }: Deps, stepId: number, file: string): Promise<boolean> {
  const step = await database.transaction(async (_tx, query) => {
    const open = await lockOpenStep(query, stepId);
    if (open) await startStep(query, { stepId, file, at: clock.now() });
    return open;
  });
  // Only now, as a store may be slow; from here on nobody completes the step with that file, not even a server that was
  // only thought dead. What a crash leaves here goes with the folder of the report.
  if (step?.file) await deleteCompressedFile(files, step.file);
  return step !== undefined;
}

async function deleteOldReports({ database, files }: Deps, instanceId: number): Promise<void> {
  for (const old of await listOldReports(database.query, { instanceId, kept: keptReports })) {
    await files.deleteFolder(reportFolder(instanceId, old.path));
    await deleteReport(database.query, old.id);
  }
}

/** Shows in the report that it has stopped, once no further try follows. */
export const giveUpExport = ({ database }: Deps, { report_id }: ExportData): Promise<void> =>
  failReport(database.query, report_id);
