import type { Deps } from '../../../core/app/deps.ts';
import { hasEnded } from '../../../core/jobs/progress.ts';
import { cancelRunning } from '../change-set-repository.ts';
import { clearEnded } from './clear-staged.ts';

/** Cancels a running change set; throws 409 if it has ended. */
export async function cancelChangeSet(deps: Pick<Deps, 'database' | 'unit' | 'clock'>, id: number): Promise<void> {
  if (!(await deps.unit(({ query }) => cancelRunning(query, id, deps.clock.now())))) throw hasEnded();
  // If its job is running, that deletes what it prepares meanwhile.
  await clearEnded(deps, id);
}
