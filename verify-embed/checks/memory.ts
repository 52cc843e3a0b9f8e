import type { CDPSession, Page } from 'playwright-core';
import type { Check } from '../check.ts';
import { openOverlay } from '../page/overlay.ts';
import type { Portal } from '../portal.ts';

/** The first cycles compile code and fill caches. */
const warmUp = 3;
/** How often half of the cycles are run at most: further ones show whether what was left behind becomes more. */
const mostHalves = 4;
/** What a cycle may add to the heap, in bytes: compiled code grows for some time; a leaked console has megabytes. */
const heapPerCycle = 300_000;

interface Memory {
  /** Nodes that are alive but not in the page. */
  detached: number;
  listeners: number;
  heap: number;
}

export const memory: Check = {
  id: 'memory',
  promise: 'Mounting and unmounting again and again leaves no more nodes, listeners and memory than the first times',
  async run(portal) {
    const { cdp, page, options, openOutside } = portal;
    await cdp.send('Performance.enable');
    await cdp.send('HeapProfiler.enable');
    await openOutside();
    await mountAndUnmount(portal, warmUp);
    const half = Math.ceil((options.cycles - warmUp) / 2);
    const first = await settled(page, cdp);
    const measured = [first];
    /** The minimum that any half has added: the browser may retain a console or two for some time, but not one of each half. */
    const added = (name: keyof Memory) =>
      Math.min(...pairs(measured).map(([before, after]) => after[name] - before[name]));
    const hasMore = () => added('detached') >= half || added('listeners') >= half;
    for (let turn = 0; turn < 2 || (turn < mostHalves && hasMore()); turn += 1) {
      await mountAndUnmount(portal, half);
      measured.push(await settled(page, cdp, first));
    }
    const times = `Each ${half} mounts and unmounts`;
    const problems: string[] = [];
    // A leak adds at least one each time.
    if (added('detached') >= half)
      problems.push(`${times} leave ${added('detached')} nodes alive that are not in the page.`);
    if (added('listeners') >= half) problems.push(`${times} leave ${added('listeners')} listeners.`);
    if (added('heap') > half * heapPerCycle) problems.push(`${times} add ${inKilobytes(added('heap'))} to the heap.`);
    const notes = measured.map(
      ({ detached, listeners, heap }, index) =>
        `After ${warmUp + index * half} cycles: ${detached} detached nodes, ${listeners} listeners, ${inKilobytes(heap)} of heap.`,
    );
    return { problems, notes };
  },
};

const pairs = <T>(list: readonly T[]) => list.slice(1).map((after, index) => [list[index] as T, after] as const);

async function mountAndUnmount({ page, enter, leave }: Portal, times: number) {
  for (let turn = 0; turn < times; turn += 1) {
    await enter();
    await openOverlay(page);
    await leave();
  }
}

/** Measures until the value is not higher than before, or nothing more is collected. */
async function settled(page: Page, cdp: CDPSession, before?: Memory): Promise<Memory> {
  let last = await measure(page, cdp);
  let stable = 0;
  while (stable < 5) {
    if (before && last.detached <= before.detached && last.listeners <= before.listeners) return last;
    await page.waitForTimeout(300);
    const now = await measure(page, cdp);
    stable = now.detached === last.detached && now.listeners === last.listeners ? stable + 1 : 0;
    last = now;
  }
  return last;
}

async function measure(page: Page, cdp: CDPSession): Promise<Memory> {
  for (let turn = 0; turn < 2; turn += 1) await cdp.send('HeapProfiler.collectGarbage');
  const connected = await page.evaluate(countNodes);
  const { metrics } = await cdp.send('Performance.getMetrics');
  const metricOf = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  return {
    detached: Math.max(0, metricOf('Nodes') - connected),
    listeners: metricOf('JSEventListeners'),
    heap: metricOf('JSHeapUsedSize'),
  };
}

/** Run in the page: the nodes in it, including those in open shadow roots. */
function countNodes(): number {
  const count = (root: Node): number => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ALL);
    let sum = 1;
    while (walker.nextNode()) {
      sum += 1;
      const shadow = walker.currentNode instanceof Element ? walker.currentNode.shadowRoot : null;
      if (shadow) sum += count(shadow);
    }
    return sum;
  };
  return count(document);
}

const inKilobytes = (bytes: number) => `${Math.round(bytes / 1024)} kB`;
