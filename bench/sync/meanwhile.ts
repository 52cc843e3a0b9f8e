import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import type { Bench } from '../support/bench.ts';
import { writesTemplate } from '../support/content/content.ts';
import { withClient } from '../support/content/prepare.ts';
import type { Figure } from '../support/report.ts';
import type { OwnServer } from '../support/servers/own-server.ts';
import { items, type Place, rewritten } from './place.ts';

/**
 * The longest save of other items in the target during a sync, and how long its own items are locked, for which their saves wait: beside
 * the bare `UPDATE` of the same items during the same saves.
 */
export async function savesMeanwhile(
  bench: Bench,
  server: OwnServer,
  place: Place,
  move: () => Promise<unknown>,
): Promise<Figure[]> {
  const bare = await during(bench, server, place, () =>
    withClient(server.databaseUrl, (client) => rewritten(client, place.keys.stage)),
  );
  const synced = await during(bench, server, place, move);
  return [
    {
      goal: 'syncSaves',
      name: 'longest save of another item in the target',
      unit: 's',
      product: synced.longestSave / 1000,
      floor: bare.longestSave / 1000,
    },
    {
      goal: 'syncLocked',
      name: `lock of an item among ${items.toLocaleString('en-US')} that are synced`,
      unit: 's',
      product: synced.locked / 1000,
      floor: bare.locked / 1000,
    },
  ];
}

async function during(
  { load }: Bench,
  { product, session, databaseUrl }: OwnServer,
  { stageId, keys }: Place,
  work: () => Promise<unknown>,
): Promise<{ longestSave: number; locked: number }> {
  const job = { kind: 'save', instanceId: stageId, templateId: writesTemplate, ...writes } as const;
  const side = { port: product.port, headers: () => session.headers() };
  const running = work();
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  running.then(over, over);
  const saving = async () => {
    let longest = 0;
    while (!isOver) {
      const { latencies } = await load.round(side, job, { connections: 4, seconds: 1 });
      longest = Math.max(longest, latencies.at(-1) ?? 0);
    }
    return longest;
  };
  const [longestSave, locked] = await Promise.all([
    saving(),
    withClient(databaseUrl, (client) => longestLock(client, keys.stage, () => isOver)),
    running,
  ]);
  return { longestSave, locked };
}

/** Where `fillWorkspace` puts the items that are saved: after the parts. */
const writes = { firstId: 501, items: 10_000 };

/** How long the first item of a template stays locked, as a save would find it: longest of all, as it is written first. */
async function longestLock(client: Client, key: number, isOver: () => boolean): Promise<number> {
  const { rows } = await client.query<{ id: number }>('select min(id) as id from items where template_key = $1', [key]);
  let since: number | undefined;
  let longest = 0;
  while (!isOver()) {
    const at = performance.now();
    if (!(await isLocked(client, key, rows[0]?.id ?? 0))) since = undefined;
    else {
      since ??= at;
      longest = Math.max(longest, performance.now() - since);
    }
    await pause(10);
  }
  return longest;
}

async function isLocked(client: Client, key: number, id: number): Promise<boolean> {
  const { rows } = await client.query(
    'select 1 from items where template_key = $1 and id = $2 for no key update skip locked',
    [key, id],
  );
  return rows.length === 0;
}
