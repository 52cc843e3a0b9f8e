import { setTimeout as pause } from 'node:timers/promises';
import { type ChangeList, sync as calls, type StartedSync, type Sync } from '@quartermaster/contract/endpoints/sync.ts';
import type { Client } from 'pg';
import * as floor from './floor/sync-sql.ts';
import type { Bench } from './support/bench.ts';
import { partsTemplate, writesTemplate } from './support/content/content.ts';
import { fillWorkspace, makeWorkspace, withClient } from './support/content/prepare.ts';
import { alternate } from './support/load.ts';
import type { Figure } from './support/report.ts';
import { type OwnServer, withOwnServer } from './support/servers/own-server.ts';
import { median } from './support/statistics.ts';

const items = 100_000;
/** How many of them differ where few do. */
const few = items / 100;
const rounds = 2;
const looks = 9;

interface Place {
  devId: number;
  stageId: number;
  templateId: string;
  /** The template's keys: in Dev, in Stage, and in Prod, where the floor copies to. */
  keys: { dev: number; stage: number; prod: number };
}

/** Two instances of 100,000 items each: what differs, a sync and an undo of all of them, and saves meanwhile. */
export function sync(bench: Bench): Promise<Figure[]> {
  return withOwnServer(bench, 'sync', async (server) => {
    const { databaseUrl } = server;
    const place = await prepare(server);
    const moves = movesOf(server, place.devId, place.templateId);
    return withClient(databaseUrl, async (client) => {
      const copy = () => timed(() => copied(client, place));
      const [added, undone, copies] = [[] as number[], [] as number[], [] as number[]];
      for (let round = 0; round < rounds; round += 1) {
        copies.push(await copy());
        await emptied(client, place.keys.prod);
        const moved = await moves.sync();
        added.push(moved.milliseconds);
        const taken = await moves.undo(moved.id);
        undone.push(taken.milliseconds);
        await tidy(client);
      }
      await moves.sync();
      await tidy(client);
      await changed(client, place, few);
      const listed = await look(server, client, place);
      await changed(client, place, items);
      await tidy(client);
      const updated = await moves.sync();
      const restored = await moves.undo(updated.id);
      await tidy(client);
      const longest = await savesMeanwhile(bench, server, place, moves.sync);
      const bare = median(copies);
      const figure = (goal: 'syncMoved' | 'syncUndone', name: string, milliseconds: number): Figure => ({
        goal,
        name: `${name}, ${items.toLocaleString('en-US')} items`,
        unit: 's',
        product: milliseconds / 1000,
        floor: bare / 1000,
      });
      return [
        listed,
        figure('syncMoved', 'sync of added items', median(added)),
        figure('syncUndone', 'undo of it', median(undone)),
        figure('syncMoved', 'sync of updated items', updated.milliseconds),
        figure('syncUndone', 'undo of it', restored.milliseconds),
        longest,
      ];
    });
  });
}

/** Fills Dev, and syncs all but the items of the long list to Stage. */
async function prepare({ databaseUrl, session, product }: OwnServer): Promise<Place> {
  const devId = await makeWorkspace(databaseUrl);
  const content = await fillWorkspace(databaseUrl, devId, session, [items]);
  const templateId = content.lists[0]?.templateId ?? '';
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ id: number }>(
      `insert into instances (project_id, env) select i.project_id, e.env from instances i, unnest(array['Stage', 'Prod']) e (env) where i.id = $1 returning id`,
      [devId],
    );
    const [stageId = 0, prodId = 0] = rows.map(({ id }) => id);
    const changes = [partsTemplate, writesTemplate, templateId].map((template_id) => ({
      template_id,
      is_update_template: true,
      items: [],
      all_items: template_id !== templateId,
    }));
    await movesOf({ session, databaseUrl, product }, devId).some({ changes, menu: true });
    await client.query(
      `insert into templates (instance_id, id, label, version, fields, next_field_key, created_at, updated_at)
        select $2, id, label, 1, fields, next_field_key, created_at, updated_at from templates where instance_id = $1`,
      [stageId, prodId],
    );
    const { rows: keys } = await client.query<{ instance_id: number; key: number }>(
      'select instance_id, key from templates where id = $1',
      [templateId],
    );
    const keyIn = (instanceId: number) => keys.find((row) => row.instance_id === instanceId)?.key ?? 0;
    await tidy(client);
    return { devId, stageId, templateId, keys: { dev: keyIn(devId), stage: keyIn(stageId), prod: keyIn(prodId) } };
  });
}

interface Moved {
  id: number;
  milliseconds: number;
}

/** Syncs and undos, until they are applied. */
function movesOf({ session }: OwnServer, instanceId: number, templateId = '') {
  const pathOf = (path: string, syncId = 0) =>
    path.replace(':instanceId', String(instanceId)).replace(':syncId', String(syncId));
  const applied = async (path: string, body: object): Promise<Moved> => {
    const since = performance.now();
    const { id } = await session.call<StartedSync>('POST', path, body);
    for (;;) {
      const { sync: now } = await session.call<{ sync: Sync }>('GET', pathOf(calls.get.path, id ?? 0));
      if (now.state === 'failed') throw new Error(now.error ?? 'The sync failed.');
      if (now.state === 'applied') return { id: now.id, milliseconds: performance.now() - since };
      await pause(100);
    }
  };
  return {
    // Of the long list alone, as others are saved meanwhile.
    sync: () =>
      applied(pathOf(calls.some.path), {
        changes: [{ template_id: templateId, is_update_template: false, items: [], all_items: true }],
      }),
    some: (body: object) => applied(pathOf(calls.some.path), body),
    undo: (syncId: number) => applied(pathOf(calls.undo.path, syncId), {}),
  };
}

/** The list as the page asks for it, beside the SQL alone. */
async function look({ session }: OwnServer, client: Client, { devId, keys }: Place): Promise<Figure> {
  const path = calls.listChanges.path.replace(':instanceId', String(devId));
  const sides = [
    () => timed(() => session.call<ChangeList>('GET', `${path}?limit=100`)),
    () => timed(() => client.query(floor.changedItems, [keys.dev, keys.stage])),
  ];
  await alternate(2, sides);
  const [ours = [], bare = []] = await alternate(looks, sides);
  return {
    goal: 'syncListed',
    name: `list of ${few.toLocaleString('en-US')} changes, ${items.toLocaleString('en-US')} items`,
    unit: 'ms',
    product: median(ours),
    floor: median(bare),
  };
}

/** The longest wait of saves of other items in the target during a sync. */
async function savesMeanwhile(
  { load }: Bench,
  { product, session }: OwnServer,
  { stageId }: Place,
  move: () => Promise<Moved>,
): Promise<Figure> {
  const { firstId, items: count } = writes();
  const job = { kind: 'save', instanceId: stageId, templateId: writesTemplate, firstId, items: count } as const;
  const side = { port: product.port, headers: () => session.headers() };
  const running = move();
  let isOver = false;
  void running.finally(() => {
    isOver = true;
  });
  let longest = 0;
  while (!isOver) {
    const { latencies } = await load.round(side, job, { connections: 4, seconds: 1 });
    longest = Math.max(longest, latencies.at(-1) ?? 0);
  }
  await running;
  return { goal: 'syncSaves', name: 'longest save in the target meanwhile', unit: 's', product: longest / 1000 };
}

/** Where `fillWorkspace` puts the items that are saved: after the parts. */
const writes = () => ({ firstId: 501, items: 10_000 });

async function copied(client: Client, { keys }: Place): Promise<void> {
  await client.query('begin');
  for (const statement of floor.copiedItems) await client.query(statement, [keys.dev, keys.prod]);
  await client.query('commit');
}

async function emptied(client: Client, key: number): Promise<void> {
  for (const table of ['items', 'item_values', 'item_links', 'item_revisions'])
    await client.query(`delete from ${table} where template_key = $1`, [key]);
  await tidy(client);
}

/** Changes the label, a text and a number of the first items of Dev. */
async function changed(client: Client, { keys }: Place, count: number): Promise<void> {
  const { rows } = await client.query<{ fields: { id: string; key: number }[] }>(
    'select fields from templates where key = $1',
    [keys.dev],
  );
  const keyOf = (id: string) => rows[0]?.fields.find((field) => field.id === id)?.key;
  await client.query(
    `create temporary table changing as select id from items where template_key = ${keys.dev} order by id limit ${count}`,
  );
  await client.query(
    `update items i set label = label || '+', version = version + 1,
        "values" = "values" || jsonb_build_object('description', ("values"->>'description') || ' again', 'price', (("values"->>'price')::int + 1) % 1000000)
      from changing c where i.template_key = $1 and i.id = c.id`,
    [keys.dev],
  );
  await client.query(
    `update item_values v set text = i."values"->>'description' from items i, changing c
      where v.template_key = $1 and v.field_key = $2 and i.template_key = $1 and i.id = c.id and v.item_id = i.id`,
    [keys.dev, keyOf('description')],
  );
  await client.query(
    `update item_values v set number = (i."values"->>'price')::int from items i, changing c
      where v.template_key = $1 and v.field_key = $2 and i.template_key = $1 and i.id = c.id and v.item_id = i.id`,
    [keys.dev, keyOf('price')],
  );
  await client.query('drop table changing');
}

async function tidy(client: Client): Promise<void> {
  for (const table of ['items', 'item_values', 'item_links', 'item_revisions', 'sync_items', 'sync_index'])
    await client.query(`vacuum (analyze) ${table}`);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const since = performance.now();
  await work();
  return performance.now() - since;
}
