import { setTimeout as pause } from 'node:timers/promises';
import { type Release, releases } from '@quartermaster/contract/endpoints/releases.ts';
import { afterEach, expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { diceOf } from '../support/dice.ts';
import { eventually } from '../support/eventually.ts';
import { restartableServer } from '../support/restartable-server.ts';
import { indexItems, insertItems } from '../support/server-content.ts';
import { cleanUp } from '../support/server-process.ts';
import { contentOfState, expectWhole, readState } from '../support/sync-model/state.ts';
import { timeout } from '../support/timeout.ts';

afterEach(cleanUp);

/** RELEASE_KILLS=60 kills a server around the time of 60 releases. */
const kills = Number(process.env.RELEASE_KILLS ?? 1);
const seed = Number(process.env.RELEASE_SEED ?? 1);
const count = 300;
/** How far ahead a release is planned, in milliseconds; it is killed at most as long after that time. */
const lead = 1500;

test(`a release is published once and whole if its server is killed around its time (${kills} times)`, {
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
  const begin = () => restartable.begin({ LOG_LEVEL: 'error' });
  const contentOf = (instanceId: number) =>
    onDatabase(async ({ query }) => {
      const state = await readState(query, instanceId);
      await expectWhole(query, instanceId, state);
      return JSON.stringify(contentOfState(state));
    });
  let before = await contentOf(studio.stage);
  const left: Record<string, number> = {};
  for (let round = 1; round <= kills; round++) {
    await onDatabase(({ query }) =>
      query(
        `update items set label = 'Round ' || $2::int || ' of ' || id, version = version + 1
          where template_key = (select key from templates where instance_id = $1 and id = 'thing')`,
        [studio.dev, round],
      ),
    );
    const after = await contentOf(studio.dev);
    let server = await begin();
    const publishAt = new Date(Date.now() + lead);
    const time = { publish_at: publishAt.toISOString(), time_zone: 'UTC' };
    const body = { name: `Round ${round}`, changes: [], all: true, ...time, exports_after: false };
    const { id } = await call(releases.create, { params, body });
    await pause(publishAt.getTime() - Date.now() + dice.below(lead) - lead / 10);
    server.child.kill('SIGKILL');
    expect(await server.ended).toBe('SIGKILL');
    const content = await contentOf(studio.stage);
    const [row] = await onDatabase(({ query }) =>
      query<{ state: Release['state'] }>('select state from releases where id = $1', [id]),
    );
    expect(content === (row?.state === 'published' ? after : before), `${round}: ${row?.state}`).toBe(true);
    left[row?.state ?? ''] = (left[row?.state ?? ''] ?? 0) + 1;
    await restartable.forgetHeartbeats();
    server = await begin();
    await eventually(
      async () => {
        const { release } = await call(releases.get, { params: { ...params, releaseId: id } });
        expect(release.state).toBe('published');
      },
      { timeout: 2 * timeout },
    );
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    before = await contentOf(studio.stage);
    expect(before === after, `${round}`).toBe(true);
    const syncs = await onDatabase(({ query }) =>
      query<{ state: string }>('select state from syncs where note = $1', [body.name]),
    );
    expect(syncs).toEqual([{ state: 'applied' }]);
  }
  if (process.env.RELEASE_KILLS) process.stdout.write(`${JSON.stringify(left)}\n`);
});
