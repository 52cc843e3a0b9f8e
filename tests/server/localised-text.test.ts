import { items } from '@quartermaster/contract/endpoints/items.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { filterOps } from '@quartermaster/contract/field-types/filters.ts';
import { markOf } from '@quartermaster/contract/field-types/localised.ts';
import { beforeEach, expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { field, inOrder, saveAll, saveBody, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});

const as = { as: 'owner' } as const;
const fields = inOrder([
  field('title', 'localised-text'),
  field('lines', 'dynamic-group'),
  field('line', 'localised-text', { parentId: 'lines' }),
]);
const start = () => saveTemplate(server, 'weapon', fields, { label: 'Weapon' });
const params = () => ({ instanceId: server.studio.dev, templateId: 'weapon' });
const titleOf = async (id: number) => {
  const { item } = await server.call(items.get, { params: { ...params(), id } }, as);
  return item.fields.find((one) => one.id === 'title')?.value;
};
const filtered = async (template_field_id: string, op: number, value: string) => {
  const body = { filters: [{ template_field_id, op, value }] };
  return (await server.call(items.list, { params: params(), body }, as)).items.map(({ id }) => id);
};
const mark = markOf('Sword');

test('a mark is the same in every environment and version', () => {
  shows('4.localised.value');
  expect([markOf(''), markOf('Sword'), markOf('剣 🏹')]).toEqual(['wvjl67o803', '1yplrlsivug', '2d5a2hkesl3']);
});

test('plain texts are translations of the source next to them, and exported as they are', async () => {
  shows('4.localised.plain', '4.localised.value');
  await start();
  const title = { en: 'Sword', de: 'Schwert', fr: '', es: { text: 'Espada', from: 'old' } };
  const body = saveBody('weapon', fields, {}, { label: 'Sword' });
  const place = {
    id: 'title',
    template_field_id: 'title',
    template_field_type: 'localised-text' as const,
    template_group_id: null,
    template_group_path: null,
  };
  const sent = { ...place, value: title, status: 1 as const };
  const [saved] = await saveAll(server, [{ ...body, fields: [sent] }]);
  const stored = { en: { text: 'Sword' }, de: { text: 'Schwert', from: mark }, es: { text: 'Espada', from: 'old' } };
  expect(await titleOf(saved?.id ?? 0)).toEqual(stored);
  const { json } = await server.call(
    templates.exampleExport,
    {
      params: { instanceId: server.studio.dev },
      body: { template_id: 'weapon', template_fields: fields, item_fields: [{ ...place, value: stored }] },
    },
    as,
  );
  expect(JSON.parse(json).title).toEqual({ de: 'Schwert', en: 'Sword', es: 'Espada' });
});

test('a text in rows is missing if it is in one of them, and outdated if one of them is', async () => {
  shows('4.localised.filters', '4.localised.states');
  await start();
  const line = (from?: string) => ({
    line: { en: { text: 'Sword' }, ...(from !== undefined && { de: { text: 'Schwert', from } }) },
  });
  const saved = await saveAll(server, [
    saveBody('weapon', fields, { lines: [line(mark), line(mark)] }, { label: 'current' }),
    saveBody('weapon', fields, { lines: [line(mark), line()] }, { label: 'missing' }),
    saveBody('weapon', fields, { lines: [line(mark), line('old')] }, { label: 'outdated' }),
    saveBody('weapon', fields, { lines: [line(mark), {}] }, { label: 'a row without a text' }),
    saveBody('weapon', fields, {}, { label: 'nothing to translate' }),
  ]);
  const [, missing, outdated] = saved.map(({ id }) => id);
  expect(await filtered('line', filterOps.missingIn, 'de')).toEqual([missing]);
  expect(await filtered('line', filterOps.outdatedIn, 'de')).toEqual([outdated]);
  expect(await filtered('line', filterOps.missingIn, 'fr')).toEqual(saved.slice(0, 4).map(({ id }) => id));
  expect(await filtered('title', filterOps.missingIn, 'fr')).toEqual([]);
});

test('translations need a source, and a field keeps its source language while it has values', async () => {
  shows('4.localised.source');
  await start();
  const only = { de: { text: 'Schwert', from: mark } };
  const refused = await server.send(
    items.save,
    { params: { instanceId: server.studio.dev }, body: saveBody('weapon', fields, { title: only }, { label: 'x' }) },
    as,
  );
  expect([refused.status, (refused.body as { fields?: object }).fields]).toEqual([
    422,
    { 'fields.title': 'enter the text in en, which the others are translated from' },
  ]);
  await saveAll(server, [saveBody('weapon', fields, { title: { en: { text: 'Sword' } } }, { label: 'Sword' })]);
  const changed = [{ ...fields[0], settings: { ...fields[0]?.settings, source: 'de' } }] as typeof fields;
  const answer = await server.send(
    templates.save,
    {
      params: { instanceId: server.studio.dev },
      body: { id: 'weapon', label: 'Weapon', version: 1, fields: changed.map((one) => ({ ...one, status: 2 })) },
    },
    as,
  );
  expect(answer.status).toBe(422);
});
