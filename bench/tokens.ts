import { menu } from '@quartermaster/contract/endpoints/menu.ts';
import { type NewProjectToken, projectTokens } from '@quartermaster/contract/endpoints/project-tokens.ts';
import { Connection } from './load/client.ts';
import type { Bench } from './support/bench.ts';
import { alternate, type Side } from './support/load.ts';
import { pathOf } from './support/path-of.ts';
import type { Figure } from './support/report.ts';
import { median } from './support/statistics.ts';

const rounds = 15;
const callsPerRound = 200;

/** A call that reads little, with a token of the project and with a session: what differs is the check of access. */
export async function tokens({ content: { instanceId }, product, session }: Bench): Promise<Figure[]> {
  const body: NewProjectToken = { name: 'Benchmark', scopes: ['read'], environments: ['Dev'], expires_at: null };
  const path = pathOf(projectTokens.create.path, { instanceId });
  const { secret } = await session.call<{ secret: string }>('POST', path, body);
  const byToken: Side = { port: product.port, headers: async () => ({ authorization: `Bearer ${secret}` }) };
  const sides = [byToken, product].map((side) => () => timesOf(side, `/v1${pathOf(menu.list.path, { instanceId })}`));
  await alternate(1, sides);
  const [ours = [], others = []] = await alternate(rounds, sides);
  return [
    {
      goal: 'tokenAccess',
      name: 'a call with a token, against one with a session',
      unit: 'ms',
      product: median(ours.flat()),
      floor: median(others.flat()),
    },
  ];
}

async function timesOf(side: Side, path: string): Promise<number[]> {
  const connection = new Connection(side.port, await side.headers());
  const times: number[] = [];
  for (let call = 0; call < callsPerRound; call += 1) {
    const since = performance.now();
    const { status } = await connection.send(path);
    times.push(performance.now() - since);
    if (status !== 200) throw new Error(`${path} answered ${status}.`);
  }
  connection.close();
  return times;
}
