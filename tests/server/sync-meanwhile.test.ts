import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { sync } from '@quartermaster/contract/endpoints/sync.ts';
import { beforeEach, expect, it } from 'vitest';
import { syncJob } from '../../server/modules/sync/run/sync-job-service.ts';
import { field, inOrder, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { contentOf, openSync, syncOf, valuesOf } from '../support/sync.ts';
import { unitAfter } from '../support/unit.ts';

const fields = inOrder([field('title', 'text'), field('price', 'integer')]);
let server: TestServer;
let dev: ReturnType<typeof syncOf>;
/** An item with different content on both sides, and one that only the source has. */
let updated: number;
let added: number;

beforeEach(async () => {
  server = await startTestServer();
  dev = syncOf(server, server.studio.dev);
  await saveTemplate(server, 'thing', fields);
  updated = (await saveOne(server, saveBody('thing', fields, { title: 'One' }))).id;
  await dev.all();
  added = (await saveOne(server, saveBody('thing', fields, { title: 'Two' }))).id;
  await edit(server.studio.dev, updated, { title: 'Checked' });
});

async function edit(instanceId: number, id: number, values: ItemValues): Promise<void> {
  const before = (await valuesOf(server, instanceId, id)) ?? {};
  const { item } = await server.call(items.get, { params: { instanceId, templateId: 'thing', id } }, { as: 'owner' });
  await saveOne(server, saveBody('thing', fields, values, { before, id, version: item.version }), 'owner', instanceId);
}

/** Syncs everything, and runs something before each of its transactions. */
async function syncWith(meanwhile: (step: number) => Promise<unknown>) {
  const { deps } = server.app;
  const id = await openSync(server);
  let steps = 0;
  const before = async () => {
    steps += 1;
    await meanwhile(steps);
  };
  await syncJob.run({ ...deps, unit: unitAfter(deps.unit, before) }, { sync_id: id }, new AbortController().signal);
  const params = { instanceId: server.studio.dev, syncId: id };
  const { items: synced } = await server.call(sync.listItems, { params, query: {} }, { as: 'owner' });
  const newer = synced.filter((item) => item.is_newer).map((item) => item.id);
  return { ...(await dev.get(id)), newer };
}

it('a sync succeeds while editors save without pause, and reports items synced in a newer version than checked', async () => {
  const { dev: devId, stage } = server.studio;
  const { state, newer } = await syncWith(async (step) => {
    await edit(devId, added, { title: 'Two', price: step });
    if (step === 1) await edit(devId, updated, { title: 'Newer' });
  });
  expect(state).toBe('applied');
  expect(newer).toEqual([updated, added]);
  expect(await valuesOf(server, stage, updated)).toEqual({ title: 'Newer' });
  const { counts } = await dev.changes();
  expect(counts).toMatchObject({ added: 0, updated: 1, conflicts: 0 });
  await dev.all();
  expect(await contentOf(server, stage)).toEqual(await contentOf(server, devId));
});

it('an item added to or deleted from the source while a sync is prepared is included, and counted', async () => {
  const { dev: devId } = server.studio;
  const { state, counts } = await syncWith(async (step) => {
    if (step > 1) return;
    await saveOne(server, saveBody('thing', fields, { title: 'Three' }));
    await saveOne(server, saveBody('thing', fields, { title: 'Four' }));
    await server.call(
      items.delete,
      { params: { instanceId: devId, templateId: 'thing', id: updated } },
      { as: 'owner' },
    );
  });
  expect(state).toBe('applied');
  expect(counts).toMatchObject({ added: 3, updated: 0, removed: 1 });
  expect(await contentOf(server, server.studio.stage)).toEqual(await contentOf(server, devId));
});

it('a sync is prepared again when its template changes, and fails after some rounds', async () => {
  let version = 1;
  const rename = async () => {
    version = await saveTemplate(server, 'thing', fields, { version, label: `Thing ${version}` });
  };
  const once = await syncWith(async (step) => {
    if (step < 4) await rename();
  });
  expect(once.state).toBe('applied');
  await edit(server.studio.dev, updated, { title: 'Again' });
  const { state, error } = await syncWith(rename);
  expect(state).toBe('failed');
  expect(error).toMatch(/content was changed/);
  expect(await valuesOf(server, server.studio.stage, updated)).toEqual({ title: 'Checked' });
});

it('an item edited in the target while a sync is prepared fails the sync, and is not overwritten', async () => {
  const { stage } = server.studio;
  const { state, error } = await syncWith(async (step) => {
    if (step === 3) await edit(stage, updated, { title: 'Hotfix' });
  });
  expect(state).toBe('failed');
  expect(error).toMatch(/was edited while it was being prepared/);
  expect(await valuesOf(server, stage, updated)).toEqual({ title: 'Hotfix' });
  expect(await valuesOf(server, stage, added)).toBeUndefined();
});
