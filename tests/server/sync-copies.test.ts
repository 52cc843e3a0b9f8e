import { expect, it } from 'vitest';
import { runSync } from '../../server/modules/sync/run/sync-job-service.ts';
import { field, inOrder, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { contentOf, openSync, syncOf, valuesOf } from '../support/sync.ts';

const partFields = inOrder([field('title', 'text')]);
const thingFields = inOrder([field('title', 'text'), field('part', 'item-link', { templateId: 'part' })]);

/** Syncs an added item that links to one which the target has, with something that happens between preparing and applying. */
async function syncWith(meanwhile: (made: { server: TestServer; part: number; thing: number }) => Promise<unknown>) {
  const server = await startTestServer();
  const { deps } = server.app;
  await saveTemplate(server, 'part', partFields);
  await saveTemplate(server, 'thing', thingFields);
  const { id: part } = await saveOne(server, saveBody('part', partFields, { title: 'A part' }));
  await syncOf(server, server.studio.dev).all();
  const { id: thing } = await saveOne(server, saveBody('thing', thingFields, { title: 'A thing', part }));
  const id = await openSync(server);
  const mail: typeof deps.mail = {
    ...deps.mail,
    transaction: (work) => meanwhile({ server, part, thing }).then(() => deps.mail.transaction(work)),
  };
  await runSync({ ...deps, mail }, id, new AbortController().signal);
  const { state, error } = await syncOf(server, server.studio.dev).get(id);
  return { server, thing, state, error };
}

it('an added item gets the index rows and links of the source', async () => {
  const { server, state } = await syncWith(async () => undefined);
  expect(state).toBe('applied');
  expect(await contentOf(server, server.studio.stage)).toEqual(await contentOf(server, server.studio.dev));
});

it.each<[string, Parameters<typeof syncWith>[0], RegExp]>([
  [
    'the item is saved in the source',
    ({ server, part, thing }) =>
      saveOne(
        server,
        saveBody(
          'thing',
          thingFields,
          { title: 'Another', part },
          { id: thing, version: 1, before: { title: 'A thing', part } },
        ),
      ),
    /content was changed/,
  ],
  [
    'a field of the template is changed in the source',
    ({ server }) =>
      saveTemplate(server, 'thing', inOrder([field('title', 'text', { label: 'Other' }), ...thingFields.slice(1)]), {
        version: 1,
      }),
    /content was changed/,
  ],
  [
    'the item that it links to goes from the target',
    ({ server, part }) =>
      server.app.deps.database.query(
        'delete from items i using templates t where t.key = i.template_key and t.instance_id = $1 and i.id = $2',
        [server.studio.stage, part],
      ),
    /Links would lead/,
  ],
])('nothing is added if meanwhile %s', async (_, meanwhile, reason) => {
  const { server, thing, state, error } = await syncWith(meanwhile);
  expect(state).toBe('failed');
  expect(error).toMatch(reason);
  expect(await valuesOf(server, server.studio.stage, thing)).toBeUndefined();
  const rows = `select 1 from item_values v join templates t on t.key = v.template_key where t.instance_id = $1 and v.item_id = $2`;
  expect(await server.app.deps.database.query(rows, [server.studio.stage, thing])).toEqual([]);
});
