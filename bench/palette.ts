import { items as calls } from '@quartermaster/contract/endpoints/items.ts';
import type { Client } from 'pg';
import { foundByLabel } from './floor/sql.ts';
import type { Bench } from './support/bench.ts';
import { fillWorkspace, makeWorkspace, withClient } from './support/content/prepare.ts';
import { alternate } from './support/load.ts';
import type { Figure } from './support/report.ts';
import { type OwnServer, withOwnServer } from './support/servers/own-server.ts';
import { median } from './support/statistics.ts';

const many = Number(process.env.PALETTE_ITEMS ?? 1_000_000);
const rounds = 5;
const limit = 20;

/** The beginnings of labels, parts of them, and a text that none has. */
const typed = ['sword', 'relic 2', 'elic 21', 'word 93', 'nowhere'];

/** What is typed into the palette is searched among all items, compared with bare SQL that finds labels in their template only. */
export const palette = (bench: Bench): Promise<Figure[]> =>
  withOwnServer(bench, 'palette', async (server) => {
    const { databaseUrl, session } = server;
    const instanceId = await makeWorkspace(databaseUrl);
    const content = await fillWorkspace(databaseUrl, instanceId, session, [many]);
    const templateId = content.lists[0]?.templateId ?? '';
    return withClient(databaseUrl, async (client) => {
      const { rows } = await client.query<{ key: number }>(
        'select key from templates where instance_id = $1 and id = $2',
        [instanceId, templateId],
      );
      const sides = [
        () => timesOf((text) => find(server, instanceId, text)),
        () => timesOf((text) => findBare(client, rows[0]?.key ?? 0, text)),
      ];
      await alternate(1, sides);
      const [product = [], floor = []] = await alternate(rounds, sides);
      const name = `items found in the palette, ${many.toLocaleString('en-US')} items`;
      return [{ goal: 'paletteFound', name, unit: 'ms', product: median(product.flat()), floor: median(floor.flat()) }];
    });
  });

async function timesOf(search: (text: string) => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (const text of typed) {
    const since = performance.now();
    await search(text);
    times.push(performance.now() - since);
  }
  return times;
}

const find = ({ session }: OwnServer, instanceId: number, text: string) => {
  const path = calls.search.path.replace(':instanceId', String(instanceId));
  return session.call('GET', `${path}?${new URLSearchParams({ q: text, limit: String(limit) })}`);
};

const findBare = (client: Client, templateKey: number, text: string) =>
  client.query({ ...foundByLabel, values: [templateKey, text, limit] });
