import { type Rolled, type RollInput, startRolls } from '@quartermaster/contract/content/roll-drops.ts';
import { createWorker } from '../../http/create-worker.ts';
import type { RollCall } from './roll-worker.ts';
import workerUrl from './roll-worker.ts?worker&url';

/** How many rolls the page draws before it answers in between. */
const rollsAtOnce = 20_000;

/** Rolls in a worker, or in the page where a portal's content security policy forbids workers; rejects once it is aborted. */
export async function roll(input: RollInput, rolls: number, signal: AbortSignal): Promise<Rolled> {
  const rolled = await rollInWorker({ input, rolls }, signal).catch(() => undefined);
  signal.throwIfAborted();
  return rolled ?? rollInPage(input, rolls, signal);
}

async function rollInWorker(call: RollCall, signal: AbortSignal): Promise<Rolled> {
  const worker = createWorker(workerUrl);
  try {
    return await new Promise<Rolled>((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<Rolled>) => resolve(data));
      worker.addEventListener('error', reject);
      signal.addEventListener('abort', reject);
      worker.postMessage(call);
    });
  } finally {
    worker.terminate();
  }
}

async function rollInPage(input: RollInput, rolls: number, signal: AbortSignal): Promise<Rolled> {
  const { roll: go, result } = startRolls(input);
  while (result.tries < rolls) {
    go(Math.min(rollsAtOnce, rolls - result.tries));
    await new Promise((resolve) => setTimeout(resolve));
    signal.throwIfAborted();
  }
  return result;
}
