import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { type Action, bulkEdits } from '@quartermaster/contract/endpoints/bulk-edits.ts';
import { changeSets } from '@quartermaster/contract/endpoints/change-sets.ts';
import type { Endpoint } from '@quartermaster/contract/endpoints/endpoint.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { sync } from '@quartermaster/contract/endpoints/sync.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { type Arena, beginArena, race } from '../support/arena.ts';
import { eventually } from '../support/eventually.ts';
import { keyedFields, plainFields } from '../support/keyed-items.ts';
import { isLong } from '../support/long.ts';
import { saveBody } from '../support/sample-template.ts';
import type { Loose } from '../support/server.ts';
import { expectWhole, readState } from '../support/sync-model/state.ts';
import { timeout } from '../support/timeout.ts';

/** Of each of the five kinds; UNIQUE_RACES=40 makes 200 in all. */
const times = Number(process.env.UNIQUE_RACES ?? (isLong ? 10 : 2));

let arena: Arena;
beginArena((opened) => {
  arena = opened;
});

type Which = 0 | 1;
interface Answer {
  status: number;
  body: unknown;
}

const dev = () => ({ instanceId: arena.studio.dev });
const read = (instanceId = arena.studio.dev) => readState(arena.database.query, instanceId);

async function done<Body>(endpoint: Endpoint, input: Loose): Promise<Body> {
  const { status, body } = await arena.send(0, 'owner', endpoint, input);
  expect(status, JSON.stringify(body)).toBe(200);
  return body as Body;
}

/** Creates items and returns their ids. */
async function create(...all: ItemValues[]): Promise<number[]> {
  const body = { items: all.map((values) => saveBody('keyed', keyedFields, values)) };
  return (await done<{ items: { id: number }[] }>(items.saveMany, { params: dev(), body })).items.map(({ id }) => id);
}

/** A save of a new item, or of the current version of one. */
async function saveOf(values: ItemValues, id?: number, instanceId = arena.studio.dev) {
  const before = id === undefined ? undefined : (await read(instanceId)).items.get(id);
  const of = before && { id: id ?? 0, version: before.version, before: before.values };
  const body = saveBody('keyed', keyedFields, values, of ?? {});
  return (server: Which) => arena.send(server, 'owner', items.save, { params: { instanceId }, body });
}

const editOf =
  (ids: number[], action: Action) =>
  (server: Which): Promise<Answer> =>
    arena.send(server, 'owner', bulkEdits.apply, {
      params: dev(),
      body: { selection: { template_id: 'keyed', ids }, action },
    });
const setSku = (ids: number[], value: string) => editOf(ids, { operations: [{ field_id: 'sku', op: 'set', value }] });

let names = 0;
/** A value that no item has had yet. */
const fresh = () => {
  names += 1;
  return `sku ${names}`;
};

/** Exactly one of two calls succeeded; the other one was refused because of it. */
function expectOne(turn: number, ...answers: Answer[]): void {
  const why = `turn ${turn}: ${JSON.stringify(answers).slice(0, 1500)}`;
  const statuses = answers.map(({ status }) => status);
  expect(
    statuses.filter((status) => status === 200),
    why,
  ).toHaveLength(1);
  expect([409, 422], why).toContain(statuses.find((status) => status !== 200));
  const { body } = answers.find(({ status }) => status !== 200) ?? {};
  expect(body, why).toMatchObject({ error: expect.stringMatching(/^(invalid|changed|version|busy)$/) });
}

async function expectTidy(): Promise<void> {
  for (const instanceId of [arena.studio.dev, arena.studio.stage])
    await expectWhole(arena.database.query, instanceId, await read(instanceId));
}

describe(`${times} times at the same moment`, () => {
  beforeEach(async () => {
    const version = (await read()).templates.get('keyed')?.version ?? 0;
    await done(templates.save, { params: dev(), body: { id: 'keyed', label: 'Keyed', version, fields: keyedFields } });
  });

  test('two saves of the same value: one is refused and names the other item', async () => {
    shows('4.unique.races');
    for (let turn = 0; turn < times; turn++) {
      const sku = fresh();
      const [first = 0, second = 0] = turn % 2 === 0 ? [] : await create({}, {});
      const saves = [await saveOf({ sku }, first || undefined), await saveOf({ sku }, second || undefined)] as const;
      const answers = await race(turn, ...saves);
      expectOne(turn, ...answers);
      const made = answers.find(({ status }) => status === 200) ?? expect.fail('One has succeeded.');
      const { id } = made.body as { id: number };
      const refused = answers.find(({ status }) => status !== 200);
      expect(refused).toMatchObject({
        status: 422,
        body: { fields: { 'fields.sku': `is already used by item ${id}` } },
      });
    }
    await expectTidy();
  });

  test('a bulk edit and a save: one is refused', async () => {
    shows('4.unique.races');
    for (let turn = 0; turn < times; turn++) {
      const [first = 0, second = 0] = await create({}, {});
      const sku = fresh();
      expectOne(turn, ...(await race(turn, setSku([first], sku), await saveOf({ sku }, second))));
    }
    await expectTidy();
  });

  test('copies by a pattern and a save: one is refused', async () => {
    shows('4.unique.races');
    for (let turn = 0; turn < times; turn++) {
      const [first = 0] = await create({});
      const sku = fresh();
      const fields = [{ field_id: 'sku', pattern: `${sku}_{n}` }];
      const copies = editOf([first], { duplicate: { label: 'Copy {n}', times: 3, fields } });
      expectOne(turn, ...(await race(turn, copies, await saveOf({ sku: `${sku}_2` }))));
    }
    await expectTidy();
  });

  test('an undo and a save of the value that it would bring back: one is refused', async () => {
    shows('4.unique.races');
    for (let turn = 0; turn < times; turn++) {
      const sku = fresh();
      const [first = 0, second = 0] = await create({ sku }, {});
      const { body } = await setSku([first], fresh())(0);
      const changeSetId = (body as { id: number }).id;
      const undo = (server: Which) =>
        arena.send(server, 'owner', changeSets.undo, { params: { ...dev(), changeSetId }, body: {} });
      expectOne(turn, ...(await race(turn, undo, await saveOf({ sku }, second))));
    }
    await expectTidy();
  });

  test('a sync and a save in its target: one is refused', async () => {
    shows('4.unique.races');
    const params = dev();
    await done(sync.all, { params, body: {} });
    for (let turn = 0; turn < times; turn++) {
      const [first = 0, second = 0] = await create({}, {});
      const changes = (ids: number[]) => [{ template_id: 'keyed', is_update_template: true, items: ids }];
      await done(sync.some, { params, body: { changes: changes([first, second]) } });
      const sku = fresh();
      expect((await (await saveOf({ sku }, first))(0)).status).toBe(200);
      const syncing = async (server: Which): Promise<Answer> => {
        const answer = await arena.send(server, 'owner', sync.some, { params, body: { changes: changes([first]) } });
        const { id, state } = answer.body as { id?: number; state?: string };
        if (state !== 'running') return answer;
        return eventually(
          async () => {
            const { body } = await arena.send(server, 'owner', sync.get, { params: { ...params, syncId: id ?? 0 } });
            const { sync: now } = body as { sync: { state: string } };
            expect(now.state).not.toBe('running');
            return now.state === 'failed' ? { status: 409, body: { error: 'changed' } } : { status: 200, body: now };
          },
          { timeout: 10 * timeout },
        );
      };
      expectOne(turn, ...(await race(turn, syncing, await saveOf({ sku }, second, arena.studio.stage))));
    }
    await expectTidy();
  });
});

test('a save of a repeated value and of the template that makes it unique: one is refused', async () => {
  shows('4.unique.races');
  for (let turn = 0; turn < times; turn++) {
    const version = (await read()).templates.get('keyed')?.version ?? 0;
    const save = (fields: typeof keyedFields, from: number) => (server: Which) =>
      arena.send(server, 'owner', templates.save, {
        params: dev(),
        body: { id: 'keyed', label: 'Keyed', version: from, fields },
      });
    const { body } = await save(plainFields, version)(0);
    const now = (body as { version: number }).version;
    const sku = fresh();
    await create({ sku });
    expectOne(turn, ...(await race(turn, save(keyedFields, now), await saveOf({ sku }))));
    await expectTidy();
    // The next turn begins without repeated values.
    for (const [id, item] of (await read()).items)
      if (item.template === 'keyed') await done(items.delete, { params: { ...dev(), templateId: 'keyed', id } });
  }
});
