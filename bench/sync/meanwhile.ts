import { setTimeout as pause } from 'node:timers/promises';
import { items as calls } from '@quartermaster/contract/endpoints/items.ts';
import type { Client } from 'pg';
import type { Bench } from '../support/bench.ts';
import { writesTemplate } from '../support/content/content.ts';
import { withClient } from '../support/content/prepare.ts';
import type { Side } from '../support/load.ts';
import type { Figure } from '../support/report.ts';
import type { OwnServer } from '../support/servers/own-server.ts';
import { items, type Place, rewritten } from './place.ts';

/**
 * The longest saves in the target during a sync: of other items, compared with saves during the bare `UPDATE` of the same items; and of an item
 * that the sync writes, whose saves are refused until its lock is released.
 */
export async function savesMeanwhile(
  bench: Bench,
  server: OwnServer,
  place: Place,
  move: () => Promise<unknown>,
): Promise<Figure[]> {
  const bare = await during(bench, server, place, {
    work: () => withClient(server.databaseUrl, (client) => rewritten(client, place.keys.stage)),
    isSync: false,
  });
  const synced = await during(bench, server, place, { work: move, isSync: true });
  return [
    {
      goal: 'syncSaves',
      name: 'longest save of another item in the target',
      unit: 's',
      product: synced.longestSave / 1000,
      floor: bare.longestSave / 1000,
    },
    {
      goal: 'syncSaves',
      name: `longest answer to a save of an item among ${items.toLocaleString('en-US')} that are synced`,
      unit: 's',
      product: synced.longestAnswer / 1000,
    },
  ];
}

interface Meanwhile {
  longestSave: number;
  longestAnswer: number;
}

async function during(
  { load }: Bench,
  { product, session, databaseUrl }: OwnServer,
  place: Place,
  { work, isSync }: { work: () => Promise<unknown>; isSync: boolean },
): Promise<Meanwhile> {
  const job = { kind: 'save', instanceId: place.stageId, templateId: writesTemplate, ...writes } as const;
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
  const refused = (client: Client) =>
    longestRefusal(
      client,
      place.keys.stage,
      () => isOver,
      (item) => saveRefused(side, place, item),
    );
  const [longestSave, longestAnswer] = await Promise.all([
    saving(),
    isSync ? withClient(databaseUrl, refused) : 0,
    running,
  ]);
  return { longestSave, longestAnswer };
}

/** The items that `fillWorkspace` creates for saves: after the parts. */
const writes = { firstId: 501, items: 10_000 };

interface Item {
  id: number;
  version: number;
}

/**
 * The longest answer to a save of the first item of a template, in milliseconds; it is retried while the item is locked. The
 * first item is locked longest, as it is written first.
 */
async function longestRefusal(
  client: Client,
  key: number,
  isOver: () => boolean,
  save: (item: Item) => Promise<void>,
): Promise<number> {
  const { rows } = await client.query<Item>(
    'select id, version from items where template_key = $1 order by id limit 1',
    [key],
  );
  const item = rows[0];
  if (!item) throw new Error('The template has no items.');
  let longest = 0;
  while (!isOver()) {
    if (!(await isLocked(client, key, item.id))) {
      await pause(10);
      continue;
    }
    const at = performance.now();
    await save(item);
    longest = Math.max(longest, performance.now() - at);
  }
  if (longest === 0) throw new Error('The item was never found locked.');
  return longest;
}

/** Sends a save of an item that a sync is writing: it is either still locked, or already changed. */
async function saveRefused({ port, headers }: Side, { stageId, templateId }: Place, item: Item): Promise<void> {
  const path = calls.save.path.replace(':instanceId', String(stageId));
  const body = { ...item, template_id: templateId, internal_label: 'Saved meanwhile', fields: [] };
  const response = await fetch(`http://127.0.0.1:${port}/v1${path}`, {
    method: 'POST',
    headers: await headers(),
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (response.status !== 409)
    throw new Error(`A save of an item that is being synced answered ${response.status}: ${text}`);
}

async function isLocked(client: Client, key: number, id: number): Promise<boolean> {
  const { rows } = await client.query(
    'select 1 from items where template_key = $1 and id = $2 for no key update skip locked',
    [key, id],
  );
  return rows.length === 0;
}
