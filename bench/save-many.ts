import type { Job } from './load/jobs.ts';
import { typedTable } from './page.ts';
import type { Bench } from './support/bench.ts';
import { alternate } from './support/load.ts';
import type { Figure } from './support/report.ts';
import { median } from './support/statistics.ts';

const items = 500;

/** Creating 500 items in one call. */
export async function saveMany({ content, load, product, floor, typed }: Bench): Promise<Figure[]> {
  const job: Job = { kind: 'saveMany', instanceId: content.instanceId, templateId: content.writes.templateId, items };
  const sides = [product, floor, typed].map((side) => () => load.round(side, job, { requests: 1 }));
  await alternate(2, sides);
  const [ours = [], floors = [], typedTables = []] = await alternate(15, sides);
  const time = (measured: typeof ours) => median(measured.flatMap(({ latencies }) => latencies));
  const figure = { name: `saving ${items} items in one call`, unit: 'ms', product: time(ours) };
  return [
    { ...figure, goal: 'saveMany', floor: time(floors) },
    { ...figure, goal: 'saveManyTyped', floor: time(typedTables), against: typedTable },
  ];
}
