import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { imageTemplate } from '@quartermaster/contract/content/reserved-templates.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { sync } from '@quartermaster/contract/endpoints/sync.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { shows } from '../specification/shows.ts';
import { drawPortrait } from '../support/draw-portrait.ts';
import { field, inOrder, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { contentOf, syncOf, valuesOf } from '../support/sync.ts';

const fields = inOrder([field('title', 'text'), field('price', 'integer')]);
let server: TestServer;
let dev: ReturnType<typeof syncOf>;
let devId: number;
let stageId: number;

beforeEach(async () => {
  server = await startTestServer();
  devId = server.studio.dev;
  stageId = server.studio.stage;
  dev = syncOf(server, devId);
});

const query = <R>(text: string, values: unknown[] = []) => server.app.deps.database.query<R>(text, values);
const create = async (values: ItemValues, of = fields): Promise<number> =>
  (await saveOne(server, saveBody('thing', of, values))).id;
/** A red pixel. */
const otherPng = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC';
const templateOnly = { changes: [{ template_id: 'thing', is_update_template: true, items: [] }] };

describe('a template', () => {
  beforeEach(() => saveTemplate(server, 'thing', fields));

  it('removes values from items of the target like a save, and stores them as removed values', async () => {
    shows('3.sync.templates', '3.sync.own-removed-values');
    const id = await create({ title: 'One', price: 1 });
    await dev.all();
    await saveTemplate(server, 'thing', [fields[0] as (typeof fields)[0]], { version: 1 });
    await dev.some(templateOnly);
    expect(await valuesOf(server, stageId, id)).toEqual({ title: 'One' });
    const kept = (instanceId: number) =>
      query(
        `select r.field_key, r.item_id, r.number from removed_values r join templates t on t.key = r.template_key where t.instance_id = $1`,
        [instanceId],
      );
    expect(await kept(stageId)).toEqual([{ field_key: 2, item_id: id, number: 1 }]);
    expect(await kept(stageId)).toEqual(await kept(devId));
    await saveTemplate(server, 'thing', fields, { version: 2 });
    await dev.some(templateOnly);
    expect(await valuesOf(server, stageId, id)).toEqual({ title: 'One', price: 1 });
    expect(await kept(stageId)).toEqual([]);
    expect(await contentOf(server, stageId)).toEqual(await contentOf(server, devId));
  });

  it('does not copy the source’s removed values', async () => {
    shows('3.sync.own-removed-values');
    const id = await create({ title: 'One', price: 1 });
    await saveTemplate(server, 'thing', [fields[0] as (typeof fields)[0]], { version: 1 });
    await dev.all();
    expect(await valuesOf(server, stageId, id)).toEqual({ title: 'One' });
    const kept = await query<{ instance_id: number }>(
      'select t.instance_id from removed_values r join templates t on t.key = r.template_key',
    );
    expect(kept).toEqual([{ instance_id: devId }]);
  });

  it('and its items synced together give the same result as one after the other', async () => {
    shows('3.sync.templates', '3.sync.items');
    const id = await create({ title: 'One', price: 1 });
    await dev.all();
    await saveTemplate(server, 'thing', [fields[0] as (typeof fields)[0]], { version: 1 });
    await saveOne(server, saveBody('thing', fields, { title: 'Two' }, { id, version: 1, before: { title: 'One' } }));
    await dev.all();
    const rows = await query(
      'select r.item_id, r.number from removed_values r join templates t on t.key = r.template_key where t.instance_id = $1',
      [stageId],
    );
    expect(rows).toEqual([{ item_id: id, number: 1 }]);
    await saveTemplate(server, 'thing', fields, { version: 2 });
    await saveOne(
      server,
      saveBody('thing', fields, { title: 'Two', price: 7 }, { id, version: 2, before: { title: 'Two', price: 1 } }),
    );
    await dev.all();
    expect(await contentOf(server, stageId)).toEqual(await contentOf(server, devId));
  });

  it('is shown with its effects on items of the target', async () => {
    await create({ title: 'One', price: 1 });
    await dev.all();
    await saveTemplate(server, 'thing', [fields[0] as (typeof fields)[0]], { version: 1, label: 'Things' });
    const diff = await server.call(
      sync.getTemplate,
      { params: { instanceId: devId, templateId: 'thing' } },
      { as: 'owner' },
    );
    expect(diff).toMatchObject({
      change: 'updated',
      source: { label: 'Things' },
      target: { label: 'The thing' },
      fields: [{ field_id: 'price', change: 'removed' }],
      items: 1,
      effects: [{ field_id: 'price', status: 3, items: 1 }],
    });
  });

  it('is refused if values of items outside the selection would not fit it, but not if they are replaced', async () => {
    const first = await create({ price: 50 });
    const second = await create({ price: 60 });
    await dev.all();
    for (const id of [first, second])
      await saveOne(server, saveBody('thing', fields, { price: 1 }, { id, version: 1, before: { price: 50 } }));
    await saveTemplate(server, 'thing', inOrder([field('title', 'text'), field('price', 'integer', { maximum: 10 })]), {
      version: 1,
    });
    const none = { template_id: imageTemplate.id, is_update_template: false, items: [] };
    const check = (ids: number[]) =>
      dev.check({ changes: [{ template_id: 'thing', is_update_template: true, items: ids }, none] });
    expect((await check([first])).incompatible).toMatchObject({
      count: 1,
      sample: [{ id: second, field_id: 'price', reason: 'should be no more than 10' }],
    });
    expect((await check([first, second])).incompatible.count).toBe(0);
    await dev.all();
    expect(await contentOf(server, stageId)).toEqual(await contentOf(server, devId));
  });

  it('deleted and recreated under its id is numbered as in the source', async () => {
    await create({ title: 'One', price: 1 });
    await dev.all();
    await query('delete from item_links');
    await server.call(templates.delete, { params: { instanceId: devId, templateId: 'thing' } }, { as: 'owner' });
    const again = inOrder([field('price', 'integer'), field('weight', 'float'), field('title', 'text')]);
    await saveTemplate(server, 'thing', again);
    const id = await create({ title: 'New', price: 2, weight: 1.5 }, again);
    await dev.some(templateOnly);
    const index = await query(
      `select v.field_key, v.number, v.text from item_values v join templates t on t.key = v.template_key where t.instance_id = $1 order by v.field_key`,
      [stageId],
    );
    expect(index).toEqual([
      { field_key: 1, number: 1, text: null },
      { field_key: 3, number: null, text: 'One' },
    ]);
    await dev.all();
    expect(await valuesOf(server, stageId, id)).toEqual({ title: 'New', price: 2, weight: 1.5 });
    expect(await contentOf(server, stageId)).toEqual(await contentOf(server, devId));
  });

  it('is not included by selecting all of its items', async () => {
    const id = await create({ title: 'One' });
    await dev.all();
    await saveTemplate(server, 'thing', fields, { version: 1, label: 'Things' });
    await saveOne(server, saveBody('thing', fields, { title: 'Two' }, { id, version: 1, before: { title: 'One' } }));
    const added = await create({ title: 'New' });
    await dev.some({ changes: [{ template_id: 'thing', is_update_template: false, items: [], all_items: true }] });
    expect(await valuesOf(server, stageId, id)).toEqual({ title: 'Two' });
    expect(await valuesOf(server, stageId, added)).toEqual({ title: 'New' });
    expect((await dev.changes()).templates).toMatchObject([{ template_id: 'thing', change: 'updated', items: [] }]);
  });

  it('to be removed includes its items, and templates with a field that links to it', async () => {
    const ofOther = inOrder([field('title', 'text'), field('thing', 'item-link', { templateId: 'thing' })]);
    await saveTemplate(server, 'other', ofOther);
    for (const title of ['One', 'Two']) await create({ title });
    const other = (await saveOne(server, saveBody('other', ofOther, { title: 'Other' }))).id;
    await dev.all();
    const unlinked = ofOther.slice(0, 1);
    await saveTemplate(server, 'other', unlinked, { version: 1 });
    const before = { title: 'Other' };
    await saveOne(server, saveBody('other', unlinked, { title: 'Edited' }, { id: other, version: 1, before }));
    await server.call(templates.delete, { params: { instanceId: devId, templateId: 'thing' } }, { as: 'owner' });

    expect(await dev.check(templateOnly)).toMatchObject({
      removed_templates: [{ template_id: 'thing', name: 'The thing', items: 2 }],
      missing_templates: [{ template_id: 'other', name: 'The other' }],
    });
    const withOther = (ids: number[]) => ({
      changes: [...templateOnly.changes, { template_id: 'other', is_update_template: true, items: ids }],
    });
    expect(await dev.check(withOther([other]))).toMatchObject({
      removed_templates: [{ template_id: 'thing', items: 2 }],
      missing_templates: [],
    });
    await dev.some(withOther([]));
    expect(await valuesOf(server, stageId, other)).toEqual(before);
    const counts = 'select t.id, c.items from item_counts c join templates t on t.key = c.template_key';
    expect(await query(`${counts} where t.instance_id = $1 and c.items > 0`, [stageId])).toEqual([
      { id: 'other', items: 1 },
    ]);
  });

  it('waits for an earlier change of it that is still in progress', async () => {
    await create({ title: 'One' });
    await query(
      `insert into template_changes (template_key, version, removed, restored, returned_keys, started_at)
        select key, 1, '[]', '[]', '[]', now() from templates where instance_id = $1 and id = 'thing'`,
      [devId],
    );
    const { status, body } = await server.send(sync.all, { params: { instanceId: devId }, body: {} }, { as: 'owner' });
    expect({ status, body }).toMatchObject({ status: 409, body: { error: 'running' } });
  });
});

it('an item includes its image, and later its new picture, which the target then has', async () => {
  shows('3.sync.images');
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const imageFields = [field(imageTemplate.fieldId, 'image', { required: true })];
  const { id } = await saveOne(server, {
    ...saveBody(imageTemplate.id, imageFields, { [imageTemplate.fieldId]: png }, { label: 'A picture' }),
  });
  const unselected = drawPortrait('A', [10, 20, 30]);
  await saveOne(
    server,
    saveBody(imageTemplate.id, imageFields, { [imageTemplate.fieldId]: unselected.toString('base64') }),
  );
  const sizes = (instanceId: number) =>
    query('select path, bytes from images where instance_id = $1 order by path', [instanceId]);
  const images = async (instanceId: number) =>
    (await sizes(instanceId)).filter((image) => (image as { bytes: number }).bytes !== unselected.length);
  expect(await sizes(devId)).toHaveLength(2);
  expect(await sizes(stageId)).toEqual([]);
  await dev.items(imageTemplate.id, [id]);
  expect(await images(stageId)).toEqual(await images(devId));
  expect(await images(stageId)).toHaveLength(1);
  const read = async (instanceId: number) =>
    (await server.call(items.get, { params: { instanceId, templateId: imageTemplate.id, id } }, { as: 'owner' })).item;
  const { fields: before, version } = await read(stageId);
  expect(before[0]?.value).toMatch(/\.png$/);

  // The new picture of an image that exists in the target.
  const changed = {
    label: 'A picture',
    id,
    version,
    before: { [imageTemplate.fieldId]: String(before[0]?.value) },
  };
  await saveOne(server, saveBody(imageTemplate.id, imageFields, { [imageTemplate.fieldId]: otherPng }, changed));
  await dev.items(imageTemplate.id, [id]);
  expect((await read(stageId)).fields).toEqual((await read(devId)).fields);
  expect((await read(stageId)).fields[0]?.value).not.toBe(before[0]?.value);
  expect(await images(stageId)).toHaveLength(2);
  expect(await images(stageId)).toEqual(await images(devId));
  expect(await sizes(stageId)).toEqual(await images(stageId));
  expect(await sizes(server.studio.prod)).toEqual([]);
  await dev.all();
  expect(await sizes(stageId)).toEqual(await sizes(devId));
});

describe('the menu', () => {
  const addFolder = (instanceId: number, id: string, order = 5) =>
    query(
      `insert into menu_nodes (instance_id, id, parent_id, label, template_id, "order") values ($1, $2, 'root', $2, '', $3)`,
      [instanceId, id, order],
    );
  const menuOf = async (instanceId: number) =>
    (await query<{ id: string }>('select id from menu_nodes where instance_id = $1 order by id', [instanceId])).map(
      ({ id }) => id,
    );

  it('is synced when it is selected, and restored by an undo', async () => {
    shows('3.sync.menu');
    await dev.all();
    await addFolder(devId, 'weapons');
    expect((await dev.changes()).menu).toMatchObject({
      is_changed: true,
      conflict: false,
      added: 1,
      updated: 0,
      removed: 0,
    });
    const { id } = await dev.some({ changes: [], menu: true });
    expect(await menuOf(stageId)).toEqual(['template-image', 'weapons']);
    expect((await dev.changes()).menu.is_changed).toBe(false);
    await dev.undo(id ?? 0);
    expect(await menuOf(stageId)).toEqual(['template-image']);
    expect((await dev.changes()).menu).toMatchObject({ is_changed: true, conflict: false });
    await dev.some({ changes: [], menu: true });
    await query('update menu_nodes set "order" = 5 - "order" where instance_id = $1', [devId]);
    expect((await dev.changes()).menu).toMatchObject({ added: 0, updated: 2, removed: 0 });
    await query("update menu_nodes set label = 'Arms', \"order\" = 1 where instance_id = $1 and id = 'weapons'", [
      devId,
    ]);
    await query("delete from menu_nodes where instance_id = $1 and id = 'template-image'", [devId]);
    expect((await dev.changes()).menu).toMatchObject({ conflict: false, added: 0, updated: 1, removed: 1 });
    await dev.some({ changes: [], menu: true });
    const nodes = (instanceId: number) =>
      query('select id, parent_id, label, template_id, "order" from menu_nodes where instance_id = $1', [instanceId]);
    expect(await nodes(stageId)).toEqual([
      { id: 'weapons', parent_id: 'root', label: 'Arms', template_id: '', order: 1 },
    ]);
    expect(await nodes(stageId)).toEqual(await nodes(devId));
  });

  it('edited in the target is a conflict that must be decided', async () => {
    shows('3.sync.menu');
    await dev.all();
    await addFolder(stageId, 'hotfix');
    expect((await dev.changes()).menu).toMatchObject({ is_changed: true, conflict: true });
    const { status, body } = await server.send(sync.all, { params: { instanceId: devId }, body: {} }, { as: 'owner' });
    expect({ status, body }).toMatchObject({
      status: 409,
      body: { error: 'conflict', details: { menu_conflict: true } },
    });
    await dev.all({ menu_conflict: 'target' });
    expect(await menuOf(stageId)).toEqual(['hotfix', 'template-image']);
    expect((await dev.changes()).menu.is_changed).toBe(false);
    await addFolder(devId, 'weapons');
    expect((await dev.changes()).menu).toMatchObject({ is_changed: true, conflict: true });
    await dev.all({ menu_conflict: 'source' });
    expect(await menuOf(stageId)).toEqual(['template-image', 'weapons']);
    expect(await server.call(sync.getMenu, { params: { instanceId: devId } }, { as: 'owner' })).toMatchObject({
      nodes: [],
    });
  });

  it('is refused with a link to a template that the target lacks', async () => {
    await saveTemplate(server, 'thing', fields);
    const check = await dev.check({ changes: [], menu: true });
    expect(check.missing_templates).toEqual([{ template_id: 'thing', name: 'The thing' }]);
  });

  it('loses the links to a removed template, without a conflict', async () => {
    await saveTemplate(server, 'thing', fields);
    await dev.all();
    await server.call(templates.delete, { params: { instanceId: devId, templateId: 'thing' } }, { as: 'owner' });
    await dev.some(templateOnly);
    expect(await menuOf(stageId)).toEqual(['template-image']);
    expect((await dev.changes()).menu).toMatchObject({ is_changed: false });
  });
});
