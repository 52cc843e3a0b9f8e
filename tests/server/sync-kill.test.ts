import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Endpoint, Input, Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import { type Sync, sync } from '@quartermaster/contract/endpoints/sync.ts';
import { afterEach, expect, test } from 'vitest';
import { freePort } from '../../scripts/free-port.mjs';
import type { Database } from '../../server/core/database/database.ts';
import { openDatabase } from '../../server/core/database/open-database.ts';
import { createSecrets } from '../../server/core/environment/secrets.ts';
import { signSession } from '../../server/core/session/session-token.ts';
import { diceOf } from '../support/dice.ts';
import { eventually } from '../support/eventually.ts';
import { urlOf } from '../support/server.ts';
import { insertItems } from '../support/server-content.ts';
import { fillFolder, migrations, onServer, testDatabasePrefix } from '../support/server-database.ts';
import { cleanUp, type ServerProcess, startProcess, temporaryFolder } from '../support/server-process.ts';
import { seedStudio } from '../support/server-studio.ts';
import { timeout } from '../support/timeout.ts';

afterEach(cleanUp);

/** How often a server is killed, in turn during a sync and its undo. */
const kills = Number(process.env.SYNC_KILLS ?? 2);
const count = 2000;
const secretKey = 'only for tests that kill, only for tests that kill';

test(
  `a server that is killed ${kills} times during syncs and undos leaves the target as before or after, and the next one ends them`,
  async () => {
    const folder = temporaryFolder();
    const url = await ownDatabase();
    if (!url) await fillFolder(folder);
    const onDatabase = async <Answer>(work: (database: Database) => Promise<Answer>): Promise<Answer> => {
      const database = await openDatabase({ url, folder: join(folder, 'db'), migrations });
      return work(database).finally(database.close);
    };
    const clock = { now: () => new Date() };
    const studio = await onDatabase(async (database) => {
      const made = await seedStudio(database, clock.now());
      await insertItems(database, made.dev, 'thing', count);
      await database.query('update projects set next_item_id = $1', [count + 1]);
      return made;
    });
    const port = String(await freePort());
    const begin = async (): Promise<ServerProcess> => {
      const server = await startProcess({
        NODE_ENV: 'test',
        PORT: port,
        PUBLIC_URL: `http://127.0.0.1:${port}`,
        DATA_DIR: folder,
        SECRET_KEY: secretKey,
        ...(url && { DATABASE_URL: url }),
      });
      await server.ready;
      return server;
    };
    const { token } = signSession(
      { accountId: studio.accounts.owner, sessionsSince: 0 },
      { secrets: createSecrets(secretKey), clock },
    );
    const call = async <E extends Endpoint>(endpoint: E, input: Input<E>): Promise<Output<E>> => {
      const { body } = input as { body?: unknown };
      const response = await fetch(`http://127.0.0.1:${port}${urlOf(endpoint, input as object)}`, {
        method: endpoint.method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
      return (await response.json()) as Output<E>;
    };
    const params = { instanceId: studio.dev };
    const latest = async (): Promise<Sync | undefined> =>
      (await call(sync.list, { params, query: { limit: 1 } })).syncs[0];

    /** What the target has in every table that a sync writes, and what the sync says of itself. */
    const stateOf = () =>
      onDatabase(async ({ query }) => {
        const [row] = await query<{
          items: number;
          values: number;
          counted: number;
          templates: number;
          state: string;
        }>(
          `select
          (select count(*)::int from items i join templates t on t.key = i.template_key where t.instance_id = $1) as items,
          (select count(*)::int from item_values v join templates t on t.key = v.template_key where t.instance_id = $1) as values,
          (select coalesce(sum(c.items), 0)::int from item_counts c join templates t on t.key = c.template_key where t.instance_id = $1) as counted,
          (select count(*)::int from templates where instance_id = $1) as templates,
          (select state from syncs order by id desc limit 1) as state`,
          [studio.stage],
        );
        return row;
      });
    const empty = { items: 0, values: 0, counted: 0, templates: 1 };
    // Each item has a title and a cost.
    const full = { items: count, values: 2 * count, counted: count, templates: 2 };

    const dice = diceOf(Number(process.env.SYNC_SEED ?? 1));
    let lastSync = 0;
    for (let kill = 0; kill < kills; kill += 1) {
      const server = await begin();
      const isUndo = kill % 2 === 1;
      const known = (await latest())?.id ?? 0;
      const started = isUndo
        ? call(sync.undo, { params: { ...params, syncId: lastSync }, body: {} })
        : call(sync.all, { params, body: {} });
      // The answer is lost with the server, unless the sync was faster.
      const settled = started.then(
        () => undefined,
        () => undefined,
      );
      const enough = dice.below(count + 1);
      await eventually(
        async () => {
          const current = await latest();
          expect(current?.id).toBeGreaterThan(known);
          expect(current?.progress.done).toBeGreaterThanOrEqual(enough);
        },
        { interval: 1, timeout: 2 * timeout },
      );
      server.child.kill('SIGKILL');
      expect(await server.ended).toBe('SIGKILL');
      await settled;
      const [before, after] = isUndo ? [full, empty] : [empty, full];
      const left = await stateOf();
      expect(left).toEqual(
        left?.state === 'applied' ? { ...after, state: 'applied' } : { ...before, state: 'running' },
      );

      if (url)
        await onServer(url, "update pgboss.job set heartbeat_on = now() - interval '1 minute' where state = 'active'");
      const next = await begin();
      await eventually(async () => expect((await latest())?.state).toBe('applied'), {
        timeout: 6 * timeout,
        interval: 100,
      });
      if (!isUndo) lastSync = (await latest())?.id ?? 0;
      next.child.kill('SIGTERM');
      expect(await next.ended).toBe(0);
      expect(await stateOf()).toEqual({ ...after, state: 'applied' });
    }
  },
  24 * 3_600_000,
);

/** A separate database on the server of DATABASE_URL, or none if the embedded one is tested. */
async function ownDatabase(): Promise<string | undefined> {
  if (!process.env.DATABASE_URL) return undefined;
  const url = new URL(process.env.DATABASE_URL);
  url.pathname = `${testDatabasePrefix()}kill_${randomBytes(6).toString('hex')}`;
  await onServer(process.env.DATABASE_URL, `create database ${url.pathname.slice(1)}`);
  return url.href;
}
