import { setTimeout as pause } from 'node:timers/promises';
import { type Action, bulkEdits } from '@quartermaster/contract/endpoints/bulk-edits.ts';
import { type ChangeSet, changeSets } from '@quartermaster/contract/endpoints/change-sets.ts';
import { filterOps } from '@quartermaster/contract/field-types/filters.ts';
import { afterEach, expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { diceOf } from '../support/dice.ts';
import { eventually } from '../support/eventually.ts';
import { restartableServer } from '../support/restartable-server.ts';
import { indexItems, insertItems } from '../support/server-content.ts';
import { cleanUp, type ServerProcess } from '../support/server-process.ts';
import { contentOfState, expectWhole, readState } from '../support/sync-model/state.ts';
import { timeout } from '../support/timeout.ts';

afterEach(cleanUp);

/** BULK_KILLS=20 kills 20 bulk edits and 20 undos. */
const kills = Number(process.env.BULK_KILLS ?? 1);
const seed = Number(process.env.BULK_SEED ?? 1);
const count = 3000;

const action: Action = {
  operations: [
    { field_id: 'cost', op: 'multiply', value: 3 },
    { field_id: 'label', op: 'append', value: '+' },
  ],
};

/** The state of a call after its server was killed. */
type Left = 'nothing' | 'running' | 'applied';

test(`a server that is killed in bulk edits and in their undos (${kills} of each) leaves all or nothing`, {
  timeout: (4 + 2 * kills) * 2 * timeout,
}, async () => {
  shows('4.bulk.whole');
  const dice = diceOf(seed);
  const restartable = await restartableServer(async (database, { dev, accounts }) => {
    await insertItems(database, dev, 'thing', count);
    await indexItems(database, dev);
    await database.query(
      `insert into item_revisions (template_key, item_id, version, action, label, "values", account_id, at)
        select template_key, id, 1, 'create', label, "values", $1, now() from items`,
      [accounts.owner],
    );
    await database.query('update projects set next_item_id = $1', [2 * count]);
  });
  const { studio, call, onDatabase } = restartable;
  const begin = () => restartable.begin({ LOG_LEVEL: 'error' });
  const params = { instanceId: studio.dev };
  const filters = [{ template_field_id: 'id', op: filterOps.more, value: '0' }];
  const edit = () =>
    call(bulkEdits.apply, { params, body: { selection: { template_id: 'thing', filters, count }, action } });
  const undo = (changeSetId: number) => call(changeSets.undo, { params: { ...params, changeSetId }, body: {} });
  const latest = async (): Promise<ChangeSet | undefined> =>
    (await call(changeSets.list, { params, query: {} })).change_sets[0];
  const ended = (changeSetId: number) =>
    eventually(
      async () => {
        const { change_set } = await call(changeSets.get, { params: { ...params, changeSetId } });
        expect(change_set.state).not.toBe('running');
        return change_set;
      },
      { timeout: 2 * timeout },
    );
  /** The instance while no server runs, with the newest change set. */
  const look = () =>
    onDatabase(async ({ query }) => {
      const state = await readState(query, studio.dev);
      await expectWhole(query, studio.dev, state);
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

  const before = (await look()).content;
  let server = await begin();
  let since = performance.now();
  const whole = await edit();
  expect((await ended(whole.id ?? 0)).state).toBe('applied');
  let duration = performance.now() - since;
  expect(await stop(server)).toBe(0);
  const after = (await look()).content;
  expect(after).not.toBe(before);
  server = await begin();
  since = performance.now();
  await ended((await undo(whole.id ?? 0)).id ?? 0);
  duration = Math.max(duration, performance.now() - since);

  /** The edit that the items have; none if they are as before. */
  let applied: number | undefined;
  let newest = (await latest())?.id ?? 0;
  const made = { edit: 0, undo: 0 };
  const left: Record<string, number> = {};
  while (made.edit < kills || made.undo < kills) {
    const kind = applied === undefined ? 'edit' : 'undo';
    const answer = applied === undefined ? edit() : undo(applied);
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
    const [from, to] = kind === 'edit' ? [before, after] : [after, before];
    expect(content === (was === 'applied' ? to : from), `${kind} ${made[kind]}: ${was}`).toBe(true);
    if (told === 'applied') expect(was).toBe('applied');
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
      finished_at: expect.any(String),
      counts: { added: 0, updated: count, removed: 0 },
      undoes: kind === 'undo' ? applied : null,
    });
    applied = kind === 'edit' ? row.id : undefined;
  }
  if (process.env.BULK_KILLS) process.stdout.write(`${JSON.stringify({ duration, left })}\n`);

  expect(await stop(server)).toBe(0);
  expect((await look()).content === (applied === undefined ? before : after)).toBe(true);
  const leftovers = () =>
    onDatabase(({ query }) =>
      query<{ open: number; prepared: number; inputs: number }>(
        `select (select count(*)::int from change_sets where state <> 'applied') as open, (select count(*)::int from change_set_index) as prepared,
          (select count(*)::int from change_set_inputs) as inputs`,
        [],
      ),
    );
  const rest = await eventually(
    async () => {
      const [found] = await leftovers();
      if (found && found.prepared + found.inputs === 0) return found;
      // A job that was killed after its change set was applied cleans up in its next run.
      await restartable.forgetHeartbeats();
      expect(await stop(await begin())).toBe(0);
      throw new Error(`${JSON.stringify(found)} is left.`);
    },
    { timeout: 2 * timeout },
  );
  expect(rest).toEqual({ open: 0, prepared: 0, inputs: 0 });
});

async function stop(server: ServerProcess): Promise<number | string> {
  server.child.kill('SIGTERM');
  return server.ended;
}
