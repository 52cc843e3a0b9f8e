import { type ChangeList, sync as calls } from '@quartermaster/contract/endpoints/sync.ts';
import type { Client } from 'pg';
import * as floor from '../floor/sync-sql.ts';
import type { Bench } from '../support/bench.ts';
import { withClient } from '../support/content/prepare.ts';
import { alternate } from '../support/load.ts';
import type { Figure } from '../support/report.ts';
import { type OwnServer, withOwnServer } from '../support/servers/own-server.ts';
import { median } from '../support/statistics.ts';
import { savesMeanwhile } from './meanwhile.ts';
import { movesOf } from './moves.ts';
import { painted, shortList } from './painted.ts';
import { changed, copied, emptied, items, type Place, prepare, tidy } from './place.ts';

/** Numbers of changed items: a few, and more than a page loads at first. */
const [few, more] = [items / 100, items / 20];
const rounds = 2;
const listings = 9;

/** Two instances of 100,000 items each: what differs, a sync and an undo of all of them, and saves meanwhile. */
export function sync(bench: Bench): Promise<Figure[]> {
  return withOwnServer(bench, 'sync', async (server) => {
    const place = await prepare(server);
    return withClient(server.databaseUrl, async (client) => {
      const moved = await syncsOfAdded(server, client, place);
      const lists = await listsOfChanges(server, client, place);
      const updates = await syncsOfUpdated(bench, server, client, place);
      return [...lists, ...moved, ...updates];
    });
  });
}

/** Syncs that add all items, and their undos, compared with a copy of the same rows to the same place. */
async function syncsOfAdded(server: OwnServer, client: Client, place: Place): Promise<Figure[]> {
  const { devId, templateId, keys } = place;
  const moves = movesOf(server, devId, templateId);
  const sides = [
    async () => {
      const copy = await timed(() => copied(client, keys.dev, keys.stage));
      await emptied(client, keys.stage);
      return copy;
    },
    async () => {
      const { id, milliseconds } = await moves.sync();
      await tidy(client);
      const undo = await moves.undo(id);
      await tidy(client);
      return { added: milliseconds, undone: undo.milliseconds };
    },
  ] as const;
  const [copies, syncs] = [[] as number[], [] as { added: number; undone: number }[]];
  for (let round = 0; round < rounds; round += 1) {
    copies.push(await sides[0]());
    syncs.push(await sides[1]());
  }
  const bare = median(copies);
  return [
    figure('syncMoved', 'sync of added items', median(syncs.map(({ added }) => added)), bare),
    figure('syncUndone', 'undo of it', median(syncs.map(({ undone }) => undone)), bare),
  ];
}

const figure = (goal: 'syncMoved' | 'syncUndone', name: string, product: number, bare: number): Figure => ({
  goal,
  name: `${name}, ${items.toLocaleString('en-US')} items`,
  unit: 's',
  product: product / 1000,
  floor: bare / 1000,
});

/** Lists of changes as the page requests them, compared with the SQL alone, and the page itself, compared with one of ten changes. */
async function listsOfChanges(server: OwnServer, client: Client, place: Place): Promise<Figure[]> {
  const { devId, stageId, templateId, keys, others } = place;
  await movesOf(server, devId, templateId).sync();
  for (const { stage, prod } of [keys, ...others]) await copied(client, stage, prod);
  await changed(client, keys.prod, shortList);
  const ofPage = (count: number) => painted(server, client, { long: devId, short: stageId, count });
  await changed(client, keys.dev, few);
  const listed = await look(server, client, place);
  const page = await ofPage(few);
  await changed(client, keys.dev, more);
  return [listed, page, await ofPage(more)];
}

async function look({ session }: OwnServer, client: Client, { devId, keys }: Place): Promise<Figure> {
  const path = calls.listChanges.path.replace(':instanceId', String(devId));
  const sides = [
    () => timed(() => session.call<ChangeList>('GET', `${path}?limit=100`)),
    () => timed(() => client.query(floor.changedItems, [keys.dev, keys.stage])),
  ];
  await alternate(2, sides);
  const [ours = [], bare = []] = await alternate(listings, sides);
  return {
    goal: 'syncListed',
    name: `list of ${few.toLocaleString('en-US')} changes, ${items.toLocaleString('en-US')} items`,
    unit: 'ms',
    product: median(ours),
    floor: median(bare),
  };
}

/** A sync that updates all items and its undo, then the same sync again while others are saved. */
async function syncsOfUpdated(bench: Bench, server: OwnServer, client: Client, place: Place): Promise<Figure[]> {
  const { devId, templateId, keys } = place;
  const moves = movesOf(server, devId, templateId);
  // The rows copied for the short list would affect the floor.
  await emptied(client, keys.prod);
  await changed(client, keys.dev, items);
  const bare = await timed(() => copied(client, keys.dev, keys.prod));
  await tidy(client);
  const updated = await moves.sync();
  await tidy(client);
  const restored = await moves.undo(updated.id);
  await tidy(client);
  return [
    figure('syncMoved', 'sync of updated items', updated.milliseconds, bare),
    figure('syncUndone', 'undo of it', restored.milliseconds, bare),
    ...(await savesMeanwhile(bench, server, place, moves.sync)),
  ];
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const since = performance.now();
  await work();
  return performance.now() - since;
}
