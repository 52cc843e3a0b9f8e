import type { Bench } from '../support/bench.ts';
import { withClient } from '../support/content/prepare.ts';
import { alternate } from '../support/load.ts';
import { type Figure, figureOfRounds } from '../support/report.ts';
import { watchMemory } from '../support/servers/children.ts';
import { startFormerExports } from '../support/servers/former-exports.ts';
import type { OwnServer } from '../support/servers/own-server.ts';
import { median } from '../support/statistics.ts';
import { timed } from '../support/timed.ts';
import { exported, prepare } from './place.ts';

/** 100,000 items in total, with the 10,000 of the template of saves. */
const lists = [5500, 16_899, 16_900, 16_901, 16_902, 16_898];
const rounds = 4;

/**
 * Builds of 100,000 items after a change in each of seven templates, so that deltas are made, against exports that write the
 * same files in a process of their own; and the delta of a file of 2 MB.
 */
export async function measureExports(bench: Bench, server: OwnServer): Promise<Figure[]> {
  const { instanceId, filled, rename } = await prepare(server, lists);
  const former = await startFormerExports({ databaseUrl: server.databaseUrl, folder: bench.folder, instanceId });
  try {
    let build = 0;
    const peaks = { ours: 0, floor: 0 };
    const watched = async (pid: number, side: keyof typeof peaks, work: () => Promise<unknown>) => {
      const memory = watchMemory(pid);
      const took = await timed(work);
      peaks[side] = Math.max(peaks[side], memory.stop());
      return took / 1000;
    };
    const ours = async () => {
      for (const { templateId, firstId } of filled) await rename(templateId, firstId);
      return watched(server.product.pid, 'ours', async () => {
        build = await exported(server, instanceId);
      });
    };
    const floor = () => watched(former.pid, 'floor', former.run);
    const idle = { ours: watchMemory(server.product.pid).stop(), floor: watchMemory(former.pid).stop() };
    const [products = [], floors = []] = await alternate(rounds + 2, [ours, floor]);
    const figure = figureOfRounds(
      { goal: 'deliveryBuild', name: 'a build of 100,000 items', unit: 's' },
      // The first builds have no or few earlier ones to make deltas from.
      products.slice(2),
      floors.slice(2),
    );
    const [one] = filled.slice(-1);
    const afterOne: number[] = [];
    for (let round = 0; one && round < rounds; round += 1) {
      await rename(one.templateId, one.firstId);
      afterOne.push(await timed(() => exported(server, instanceId)));
    }
    return [
      { ...figure, against: 'without builds' },
      {
        goal: 'exportOne',
        name: 'a build after one changed item',
        unit: 's',
        product: median(afterOne) / 1000,
        floor: median(products.slice(2)),
        against: 'one in each template',
      },
      {
        goal: 'deliveryMemory',
        name: 'memory that it adds at its peak',
        unit: 'MB',
        product: peaks.ours - idle.ours,
        floor: peaks.floor - idle.floor,
        against: 'without builds',
      },
      await deltaOf(server, build, `bench_${lists[0]}.json`),
    ];
  } finally {
    await former.stop();
  }
}

/** The bytes of the delta of one changed item against those of the file. */
async function deltaOf({ databaseUrl }: OwnServer, buildId: number, path: string): Promise<Figure> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ file: number; delta: number }>(
      `select f.bytes::int as file, (
          select d.bytes::int from build_files d where d.report_id = f.report_id and d.path like 'deltas/' || f.sha256 || '/%' order by d.bytes limit 1
        ) as delta from build_files f where f.report_id = $1 and f.path = $2`,
      [buildId, path],
    );
    const [found] = rows;
    if (!found?.delta) throw new Error(`The build has no delta of ${path}.`);
    const name = `delta of one changed item in a file of ${(found.file / 1e6).toFixed(1)} MB`;
    return {
      goal: 'deliveryDelta',
      name,
      unit: 'kB',
      product: found.delta / 1000,
      floor: found.file / 1000,
      against: 'the file',
    };
  });
}
