import { beforeEach, expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { diceOf } from '../support/dice.ts';
import { playHistory } from '../support/history-model/play.ts';
import { isLong } from '../support/long.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const { HISTORIES, HISTORY_FIRST } = process.env;
/** HISTORIES=500 runs as many of them, HISTORY_FIRST=500 others, HISTORY_SEED=17,32 only these, printing their steps. */
const count = (HISTORIES ?? HISTORY_FIRST) ? Number(HISTORIES ?? 40) : undefined;
/** Together they take every kind of step, with every outcome, that the first 40 take; a run that is not long takes some of them. */
const every = [3, 4, 5, 6, 8, 10, 15, 18, 19, 20, 25, 28, 29, 30, 35, 37];
const chosen = isLong ? every : every.slice(0, 5);
const only = process.env.HISTORY_SEED?.split(',').map(Number);
const first = Number(HISTORY_FIRST ?? 0);
const seeds = only ?? (count === undefined ? chosen : Array.from({ length: count }, (_, index) => first + index));

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});

test.each(seeds)('history %i: any version restored reads as it was, or names what is missing', async (seed) => {
  shows('4.history.model');
  const steps: string[] = [];
  const dice = diceOf(seed);
  try {
    await playHistory(server, dice, 8 + dice.below(14), (step) => {
      steps.push(step);
      if (only !== undefined) process.stdout.write(`${step}\n`);
    });
  } catch (error) {
    // The log explains a failure.
    throw new Error(`History ${seed} failed after these steps:\n${steps.join('\n')}\n${String(error)}`, {
      cause: error,
    });
  }
  expect(steps.length).toBeGreaterThan(8);
});
