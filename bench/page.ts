import type { Job } from './load/jobs.ts';
import type { Measured } from './load/worker.ts';
import type { Bench } from './support/bench.ts';
import type { Filled } from './support/content/prepare.ts';
import { alternate } from './support/load.ts';
import { checkSamePages } from './support/pages/same-pages.ts';
import type { Figure } from './support/report.ts';
import { median, percentile } from './support/statistics.ts';

/** The name of the second baseline in figures. */
export const typedTable = 'typed table';

const rounds = 7;
const seconds = 2;

/** A page of 25 items in a category from a level on, by price: alone, under load, and in a longer list. */
export async function page(bench: Bench): Promise<Figure[]> {
  const { content, load, product, floor, typed } = bench;
  const [short, ...longer] = content.lists;
  if (!short) return [];
  const jobOn = ({ templateId }: Filled): Job => ({ kind: 'page', instanceId: content.instanceId, templateId });
  await checkSamePages(bench, jobOn(short));

  const compare = async (connections: number) => {
    await alternate(
      1,
      [product, floor, typed].map((side) => () => load.round(side, jobOn(short), { connections, seconds })),
    );
    const seeds = Array.from({ length: rounds }, () => load.seed());
    return alternate(
      rounds,
      [product, floor, typed].map(
        (side) => (round) => load.round(side, jobOn(short), { connections, seconds, seed: seeds[round] ?? 0 }),
      ),
    );
  };
  const middle = (measured: readonly Measured[] | undefined, figure: (round: Measured) => number) =>
    median((measured ?? []).map(figure));
  const at = (share: number) => (round: Measured) => percentile(round.latencies, share);
  const rate = (round: Measured) => round.latencies.length / round.seconds;
  const [alone, floorAlone, typedAlone] = await compare(1);
  const [crowded, floorCrowded, typedCrowded] = await compare(16);
  const name = `page of 25 in ${count(short)}`;
  const figures: Figure[] = [
    {
      goal: 'pageMedian',
      name: `${name}, p50`,
      unit: 'ms',
      product: middle(alone, at(0.5)),
      floor: middle(floorAlone, at(0.5)),
    },
    {
      goal: 'pageSlowest',
      name: `${name}, p99`,
      unit: 'ms',
      product: middle(alone, at(0.99)),
      floor: middle(floorAlone, at(0.99)),
    },
    {
      goal: 'pageRate',
      name: `${name}, 16 connections`,
      unit: 'pages/s',
      product: middle(crowded, rate),
      floor: middle(floorCrowded, rate),
    },
    {
      goal: 'pageTyped',
      name: `${name}, p50`,
      unit: 'ms',
      product: middle(alone, at(0.5)),
      floor: middle(typedAlone, at(0.5)),
      against: typedTable,
    },
    {
      goal: 'pageTypedRate',
      name: `${name}, 16 connections`,
      unit: 'pages/s',
      product: middle(crowded, rate),
      floor: middle(typedCrowded, rate),
      against: typedTable,
    },
  ];
  for (const long of longer) {
    const [inLong, inShort] = await alternate(
      rounds,
      [long, short].map((list) => () => load.round(product, jobOn(list), { seconds })),
    );
    const against = `${count(short)} items`;
    figures.push({
      goal: 'pageScale',
      name: `page of 25 in ${count(long)}, p50`,
      unit: 'ms',
      product: middle(inLong, at(0.5)),
      floor: middle(inShort, at(0.5)),
      against,
    });
  }
  return figures;
}

const count = ({ items }: Filled) => items.toLocaleString('en-US');
