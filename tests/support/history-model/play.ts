import type { Dice } from '../dice.ts';
import { compactAll } from '../history-upkeep.ts';
import type { TestServer } from '../server.ts';
import { expectWhole } from '../sync-model/state.ts';
import { devSteps } from './dev-steps.ts';
import { syncSteps } from './sync-steps.ts';
import { templateSteps } from './template-steps.ts';
import { versionSteps } from './version-steps.ts';
import { World } from './world.ts';

/** Plays a random history of `steps` steps, and notes each; then every version of each item is restored or says what it lacks. */
export async function playHistory(
  server: TestServer,
  dice: Dice,
  steps: number,
  note: (step: string) => void,
): Promise<void> {
  const world = new World(server);
  const inDev = devSteps(world, dice);
  const ofTemplate = templateSteps(world, dice);
  const ofVersions = versionSteps(world, dice);
  const ofStage = syncSteps(world, dice);
  const compact = async () => {
    await compactAll(server);
    return 'store former versions as differences';
  };
  const weighted: [weight: number, step: () => Promise<string>, isOfTemplate?: true][] = [
    [8, inDev.create],
    [14, inDev.save],
    [12, inDev.edit],
    [12, inDev.remove],
    [12, inDev.restore],
    [12, inDev.undo],
    [12, () => ofVersions.restore(world.dev)],
    [10, ofTemplate.remove, true],
    [12, ofTemplate.bringBack, true],
    [5, ofTemplate.retype, true],
    [4, ofTemplate.changeOptions, true],
    [6, ofTemplate.restore, true],
    [10, ofStage.move],
    [5, ofStage.save],
    [5, () => ofVersions.restore(world.stage)],
    [6, ofStage.undo],
    [2, compact],
  ];
  const all = weighted.flatMap(([weight, step, isOfTemplate = false]) =>
    Array.from({ length: weight }, () => ({ step, isOfTemplate })),
  );
  note(await ofTemplate.create());
  note(await inDev.create());
  await world.compare();
  for (let left = steps; left > 0; left -= 1) {
    const { step, isOfTemplate } = world.live.size < 2 ? { step: inDev.create, isOfTemplate: false } : dice.oneOf(all);
    note(await step());
    await world.compare(isOfTemplate);
  }
  const { query } = server.app.deps.database;
  for (const instanceId of [world.dev, world.stage]) {
    await ofVersions.restoreAll(instanceId);
    await expectWhole(query, instanceId, await world.look(instanceId));
  }
  await world.compare();
}
