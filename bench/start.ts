import { join } from 'node:path';
import type { Bench } from './support/bench.ts';
import { alternate } from './support/load.ts';
import type { Figure } from './support/report.ts';
import type { Child } from './support/servers/children.ts';
import { startFloor } from './support/servers/floor.ts';
import { startProduct } from './support/servers/product.ts';
import { median } from './support/statistics.ts';

const rounds = 7;

/**
 * From the start of the process to the first successful response: on the filled database, and on an embedded one with
 * the demo.
 */
export async function start({ databaseUrl, folder }: Bench): Promise<Figure[]> {
  const timed = async (child: Child) => {
    await child.stop();
    return child.readyAfter;
  };
  const embedded = { dataDir: join(folder, 'embedded'), demo: true };
  await startProduct(embedded).then(timed);
  const ours = async () => timed(await startProduct({ dataDir: folder, databaseUrl }));
  const [product = [], floor = [], own = []] = await alternate(rounds, [
    ours,
    async () => timed(await startFloor(databaseUrl)),
    async () => timed(await startProduct(embedded)),
  ]);
  return [
    {
      goal: 'start',
      name: 'start until ready, PostgreSQL',
      unit: 'ms',
      product: median(product),
      floor: median(floor),
    },
    { goal: 'startEmbedded', name: 'start until ready, embedded', unit: 's', product: median(own) / 1000 },
  ];
}
