import { setTimeout as pause } from 'node:timers/promises';
import { changeSets } from '@quartermaster/contract/endpoints/change-sets.ts';
import { afterEach, expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { diceOf } from '../support/dice.ts';
import { eventually } from '../support/eventually.ts';
import {
  bulkEdit,
  type KilledFeature,
  type KilledServer,
  restore,
  rowImport,
  syncOfAll,
} from '../support/killed/features.ts';
import { isLong } from '../support/long.ts';
import { restartableServer } from '../support/restartable-server.ts';
import { cleanUp, type ServerProcess } from '../support/server-process.ts';
import { expectWhole, readState } from '../support/sync-model/state.ts';
import { timeout } from '../support/timeout.ts';

afterEach(cleanUp);

/** CHANGE_SET_KILLS=20 kills 20 applications of each feature, and 20 undos. */
const kills = Number(process.env.CHANGE_SET_KILLS ?? 1);
const seed = Number(process.env.CHANGE_SET_SEED ?? 1);

test.each(isLong ? [bulkEdit, restore, rowImport, syncOfAll] : [restore])(
  `a server that is killed in each $name, and in what undoes it (kills of each: ${kills}), leaves all or nothing`,
  { timeout: (6 + 2 * kills) * 2 * timeout },
  async (feature) => {
    if (feature.row !== undefined) shows(feature.row);
    const restartable = await restartableServer(async (database, studio) => feature.fill?.(database, studio));
    const server = killedServer(restartable, feature);
    const { apply, putBack, prepare, idle } = feature.calls(server);
    const look = () => lookAt(server, feature);

    await prepare();
    const { content: before } = await look();
    const began = performance.now();
    let applied: number | undefined = await server.served(async () => {
      const { id } = await apply(crypto.randomUUID());
      await server.applied(id ?? 0);
      return id ?? undefined;
    });
    let duration = performance.now() - began;
    const { content: after, newest } = await look();
    expect(after).not.toBe(before);
    const { counts } = newest ?? expect.fail('It was just applied.');

    const dice = diceOf(seed);
    const left: Record<string, number> = {};
    for (let turn = 0; turn < 2 * kills || applied !== undefined; turn += 1) {
      const isBack = applied !== undefined;
      const since: number = (await look()).newest?.id ?? 0;
      const key = crypto.randomUUID();
      const send = () => (applied === undefined ? apply(key) : putBack(applied));
      if (isBack && !feature.isUndone) {
        await server.served(send);
        applied = undefined;
        continue;
      }
      const running = await begin(server);
      const answered = send().then(
        ({ state }) => state,
        () => 'no answer',
      );
      await pause(dice.below(1000) * (duration / 900));
      running.child.kill('SIGKILL');
      expect(await running.ended).toBe('SIGKILL');
      const told = await answered;
      const now = await look();
      const isStored = now.newest !== undefined && now.newest.id > since;
      const was = !isStored ? 'nothing' : now.newest?.state === 'applied' ? 'applied' : 'running';
      const [from, to] = isBack ? [after, before] : [before, after];
      const why = `${isBack ? 'undo' : 'application'}, turn ${turn}: ${was}`;
      expect(now.content === (was === 'applied' ? to : from), why).toBe(true);
      if (told === 'applied') expect(was, why).toBe('applied');
      // Otherwise all kills would be too early on a busy machine.
      duration *= was === 'nothing' ? 1.2 : was === 'applied' ? 0.8 : 1;
      left[why.replace(/, turn \d+/, '')] = (left[why.replace(/, turn \d+/, '')] ?? 0) + 1;
      await server.forgetHeartbeats();
      const id = await server.served(async () => {
        // What was not stored is sent again, and goes on.
        const ended = isStored ? (now.newest?.id ?? 0) : ((await send()).id ?? 0);
        await server.applied(ended);
        return ended;
      });
      const last = await look();
      expect(last.content === to, why).toBe(true);
      expect(last.newest, why).toEqual({
        ...{ id, state: 'applied', error: null },
        undoes: isBack ? applied : null,
        counts: isBack ? { ...counts, added: counts.removed, removed: counts.added } : counts,
      });
      applied = isBack ? undefined : id;
    }
    if (process.env.CHANGE_SET_KILLS) process.stdout.write(`${JSON.stringify({ ...left, duration })}\n`);
    expect((await look()).content === before).toBe(true);
    await expectNothingLeft(server, idle);
  },
);

/** Starts a process that logs only errors. */
const begin = ({ begin: start }: Pick<KilledServer, 'begin'>): Promise<ServerProcess> => start({ LOG_LEVEL: 'error' });

function killedServer(restartable: Omit<KilledServer, 'served' | 'applied'>, { target }: KilledFeature): KilledServer {
  const params = { instanceId: restartable.studio[target] };
  return {
    ...restartable,
    served: async (work) => {
      const { child, ended } = await begin(restartable);
      const answer = await work();
      child.kill('SIGTERM');
      expect(await ended).toBe(0);
      return answer;
    },
    applied: (changeSetId) =>
      eventually(
        async () => {
          const { change_set } = await restartable.call(changeSets.get, { params: { ...params, changeSetId } });
          expect(change_set).toMatchObject({ state: 'applied', error: null, finished_at: expect.any(String) });
        },
        { timeout: 4 * timeout },
      ),
  };
}

interface StoredRow {
  id: number;
  state: string;
  error: string | null;
  undoes: number | null;
  counts: { added: number; updated: number; removed: number; templates: number };
}

/** The changed instance while no process runs, and the newest change set. */
const lookAt = ({ onDatabase, studio }: KilledServer, { target, contentOf }: KilledFeature) =>
  onDatabase(async ({ query }) => {
    const state = await readState(query, studio[target]);
    await expectWhole(query, studio[target], state);
    // No job has ended without its change set, nor a change set without its job.
    expect(
      await query(
        `select y.id, y.state, p.state as job from change_sets y join job_progress p on p.kind = 'change-set' and p.subject_id = y.id
          where p.state <> case y.state when 'applied' then 'completed' else y.state end`,
        [],
      ),
    ).toEqual([]);
    const [newest] = await query<StoredRow>(
      `select id, state, error, undoes_id as undoes,
          json_build_object('added', added, 'updated', updated, 'removed', removed, 'templates', templates) as counts
        from change_sets order by id desc limit 1`,
      [],
    );
    return { content: contentOf(state), newest };
  });

/** Everything that a job stores on its way is deleted, by the next run if it was killed at its end, and no revision is stored twice. */
async function expectNothingLeft(server: KilledServer, idle: (() => Promise<unknown>) | undefined): Promise<void> {
  const count = () =>
    server.onDatabase(({ query }) =>
      query<Record<string, number>>(
        `select (select count(*)::int from change_sets where state <> 'applied') as open,
          (select count(*)::int from change_set_index) as prepared,
          (select count(*)::int from change_set_inputs) as inputs,
          (select count(*)::int from import_parts p join imports i on i.id = p.import_id where i.state <> 'receiving') as parts,
          (select count(*)::int from import_results) as results,
          (select count(*)::int from (select 1 from item_revisions where change_set_id is not null
            group by template_key, item_id, version, change_set_id having count(*) > 1) d) as repeated`,
        [],
      ),
    );
  await eventually(
    async () => {
      const [found] = await count();
      const left = Object.values(found ?? {}).reduce((sum, amount) => sum + amount, 0);
      if (left === 0) return;
      await server.forgetHeartbeats();
      await server.served(async () => idle?.());
      throw new Error(`${JSON.stringify(found)} is left.`);
    },
    { timeout: 4 * timeout },
  );
}
