import { items } from '@quartermaster/contract/endpoints/items.ts';
import { reports } from '@quartermaster/contract/endpoints/reports.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { beforeEach, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { field, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { syncOf } from '../support/sync.ts';

const as = { as: 'owner' } as const;
const fields = [field('title', 'text')];
let server: TestServer;

beforeEach(async () => {
  server = await startTestServer();
});

const save = (
  templateId: string,
  title: string,
  more: { before?: { title: string }; id?: number; version?: number } = {},
) => saveOne(server, saveBody(templateId, fields, { title }, more));

const changes = (instanceId = server.studio.dev) => server.call(reports.changes, { params: { instanceId } }, as);

/** Exports an instance, with a second before and after. */
async function exportAll(instanceId = server.studio.dev): Promise<number> {
  server.clock.advance(1);
  const { id } = await server.call(reports.start, { params: { instanceId }, body: {} }, as);
  await eventually(async () => {
    const { report } = await server.call(reports.get, { params: { instanceId, reportId: id } }, as);
    expect(report.completed_steps).toBe(report.total_steps);
    expect((await changes(instanceId)).last?.id).toBe(id);
  });
  server.clock.advance(1);
  return id;
}

test('changes since the last export are counted by template', async () => {
  for (const id of ['sword', 'bow', 'axe', 'shield']) await saveTemplate(server, id, fields);
  const [kept, , gone] = [await save('sword', 'kept'), await save('sword', 'other'), await save('sword', 'gone')];
  expect(await changes()).toEqual({ last: null, templates: [] });
  const id = await exportAll();
  expect(await changes()).toEqual({ last: { id, created_at: expect.stringMatching(/Z$/) }, templates: [] });

  const inDev = { instanceId: server.studio.dev };
  await save('sword', 'once', { id: kept.id, version: 1, before: { title: 'kept' } });
  await save('sword', 'twice', { id: kept.id, version: 2, before: { title: 'once' } });
  await save('sword', 'new');
  await server.call(items.delete, { params: { ...inDev, templateId: 'sword', id: gone.id } }, as);
  await saveTemplate(server, 'bow', [...fields, field('range', 'integer', { order: 1 })], { version: 1 });
  await server.call(templates.delete, { params: { ...inDev, templateId: 'axe' } }, as);
  await saveTemplate(server, 'mace', fields);
  await save('mace', 'first');
  const entry = (template_id: string, more = {}) => ({
    template_id,
    label: `The ${template_id}`,
    change: null,
    items: 0,
    removed_items: 0,
    ...more,
  });
  expect((await changes()).templates).toEqual([
    entry('axe', { label: 'axe', change: 'removed' }),
    entry('bow', { change: 'updated' }),
    entry('mace', { change: 'added', items: 1 }),
    entry('sword', { items: 2, removed_items: 1 }),
  ]);
  await exportAll();
  expect((await changes()).templates).toEqual([]);
});

test('items copied by a sync count as changed in its target', async () => {
  await saveTemplate(server, 'sword', fields);
  const { id } = await save('sword', 'first');
  await syncOf(server, server.studio.dev).all();
  const { stage } = server.studio;
  await exportAll(stage);
  expect((await changes(stage)).templates).toEqual([]);
  await save('sword', 'again', { id, version: 1, before: { title: 'first' } });
  expect((await changes(stage)).templates).toEqual([]);
  await syncOf(server, server.studio.dev).all();
  expect((await changes(stage)).templates).toMatchObject([{ template_id: 'sword', items: 1, removed_items: 0 }]);
});

test('what a sync has left as it was in its target does not count as changed', async () => {
  const { dev, stage } = server.studio;
  await saveTemplate(server, 'sword', fields);
  const [kept, other] = [await save('sword', 'kept'), await save('sword', 'other')];
  await syncOf(server, dev).all();
  const fix = saveBody('sword', fields, { title: 'fixed' }, { id: kept.id, version: 1, before: { title: 'kept' } });
  await saveOne(server, fix, 'owner', stage);
  await exportAll(stage);
  await save('sword', 'changed', { id: kept.id, version: 1, before: { title: 'kept' } });
  await save('sword', 'changed', { id: other.id, version: 1, before: { title: 'other' } });
  await syncOf(server, dev).all({ decisions: [{ template_id: 'sword', id: kept.id, take: 'target' }] });
  expect((await changes(stage)).templates).toMatchObject([{ template_id: 'sword', items: 1, removed_items: 0 }]);
});
