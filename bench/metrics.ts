import { freePort } from '../scripts/free-port.mjs';
import { Sentence } from '../scripts/terminal.mjs';
import type { Bench } from './support/bench.ts';
import { pagesOfOther } from './support/pages/other-server.ts';
import { type Figure, figureOfRounds } from './support/report.ts';

/** A page of a server with metrics, and of one without, in turns. */
export async function metrics(bench: Bench): Promise<Figure[]> {
  const metricsPort = await freePort();
  const check = async () => {
    const text = await (await fetch(`http://localhost:${metricsPort}/metrics`)).text();
    if (!text.includes('/v1/editor/:instanceId/items/:templateId')) throw new Sentence('The metrics have no page.');
  };
  const { other, product } = await pagesOfOther(bench, { place: { metricsPort }, rounds: 30, seconds: 1, check });
  const about = { goal: 'metricsPage', name: 'a page with metrics', unit: 'ms' } as const;
  return [{ ...figureOfRounds(about, other, product), against: 'without' }];
}
