import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { sync } from '@quartermaster/contract/endpoints/sync.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { shows } from '../specification/shows.ts';
import { field, inOrder, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { contentOf, syncOf, valuesOf } from '../support/sync.ts';

const fields = inOrder([field('title', 'text'), field('price', 'integer')]);
let server: TestServer;
let dev: ReturnType<typeof syncOf>;

beforeEach(async () => {
  server = await startTestServer();
  dev = syncOf(server, server.studio.dev);
  await saveTemplate(server, 'thing', fields);
});

const create = async (values: ItemValues): Promise<number> =>
  (await saveOne(server, saveBody('thing', fields, values))).id;

async function edit(instanceId: number, id: number, values: ItemValues, of = fields): Promise<void> {
  const before = (await valuesOf(server, instanceId, id)) ?? {};
  const { item } = await server.call(items.get, { params: { instanceId, templateId: 'thing', id } }, { as: 'owner' });
  const body = saveBody('thing', of, values, { before, id, version: item.version });
  await saveOne(server, body, 'owner', instanceId);
}

const applied = async (...given: Parameters<typeof dev.all>): Promise<number> => (await dev.all(...given)).id ?? 0;
const listed = async () => (await dev.changes()).templates.flatMap((template) => template.items.map(({ id }) => id));

describe('a decision for the target', () => {
  it('leaves out an item that the target lacks, and it stays listed', async () => {
    shows('2.7.changes.move-all');
    const first = await create({ title: 'One' });
    const second = await create({ title: 'Two' });
    const { revision } = await dev.changes();
    await dev.all({ seen: revision, decisions: [{ template_id: 'thing', id: first, take: 'target' }] });
    expect(await valuesOf(server, server.studio.stage, first)).toBeUndefined();
    expect(await valuesOf(server, server.studio.stage, second)).toEqual({ title: 'Two' });
    expect(await listed()).toEqual([first]);
  });

  it.each(['target', 'fields'] as const)('(%s) is respected by a sync that removes a field', async (take) => {
    const id = await create({ title: 'One', price: 1 });
    await dev.all();
    await edit(server.studio.stage, id, { title: 'Hotfix', price: 2 });
    await saveTemplate(server, 'thing', inOrder([field('title', 'text')]), { version: 1 });
    // Both sides have changed the price, one of them by its removal.
    const words = take === 'fields' ? { fields: [{ field_id: 'price', take: 'source' as const }] } : {};
    await dev.all({ decisions: [{ template_id: 'thing', id, take, ...words }] });
    expect(await valuesOf(server, server.studio.stage, id)).toEqual({ title: 'Hotfix' });
    expect(await listed()).toEqual([]);
  });

  it('is respected if a later sync, or its undo, removes a field from the template or restores it', async () => {
    shows('3.sync.undo.earlier', '3.sync.undo.restores');
    const id = await create({ title: 'One' });
    await dev.all();
    await edit(server.studio.stage, id, { title: 'Hotfix', price: 2 });
    await dev.all({ decisions: [{ template_id: 'thing', id, take: 'target' }] });
    await saveTemplate(server, 'thing', inOrder([field('title', 'text')]), { version: 1 });
    const taken = await applied();
    expect(await valuesOf(server, server.studio.stage, id)).toEqual({ title: 'Hotfix' });
    expect(await listed()).toEqual([]);
    await saveTemplate(server, 'thing', fields, { version: 2 });
    const brought = await applied();
    expect(await valuesOf(server, server.studio.stage, id)).toEqual({ title: 'Hotfix', price: 2 });
    expect(await listed()).toEqual([]);
    await dev.undo(brought);
    await dev.undo(taken);
    expect(await listed()).toEqual([]);
    await edit(server.studio.dev, id, { title: 'Two' });
    expect(await listed()).toEqual([id]);
  });

  it('no longer applies once the source has deleted the template', async () => {
    const { dev: devId, stage: stageId } = server.studio;
    const id = await create({ title: 'One' });
    await dev.all();
    await edit(stageId, id, { title: 'Hotfix' });
    await server.call(items.delete, { params: { instanceId: devId, templateId: 'thing', id } }, { as: 'owner' });
    await dev.all({ decisions: [{ template_id: 'thing', id, take: 'target' }] });
    expect(await listed()).toEqual([]);
    await server.call(templates.delete, { params: { instanceId: devId, templateId: 'thing' } }, { as: 'owner' });
    expect((await dev.changes()).templates).toMatchObject([{ change: 'removed', items: [{ id, conflict: true }] }]);
    await dev.all({ conflicts: 'source' });
    expect(await contentOf(server, stageId)).toEqual(await contentOf(server, devId));
  });
});

it('a restored field restores no value to an item that equals the source', async () => {
  const id = await create({ title: 'One', price: 1 });
  const other = await create({ title: 'Two', price: 2 });
  await dev.all();
  await edit(server.studio.dev, id, { title: 'One' });
  await saveTemplate(server, 'thing', inOrder([field('title', 'text')]), { version: 1 });
  await dev.all();
  await saveTemplate(server, 'thing', fields, { version: 2 });
  await dev.all();
  expect(await valuesOf(server, server.studio.stage, other)).toEqual({ title: 'Two', price: 2 });
  expect(await contentOf(server, server.studio.stage)).toEqual(await contentOf(server, server.studio.dev));
  expect(await listed()).toEqual([]);
});

describe('an undo', () => {
  it('is possible after the undo of a later sync of the same items and template', async () => {
    shows('3.sync.undo.earlier');
    const id = await create({ title: 'One' });
    const other = await create({ title: 'Other' });
    await dev.all();
    const before = await contentOf(server, server.studio.stage);
    await edit(server.studio.dev, id, { title: 'Two' });
    await server.call(
      items.delete,
      { params: { instanceId: server.studio.dev, templateId: 'thing', id: other } },
      { as: 'owner' },
    );
    await saveTemplate(server, 'thing', fields, { version: 1, label: 'Things' });
    const first = await applied();
    await edit(server.studio.dev, id, { title: 'Three' });
    await saveTemplate(server, 'thing', fields, { version: 2, label: 'More things' });
    const second = await applied();
    await dev.undo(second);
    await dev.undo(first);
    expect(await contentOf(server, server.studio.stage)).toEqual(before);
  });

  it('of an added template is refused while it has items of a later sync', async () => {
    shows('3.sync.undo.later-template', '3.sync.undo.earlier');
    await create({ title: 'One' });
    const first = await applied();
    await create({ title: 'Two' });
    const second = await applied();
    const params = { instanceId: server.studio.dev, syncId: first };
    const { status, body } = await server.send(sync.checkUndo, { params, body: {} }, { as: 'owner' });
    expect({ status, body }).toMatchObject({
      status: 409,
      body: { message: 'Items of the template The thing were synced since. Undo that sync first.' },
    });
    await dev.undo(second);
    await dev.undo(first);
    expect(await valuesOf(server, server.studio.stage, 1)).toBeUndefined();
  });

  it('does not lose values that a later sync has brought back, nor sees an edit in those of its own template', async () => {
    shows('3.sync.undo.changed-since');
    const { dev: devId, stage: stageId } = server.studio;
    const untitled = inOrder([field('price', 'integer')]);
    const templateAlone = { changes: [{ template_id: 'thing', is_update_template: true, items: [] }] };
    const edited = await create({ title: 'One', price: 1 });
    const plain = await create({ price: 2 });
    await dev.all();
    await saveTemplate(server, 'thing', untitled, { version: 1 });
    await dev.all();
    await edit(devId, edited, { price: 10 }, untitled);
    await edit(devId, plain, { price: 20 }, untitled);
    const ofItems = await applied();
    await saveTemplate(server, 'thing', fields, { version: 2 });
    await dev.some(templateAlone);
    const brought = { title: 'One', price: 10 };
    expect(await valuesOf(server, stageId, edited)).toEqual(brought);
    const params = { instanceId: devId, syncId: ofItems };
    const { conflicts } = await server.call(sync.checkUndo, { params, body: {} }, { as: 'owner' });
    expect(conflicts).toMatchObject({ count: 1, sample: [{ id: edited, change: 'updated' }] });
    const refused = await server.send(sync.undo, { params, body: {} }, { as: 'owner' });
    expect(refused).toMatchObject({ status: 409, body: { error: 'conflict' } });
    await dev.undo(ofItems, { conflicts: 'target' });
    expect(await valuesOf(server, stageId, edited)).toEqual(brought);
    expect(await valuesOf(server, stageId, plain)).toEqual({ price: 2 });
  });

  it('of restored fields and items in them finds no edit, nor after the undo of a later sync of the template', async () => {
    const { dev: devId, stage: stageId } = server.studio;
    const untitled = inOrder([field('price', 'integer')]);
    const id = await create({ title: 'One', price: 1 });
    await dev.all();
    await edit(stageId, id, { title: 'Hotfix', price: 1 });
    await saveTemplate(server, 'thing', untitled, { version: 1 });
    await dev.all({ conflicts: 'source' });
    const before = await contentOf(server, stageId);
    const restore = async () => {
      await saveTemplate(server, 'thing', fields, { version: 2 });
      await edit(devId, id, { title: 'Two', price: 2 });
      return applied();
    };
    const first = await restore();
    expect(await valuesOf(server, stageId, id)).toEqual({ title: 'Two', price: 2 });
    const params = { instanceId: devId, syncId: first };
    const check = () => server.call(sync.checkUndo, { params, body: {} }, { as: 'owner' });
    expect((await check()).conflicts.count).toBe(0);
    // A later sync of the template takes the title away, and its undo brings it back.
    await saveTemplate(server, 'thing', untitled, { version: 3 });
    const later = await dev.some({ changes: [{ template_id: 'thing', is_update_template: true, items: [] }] });
    expect(await valuesOf(server, stageId, id)).toEqual({ price: 2 });
    await dev.undo(later.id ?? 0);
    expect((await check()).conflicts.count).toBe(0);
    await dev.undo(first);
    expect(await contentOf(server, stageId)).toEqual(before);
  });
});
