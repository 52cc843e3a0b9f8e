import { setTimeout as pause } from 'node:timers/promises';
import { type Release, releases } from '@quartermaster/contract/endpoints/releases.ts';
import { afterEach, expect, test } from 'vitest';
import { freePort } from '../../scripts/free-port.mjs';
import type { Query } from '../../server/core/database/database.ts';
import { shows } from '../specification/shows.ts';
import { diceOf } from '../support/dice.ts';
import { eventually } from '../support/eventually.ts';
import { restartableServer } from '../support/restartable-server.ts';
import { indexItems, insertItems } from '../support/server-content.ts';
import { cleanUp, type ServerProcess } from '../support/server-process.ts';
import { contentOfState, expectWhole, readState } from '../support/sync-model/state.ts';
import { timeout } from '../support/timeout.ts';

afterEach(cleanUp);

/** RELEASE_KILLS=60 kills servers around the time of 60 releases. */
const kills = Number(process.env.RELEASE_KILLS ?? 1);
const seed = Number(process.env.RELEASE_SEED ?? 1);
const count = 300;
/** How far ahead a release is planned, in milliseconds; servers are killed around that time. */
const lead = 800;
/** The embedded database allows one process at a time. */
const servers = process.env.DATABASE_URL ? 2 : 1;

test(`a release is published once and whole if servers, of ${servers}, are killed around its time (${kills} times)`, {
  timeout: (3 + 2 * kills) * timeout,
}, async () => {
  shows('4.releases.once');
  const dice = diceOf(seed);
  const restartable = await restartableServer(async (database, { dev }) => {
    await insertItems(database, dev, 'thing', count);
    await indexItems(database, dev);
    await database.query('update projects set next_item_id = $1', [2 * count]);
  });
  const { studio, call, onDatabase } = restartable;
  const params = { instanceId: studio.dev };
  const second = String(await freePort());
  const begin = () =>
    Promise.all(
      Array.from({ length: servers }, (_, index) =>
        restartable.begin({ LOG_LEVEL: 'error', ...(index > 0 && { PORT: second }) }),
      ),
    );
  /** Kills some of the servers, one after the other, and returns those that are left. */
  const killSome = async (running: readonly ServerProcess[]) => {
    const chosen = running.filter(() => dice.below(3) > 0);
    const doomed = chosen.length > 0 ? chosen : running;
    for (const { child, ended } of doomed) {
      child.kill('SIGKILL');
      expect(await ended).toBe('SIGKILL');
      if (doomed.length > 1) await pause(dice.below(lead / 2));
    }
    return running.filter((server) => !doomed.includes(server));
  };
  const contentOf = async (query: Query, instanceId: number) => {
    const state = await readState(query, instanceId);
    // Items of the source are changed without their revisions.
    if (instanceId === studio.stage) await expectWhole(query, instanceId, state);
    return JSON.stringify(contentOfState(state));
  };
  /** Changes all items of the source; returns the content of both instances. */
  const edit = (round: number) =>
    onDatabase(async ({ query }) => {
      await query(
        `update items set label = 'Round ' || $2::int || ' of ' || id, version = version + 1
          where template_key = (select key from templates where instance_id = $1 and id = 'thing')`,
        [studio.dev, round],
      );
      return { before: await contentOf(query, studio.stage), after: await contentOf(query, studio.dev) };
    });
  /** The target, the release and its syncs at one moment; a server may run on PostgreSQL. */
  const look = (id: number, name: string) =>
    onDatabase(({ transaction }) =>
      transaction(async (query) => {
        await query('set transaction isolation level repeatable read', []);
        return {
          content: await contentOf(query, studio.stage),
          state: (await query<{ state: Release['state'] }>('select state from releases where id = $1', [id]))[0]?.state,
          syncs: (await query<{ state: string }>('select state from change_sets where note = $1', [name])).map(
            (one) => one.state,
          ),
        };
      }),
    );
  /** Plans a release for a moment that is still to come after the call, and returns that moment. */
  const schedule = async (releaseId: number, ahead = lead): Promise<number> => {
    const at = Date.now() + ahead;
    const body = { publish_at: new Date(at).toISOString(), time_zone: 'UTC' };
    const isPlanned = await call(releases.schedule, { params: { ...params, releaseId }, body }).catch(() => null);
    // On a machine that is slow at the moment.
    return isPlanned ? at : schedule(releaseId, 2 * ahead);
  };
  const left: Record<string, number> = {};
  for (let round = 1; round <= kills; round++) {
    const name = `Round ${round}`;
    const { before, after } = await edit(round);
    const running = await begin();
    const content = { name, changes: [], all: true, publish_at: null, time_zone: null, exports_after: false };
    const { id } = await call(releases.create, { params, body: content });
    const publishAt = await schedule(id);
    await pause(Math.max(0, publishAt - Date.now() + dice.below(3 * lead) - lead / 4));
    const survivors = await killSome(running);
    const killed = await look(id, name);
    expect(killed.content === (killed.state === 'published' ? after : before), `${name}: ${killed.state}`).toBe(true);
    const outcome = `${killed.state} with ${survivors.length} left`;
    left[outcome] = (left[outcome] ?? 0) + 1;
    await restartable.forgetHeartbeats();
    const last = survivors.length > 0 ? survivors : await begin();
    await eventually(
      async () => {
        const { release } = await call(releases.get, { params: { ...params, releaseId: id } }, last[0]?.url);
        expect(release.state).toBe('published');
      },
      { timeout: 2 * timeout },
    );
    for (const { child } of last) child.kill('SIGTERM');
    expect(await Promise.all(last.map(({ ended }) => ended))).toEqual(last.map(() => 0));
    const ended = await look(id, name);
    expect(ended.content === after, name).toBe(true);
    expect(ended.syncs).toEqual(['applied']);
  }
  if (process.env.RELEASE_KILLS) process.stdout.write(`${JSON.stringify(left)}\n`);
});
