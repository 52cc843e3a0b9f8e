import { beforeEach, expect, test } from 'vitest';
import { type Dice, diceOf } from '../support/dice.ts';
import { compactAll } from '../support/history-upkeep.ts';
import { wrongSums } from '../support/item-sums.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { contentOf } from '../support/sync.ts';
import { editsOf } from '../support/sync-model/edits.ts';
import { syncsOf } from '../support/sync-model/syncs.ts';

const { SYNC_HISTORIES, SYNC_FIRST } = process.env;
/** SYNC_HISTORIES=2000 runs as many of them, SYNC_SEED=17 only that one, printing its steps. */
const count = (SYNC_HISTORIES ?? SYNC_FIRST) ? Number(SYNC_HISTORIES ?? 24) : undefined;
/** Together they take every kind of step, with every outcome, that the first 24 take. */
const chosen = [1, 2, 4, 5, 8, 11, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22];
const only = process.env.SYNC_SEED === undefined ? undefined : Number(process.env.SYNC_SEED);
const first = Number(SYNC_FIRST ?? 0);
const seeds =
  only !== undefined
    ? [only]
    : count === undefined
      ? chosen
      : Array.from({ length: count }, (_, index) => first + index);

let server: TestServer;

beforeEach(async () => {
  server = await startTestServer();
});

/** Runs a history and logs its steps. */
async function play(dice: Dice, note: (step: string) => void): Promise<void> {
  const { dev, stage, prod } = server.studio;
  const edits = editsOf(server, dice);
  const syncs = syncsOf(server, dice);
  // Nothing may depend on whether former versions are stored whole.
  const compact = async () => {
    await compactAll(server);
    return 'store former versions as differences';
  };
  const actions: [weight: number, () => Promise<string>][] = [
    [12, edits.create],
    [18, () => edits.edit(dev)],
    [14, () => edits.edit(stage)],
    [6, () => edits.edit(prod)],
    [6, edits.delete],
    [18, edits.template],
    [3, edits.deleteTemplate],
    [4, () => edits.menu(dice.oneOf([dev, stage, prod]))],
    [14, () => syncs.move(dice.percent(75) ? dev : stage, { isAll: true, isWilling: false })],
    [5, () => syncs.move(dice.percent(75) ? dev : stage, { isAll: true, isWilling: true })],
    [16, () => syncs.move(dice.percent(75) ? dev : stage, { isAll: false, isWilling: false })],
    [10, syncs.undo],
    [6, compact],
  ];
  const all = actions.flatMap(([weight, action]) => Array.from({ length: weight }, () => action));
  for (let turn = 1 + dice.below(3); turn > 0; turn -= 1) note(await edits.template());
  for (let turn = 3 + dice.below(5); turn > 0; turn -= 1) note(await edits.create());
  for (const source of dice.percent(70) ? [dev, stage] : [])
    note(await syncs.move(source, { isAll: true, isWilling: true }));
  for (let turn = 8 + dice.below(16); turn > 0; turn -= 1) note(await dice.oneOf(all)());
  for (const [source, target] of [
    [dev, stage],
    [stage, prod],
  ] as const) {
    await syncs.settle(source, edits.edit);
    expect(await contentOf(server, target)).toEqual(await contentOf(server, source));
  }
  expect(await wrongSums(server.app.deps.database.query)).toEqual([]);
}

test.each(seeds)('history %i: every sync and undo matches the model, and everything can be synced', async (seed) => {
  const steps: string[] = [];
  try {
    await play(diceOf(seed), (step) => {
      steps.push(step);
      if (only !== undefined) process.stdout.write(`${step}\n`);
    });
  } catch (error) {
    // The log explains a failure.
    throw new Error(`History ${seed} failed after these steps:\n${steps.join('\n')}\n${String(error)}`, {
      cause: error,
    });
  }
});
