import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { bulkEdits } from '@quartermaster/contract/endpoints/bulk-edits.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { type SaveTemplateField, templates } from '@quartermaster/contract/endpoints/templates.ts';
import { filterOps } from '@quartermaster/contract/field-types/filters.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { changesJob, runChanges, runStep } from '../../server/content/documents/value-changes/change-values.ts';
import { shows } from '../specification/shows.ts';
import { copyItem } from '../support/copied-items.ts';
import { field, inOrder, saveAll, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer, urlOf } from '../support/server.ts';
import { holdJob } from '../support/server-jobs.ts';
import { syncOf } from '../support/sync.ts';
import { expectWhole, readState } from '../support/sync-model/state.ts';

const as = { as: 'owner' } as const;

interface Formulas {
  dps?: string | undefined;
  share?: string;
  title?: string;
  isStrong?: string;
}

/** The fields of a weapon; without a formula, the field is absent. */
const fieldsWith = ({ dps, share, title, isStrong }: Formulas = {}): SaveTemplateField[] => {
  const computed = (id: string, type: 'computed-number' | 'computed-text' | 'computed-boolean', formula?: string) =>
    formula === undefined ? [] : [field(id, type, { formula, parentId: id === 'share' ? 'hits' : null })];
  return inOrder([
    field('name', 'text'),
    field('damage', 'integer'),
    field('stats', 'group'),
    field('speed', 'float', { parentId: 'stats' }),
    field('hits', 'dynamic-group'),
    field('amount', 'float', { parentId: 'hits' }),
    field('rarity', 'choice', {
      options: [
        { id: 'common', label: 'C' },
        { id: 'rare', label: 'R' },
      ],
    }),
    ...computed('dps', 'computed-number', dps),
    ...computed('share', 'computed-number', share),
    ...computed('title', 'computed-text', title),
    ...computed('isStrong', 'computed-boolean', isStrong),
  ]);
};

const formulas = {
  dps: 'damage * stats.speed',
  share: 'amount / item.damage',
  title: 'name + " (" + rarity + ")"',
  isStrong: 'damage > 10',
};
const fields = fieldsWith(formulas);
const given: ItemValues = {
  name: 'Axe',
  damage: 12,
  speed: 1.1,
  hits: [{ amount: 3 }, {}],
  rarity: 'rare',
};
const computed: ItemValues = {
  ...given,
  hits: [{ amount: 3, share: 0.25 }, {}],
  dps: 13.2,
  title: 'Axe (rare)',
  isStrong: true,
};

let server: TestServer;
/** A sync is refused while values are rewritten. */
const settle = () => runChanges(server.app.deps, new AbortController().signal);
const query = <R>(text: string, values: readonly unknown[] = []) => server.app.deps.database.query<R>(text, values);
const dev = () => ({ instanceId: server.studio.dev });
const params = () => ({ ...dev(), templateId: 'weapon' });
const bodyOf = (saved: SaveTemplateField[], version: number) => ({
  id: 'weapon',
  label: 'Weapon',
  version,
  fields: saved,
});
const save = (saved: SaveTemplateField[], version = 1) =>
  server.send(templates.save, { params: dev(), body: bodyOf(saved, version) }, as);
const dryRun = (saved: SaveTemplateField[], version = 1) =>
  server.call(templates.dryRun, { params: dev(), body: bodyOf(saved, version) }, as);
const stored = async (instanceId = server.studio.dev): Promise<ItemValues[]> => {
  const state = await readState(query, instanceId);
  await expectWhole(query, instanceId, state);
  return [...state.items].toSorted(([a], [b]) => a - b).map(([, item]) => item.values);
};

beforeEach(async () => {
  server = await startTestServer();
});

describe('the value of a computed field', () => {
  beforeEach(() => saveTemplate(server, 'weapon', fields, { label: 'Weapon' }));

  it('is computed at every save, whatever was sent for it', async () => {
    shows('4.computed.value', '4.computed.read-only');
    const sent = { ...given, dps: 1, title: 'mine', isStrong: false, hits: [{ amount: 3, share: 9 }, { share: 9 }] };
    const { id } = await saveOne(server, saveBody('weapon', fields, sent));
    expect(await stored()).toEqual([computed]);
    const next = { ...computed, damage: 6 };
    await saveOne(server, saveBody('weapon', fields, next, { id, version: 1, before: computed }));
    const after = { ...next, dps: 6.6, isStrong: false, hits: [{ amount: 3, share: 0.5 }, {}] };
    expect(await stored()).toEqual([after]);
    // Nothing but the computed values is sent: nothing changes.
    const body = saveBody('weapon', fields, { ...after, dps: 5 }, { id, version: 2, before: after });
    expect(await saveOne(server, body)).toEqual({ id, version: 2, unchanged: true });
    expect(await stored()).toEqual([after]);
  });

  it('is ignored in records and bulk edits', async () => {
    shows('4.computed.read-only');
    const [first] = await saveAll(server, [saveBody('weapon', fields, given)]);
    const answer = await server.app.inject({
      method: 'POST',
      url: urlOf(items.saveRecords, { params: params() }),
      headers: { authorization: server.bearer('owner'), 'content-type': 'text/csv' },
      payload: `_id,_version,damage,dps,title\n${first?.id},1,10,not a number,mine\n`,
    });
    expect([answer.statusCode, answer.body]).toEqual([200, expect.anything()]);
    const after = { ...computed, damage: 10, dps: 11, isStrong: false, hits: [{ amount: 3, share: 0.3 }, {}] };
    expect(await stored()).toEqual([after]);
    const edit = (operation: { field_id: string; op: 'set' | 'add'; value: number }) =>
      server.send(
        bulkEdits.apply,
        {
          params: dev(),
          body: { selection: { template_id: 'weapon', ids: [first?.id ?? 0] }, action: { operations: [operation] } },
        },
        as,
      );
    expect((await edit({ field_id: 'dps', op: 'set', value: 5 })).status).toBe(422);
    expect((await edit({ field_id: 'damage', op: 'add', value: 2 })).status).toBe(200);
    expect(await stored()).toEqual([computed]);
  });

  it.each<[string, ItemValues, ItemValues]>([
    ['an empty value', { name: 'Axe', damage: 12 }, { name: 'Axe', damage: 12, isStrong: true }],
    [
      'a division by zero',
      { damage: 0, speed: 2, hits: [{ amount: 3 }] },
      { damage: 0, speed: 2, hits: [{ amount: 3 }], dps: 0, isStrong: false },
    ],
    ['a result that is too large', { damage: 1e15, speed: 1e300 }, { damage: 1e15, speed: 1e300, isStrong: true }],
  ])('is none after %s, and the item is saved', async (_, values, expected) => {
    shows('4.computed.fails');
    await saveOne(server, saveBody('weapon', fields, values));
    expect(await stored()).toEqual([expected]);
  });

  it('is removed once there is none', async () => {
    shows('4.computed.fails');
    const { id } = await saveOne(server, saveBody('weapon', fields, given));
    const { speed: _, ...others } = computed;
    await saveOne(server, saveBody('weapon', fields, others, { id, version: 1, before: computed }));
    const { dps: __, ...after } = others;
    expect(await stored()).toEqual([after]);
  });

  it('is compared by conditions as it will be, in saves and in bulk edits', async () => {
    shows('4.computed.value');
    const rules = [{ name: 'weak', condition: 'dps >= 5', message: 'Too weak' }];
    const ruled = fields.map((one) =>
      one.id === 'dps' ? field('dps', 'computed-number', { ...one.settings, order: one.order, rules }) : one,
    );
    expect((await save(ruled)).status).toBe(200);
    const { id } = await saveOne(server, saveBody('weapon', ruled, given));
    const weak = saveBody('weapon', ruled, { ...computed, damage: 1 }, { id, version: 1, before: computed });
    expect((await server.send(items.save, { params: dev(), body: weak }, as)).body).toMatchObject({
      fields: { 'fields.dps': 'Too weak' },
    });
    const operations = [{ field_id: 'damage', op: 'set' as const, value: 1 }];
    const body = { selection: { template_id: 'weapon', ids: [id] }, action: { operations } };
    const { rows } = await server.call(bulkEdits.check, { params: dev(), body }, as);
    expect(rows[0]).toMatchObject({ refusal: { field_id: 'dps', reason: 'Too weak' } });
    expect(await stored()).toEqual([computed]);
  });

  it('is none if its steps are used up, and so are those that come after it', async () => {
    shows('4.computed.fails');
    const slow = fieldsWith({
      ...formulas,
      share: 'item.hits.filter(a, item.hits.all(b, b.amount >= 0.0)).size() + 1',
    });
    expect((await save(slow)).status).toBe(200);
    const hits = Array.from({ length: 400 }, (_, amount) => ({ amount }));
    await saveOne(server, saveBody('weapon', slow, { ...given, hits }));
    const [values] = await stored();
    expect(values?.hits).toEqual(hits);
  });
});

it.each([
  ['damage +', 'unexpected token: end of the formula (character 9)'],
  ['damage > 1', 'must result in a number, not in a boolean'],
  ['power * 2', 'there is no field power here (character 1)'],
  ['other + 1', 'other is a computed field, which a formula cannot read (character 1)'],
  ['item.other + 1', 'other is a computed field, which a formula cannot read (character 6)'],
  ['dps + 1', 'dps is a computed field, which a formula cannot read (character 1)'],
  ['', 'required field'],
  ['"a" + '.repeat(200), 'must be at most 1,000 characters'],
])('the formula %s is refused: %s', async (formula, reason) => {
  shows('4.computed.compiled');
  const saved = [...fieldsWith({ dps: formula }), field('other', 'computed-number', { formula: '1', order: 20 })];
  for (const endpoint of [templates.save, templates.dryRun]) {
    const { status, body } = await server.send(endpoint, { params: dev(), body: bodyOf(saved, 0) }, as);
    expect([status, body]).toMatchObject([422, { fields: { 'fields.7.settings.formula': reason } }]);
  }
});

it('a row has only the computed fields of its shape', async () => {
  shows('4.computed.value');
  const shaped = inOrder([
    field('effects', 'dynamic-group'),
    field('kind', 'row-type', { parentId: 'effects' }),
    field('hit', 'shape', { parentId: 'effects' }),
    field('amount', 'float', { parentId: 'hit' }),
    field('twice', 'computed-number', { parentId: 'hit', formula: '(amount == null ? 1 : amount) * 2' }),
    field('note', 'shape', { parentId: 'effects' }),
    field('words', 'text', { parentId: 'note' }),
    field('called', 'computed-text', { parentId: 'effects', formula: 'kind + "!"' }),
  ]);
  await saveTemplate(server, 'weapon', shaped, { label: 'Weapon' });
  const effects = [{ kind: 'hit', amount: 2 }, { kind: 'note', words: 'x', twice: 9 }, { kind: 'hit' }];
  await saveOne(server, saveBody('weapon', shaped, { effects }));
  expect(await stored()).toEqual([
    {
      effects: [
        { kind: 'hit', amount: 2, twice: 4, called: 'hit!' },
        { kind: 'note', words: 'x', called: 'note!' },
        { kind: 'hit', twice: 2, called: 'hit!' },
      ],
    },
  ]);
});

it('a template has at most 100 computed fields', async () => {
  const saved = inOrder(Array.from({ length: 101 }, (_, at) => field(`f${at}`, 'computed-number', { formula: '1' })));
  const { body } = await save(saved, 0);
  expect(body).toMatchObject({
    fields: { 'fields.100.settings.type': 'a template can have at most 100 computed fields' },
  });
});

describe('a save of the template of a few items', () => {
  const before = fieldsWith();

  beforeEach(async () => {
    await saveTemplate(server, 'weapon', before, { label: 'Weapon' });
    await saveAll(server, [saveBody('weapon', before, given), saveBody('weapon', before, {})]);
  });

  it('computes the values of a new formula in all of them, without a new version', async () => {
    shows('4.computed.again');
    const { recomputed, effects } = await dryRun(fields);
    expect(recomputed).toEqual(['dps', 'title', 'isStrong', 'share']);
    expect(effects.map(({ incompatible }) => incompatible.count)).toEqual([0, 0, 0, 0]);
    await query('delete from events');
    expect((await save(fields)).status).toBe(200);
    expect(await stored()).toEqual([computed, {}]);
    expect(await query('select distinct version from items')).toEqual([{ version: 1 }]);
    expect(await query("select details->'count' as count from events where kind = 'items.changed'")).toEqual([
      { count: 1 },
    ]);
    const filters = [{ template_field_id: 'dps', op: filterOps.more, value: '13' }];
    const { items: rows } = await server.call(items.list, { params: params(), body: { filters } }, as);
    expect(rows.map(({ values }) => values.dps)).toEqual([13.2]);
  });

  it.each<[string, SaveTemplateField[], string[] | undefined, Partial<ItemValues>]>([
    ['another formula', fieldsWith({ ...formulas, dps: 'damage + 0.5' }), ['dps'], { dps: 12.5 }],
    [
      'a formula of another result',
      fieldsWith({ ...formulas, title: 'string(int(damage))' }),
      ['title'],
      { title: '12' },
    ],
    [
      'a label',
      fields.map((one) => (one.id === 'damage' ? field('damage', 'integer', { label: 'Hit', order: 1 }) : one)),
      undefined,
      {},
    ],
    [
      'a field of the same values',
      fields.map((one) => (one.id === 'damage' ? field('damage', 'float', { order: 1 }) : one)),
      undefined,
      {},
    ],
    ['a replaced option', withoutRare(), ['title', 'share'], { rarity: 'common', title: 'Axe (common)' }],
  ])('computes what %s changes, and only that', async (_, saved, recomputed, expected) => {
    shows('4.computed.again');
    await save(fields);
    expect((await dryRun(saved, 2)).recomputed).toEqual(recomputed);
    expect((await save(saved, 2)).status).toBe(200);
    expect((await stored())[0]).toEqual({ ...computed, ...expected });
  });

  it('computes a field that becomes one of another kind, and refuses to lose values that were typed', async () => {
    await save(fields);
    const asText = fieldsWith(formulas).map((one) =>
      one.id === 'dps' ? field('dps', 'computed-text', { formula: 'string(int(damage))', order: one.order }) : one,
    );
    expect((await save(asText, 2)).status).toBe(200);
    expect((await stored())[0]).toEqual({ ...computed, dps: '12' });
    const typed = fields.map((one) =>
      one.id === 'damage' ? field('damage', 'computed-number', { formula: '1.0', order: one.order }) : one,
    );
    expect(
      (
        await save(
          typed.filter(({ id }) => id === 'damage' || id === 'speed' || id === 'stats'),
          3,
        )
      ).status,
    ).toBe(422);
  });

  it('computes with values that a restored field brings back', async () => {
    shows('4.computed.again');
    await save(fields);
    const withoutSpeed = fieldsWith({ ...formulas, dps: 'damage * 2' }).filter(({ id }) => id !== 'speed');
    await save(withoutSpeed, 2);
    const { speed: _, ...others } = computed;
    expect((await stored())[0]).toEqual({ ...others, dps: 24 });
    await save(fields, 3);
    expect((await stored())[0]).toEqual(computed);
  });

  it('computes the values in the target of a sync of the template, with and without items', async () => {
    shows('4.computed.sync');
    await holdJob(server.app.deps, changesJob);
    const ofDev = syncOf(server, server.studio.dev);
    await ofDev.all();
    await save(fields);
    await ofDev.all();
    await settle();
    expect(await stored(server.studio.stage)).toEqual([computed, {}]);
    const next = fieldsWith({ ...formulas, dps: 'damage + 1' });
    await save(next, 2);
    const [item] = (await ofDev.changes()).templates.flatMap(({ items: changed }) => changed.map(({ id }) => id));
    await ofDev.some({ changes: [{ template_id: 'weapon', is_update_template: true, items: [] }] });
    await settle();
    expect((await stored(server.studio.stage))[0]).toEqual({ ...computed, dps: 13 });
    expect(item).toBeDefined();
    expect((await ofDev.changes()).templates).toEqual([]);
  });
});

it('an item that is synced without its template gets the values of the formulas of the target', async () => {
  shows('4.computed.sync');
  await holdJob(server.app.deps, changesJob);
  await saveTemplate(server, 'weapon', fields, { label: 'Weapon' });
  const { id } = await saveOne(server, saveBody('weapon', fields, given));
  const ofDev = syncOf(server, server.studio.dev);
  await ofDev.all();
  const next = fieldsWith({ ...formulas, dps: 'damage + 1' });
  await save(next);
  await settle();
  const [before = {}] = await stored();
  await saveOne(server, saveBody('weapon', next, { ...before, damage: 20 }, { id, version: 1, before }));
  const { id: syncId } = await ofDev.items('weapon', [id]);
  const synced = { ...computed, damage: 20, dps: 22, hits: [{ amount: 3, share: 0.15 }, {}] };
  expect(await stored(server.studio.stage)).toEqual([synced]);
  expect((await stored())[0]).toMatchObject({ dps: 21 });
  await ofDev.undo(syncId ?? 0);
  expect(await stored(server.studio.stage)).toEqual([computed]);
});

/** The fields with the name as a choice. */
const withChoice = (): SaveTemplateField[] =>
  fields.map((one) =>
    one.id === 'name'
      ? { ...field('name', 'choice', { options: [{ id: 'axe', label: 'Axe' }], order: one.order }), converts: true }
      : one,
  );

it('a field that gets another type is read in its new form, and in its former one again', async () => {
  shows('4.computed.again');
  await saveTemplate(server, 'weapon', fields, { label: 'Weapon' });
  await saveOne(server, saveBody('weapon', fields, given));
  // The share reads the item, of which the name is a part.
  expect((await dryRun(withChoice())).recomputed).toEqual(['title', 'share']);
  expect((await save(withChoice())).body).toMatchObject({ version: 2 });
  expect(await stored()).toEqual([{ ...computed, name: 'axe', title: 'axe (rare)' }]);
  const back = fields.map((one) => (one.id === 'name' ? { ...one, converts: true } : one));
  expect((await save(back, 2)).body).toMatchObject({ version: 3 });
  expect(await stored()).toEqual([computed]);
});

function withoutRare(): SaveTemplateField[] {
  return fieldsWith(formulas).map((one) =>
    one.id === 'rarity'
      ? {
          ...field('rarity', 'choice', { options: [{ id: 'common', label: 'C' }], order: one.order }),
          replaced_options: [{ id: 'rare', by: 'common' }],
        }
      : one,
  );
}

describe('a save of the template of many items', () => {
  const count = 1050;
  const first = 1000;
  const last = first + count - 1;
  let key = 0;
  const progress = async () => (await server.call(templates.progress, { params: params() }, as)).change;
  const valuesOf = async (id: number) =>
    (await query<{ values: ItemValues }>('select "values" from items where id = $1', [id]))[0]?.values;

  beforeEach(async () => {
    // The test does the steps of the job.
    await holdJob(server.app.deps, changesJob);
    await saveTemplate(server, 'weapon', fields, { label: 'Weapon' });
    const { id } = await saveOne(server, saveBody('weapon', fields, given));
    key = await copyItem(query, id, { first, last });
  });

  it('leaves the values to a job, whose steps can be repeated, and a save computes its own', async () => {
    shows('4.computed.again');
    const next = fieldsWith({ ...formulas, dps: 'damage + 1' });
    expect((await save(next)).body).toMatchObject({ version: 2 });
    expect(await progress()).toEqual({
      removes: false,
      restores: false,
      recomputes: true,
      items: count + 1,
      done: 0,
    });
    expect(await valuesOf(last)).toMatchObject({ dps: 13.2 });
    await runStep(server.app.deps, key, 100);
    expect(await progress()).toMatchObject({ done: 100 });
    expect(await valuesOf(first + 98)).toMatchObject({ dps: 13 });
    expect(await valuesOf(first + 99)).toMatchObject({ dps: 13.2 });
    // A server stopped after a step, and another one begins again.
    await query('update template_changes set after_id = 0');

    const body = saveBody('weapon', next, { ...given, damage: 20 }, { id: last, version: 1, before: given });
    expect(await saveOne(server, body)).toEqual({ id: last, version: 2 });
    expect(await valuesOf(last)).toMatchObject({ dps: 21 });
    const again = await save(fieldsWith({ ...formulas, dps: 'damage + 2' }), 2);
    expect(again).toMatchObject({
      status: 409,
      body: {
        message: 'Values of an earlier change are still being computed: 9 % is done. Save this once it has finished.',
      },
    });
    // Nothing that a formula reads is changed.
    const labelled = next.map((one) => (one.id === 'name' ? field('name', 'text', { label: 'Called' }) : one));
    expect((await save(labelled, 2)).status).toBe(200);
    await settle();
    expect(await progress()).toBeNull();
    const found = await query<{ dps: number; items: number }>(
      'select "values"->\'dps\' as dps, count(*)::int as items from items group by 1 order by 1',
    );
    expect(found).toEqual([
      { dps: 13, items: count },
      { dps: 21, items: 1 },
    ]);
    await stored();
  });

  it('leaves values that are converted first to the same job, and a save converts and computes its own', async () => {
    const next = withChoice();
    expect((await save(next)).body).toMatchObject({ version: 2 });
    expect(await progress()).toMatchObject({ converts: true, recomputes: true, items: count + 1 });
    await runStep(server.app.deps, key, 100);
    expect(await valuesOf(first + 98)).toMatchObject({ name: 'axe', title: 'axe (rare)' });
    const before = { ...given, name: 'axe' };
    await saveOne(server, saveBody('weapon', next, { ...before, damage: 20 }, { id: last, version: 1, before }));
    expect(await valuesOf(last)).toMatchObject({ name: 'axe', title: 'axe (rare)', dps: 22 });
    await settle();
    expect(await query('select "values"->\'title\' as title, count(*)::int as items from items group by 1')).toEqual([
      { title: 'axe (rare)', items: count + 1 },
    ]);
    await stored();
  });
});
