import { keepHistory } from '../../server/modules/history/upkeep-service.ts';
import type { TestServer } from './server.ts';

const day = 24 * 60 * 60 * 1000;

/** Runs the upkeep of history as it will be done in some days, in all templates from their first revision. */
export async function keepHistoryIn(
  { app: { deps } }: Pick<TestServer, 'app'>,
  days: number,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  const now = new Date(deps.clock.now().getTime() + days * day);
  await deps.database.query('delete from history_sweeps', []);
  await keepHistory({ ...deps, clock: { now: () => now } }, signal);
}

/** Stores all older revisions as differences, whatever their age. */
export const compactAll = (server: Pick<TestServer, 'app'>): Promise<void> => keepHistoryIn(server, 2);
