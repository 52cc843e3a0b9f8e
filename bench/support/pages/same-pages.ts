import { type Job, requestsOf } from '../../load/jobs.ts';
import type { Bench } from '../bench.ts';
import type { Side } from '../load.ts';
import { seeded } from '../statistics.ts';

/** Requests the same pages from all sides and stops if the items differ: only equal work can be compared. */
export async function checkSamePages({ product, floor, typed }: Bench, job: Job): Promise<void> {
  const requests = requestsOf(job);
  const random = seeded(4400);
  for (let round = 0; round < 20; round += 1) {
    const { path, body = '' } = requests(random, 0, 1);
    const [ours = '', ...floors] = await Promise.all([product, floor, typed].map((side) => rows(side, path, body)));
    const other = floors.find((answer) => answer !== ours);
    if (other !== undefined)
      throw new Error(`The sides differ for ${body}:\n${ours.slice(0, 600)}\n${other.slice(0, 600)}`);
  }
}

async function rows(side: Side, path: string, body: string): Promise<string> {
  const headers = { 'content-type': 'application/json', ...(await side.headers()) };
  const response = await fetch(`http://127.0.0.1:${side.port}${path}`, { method: 'POST', headers, body });
  const { items } = (await response.json()) as { items?: { id: number; version: number; values: object }[] };
  return JSON.stringify(
    items?.map(({ id, version, values }) => [id, version, Object.entries(values).sort()]) ?? response.status,
  );
}
