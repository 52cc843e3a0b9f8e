import type { Deps } from '../../core/app/deps.ts';
import { removeOldEvents } from '../../core/app/event-retention.ts';
import { defineJob } from '../../core/app/module.ts';
import { deleteActivity } from '../../core/events/activity-repository.ts';
import { exportFolder } from '../../core/files/export-folder.ts';
import { imageFolder } from '../../core/files/image-key.ts';
import {
  deleteContentBatch,
  deleteProjectRow,
  listDueProjects,
  listInstanceIds,
  listTemplateKeys,
  startRemoval,
} from './remove-repository.ts';

/** Looks for projects that are due for removal, and for events that are. */
export const removalJob = defineJob({
  name: 'remove-projects',
  everySeconds: 10 * 60,
  run: async (deps, _data, signal) => {
    try {
      await removeDueProjects(deps, signal);
    } finally {
      await removeOldEvents(deps, signal);
    }
  },
});

type Needs = Pick<Deps, 'database' | 'unit' | 'files' | 'clock'>;

/** Removes every project whose cancellation period is over; a removal interrupted by a crash is continued. */
export async function removeDueProjects(deps: Needs, signal: AbortSignal): Promise<void> {
  const failures: unknown[] = [];
  for (const projectId of await listDueProjects(deps.database.query, deps.clock.now())) {
    signal.throwIfAborted();
    // A failure must not prevent the removal of the others.
    await removeProject(deps, projectId, signal).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

/** Files are deleted before the row that refers to them, so that none is orphaned. */
async function removeProject(
  { database, unit, files, clock }: Needs,
  projectId: number,
  signal: AbortSignal,
): Promise<void> {
  const { query } = database;
  if (!(await startRemoval(query, projectId, clock.now()))) return;
  const instanceIds = await listInstanceIds(query, projectId);
  const templateKeys = await listTemplateKeys(query, instanceIds);
  do signal.throwIfAborted();
  while (await deleteContentBatch(query, templateKeys));
  do signal.throwIfAborted();
  while (await deleteActivity(query, projectId));
  await files.deleteFolder(imageFolder(projectId));
  for (const instanceId of instanceIds) await files.deleteFolder(exportFolder(instanceId));
  await unit(({ query: inside }) => deleteProjectRow(inside, projectId, instanceIds));
}
