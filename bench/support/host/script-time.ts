import type { CDPSession, Page } from '@playwright/test';

/** Entries of the profile that are not scripts. */
const others = new Set(['(root)', '(idle)', '(program)', '(garbage collector)']);

/** The time of the page's scripts during an action, in milliseconds, sampled every tenth of a millisecond. */
export async function countScript(page: Page): Promise<(work: () => Promise<unknown>) => Promise<number>> {
  const devtools: CDPSession = await page.context().newCDPSession(page);
  await devtools.send('Profiler.enable');
  await devtools.send('Profiler.setSamplingInterval', { interval: 100 });
  return async (work) => {
    await devtools.send('Profiler.start');
    await work();
    const { profile } = await devtools.send('Profiler.stop');
    const { nodes, samples = [], timeDeltas = [] } = profile;
    const scripts = new Set(nodes.filter(({ callFrame }) => !others.has(callFrame.functionName)).map(({ id }) => id));
    // A delta is the time since the previous sample.
    const times = samples.map((id, index) => (scripts.has(id) ? (timeDeltas[index + 1] ?? 0) : 0));
    return times.reduce((sum, time) => sum + time, 0) / 1000;
  };
}
