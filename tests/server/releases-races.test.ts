import { setTimeout as pause } from 'node:timers/promises';
import { type Release, releases } from '@quartermaster/contract/endpoints/releases.ts';
import { expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { type Arena, beginArena, race } from '../support/arena.ts';
import { eventually } from '../support/eventually.ts';
import { isLong } from '../support/long.ts';
import { insertItems } from '../support/server-content.ts';
import { timeout } from '../support/timeout.ts';

let arena: Arena;
beginArena((opened) => {
  arena = opened;
});

const rounds = isLong ? 3 : 1;

test('two servers publish a release once, whether at its time, by hand, or while it is cancelled', {
  timeout: 2 * timeout,
}, async () => {
  shows('4.releases.once');
  const { query } = arena.database;
  const { dev: instanceId, stage } = arena.studio;
  const params = { instanceId };
  await insertItems(arena.database, instanceId, 'thing', 1);
  const create = async (seconds: number | null): Promise<number> => {
    const at = seconds === null ? null : new Date(arena.clock.now().getTime() + seconds * 1000).toISOString();
    const time = { publish_at: at, time_zone: at && 'UTC' };
    const body = { name: 'Race', changes: [], all: true, ...time, exports_after: false };
    const { status, body: made } = await arena.send(0, 'owner', releases.create, { params, body });
    expect(status, JSON.stringify(made)).toBe(200);
    return (made as { id: number }).id;
  };
  const get = async (releaseId: number) => {
    const { body } = await arena.send(1, 'owner', releases.get, { params: { ...params, releaseId } });
    return (body as { release: Release }).release;
  };
  const syncsSince = async (id: number) =>
    (await query<{ id: number }>('select id from change_sets where target_id = $1 and id > $2', [stage, id])).length;
  const newest = async () =>
    (await query<{ id: number }>('select coalesce(max(id), 0)::int as id from change_sets', []))[0]?.id ?? 0;
  const edit = (round: number) =>
    query(
      `update items set label = $2, version = version + 1
        where template_key = (select key from templates where instance_id = $1 and id = 'thing')`,
      [instanceId, `Round ${round}`],
    );
  const ask = (endpoint: typeof releases.publish | typeof releases.cancel, releaseId: number) => (server: 0 | 1) =>
    arena.ask(server, 'owner', endpoint, { params: { ...params, releaseId }, body: {} });
  const ended = (id: number) =>
    eventually(async () => {
      const release = await get(id);
      expect(['open', 'publishing']).not.toContain(release.state);
      return release;
    });
  for (let round = 1; round <= rounds; round++) {
    await edit(2 * round);
    let before = await newest();
    const byHand = await create(null);
    const statuses = await race(round, ask(releases.publish, byHand), ask(releases.publish, byHand));
    expect(statuses.toSorted()).toEqual([200, 409]);
    expect((await ended(byHand)).state).toBe('published');
    expect(await syncsSince(before)).toBe(1);

    await edit(2 * round + 1);
    before = await newest();
    const atTime = await create(1.5);
    await pause(1300);
    const [published] = await race(round, ask(releases.publish, atTime), ask(releases.cancel, atTime));
    const { state } = await ended(atTime);
    expect(['published', 'cancelled']).toContain(state);
    if (published === 200) expect(state).toBe('published');
    expect(await syncsSince(before)).toBe(state === 'published' ? 1 : 0);
  }
});
