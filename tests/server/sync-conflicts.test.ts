import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { sync } from '@quartermaster/contract/endpoints/sync.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { shows } from '../specification/shows.ts';
import { field, inOrder, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { contentOf, syncOf, valuesOf } from '../support/sync.ts';

const fields = inOrder([
  field('title', 'text'),
  field('price', 'integer'),
  field('rows', 'dynamic-group'),
  field('stat', 'text', { parentId: 'rows' }),
]);
let server: TestServer;
let dev: ReturnType<typeof syncOf>;
let id: number;
let otherId: number;

/** Two items that were synced once. */
beforeEach(async () => {
  server = await startTestServer();
  dev = syncOf(server, server.studio.dev);
  await saveTemplate(server, 'thing', fields);
  id = (
    await saveOne(
      server,
      saveBody('thing', fields, { title: 'One', price: 1, rows: [{ stat: 'str' }] }, { label: 'Axe' }),
    )
  ).id;
  otherId = (await saveOne(server, saveBody('thing', fields, { title: 'Bow', price: 9 }, { label: 'Axe' }))).id;
  await dev.all();
});

async function edit(instanceId: number, values: ItemValues, label = 'Axe', of = id): Promise<void> {
  const id = of;
  const before = (await valuesOf(server, instanceId, id)) ?? {};
  const { item } = await server.call(items.get, { params: { instanceId, templateId: 'thing', id } }, { as: 'owner' });
  await saveOne(
    server,
    saveBody('thing', fields, values, { label, before, id, version: item.version }),
    'owner',
    instanceId,
  );
}

const listed = async () => (await dev.changes()).templates[0]?.items ?? [];
const inStage = () => valuesOf(server, server.studio.stage, id);
const decide = (take: 'source' | 'target' | 'fields', rest: object = {}) =>
  dev.all({ decisions: [{ template_id: 'thing', id, take, ...rest }] });

async function refused(body: unknown) {
  const { status, body: answer } = await server.send(
    sync.all,
    { params: { instanceId: server.studio.dev }, body },
    { as: 'owner' },
  );
  const { error, details } = answer as { error: string; details: { conflicts: unknown } };
  return { status, error, conflicts: details.conflicts };
}

describe('an item edited in the target', () => {
  it('is a conflict, and is overwritten only by a decision', async () => {
    shows('3.outside-dev.conflict', '3.outside-dev.conflict-named', '3.sync.list.conflict');
    await edit(server.studio.stage, { title: 'Hotfix', price: 1, rows: [{ stat: 'str' }] });
    expect(await listed()).toMatchObject([{ id, change: 'updated', conflict: true, source_changed: false }]);
    await edit(server.studio.dev, { title: 'Two', price: 2, rows: [{ stat: 'str' }] });
    expect(await listed()).toMatchObject([{ id, conflict: true, source_changed: true }]);
    expect(await refused({})).toEqual({
      status: 409,
      error: 'conflict',
      conflicts: {
        count: 1,
        sample: [{ template_id: 'thing', id, name: 'Axe', change: 'updated', revision: expect.any(String) }],
      },
    });
    // No decision determines its title.
    const byField = { decisions: [{ template_id: 'thing', id, take: 'fields' }] };
    expect(await refused(byField)).toMatchObject({ status: 409, conflicts: { count: 1, sample: [{ id }] } });
    expect(await inStage()).toMatchObject({ title: 'Hotfix', price: 1 });
    // Like an item of the target that existed before the first sync.
    await server.app.deps.database.query('update items set synced_hash = null, synced_version = null where id = $1', [
      id,
    ]);
    expect(await listed()).toMatchObject([{ id, conflict: true }]);
    await decide('source');
    expect(await contentOf(server, server.studio.stage)).toEqual(await contentOf(server, server.studio.dev));
  });

  it('is not overwritten by a decision about another one', async () => {
    shows('3.outside-dev.conflict', '3.outside-dev.conflict-named');
    for (const of of [id, otherId]) await edit(server.studio.stage, { title: 'Hotfix' }, 'Axe', of);
    const about = (of: number, take: 'source' | 'target') => ({ template_id: 'thing', id: of, take });
    for (const take of ['source', 'target'] as const) {
      expect(await refused({ decisions: [about(id, take)] })).toMatchObject({
        status: 409,
        conflicts: { count: 1, sample: [{ id: otherId }] },
      });
      expect(await inStage()).toEqual({ title: 'Hotfix' });
    }
    expect(await refused({})).toMatchObject({ conflicts: { count: 2, sample: [{ id }, { id: otherId }] } });
    await dev.all({ decisions: [about(id, 'source'), about(otherId, 'target')] });
    expect(await inStage()).toMatchObject({ title: 'One', price: 1 });
    expect(await valuesOf(server, server.studio.stage, otherId)).toEqual({ title: 'Hotfix' });
  });

  it('is no longer a conflict once both sides are equal again', async () => {
    shows('3.outside-dev.conflict', '3.sync.list.conflict');
    await edit(server.studio.stage, { title: 'Hotfix', price: 1, rows: [{ stat: 'str' }] });
    await edit(server.studio.stage, { title: 'One', price: 1, rows: [{ stat: 'str' }] });
    await edit(server.studio.dev, { title: 'Two', price: 1, rows: [{ stat: 'str' }] });
    expect(await listed()).toMatchObject([{ id, conflict: false }]);
  });

  it('can be kept, and is listed again as soon as one side changes', async () => {
    shows('3.outside-dev.conflict', '3.sync.list.conflict', '3.sync.diff.merge');
    await edit(server.studio.stage, { title: 'Hotfix', price: 1 });
    await decide('target');
    expect(await inStage()).toEqual({ title: 'Hotfix', price: 1 });
    expect(await listed()).toEqual([]);
    expect(await dev.all()).toMatchObject({ id: null });
    await edit(server.studio.dev, { title: 'One', price: 5, rows: [{ stat: 'str' }] });
    expect(await listed()).toMatchObject([{ id, conflict: true, source_changed: true }]);
    expect((await refused({})).error).toBe('conflict');
    await decide('fields');
    expect(await inStage()).toEqual({ title: 'Hotfix', price: 5 });
    expect(await listed()).toEqual([]);
    await edit(server.studio.stage, { title: 'Another', price: 5 });
    expect(await listed()).toMatchObject([{ id, conflict: true, source_changed: false }]);
  });

  it('is merged field by field: only fields changed on both sides need a decision', async () => {
    shows('3.sync.diff.merge');
    await edit(server.studio.stage, { title: 'Theirs', price: 1, rows: [{ stat: 'agi' }] }, 'Axe');
    await edit(server.studio.dev, { title: 'Mine', price: 2, rows: [{ stat: 'str' }] }, 'Great axe');
    const { status, error } = await server
      .send(
        sync.all,
        {
          params: { instanceId: server.studio.dev },
          body: { decisions: [{ template_id: 'thing', id, take: 'fields' }] },
        },
        { as: 'owner' },
      )
      .then(({ status, body }) => ({ status, ...(body as { error: string }) }));
    expect({ status, error }).toEqual({ status: 409, error: 'conflict' });
    await decide('fields', { fields: [{ field_id: 'title', take: 'target' }] });
    expect(await inStage()).toEqual({ title: 'Theirs', price: 2, rows: [{ stat: 'agi' }] });
    const { item } = await server.call(
      items.get,
      { params: { instanceId: server.studio.stage, templateId: 'thing', id } },
      { as: 'owner' },
    );
    expect(item.header.internal_label).toBe('Great axe');
  });

  it('and deleted in the source is a conflict too', async () => {
    shows('3.outside-dev.conflict', '3.sync.list.conflict');
    await edit(server.studio.stage, { title: 'Hotfix' });
    await server.call(
      items.delete,
      { params: { instanceId: server.studio.dev, templateId: 'thing', id } },
      { as: 'owner' },
    );
    expect(await listed()).toMatchObject([{ id, change: 'removed', conflict: true }]);
    expect((await refused({})).error).toBe('conflict');
    await decide('target');
    expect(await inStage()).toEqual({ title: 'Hotfix' });
    expect(await listed()).toEqual([]);
    await edit(server.studio.stage, { title: 'Again' });
    await decide('source');
    expect(await inStage()).toBeUndefined();
  });

  it('shows the base, both sides, and which side changed each field', async () => {
    shows('3.sync.diff.sides', '3.sync.diff.changed-in');
    // Further saves since the sync are not the base.
    for (const instanceId of [server.studio.stage, server.studio.dev])
      await edit(instanceId, { title: 'Draft', price: 7, rows: [] }, 'Draft');
    await edit(server.studio.stage, { title: 'Theirs', price: 1, rows: [{ stat: 'agi' }] });
    await edit(server.studio.dev, { title: 'Mine', rows: [{ stat: 'str' }] });
    const diff = await server.call(
      sync.getItem,
      { params: { instanceId: server.studio.dev, templateId: 'thing', itemId: id } },
      { as: 'owner' },
    );
    expect(diff).toMatchObject({ change: 'updated', conflict: true, label_changed: false, base: { label: 'Axe' } });
    expect(diff.fields.toSorted((a, b) => (a.field_id < b.field_id ? -1 : 1))).toEqual([
      { field_id: 'price', change: 'removed', changed_in: 'source' },
      { field_id: 'rows', change: 'updated', changed_in: 'target' },
      { field_id: 'title', change: 'updated', changed_in: 'both' },
    ]);
    const titleIn = (side: typeof diff.base) => side?.fields.find((entry) => entry.id === 'title')?.value;
    expect([titleIn(diff.base), titleIn(diff.source), titleIn(diff.target)]).toEqual(['One', 'Mine', 'Theirs']);
    await edit(server.studio.stage, { title: 'Theirs', price: 1, rows: [{ stat: 'agi' }] }, 'Pick');
    const input = { params: { instanceId: server.studio.dev, templateId: 'thing', itemId: id } };
    expect(await server.call(sync.getItem, input, { as: 'owner' })).toMatchObject({
      label_changed: true,
      base: { label: 'Axe' },
      source: { label: 'Axe' },
      target: { label: 'Pick' },
    });
  });

  it('is unchanged by a sync of something else', async () => {
    shows('3.outside-dev.conflict-named', '2.7.changes.move-some');
    await edit(server.studio.stage, { title: 'Hotfix', price: 1 });
    const other = (await saveOne(server, saveBody('thing', fields, { title: 'Other' }))).id;
    await dev.items('thing', [other]);
    expect(await inStage()).toEqual({ title: 'Hotfix', price: 1 });
    expect(await listed()).toMatchObject([{ id, conflict: true }]);
  });

  it('is not a conflict if it only lost a field with its template', async () => {
    const without = inOrder(fields.filter((entry) => entry.id !== 'price'));
    await saveTemplate(server, 'thing', without, { version: 1 });
    await dev.some({ changes: [{ template_id: 'thing', is_update_template: true, items: [] }] });
    expect(await listed()).toEqual([]);
    const before = await valuesOf(server, server.studio.dev, id);
    await saveOne(
      server,
      saveBody('thing', without, { title: 'Two' }, { label: 'Axe', id, version: 1, before: before ?? {} }),
    );
    expect(await listed()).toMatchObject([{ id, conflict: false }]);
  });
});
