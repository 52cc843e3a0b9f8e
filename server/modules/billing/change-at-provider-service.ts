import type { Deps } from '../../core/app/deps.ts';
import type { ProviderSubscription } from '../../core/payments/payment-provider.ts';
import { applySubscription } from './apply-service.ts';
import { endAtProvider, lockStored, type StoredSubscription } from './repository.ts';

/** How long a change at the payment provider may take before another one can begin, in milliseconds. */
const longest = 60_000;

export const longestUntil = (now: Date): Date => new Date(now.getTime() + longest);

export const isUnderWay = ({ changeUntil }: StoredSubscription, now: Date): boolean =>
  changeUntil !== null && changeUntil > now;

/**
 * Makes a change that has begun (`beginAtProvider`): calls the payment provider outside of a transaction and stores its
 * response.
 */
export async function changeAtProvider(
  { unit, clock }: Pick<Deps, 'unit' | 'clock'>,
  workspaceId: number,
  run: () => Promise<ProviderSubscription>,
): Promise<void> {
  let answer: ProviderSubscription | undefined;
  try {
    answer = await run();
  } finally {
    await unit(async ({ query }) => {
      await lockStored(query, workspaceId);
      await endAtProvider(query, workspaceId);
      if (answer) await applySubscription(query, answer, clock.now());
    });
  }
}
