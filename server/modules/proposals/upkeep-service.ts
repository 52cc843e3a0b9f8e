import { proposalDays } from '@quartermaster/contract/rules/proposals.ts';
import type { Deps } from '../../core/app/deps.ts';
import { defineJob } from '../../core/app/module.ts';
import { deleteOldProposals } from './repository.ts';

const day = 24 * 60 * 60 * 1000;

/** Deletes old proposals in short steps. */
export const removeProposalsJob = defineJob({
  name: 'remove-proposals',
  everySeconds: day / 1000,
  run: (deps, _data, signal) => removeOldProposals(deps, signal),
});

/** One run of {@link removeProposalsJob}. */
export async function removeOldProposals(
  { database: { query }, clock }: Pick<Deps, 'database' | 'clock'>,
  signal: AbortSignal,
): Promise<void> {
  const now = clock.now().getTime();
  const before = { open: new Date(now - proposalDays.open * day), decided: new Date(now - proposalDays.decided * day) };
  do signal.throwIfAborted();
  while (await deleteOldProposals(query, before));
}
