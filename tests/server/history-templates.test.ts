import { history } from '@quartermaster/contract/endpoints/history.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { menu } from '@quartermaster/contract/endpoints/menu.ts';
import type { SaveTemplateField } from '@quartermaster/contract/endpoints/templates.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import type { ErrorBody } from '@quartermaster/contract/errors.ts';
import { describe, expect, test } from 'vitest';
import { field, inOrder, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import {
  as,
  beginSwordEdits,
  create,
  dev,
  expectTidy,
  fields,
  read,
  server,
  valuesOf,
} from '../support/sword-edits.ts';

beginSwordEdits();

const sword = () => ({ ...dev(), templateId: 'sword' });
const gone = ['title', 'amount'];
const fewer = inOrder(fields.filter(({ id }) => !gone.includes(id)));
const saveFewer = () =>
  saveTemplate(
    server,
    'sword',
    [...fewer, ...fields.filter(({ id }) => gone.includes(id)).map((entry) => ({ ...entry, status: 3 as const }))],
    { version: 1, label: 'Blades' },
  );
const check = (version: number) => server.call(history.checkTemplate, { params: sword(), query: { version } }, as);
const restore = async (version: number, seen: number) => {
  const { status, body } = await server.send(history.restoreTemplate, { params: sword(), body: { version, seen } }, as);
  return { status, ...(body as ErrorBody & { version: number }) };
};

describe('the versions of a template', () => {
  test('have the settings that they changed, large ones without their values', async () => {
    const saved = (changed: typeof fields, version: number) =>
      saveTemplate(server, 'sword', inOrder(changed), { version, label: 'Swords' });
    const [title, price, ...others] = fields as [SaveTemplateField, SaveTemplateField, ...typeof fields];
    const help = 'Costs in gold. '.repeat(20);
    await saved(
      [{ ...title, settings: { ...title.settings, label: 'Name', maximum: 20 } as never }, price, ...others],
      1,
    );
    await saved([{ ...title, settings: { ...title.settings, label: 'Name', help } as never }, price, ...others], 2);
    const { versions } = await server.call(history.listTemplate, { params: sword(), query: {} }, as);
    const about = { id: 'title', name: 'Name', change: 'updated' };
    expect(versions.map(({ changes }) => changes)).toEqual([
      [
        { ...about, setting: 'maximum', before: 20, after: 12 },
        { ...about, setting: 'help', is_large: true },
      ],
      [
        { ...about, setting: 'label', before: 'The title', after: 'Name' },
        { ...about, setting: 'maximum', before: 12, after: 20 },
      ],
      [],
    ]);
  });

  test('are listed and compared, and one is restored with the values that items had', async () => {
    const [id = 0] = await create({ price: 1, title: 'a', bonuses: [{ stat: 'x', amount: 3 }] });
    const [before] = await valuesOf(id);
    await saveFewer();
    const { versions } = await server.call(history.listTemplate, { params: sword(), query: {} }, as);
    expect(
      versions.map(({ version, label, label_changed, fields: counts, is_current }) => [
        version,
        label,
        label_changed,
        counts,
        is_current,
      ]),
    ).toEqual([
      [2, 'Blades', true, { added: 0, updated: 0, removed: 2 }, true],
      [1, 'Swords', true, { added: fields.length, updated: 0, removed: 0 }, false],
    ]);
    expect(versions.map(({ changes }) => changes)).toEqual([
      [
        { id: 'label', name: 'Name', change: 'updated', before: 'Swords', after: 'Blades' },
        { id: 'title', name: 'The title', change: 'removed' },
        { id: 'amount', name: 'The amount', change: 'removed' },
      ],
      [],
    ]);
    const diff = await server.call(history.compareTemplate, { params: sword(), query: { from: 1 } }, as);
    expect(diff).toMatchObject({ source: { version: 2, label: 'Blades' }, target: { version: 1, label: 'Swords' } });
    expect(diff.fields).toEqual([
      { field_id: 'title', change: 'removed' },
      { field_id: 'amount', change: 'removed' },
    ]);
    const checked = await check(1);
    expect(checked).toMatchObject({ missing: [], refusals: [], diff: { items: 1 } });
    expect(checked.diff.effects.map(({ field_id, restored }) => [field_id, restored]).toSorted()).toEqual([
      ['amount', 1],
      ['title', 1],
    ]);
    expect(await restore(1, 2)).toMatchObject({ status: 200, version: 3 });
    expect(await valuesOf(id)).toEqual([before]);
    const now = await server.call(templates.get, { params: sword() }, as);
    expect(now.header).toEqual({ label: 'Swords', version: 3 });
    expect(now.fields.map((one) => one.id)).toEqual(fields.map((one) => one.id));
    const listed = await server.call(history.listTemplate, { params: sword(), query: { limit: 1 } }, as);
    expect(listed).toMatchObject({ versions: [{ version: 3, origin: 'restore' }], next_cursor: '3' });
    const rest = await server.call(history.listTemplate, { params: sword(), query: { cursor: '3' } }, as);
    expect(rest.versions.map(({ version }) => version)).toEqual([2, 1]);
    const { query } = server.app.deps.database;
    expect(
      await query("select origin from events where kind = 'template.changed' order by id desc limit 1", []),
    ).toEqual([{ origin: 'restore' }]);
  });

  test('are restored only from the version that was looked at, and from one that is stored', async () => {
    await saveFewer();
    await saveTemplate(server, 'sword', fewer, { version: 2, label: 'Others' });
    expect(await restore(1, 2)).toMatchObject({ status: 409, error: 'version' });
    expect(await restore(9, 3)).toMatchObject({ status: 404 });
    const params = { instanceId: server.studio.stage, templateId: 'sword' };
    expect((await server.send(history.listTemplate, { params, query: {} }, as)).status).toBe(404);
  });

  test('say what a save could not do, and then change nothing', async () => {
    const code = (type: 'text' | 'float') => inOrder([field('code', type)]);
    await saveTemplate(server, 'thing', code('float'), { label: 'Things' });
    await saveTemplate(server, 'thing', code('text'), { version: 1, label: 'Things' });
    await saveOne(server, saveBody('thing', code('text'), { code: 'not a number' }));
    const params = { ...dev(), templateId: 'thing' };
    const { refusals } = await server.call(history.checkTemplate, { params, query: { version: 1 } }, as);
    expect(refusals).toEqual([{ field_id: 'code', reason: expect.stringContaining('is a value of the type text') }]);
    const { status, body } = await server.send(history.restoreTemplate, { params, body: { version: 1, seen: 2 } }, as);
    expect([status, (body as ErrorBody).fields]).toEqual([422, { code: expect.stringContaining('type text') }]);
    expect((await server.call(templates.get, { params }, as)).header.version).toBe(2);
  });

  test('give values the form again that they had before a conversion', async () => {
    const code = (type: 'text' | 'integer') => inOrder([field('code', type)]);
    await saveTemplate(server, 'thing', code('integer'), { label: 'Things' });
    const { id } = await saveOne(server, saveBody('thing', code('integer'), { code: 7 }));
    const converted = code('text').map((one) => ({ ...one, converts: true }));
    await saveTemplate(server, 'thing', converted, { version: 1, label: 'Things' });
    expect(await valuesOf(id)).toEqual([{ code: '7' }]);
    const params = { ...dev(), templateId: 'thing' };
    await server.call(history.restoreTemplate, { params, body: { version: 1, seen: 2 } }, as);
    expect(await valuesOf(id)).toEqual([{ code: 7 }]);
  });

  test('name fields whose values are not stored any more', async () => {
    await create({ price: 1, title: 'a' });
    await saveFewer();
    await server.app.deps.database.query('delete from field_removals', []);
    expect((await check(1)).missing.map(({ field_id }) => field_id)).toEqual(['title', 'amount']);
  });
});

describe('the versions of the menu', () => {
  test('are listed, compared and restored, without links to templates that are gone', async () => {
    const inDev = { params: dev() };
    await saveTemplate(server, 'thing', inOrder([field('code', 'text')]), { label: 'Things' });
    const group = { id: 'group', parent_id: 'root', label: 'Group', template_id: '', order: 9 };
    await server.call(menu.save, { ...inDev, body: { menu: [{ ...group, status: 1 }] } }, as);
    const changed = [
      { ...group, label: 'Arms', status: 2 as const },
      { id: 'more', parent_id: 'group', label: 'More', template_id: 'thing', order: 0, status: 1 as const },
    ];
    await server.call(menu.save, { ...inDev, body: { menu: changed } }, as);
    const removed = [
      { id: 'more', parent_id: 'group', label: 'More', template_id: 'thing', order: 0, status: 3 as const },
    ];
    const { version: seen } = await server.call(menu.save, { ...inDev, body: { menu: removed } }, as);
    const { versions } = await server.call(history.listMenu, { ...inDev, query: {} }, as);
    expect(versions.map(({ nodes, origin, is_current }) => [nodes, origin, is_current]).slice(0, 2)).toEqual([
      [{ added: 0, updated: 0, removed: 1 }, 'form', true],
      [{ added: 1, updated: 1, removed: 0 }, 'form', false],
    ]);
    expect(versions[1]?.changes).toEqual([
      { id: 'group', name: 'Arms', change: 'updated', setting: 'label', before: group.label, after: 'Arms' },
      { id: 'more', name: 'More', change: 'added' },
    ]);
    const [, second, third] = versions.map(({ id }) => id);
    const diff = await server.call(
      history.compareMenu,
      { ...inDev, query: { from: third ?? 0, ...(second && { to: second }) } },
      as,
    );
    expect(diff.nodes.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual([
      { id: 'group', change: 'updated' },
      { id: 'more', change: 'added' },
    ]);
    const stale = await server.send(history.restoreMenu, { ...inDev, body: { id: second ?? 0, seen: 'x' } }, as);
    expect(stale.status).toBe(409);
    const back = await server.call(history.restoreMenu, { ...inDev, body: { id: second ?? 0, seen } }, as);
    expect(back.missing).toEqual([]);
    const shown = async () => (await server.call(menu.list, inDev, as)).menu.map(({ id, label }) => [id, label]);
    expect(await shown()).toContainEqual(['more', 'More']);
    await server.call(templates.delete, { params: { ...dev(), templateId: 'thing' } }, as);
    const { version } = await server.call(menu.list, inDev, as);
    const again = await server.call(history.restoreMenu, { ...inDev, body: { id: second ?? 0, seen: version } }, as);
    expect(again.missing.map(({ template_id }) => template_id)).toEqual(['thing', 'thing']);
    const other = { params: { instanceId: server.studio.stage }, query: { from: second ?? 0 } };
    expect((await server.send(history.compareMenu, other, as)).status).toBe(404);
    const [newest] = (await server.call(history.listMenu, { ...inDev, query: { limit: 1 } }, as)).versions;
    expect(newest?.origin).toBe('restore');
  });
});

test('an item restored after its template was restored has everything again', async () => {
  const [id = 0] = await create({ price: 1, title: 'a', bonuses: [{ stat: 'x', amount: 3 }] });
  const [before] = await valuesOf(id);
  await saveFewer();
  const state = (await read()).items.get(id);
  await saveOne(
    server,
    saveBody(
      'sword',
      fewer,
      { price: 9 },
      { id, version: state?.version ?? 0, before: state?.values ?? {}, label: 'Other' },
    ),
  );
  await restore(1, 2);
  const params = { ...sword(), id };
  const { item } = await server.call(items.get, { params }, as);
  const { missing } = await server.call(history.checkItem, { params, query: { version: 1 } }, as);
  expect(missing).toEqual([]);
  await server.call(history.restoreItem, { params, body: { version: 1, seen: item.version } }, as);
  expect(await valuesOf(id)).toEqual([before]);
  await expectTidy();
});
