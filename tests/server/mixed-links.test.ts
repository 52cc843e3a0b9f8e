import { compileCondition, isCondition } from '@quartermaster/contract/conditions/compile-condition.ts';
import { variablesOf } from '@quartermaster/contract/conditions/variables.ts';
import { buildTree } from '@quartermaster/contract/content/template-tree.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { type SaveTemplateField, templates } from '@quartermaster/contract/endpoints/templates.ts';
import { filterOps } from '@quartermaster/contract/field-types/filters.ts';
import { beforeEach, expect, test } from 'vitest';
import { exportItem } from '../../server/core/files/export-item.ts';
import { shows } from '../specification/shows.ts';
import { field, inOrder, saveAll, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { syncOf } from '../support/sync.ts';
import { expectWhole, readState } from '../support/sync-model/state.ts';

const as = { as: 'owner' } as const;
const plain = inOrder([field('title', 'text')]);
const linking = (...templateIds: string[]): SaveTemplateField[] =>
  inOrder([
    field('drop', 'mixed-item-link', { templateIds }),
    field('rows', 'dynamic-group'),
    field('gift', 'mixed-item-link', { templateIds, parentId: 'rows' }),
  ]);
const fields = linking('hero', 'sword');

let server: TestServer;
let hero: number;
let sword: number;
let chest: number;
beforeEach(async () => {
  server = await startTestServer();
  for (const id of ['hero', 'sword', 'potion']) await saveTemplate(server, id, plain);
  await saveTemplate(server, 'chest', fields);
  hero = (await saveOne(server, saveBody('hero', plain, {}, { label: 'Axe' }))).id;
  sword = (await saveOne(server, saveBody('sword', plain, {}, { label: 'Blade' }))).id;
  const values = { drop: `hero:${hero}`, rows: [{ gift: `sword:${sword}` }] };
  chest = (await saveOne(server, saveBody('chest', fields, values, { label: 'Chest' }))).id;
});

const inDev = () => ({ params: { instanceId: server.studio.dev } });
const sendFields = (saved: SaveTemplateField[], version: number) =>
  server.send(templates.save, { ...inDev(), body: { id: 'chest', label: 'The chest', version, fields: saved } }, as);
const refused = ({ status, body }: { status: number; body: unknown }) => [status, (body as { fields?: object }).fields];

test('a link leads to an item of the template that it names', async () => {
  shows('4.types.mixed-link');
  const save = (drop: string) => server.send(items.save, { ...inDev(), body: saveBody('chest', fields, { drop }) }, as);
  expect((await save(`sword:${sword}`)).status).toBe(200);
  expect(refused(await save(`sword:${hero}`))).toEqual([422, { 'fields.drop': `there is no item ${hero} in sword` }]);
  expect(refused(await save(`chest:${chest}`))).toEqual([
    422,
    { 'fields.drop': 'should be an item of one of the templates' },
  ]);
});

test('a link is exported as its template and its id, and so conditions read it', () => {
  shows('4.types.mixed-link-export');
  const tree = buildTree(fields);
  const values = { drop: 'hero:12', rows: [{ gift: 'sword:3' }, {}] };
  expect(exportItem(tree, 7, values)).toBe(
    '{"id":7,"drop":{"template":"hero","id":12},"rows":[{"gift":{"template":"sword","id":3}},{"gift":null}]}',
  );
  const condition = compileCondition('drop.template == "hero" && drop.id == 12.0', { row: tree, item: tree });
  if (!isCondition(condition)) throw new Error('The condition is not valid.');
  expect(condition.evaluate(variablesOf(tree, values))).toBe('holds');
  expect(condition.evaluate(variablesOf(tree, { drop: 'sword:12' }))).toBe('broken');
});

test('the linked items are found by filters, name the items that use them, and cannot be deleted', async () => {
  shows('4.types.mixed-link-uses');
  const uses = async (templateId: string, id: number) => {
    const found = await server.call(items.listUses, { params: { ...inDev().params, templateId, id }, query: {} }, as);
    return found.uses.map(({ field_label, label }) => [field_label, label]);
  };
  expect(await uses('hero', hero)).toEqual([['The drop', 'Chest']]);
  expect(await uses('sword', sword)).toEqual([['The gift', 'Chest']]);
  const list = async (fieldId: string, value: string, op: 'equal' | 'not' = 'equal') => {
    const filters = [{ template_field_id: fieldId, op: filterOps[op], value }];
    const params = { ...inDev().params, templateId: 'chest' };
    return (await server.call(items.list, { params, body: { filters } }, as)).items.map(({ id }) => id);
  };
  expect([await list('drop', `hero:${hero}`), await list('drop', `sword:${sword}`)]).toEqual([[chest], []]);
  expect([await list('gift', `sword:${sword}`), await list('gift', `sword:${sword}`, 'not')]).toEqual([[chest], []]);
  for (const [templateId, id] of [['hero', hero] as const, ['sword', sword] as const]) {
    const removed = await server.send(items.delete, { params: { ...inDev().params, templateId, id } }, as);
    expect([removed.status, (removed.body as { error: string }).error]).toEqual([409, 'linked']);
    const gone = await server.send(templates.delete, { params: { ...inDev().params, templateId } }, as);
    expect([gone.status, (gone.body as { error: string }).error]).toEqual([409, 'linked']);
  }
});

test('templates are added freely, and one that items link to is removed only without these links', async () => {
  shows('4.types.mixed-link-setting');
  const of = (setting: string) => (reason: string) => ({
    [`fields.0.settings.${setting}`]: reason,
    [`fields.2.settings.${setting}`]: reason,
  });
  const wrong = of('templateIds');
  expect(refused(await sendFields(linking('hero'), 1))).toEqual([422, wrong('choose at least two templates')]);
  expect(refused(await sendFields(linking('hero', 'hero'), 1))).toEqual([422, wrong('choose each template once')]);
  expect(refused(await sendFields(linking('hero', 'sword', 'gone'), 1))).toEqual([
    422,
    wrong('there is no such template'),
  ]);
  expect((await sendFields(linking('potion', 'hero', 'sword'), 1)).status).toBe(200);
  const { effects } = await server.call(
    templates.dryRun,
    { ...inDev(), body: { id: 'chest', label: 'The chest', version: 2, fields: linking('potion', 'hero') } },
    as,
  );
  const sample = [
    { id: chest, label: 'Chest', value: `sword:${sword}`, reason: 'should be an item of one of the templates' },
  ];
  expect(effects.map(({ field_id, incompatible }) => [field_id, incompatible])).toEqual([
    ['drop', { count: 0, sample: [] }],
    ['gift', { count: 1, sample }],
  ]);
  expect((await sendFields(linking('potion', 'hero'), 2)).status).toBe(422);
  await saveAll(server, [
    saveBody(
      'chest',
      fields,
      { drop: `hero:${hero}` },
      {
        id: chest,
        version: 1,
        label: 'Chest',
        before: { drop: `hero:${hero}`, rows: [{ gift: `sword:${sword}` }] },
      },
    ),
  ]);
  expect((await sendFields(linking('potion', 'hero'), 2)).status).toBe(200);
});

test('a sync needs the items and the templates that links lead to', async () => {
  shows('4.types.mixed-link-sync');
  const toStage = syncOf(server, server.studio.dev);
  const one = (templateId: string, ...ids: number[]) => ({
    template_id: templateId,
    is_update_template: true,
    items: ids,
  });
  const check = (...changes: ReturnType<typeof one>[]) => toStage.check({ changes });
  expect((await check(one('chest', chest))).missing_templates.map(({ template_id }) => template_id).sort()).toEqual([
    'hero',
    'sword',
  ]);
  const missing = await check(one('chest', chest), one('hero', hero), one('sword'));
  expect(missing.missing).toMatchObject({ count: 1, sample: [{ template_id: 'sword', id: sword }] });
  await toStage.some({ changes: [one('chest', chest), one('hero', hero), one('sword', sword)] });
  const { query } = server.app.deps.database;
  const stage = await readState(query, server.studio.stage);
  await expectWhole(query, server.studio.stage, stage);
  expect(stage.items.get(chest)?.values).toEqual({ drop: `hero:${hero}`, rows: [{ gift: `sword:${sword}` }] });
  // Copied unchanged, in one statement.
  await toStage.all();
  await server.call(
    items.save,
    {
      ...inDev(),
      body: saveBody('chest', fields, {}, { id: chest, version: 1, before: stage.items.get(chest)?.values ?? {} }),
    },
    as,
  );
  // Staged with the template of its link.
  await saveOne(
    server,
    saveBody('chest', fields, { drop: `sword:${sword}` }, { id: chest, version: 2, label: 'Chest' }),
  );
  await toStage.items('chest', [chest]);
  expect((await readState(query, server.studio.stage)).items.get(chest)?.values).toEqual({ drop: `sword:${sword}` });
  await saveOne(
    server,
    saveBody('chest', fields, {}, { id: chest, version: 3, label: 'Chest', before: { drop: `sword:${sword}` } }),
  );
  await server.call(items.delete, { params: { ...inDev().params, templateId: 'sword', id: sword } }, as);
  const { still_linked } = await check({ ...one('sword', sword), is_update_template: false });
  expect(still_linked).toMatchObject({ count: 1, sample: [{ id: sword, linked_by: { id: chest } }] });
});
