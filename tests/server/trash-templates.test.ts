import { contentLimits } from '@quartermaster/contract/content/content-limits.ts';
import { changeSets } from '@quartermaster/contract/endpoints/change-sets.ts';
import { menu } from '@quartermaster/contract/endpoints/menu.ts';
import { restores } from '@quartermaster/contract/endpoints/trash.ts';
import { beforeEach, expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { allowInDev } from '../support/allow-in-dev.ts';
import { readSet } from '../support/bulk-edits.ts';
import { field, inOrder, saveAll, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { expectWhole, readState } from '../support/sync-model/state.ts';
import { trashOf } from '../support/trash.ts';

let server: TestServer;
let trash: ReturnType<typeof trashOf>;
beforeEach(async () => {
  server = await startTestServer();
  trash = trashOf(server);
});

const as = { as: 'owner' } as const;
const dev = () => ({ instanceId: server.studio.dev });
const query = <R>(text: string, values: unknown[] = []) => server.app.deps.database.query<R>(text, values);
const read = () => readState(server.app.deps.database.query, server.studio.dev);
const expectTidy = async () => expectWhole(server.app.deps.database.query, server.studio.dev, await read());

const fields = inOrder([
  field('sku', 'text', { unique: true }),
  field('price', 'integer'),
  field('old', 'text'),
  field('next', 'item-link', { templateId: 'gem' }),
  field('parts', 'dynamic-group'),
  field('amount', 'integer', { parentId: 'parts' }),
]);
const now = inOrder(fields.filter(({ id }) => id !== 'old'));

/** The template `gem` in version 2, from which the field `old` was removed, and three items. */
async function saveGems(): Promise<number[]> {
  await saveTemplate(server, 'gem', fields, { label: 'Gems' });
  const saved = await saveAll(
    server,
    ['a', 'b', 'c'].map((sku, index) =>
      saveBody('gem', fields, { sku, price: index, old: `old ${sku}`, parts: [{ amount: index }] }, { label: sku }),
    ),
  );
  const ids = saved.map(({ id }) => id);
  const [a = 0, b = 0] = ids;
  const [before, values] = [{ sku: 'a' }, { sku: 'a', next: b }];
  await saveOne(server, saveBody('gem', fields, values, { label: 'a', id: a, version: 1, before }));
  await saveTemplate(server, 'gem', now, { label: 'Gems', version: 1 });
  return ids;
}

test('a template comes back with its items, fields, removed values and its place in the menu', async () => {
  shows('4.trash.template');
  const ids = await saveGems();
  const listed = await server.call(menu.list, { params: dev() }, as);
  const folder = { id: 'folder', parent_id: 'root', label: 'Loot', template_id: '', order: 0 };
  const link = { id: 'to-gems', parent_id: 'folder', label: 'Our gems', template_id: 'gem', order: 7 };
  await query(
    `insert into menu_nodes (instance_id, id, parent_id, label, template_id, "order") values ($1, 'folder', 'root', 'Loot', '', 0)`,
    [server.studio.dev],
  );
  await query(
    `update menu_nodes set id = 'to-gems', parent_id = 'folder', label = 'Our gems', "order" = 7 where instance_id = $1 and template_id = 'gem'`,
    [server.studio.dev],
  );
  expect(listed.menu.length).toBeGreaterThan(1);
  const before = await read();
  await trash.removeTemplate('gem');
  const { entries } = await trash.list();
  expect(entries).toMatchObject([
    { template_id: 'gem', template_name: 'Gems', item_id: null, name: 'Gems', items: 3, origin: 'form' },
  ]);
  expect(await trash.check({ template: 'gem' })).toMatchObject({
    counts: { added: 3, templates: 1 },
    refusals: { count: 0 },
    partial: { count: 0 },
  });
  const set = await trash.restore({ template: 'gem' });
  const after = await read();
  expect(after.templates.get('gem')).toEqual({ ...before.templates.get('gem'), version: 4 });
  for (const id of ids) {
    const was = before.items.get(id);
    expect(after.items.get(id)).toEqual({ ...was, version: (was?.version ?? 0) + 2 });
  }
  expect(after.menu.filter(({ id }) => id === 'folder' || id === 'to-gems')).toEqual([folder, link]);
  await expectTidy();
  expect((await trash.list()).total).toBe(0);
  expect(
    await query(
      "select version, action, origin, change_set_id from template_revisions where template_id = 'gem' order by version desc limit 2",
    ),
  ).toEqual([
    { version: 4, action: 'create', origin: 'restore', change_set_id: set },
    { version: 3, action: 'delete', origin: 'form', change_set_id: null },
  ]);
  expect(
    await query("select details->>'templates' as templates from events where kind = 'change_set.applied'"),
  ).toEqual([{ templates: '1' }]);
  // The removed field can still be restored, with its values.
  await saveTemplate(server, 'gem', fields, { label: 'Gems', version: 4 });
  expect((await read()).items.get(ids[1] ?? 0)?.values).toMatchObject({ old: 'old b' });
  expect(await readSet(server, set)).toMatchObject({
    origin: 'restore',
    can_undo: false,
    counts: { added: 3, templates: 1 },
  });
  const undone = await server.send(changeSets.undo, { params: { ...dev(), changeSetId: set }, body: {} }, as);
  expect(undone).toMatchObject({
    status: 422,
    body: { message: expect.stringContaining('Delete the template instead') },
  });
});

test('its link goes to the end of the menu if its folder is gone', async () => {
  await saveGems();
  await query(
    `update menu_nodes set id = 'to-gems', parent_id = 'gone' where instance_id = $1 and template_id = 'gem'`,
    [server.studio.dev],
  );
  await trash.removeTemplate('gem');
  await trash.restore({ template: 'gem' });
  const { menu: nodes } = await read();
  const last = nodes.toSorted((a, b) => b.order - a.order)[0];
  expect(last).toMatchObject({ id: 'to-gems', parent_id: 'root', template_id: 'gem' });
});

test('as many of its links come back as there is room for, but one at least', async () => {
  await saveGems();
  const addLinks = (prefix: string, template: string, count: number) =>
    query(
      `insert into menu_nodes (instance_id, id, parent_id, label, template_id, "order")
        select $1, $2 || n, 'root', $2 || n, $3, 10 + n from generate_series(1, $4::int) n`,
      [server.studio.dev, prefix, template, count],
    );
  await addLinks('gems-', 'gem', 3);
  await trash.removeTemplate('gem');
  const { menu: left } = await read();
  await addLinks('folder-', '', contentLimits.menuNodes - left.length - 2);
  await trash.restore({ template: 'gem' });
  expect((await read()).menu).toHaveLength(contentLimits.menuNodes);
  await trash.removeTemplate('gem');
  await addLinks('more-', '', 2);
  await trash.restore({ template: 'gem' });
  const { menu: nodes } = await read();
  expect(nodes.filter(({ template_id }) => template_id === 'gem')).toHaveLength(1);
  expect(nodes).toHaveLength(contentLimits.menuNodes + 1);
});

test('items that were deleted before are listed again once their template is back, and need it', async () => {
  const [a = 0, b = 0, c = 0] = await saveGems();
  await trash.remove('gem', c);
  await trash.removeTemplate('gem');
  expect((await trash.list()).entries).toMatchObject([{ item_id: null, items: 2 }]);
  expect(await trash.refused({ item: { template_id: 'gem', id: c } })).toMatchObject({
    status: 422,
    details: { refusals: { sample: [{ id: c, reason: 'its template was deleted: restore that first' }] } },
  });
  await trash.restore({ template: 'gem' });
  expect([...(await read()).items.keys()].toSorted((one, other) => one - other)).toEqual([a, b]);
  expect((await trash.list()).entries).toMatchObject([{ item_id: c }]);
  await trash.restore({ item: { template_id: 'gem', id: c } });
  await expectTidy();
  expect((await read()).items.size).toBe(3);
});

test('it stays if its id is taken, or if a template is gone that it links to', async () => {
  shows('4.trash.clashes');
  await saveGems();
  await saveTemplate(server, 'ring', inOrder([field('stone', 'item-link', { templateId: 'gem' })]), { label: 'Rings' });
  await trash.removeTemplate('ring');
  await trash.removeTemplate('gem');
  expect(await trash.refused({ template: 'ring' })).toMatchObject({
    status: 422,
    details: {
      refusals: {
        count: 1,
        sample: [
          { template_id: 'ring', id: null, field_id: 'stone', reason: 'there is no template gem, which it links to' },
        ],
      },
    },
  });
  await saveTemplate(server, 'GEM', []);
  expect(await trash.refused({ matching: { count: 2 } })).toMatchObject({
    status: 422,
    details: { refusals: { count: 2 } },
  });
  await trash.removeTemplate('GEM');
  const names = (await trash.list()).entries.filter(({ template_id }) => template_id !== 'GEM');
  await trash.restore({ entries: names.map(({ id }) => id) });
  expect([...(await read()).templates.keys()].toSorted()).toEqual(['gem', 'image', 'ring']);
  await expectTidy();
});

test('items that clash are left out of it, and get entries of their own', async () => {
  shows('4.trash.clashes');
  await saveTemplate(server, 'gem', fields, { label: 'Gems' });
  const linked = inOrder([...fields, field('stone', 'item-link', { templateId: 'stone' })]);
  await saveTemplate(server, 'stone', []);
  await saveTemplate(server, 'gem', linked, { label: 'Gems', version: 1 });
  const { id: stone } = await saveOne(server, saveBody('stone', [], {}));
  const [first, second] = await saveAll(server, [
    saveBody('gem', linked, { sku: 'a', stone }, { label: 'Set' }),
    saveBody('gem', linked, { sku: 'b' }, { label: 'Bare' }),
  ]);
  const before = (await read()).items.get(first?.id ?? 0);
  await trash.removeTemplate('gem');
  await trash.remove('stone', stone);
  expect(await trash.refused({ template: 'gem' })).toMatchObject({
    status: 422,
    details: { refusals: { count: 1, sample: [{ label: 'Set' }] } },
  });
  await trash.restore({ template: 'gem', leave_out_refused: true });
  expect([...(await read()).items.keys()]).toEqual([second?.id]);
  await expectTidy();
  expect(await trash.names()).toEqual(expect.arrayContaining(['Set', 'An item']));
  await trash.restore({ matching: { count: 2 } });
  expect((await read()).items.get(first?.id ?? 0)).toEqual({ ...before, version: 3 });
  await expectTidy();
});

test('restoring one needs the permission to create templates', async () => {
  shows('4.trash.template');
  await saveGems();
  const [id = 0] = (await read()).items.keys();
  await allowInDev(server, 'READ', 'CREATE_ITEM');
  await saveTemplate(server, 'axe', []);
  const { id: axe } = await saveOne(server, saveBody('axe', [], {}));
  await trash.remove('axe', axe);
  await trash.removeTemplate('gem');
  const restore = (body: object) => server.send(restores.apply, { params: dev(), body }, { as: 'member' });
  expect(await restore({ template: 'gem' })).toMatchObject({ status: 403 });
  expect(await restore({ item: { template_id: 'axe', id: axe } })).toMatchObject({ status: 200 });
  expect((await read()).items.has(id)).toBe(false);
});

test('deleting a template while its items change finishes that first', async () => {
  const ids = await saveGems();
  const model = (await read()).templates.get('gem');
  const price = model?.fields.find(({ id }) => id === 'price');
  const key = model?.key ?? 0;
  // As if the job that removes the values of `price` had not begun.
  const without = inOrder(now.filter(({ id }) => id !== 'price'));
  await saveTemplate(server, 'gem', without, { label: 'Gems', version: 2 });
  await query(`update items set "values" = "values" || '{"price": 5}' where template_key = $1`, [key]);
  await query('delete from removed_values where template_key = $1 and field_key = $2', [key, price?.key]);
  await query('delete from removed_documents where template_key = $1 and version = 3', [key]);
  await query(
    `insert into item_values (template_key, item_id, field_key, number) select template_key, id, $2, 5 from items where template_key = $1`,
    [key, price?.key],
  );
  await query(
    `insert into template_changes (template_key, version, removed, restored, returned_keys, started_at) values ($1, 3, $2::jsonb, '[]', '[]', now())`,
    [key, JSON.stringify([{ field: price, groups: [], holdsRows: false }])],
  );
  await trash.removeTemplate('gem');
  await trash.restore({ template: 'gem' });
  await expectTidy();
  expect((await read()).items.get(ids[1] ?? 0)?.values).not.toHaveProperty('price');
  const version = (await read()).templates.get('gem')?.version ?? 0;
  await saveTemplate(server, 'gem', now, { label: 'Gems', version });
  expect((await read()).items.get(ids[1] ?? 0)?.values).toMatchObject({ price: 5 });
  await expectTidy();
});
