import { type Action, bulkEdits } from '@quartermaster/contract/endpoints/bulk-edits.ts';
import { changeSets } from '@quartermaster/contract/endpoints/change-sets.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { sync } from '@quartermaster/contract/endpoints/sync.ts';
import type { ErrorBody } from '@quartermaster/contract/errors.ts';
import type { Rule } from '@quartermaster/contract/field-types/rules.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { immediateLimits } from '../../server/content/change-sets/run/apply-now.ts';
import { shows } from '../specification/shows.ts';
import { keyedItems, saveKeyed } from '../support/keyed-items.ts';
import { dropBelowMax, highMax, minBelowMax, ruledFields, sumOfDrops } from '../support/ruled-items.ts';
import { startTestServer, type TestServer, urlOf } from '../support/server.ts';
import { syncOf } from '../support/sync.ts';

let server: TestServer;
let dev: ReturnType<typeof keyedItems>;
let stage: ReturnType<typeof keyedItems>;
const owner = { as: 'owner' } as const;
const params = () => ({ instanceId: server.studio.dev });
const fields = ruledFields({
  min: [minBelowMax],
  max: [highMax],
  drops: [sumOfDrops],
  weight: [dropBelowMax],
});

beforeEach(async () => {
  server = await startTestServer();
  dev = keyedItems(server);
  stage = keyedItems(server, server.studio.stage);
});

const { items: atOnce } = immediateLimits;
afterEach(() => void Object.assign(immediateLimits, { items: atOnce }));

const refused = (at: string, message: string) => ({ status: 422, fields: { [`fields.${at}`]: message } });

describe('the setting', () => {
  const save = async (...rules: Rule[]) => (await dev.saveFields(ruledFields({ min: rules }))).fields;
  const path = 'fields.2.settings.rules';

  it('is refused if the template cannot evaluate it, with the place', async () => {
    shows('4.rules.setting');
    const of = (condition: string): Rule => ({ ...minBelowMax, condition });
    expect(await save(of('min <= max'))).toEqual({ [path]: 'Range: there is no field min here (character 1)' });
    expect(await save(of('stats.min <'))).toEqual({
      [path]: 'Range: unexpected token: end of the condition (character 12)',
    });
    expect(await save(of('stats.min'))).toEqual({ [path]: 'Range: must be true or false, not a number' });
    expect(await save(minBelowMax, { ...minBelowMax, name: ' Range' })).toEqual({
      [path]: 'two conditions have the name Range',
    });
    expect(await save({ ...minBelowMax, message: ' ' })).toEqual({ [path]: 'Range has no message' });
    expect(await save(of(' '))).toEqual({ [path]: 'Range has no condition' });
    const many = Array.from({ length: 20 }, (_, index): Rule => ({ ...minBelowMax, name: `Range ${index}` }));
    expect(await save(...many)).toBeUndefined();
    expect(await save(...many, minBelowMax)).toBeDefined();
  });

  it('keeps a field that a condition reads', async () => {
    shows('4.rules.setting');
    await saveKeyed(server, fields);
    const without = fields.filter(({ id }) => id !== 'max');
    expect((await dev.saveFields(without)).fields).toEqual({
      'fields.1.settings.rules': 'Range: there is no field max here (character 14)',
      'fields.3.settings.rules': 'Drop: there is no field max in this group (character 16)',
    });
  });
});

describe('a save', () => {
  beforeEach(() => saveKeyed(server, fields));

  it('is refused at the field, with the message', async () => {
    shows('4.rules.save');
    expect(await dev.send({ min: 3, max: 2 }, undefined, fields)).toMatchObject(
      refused('min', 'must not be above Max'),
    );
    const { status, id } = await dev.send({ min: 2, max: 2 }, undefined, fields);
    expect(status).toBe(200);
    // The message is at the field of the condition, whichever field is changed.
    expect(await dev.send({ min: 2, max: 1 }, id, fields)).toMatchObject(refused('min', 'must not be above Max'));
    expect((await dev.send({ min: 2 }, id, fields)).status).toBe(200);
  });

  it('is refused at each row that breaks a condition, and at a group', async () => {
    shows('4.rules.save');
    const drops = [{ weight: 60 }, { weight: 40 }];
    expect(await dev.send({ max: 50, drops }, undefined, fields)).toEqual(
      expect.objectContaining(refused('weight.0', 'must not be above the Max of the item')),
    );
    expect(await dev.send({ max: 90, drops: [{ weight: 60 }] }, undefined, fields)).toEqual(
      expect.objectContaining(refused('drops', 'must sum to 100')),
    );
    expect((await dev.send({ max: 90, drops }, undefined, fields)).status).toBe(200);
  });

  it('answers a warning, and saves', async () => {
    shows('4.rules.warning');
    const { status, id, ...answer } = await dev.send({ max: 100 }, undefined, fields);
    expect({ status, ...answer }).toMatchObject({ status: 200, warnings: { 'fields.max': 'is unusually high' } });
    expect(await dev.send({ max: 100 }, id, fields)).toHaveProperty('warnings');
    expect(await dev.send({ max: 99 }, id, fields)).not.toHaveProperty('warnings');
  });

  it('refuses what a condition cannot be evaluated on, unless an invalid value may be the reason', async () => {
    shows('4.rules.save');
    const ratio: Rule = { name: 'Ratio', condition: 'max / stats.min < 3', message: 'is too small' };
    const all = ruledFields({ min: [ratio] });
    await dev.saveFields(all);
    expect(await dev.send({ min: 0, max: 2 }, undefined, all)).toMatchObject(refused('min', 'Ratio: division by zero'));
    const inexact = await dev.send({ min: 0, max: 0.5 }, undefined, all);
    expect(Object.keys(inexact.fields ?? {})).toEqual(['fields.max']);
  });

  it('of records names the record', async () => {
    shows('4.rules.doors');
    const send = async (record: object) => {
      const { statusCode, body } = await server.app.inject({
        method: 'POST',
        url: urlOf(items.saveRecords, { params: { ...params(), templateId: 'keyed' } }),
        headers: { authorization: server.bearer('owner'), 'content-type': 'application/jsonl' },
        payload: `${JSON.stringify(record)}\n`,
      });
      return [statusCode, body];
    };
    expect(await send({ _label: 'One', min: 3, max: 2 })).toEqual([422, expect.stringContaining(minBelowMax.message)]);
    expect(await send({ _label: 'One', min: 3, max: 300 })).toEqual([200, expect.stringContaining(highMax.message)]);
  });
});

describe.each(['in the call', 'by a job'])('a bulk edit %s', (by) => {
  const bodyOf = (ids: readonly number[], value: number) => ({
    selection: { template_id: 'keyed', ids: [...ids] },
    action: { operations: [{ field_id: 'max', op: 'set', value }] } satisfies Action,
  });
  const apply = async (ids: readonly number[], value: number) => {
    const { status, body } = await server.send(bulkEdits.apply, { params: params(), body: bodyOf(ids, value) }, owner);
    return { status, ...(body as ErrorBody & { id: number | null; state: string }) };
  };

  it('names each item that would break a condition, and its undo is refused if it would', async () => {
    shows('4.rules.doors');
    const plain = ruledFields({});
    await saveKeyed(server, plain);
    const ids: number[] = [];
    for (const min of [1, 2, 3]) ids.push((await dev.send({ min, max: min === 3 ? 2 : 4 }, undefined, plain)).id);
    const [first = 0, second = 0, third = 0] = ids;
    Object.assign(immediateLimits, { items: by === 'by a job' ? 0 : atOnce });
    const { id } = await apply([third], 5);
    await dev.saveFields(fields);
    const reason = 'must not be above Max';
    const check = await server.call(bulkEdits.check, { params: params(), body: bodyOf([first, second], 1) }, owner);
    expect(check).toMatchObject({
      counts: { updated: 1 },
      refusals: { count: 1, sample: [{ id: second, field_id: 'min', reason }] },
    });
    expect((await apply([first, second], 1)).status).toBe(by === 'by a job' ? 409 : 422);
    expect((await apply([first, second], 6)).status).toBe(200);
    const undo = await server.send(changeSets.undo, { params: { ...params(), changeSetId: id ?? 0 }, body: {} }, owner);
    expect(undo).toMatchObject({
      status: 422,
      body: { details: { incompatible: { count: 1, sample: [{ id: third, field_id: 'min', reason }] } } },
    });
    expect(await dev.valuesOf(first, second, third)).toEqual(
      [1, 2].map((min) => ({ min, max: 6 })).concat({ min: 3, max: 5 }),
    );
  });
});

it('a sync of items is refused if they break a condition of the target', async () => {
  shows('4.rules.sync');
  const plain = ruledFields({});
  await saveKeyed(server, fields);
  const { id } = await dev.send({ min: 1, max: 2 }, undefined, fields);
  const syncs = syncOf(server, server.studio.dev);
  await syncs.all();
  await dev.saveFields(plain);
  await dev.send({ min: 3, max: 2 }, id, plain);
  const alone = { changes: [{ template_id: 'keyed', is_update_template: false, items: [id] }] };
  expect(await syncs.check(alone)).toMatchObject({
    incompatible: {
      count: 1,
      sample: [{ template_id: 'keyed', id, field_id: 'min', reason: 'must not be above Max' }],
    },
  });
  expect((await server.send(sync.some, { params: params(), body: alone }, owner)).status).toBe(422);
  expect(await stage.valuesOf(id)).toEqual([{ min: 1, max: 2 }]);
});
