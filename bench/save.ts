import type { Job } from './load/jobs.ts';
import { typedTable } from './page.ts';
import type { Bench } from './support/bench.ts';
import { alternate } from './support/load.ts';
import type { Figure } from './support/report.ts';
import { median } from './support/statistics.ts';

const rounds = 7;
const limits = { connections: 4, seconds: 2 };

/** Saving four fields of one item at a time: the sides alternate on the same items, with different values. */
export async function save({ content, load, product, floor, typed }: Bench): Promise<Figure[]> {
  const { templateId, firstId, items } = content.writes;
  const job: Job = { kind: 'save', instanceId: content.instanceId, templateId, firstId, items };
  const typedJob: Job = { ...job, table: 'typed' };
  const sides = [product, floor, typed].map((side) => () => load.round(side, side === typed ? typedJob : job, limits));
  await alternate(1, sides);
  const [ours = [], floors = [], typedTables = []] = await alternate(rounds, sides);
  const rate = (measured: typeof ours) => median(measured.map(({ latencies, seconds }) => latencies.length / seconds));
  const name = 'saving one item, 4 connections';
  const figure = { name, unit: 'saves/s', product: rate(ours) };
  return [
    { ...figure, goal: 'save', floor: rate(floors) },
    { ...figure, goal: 'saveTyped', floor: rate(typedTables), against: typedTable },
  ];
}
