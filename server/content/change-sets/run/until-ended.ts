import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '../../../core/base/errors.ts';
import type { Query } from '../../../core/database/database.ts';
import { getSync, type SyncRow } from '../sync-repository.ts';

/** Waits until a change set has ended, at most for that many milliseconds. */
export async function untilEnded(query: Query, id: number, longest: number): Promise<SyncRow> {
  const since = performance.now();
  for (let delay = 10; ; delay = Math.min(2 * delay, 250)) {
    const row = await getSync(query, id);
    if (!row) throw new AppError('not_found');
    if (row.state !== 'running' || performance.now() - since > longest) return row;
    await pause(delay);
  }
}
