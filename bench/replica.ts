import { Sentence } from '../scripts/terminal.mjs';
import type { Job } from './load/jobs.ts';
import type { Measured } from './load/worker.ts';
import type { Bench } from './support/bench.ts';
import { withClient } from './support/content/prepare.ts';
import { alternate } from './support/load.ts';
import { type Figure, figureOfRounds } from './support/report.ts';
import { startProduct } from './support/servers/product.ts';
import { startStandby } from './support/servers/standby.ts';
import { median } from './support/statistics.ts';

const rounds = 7;
/** A client that reads pages; seconds of a round. */
const [connections, seconds] = [1, 2];

/** A page that a standby answers, and one from the primary, in turns: the processor is the same. */
export async function replica({ content, databaseUrl, folder, load, product, session }: Bench): Promise<Figure[]> {
  const [list] = content.lists;
  if (!list) return [];
  const standby = await startStandby(databaseUrl);
  const reader = await startProduct({ dataDir: folder, databaseUrl, replicaUrl: standby.url });
  try {
    const sides = [{ ...reader, headers: () => session.headers() }, product];
    const job: Job = { kind: 'page', instanceId: content.instanceId, templateId: list.templateId };
    const measure = (count: number) =>
      alternate(
        count,
        sides.map((side) => () => load.round(side, job, { connections, seconds })),
      );
    await measure(1);
    const [through = [], without = []] = await measure(rounds);
    const reads = `select 1 from pg_stat_activity where application_name = 'quartermaster' and query ~ 'items'`;
    const { rows } = await withClient(standby.url, (client) => client.query(reads));
    if (rows.length === 0) throw new Sentence('The standby has answered no page.');
    const middle = (measured: readonly Measured[]) => measured.map(({ latencies }) => median(latencies));
    const about = {
      goal: 'replicaPage',
      name: 'a page from a standby',
      unit: 'ms',
    } as const;
    return [{ ...figureOfRounds(about, middle(through), middle(without)), against: 'the primary' }];
  } finally {
    await reader.stop();
    await standby.stop();
  }
}
