import { builds, channels } from '@quartermaster/contract/endpoints/builds.ts';
import type { Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import { reports } from '@quartermaster/contract/endpoints/reports.ts';
import { expect, test } from 'vitest';
import { retainedReports } from '../../server/modules/reports/run-export.ts';
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

/** CHANNEL_RACES=12 repeats each race more often. */
const times = Number(process.env.CHANNEL_RACES ?? (isLong ? 5 : 2));

const instanceId = () => arena.studio.dev;

/** Starts an export on a server, and waits until it is completed on either. */
async function exportOn(server: 0 | 1): Promise<number> {
  const { status, body } = await arena.send(server, 'owner', reports.start, {
    params: { instanceId: instanceId() },
    body: {},
  });
  expect(status, JSON.stringify(body)).toBe(200);
  const { id } = body as { id: number };
  await eventually(
    async () => {
      const [row] = await arena.database.query<{ done: boolean }>(
        'select completed_at is not null as done from reports where id = $1',
        [id],
      );
      expect(row?.done).toBe(true);
    },
    { timeout: 2 * timeout },
  );
  return id;
}

const setLive = (server: 0 | 1, buildId: number) =>
  arena.ask(server, 'owner', channels.setBuild, {
    params: { instanceId: instanceId(), channel: 'live' },
    body: { build_id: buildId },
  });

const followOn = (server: 0 | 1) =>
  arena.ask(server, 'owner', channels.follow, { params: { instanceId: instanceId() }, body: {} });

async function live() {
  const { body } = await arena.send(0, 'owner', channels.list, { params: { instanceId: instanceId() } });
  return (body as Output<typeof channels.list>).channels[0];
}

interface Change {
  build_id: number;
  previous_build_id: number | null;
  by_hand: boolean;
}

const changes = async (after = 0) =>
  (
    await arena.database.query<{ details: Change }>(
      "select details from events where kind = 'channel.changed' and instance_id = $1 order by id offset $2",
      [instanceId(), after],
    )
  ).map(({ details }) => details);

test('exports and changes by hand on two servers leave live at the last decision, with one event for each move', async () => {
  shows('4.channels.two-servers');
  await insertItems(arena.database, instanceId(), 'raced', 2);
  const first = await exportOn(0);
  const named = { params: { instanceId: instanceId(), buildId: first }, body: { name: 'Kept' } };
  expect(await arena.ask(0, 'owner', builds.rename, named)).toBe(200);
  for (let turn = 0; turn < times; turn++) {
    // Both servers follow an export that either of them completes, while it is set by hand on the other.
    const [exported, status] = await race(
      turn,
      (server) => exportOn(server),
      (server) => setLive(server, first),
    );
    expect(status).toBe(200);
    // Once set by hand it has not moved on, whichever was first.
    expect(await live()).toMatchObject({ follows: false, build: { id: first } });
    const [back, again] = await race(turn, followOn, followOn);
    expect([back, again]).toEqual([200, 200]);
    expect(await live()).toMatchObject({ follows: true, build: { id: exported } });
    const [next] = await race(turn, exportOn, followOn);
    expect(await live()).toMatchObject({ follows: true, build: { id: next } });
  }
  const moves = await changes();
  expect(moves.length).toBeGreaterThan(2 * times);
  // Each move starts where the one before ended: none was lost, and none was made twice.
  for (const [index, { previous_build_id }] of moves.entries())
    expect(previous_build_id).toBe(moves[index - 1]?.build_id ?? null);
  expect(moves.at(-1)?.build_id).toBe((await live())?.build.id);
});

test('a build that a channel is pointed at while retention begins is either kept whole or refused', async () => {
  shows('4.channels.retention', '4.builds.retention');
  const { query } = arena.database;
  await insertItems(arena.database, instanceId(), 'kept', 1);
  for (let made = 0; made < retainedReports + 1; made++) await exportOn(made % 2 === 0 ? 0 : 1);
  for (let turn = 0; turn < times; turn++) {
    const [oldest] = await query<{ id: number }>(
      'select min(id) as id from reports where instance_id = $1 and completed_at is not null',
      [instanceId()],
    );
    const old = oldest?.id ?? 0;
    const [, status] = await race(turn, exportOn, (server) => setLive(server, old));
    const { body } = await arena.send(0, 'owner', builds.list, {
      params: { instanceId: instanceId() },
      query: { limit: 100 },
    });
    const isListed = (body as Output<typeof builds.list>).builds.some(({ id }) => id === old);
    expect([status, isListed]).toEqual(status === 200 ? [200, true] : [404, false]);
    // So that it is removed in the next turn.
    await followOn(0);
  }
});
