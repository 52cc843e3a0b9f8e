import type { Job } from './load/jobs.ts';
import type { Bench } from './support/bench.ts';
import { alternate } from './support/load.ts';
import type { Figure } from './support/report.ts';
import { median } from './support/statistics.ts';

/** All items of the shortest list in one response. */
export async function readAll({ content, load, product, floor }: Bench): Promise<Figure[]> {
  const [list] = content.lists;
  if (!list) return [];
  const job: Job = { kind: 'readAll', instanceId: content.instanceId, templateId: list.templateId };
  const sides = [product, floor].map((side) => () => load.round(side, job, { requests: 3 }));
  await alternate(2, sides);
  const [ours = [], floors = []] = await alternate(9, sides);
  const rate = (measured: typeof ours) => median(measured.map(({ bytes, seconds }) => bytes / seconds / 1e6));
  return [
    {
      goal: 'readAll',
      name: `reading all ${list.items.toLocaleString('en-US')} items as JSON`,
      unit: 'MB/s',
      product: rate(ours),
      floor: rate(floors),
    },
  ];
}
