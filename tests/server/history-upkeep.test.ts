import { history } from '@quartermaster/contract/endpoints/history.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { versionsPerWhole } from '../../server/content/history/compact-repository.ts';
import { insertActivity } from '../../server/core/events/activity-repository.ts';
import { beginSweep, listDueTemplates } from '../../server/modules/history/upkeep-repository.ts';
import { keepHistory } from '../../server/modules/history/upkeep-service.ts';
import { shows } from '../specification/shows.ts';
import { diceOf } from '../support/dice.ts';
import { compactAll, keepHistoryIn } from '../support/history-upkeep.ts';
import { field, inOrder, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { setSubscription } from '../support/subscription.ts';

let server: TestServer;
const fields = inOrder([
  field('title', 'text'),
  field('story', 'text'),
  field('price', 'integer'),
  field('weight', 'float'),
  field('is_new', 'boolean'),
]);
const query = <R>(text: string, values: unknown[] = []) => server.app.deps.database.query<R>(text, values);

beforeEach(async () => {
  server = await startTestServer();
  await saveTemplate(server, 'thing', fields);
});

interface Revision {
  item_id: number;
  version: number;
  base_version: number | null;
  content: string;
  bytes: number;
}

const revisions = () =>
  query<Revision>(
    `select item_id, version, base_version, md5(label || chr(31) || revision_values(r)::text) as content, octet_length("values"::text) as bytes
      from item_revisions r order by item_id, version`,
  );
const contents = async () => (await revisions()).map(({ item_id, version, content }) => [item_id, version, content]);

const story = 'It was found below the old tower, and nobody knows who has forged it. '.repeat(4);
type Values = Record<string, string | number | boolean>;

/** Saves an item again and again, with other values each time; returns its last version. */
async function saveOften(id: number, from: number, times: number, before: Values, seed = 1): Promise<Values> {
  const dice = diceOf(seed);
  let values = before;
  for (let version = from; version < from + times; version += 1) {
    const next: Values = { ...values, price: version };
    if (dice.percent(4)) next.story = `${story}${version}`;
    if (dice.percent(20)) delete next.title;
    else if (version % 5 === 0) next.title = `Title ${version}`;
    if (dice.percent(30)) next.is_new = dice.percent(50);
    const place = { before: values, id, version, label: dice.percent(20) ? `Thing ${version}` : 'Thing' };
    await saveOne(server, saveBody('thing', fields, next, place));
    values = next;
  }
  return values;
}

const first: Values = { title: 'Axe', story, price: 0, weight: 1.5 };
const create = async () => (await saveOne(server, saveBody('thing', fields, first))).id;

test('older revisions are stored as differences, from which all are read as they were', async () => {
  const id = await create();
  const other = await create();
  await saveOften(id, 1, 50, first);
  await saveOften(other, 1, 3, first, 2);
  const before = await revisions();
  await compactAll(server);
  const after = await revisions();
  expect(after.map(({ item_id, version, content }) => [item_id, version, content])).toEqual(
    before.map(({ item_id, version, content }) => [item_id, version, content]),
  );
  const whole = new Set(after.filter((r) => r.base_version === null).map((r) => `${r.item_id} ${r.version}`));
  // The first ones, the current ones, and at least one of every twenty.
  for (const version of [`${id} 1`, `${id} 51`, `${other} 1`, `${other} 4`]) expect(whole).toContain(version);
  for (const { item_id, version, base_version } of after) {
    if (base_version === null) continue;
    expect(whole).toContain(`${item_id} ${base_version}`);
    expect(version - base_version).toBeGreaterThan(0);
    expect(version - base_version).toBeLessThan(versionsPerWhole);
  }
  const sum = (all: readonly Revision[]) => all.reduce((total, { bytes }) => total + bytes, 0);
  expect(after.length - whole.size).toBeGreaterThan(35);
  expect(sum(after)).toBeLessThan(sum(before) / 2);
});

test('a revision that would not be shorter stays whole', async () => {
  await saveTemplate(server, 'word', inOrder([field('word', 'text')]));
  const word = (value: string, place?: object) =>
    saveOne(server, saveBody('word', inOrder([field('word', 'text')]), { word: value }, place));
  const { id } = await word('one');
  await word('two', { before: { word: 'one' }, id, version: 1 });
  await word('three', { before: { word: 'two' }, id, version: 2 });
  await compactAll(server);
  expect((await revisions()).map(({ base_version }) => base_version)).toEqual([null, null, null]);
});

test('equal numbers that are written differently are kept as they were', async () => {
  const id = await create();
  for (const version of [1, 2, 3]) {
    const [before, after] = [
      { ...first, price: version - 1 },
      { ...first, price: version },
    ];
    await saveOne(server, saveBody('thing', fields, after, { before, id, version }));
  }
  const write = (version: number, weight: string) =>
    query(`update item_revisions set "values" = "values" || $2::jsonb where version = $1`, [
      version,
      `{"weight": ${weight}}`,
    ]);
  await write(1, '1.0');
  await write(2, '1');
  await write(3, '1.00');
  const before = await contents();
  await compactAll(server);
  expect(await contents()).toEqual(before);
  const differences = await query(
    'select "values"->>\'weight\' as weight from item_revisions where base_version = 1 order by version',
  );
  expect(differences).toEqual([{ weight: '1' }, { weight: '1.00' }]);
});

test('what was saved within a day stays whole, and the next runs go on from there', async () => {
  const id = await create();
  const values = await saveOften(id, 1, 10, first);
  await keepHistoryIn(server, 0.9);
  expect((await revisions()).every(({ base_version }) => base_version === null)).toBe(true);
  const signal = new AbortController().signal;
  const run = () => keepHistory(server.app.deps, signal);
  server.clock.advance(2 * 24 * 60 * 60);
  await run();
  const differences = async () => (await revisions()).filter(({ base_version }) => base_version !== null).length;
  expect(await differences()).toBe(9);
  await saveOften(id, 11, 30, values, 3);
  const before = await contents();
  server.clock.advance(2 * 24 * 60 * 60);
  await run();
  expect(await contents()).toEqual(before);
  expect(await differences()).toBeGreaterThan(30);
  // Nothing is written again.
  const written = () => query('select xmin::text, item_id, version from item_revisions order by item_id, version');
  const last = await written();
  server.clock.advance(2 * 24 * 60 * 60);
  await run();
  expect(await written()).toEqual(last);
});

test('a run that is stopped in between leaves every revision readable, and is continued', async () => {
  for (let item = 0; item < 3; item += 1) {
    const id = await create();
    await saveOften(id, 1, 15, first, item);
  }
  const before = await contents();
  const later = { now: () => new Date(server.clock.now().getTime() + 2 * 24 * 60 * 60 * 1000) };
  const { unit } = server.app.deps;
  let [steps, runs] = [0, 0];
  for (let isDone = false; !isDone; runs += 1) {
    const controller = new AbortController();
    const stopping: typeof unit = async (work) => {
      const result = await unit(work);
      steps += 1;
      controller.abort();
      return result;
    };
    isDone = await keepHistory({ ...server.app.deps, clock: later, unit: stopping }, controller.signal).then(
      () => true,
      () => false,
    );
    expect(await contents()).toEqual(before);
  }
  expect(runs).toBeGreaterThan(2);
  expect((await revisions()).filter(({ base_version }) => base_version !== null).length).toBeGreaterThan(30);
  const open = await query('select 1 from history_sweeps where finished_at is null');
  expect([open.length, steps]).toEqual([0, runs - 1]);
});

test('what fails in one template does not prevent the others', async () => {
  await saveTemplate(server, 'other', fields);
  const { unit, clock } = server.app.deps;
  const { signal } = new AbortController();
  let isFirst = true;
  const failing: typeof unit = async (work) => {
    if (!isFirst) return unit(work);
    isFirst = false;
    throw new Error('The disk is full.');
  };
  const keep = (own = unit) => keepHistory({ ...server.app.deps, clock, unit: own }, signal);
  const unfinished = () =>
    query(
      'select 1 from templates where key not in (select template_key from history_sweeps where finished_at is not null)',
    );
  await expect(keep(failing)).rejects.toThrow('The disk is full.');
  expect(await unfinished()).toHaveLength(1);
  await keep();
  expect(await unfinished()).toEqual([]);
});

test('nothing is stored of the templates of a project that is removed meanwhile', async () => {
  const { deps } = server.app;
  await query('delete from history_sweeps');
  const due = (await listDueTemplates(deps.database.query, new Date(), 0)).at(0) ?? expect.fail('One is due.');
  await query('update projects set removal_started_at = now()');
  expect(await deps.unit(({ query: inside }) => beginSweep(inside, due, new Date()))).toBeUndefined();
  expect(await query('select 1 from history_sweeps')).toEqual([]);
});

const days = 24 * 60 * 60;
const free = () => setSubscription(server, { plan: 'free', status: 'active', due: null });
const versions = async () => (await revisions()).map(({ version }) => version);

describe('the history of a plan', () => {
  const save = async (id: number, version: number) => {
    const [before, after] = [
      { ...first, price: version - 1 },
      { ...first, price: version },
    ];
    return saveOne(server, saveBody('thing', fields, after, { before, id, version }));
  };

  test('is kept for its days, with the version that was current before them', async () => {
    shows('4.history.kept');
    await free();
    const word = inOrder([field('word', 'text')]);
    await saveTemplate(server, 'word', word);
    const { id } = await saveOne(server, saveBody('word', word, { word: 'word 0' }));
    for (const version of [1, 2, 3]) {
      server.clock.advance(10 * days);
      const [before, after] = [{ word: `word ${version - 1}` }, { word: `word ${version}` }];
      await saveOne(server, saveBody('word', word, after, { before, id, version }));
      await saveTemplate(server, 'word', word, { version, label: `Words ${version}` });
    }
    const ofTemplate = async () =>
      (
        await query<{ version: number }>(
          "select version from template_revisions where template_id = 'word' order by id",
        )
      ).map(({ version }) => version);
    await keepHistoryIn(server, 0);
    expect([await versions(), await ofTemplate()]).toEqual([
      [1, 2, 3, 4],
      [1, 2, 3, 4],
    ]);
    // Version 2 was saved 35 days ago and replaced 25 days ago: until then it was the current one. It was saved with version 1 of the template.
    await keepHistoryIn(server, 15);
    expect([await versions(), await ofTemplate()]).toEqual([
      [2, 3, 4],
      [1, 2, 3, 4],
    ]);
    await keepHistoryIn(server, 1000);
    expect([await versions(), await ofTemplate()]).toEqual([[4], [3, 4]]);
  });

  test.each([true, false])('includes the fields that its versions were saved with (known: %s)', async (isKnown) => {
    await free();
    const before = inOrder([field('count', 'integer'), field('side', 'text')]);
    await saveTemplate(server, 'coin', before);
    const former = { count: 5, side: 'A' };
    const { id } = await saveOne(server, saveBody('coin', before, former));
    server.clock.advance(days);
    const after = inOrder([{ ...field('count', 'text'), converts: true }]);
    await saveTemplate(server, 'coin', after, { version: 1 });
    server.clock.advance(days);
    await saveTemplate(server, 'coin', after, { version: 2, label: 'Coins' });
    server.clock.advance(58 * days);
    await saveOne(server, saveBody('coin', after, { count: '6' }, { id, version: 1, before: { count: '5' } }));
    if (!isKnown) await query('update item_revisions set template_version = null where version = 1');
    const ofTemplate = () => query("select version from template_revisions where template_id = 'coin' order by id");
    // The template was changed more than 30 days before; the item was like that until now.
    await keepHistoryIn(server, 1);
    expect(await ofTemplate()).toEqual([{ version: 1 }, { version: 2 }, { version: 3 }]);
    const params = { instanceId: server.studio.dev, templateId: 'coin', id };
    const as = { as: 'owner' } as const;
    const { missing, diff } = await server.call(history.checkItem, { params, query: { version: 1 } }, as);
    expect(missing).toMatchObject([{ field_id: 'side', label: 'The side' }]);
    expect(diff.source?.fields).toMatchObject([{ id: 'count', value: '5' }]);
    await server.call(history.restoreItem, { params, body: { version: 1, seen: 2 } }, as);
    await keepHistoryIn(server, 40);
    expect(await ofTemplate()).toEqual([{ version: 3 }]);
  });

  test('has no end on the Teams plan', async () => {
    shows('4.history.kept');
    const id = await create();
    await save(id, 1);
    await saveTemplate(server, 'thing', fields, { version: 1, label: 'Another' });
    await keepHistoryIn(server, 4000);
    expect(await versions()).toEqual([1, 2]);
    expect(await query("select 1 from template_revisions where template_id = 'thing'")).toHaveLength(2);
  });

  test('is not shortened until 30 days after a change of the plan', async () => {
    shows('4.history.kept');
    const id = await create();
    await save(id, 1);
    await save(id, 2);
    await keepHistoryIn(server, 100);
    await free();
    await keepHistoryIn(server, 101);
    await keepHistoryIn(server, 130);
    expect(await versions()).toEqual([1, 2, 3]);
    await setSubscription(server, { plan: 'teams', status: 'active' });
    await keepHistoryIn(server, 130.5);
    await free();
    // Its days begin again.
    await keepHistoryIn(server, 131.5);
    await keepHistoryIn(server, 161);
    expect(await versions()).toEqual([1, 2, 3]);
    await keepHistoryIn(server, 162);
    await keepHistoryIn(server, 163);
    expect(await versions()).toEqual([3]);
  });

  test('keeps what versions that are kept are stored as differences from', async () => {
    await free();
    const id = await create();
    for (let version = 1; version < 6; version += 1) await save(id, version);
    await compactAll(server);
    server.clock.advance(20 * days);
    await save(id, 6);
    await save(id, 7);
    // Version 6 was current until 15 days ago, and is stored as what differs from the first.
    await keepHistoryIn(server, 2);
    const before = await contents();
    await keepHistoryIn(server, 15);
    expect(await revisions()).toMatchObject([
      { version: 1 },
      { version: 6, base_version: 1 },
      { version: 7 },
      { version: 8 },
    ]);
    expect(await contents()).toEqual(before.filter((_, index) => [0, 5, 6, 7].includes(index)));
    await keepHistoryIn(server, 40);
    await keepHistoryIn(server, 41);
    expect(await versions()).toEqual([8]);
  });

  test('keeps the last state of a deleted item for 90 days, and longer while it is in the trash', async () => {
    await free();
    const id = await create();
    const other = await create();
    await save(id, 1);
    const params = { instanceId: server.studio.dev, templateId: 'thing' };
    for (const gone of [id, other])
      await server.call(items.delete, { params: { ...params, id: gone } }, { as: 'owner' });
    await saveTemplate(server, 'thing', fields, { version: 1, label: 'Another' });
    const ofTemplate = () => query("select version from template_revisions where template_id = 'thing' order by id");
    await query('delete from trash');
    const [template] = await query<{ key: number }>("select key from templates where id = 'thing'");
    await query(
      `insert into trash (instance_id, template_key, template_id, item_id, label, version, deleted_at)
        values ($1, $2, 'thing', $3, 'Thing', 3, now())`,
      [server.studio.dev, template?.key, id],
    );
    await keepHistoryIn(server, 80);
    const left = async () => (await revisions()).map(({ item_id, version }) => [item_id, version]);
    expect(await left()).toEqual([
      [id, 3],
      [other, 2],
    ]);
    await keepHistoryIn(server, 92);
    expect(await left()).toEqual([[id, 3]]);
    // What the fields were that its values are in.
    expect(await ofTemplate()).toEqual([{ version: 1 }, { version: 2 }]);
    await query('delete from trash');
    await keepHistoryIn(server, 93);
    expect(await left()).toEqual([]);
    expect(await ofTemplate()).toEqual([{ version: 2 }]);
  });

  test('also ends for menus and activity', async () => {
    shows('4.history.kept');
    await free();
    const { dev } = server.studio;
    for (const [name, age] of [
      ['first', 50],
      ['second', 40],
      ['third', 20],
    ] as const) {
      await query(
        'insert into menu_revisions (instance_id, menu, at) values ($1, $2::jsonb, now() - make_interval(days => $3))',
        [dev, JSON.stringify([name]), age],
      );
      const at = new Date(Date.now() - age * 24 * 60 * 60 * 1000);
      const entry = { kind: 'menu', instance_id: dev, project_id: null, origin: 'form', accountId: null, at } as const;
      await insertActivity(server.app.deps.database.query, [{ ...entry, actor: 'system', details: { name } }]);
    }
    await query(
      "delete from menu_revisions where menu::text not like '%first%' and menu::text not like '%second%' and menu::text not like '%third%'",
    );
    await keepHistoryIn(server, 0);
    const names = (table: string, column: string) => query(`select ${column} as name from ${table} order by at`);
    expect(await names('menu_revisions', 'menu->>0')).toEqual([{ name: 'second' }, { name: 'third' }]);
    expect(await names('activity', "details->>'name'")).toEqual([{ name: 'third' }]);
  });
});

test('a project says how much of its history is kept, and for how long', async () => {
  shows('4.history.kept');
  const id = await create();
  await saveOften(id, 1, 2, first);
  const params = { projectId: server.studio.projectId };
  const summary = () => server.call(history.summary, { params }, { as: 'owner' });
  const count = async (sql: string) => (await query<{ n: number }>(`select count(*)::int as n from ${sql}`))[0]?.n;
  expect(await summary()).toEqual({
    days: null,
    trash_days: 90,
    item_versions: 3,
    template_versions: await count(
      `template_revisions r join instances i on i.id = r.instance_id where i.project_id = ${params.projectId}`,
    ),
    menu_versions: await count(
      `menu_revisions r join instances i on i.id = r.instance_id where i.project_id = ${params.projectId}`,
    ),
    trash: 0,
    activity: await count(`activity where project_id = ${params.projectId}`),
  });
  await keepHistoryIn(server, 0);
  await free();
  // The change can be taken back for 30 days.
  expect(await summary()).toMatchObject({ days: null, item_versions: 3 });
  await query('delete from kept_history');
  expect(await summary()).toMatchObject({ days: 30 });
});
