import { Connection } from './load/client.ts';
import type { Bench } from './support/bench.ts';
import { alternate, type Side } from './support/load.ts';
import type { Figure } from './support/report.ts';
import { median, percentile } from './support/statistics.ts';

const rounds = 9;
const callsPerRound = 30;
/** Pages of other readers at the same time. */
const listCalls = 4;

/** The call that a list waits for, alone and sent together with pages of other lists. */
export async function bootstrap({ content, product, floor }: Bench): Promise<Figure[]> {
  const [list] = content.lists;
  const { instanceId } = content;
  const firstPath = `/v1/instances/${instanceId}/templates/${list?.templateId}/bootstrap`;
  const firstBody = JSON.stringify({ list: { limit: 25 } });
  const listPath = `/v1/editor/${instanceId}/items/${list?.templateId}`;
  const listBody = JSON.stringify({ limit: 25 });

  const measure = (side: Side, beside: number) => async () => {
    const headers = await side.headers();
    const [own, ...others] = Array.from({ length: beside + 1 }, () => new Connection(side.port, headers));
    const times: number[] = [];
    for (let call = 0; call < callsPerRound; call += 1) {
      const lists = others.map((connection) => connection.send(listPath, listBody));
      const since = performance.now();
      const answer = await own?.send(firstPath, firstBody);
      times.push(performance.now() - since);
      const statuses = [answer, ...(await Promise.all(lists))].map((one) => one?.status);
      if (statuses.some((status) => status !== 200)) throw new Error(`The first call and lists answered ${statuses}.`);
    }
    for (const connection of [own, ...others]) connection?.close();
    return times;
  };

  const figures: Figure[] = [];
  for (const beside of [0, listCalls]) {
    const sides = [product, floor].map((side) => measure(side, beside));
    await alternate(1, sides);
    const [ours = [], floors = []] = (await alternate(rounds, sides)).map((times) =>
      times.flat().toSorted((a, b) => a - b),
    );
    const title = `first call of a list${beside > 0 ? `, together with ${beside} pages of a list` : ''}`;
    figures.push(
      { goal: 'bootstrap', name: `${title}, p50`, unit: 'ms', product: median(ours), floor: median(floors) },
      {
        goal: 'bootstrap',
        name: `${title}, p95`,
        unit: 'ms',
        product: percentile(ours, 0.95),
        floor: percentile(floors, 0.95),
      },
    );
  }
  return figures;
}
