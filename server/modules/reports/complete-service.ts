import type { Deps } from '../../core/app/deps.ts';
import { toActor } from '../../core/base/actor.ts';
import { compressFile, deleteCompressedFile } from '../../core/files/compressed-file.ts';
import { advance, endProgress } from '../../core/jobs/progress.ts';
import { followExport } from '../builds/channels-service.ts';
import { newAttempt, reportFolder } from './attempt.ts';
import { completeReport, exportOf, type RunningReport } from './export-repository.ts';
import { writeBuild } from './write-build-service.ts';
import { writeManifest } from './write-manifest.ts';

/** Completes the report with its manifest and its build; returns false if another server has completed it in the meantime. */
export async function complete(deps: Deps, report: RunningReport, signal: AbortSignal): Promise<boolean> {
  const { database, unit, files, clock } = deps;
  const folder = reportFolder(report.instance_id, report.path);
  const attempt = newAttempt();
  const file = `${folder}/manifest-${attempt}.json`;
  await advance(database.query, exportOf(report.id), { doing: 'Writing the list of files' });
  const written = await writeManifest(deps, report, file, signal);
  await compressFile(files, file);
  const manifest = { file, ...written };
  const build = await writeBuild(deps, report, { folder, attempt, signal });
  const isDone = await unit(async ({ query, emit }) => {
    const at = clock.now();
    const completed = await completeReport(query, { reportId: report.id, manifest, build, at });
    if (!completed) return false;
    await endProgress(query, exportOf(report.id), { state: 'completed', at });
    const author = { actor: toActor(completed), origin: completed.origin };
    await followExport({ query, emit }, { instanceId: report.instance_id, buildId: report.id, author, at });
    return true;
  });
  if (!isDone) for (const key of [file, build.manifest.file]) await deleteCompressedFile(files, key);
  return isDone;
}
