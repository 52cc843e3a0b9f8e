import type { Job } from '../load/jobs.ts';
import type { Bench } from './bench.ts';
import type { Filled } from './content/prepare.ts';
import type { Figure } from './report.ts';
import { percentile } from './statistics.ts';

const rounds = 2;
/** In seconds: how long saves are measured without a change, and per step while one runs. */
const [alone, atATime] = [5, 1];

/** A template change that a job continues. */
export interface LongChange {
  name: string;
  begin: () => Promise<void>;
  isRunning: () => Promise<boolean>;
}

/** Saves of a list's items while its template changes, compared with the same saves without a change. */
export async function savesMeanwhile(
  { content, load, product }: Bench,
  { templateId, firstId, items }: Filled,
  changes: readonly LongChange[],
): Promise<Figure[]> {
  const job: Job = { kind: 'save', instanceId: content.instanceId, templateId, firstId, items };
  const round = (seconds: number) => load.round(product, job, { connections: 4, seconds, countsRefused: true });
  await round(1);
  const without: number[] = [];
  const during = changes.map(() => ({ latencies: [] as number[], refused: 0 }));
  for (let done = 0; done < rounds; done += 1) {
    for (const [index, { begin, isRunning }] of changes.entries()) {
      without.push(...(await round(alone)).latencies);
      await begin();
      do {
        const { latencies, refused } = await round(atATime);
        during[index]?.latencies.push(...latencies);
        if (during[index]) during[index].refused += refused;
      } while (await isRunning());
    }
  }
  const slowest = (latencies: number[]) =>
    percentile(
      latencies.toSorted((a, b) => a - b),
      0.99,
    );
  const refused = during.reduce((sum, one) => sum + one.refused, 0);
  return [
    ...changes.map(
      ({ name }, index): Figure => ({
        goal: 'savesMeanwhile',
        name: `p99 of saves while ${name}, ${items.toLocaleString('en-US')} items`,
        unit: 'ms',
        product: slowest(during[index]?.latencies ?? []),
        floor: slowest(without),
        against: 'without',
      }),
    ),
    { goal: 'savesRefused', name: 'saves rejected during the change', unit: 'saves', product: refused },
  ];
}
