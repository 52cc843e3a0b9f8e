import { bulkEdits } from '@quartermaster/contract/endpoints/bulk-edits.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { type SaveTemplateField, templates } from '@quartermaster/contract/endpoints/templates.ts';
import type { ErrorBody } from '@quartermaster/contract/errors.ts';
import type { Rule } from '@quartermaster/contract/field-types/rules.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { saveTemplate as saveInContent } from '../../server/content/schema/save/save-template.ts';
import { shows } from '../specification/shows.ts';
import { keyedItems, saveKeyed } from '../support/keyed-items.ts';
import { highMax, minBelowMax, ruledFields } from '../support/ruled-items.ts';
import { field, saveBody } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { syncOf } from '../support/sync.ts';
import { unitAfter } from '../support/unit.ts';

let server: TestServer;
let dev: ReturnType<typeof keyedItems>;
const owner = { as: 'owner' } as const;
const params = () => ({ instanceId: server.studio.dev });
const plain = ruledFields({});
const ruled = ruledFields({ min: [minBelowMax], max: [highMax] });
const reason = minBelowMax.message;

beforeEach(async () => {
  server = await startTestServer();
  dev = keyedItems(server);
  await saveKeyed(server, plain);
});

const create = async (...all: { min?: number; max?: number }[]): Promise<number[]> => {
  const ids: number[] = [];
  for (const values of all) ids.push((await dev.send(values, undefined, plain)).id);
  return ids;
};
const dryRun = (fields: SaveTemplateField[], version = 1) =>
  server.call(templates.dryRun, { params: params(), body: { id: 'keyed', label: 'Keyed', version, fields } }, owner);
const effectsOf = async (fields: SaveTemplateField[], version?: number) =>
  new Map((await dryRun(fields, version)).effects.map((effect) => [effect.field_id, effect]));

describe('a new rule', () => {
  it('is tried on all items: the dry run names those that break it, and the save is refused until none does', async () => {
    shows('4.rules.trial');
    const [, broken = 0, high = 0] = await create({ min: 1, max: 2 }, { min: 3, max: 2 }, { max: 100 }, {});
    const effects = await effectsOf(ruled);
    const sample = [{ id: broken, label: 'An item', value: '3', reason }];
    expect(effects.get('min')).toMatchObject({ items: 2, incompatible: { count: 1, sample } });
    expect(effects.get('max')).toMatchObject({
      incompatible: { count: 0 },
      warnings: { count: 1, sample: [{ id: high, label: 'An item', value: '100', reason: highMax.message }] },
    });
    // Items that were changed in the last minute are also tried under the lock.
    await server.app.deps.database.query("update item_revisions set at = at - interval '1 day'", []);
    expect(await dev.saveFields(ruled)).toMatchObject({
      status: 422,
      fields: { 'fields.2.settings': `min of item ${broken} ${reason}` },
      details: { effects: [{ field_id: 'min', incompatible: { count: 1, sample } }] },
    });
    await dev.send({ min: 3, max: 3 }, broken, plain);
    expect((await dev.saveFields(ruled)).status).toBe(200);
    expect(await dev.send({ min: 4, max: 3 }, broken, ruled)).toMatchObject({ status: 422 });
  });

  it('is tried beyond a page of items, and counts all of them', async () => {
    shows('4.rules.trial');
    for (const start of [0, 600]) {
      const bodies = Array.from({ length: 600 }, (_, index) =>
        saveBody('keyed', plain, { min: start + index, max: 700 }),
      );
      await server.call(items.saveMany, { params: params(), body: { items: bodies } }, owner);
    }
    const { count, sample } = (await effectsOf(ruled)).get('min')?.incompatible ?? { count: 0, sample: [] };
    expect([count, sample.length, sample[0]?.value]).toEqual([499, 20, '701']);
    const two: Rule = { ...minBelowMax, name: 'Last', condition: 'stats.min < 1199' };
    expect((await effectsOf(ruledFields({ min: [two] }))).get('min')?.incompatible).toMatchObject({ count: 1 });
  });

  it('is tried in rows, and counts an item once', async () => {
    shows('4.rules.trial');
    const drops = [{ weight: 1 }, { weight: 8 }, { weight: 9 }];
    const { id } = await dev.send({ max: 5, drops }, undefined, plain);
    const below: Rule = { name: 'Below', condition: 'weight <= item.max', message: 'is too high' };
    expect((await effectsOf(ruledFields({ weight: [below] }))).get('weight')?.incompatible).toEqual({
      count: 1,
      sample: [{ id, label: 'An item', value: '8', reason: 'is too high' }],
    });
    const few: Rule = { name: 'Few', condition: 'drops.size() < 3', message: 'are too many' };
    expect((await effectsOf(ruledFields({ drops: [few] }))).get('drops')?.incompatible.sample).toEqual([
      { id, label: 'An item', value: '3 rows', reason: 'are too many' },
    ]);
  });

  it('sees options as they are once the save has replaced them', async () => {
    shows('4.rules.trial');
    const options = (...ids: string[]) => ids.map((id) => ({ id, label: id }));
    const before = [field('rarity', 'choice', { options: options('common', 'rare') })];
    expect((await dev.saveFields(before)).status).toBe(200);
    await dev.send({ rarity: 'common' }, undefined, before);
    const rules: Rule[] = [{ name: 'Rare', condition: 'rarity == "rare"', message: 'must be rare' }];
    const after = [field('rarity', 'choice', { options: options('rare', 'epic'), rules })];
    const replaced = (by: string) => [{ ...after[0], replaced_options: [{ id: 'common', by }] }] as SaveTemplateField[];
    expect((await dev.saveFields(replaced('epic'))).status).toBe(422);
    expect((await dev.saveFields(replaced('rare'))).status).toBe(200);
  });
});

describe('a rule that stays', () => {
  beforeEach(async () => {
    await create({ min: 1, max: 2 });
    await dev.saveFields(ruled);
    await server.app.deps.database.query('update items set "values" = \'{"min": 300, "max": 200}\'', []);
  });

  it('is not tried again', async () => {
    shows('4.rules.trial');
    const renamed: Rule = { ...minBelowMax, name: 'Order', message: 'is too high' };
    const next = ruledFields({ min: [renamed], max: [highMax] });
    const effects = await effectsOf([...next, field('note', 'text', { order: 9 })], 2);
    for (const effect of effects.values()) expect(effect).toMatchObject({ incompatible: { count: 0 } });
    expect(effects.get('max')?.warnings).toBeUndefined();
    expect((await dev.saveFields(next)).status).toBe(200);
  });

  it('is tried again if other fields get the names that it reads, or a warning becomes an error', async () => {
    shows('4.rules.trial');
    const strict: Rule = { name: highMax.name, condition: highMax.condition, message: highMax.message };
    expect((await effectsOf(ruledFields({ min: [minBelowMax], max: [strict] }), 2)).get('max')).toMatchObject({
      incompatible: { count: 1 },
    });
    const named = (low: string, max: string) =>
      [...ruledFields({ min: [minBelowMax] }), field('low', 'integer', { order: 9 })].map((one) => {
        const name = { low, max }[one.id] ?? one.settings.name;
        return { ...one, settings: { ...one.settings, name } } as SaveTemplateField;
      });
    expect((await dev.saveFields(named('low', 'max'))).status).toBe(200);
    await server.app.deps.database.query('update items set "values" = \'{"min": 3, "max": 200, "low": 1}\'', []);
    const effects = await effectsOf(named('max', 'low'), 3);
    // The field itself stays, but not what its condition reads.
    expect(effects.get('min')).toMatchObject({ status: 2, incompatible: { count: 1, sample: [{ reason }] } });
    expect(await dev.saveFields(named('max', 'low'))).toMatchObject({ status: 422 });
  });
});

describe('while items are changed', () => {
  const save = (before: () => Promise<unknown>, fields: SaveTemplateField[] = ruled, version = 1) => {
    const { deps } = server.app;
    const editor = {
      instanceId: server.studio.dev,
      actor: { kind: 'account', accountId: server.studio.accounts.owner },
    };
    return saveInContent({ ...deps, unit: unitAfter(deps.unit, before) }, { ...editor, origin: 'form' } as never, {
      id: 'keyed',
      label: 'Keyed',
      version,
      fields,
    });
  };

  it('an item that was changed since the trial is tried again before the rule holds', async () => {
    shows('4.rules.trial-race');
    const [id = 0] = await create({ min: 1, max: 2 });
    await expect(save(() => dev.send({ min: 3, max: 2 }, id, plain))).rejects.toHaveProperty('body.fields', {
      'fields.2.settings': `min of item ${id} ${reason}`,
    });
    await dev.send({ min: 3, max: 3 }, id, plain);
    expect(await save(async () => {})).toEqual({ id: 'keyed', version: 2 });
  });

  const code = field('code', 'text');
  const drops = field('drops', 'dynamic-group', { order: 1 });
  const amount = field('amount', 'integer', { parentId: 'drops' });
  it.each([
    {
      what: 'pattern',
      fields: [field('code', 'text', { pattern: '[a-z]+' }), drops, amount],
      wrong: { code: 'B' },
      reason: 'code of item',
    },
    {
      what: 'conversion',
      fields: [code, { ...field('drops', 'number-list', { order: 1 }), converts: true }],
      wrong: { drops: [{}] },
      reason: 'drops of item',
    },
  ])('a $what is tried on it, too', async ({ fields, wrong, reason: refused }) => {
    shows('4.rules.trial-race');
    const before = [code, drops, amount];
    expect((await dev.saveFields(before)).status).toBe(200);
    const values = { code: 'a', drops: [{ amount: 1 }] };
    const { id } = await dev.send(values, undefined, before);
    const change = () => dev.send({ ...values, ...wrong }, id, before);
    const { body } = (await save(change, fields, 2).catch((error: unknown) => error)) as { body: ErrorBody };
    expect(Object.values(body.fields ?? {})).toEqual([expect.stringContaining(refused)]);
    await dev.send(values, id, before);
    expect(await save(async () => {}, fields, 2)).toMatchObject({ version: 3 });
  });

  it('a change set that was applied since the trial starts another one', async () => {
    shows('4.rules.trial-race');
    const [id = 0] = await create({ min: 1, max: 2 });
    let isEdited = false;
    const edit = async () => {
      if (isEdited) return;
      isEdited = true;
      const operations = [{ field_id: 'max', op: 'set' as const, value: 0 }];
      const body = { selection: { template_id: 'keyed', ids: [id] }, action: { operations } };
      await server.call(bulkEdits.apply, { params: params(), body }, owner);
      await server.app.deps.database.query("update item_revisions set at = at - interval '1 day'", []);
    };
    await expect(save(edit)).rejects.toHaveProperty('body.fields', {
      'fields.2.settings': `min of item ${id} ${reason}`,
    });
  });

  it('items that were saved shortly before are not changed since', async () => {
    shows('4.rules.trial-race');
    const bodies = Array.from({ length: 501 }, () => saveBody('keyed', plain, { min: 1, max: 2 }));
    await server.call(items.saveMany, { params: params(), body: { items: bodies } }, owner);
    expect(await save(async () => {})).toEqual({ id: 'keyed', version: 2 });
  });

  it('many changed items are tried without the lock, and the save is refused as busy if that does not end', async () => {
    shows('4.rules.trial-race');
    let rounds = 0;
    const many = async () => {
      rounds += 1;
      const bodies = Array.from({ length: 501 }, () => saveBody('keyed', plain, { min: 1, max: 2 }));
      await server.call(items.saveMany, { params: params(), body: { items: bodies } }, owner);
    };
    await expect(save(many)).rejects.toHaveProperty('body.error', 'busy');
    expect(rounds).toBe(3);
  });
});

it('a sync of a template tries its rules on the items of the target that it does not replace', async () => {
  shows('4.rules.sync');
  const stage = keyedItems(server, server.studio.stage);
  const syncs = syncOf(server, server.studio.dev);
  const [first = 0, second = 0] = await create({ min: 1, max: 2 }, { min: 1, max: 2 });
  await syncs.all();
  expect((await stage.send({ min: 3, max: 2 }, second, plain)).status).toBe(200);
  await dev.send({ min: 2, max: 2 }, first, plain);
  expect((await dev.saveFields(ruled)).status).toBe(200);
  const alone = { changes: [{ template_id: 'keyed', is_update_template: true, items: [first] }] };
  expect(await syncs.check(alone)).toMatchObject({
    incompatible: { count: 1, sample: [{ template_id: 'keyed', id: second, field_id: 'min', reason }] },
  });
  const both = { changes: [{ template_id: 'keyed', is_update_template: true, items: [first, second] }] };
  expect(await syncs.check(both)).toMatchObject({ incompatible: { count: 0 } });
});
