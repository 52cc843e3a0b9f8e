import { setTimeout as pause } from 'node:timers/promises';
import { type Sync, sync } from '@quartermaster/contract/endpoints/sync.ts';
import { afterEach, expect, test } from 'vitest';
import type { Database } from '../../server/core/database/database.ts';
import { diceOf } from '../support/dice.ts';
import { eventually } from '../support/eventually.ts';
import { restartableServer } from '../support/restartable-server.ts';
import { indexItems, insertItems } from '../support/server-content.ts';
import { cleanUp, type ServerProcess } from '../support/server-process.ts';
import { contentOfState, expectWhole, readState } from '../support/sync-model/state.ts';
import { timeout } from '../support/timeout.ts';

afterEach(cleanUp);

/** SYNC_KILLS=50 kills 50 syncs and 50 undos. */
const kills = Number(process.env.SYNC_KILLS ?? 1);
const seed = Number(process.env.SYNC_SEED ?? 1);
const count = 1000;

/** The state in which a killed server left a call. */
type Left = 'nothing' | 'running' | 'applied';

test(`a server that is killed in syncs and in undos (${kills} of each) leaves the target as before or as after`, {
  timeout: (4 + 2 * kills) * 2 * timeout,
}, async () => {
  const dice = diceOf(seed);
  const restartable = await restartableServer(async (database, { dev }) => {
    await insertItems(database, dev, 'thing', count);
    await indexItems(database, dev);
    await database.query('update projects set next_item_id = $1', [2 * count]);
  });
  const { studio, call, onDatabase } = restartable;
  const begin = () => restartable.begin({ LOG_LEVEL: 'error' });
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
      expect(
        await query(
          `select y.id, y.state, p.state as job from change_sets y join job_progress p on p.kind = 'change-set' and p.subject_id = y.id
            where p.state <> case y.state when 'applied' then 'completed' else y.state end`,
          [],
        ),
      ).toEqual([]);
      const [row] = await query<{ id: number; state: string }>(
        'select id, state from change_sets order by id desc limit 1',
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

  /** The sync whose content the target has; undefined if the target has its previous content. */
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
    const outcome = await answered;
    const { content, row } = await look();
    const isNew = row !== undefined && row.id > newest;
    const was: Left = !isNew ? 'nothing' : row.state === 'applied' ? 'applied' : 'running';
    const [from, to] = kind === 'sync' ? [before, after] : [after, before];
    expect(content === (was === 'applied' ? to : from), `${kind} ${made[kind]}: ${was}`).toBe(true);
    if (outcome === 'applied') expect(was).toBe('applied');
    // Otherwise all kills would be too early on a busy machine.
    duration *= was === 'nothing' ? 1.2 : was === 'applied' ? 0.8 : 1;
    left[`${kind} ${was}`] = (left[`${kind} ${was}`] ?? 0) + 1;
    await restartable.forgetHeartbeats();
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
  if (process.env.SYNC_KILLS) process.stdout.write(`${JSON.stringify({ duration, left })}\n`);

  expect(await stop(server)).toBe(0);
  expect((await look()).content === (applied === undefined ? before : after)).toBe(true);
  const leftovers = () =>
    onDatabase(({ query }) =>
      query<{ open: number; prepared: number; revisions: number }>(
        `select (select count(*)::int from change_sets where state <> 'applied') as open, (select count(*)::int from change_set_index) as prepared,
          (select count(*)::int from (select 1 from item_revisions where change_set_id is not null group by template_key, item_id, version, change_set_id having count(*) > 1) d) as revisions`,
        [],
      ),
    );
  const rest = await eventually(
    async () => {
      const [found] = await leftovers();
      if (found?.prepared === 0) return found;
      // A job that was killed after its sync was applied cleans up in its next run.
      await restartable.forgetHeartbeats();
      expect(await stop(await begin())).toBe(0);
      throw new Error(`${found?.prepared} prepared rows are left.`);
    },
    { timeout: 2 * timeout },
  );
  expect(rest).toEqual({ open: 0, prepared: 0, revisions: 0 });
});

async function stop(server: ServerProcess): Promise<number | string> {
  server.child.kill('SIGTERM');
  return server.ended;
}

/** Changes, removes and adds items of Dev, and its template. */
async function change(database: Database, instanceId: number): Promise<void> {
  const { query } = database;
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
  await indexItems(database, instanceId);
}
