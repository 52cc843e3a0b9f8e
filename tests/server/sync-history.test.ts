import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { changeSets } from '@quartermaster/contract/endpoints/change-sets.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { sync } from '@quartermaster/contract/endpoints/sync.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { shows } from '../specification/shows.ts';
import { allowInDev } from '../support/allow-in-dev.ts';
import { field, inOrder, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import type { Person } from '../support/server-studio.ts';
import { contentOf, syncOf, valuesOf } from '../support/sync.ts';

const fields = inOrder([
  field('title', 'text'),
  field('price', 'integer'),
  field('parent', 'item-link', { templateId: 'thing' }),
]);
let server: TestServer;
let dev: ReturnType<typeof syncOf>;
let stageId: number;
let devId: number;

beforeEach(async () => {
  server = await startTestServer();
  devId = server.studio.dev;
  stageId = server.studio.stage;
  dev = syncOf(server, devId);
  await saveTemplate(server, 'thing', fields);
});

const create = async (values: ItemValues, label = 'A thing'): Promise<number> =>
  (await saveOne(server, saveBody('thing', fields, values, { label }))).id;

async function edit(id: number, values: ItemValues, instanceId = devId, of = fields): Promise<void> {
  const before = (await valuesOf(server, instanceId, id)) ?? {};
  const { item } = await server.call(items.get, { params: { instanceId, templateId: 'thing', id } }, { as: 'owner' });
  const label = item.header.internal_label;
  await saveOne(
    server,
    saveBody('thing', of, values, { label, before, id, version: item.version }),
    'owner',
    instanceId,
  );
}

const remove = (id: number) =>
  server.call(items.delete, { params: { instanceId: devId, templateId: 'thing', id } }, { as: 'owner' });

const applied = async (...given: Parameters<typeof dev.all>): Promise<number> => (await dev.all(...given)).id ?? 0;

const undoRefusal = async (syncId: number, body: object = {}) => {
  const { status, body: answer } = await server.send(
    sync.undo,
    { params: { instanceId: devId, syncId }, body },
    { as: 'owner' },
  );
  return { status, ...(answer as { error: string; message: string; details: object }) };
};

/** The sync state of the target, on which later syncs depend. */
const syncedState = () =>
  server.app.deps.database.query(
    'select i.id, i.synced_hash, i.hash from items i join templates t on t.key = i.template_key where t.instance_id = $1 order by i.id',
    [stageId],
  );

describe('the history', () => {
  it('has author, time, source, target, content and note, newest first, in pages', async () => {
    shows('3.calls.lists.paged');
    const id = await create({ title: 'One' });
    const first = await applied({ note: 'Season 12' });
    await edit(id, { title: 'Two' });
    const second = await applied();
    const list = (query: Record<string, unknown>, instanceId = devId) =>
      server.call(sync.list, { params: { instanceId }, query }, { as: 'owner' });
    const { syncs, next_cursor } = await list({ limit: 1 });
    expect(syncs).toMatchObject([{ id: second, note: '', counts: { added: 0, updated: 1, removed: 0 } }]);
    const at = syncs[0]?.created_at;
    expect((await list({ from: at })).syncs.map(({ id }) => id)).toEqual([second]);
    expect((await list({ to: at }, stageId)).syncs.map(({ id }) => id)).toEqual([first]);
    const rest = await list({ cursor: next_cursor });
    expect(rest.syncs).toMatchObject([
      {
        id: first,
        state: 'applied',
        error: null,
        note: 'Season 12',
        source: { id: devId, env: 'Dev' },
        target: { id: stageId, env: 'Stage' },
        by: { id: server.studio.accounts.owner, name: 'owner' },
        counts: { added: 1, updated: 0, removed: 0, templates: 1, menu: true },
        undoes: null,
        undone_by: null,
      },
    ]);
    expect(rest.next_cursor).toBeNull();
    expect((await list({}, stageId)).syncs.map((entry) => entry.id)).toEqual([second, first]);
    expect((await list({}, server.studio.prod)).syncs).toEqual([]);
    const hidden = await server.send(
      sync.get,
      { params: { instanceId: server.studio.prod, syncId: first } },
      { as: 'owner' },
    );
    expect(hidden.status).toBe(404);
  });

  it('is part of the changes of the instance for callers who may see syncs, with their undo, in pages', async () => {
    const id = await create({ title: 'One' });
    const first = await applied({});
    await edit(id, { title: 'Two' });
    const second = await applied();
    const { id: undone } = await server.call(
      sync.undo,
      { params: { instanceId: devId, syncId: second } },
      { as: 'owner' },
    );
    const list = async (query: Record<string, unknown>, instanceId = devId, person: Person = 'owner') =>
      (await server.call(changeSets.list, { params: { instanceId }, query }, { as: person })).change_sets;
    const ids = async (...wanted: Parameters<typeof list>) => (await list(...wanted)).map((entry) => entry.id);
    const all = [undone, second, first];
    expect(await ids({ origin: 'sync' })).toEqual(all);
    expect(await ids({ origin: 'sync' }, stageId)).toEqual(all);
    expect(await ids({ origin: 'sync', limit: 2 })).toEqual(all.slice(0, 2));
    expect(await ids({ origin: 'undo' })).toEqual([undone]);
    expect(await ids({ origin: 'bulk-edit' })).toEqual([]);
    const [newest] = await list({});
    expect(newest).toMatchObject({ source: { id: devId }, target: { id: stageId, env: 'Stage' }, can_undo: false });
    await allowInDev(server, 'READ');
    expect(await ids({}, devId, 'member')).toEqual([]);
    await allowInDev(server, 'READ', 'INSTANCE_CHANGES');
    expect(await ids({}, devId, 'member')).toEqual(all);
  });

  it('pages through the items of a sync, each with its values before and after', async () => {
    await create({ title: 'One', price: 1 }, 'First');
    const second = await create({ title: 'Two' }, 'Second');
    await dev.all();
    await edit(second, { title: 'Changed', price: 2 });
    const third = await create({ title: 'Three' }, 'Third');
    const syncId = await applied();
    const params = { instanceId: devId, syncId };
    const { templates: counted } = await server.call(sync.get, { params }, { as: 'owner' });
    expect(counted).toEqual([
      { template_id: 'thing', name: 'The thing', change: null, counts: { added: 1, updated: 1, removed: 0 } },
    ]);
    const list = (query: object) => server.call(sync.listItems, { params, query }, { as: 'owner' });
    const page = await list({ limit: 1 });
    expect(page.items).toMatchObject([
      { template_id: 'thing', id: second, name: 'Second', change: 'updated', decided: null },
    ]);
    const rest = await list({ limit: 1, cursor: page.next_cursor });
    expect(rest).toMatchObject({ items: [{ id: third, change: 'added' }], next_cursor: null });
    await edit(second, { title: 'Later' });
    await dev.all();
    const diff = await server.call(
      sync.getSyncedItem,
      { params: { ...params, templateId: 'thing', itemId: second } },
      { as: 'owner' },
    );
    const title = (side: typeof diff.source) => side?.fields.find((entry) => entry.id === 'title')?.value;
    expect([title(diff.target), title(diff.source)]).toEqual(['Two', 'Changed']);
    expect(diff.fields.map((entry) => entry.field_id).toSorted()).toEqual(['price', 'title']);
  });

  it('shows no difference for an item that was decided for the target', async () => {
    const id = await create({ title: 'One' });
    await dev.all();
    await edit(id, { title: 'Hotfix' }, stageId);
    await edit(id, { title: 'Two' });
    const syncId = await applied({ decisions: [{ template_id: 'thing', id, take: 'target' }] });
    const params = { instanceId: devId, syncId };
    expect((await server.call(sync.listItems, { params, query: {} }, { as: 'owner' })).items).toMatchObject([
      { id, decided: 'target' },
    ]);
    const diff = await server.call(
      sync.getSyncedItem,
      { params: { ...params, templateId: 'thing', itemId: id } },
      { as: 'owner' },
    );
    expect(diff.fields).toEqual([]);
    for (const side of [diff.source, diff.target])
      expect(side?.fields).toMatchObject([{ id: 'title', value: 'Hotfix' }]);
  });

  it('has a sync’s changes of a template and of the menu, as of that time', async () => {
    const first = await applied();
    await saveTemplate(server, 'thing', inOrder([field('title', 'text'), field('name', 'text')]), { version: 1 });
    const second = await applied();
    await server.call(templates.delete, { params: { instanceId: devId, templateId: 'thing' } }, { as: 'owner' });
    const third = await applied();
    const template = (syncId: number, templateId = 'thing', instanceId = devId) =>
      server.send(sync.getSyncedTemplate, { params: { instanceId, syncId, templateId } }, { as: 'owner' });
    const menu = (syncId: number) =>
      server.send(sync.getSyncedMenu, { params: { instanceId: devId, syncId } }, { as: 'owner' });
    const side = (...ids: string[]) => ({ label: 'The thing', fields: ids.map((id) => ({ id })) });
    const kinds = (change: string, ...ids: string[]) => ids.map((field_id) => ({ field_id, change }));
    expect((await template(first)).body).toMatchObject({
      change: 'added',
      target: null,
      source: side('title', 'price', 'parent'),
      fields: kinds('added', 'title', 'price', 'parent'),
    });
    expect((await template(second, 'thing', stageId)).body).toMatchObject({
      change: 'updated',
      target: side('title', 'price', 'parent'),
      source: side('title', 'name'),
      fields: expect.arrayContaining([...kinds('removed', 'price', 'parent'), ...kinds('added', 'name')]),
    });
    expect((await template(third)).body).toMatchObject({
      change: 'removed',
      target: side('title', 'name'),
      source: null,
      fields: kinds('removed', 'title', 'name'),
    });
    expect((await menu(first)).body).toMatchObject({ nodes: [{ change: 'added' }], conflict: false });
    expect((await menu(third)).body).toMatchObject({ nodes: [{ change: 'removed' }] });
    const missing = [
      await template(first, 'nothing'),
      await template(first, 'thing', server.studio.prod),
      await menu(second),
    ];
    expect(missing.map(({ status }) => status)).toEqual([404, 404, 404]);
  });
});

describe('an undo', () => {
  it('restores the target in every table, and the next sync copies the same changes without a conflict', async () => {
    shows('3.sync.undo.restores', '3.sync.undo.next-sync');
    const kept = await create({ title: 'Kept', price: 1 });
    const deleted = await create({ title: 'Gone', parent: kept });
    await dev.all();
    const before = await contentOf(server, stageId);
    const synced = await syncedState();
    const others = async () => [await contentOf(server, devId), await contentOf(server, server.studio.prod)];
    await edit(kept, { title: 'Changed' });
    await remove(deleted);
    await create({ title: 'New', parent: kept });
    await server.app.deps.database.query(
      `insert into menu_nodes (instance_id, id, parent_id, label, template_id, "order") values ($1, 'new', 'root', 'New', '', 9)`,
      [devId],
    );
    const syncId = await applied();
    const after = await contentOf(server, stageId);
    const untouched = await others();
    const undone = await dev.undo(syncId, { note: 'Too early' });
    expect(await contentOf(server, stageId)).toEqual(before);
    expect(await others()).toEqual(untouched);
    expect(await syncedState()).toEqual(synced);
    expect(await dev.get(undone.id ?? 0)).toMatchObject({ undoes: syncId, note: 'Too early', state: 'applied' });
    expect(await dev.get(syncId)).toMatchObject({ undone_by: undone.id });
    const [template] = (await dev.changes()).templates;
    expect(template?.counts).toEqual({ added: 1, updated: 1, removed: 1, conflicts: 0 });
    await dev.all();
    expect(await contentOf(server, stageId)).toEqual(after);
  });

  it('can itself be undone', async () => {
    shows('3.sync.undo.undone');
    const id = await create({ title: 'One' });
    const deleted = await create({ title: 'Gone' });
    await dev.all();
    await edit(id, { title: 'Two' });
    await remove(deleted);
    await create({ title: 'New' }, 'New');
    await saveTemplate(server, 'thing', fields, { version: 1, label: 'Things' });
    await saveTemplate(server, 'other', inOrder([field('title', 'text')]));
    const syncId = await applied();
    const after = await contentOf(server, stageId);
    const undone = await dev.undo(syncId);
    await dev.undo(undone.id ?? 0);
    expect(await contentOf(server, stageId)).toEqual(after);
  });

  it('of templates restores fields with their values, and templates with their items', async () => {
    shows('3.sync.undo.restores');
    const other = inOrder([field('link', 'item-link', { templateId: 'thing' })]);
    await saveTemplate(server, 'other', other);
    const first = await create({ title: 'One', price: 1 });
    await create({ title: 'Two', price: 2 });
    await saveOne(server, saveBody('other', other, { link: first }));
    await dev.all();
    const before = await contentOf(server, stageId);
    const changed = inOrder([...fields.filter((entry) => entry.id !== 'price'), field('extra', 'text')]);
    await saveTemplate(server, 'thing', changed, { version: 1, label: 'Changed' });
    await edit(first, { title: 'One', extra: 'More' }, devId, changed);
    await server.call(templates.delete, { params: { instanceId: devId, templateId: 'other' } }, { as: 'owner' });
    await saveTemplate(server, 'fresh', other);
    const syncId = await applied();
    expect(await contentOf(server, stageId)).toEqual(await contentOf(server, devId));
    await dev.undo(syncId);
    expect(await contentOf(server, stageId)).toEqual(before);
  });

  it('lists later changes in the target, and overwrites them only after a decision', async () => {
    shows('3.sync.undo.changed-since');
    const first = await create({ title: 'One' }, 'First');
    const second = await create({ title: 'Two' }, 'Second');
    await dev.all();
    await edit(first, { title: 'One again' });
    await edit(second, { title: 'Two again' });
    const added = await create({ title: 'Three' }, 'Third');
    const syncId = await applied();
    await edit(first, { title: 'Hotfix' }, stageId);
    await edit(added, { title: 'Three in use' }, stageId);
    const conflicts = {
      count: 2,
      sample: [
        { template_id: 'thing', id: first, name: 'First', change: 'updated' },
        { template_id: 'thing', id: added, change: 'removed' },
      ],
    };
    expect(await undoRefusal(syncId)).toMatchObject({ status: 409, error: 'conflict', details: { conflicts } });
    const params = { instanceId: devId, syncId };
    expect(await server.call(sync.checkUndo, { params, body: {} }, { as: 'owner' })).toMatchObject({
      items: 3,
      conflicts,
    });
    await dev.undo(syncId, { conflicts: 'target' });
    expect(await valuesOf(server, stageId, added)).toEqual({ title: 'Three in use' });
    expect(await valuesOf(server, stageId, first)).toEqual({ title: 'Hotfix' });
    expect(await valuesOf(server, stageId, second)).toEqual({ title: 'Two' });
    expect((await dev.changes()).templates[0]?.items).toMatchObject([
      { id: first, conflict: true },
      { id: second, conflict: false },
      { id: added, conflict: true },
    ]);
  });

  it('is refused twice, for another instance, and after a later sync of the template', async () => {
    shows('3.sync.undo.later-template');
    await create({ title: 'One' });
    const syncId = await applied();
    await saveTemplate(server, 'thing', fields, { version: 1, label: 'Later' });
    const relabelled = await applied();
    expect(await undoRefusal(syncId)).toMatchObject({
      status: 409,
      message: 'The template The thing was synced again since. Undo that sync first.',
    });
    const { status } = await server.send(
      sync.undo,
      { params: { instanceId: stageId, syncId }, body: {} },
      { as: 'owner' },
    );
    expect(status).toBe(422);
    await create({ title: 'Two' });
    const last = await applied();
    await dev.undo(last);
    expect(await undoRefusal(last)).toMatchObject({ status: 422, message: 'This sync was undone already.' });
    // A later sync of another template does not count.
    await saveTemplate(server, 'other', inOrder([field('title', 'text')]));
    await dev.some({ changes: [{ template_id: 'other', is_update_template: true, items: [] }] });
    expect((await dev.undo(relabelled)).state).toBe('applied');
  });

  it('of an added item is refused while others that stay link to it', async () => {
    const target = await create({ title: 'Target' });
    await dev.some({ changes: [{ template_id: 'thing', is_update_template: true, items: [target] }] });
    const added = await create({ title: 'Added' });
    const syncId = (await dev.items('thing', [added])).id ?? 0;
    await edit(target, { title: 'Target', parent: added }, stageId);
    expect(await undoRefusal(syncId)).toMatchObject({
      status: 422,
      details: { still_linked: { count: 1, sample: [{ id: added, linked_by: { id: target } }] } },
    });
  });
});
