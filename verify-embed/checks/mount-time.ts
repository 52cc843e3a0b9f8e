import type { Check } from '../check.ts';
import { hasSingleSpa } from '../page/console-state.ts';
import { type MountTimes, watchMount } from '../page/mount-watch.ts';
import type { Portal } from '../portal.ts';
import { pauseSince } from '../quiet.ts';

/** The promise is a second; a busy machine may take longer. */
export const secondAndABit = 1_200;

/** A single slow mount may be the machine's fault. */
export const tries = 3;

export const mountTime: Check = {
  id: 'mount-time',
  promise:
    'Within a second something is shown where the console mounts, and single-spa’s navigation into it and out of it is over',
  async run(portal) {
    const { openOutside, enter, leave, page } = portal;
    await openOutside();
    await enter();
    await leave();
    const isSingleSpa = await page.evaluate(hasSingleSpa);
    const all: string[][] = [];
    const notes: string[] = [];
    for (let turn = 0; turn < tries; turn += 1) {
      const entering = await timesOf(portal, true, isSingleSpa);
      const leaving = await timesOf(portal, false, isSingleSpa);
      const problems = [
        ...problemOf('Until something is shown', entering.root, entering.visible),
        ...(isSingleSpa
          ? problemOf('Until single-spa has mounted the console', entering.mounting, entering.settled)
          : []),
        ...(isSingleSpa ? problemOf('Until single-spa has left the console', leaving.routing, leaving.settled) : []),
      ];
      all.push(problems);
      notes.push(
        `Shown after ${between(entering.root, entering.visible)}, mounted after ${between(entering.mounting, entering.settled)}.`,
      );
      if (problems.length === 0) return { problems, notes };
      if (problems.some((problem) => problem.endsWith(never))) break;
    }
    return { problems: all.at(-1) ?? [], notes };
  },
};

const never = 'it never happened';

/** Navigates and waits for everything to settle. */
async function timesOf(portal: Portal, isEntering: boolean, isSingleSpa: boolean): Promise<MountTimes> {
  const { page, options, navigateIn, navigateOut } = portal;
  const watch = await page.evaluateHandle(watchMount);
  await (isEntering ? navigateIn() : navigateOut());
  const since = performance.now();
  const isOver = ({ visible, settled }: MountTimes) =>
    (!isEntering || visible !== undefined) && (!isSingleSpa || settled !== undefined);
  let times = await watch.evaluate((watched) => watched.times);
  while (!isOver(times) && performance.now() < since + options.timeout) {
    await pauseSince(since);
    times = await watch.evaluate((watched) => watched.times);
  }
  await watch.evaluate((watched) => watched.end());
  return times;
}

function problemOf(what: string, from: number | undefined, to: number | undefined): string[] {
  if (to === undefined) return [`${what}: ${never}`];
  const time = to - (from ?? to);
  return time > secondAndABit ? [`${what}: ${Math.round(time)} ms`] : [];
}

const between = (from: number | undefined, to: number | undefined) =>
  from === undefined || to === undefined ? 'an unknown time' : `${Math.round(to - from)} ms`;
