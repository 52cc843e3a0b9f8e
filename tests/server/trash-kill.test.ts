import { setTimeout as pause } from 'node:timers/promises';
import { bulkEdits } from '@quartermaster/contract/endpoints/bulk-edits.ts';
import { changeSets } from '@quartermaster/contract/endpoints/change-sets.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { restores } from '@quartermaster/contract/endpoints/trash.ts';
import { afterEach, expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { diceOf } from '../support/dice.ts';
import { eventually } from '../support/eventually.ts';
import { fillLinked } from '../support/linked-items.ts';
import { restartableServer } from '../support/restartable-server.ts';
import { field, inOrder } from '../support/sample-template.ts';
import { cleanUp, type ServerProcess } from '../support/server-process.ts';
import { contentOfState, expectWhole, readState } from '../support/sync-model/state.ts';
import { timeout } from '../support/timeout.ts';

afterEach(cleanUp);

/** TRASH_KILLS=20 kills 20 restores. */
const kills = Number(process.env.TRASH_KILLS ?? 1);
const seed = Number(process.env.TRASH_SEED ?? 1);
const count = 2000;
const ofTemplate = 500;

const fieldsOf = (templateId: string) =>
  inOrder([field('price', 'integer'), field('parent', 'item-link', { templateId })]);

test(`a server that is killed while it restores items and a template (kills: ${kills}) leaves all or nothing`, {
  timeout: (6 + 2 * kills) * 2 * timeout,
}, async () => {
  shows('4.trash.whole');
  const dice = diceOf(seed);
  const restartable = await restartableServer(async () => {});
  const { studio, call, onDatabase } = restartable;
  const begin = () => restartable.begin({ LOG_LEVEL: 'error' });
  const params = { instanceId: studio.dev };
  const ended = (changeSetId: number) =>
    eventually(
      async () => {
        const { change_set } = await call(changeSets.get, { params: { ...params, changeSetId } });
        expect(change_set.state).not.toBe('running');
        return change_set;
      },
      { timeout: 4 * timeout },
    );
  const remove = async () => {
    const selection = { template_id: 'sword', filters: [], count };
    const { id } = await call(bulkEdits.apply, { params, body: { selection, action: { delete: true } } });
    expect((await ended(id ?? 0)).state).toBe('applied');
    await call(templates.delete, { params: { ...params, templateId: 'gem' } });
  };
  const restore = () => call(restores.apply, { params, body: { matching: { count: count + 1 } } });
  /** The instance while no server runs, with the newest change set and the number of entries of the trash. */
  const look = () =>
    onDatabase(async ({ query }) => {
      const state = await readState(query, studio.dev);
      await expectWhole(query, studio.dev, state);
      const [row] = await query<{ id: number; state: string; origin: string }>(
        'select id, state, origin from change_sets order by id desc limit 1',
        [],
      );
      const [entries] = await query<{ entries: number }>('select count(*)::int as entries from trash', []);
      return { content: JSON.stringify(contentOfState(state)), row, entries: entries?.entries };
    });

  let server = await begin();
  for (const id of ['sword', 'gem'])
    await call(templates.save, { params, body: { id, label: id, version: 0, fields: fieldsOf(id) } });
  expect(await stop(server)).toBe(0);
  await onDatabase(async (database) => {
    await fillLinked(database, { instanceId: studio.dev, templateId: 'sword', count, firstId: 1 });
    await fillLinked(database, { instanceId: studio.dev, templateId: 'gem', count: ofTemplate, firstId: count + 1 });
  });
  const whole = (await look()).content;
  server = await begin();
  await remove();
  const since = performance.now();
  await ended((await restore()).id ?? 0);
  let duration = performance.now() - since;
  expect(await stop(server)).toBe(0);
  const first = await look();
  expect([first.content === whole, first.entries]).toEqual([true, 0]);
  server = await begin();
  await remove();
  expect(await stop(server)).toBe(0);
  const removed = await look();
  expect(removed.entries).toBe(count + 1);
  let newest = removed.row?.id ?? 0;
  server = await begin();

  const left: Record<string, number> = {};
  for (let made = 0; made < kills; made += 1) {
    const answered = restore().then(
      ({ state }) => state,
      () => 'no answer',
    );
    await pause(dice.below(1000) * (duration / 900));
    server.child.kill('SIGKILL');
    expect(await server.ended).toBe('SIGKILL');
    const told = await answered;
    const { content, row, entries } = await look();
    const isNew = row !== undefined && row.id > newest;
    const was = !isNew ? 'nothing' : row.state === 'applied' ? 'applied' : 'running';
    expect([content === (was === 'applied' ? whole : removed.content), entries], `${made}: ${was}`).toEqual([
      true,
      was === 'applied' ? 0 : count + 1,
    ]);
    if (told === 'applied') expect(was).toBe('applied');
    // Otherwise all kills would be too early on a busy machine.
    duration *= was === 'nothing' ? 1.2 : was === 'applied' ? 0.8 : 1;
    left[was] = (left[was] ?? 0) + 1;
    await restartable.forgetHeartbeats();
    server = await begin();
    if (!isNew) continue;
    newest = row.id;
    expect(await ended(row.id)).toMatchObject({
      state: 'applied',
      error: null,
      origin: 'restore',
      counts: { added: count + ofTemplate, updated: 0, removed: 0, templates: 1 },
    });
    await remove();
    newest = (await call(changeSets.list, { params, query: {} })).change_sets[0]?.id ?? 0;
  }
  if (process.env.TRASH_KILLS) process.stdout.write(`${JSON.stringify({ duration, left })}\n`);
  await ended((await restore()).id ?? 0);
  expect(await stop(server)).toBe(0);
  const last = await look();
  expect([last.content === whole, last.entries]).toEqual([true, 0]);
});

async function stop(server: ServerProcess): Promise<number | string> {
  server.child.kill('SIGTERM');
  return server.ended;
}
