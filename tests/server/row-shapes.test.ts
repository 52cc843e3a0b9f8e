import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { bulkEdits, type Operation } from '@quartermaster/contract/endpoints/bulk-edits.ts';
import { changeSets } from '@quartermaster/contract/endpoints/change-sets.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { type SaveTemplateField, templates } from '@quartermaster/contract/endpoints/templates.ts';
import { filterOps } from '@quartermaster/contract/field-types/filters.ts';
import { beforeEach, expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { abilityFields, abilityValues } from '../support/shape-fields.ts';
import { syncOf } from '../support/sync.ts';
import { expectWhole, readState } from '../support/sync-model/state.ts';

const as = { as: 'owner' } as const;
const fields = abilityFields();
let server: TestServer;
let storm: number;
beforeEach(async () => {
  server = await startTestServer();
  await saveTemplate(server, 'ability', fields, { label: 'Ability' });
  storm = (await saveOne(server, saveBody('ability', fields, abilityValues, { label: 'Storm' }))).id;
});

const inDev = () => ({ params: { instanceId: server.studio.dev } });
const stored = async (instanceId = server.studio.dev): Promise<ItemValues | undefined> => {
  const { query } = server.app.deps.database;
  const state = await readState(query, instanceId);
  await expectWhole(query, instanceId, state);
  return state.items.get(storm)?.values;
};
const send = (values: ItemValues) =>
  server.send(items.save, { ...inDev(), body: saveBody('ability', fields, values) }, as);
const bodyOf = (saved: SaveTemplateField[], version: number) => ({
  ...inDev(),
  body: { id: 'ability', label: 'Ability', version, fields: saved },
});

test('a row is checked and stored by its shape', async () => {
  shows('4.types.shapes-rules');
  expect(await stored()).toEqual(abilityValues);
  const reasons = async (row: ItemValues) => ((await send({ effects: [row] })).body as { fields?: object }).fields;
  // The amount of damage is required, that of healing is not.
  expect(await reasons({ kind: 'damage' })).toEqual({ 'fields.damage-amount.0': 'required field' });
  expect(await reasons({ kind: 'heal' })).toBeUndefined();
  expect(await reasons({ chance: 1 })).toEqual({ 'fields.kind.0': 'required field' });
  expect(await reasons({ kind: 'dance' })).toEqual({ 'fields.kind.0': 'is not one of the options' });
  // A save of the type alone drops what the former shape had.
  const { id } = await saveOne(server, saveBody('ability', fields, abilityValues));
  const [, ...others] = abilityValues.effects;
  await server.call(
    items.save,
    {
      ...inDev(),
      body: {
        ...saveBody('ability', fields, {}, { id, version: 1 }),
        fields: [
          {
            id: 'kind.0',
            template_field_id: 'kind',
            template_field_type: 'row-type',
            template_group_id: 'effects',
            template_group_path: [0],
            value: 'heal',
            status: 2,
          },
        ],
      },
    },
    as,
  );
  const { query } = server.app.deps.database;
  expect((await readState(query, server.studio.dev)).items.get(id)?.values).toEqual({
    ...abilityValues,
    effects: [{ kind: 'heal', chance: 0.5 }, ...others],
  });
});

test('rows are found by their shape and the fields in it, edited in bulk, and undone', async () => {
  shows('4.types.shapes-everywhere');
  const found = async (fieldId: string, value: string, op: keyof typeof filterOps = 'equal') => {
    const filters = [{ template_field_id: fieldId, op: filterOps[op], value }];
    const params = { ...inDev().params, templateId: 'ability' };
    return (await server.call(items.list, { params, body: { filters } }, as)).items.length;
  };
  expect([await found('kind', 'heal'), await found('kind', 'Summon, heal', 'anyOf')]).toEqual([1, 1]);
  expect([await found('heal-amount', '5'), await found('damage-amount', '5'), await found('unit', 'bear')]).toEqual([
    1, 0, 1,
  ]);
  const run = async (...operations: Operation[]) =>
    (
      await server.call(
        bulkEdits.apply,
        { ...inDev(), body: { selection: { template_id: 'ability', ids: [storm] }, action: { operations } } },
        as,
      )
    ).id ?? 0;
  // Rows of other shapes have no such field.
  const id = await run({ field_id: 'heal-amount', op: 'set', value: 9 });
  const [damage, heal, summon] = abilityValues.effects;
  expect(await stored()).toEqual({ ...abilityValues, effects: [damage, { ...heal, 'heal-amount': 9 }, summon] });
  await server.call(changeSets.undo, { params: { ...inDev().params, changeSetId: id }, body: {} }, as);
  expect(await stored()).toEqual(abilityValues);
});

test('rows of shapes are synced, and the sync is undone', async () => {
  shows('4.types.shapes-everywhere');
  const toStage = syncOf(server, server.studio.dev);
  await toStage.all();
  expect(await stored(server.studio.stage)).toEqual(abilityValues);
  const changed = { ...abilityValues, effects: abilityValues.effects.slice(1) };
  await saveOne(server, saveBody('ability', fields, changed, { id: storm, version: 1, before: abilityValues }));
  const { id } = await toStage.items('ability', [storm]);
  expect(await stored(server.studio.stage)).toEqual(changed);
  await toStage.undo(id ?? 0);
  expect(await stored(server.studio.stage)).toEqual(abilityValues);
});

test('the removal of a shape tells how many items have rows of it, and asks what they get', async () => {
  shows('4.types.shapes-setting');
  const { effects } = await server.call(templates.dryRun, bodyOf(abilityFields('damage'), 1), as);
  expect(effects.find(({ field_id }) => field_id === 'kind')).toMatchObject({
    removed_options: [{ id: 'damage', label: 'Damage', items: 1 }],
    incompatible: { count: 1 },
  });
  expect((await server.send(templates.save, bodyOf(abilityFields('damage'), 1), as)).status).toBe(422);
  const replacing = abilityFields('damage').map((one) =>
    one.id === 'kind' ? { ...one, replaced_options: [{ id: 'damage', by: 'heal' }] } : one,
  );
  await server.call(templates.save, bodyOf(replacing, 1), as);
  const [, ...others] = abilityValues.effects;
  expect(await stored()).toEqual({ ...abilityValues, effects: [{ kind: 'heal', chance: 0.5 }, ...others] });
});

test('a field that becomes required counts only the rows of its shape', async () => {
  shows('4.types.shapes-rules');
  const required = (id: string) =>
    abilityFields().map((one) =>
      one.id === id ? { ...one, settings: { ...one.settings, required: true } as typeof one.settings } : one,
    );
  const missing = async (id: string) =>
    (await server.call(templates.dryRun, bodyOf(required(id), 1), as)).effects.find(({ field_id }) => field_id === id)
      ?.missing;
  // The only row that heals has seconds; the first row has no amount of healing.
  expect([await missing('seconds'), await missing('chance')]).toEqual([0, 1]);
});
