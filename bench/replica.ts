import { Sentence } from '../scripts/terminal.mjs';
import type { Bench } from './support/bench.ts';
import { withClient } from './support/content/prepare.ts';
import { pagesOfOther } from './support/pages/other-server.ts';
import { type Figure, figureOfRounds } from './support/report.ts';
import { startStandby } from './support/servers/standby.ts';

const reads = `select 1 from pg_stat_activity where application_name = 'quartermaster' and query ~ 'items'`;

/** A page that a standby answers, and one from the primary, in turns: the processor is the same. */
export async function replica(bench: Bench): Promise<Figure[]> {
  const standby = await startStandby(bench.databaseUrl);
  const check = async () => {
    const { rows } = await withClient(standby.url, (client) => client.query(reads));
    if (rows.length === 0) throw new Sentence('The standby has answered no page.');
  };
  try {
    const place = { replicaUrl: standby.url };
    const { other, product } = await pagesOfOther(bench, { place, rounds: 15, seconds: 1, check });
    const about = { goal: 'replicaPage', name: 'a page from a standby', unit: 'ms' } as const;
    return [{ ...figureOfRounds(about, other, product), against: 'the primary' }];
  } finally {
    await standby.stop();
  }
}
