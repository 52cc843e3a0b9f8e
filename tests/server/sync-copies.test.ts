import { items } from '@quartermaster/contract/endpoints/items.ts';
import { filterOps } from '@quartermaster/contract/field-types/filters.ts';
import { expect, it } from 'vitest';
import { syncJob } from '../../server/modules/sync/run/sync-job-service.ts';
import { field, inOrder, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { contentOf, openSync, syncOf, valuesOf } from '../support/sync.ts';
import { unitAfter } from '../support/unit.ts';

const partFields = inOrder([field('title', 'text')]);
const thingFields = inOrder([field('title', 'text'), field('part', 'item-link', { templateId: 'part' })]);

/** Syncs an added item that links to one in the target, and runs something between preparing and applying. */
async function syncWith(
  meanwhile: (made: { server: TestServer; part: number; thing: number }) => Promise<unknown>,
  { isAlone = false } = {},
) {
  const server = await startTestServer();
  const { deps } = server.app;
  await saveTemplate(server, 'part', partFields);
  await saveTemplate(server, 'thing', thingFields);
  const { id: part } = await saveOne(server, saveBody('part', partFields, { title: 'A part' }));
  await syncOf(server, server.studio.dev).all();
  const { id: thing } = await saveOne(server, saveBody('thing', thingFields, { title: 'A thing', part }));
  const selection = { changes: [{ template_id: 'thing', is_update_template: false, items: [thing] }] };
  const id = await openSync(server, isAlone ? { selection } : {});
  // Deleting what earlier attempts left, and preparing templates and items, come first.
  let steps = 0;
  const unit = unitAfter(deps.unit, async () => {
    steps += 1;
    if (steps === 4) await meanwhile({ server, part, thing });
  });
  await syncJob.run({ ...deps, unit }, { sync_id: id }, new AbortController().signal);
  expect(steps).toBeGreaterThanOrEqual(4);
  const { state, error } = await syncOf(server, server.studio.dev).get(id);
  return { server, part, thing, state, error };
}

it('an added item gets the index rows and links of the source', async () => {
  const { server, state } = await syncWith(async () => undefined);
  expect(state).toBe('applied');
  expect(await contentOf(server, server.studio.stage)).toEqual(await contentOf(server, server.studio.dev));
});

it.each<[string, Parameters<typeof syncWith>[0]]>([
  [
    'the item is saved in the source',
    ({ server, part, thing }) =>
      saveOne(
        server,
        saveBody(
          'thing',
          thingFields,
          { title: 'Another' },
          { id: thing, version: 1, before: { title: 'A thing', part } },
        ),
      ),
  ],
  [
    'the item is deleted in the source',
    ({ server, thing: id }) =>
      server.call(
        items.delete,
        { params: { instanceId: server.studio.dev, templateId: 'thing', id } },
        { as: 'owner' },
      ),
  ],
  [
    'a field of the template is removed in the source',
    ({ server }) => saveTemplate(server, 'thing', thingFields.slice(1), { version: 1 }),
  ],
])('an added item is synced as it was prepared even if %s meanwhile', async (_, meanwhile) => {
  const { server, part, thing, state } = await syncWith(meanwhile);
  expect(state).toBe('applied');
  const { stage, dev } = server.studio;
  expect(await valuesOf(server, stage, thing)).toEqual({ title: 'A thing', part });
  const found = { instanceId: stage, templateId: 'thing' };
  const body = { filters: [{ template_field_id: 'title', op: filterOps.contains, value: 'A thing' }] };
  const { items: listed } = await server.call(items.list, { params: found, body }, { as: 'owner' });
  expect(listed).toMatchObject([{ id: thing }]);
  // Later edits of the source are the next change, not a conflict.
  const { counts } = await syncOf(server, dev).changes();
  expect(counts.conflicts).toBe(0);
  await syncOf(server, dev).all();
  expect(await contentOf(server, stage)).toEqual(await contentOf(server, dev));
});

const removePart: Parameters<typeof syncWith>[0] = ({ server: { app, studio }, part }) =>
  app.deps.database.query(
    'delete from items i using templates t where t.key = i.template_key and t.instance_id = $1 and i.id = $2',
    [studio.stage, part],
  );

it('nothing is added if its linked item is removed from the target in the meantime and is not selected', async () => {
  const { server, thing, state, error } = await syncWith(removePart, { isAlone: true });
  expect(state).toBe('failed');
  expect(error).toMatch(/Links would lead/);
  expect(await valuesOf(server, server.studio.stage, thing)).toBeUndefined();
  const rows = `select 1 from item_values v join templates t on t.key = v.template_key where t.instance_id = $1 and v.item_id = $2`;
  expect(await server.app.deps.database.query(rows, [server.studio.stage, thing])).toEqual([]);
});
