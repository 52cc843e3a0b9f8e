import { pollEvery } from './jobs.ts';

/** A change that a job applies; `failure` explains why it failed. */
export interface Run {
  state: 'running' | 'applied' | 'failed' | 'cancelled';
  failure: string;
}

/**
 * Resolves once a running change is applied, or cancelled: then to false. Stays pending if it is no longer waited for: signing out and closing
 * the console clear the cache, and with it the mutation.
 */
export async function untilApplied(read: () => Promise<Run>, isWaitedFor: () => boolean): Promise<boolean> {
  for (;;) {
    if (!isWaitedFor()) return new Promise(() => {});
    const { state, failure } = await read();
    if (state === 'applied') return true;
    if (state === 'cancelled') return false;
    if (state === 'failed') throw new Error(failure);
    await new Promise((resolve) => setTimeout(resolve, pollEvery));
  }
}
