import { join } from 'node:path';
import { say } from '../scripts/terminal.mjs';
import type { Job } from './load/jobs.ts';
import type { Bench } from './support/bench.ts';
import { withClient } from './support/content/prepare.ts';
import { type Figure, figureOfRounds } from './support/report.ts';
import { operate } from './support/servers/product.ts';
import { median } from './support/statistics.ts';

const rounds = 3;
/** Clients that read pages; seconds of a round. */
const [connections, seconds] = [50, 4];
const restored = 'quartermaster_bench_restored';

/** What clients notice of a backup, and how long it and its restore take: of everything that the benchmark has in its database. */
export async function backup({ content, databaseUrl, folder, load, product }: Bench): Promise<Figure[]> {
  const list = content.lists.at(-1);
  if (!list) return [];
  const place = { dataDir: folder, databaseUrl };
  const job: Job = { kind: 'page', instanceId: content.instanceId, templateId: list.templateId };
  const round = async () => median((await load.round(product, job, { connections, seconds })).latencies);
  await round();
  const during: number[] = [];
  const without: number[] = [];
  const taken: number[] = [];
  for (let done = 0; done < rounds; done += 1) {
    without.push(await round());
    let isRunning = true;
    const saved = operate(place, 'backup', join(folder, `archive-${done}`)).finally(() => {
      isRunning = false;
    });
    const latencies: number[] = [];
    while (isRunning) latencies.push(await round());
    during.push(median(latencies));
    taken.push(await saved);
  }
  say(`A backup next to ${connections} clients took ${median(taken).toFixed(1)} s.`);
  const database = (statement: string) => withClient(databaseUrl, (client) => client.query(statement));
  await database(`drop database if exists ${restored}`);
  await database(`create database ${restored}`);
  try {
    const url = Object.assign(new URL(databaseUrl), { pathname: `/${restored}` }).href;
    // It compares every table and file by its hash, and fails if one differs.
    const restoring = await operate(
      { dataDir: join(folder, 'restored'), databaseUrl: url },
      'restore',
      join(folder, 'archive-0'),
    );
    const size = list.items.toLocaleString('en-US');
    const about = {
      goal: 'backupMeanwhile',
      name: `a page while a backup runs, ${connections} clients`,
      unit: 'ms',
    } as const;
    return [
      { ...figureOfRounds(about, during, without), against: 'without' },
      { goal: 'restore', name: `a restore with a list of ${size} items`, unit: 's', product: restoring },
    ];
  } finally {
    await database(`drop database ${restored}`);
  }
}
