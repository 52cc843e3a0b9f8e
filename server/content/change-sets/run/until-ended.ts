import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '../../../core/base/errors.ts';
import type { Query } from '../../../core/database/database.ts';
import { type ChangeSetSummary, getChangeSet } from '../change-set-repository.ts';

/** Waits until a change set has ended, at most for that many milliseconds. */
export async function untilEnded(query: Query, id: number, longest: number): Promise<ChangeSetSummary> {
  const since = performance.now();
  for (let delay = 10; ; delay = Math.min(2 * delay, 250)) {
    const row = await getChangeSet(query, id);
    if (!row) throw new AppError('not_found');
    if (row.state !== 'running' || performance.now() - since > longest) return row;
    await pause(delay);
  }
}
