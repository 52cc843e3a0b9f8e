import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
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
import { contentOfState, expectWhole, readState } from '../support/sync-model/state.ts';
import { timeout } from '../support/timeout.ts';

afterEach(cleanUp);

/** SYNC_KILLS=50 kills so often each of syncs and undos. */
const kills = Number(process.env.SYNC_KILLS ?? 2);
const seed = Number(process.env.SYNC_SEED ?? 1);
const count = 1000;
const secretKey = 'only for tests that kill, only for tests that kill';

/** What a killed server has left of a call. */
type Left = 'nothing' | 'running' | 'applied';

test(`a server that is killed ${kills} times each in syncs and in undos leaves the target as before or as after`, {
  timeout: (4 + 2 * kills) * 2 * timeout,
}, async () => {
  const dice = diceOf(seed);
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
    await database.query('update projects set next_item_id = $1', [2 * count]);
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
      LOG_LEVEL: 'error',
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
  const syncAll = () => call(sync.all, { params, body: { note: 'killed' } });
  const undo = (syncId: number) => call(sync.undo, { params: { ...params, syncId }, body: { note: 'killed' } });
  const latest = async (): Promise<Sync | undefined> => (await call(sync.list, { params, query: {} })).syncs[0];
  const ended = (id: number) =>
    eventually(
      async () => {
        const { sync: now } = await call(sync.get, { params: { ...params, syncId: id } });
        expect(now.state).not.toBe('running');
        return now;
      },
      { timeout: 2 * timeout },
    );
  /** The target while no server runs, with the newest sync. */
  const look = () =>
    onDatabase(async ({ query }) => {
      const state = await readState(query, studio.stage);
      await expectWhole(query, studio.stage, state);
      const [row] = await query<{ id: number; state: string }>(
        'select id, state from syncs order by id desc limit 1',
        [],
      );
      return { content: JSON.stringify(contentOfState(state)), row };
    });

  let server = await begin();
  const first = await syncAll();
  expect((await ended(first.id ?? 0)).state).toBe('applied');
  expect(await stop(server)).toBe(0);
  const before = (await look()).content;
  await onDatabase((database) => change(database, studio.dev));

  server = await begin();
  let since = performance.now();
  const whole = await syncAll();
  await ended(whole.id ?? 0);
  let duration = performance.now() - since;
  const { counts } = (await latest()) ?? expect.fail('There is a sync.');
  expect(await stop(server)).toBe(0);
  const after = (await look()).content;
  expect(after).not.toBe(before);
  server = await begin();
  since = performance.now();
  await ended((await undo(whole.id ?? 0)).id ?? 0);
  duration = Math.max(duration, performance.now() - since);
  const opposite = { ...counts, added: counts.removed, removed: counts.added };

  /** The sync whose content the target has; none if it has that before. */
  let applied: number | undefined;
  let newest = (await latest())?.id ?? 0;
  const made = { sync: 0, undo: 0 };
  const left: Record<string, number> = {};
  while (made.sync < kills || made.undo < kills) {
    const kind = applied === undefined ? 'sync' : 'undo';
    const answer = applied === undefined ? syncAll() : undo(applied);
    const answered = answer.then(
      ({ state }) => state,
      () => 'no answer',
    );
    await pause(dice.below(1000) * (duration / 900));
    server.child.kill('SIGKILL');
    expect(await server.ended).toBe('SIGKILL');
    const told = await answered;
    const { content, row } = await look();
    const isNew = row !== undefined && row.id > newest;
    const was: Left = !isNew ? 'nothing' : row.state === 'applied' ? 'applied' : 'running';
    const [from, to] = kind === 'sync' ? [before, after] : [after, before];
    expect(content === (was === 'applied' ? to : from), `${kind} ${made[kind]}: ${was}`).toBe(true);
    if (told === 'applied') expect(was).toBe('applied');
    // On a busy machine, the moments would otherwise all come too early.
    duration *= was === 'nothing' ? 1.2 : was === 'applied' ? 0.8 : 1;
    left[`${kind} ${was}`] = (left[`${kind} ${was}`] ?? 0) + 1;
    if (url) await forgetHeartbeats(url);
    server = await begin();
    made[kind] += 1;
    if (!isNew) continue;
    newest = row.id;
    expect(await ended(row.id)).toMatchObject({
      state: 'applied',
      error: null,
      note: 'killed',
      finished_at: expect.any(String),
      counts: kind === 'sync' ? counts : opposite,
      undoes: kind === 'undo' ? applied : null,
    });
    applied = kind === 'sync' ? row.id : undefined;
  }
  if (process.env.SYNC_KILLS) process.stdout.write(`${JSON.stringify({ url, duration, left })}\n`);

  expect(await stop(server)).toBe(0);
  expect((await look()).content === (applied === undefined ? before : after)).toBe(true);
  const rest = await onDatabase(({ query }) =>
    query<{ open: number; prepared: number; revisions: number }>(
      `select (select count(*)::int from syncs where state <> 'applied') as open, (select count(*)::int from sync_index) as prepared,
          (select count(*)::int from (select 1 from item_revisions where sync_id is not null group by template_key, item_id, version, sync_id having count(*) > 1) d) as revisions`,
      [],
    ),
  );
  expect(rest).toEqual([{ open: 0, prepared: 0, revisions: 0 }]);
});

async function stop(server: ServerProcess): Promise<number | string> {
  server.child.kill('SIGTERM');
  return server.ended;
}

/** Changes, removes and adds items of Dev, and its template. */
async function change({ query }: Database, instanceId: number): Promise<void> {
  const [template] = await query<{ key: number }>(
    `update templates set label = 'Things', version = 2 where instance_id = $1 and id = 'thing' returning key`,
    [instanceId],
  );
  const key = template?.key;
  await query(`delete from items where template_key = $1 and id % 7 = 0`, [key]);
  await query(
    `update items set label = label || ' changed', "values" = "values" || '{"title": "Changed"}', version = 2 where template_key = $1 and id % 3 = 0`,
    [key],
  );
  await query(
    `insert into items (template_key, id, label, "values", version, created_at, updated_at)
      select $1, id, 'New ' || id, jsonb_build_object('title', 'New'), 1, now(), now() from generate_series($2::int + 1, $2::int + 200) id`,
    [key, count],
  );
  await query(
    'update item_counts set items = (select count(*) from items where template_key = $1) where template_key = $1',
    [key],
  );
}

/** A worker counts as dead after 20 seconds without a heartbeat; the test does not wait that long. */
const forgetHeartbeats = (url: string) =>
  onServer(url, "update pgboss.job set heartbeat_on = now() - interval '1 minute' where state = 'active'");

/** A separate database on the server of DATABASE_URL, or none if the embedded one is tested. */
async function ownDatabase(): Promise<string | undefined> {
  if (!process.env.DATABASE_URL) return undefined;
  const url = new URL(process.env.DATABASE_URL);
  url.pathname = `${testDatabasePrefix()}kill_${randomBytes(6).toString('hex')}`;
  await onServer(process.env.DATABASE_URL, `create database ${url.pathname.slice(1)}`);
  return url.href;
}
