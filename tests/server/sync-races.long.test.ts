import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import type { Endpoint } from '@quartermaster/contract/endpoints/endpoint.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { type ChangeList, type StartedSync, type Sync, sync } from '@quartermaster/contract/endpoints/sync.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Arena, beginArena, race } from '../support/arena.ts';
import { eventually } from '../support/eventually.ts';
import { field, inOrder, saveBody } from '../support/sample-template.ts';
import type { Loose } from '../support/server.ts';
import { contentOfState, expectWhole, readState } from '../support/sync-model/state.ts';
import { timeout } from '../support/timeout.ts';

type Which = 0 | 1;
interface Answer {
  status: number;
  body: unknown;
}

const times = Number(process.env.SYNC_RACES ?? (process.env.DATABASE_URL ? 8 : 4));

let arena: Arena;
beginArena((opened) => {
  arena = opened;
});

/** Calls one of the servers as the owner; waits for the end of a sync that takes long. */
async function ask(server: Which, endpoint: Endpoint, input: Loose): Promise<Answer> {
  const answer = await arena.send(server, 'owner', endpoint, input);
  const { id, state } = (answer.body ?? {}) as { id?: number; state?: string };
  if (state !== 'running') return answer;
  const params = { instanceId: input.params?.instanceId ?? 0, syncId: id ?? 0 };
  return eventually(
    async () => {
      const { body } = await arena.send(server, 'owner', sync.get, { params });
      const { sync: now } = body as { sync: Sync };
      expect(now.state).not.toBe('running');
      if (now.state === 'failed') return { status: 409, body: { error: 'changed' } };
      return { status: 200, body: { id: now.id, state: now.state, progress: now.progress } };
    },
    { timeout: 10 * timeout },
  );
}

const fields = inOrder([
  field('title', 'text'),
  field('price', 'integer'),
  field('parent', 'item-link', { templateId: 'raced' }),
]);
const read = (instanceId: number) => readState(arena.database.query, instanceId);

async function done<Body>(endpoint: Endpoint, input: Loose, server: Which = 0): Promise<Body> {
  const { status, body } = await ask(server, endpoint, input);
  expect(status, JSON.stringify(body)).toBe(200);
  return body as Body;
}

/** Creates items of the template in Dev; returns their ids. */
async function create(...all: ItemValues[]): Promise<number[]> {
  const body = { items: all.map((values) => saveBody('raced', fields, values)) };
  const answer = await done<{ items: { id: number }[] }>(items.saveMany, {
    params: { instanceId: arena.studio.dev },
    body,
  });
  return answer.items.map(({ id }) => id);
}

/** A save of an item based on its current version. */
async function saveOf(
  instanceId: number,
  id: number,
  values: ItemValues,
  of = fields,
): Promise<(server: Which) => Promise<Answer>> {
  const item = (await read(instanceId)).items.get(id);
  const body = saveBody('raced', of, values, { id, version: item?.version ?? 0, before: item?.values ?? {} });
  return (server) => ask(server, items.save, { params: { instanceId }, body });
}

const syncAll =
  (body: object = {}) =>
  (server: Which) =>
    ask(server, sync.all, { params: { instanceId: arena.studio.dev }, body });
const syncItems =
  (...ids: number[]) =>
  (server: Which) =>
    ask(server, sync.some, {
      params: { instanceId: arena.studio.dev },
      body: { changes: [{ template_id: 'raced', is_update_template: false, items: ids }] },
    });
const undoOf =
  (syncId: number, body: object = {}) =>
  (server: Which) =>
    ask(server, sync.undo, { params: { instanceId: arena.studio.dev, syncId }, body });

const describeAnswers = (turn: number, ...answers: Answer[]): string =>
  `turn ${turn}: ${JSON.stringify(answers).slice(0, 1500)}`;

/** A sync either was applied, or was refused because of a concurrent change. */
function expectMadeOrRefused({ status, body }: Answer, why: string): boolean {
  if (status === 200) {
    expect((body as StartedSync).state, why).toBe('applied');
    return true;
  }
  expect([409, 422], why).toContain(status);
  return false;
}

/** Nothing is left half done: no sync is running, every index row and link of the target is right. */
async function expectTidy(): Promise<void> {
  const { stage, prod } = arena.studio;
  await expectWhole(arena.database.query, stage, await read(stage));
  await expectWhole(arena.database.query, prod, await read(prod));
  await eventually(async () => {
    const open = await arena.database.query(
      `select 1 from change_sets where state = 'running' union all select 1 from change_set_index
        union all select 1 from item_revisions r join change_sets y on y.id = r.change_set_id where y.state = 'failed'`,
      [],
    );
    expect(open).toEqual([]);
  });
}

const listed = async () => {
  const list = await done<ChangeList>(sync.listChanges, { params: { instanceId: arena.studio.dev } });
  return list.templates.flatMap((template) => template.items.map(({ id, change }) => `${change} ${id}`));
};

/** The template in Dev and Stage, and an empty list of changes. */
async function begin(): Promise<void> {
  const { dev } = arena.studio;
  const version = (await read(dev)).templates.get('raced')?.version ?? 0;
  const body = { id: 'raced', label: 'Raced', version, fields };
  await done(templates.save, { params: { instanceId: dev }, body });
  await done(sync.all, { params: { instanceId: dev }, body: { conflicts: 'source' } });
  for (const line of await listed()) expect(line).toBe('nothing is listed');
}

describe(`in ${times} concurrent attempts`, () => {
  beforeEach(begin);

  test('two syncs of all: the changes are applied once, and both instances are equal afterwards', async () => {
    const { dev, stage } = arena.studio;
    for (let turn = 0; turn < times; turn++) {
      const [id = 0] = await create({ title: `${turn}` });
      const answers = await race(turn, syncAll(), syncAll());
      const why = describeAnswers(turn, ...answers);
      const made = answers.filter((answer) => expectMadeOrRefused(answer, why));
      expect(
        made.filter(({ body }) => (body as StartedSync).id !== null),
        why,
      ).toHaveLength(1);
      expect(contentOfState(await read(stage)), why).toEqual(contentOfState(await read(dev)));
      const revisions = await arena.database.query(
        'select 1 from item_revisions r join templates t on t.key = r.template_key where t.instance_id = $1 and r.item_id = $2',
        [stage, id],
      );
      expect(revisions, why).toHaveLength(1);
    }
    await expectTidy();
  });

  test('two syncs of different items: each one is applied or refused as a whole', async () => {
    const { stage } = arena.studio;
    for (let turn = 0; turn < times; turn++) {
      const [first = 0, second = 0] = await create({ title: 'first' }, { title: 'second' });
      const answers = await race(turn, syncItems(first), syncItems(second));
      const why = describeAnswers(turn, ...answers);
      const made = answers.map((answer) => expectMadeOrRefused(answer, why));
      expect(made, why).toContain(true);
      const { items: there } = await read(stage);
      expect([there.has(first), there.has(second)], why).toEqual(made);
      for (const { status, body } of answers) if (status !== 200) expect(body, why).toMatchObject({ error: 'running' });
      await done(sync.all, { params: { instanceId: arena.studio.dev }, body: {} });
    }
    await expectTidy();
  });

  test('a sync and a save of the same target item: one succeeds and the other is refused', async () => {
    const { dev, stage } = arena.studio;
    const [id = 0] = await create({ title: 'start' });
    await done(sync.all, { params: { instanceId: dev }, body: {} });
    for (let turn = 0; turn < times; turn++) {
      await done(items.save, await inputOf(dev, id, { title: `source ${turn}` }));
      const save = await saveOf(stage, id, { title: `target ${turn}` });
      const answers = await race(turn, syncAll(), save);
      const why = describeAnswers(turn, ...answers);
      const [synced, saved] = answers;
      const isSynced = expectMadeOrRefused(synced, why);
      expect(saved.status, why).toBe(isSynced ? 409 : 200);
      expect((await read(stage)).items.get(id)?.values, why).toEqual({
        title: isSynced ? `source ${turn}` : `target ${turn}`,
      });
      await done(sync.all, { params: { instanceId: dev }, body: { conflicts: 'source' } });
    }
    await expectTidy();
  });

  test('a sync and a save of another item in the target: both succeed', async () => {
    const { dev, stage } = arena.studio;
    const [synced = 0, other = 0] = await create({ title: 'start' }, { title: 'other' });
    await done(sync.all, { params: { instanceId: dev }, body: {} });
    for (let turn = 0; turn < times; turn++) {
      await done(items.save, await inputOf(dev, synced, { title: `source ${turn}` }));
      const answers = await race(turn, syncItems(synced), await saveOf(stage, other, { title: `target ${turn}` }));
      const why = describeAnswers(turn, ...answers);
      expect(
        answers.map(({ status }) => status),
        why,
      ).toEqual([200, 200]);
      const { items: there } = await read(stage);
      expect([there.get(synced)?.values, there.get(other)?.values], why).toEqual([
        { title: `source ${turn}` },
        { title: `target ${turn}` },
      ]);
    }
    await expectTidy();
  });

  test('a sync and a save in the source: the target has one of both states, and a later one is listed', async () => {
    const { dev, stage } = arena.studio;
    const [id = 0] = await create({ title: 'start' });
    await done(sync.all, { params: { instanceId: dev }, body: {} });
    for (let turn = 0; turn < times; turn++) {
      const before = { title: `before ${turn}` };
      const after = { title: `after ${turn}` };
      await done(items.save, await inputOf(dev, id, before));
      const was = (await read(stage)).items.get(id)?.values;
      const answers = await race(turn, syncAll(), await saveOf(dev, id, after));
      const why = describeAnswers(turn, ...answers);
      const isSynced = expectMadeOrRefused(answers[0], why);
      expect(answers[1].status, why).toBe(200);
      const now = (await read(stage)).items.get(id)?.values;
      expect(isSynced ? [before, after] : [was], why).toContainEqual(now);
      expect(await listed(), why).toEqual(now?.title === after.title ? [] : [`updated ${id}`]);
    }
    await expectTidy();
  });

  test('a sync that adds an item and its deletion in the source: it is synced and listed as removed, or not synced', async () => {
    const { dev, stage } = arena.studio;
    for (let turn = 0; turn < times; turn++) {
      const [id = 0] = await create({ title: 'gone soon' });
      const params = { instanceId: dev, templateId: 'raced', id };
      const answers = await race(turn, syncItems(id), (server) => ask(server, items.delete, { params }));
      const why = describeAnswers(turn, ...answers);
      const isSynced = expectMadeOrRefused(answers[0], why);
      expect(answers[1].status, why).toBe(200);
      const isThere = (await read(stage)).items.has(id);
      if (!isSynced) expect(isThere, why).toBe(false);
      expect(await listed(), why).toEqual(isThere ? [`removed ${id}`] : []);
      await done(sync.all, { params: { instanceId: dev }, body: {} });
    }
    await expectTidy();
  });

  test('a sync that removes an item and a save in the target that links to it: no link is left dangling', async () => {
    const { dev, stage } = arena.studio;
    const [linking = 0] = await create({ title: 'linking' });
    await done(sync.all, { params: { instanceId: dev }, body: {} });
    for (let turn = 0; turn < times; turn++) {
      const [id = 0] = await create({ title: 'gone soon' });
      await done(sync.all, { params: { instanceId: dev }, body: { conflicts: 'source' } });
      await done(items.delete, { params: { instanceId: dev, templateId: 'raced', id } });
      const answers = await race(turn, syncItems(id), await saveOf(stage, linking, { title: 'linking', parent: id }));
      const why = describeAnswers(turn, ...answers);
      const isSynced = expectMadeOrRefused(answers[0], why);
      expect(answers[1].status, why).toBe(isSynced ? 422 : 200);
      const { items: there } = await read(stage);
      expect([there.has(id), there.get(linking)?.values.parent], why).toEqual(
        isSynced ? [false, undefined] : [true, id],
      );
    }
    await done(sync.all, { params: { instanceId: dev }, body: { conflicts: 'source' } });
    await expectTidy();
  });

  test('a sync and a change of the template in the source: the target has one of both, and a later one is listed', async () => {
    const { dev, stage } = arena.studio;
    const [id = 0] = await create({ title: 'start' });
    await done(sync.all, { params: { instanceId: dev }, body: {} });
    const labelIn = async (instanceId: number) => (await read(instanceId)).templates.get('raced')?.label;
    for (let turn = 0; turn < times; turn++) {
      await done(items.save, await inputOf(dev, id, { title: `${turn}` }));
      const was = await labelIn(stage);
      const version = (await read(dev)).templates.get('raced')?.version ?? 0;
      const label = `Raced ${turn}`;
      const input = { params: { instanceId: dev }, body: { id: 'raced', label, version, fields } };
      const answers = await race(turn, syncAll(), (server) => ask(server, templates.save, input));
      const why = describeAnswers(turn, ...answers);
      const isSynced = expectMadeOrRefused(answers[0], why);
      expect(answers[1].status, why).toBe(200);
      const now = await labelIn(stage);
      expect(isSynced ? [was, label] : [was], why).toContain(now);
      await done(sync.all, { params: { instanceId: dev }, body: {} });
      expect(await labelIn(stage), why).toBe(label);
    }
    await expectTidy();
  });

  test('an undo and a save of the same target item: one succeeds and the other is refused', async () => {
    const { dev, stage } = arena.studio;
    const [id = 0] = await create({ title: 'start' });
    await done(sync.all, { params: { instanceId: dev }, body: {} });
    for (let turn = 0; turn < times; turn++) {
      const was = (await read(stage)).items.get(id)?.values;
      await done(items.save, await inputOf(dev, id, { title: `source ${turn}` }));
      const { id: syncId } = await done<StartedSync>(sync.all, { params: { instanceId: dev }, body: {} });
      const save = await saveOf(stage, id, { title: `target ${turn}` });
      const answers = await race(turn, undoOf(syncId ?? 0), save);
      const why = describeAnswers(turn, ...answers);
      const isUndone = expectMadeOrRefused(answers[0], why);
      expect(answers[1].status, why).toBe(isUndone ? 409 : 200);
      expect((await read(stage)).items.get(id)?.values, why).toEqual(isUndone ? was : { title: `target ${turn}` });
      await done(sync.all, { params: { instanceId: dev }, body: { conflicts: 'source' } });
    }
    await expectTidy();
  });

  test('two undos of one sync: it is undone once', async () => {
    const { dev, stage } = arena.studio;
    for (let turn = 0; turn < times; turn++) {
      const before = contentOfState(await read(stage));
      await create({ title: `${turn}` });
      const { id: syncId } = await done<StartedSync>(sync.all, { params: { instanceId: dev }, body: {} });
      const answers = await race(turn, undoOf(syncId ?? 0), undoOf(syncId ?? 0));
      const why = describeAnswers(turn, ...answers);
      const made = answers.filter((answer) => expectMadeOrRefused(answer, why));
      expect(
        made.filter(({ body }) => (body as StartedSync).id !== null),
        why,
      ).toHaveLength(1);
      expect(contentOfState(await read(stage)), why).toEqual(before);
      await done(sync.all, { params: { instanceId: dev }, body: {} });
    }
    await expectTidy();
  });

  test('an undo that removes a field from the template and a save of that field: one succeeds, and no value remains', async () => {
    const { dev, stage } = arena.studio;
    const extended = inOrder([...fields, field('extra', 'text')]);
    const [id = 0] = await create({ title: 'start' });
    await done(sync.all, { params: { instanceId: dev }, body: {} });
    for (let turn = 0; turn < times; turn++) {
      const label = `Raced ${turn}`;
      const version = (await read(dev)).templates.get('raced')?.version ?? 0;
      await done(templates.save, {
        params: { instanceId: dev },
        body: { id: 'raced', label, version, fields: extended },
      });
      const { id: syncId } = await done<StartedSync>(sync.all, { params: { instanceId: dev }, body: {} });
      const save = await saveOf(stage, id, { title: 'start', extra: `target ${turn}` }, extended);
      const answers = await race(turn, undoOf(syncId ?? 0), save);
      const why = describeAnswers(turn, ...answers);
      const isUndone = expectMadeOrRefused(answers[0], why);
      // The template may remove the value right after the save.
      expect(isUndone || answers[1].status === 200, why).toBe(true);
      const state = await read(stage);
      const hasField = state.templates.get('raced')?.fields.some((entry) => entry.id === 'extra');
      expect([hasField, state.items.get(id)?.values], why).toEqual(
        isUndone ? [false, { title: 'start' }] : [true, { title: 'start', extra: `target ${turn}` }],
      );
      await done(templates.save, {
        params: { instanceId: dev },
        body: { id: 'raced', label: 'Raced', version: version + 1, fields },
      });
      await done(sync.all, { params: { instanceId: dev }, body: { conflicts: 'source' } });
    }
    await expectTidy();
  });

  test('a sync out of an instance and one into it: the last one has the state before or after', async () => {
    const { dev, stage, prod } = arena.studio;
    const [id = 0] = await create({ title: 'start' });
    for (const instanceId of [dev, stage])
      await done(sync.all, { params: { instanceId }, body: { conflicts: 'source', menu_conflict: 'source' } });
    for (let turn = 0; turn < times; turn++) {
      await done(items.save, await inputOf(stage, id, { title: `stage ${turn}` }));
      await done(items.save, await inputOf(dev, id, { title: `dev ${turn}` }));
      const was = contentOfState(await read(prod));
      const stageBefore = contentOfState(await read(stage));
      const answers = await race(turn, syncAll({ conflicts: 'source' }), (server) =>
        ask(server, sync.all, { params: { instanceId: stage }, body: {} }),
      );
      const why = describeAnswers(turn, ...answers);
      expect(answers[0].status, why).toBe(200);
      const isSynced = expectMadeOrRefused(answers[1], why);
      const stageAfter = contentOfState(await read(stage));
      expect(isSynced ? [stageBefore, stageAfter] : [was], why).toContainEqual(contentOfState(await read(prod)));
    }
    await expectTidy();
  });
});

/** The input of a save based on the item's current version. */
async function inputOf(instanceId: number, id: number, values: ItemValues): Promise<Loose> {
  const item = (await read(instanceId)).items.get(id);
  const body = saveBody('raced', fields, values, { id, version: item?.version ?? 0, before: item?.values ?? {} });
  return { params: { instanceId }, body };
}
