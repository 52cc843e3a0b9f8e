import { beforeEach, expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { playBulkEdits } from '../support/bulk-edit-model.ts';
import { diceOf } from '../support/dice.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { timeout } from '../support/timeout.ts';

/** BULK_EDITS=5000 makes more of them, BULK_SEED=17 others. */
const count = Number(process.env.BULK_EDITS ?? 200);
const seed = Number(process.env.BULK_SEED ?? 1);

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});

test(`${count} random edits, copies, deletions and undos do what plain objects say, and leave what saves by hand leave`, {
  timeout: 20 * timeout,
}, async () => {
  shows('4.bulk.as-by-hand', '4.bulk.undo');
  const steps: string[] = [];
  try {
    const made = await playBulkEdits(server, diceOf(seed), count, (step) => steps.push(step));
    // Each kind was made, and refused, often enough to mean something.
    for (const [kind, times] of Object.entries(made)) expect(times, kind).toBeGreaterThan(count / 100);
  } catch (error) {
    throw new Error(`Seed ${seed} failed after these steps:\n${steps.slice(-12).join('\n')}\n${String(error)}`, {
      cause: error,
    });
  }
});
