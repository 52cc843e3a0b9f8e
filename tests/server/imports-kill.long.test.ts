import { setTimeout as pause } from 'node:timers/promises';
import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { type ChangeSet, changeSets } from '@quartermaster/contract/endpoints/change-sets.ts';
import { imports, type UploadedRows } from '@quartermaster/contract/endpoints/imports.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { afterEach, expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { diceOf } from '../support/dice.ts';
import { eventually } from '../support/eventually.ts';
import { jsonLines } from '../support/import-file.ts';
import { swordFields } from '../support/import-swords.ts';
import { restartableServer } from '../support/restartable-server.ts';
import { urlOf } from '../support/server.ts';
import { cleanUp, type ServerProcess } from '../support/server-process.ts';
import { expectWhole, type InstanceState, readState } from '../support/sync-model/state.ts';
import { timeout } from '../support/timeout.ts';

afterEach(cleanUp);

/** IMPORT_KILLS=30 kills 30 imports and 30 undos. */
const kills = Number(process.env.IMPORT_KILLS ?? 1);
const seed = Number(process.env.IMPORT_SEED ?? 1);
const count = 1500;

/** Rows that change half of the items, and create as many, which link to each other and to those. */
const rowsOf = (price: number, from: number) =>
  Array.from({ length: count }, (_, index) => ({
    _label: `Sword ${from + index}`,
    sku: `s${from + index}`,
    price: price + index,
    parent: `s${from + ((index + 1) % count)}`,
    drops: [{ what: `s${from + index}`, count: 1 }],
  }));

/** The content of items by their keys, whatever their ids. */
function contentBySku({ items }: InstanceState): string {
  const skuOf = (id: unknown) => String(items.get(Number(id))?.values.sku);
  const described = [...items.values()].map(({ label, values: { parent, drops = [], ...values } }) => [
    values.sku,
    label,
    values,
    skuOf(parent),
    (drops as ItemValues[]).map(({ what, ...row }) => [skuOf(what), row]),
  ]);
  return JSON.stringify(described.toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)));
}

test(`a server that is killed in imports and in their undos (${kills} of each) leaves all or nothing, and no duplicates`, {
  timeout: (6 + 2 * kills) * 2 * timeout,
}, async () => {
  shows('4.import.whole');
  const dice = diceOf(seed);
  const restartable = await restartableServer(async () => {});
  const { studio, call, onDatabase, url, headers } = restartable;
  const begin = () => restartable.begin({ LOG_LEVEL: 'error' });
  const params = { instanceId: studio.dev };
  const send = async (rows: readonly object[], key: string): Promise<UploadedRows> => {
    const place = { params: { ...params, templateId: 'sword' }, query: { idempotency_key: key } };
    const response = await fetch(url + urlOf(imports.upload, place), {
      method: 'POST',
      headers: { ...headers(), 'content-type': 'application/jsonl' },
      body: jsonLines(rows),
    });
    if (!response.ok) throw new Error(await response.text());
    return (await response.json()) as UploadedRows;
  };
  const undo = (changeSetId: number) => call(changeSets.undo, { params: { ...params, changeSetId }, body: {} });
  const latest = async (): Promise<ChangeSet | undefined> =>
    (await call(changeSets.list, { params, query: {} })).change_sets[0];
  const importEnded = (importId: number) =>
    eventually(
      async () => {
        const { import: found } = await call(imports.get, { params: { ...params, importId } });
        expect(['checking', 'applying']).not.toContain(found.state);
        return found;
      },
      { timeout: 2 * timeout },
    );
  const setEnded = (changeSetId: number) =>
    eventually(
      async () => {
        const { change_set } = await call(changeSets.get, { params: { ...params, changeSetId } });
        expect(change_set.state).not.toBe('running');
        return change_set;
      },
      { timeout: 2 * timeout },
    );
  /** The instance while no server runs. */
  const look = () =>
    onDatabase(async ({ query }) => {
      const state = await readState(query, studio.dev);
      await expectWhole(query, studio.dev, state);
      return contentBySku(state);
    });

  let server = await begin();
  await call(templates.save, { params, body: { id: 'sword', label: 'Swords', version: 0, fields: swordFields } });
  await importEnded((await send(rowsOf(0, 0), crypto.randomUUID())).import.id);
  expect(await stop(server)).toBe(0);
  const before = await look();
  server = await begin();
  const rows = rowsOf(5000, count / 2);
  let since = performance.now();
  const whole = await importEnded((await send(rows, crypto.randomUUID())).import.id);
  expect(whole).toMatchObject({ state: 'applied', counts: { added: count / 2, changed: count / 2 } });
  let duration = performance.now() - since;
  expect(await stop(server)).toBe(0);
  const after = await look();
  expect(after).not.toBe(before);
  server = await begin();
  since = performance.now();
  await setEnded((await undo(whole.change_set_id ?? 0)).id ?? 0);
  duration = Math.max(duration, performance.now() - since);

  /** The change set that the items have; none if they are as before. */
  let applied: number | undefined;
  let newest = (await latest())?.id ?? 0;
  const made = { import: 0, undo: 0 };
  const left: Record<string, number> = {};
  while (made.import < kills || made.undo < kills) {
    const kind = applied === undefined ? 'import' : 'undo';
    const key = crypto.randomUUID();
    const answer =
      applied === undefined
        ? send(rows, key).then((sent) => sent.import.state)
        : undo(applied).then(({ state }) => state);
    const answered = answer.catch(() => 'no answer');
    await pause(dice.below(1000) * (duration / 900));
    server.child.kill('SIGKILL');
    expect(await server.ended).toBe('SIGKILL');
    const told = await answered;
    const content = await look();
    const [from, to] = kind === 'import' ? [before, after] : [after, before];
    const was = content === to ? 'applied' : 'nothing';
    expect(content === (was === 'applied' ? to : from), `${kind} ${made[kind]}`).toBe(true);
    if (told === 'applied') expect(was).toBe('applied');
    duration *= was === 'nothing' ? 1.1 : 0.9;
    left[`${kind} ${was}`] = (left[`${kind} ${was}`] ?? 0) + 1;
    await restartable.forgetHeartbeats();
    server = await begin();
    made[kind] += 1;
    if (kind === 'import') {
      // Sent again, it goes on.
      const again = await importEnded((await send(rows, key)).import.id);
      expect(again).toMatchObject({ state: 'applied', error: null, counts: { added: count / 2, changed: count / 2 } });
      applied = again.change_set_id ?? undefined;
      newest = applied ?? newest;
    } else {
      const set = await latest();
      const undone =
        set !== undefined && set.id > newest
          ? await setEnded(set.id)
          : await setEnded((await undo(applied ?? 0)).id ?? 0);
      expect(undone).toMatchObject({ state: 'applied', undoes: applied });
      applied = undefined;
      newest = undone.id;
    }
    expect(await stop(server)).toBe(0);
    expect((await look()) === (kind === 'import' ? after : before), `${kind} ${made[kind]}, continued`).toBe(true);
    server = await begin();
  }
  if (process.env.IMPORT_KILLS) process.stdout.write(`${JSON.stringify({ duration, left })}\n`);
  const leftovers = () =>
    onDatabase(({ query }) =>
      query<{ prepared: number; parts: number }>(
        `select (select count(*)::int from change_set_index) as prepared,
          (select count(*)::int from import_parts p join imports i on i.id = p.import_id where i.state <> 'receiving')
            + (select count(*)::int from import_results) as parts`,
        [],
      ),
    );
  expect(await stop(server)).toBe(0);
  await eventually(
    async () => {
      const [found] = await leftovers();
      if (found?.prepared === 0 && found.parts === 0) return;
      // A job that was killed after its change set was applied cleans up in its next run. It has the time of an import that changes nothing.
      await restartable.forgetHeartbeats();
      server = await begin();
      await importEnded((await send(rowsOf(0, 0), crypto.randomUUID())).import.id);
      expect(await stop(server)).toBe(0);
      throw new Error(`${JSON.stringify(found)} is left.`);
    },
    { timeout: 4 * timeout },
  );
});

async function stop(server: ServerProcess): Promise<number | string> {
  server.child.kill('SIGTERM');
  return server.ended;
}
