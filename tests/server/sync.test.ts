import type { Permission } from '@quartermaster/contract/access.ts';
import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { notFromProd, nothingSelected, sync } from '@quartermaster/contract/endpoints/sync.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { readChanges } from '../../server/modules/sync/differences/list-repository.ts';
import { createRole, grantRole } from '../../server/modules/workspaces/service.ts';
import { shows } from '../specification/shows.ts';
import { setPlan } from '../support/members.ts';
import { field, inOrder, sampleFields, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { contentOf, syncOf, valuesOf } from '../support/sync.ts';

const fields = sampleFields('thing');
let server: TestServer;
let dev: ReturnType<typeof syncOf>;
let stage: ReturnType<typeof syncOf>;

beforeEach(async () => {
  server = await startTestServer();
  dev = syncOf(server, server.studio.dev);
  stage = syncOf(server, server.studio.stage);
  await saveTemplate(server, 'thing', fields);
});

const create = async (values: ItemValues, label = 'A thing'): Promise<number> =>
  (await saveOne(server, saveBody('thing', fields, values, { label }))).id;

/** Changes values of an item of an instance. */
async function edit(id: number, values: ItemValues, instanceId = server.studio.dev, label = 'A thing'): Promise<void> {
  const before = (await valuesOf(server, instanceId, id)) ?? {};
  const { item } = await server.call(items.get, { params: { instanceId, templateId: 'thing', id } }, { as: 'owner' });
  await saveOne(
    server,
    saveBody('thing', fields, values, { label, before, id, version: item.version }),
    'owner',
    instanceId,
  );
}

const refusal = async (endpoint: typeof sync.all | typeof sync.some, body: unknown, instanceId = server.studio.dev) => {
  const { status, body: answer } = await server.send(endpoint, { params: { instanceId }, body }, { as: 'owner' });
  return { status, ...(answer as { error: string; message: string; details: Record<string, never> }) };
};

describe('the list of changes', () => {
  it('has every template and item that differs, with the effect of a sync on it', async () => {
    shows('2.3.sync.items', '2.3.sync.template', '2.7.changes.get', '3.sync.list.change');
    const first = await create({ title: 'One' }, 'One');
    const second = await create({ title: 'Two' }, 'Two');
    const labelled = await create({ title: 'Four' }, 'Four');
    await dev.all();
    await edit(first, { title: 'First' });
    await server.call(
      items.delete,
      { params: { instanceId: server.studio.dev, templateId: 'thing', id: second } },
      { as: 'owner' },
    );
    const third = await create({ title: 'Three' }, 'Three');
    await edit(labelled, { title: 'Four' }, server.studio.dev, 'Fourth');
    // Differences between Stage and Prod are not listed, and a template is listed by its name.
    const notes = inOrder([field('note', 'text')]);
    await saveTemplate(server, 'zeta', notes, { label: 'A note' });
    const { id: noted } = await saveOne(server, saveBody('zeta', notes, { note: 'x' }, { label: 'Noted' }));
    const list = await dev.changes();
    expect(list.templates).toMatchObject([
      {
        template_id: 'zeta',
        name: 'A note',
        is_changed: true,
        change: 'added',
        counts: { added: 1, updated: 0, removed: 0, conflicts: 0 },
        items: [{ id: noted, name: 'Noted', change: 'added', conflict: false }],
      },
      {
        template_id: 'thing',
        name: 'The thing',
        is_changed: false,
        change: null,
        counts: { added: 1, updated: 2, removed: 1, conflicts: 0 },
        items: [
          { id: first, name: 'A thing', change: 'updated', conflict: false },
          { id: second, name: 'Two', change: 'removed', conflict: false },
          // A label alone is a change, too.
          { id: labelled, name: 'Fourth', change: 'updated', conflict: false },
          { id: third, name: 'Three', change: 'added', conflict: false },
        ],
      },
    ]);
    expect(list.templates).toHaveLength(2);
    expect(list).toMatchObject({ source: { env: 'Dev' }, target: { env: 'Stage' }, menu: { is_changed: true } });
    // Like items of the target that existed before the first sync.
    await server.app.deps.database.query('update items set synced_hash = null, synced_version = null', []);
    const changes = (await dev.changes()).templates[1]?.items.map(({ id, change }) => [id, change]);
    expect(changes).toEqual([
      [first, 'updated'],
      [second, 'removed'],
      [labelled, 'updated'],
      [third, 'added'],
    ]);
  });

  it('lists a template alone if none of its items changed', async () => {
    shows('2.3.sync.template');
    await create({ title: 'One' });
    await dev.all();
    await saveTemplate(server, 'thing', fields, { version: 1, label: 'Another label' });
    expect((await dev.changes()).templates).toMatchObject([
      { template_id: 'thing', name: 'Another label', is_changed: true, change: 'updated', items: [] },
    ]);
  });

  it('is empty if nothing differs', async () => {
    shows('2.7.changes.get');
    await create({ title: 'One' });
    await dev.all();
    expect(await dev.changes()).toMatchObject({ templates: [], menu: { is_changed: false } });
  });

  it('has the differences on both sides of each compared range of ids', async () => {
    shows('2.7.changes.get', '3.sync.list.change');
    const { query } = server.app.deps.database;
    const ids: number[] = [];
    const createFrom = async (first: number, count: number) => {
      await query('update projects set next_item_id = $1 where id = (select project_id from instances where id = $2)', [
        first,
        server.studio.dev,
      ]);
      for (let made = 0; made < count; made += 1) ids.push(await create({ title: 'One' }));
    };
    await createFrom(19_998, 4);
    await dev.all();
    await createFrom(39_999, 2);
    await edit(19_999, { title: 'Two' });
    await edit(20_000, { title: 'Two' });
    const params = { instanceId: server.studio.dev, templateId: 'thing', id: 20_001 };
    await server.call(items.delete, { params }, { as: 'owner' });
    expect(ids).toEqual([19_998, 19_999, 20_000, 20_001, 39_999, 40_000]);
    expect((await dev.changes()).templates[0]?.items).toMatchObject([
      { id: 19_999, change: 'updated' },
      { id: 20_000, change: 'updated' },
      { id: 20_001, change: 'removed' },
      { id: 39_999, change: 'added' },
      { id: 40_000, change: 'added' },
    ]);
  });

  it('is read by the primary key alone, even if one template has most items of the server', async () => {
    const { database } = server.app.deps;
    await dev.all();
    await database.query(
      `insert into items (template_key, id, label, "values", version, created_at, updated_at)
        select t.key, n, 'Item', '{}', 1, now(), now() from templates t, generate_series(1, 4000) n
        where t.id = 'thing' and t.instance_id in ($1, $2)`,
      [server.studio.dev, server.studio.stage],
    );
    await database.query('analyze items', []);
    const plans: string[] = [];
    const explain = async (text: string, values: readonly unknown[]) => {
      const rows = await database.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values);
      plans.push(...rows.map((row) => row['QUERY PLAN']));
      return [];
    };
    const { dev: source, stage: target } = server.studio;
    await readChanges(explain, { source: { id: source, env: 'Dev' }, target: { id: target, env: 'Stage' } }, {}, 0);
    expect(plans.filter((line) => /on items\b/.test(line)).length).toBeGreaterThan(0);
    expect(plans.filter((line) => line.includes('Seq Scan on items'))).toEqual([]);
  });

  it('can be limited to a template, a text, a kind of change, and paged', async () => {
    shows('2.7.changes.get', '3.calls.lists.paged');
    const ids = [];
    for (const nth of [1, 2, 3, 4, 5]) ids.push(await create({ price: nth }, `Item ${nth}`));
    const [page] = (await dev.changes({ template: 'thing', limit: 2 })).templates;
    expect(page?.items.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    expect(page?.counts.added).toBe(5);
    const [next] = (await dev.changes({ template: 'thing', limit: 2, cursor: page?.next_cursor ?? '' })).templates;
    expect(next?.items.map(({ id }) => id)).toEqual(ids.slice(2, 4));
    const [last] = (await dev.changes({ template: 'thing', limit: 2, cursor: next?.next_cursor ?? '' })).templates;
    expect(last).toMatchObject({ items: [{ id: ids[4] }], next_cursor: null });
    expect((await dev.changes({ search: 'ITEM 3' })).templates[0]?.items).toMatchObject([{ id: ids[2] }]);
    expect((await dev.changes({ change: 'removed' })).templates[0]?.items).toEqual([]);
    expect((await dev.changes({ template: 'other' })).templates).toEqual([]);
  });
});

describe('the calls of sync', () => {
  /** The owner's responses: the changes, a sync of all of them, and one of a template. */
  const answers = async (instanceId: number) => {
    const params = { instanceId };
    const changes = [{ template_id: 'thing', is_update_template: true, items: [] }];
    const as = { as: 'owner' } as const;
    const sent = [
      await server.send(sync.listChanges, { params }, as),
      await server.send(sync.all, { params, body: {} }, as),
      await server.send(sync.some, { params, body: { changes } }, as),
      await server.send(sync.check, { params, body: { changes } }, as),
    ];
    return sent.map(({ status, body }) => ({ status, ...(body as { error?: string; message?: string }) }));
  };

  it.each(['free', 'starter'])('are refused on %s', async (plan) => {
    shows('3.plans.sync.free', '3.plans.sync.starter');
    await setPlan(server, { plan });
    const refused = expect.objectContaining({ status: 402, error: 'plan' });
    for (const instanceId of [server.studio.dev, server.studio.stage])
      expect(await answers(instanceId)).toEqual([refused, refused, refused, refused]);
  });

  it('are answered on Teams', async () => {
    shows('3.plans.sync.teams');
    await setPlan(server, { plan: 'teams' });
    expect((await answers(server.studio.dev)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  it('are refused in Prod', async () => {
    shows('3.sync.prod');
    const refused = expect.objectContaining({ status: 422, message: notFromProd });
    expect(await answers(server.studio.prod)).toEqual([refused, refused, refused, refused]);
  });
});

describe('a sync of all', () => {
  it('makes the target equal in every table, with the same ids, first in Stage and then in Prod', async () => {
    shows(
      '2.4.sync.dev-to-stage',
      '2.4.sync.stage-to-prod',
      '2.7.changes.move-all',
      '3.calls.field-id.same',
      '3.calls.item-id.same',
      '3.calls.template-id.same',
      '3.sync.items',
      '3.sync.source.all',
      '3.sync.templates',
    );
    await saveTemplate(server, 'other', inOrder([field('link', 'item-link', { templateId: 'thing' })]));
    const first = await create({ title: 'One', price: 3, bonuses: [{ stat: 'str', levels: [{ step: 1.5 }] }, {}] });
    const second = await create({ title: 'Two', parent: first, parts: [first, first] });
    await saveOne(
      server,
      saveBody('other', inOrder([field('link', 'item-link', { templateId: 'thing' })]), { link: first }),
    );
    const { dev: from, stage: into, prod } = server.studio;
    const [source, untouched] = [await contentOf(server, from), await contentOf(server, prod)];
    const started = await dev.all({ note: 'The first one' });
    expect(started).toMatchObject({ state: 'applied', progress: { done: 3, total: 3 } });
    expect(await contentOf(server, into)).toEqual(await contentOf(server, from));
    expect(await contentOf(server, from)).toEqual(source);
    expect(await contentOf(server, prod)).toEqual(untouched);
    expect((await dev.changes()).templates).toEqual([]);
    expect(await stage.all()).toMatchObject({ state: 'applied' });
    expect(await contentOf(server, prod)).toEqual(await contentOf(server, from));

    await edit(first, { price: 4, bonuses: [{ stat: 'agi' }] });
    const changed = inOrder([...fields.filter(({ id }) => id !== 'rarity'), field('extra', 'float')]);
    await saveTemplate(server, 'thing', changed, { version: 1, label: 'Things' });
    await server.call(templates.delete, { params: { instanceId: from, templateId: 'other' } }, { as: 'owner' });
    // The other item stays, so that the template's item count still exists.
    await server.call(items.delete, { params: { instanceId: from, templateId: 'thing', id: second } }, { as: 'owner' });
    const former = await contentOf(server, prod);
    await dev.all();
    expect(await contentOf(server, into)).toEqual(await contentOf(server, from));
    expect(await contentOf(server, prod)).toEqual(former);
    expect(await dev.all()).toEqual({ id: null, state: 'applied', progress: { done: 0, total: 0 } });
  });

  it('needs the permission to sync in the source, and nothing in the target', async () => {
    shows('2.6.move-instance-changes.moves');
    const { workspaceId, dev: instanceId, accounts } = server.studio;
    const id = await create({ title: 'One' });
    const give = (name: string, allowed: Permission[]) =>
      server.app.deps.database.transaction(async (query) => {
        const roleId = await createRole(query, { workspaceId, name, allowed });
        await grantRole(query, { workspaceId, instanceId, accountId: accounts.member, roleId });
      });
    const changes = [{ template_id: 'thing', is_update_template: true, items: [id] }];
    const move = async (of = instanceId) => {
      const params = { instanceId: of };
      const answers = [
        await server.send(sync.all, { params, body: {} }, { as: 'member' }),
        await server.send(sync.some, { params, body: { changes } }, { as: 'member' }),
      ];
      return answers.map(({ status }) => status);
    };
    await give('All but that', [
      'READ',
      'EXPORT',
      'MENU_MANAGEMENT',
      'INSTANCE_CHANGES',
      'CREATE_ITEM',
      'CREATE_TEMPLATE',
    ]);
    expect(await move()).toEqual([403, 403]);
    await give('Moves', ['MOVE_INSTANCE_CHANGES']);
    expect((await move())[0]).toBe(200);
    expect(await move(server.studio.stage)).toEqual([403, 403]);
    expect(await valuesOf(server, server.studio.stage, id)).toEqual({ title: 'One' });
  });

  it('writes revisions in the target, marked with the sync, and does not copy those of the source', async () => {
    shows('3.sync.own-revisions', '3.sync.own-version', '3.sync.revision', '3.sync.revision-mark');
    const id = await create({ title: 'Zero' });
    await edit(id, { title: 'One' });
    await saveTemplate(server, 'thing', fields, { version: 1, label: 'Another label' });
    const other = await create({ title: 'Other' });
    await create({ title: 'Unchanged' });
    const { id: syncId } = await dev.all();
    await edit(id, { title: 'Two' });
    await saveTemplate(server, 'thing', fields, { version: 2, label: 'A third label' });
    await server.call(
      items.delete,
      { params: { instanceId: server.studio.dev, templateId: 'thing', id: other } },
      { as: 'owner' },
    );
    const { id: nextId } = await dev.all();
    const { query } = server.app.deps.database;
    const rows = await query(
      `select r.item_id - $2::int as nth, r.version, r.action, r."values", r.change_set_id, r.account_id
        from item_revisions r join templates t on t.key = r.template_key
        where t.instance_id = $1 order by r.item_id, r.version`,
      [server.studio.stage, id],
    );
    const account_id = server.studio.accounts.owner;
    const [one, two] = [
      { change_set_id: syncId, account_id },
      { change_set_id: nextId, account_id },
    ];
    expect(rows).toEqual([
      { nth: 0, version: 1, action: 'create', values: { title: 'One' }, ...one },
      { nth: 0, version: 2, action: 'update', values: { title: 'Two' }, ...two },
      { nth: 1, version: 1, action: 'create', values: { title: 'Other' }, ...one },
      { nth: 1, version: 2, action: 'delete', values: { title: 'Other' }, ...two },
      { nth: 2, version: 1, action: 'create', values: { title: 'Unchanged' }, ...one },
    ]);
    const ofTemplate = await query(
      `select version, label, change_set_id, account_id from template_revisions
        where instance_id = $1 and template_id = 'thing' order by version`,
      [server.studio.stage],
    );
    expect(ofTemplate).toEqual([
      { version: 1, label: 'Another label', ...one },
      { version: 2, label: 'A third label', ...two },
    ]);
    const ofSource = 'select count(change_set_id)::int as marked from item_revisions where template_key = $1';
    const [key] = await query<{ key: number }>("select key from templates where instance_id = $1 and id = 'thing'", [
      server.studio.dev,
    ]);
    expect(await query(ofSource, [key?.key])).toEqual([{ marked: 0 }]);
    const versions = await server.app.deps.database.query(
      `select i.version, t.version as of_template from items i join templates t on t.key = i.template_key
        where t.instance_id = any($1::int[]) and i.id = $2 order by t.instance_id`,
      [[server.studio.dev, server.studio.stage], id],
    );
    expect(versions).toEqual([
      { version: 3, of_template: 3 },
      { version: 2, of_template: 2 },
    ]);
  });

  it('is refused with the current list if the changes are not those that were reviewed', async () => {
    await create({ title: 'One' });
    const { revision } = await dev.changes();
    const id = await create({ title: 'Two' }, 'Two');
    const { status, error, details } = await refusal(sync.all, { seen: revision });
    expect({ status, error }).toEqual({ status: 409, error: 'changed' });
    expect(JSON.stringify(details)).toContain(`"id":${id},"name":"Two"`);
    expect(await valuesOf(server, server.studio.stage, id)).toBeUndefined();
    await dev.all({ seen: (await dev.changes()).revision });
    expect(await valuesOf(server, server.studio.stage, id)).toEqual({ title: 'Two' });
  });
});

describe('a sync of a selection', () => {
  it('moves the selected changes and no others', async () => {
    shows(
      '2.3.sync-request.changes',
      '2.3.sync-request.items',
      '2.7.changes.move-some',
      '2.7.changes.move-some-shape',
      '3.sync.source.some',
    );
    const first = await create({ title: 'One' });
    const second = await create({ title: 'Two' });
    await dev.some({ changes: [{ template_id: 'thing', is_update_template: true, items: [second] }] });
    expect(await valuesOf(server, server.studio.stage, second)).toEqual({ title: 'Two' });
    expect(await valuesOf(server, server.studio.stage, first)).toBeUndefined();
    expect((await dev.changes()).templates).toMatchObject([{ is_changed: false, items: [{ id: first }] }]);
    // Unselected changes stay: a template, other changed and deleted items, another template, and the menu.
    const third = await create({ title: 'Three' });
    await dev.items('thing', [first, third]);
    await saveTemplate(server, 'thing', fields, { version: 1, label: 'Another label' });
    await saveTemplate(server, 'other', inOrder([field('title', 'text')]));
    await edit(first, { title: 'First' });
    await edit(second, { title: 'Second' });
    const removed = { instanceId: server.studio.dev, templateId: 'thing', id: third };
    await server.call(items.delete, { params: removed }, { as: 'owner' });
    const before = (await contentOf(server, server.studio.stage)) as Record<string, unknown>;
    await dev.items('thing', [second]);
    const after = (await contentOf(server, server.studio.stage)) as Record<string, unknown>;
    expect({ ...after, items: 0, values: 0 }).toEqual({ ...before, items: 0, values: 0 });
    const titles = [first, second, third].map((id) => valuesOf(server, server.studio.stage, id));
    expect(await Promise.all(titles)).toEqual([{ title: 'One' }, { title: 'Second' }, { title: 'Three' }]);
    // A template does not include its items.
    await dev.some({ changes: [{ template_id: 'thing', is_update_template: true, items: [] }] });
    expect(await valuesOf(server, server.studio.stage, first)).toEqual({ title: 'One' });
    expect(await valuesOf(server, server.studio.stage, third)).toEqual({ title: 'Three' });
    await dev.items('thing', [third]);
    expect(await valuesOf(server, server.studio.stage, third)).toBeUndefined();
    expect((await dev.changes()).templates).toMatchObject([
      { template_id: 'thing', is_changed: false, items: [{ id: first }] },
      { template_id: 'other', is_changed: true, items: [] },
    ]);
  });

  it('of nothing is refused', async () => {
    shows('2.7.changes.move-some');
    const nothing = { changes: [{ template_id: 'thing', is_update_template: false, items: [] }] };
    expect(await refusal(sync.some, nothing)).toMatchObject({ status: 422, message: nothingSelected });
  });

  it('is refused if link targets are missing in the target, naming them, and succeeds with them', async () => {
    shows('3.sync.link.named', '3.sync.link.refused', '3.sync.link.selected');
    await dev.all();
    const there = await create({ title: 'There' }, 'There');
    await dev.items('thing', [there]);
    const target = await create({ title: 'Target' }, 'Target');
    const second = await create({ title: 'Second' }, 'Second');
    const linking = await create({ parent: target, parts: [there, second] }, 'Linking');
    const inRow = await create({ bonuses: [{}, { source: second }] }, 'In a row');
    const body = (ids: number[]) => ({ changes: [{ template_id: 'thing', is_update_template: false, items: ids }] });
    const lacks = async (ids: number[]) => {
      const { status, details } = await refusal(sync.some, body(ids));
      const { missing } = details as unknown as { missing: { count: number; sample: object[] } };
      return { status, ...missing };
    };
    const missing = (id: number, name: string, by: number, label: string) => ({
      template_id: 'thing',
      id,
      name,
      linked_by: { id: by, name: label },
    });
    expect(await lacks([linking])).toMatchObject({
      status: 422,
      count: 2,
      sample: [missing(target, 'Target', linking, 'Linking'), missing(second, 'Second', linking, 'Linking')],
    });
    expect(await lacks([linking, target])).toMatchObject({
      status: 422,
      count: 1,
      sample: [missing(second, 'Second', linking, 'Linking')],
    });
    expect(await lacks([inRow])).toMatchObject({
      status: 422,
      count: 1,
      sample: [missing(second, 'Second', inRow, 'In a row')],
    });
    expect(await valuesOf(server, server.studio.stage, target)).toBeUndefined();
    await dev.some(body([linking, target, second]));
    expect(await valuesOf(server, server.studio.stage, linking)).toEqual({ parent: target, parts: [there, second] });
  });

  it('is refused without a template that the target lacks', async () => {
    const id = await create({ title: 'One' });
    const { status, details } = await refusal(sync.some, {
      changes: [{ template_id: 'thing', is_update_template: false, items: [id] }],
    });
    expect({ status, details }).toMatchObject({
      status: 422,
      details: { missing_templates: [{ template_id: 'thing' }] },
    });
  });

  it('is refused if values do not fit the template of the target', async () => {
    const id = await create({ title: 'One' }, 'One');
    await dev.all();
    await saveTemplate(server, 'thing', inOrder([...fields, field('extra', 'integer')]), { version: 1 });
    const version = 1;
    const extended = inOrder([...fields, field('extra', 'integer')]);
    await saveOne(
      server,
      saveBody('thing', extended, { title: 'One', extra: 3 }, { id, version, before: { title: 'One' } }),
    );
    const { status, details } = await refusal(sync.some, {
      changes: [{ template_id: 'thing', is_update_template: false, items: [id] }],
    });
    expect({ status, details }).toMatchObject({
      status: 422,
      details: { incompatible: { sample: [{ id, field_id: 'extra', reason: 'the template has no such field' }] } },
    });
  });

  it('is refused if an item outside the selection links to one that is removed', async () => {
    shows('3.sync.link.named', '3.sync.link.selected');
    const target = await create({ title: 'Target' }, 'Target');
    const linking = await create({ parent: target }, 'Linking');
    await dev.all();
    await edit(linking, {});
    await server.call(
      items.delete,
      { params: { instanceId: server.studio.dev, templateId: 'thing', id: target } },
      { as: 'owner' },
    );
    const body = (ids: number[]) => ({ changes: [{ template_id: 'thing', is_update_template: false, items: ids }] });
    const { status, details } = await refusal(sync.some, body([target]));
    expect({ status, details }).toMatchObject({
      status: 422,
      details: { still_linked: { sample: [{ id: target, linked_by: { id: linking } }] } },
    });
    await dev.some(body([target, linking]));
    expect(await contentOf(server, server.studio.stage)).toEqual(await contentOf(server, server.studio.dev));
  });

  it('is not refused for links that it removes itself: in a removed field, or in merged content', async () => {
    shows('3.sync.diff.missing-links', '3.sync.link.named');
    const target = await create({ title: 'Target' }, 'Target');
    const linking = await create({ parent: target }, 'Linking');
    await dev.all();
    // The hotfix causes the item to be merged by field.
    await edit(linking, { parent: target, price: 5 }, server.studio.stage);
    await edit(linking, { title: 'Other' });
    await server.call(
      items.delete,
      { params: { instanceId: server.studio.dev, templateId: 'thing', id: target } },
      { as: 'owner' },
    );
    const selection = { changes: [{ template_id: 'thing', is_update_template: false, items: [target, linking] }] };
    const merge = (take: 'source' | 'target') => ({
      decisions: [
        { template_id: 'thing', id: linking, take: 'fields' as const, fields: [{ field_id: 'parent', take }] },
      ],
    });
    const merged = await dev.check({ ...selection, ...merge('target') });
    expect(merged.still_linked.sample).toMatchObject([{ id: target, linked_by: { id: linking } }]);
    expect(merged.missing.count).toBe(0);
    expect((await dev.check({ ...selection, ...merge('source') })).still_linked.count).toBe(0);

    const lacking = await create({ title: 'New' }, 'New');
    await edit(linking, { title: 'Other', parent: lacking });
    const alone = { changes: [{ template_id: 'thing', is_update_template: false, items: [linking] }] };
    const missing = { count: 1, sample: [{ id: lacking, linked_by: { id: linking } }] };
    expect((await dev.check({ ...alone, ...merge('source') })).missing).toMatchObject(missing);
    expect(await refusal(sync.some, { ...alone, ...merge('source') })).toMatchObject({
      status: 422,
      details: { missing },
    });
    expect((await dev.check({ ...alone, ...merge('target') })).missing.count).toBe(0);
    await edit(linking, { title: 'Other' });

    const left = fields.filter(({ id }) => id !== 'parent');
    await saveTemplate(server, 'thing', left, { version: 1 });
    const withTemplate = { changes: [{ template_id: 'thing', is_update_template: true, items: [target] }] };
    expect((await dev.check(withTemplate)).still_linked.count).toBe(0);
    await dev.some(withTemplate);
    expect(await valuesOf(server, server.studio.stage, target)).toBeUndefined();
  });

  it('is refused if a selected item has changed since it was loaded, but not if another one has', async () => {
    await dev.all();
    const first = await create({ title: 'One' });
    const second = await create({ title: 'Two' });
    const [listed] = (await dev.changes()).templates;
    const revisions = [listed?.items.find(({ id }) => id === first)?.revision ?? ''];
    const body = { changes: [{ template_id: 'thing', is_update_template: false, items: [first], revisions }] };
    await edit(first, { title: 'Three' });
    expect(await refusal(sync.some, body)).toMatchObject({ status: 409, error: 'changed' });
    await edit(first, { title: 'One' });
    await edit(second, { title: 'Four' });
    await dev.some(body);
    expect(await valuesOf(server, server.studio.stage, first)).toEqual({ title: 'One' });
  });
});

it('answers a few concurrent checks of an instance, and refuses more with a retry time', async () => {
  const body = { changes: [{ template_id: 'thing', is_update_template: true, items: [] }] };
  const send = () => server.send(sync.check, { params: { instanceId: server.studio.dev }, body }, { as: 'owner' });
  const { database } = server.app.deps;
  const { query } = database;
  const { promise, resolve } = Promise.withResolvers<void>();
  let begun = 0;
  vi.spyOn(database, 'query').mockImplementation(async (text, values, name) => {
    if (name === 'sync-pair') {
      begun += 1;
      await promise;
    }
    return query(text, values, name);
  });
  try {
    const all = Array.from({ length: 5 }, send);
    const refused = await Promise.race(all);
    expect([refused.status, refused.headers['retry-after'], refused.body]).toMatchObject([
      429,
      '2',
      { message: 'Too many checks of changes are running. Please try again in a moment.' },
    ]);
    await expect.poll(() => begun).toBe(2);
    resolve();
    expect((await Promise.all(all)).map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 429]);
    expect((await send()).status).toBe(200);
  } finally {
    vi.restoreAllMocks();
  }
});
