import { type ChangeList, sync as calls } from '@quartermaster/contract/endpoints/sync.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import type { Client } from 'pg';
import type { Bench } from '../support/bench.ts';
import { templateOf } from '../support/content/content.ts';
import { makeWorkspace, withClient } from '../support/content/prepare.ts';
import { alternate } from '../support/load.ts';
import { pathOf } from '../support/path-of.ts';
import type { Figure } from '../support/report.ts';
import { type OwnServer, withOwnServer } from '../support/servers/own-server.ts';
import { median } from '../support/statistics.ts';
import { movesOf } from './moves.ts';

const few = 10_000;
const many = Number(process.env.COMPARED_ITEMS ?? 1_000_000);
const different = 1000;
const [listings, syncs] = [9, 5];

/** Two instances of many items, compared with two of few: what differs, and a sync of it. */
export function compared(bench: Bench): Promise<Figure[]> {
  return withSide(bench, few, (short) =>
    withSide(bench, many, async (long) => {
      const ofEach = async (rounds: number, measure: (side: Side) => Promise<number>) => {
        const sides = [long, short].map((side) => () => measure(side));
        await alternate(1, sides);
        const [ours = [], others = []] = await alternate(rounds, sides);
        return { unit: 'ms', product: median(ours), floor: median(others), against: `${inWords(few)} items` };
      };
      const equal = await ofEach(listings, ({ list }) => list(0));
      for (const { change } of [long, short]) await change();
      const listed = await ofEach(listings, ({ list }) => list(different));
      const synced = await ofEach(syncs, async ({ sync, change }) => {
        const milliseconds = await sync();
        await change();
        return milliseconds;
      });
      const items = `${inWords(many)} items`;
      return [
        { goal: 'comparedEqual', name: `list of changes, none, ${items}`, ...equal },
        { goal: 'comparedListed', name: `list of changes, ${inWords(different)}, ${items}`, ...listed },
        { goal: 'comparedSynced', name: `sync of ${inWords(different)}, ${items}`, ...synced },
      ];
    }),
  );
}

const inWords = (count: number) => count.toLocaleString('en-US');

/** Two instances of one size. */
interface Side {
  /** How long the list of changes takes; throws if it has another number of them. */
  list: (count: number) => Promise<number>;
  /** How long a sync of all of them takes. */
  sync: () => Promise<number>;
  /** Changes items of Dev far from each other. */
  change: () => Promise<void>;
}

const withSide = <T>(bench: Bench, items: number, work: (side: Side) => Promise<T>): Promise<T> =>
  withOwnServer(bench, `compared_${items}`, (server) =>
    withClient(server.databaseUrl, async (client) => {
      const devId = await makeWorkspace(server.databaseUrl);
      const templateId = templateOf(items);
      await fill(server, client, { devId, templateId, items });
      const moves = movesOf(server, devId, templateId);
      return work({
        list: async (count) => {
          const since = performance.now();
          const path = pathOf(calls.listChanges.path, { instanceId: devId });
          const { counts } = await server.session.call<ChangeList>('GET', `${path}?limit=100`);
          if (counts.updated !== count) throw new Error(`${counts.updated} items differ, and not ${count}.`);
          return performance.now() - since;
        },
        sync: async () => (await moves.sync()).milliseconds,
        change: async () => {
          await client.query(
            `update items i set label = i.label || '+', version = i.version + 1 from templates t
              where t.instance_id = $1 and t.id = $2 and i.template_key = t.key and i.id % $3 = 0 and i.id <= $4`,
            [devId, templateId, items / different, items],
          );
          await client.query('vacuum (analyze) items');
        },
      });
    }),
  );

/** Items without index rows, which comparing does not read; in Stage as they are after a sync. */
async function fill(
  server: OwnServer,
  client: Client,
  { devId, templateId, items }: { devId: number; templateId: string; items: number },
): Promise<void> {
  const { rows } = await client.query<{ id: number }>(
    `insert into instances (project_id, env) select project_id, 'Stage' from instances where id = $1 returning id`,
    [devId],
  );
  const fields = [{ id: 'notes', parentId: null, order: 0, settings: notes }];
  const body = { id: templateId, label: templateId, version: 0, fields };
  await server.session.call(templates.save.method, pathOf(templates.save.path, { instanceId: devId }), body);
  await movesOf(server, devId).some({
    changes: [{ template_id: templateId, is_update_template: true, items: [] }],
    menu: true,
  });
  const insert = `insert into items (template_key, id, label, "values", version, created_at, updated_at)
    select t.key, n, 'Item ' || n, jsonb_build_object('notes', repeat(md5(n::text), 20)), 1, now(), now()
    from templates t, generate_series(1, $2::int) n where t.id = $1 and t.instance_id = $3`;
  for (const instanceId of [devId, rows[0]?.id]) await client.query(insert, [templateId, items, instanceId]);
  await client.query(
    `insert into item_counts (template_key, items) select key, $2 from templates where id = $1
    on conflict (template_key) do update set items = excluded.items`,
    [templateId, items],
  );
  await client.query(
    'update items set synced_hash = items.hash, synced_version = items.version from templates t where t.key = template_key and t.instance_id = $1',
    [rows[0]?.id],
  );
  await client.query('update projects set next_item_id = $1', [items + 1]);
  await client.query('vacuum (analyze)');
}

const notes = { type: 'text', name: 'notes', label: 'Notes', required: false, minimum: null, maximum: null } as const;
