import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { changeSets } from '@quartermaster/contract/endpoints/change-sets.ts';
import { history, type ItemVersion } from '@quartermaster/contract/endpoints/history.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import type { ErrorBody } from '@quartermaster/contract/errors.ts';
import { describe, expect, test } from 'vitest';
import { copyInstanceContent } from '../../server/content/schema/copy-content.ts';
import { listItemVersions } from '../../server/modules/history/item-service.ts';
import { shows } from '../specification/shows.ts';
import { keyedItems, saveKeyed, usedBy } from '../support/keyed-items.ts';
import { field, inOrder, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import {
  apply,
  as,
  beginSwordEdits,
  byIds,
  create,
  dev,
  expectTidy,
  fields,
  operate,
  read,
  server,
  undo,
} from '../support/sword-edits.ts';

const options = [
  { id: 'a', label: 'A' },
  { id: 'b', label: 'B' },
];

beginSwordEdits();

const place = (id: number, templateId = 'sword') => ({ ...dev(), templateId, id });
const list = (id: number, query: { field?: string; cursor?: string; limit?: number } = {}) =>
  server.call(history.listItem, { params: place(id), query }, as);
const compare = (id: number, from: number, to?: number) =>
  server.call(history.compareItem, { params: place(id), query: { from, ...(to !== undefined && { to }) } }, as);

/** Gives an item other values by hand. */
async function save(id: number, values: ItemValues, label = 'Sword', form = fields): Promise<number> {
  const { version = 0, values: before = {} } = (await read()).items.get(id) ?? {};
  return (await saveOne(server, saveBody('sword', form, values, { id, version, before, label }))).version;
}

const first = async (values: ItemValues = { price: 1 }): Promise<number> => {
  const [id] = await create({ ...values, label: 'Sword' });
  return id ?? expect.fail('An item was created.');
};

/** Every page of a list, one after the other. */
async function all(id: number, query: { field?: string; limit: number }) {
  const found: ItemVersion[] = [];
  let pages = 0;
  for (let cursor: string | null | undefined; cursor !== null; pages += 1) {
    const page = await list(id, { ...query, ...(cursor !== undefined && { cursor }) });
    found.push(...page.versions);
    cursor = page.next_cursor;
  }
  return { found, pages };
}

describe('the versions of an item', () => {
  test('are listed newest first, with who, how and what', async () => {
    const id = await first({ title: 'a', price: 1 });
    await save(id, { title: 'a', price: 2, bonuses: [{ stat: 'x' }] });
    const { id: changeSet } = await apply(byIds(id), operate({ field_id: 'price', op: 'set', value: 3 }));
    await undo(changeSet);
    await save(id, { title: 'b', bonuses: [{ stat: 'y' }], price: 2 }, 'Blade');
    const { versions, next_cursor } = await list(id);
    expect(next_cursor).toBeNull();
    const said = versions.map(({ version, action, origin, label, label_changed, fields: changed, field_count }) => [
      version,
      action,
      origin,
      label,
      label_changed,
      changed,
      field_count,
    ]);
    expect(said).toEqual([
      [5, 'update', 'form', 'Blade', true, ['title', 'bonuses'], 2],
      [4, 'update', 'undo', 'Sword', false, ['price'], 1],
      [3, 'update', 'bulk-edit', 'Sword', false, ['price'], 1],
      [2, 'update', 'form', 'Sword', false, ['price', 'bonuses'], 2],
      [1, 'create', 'form', 'Sword', true, ['title', 'price'], 2],
    ]);
    expect(versions.map(({ is_current }) => is_current)).toEqual([true, false, false, false, false]);
    expect(versions.map(({ template_version }) => template_version)).toEqual([1, 1, 1, 1, 1]);
    expect(versions.map(({ change_set_id }) => change_set_id)).toEqual([
      null,
      expect.any(Number),
      changeSet,
      null,
      null,
    ]);
    expect(new Set(versions.map(({ by }) => by.name)).size).toBe(1);
    expect(versions[0]?.by.name).not.toBe('');
  });

  test('have the first values that they changed, large ones without', async () => {
    const wide = inOrder([
      ...fields,
      field('kind', 'choice', { options }),
      field('notes', 'long-text'),
      field('tags', 'text-list'),
      field('names', 'localised-text', { source: 'en' }),
    ]);
    await saveTemplate(server, 'sword', wide, { version: 1, label: 'Swords' });
    const [part = 0, other = 0] = await create({ price: 8 }, { price: 9 });
    const [id = 0] = await create({ price: 1, parts: [part], label: 'Sword' });
    const change = async (values: ItemValues, label = 'Sword') => {
      await save(id, values, label, wide);
      const { versions } = await list(id, { limit: 1 });
      return versions[0]?.changes;
    };
    expect((await list(id)).versions[0]?.changes).toEqual([]);
    // In the order of the template, the label first.
    expect(await change({ price: 2, parts: [other], title: 'a', kind: 'b' }, 'Blade')).toEqual([
      { field_id: 'label', before: 'Sword', after: 'Blade' },
      { field_id: 'title', before: null, after: 'a' },
      { field_id: 'price', before: 1, after: 2 },
    ]);
    const base = { price: 2 };
    expect(await change({ ...base, parts: [part, other] }, 'Blade')).toEqual([
      { field_id: 'title', before: 'a', after: null },
      { field_id: 'parts', before: [], after: [part] },
      { field_id: 'kind', before: 'b', after: null },
    ]);
    expect(await change({ ...base, bonuses: [{ stat: 'x' }, { stat: 'y' }] }, 'Blade')).toEqual([
      { field_id: 'parts', before: [part, other], after: [] },
      { field_id: 'bonuses', amounts: { added: 2, updated: 0, removed: 0 } },
    ]);
    const texts = (de: string) => ({ names: { en: { text: 'Sword' }, de: { text: de } } });
    await change({ ...base, ...texts('Schwert') });
    expect(await change({ ...base, ...texts('Klinge') })).toEqual([
      { field_id: 'names', language: 'de', before: 'Schwert', after: 'Klinge' },
    ]);
    const long = 'roots for '.repeat(100);
    await change({ ...base, notes: `${long}2 seconds` });
    expect(await change({ ...base, notes: `${long}2.5 seconds` })).toEqual([
      { field_id: 'notes', before: '… for roots for 2 seconds', after: '… for roots for 2.5 seconds' },
    ]);
    expect(await change({ ...base, notes: 'x'.repeat(20_000) })).toEqual([{ field_id: 'notes' }]);
    const tags = Array.from({ length: 9 }, (_, index) => `tag ${index}`);
    expect(await change({ ...base, tags })).toEqual([
      { field_id: 'notes' },
      { field_id: 'tags', amounts: { added: 9, updated: 0, removed: 0 } },
    ]);
  });

  test('have no values that are of another type now, or of removed fields', async () => {
    const id = await first({ price: 1, title: 'a', weight: 1 });
    await save(id, { price: 2, title: 'b', weight: 2 });
    await server.app.deps.database.query(
      `update templates set fields = (
        select jsonb_agg(case when f->>'id' = 'title' then jsonb_set(f, '{settings,type}', '"integer"') else f end)
        from jsonb_array_elements(fields) f where f->>'id' <> 'weight')`,
      [],
    );
    const [newest] = (await list(id)).versions;
    expect(newest?.field_count).toBe(3);
    expect(newest?.changes).toEqual([{ field_id: 'title' }, { field_id: 'price', before: 1, after: 2 }]);
  });

  test('come in pages that are neither too long nor leave anything out', async () => {
    const id = await first();
    for (let price = 2; price <= 7; price += 1) await save(id, { price });
    for (const limit of [1, 2, 3, 7]) {
      const { found, pages } = await all(id, { limit });
      expect(found.map(({ version }) => version)).toEqual([7, 6, 5, 4, 3, 2, 1]);
      expect(pages).toBe(Math.ceil(7 / limit));
      expect(found.every(({ field_count }) => field_count === 1)).toBe(true);
    }
    expect((await list(id, { cursor: '1' })).versions).toEqual([]);
  });

  test('are read a few at a time where they were large, however small the item is now', async () => {
    const id = await first();
    for (let price = 2; price <= 30; price += 1) await save(id, { price });
    const { query } = server.app.deps.database;
    await query(
      `update item_revisions set "values" = "values" || jsonb_build_object('old', repeat('x', 2000000)) where item_id = $1 and version <= 25`,
      [id],
    );
    const sizes: number[] = [];
    const counted: typeof query = async <Row>(text: string, values: readonly unknown[], name?: string) => {
      const rows = await query<Row>(text, [...values], name);
      if (name?.startsWith('item-versions')) sizes.push(rows.length);
      return rows;
    };
    const { versions } = await listItemVersions(counted, place(id), { limit: 40 });
    expect(versions.map(({ version, field_count }) => [version, field_count])).toEqual(
      Array.from({ length: 30 }, (_, index) => [30 - index, [4, 29].includes(index) ? 2 : 1]),
    );
    expect(Math.max(...sizes)).toBeLessThan(20);
  });

  test('of a field are those that changed its value, also one in rows or in a group', async () => {
    const grouped = inOrder([...fields, field('looks', 'group'), field('glow', 'boolean', { parentId: 'looks' })]);
    await saveTemplate(server, 'sword', grouped, { version: 1, label: 'Swords' });
    const id = await first({ price: 1, title: 'a' });
    await save(id, { price: 1, title: 'b' }, 'Sword', grouped);
    await save(id, { price: 2, title: 'b' }, 'Sword', grouped);
    await save(id, { price: 2, title: 'b', bonuses: [{ stat: 'x' }] }, 'Sword', grouped);
    await save(id, { price: 2, glow: true, bonuses: [{ stat: 'x' }] }, 'Sword', grouped);
    await save(id, { price: 2, glow: true, bonuses: [{ stat: 'y' }] }, 'Sword', grouped);
    const versionsOf = async (name: string, limit = 50) =>
      (await all(id, { field: name, limit })).found.map(({ version }) => version);
    for (const limit of [1, 2, 50]) {
      expect(await versionsOf('price', limit)).toEqual([3, 1]);
      expect(await versionsOf('title', limit)).toEqual([5, 2, 1]);
      expect(await versionsOf('stat', limit)).toEqual([6, 4]);
      expect(await versionsOf('bonuses', limit)).toEqual([6, 4]);
      expect(await versionsOf('looks', limit)).toEqual([5]);
      expect(await versionsOf('weight', limit)).toEqual([]);
    }
    // An entry names everything that its version changed.
    expect((await list(id, { field: 'title', limit: 1 })).versions[0]?.fields).toEqual(['title', 'glow']);
  });

  test('of a field are found beyond many others, page by page', async () => {
    const id = await first({ price: 1, title: 'old' });
    const { query } = server.app.deps.database;
    const count = 10_000;
    await query(
      `insert into item_revisions (template_key, item_id, version, action, label, "values", account_id, at, template_version)
        select template_key, item_id, n, 'update', label, "values" || jsonb_build_object('price', n), account_id, at, 1
        from item_revisions, generate_series(2, ${count}) n where item_id = $1 and version = 1`,
      [id],
    );
    await query(`update items set version = ${count} where id = $1`, [id]);
    const { found, pages } = await all(id, { field: 'title', limit: 50 });
    expect(found.map(({ version }) => version)).toEqual([1]);
    expect(pages).toBeLessThan(10);
    const prices = await list(id, { field: 'price', limit: 100 });
    expect(prices.versions.map(({ version }) => version)).toEqual(Array.from({ length: 100 }, (_, at) => count - at));
  });

  test('do not include those of a change set that was not applied', async () => {
    const id = await first();
    await save(id, { price: 2 });
    await save(id, { price: 3 });
    const { query } = server.app.deps.database;
    await query(
      `insert into change_sets (origin, target_id, account_id, state, note, request, revision, added, updated, removed, templates, created_at)
        values ('bulk-edit', $1, null, 'failed', '', '{}', '0', 0, 1, 0, 0, now())`,
      [server.studio.dev],
    );
    await query(
      'update item_revisions set change_set_id = (select max(id) from change_sets) where item_id = $1 and version = 2',
      [id],
    );
    const { versions } = await list(id);
    expect(versions.map(({ version, fields: changed }) => [version, changed])).toEqual([
      [3, ['price']],
      [1, ['price']],
    ]);
    expect((await list(id, { field: 'price' })).versions.map(({ version }) => version)).toEqual([3, 1]);
    const { status } = await server.send(history.compareItem, { params: place(id), query: { from: 2 } }, as);
    expect(status).toBe(404);
  });

  test('are those of the item in its instance only', async () => {
    const id = await first();
    const { stage } = server.studio;
    for (const params of [place(id + 1000), place(id, 'image'), { ...place(id), instanceId: stage }])
      for (const [call, query] of [
        [history.listItem, {}],
        [history.listItem, { field: 'price' }],
        [history.compareItem, { from: 1 }],
      ] as const)
        expect((await server.send(call as typeof history.listItem, { params, query }, as)).status).toBe(404);
    await server.call(items.delete, { params: place(id) }, as);
    expect((await server.send(history.listItem, { params: place(id), query: {} }, as)).status).toBe(404);
  });
});

test('a change set has the first values that it changed in each item', async () => {
  const [id = 0, other = 0, same = 0] = await create({ price: 1, title: 'a' }, { price: 2 }, { price: 3 });
  const changed = async (changeSetId: number | null) => {
    const params = { ...dev(), changeSetId: changeSetId ?? 0 };
    const { items: rows } = await server.call(changeSets.listItems, { params, query: {} }, as);
    return rows.map(({ difference }) => difference);
  };
  const { id: changeSet } = await apply(byIds(id, other, same), operate({ field_id: 'price', op: 'set', value: 3 }));
  const price = (before: string) => ({ label: 'The price', before, after: '3', rows: null });
  const prices = [
    { fields: 1, first: [price('1')] },
    { fields: 1, first: [price('2')] },
  ];
  expect(await changed(changeSet)).toEqual(prices);
  await save(id, { price: 9, title: 'a' });
  expect(await changed(changeSet)).toEqual(prices);
  const { id: several } = await apply(
    byIds(id),
    operate(
      { field_id: 'label', op: 'set', value: 'Blade' },
      { field_id: 'parent', op: 'set', value: other },
      { field_id: 'shiny', op: 'set', value: true },
      { field_id: 'price', op: 'set', value: 8 },
      { field_id: 'title', op: 'clear' },
    ),
  );
  const plain = { before: null, after: null, rows: null };
  expect(await changed(several)).toEqual([
    {
      fields: 5,
      first: [
        { label: 'Label', before: 'Sword', after: 'Blade', rows: null },
        { label: 'The title', before: 'a', after: '', rows: null },
        { label: 'The price', before: '9', after: '8', rows: null },
      ],
    },
  ]);
  const { id: linked } = await apply(byIds(other), operate({ field_id: 'parent', op: 'set', value: id }));
  expect(await changed(linked)).toEqual([{ fields: 1, first: [{ label: 'The parent', ...plain }] }]);
  await apply(byIds(id), operate({ field_id: 'parent', op: 'clear' }));
  await server.call(items.delete, { params: place(other) }, as);
  expect(await changed(linked)).toEqual([undefined]);
});

describe('two versions', () => {
  test('are compared field by field, the older one as the target', async () => {
    const id = await first({ price: 1, title: 'a' });
    await save(id, { price: 2, title: 'a', bonuses: [{ stat: 'x' }] });
    await save(id, { price: 3, bonuses: [{ stat: 'x' }] }, 'Blade');
    const diff = await compare(id, 1, 2);
    expect(diff).toMatchObject({
      target: { label: 'Sword', version: 1 },
      source: { label: 'Sword', version: 2 },
      label_changed: false,
    });
    expect(diff.fields.map(({ field_id, change }) => [field_id, change])).toEqual([
      ['price', 'updated'],
      ['bonuses', 'added'],
    ]);
    const now = await compare(id, 2);
    expect(now).toMatchObject({ source: { label: 'Blade', version: 3 }, label_changed: true });
    expect(now.fields.map(({ field_id, change }) => [field_id, change])).toEqual([
      ['price', 'updated'],
      ['title', 'removed'],
    ]);
    const { status } = await server.send(history.compareItem, { params: place(id), query: { from: 9 } }, as);
    expect(status).toBe(404);
  });

  test('show values of fields that the template no longer has', async () => {
    const id = await first({ price: 1, title: 'a', bonuses: [{ stat: 'x', amount: 4 }] });
    const without = inOrder(fields.filter(({ id: name }) => name !== 'title' && name !== 'amount'));
    const removed = fields
      .filter(({ id: name }) => name === 'title' || name === 'amount')
      .map((entry) => ({ ...entry, status: 3 as const }));
    await saveTemplate(server, 'sword', [...without, ...removed], { version: 1, label: 'Swords' });
    await save(id, { price: 2, bonuses: [{ stat: 'x' }] }, 'Sword', without);
    const diff = await compare(id, 1);
    const shown = (side: 'source' | 'target') =>
      Object.fromEntries((diff[side]?.fields ?? []).map((entry) => [entry.id, entry.value]));
    expect(shown('target')).toMatchObject({ title: 'a', 'amount.0': 4, price: 1 });
    expect(shown('source')).not.toHaveProperty('title');
    expect(diff.template_fields.map(({ id: name }) => name)).toEqual(
      expect.arrayContaining(['title', 'amount', 'price', 'bonuses']),
    );
    expect((await list(id)).versions.map(({ template_version }) => template_version)).toEqual([2, 1]);
    // As those that were saved before the version of the template was stored.
    await server.app.deps.database.query('update item_revisions set template_version = null', []);
    expect((await compare(id, 1)).template_fields.map(({ id: name }) => name)).toContain('title');
  });
});

const check = (id: number, version: number) =>
  server.call(history.checkItem, { params: place(id), query: { version } }, as);
const restore = (id: number, version: number, seen: number) =>
  server.call(history.restoreItem, { params: place(id), body: { version, seen } }, as);
const refusedRestore = async (id: number, version: number, seen: number, person: 'owner' | 'member' = 'owner') => {
  const { status, body } = await server.send(
    history.restoreItem,
    { params: place(id), body: { version, seen } },
    { as: person },
  );
  return { status, ...(body as ErrorBody) };
};
const stateOf = async (id: number) => {
  const { items: found } = await read();
  const { label, values, version } = found.get(id) ?? expect.fail('The item exists.');
  return { label, values, version };
};

/** Fields without some of them, with these changed. */
async function saveFields(version: number, without: string[], changed: typeof fields = []): Promise<typeof fields> {
  const next = fields
    .filter(({ id }) => !without.includes(id))
    .map((entry) => changed.find(({ id }) => id === entry.id) ?? entry);
  const removed = fields.filter(({ id }) => without.includes(id)).map((entry) => ({ ...entry, status: 3 as const }));
  await saveTemplate(server, 'sword', [...inOrder(next), ...removed], { version, label: 'Swords' });
  return next;
}

describe('restoring a version', () => {
  test('gives the item its content again, as one more version, which can be undone', async () => {
    const [other = 0] = await create({ price: 9 });
    const id = await first({ title: 'a', price: 1, parts: [other], bonuses: [{ stat: 'x', amount: 2 }] });
    await save(id, { price: 5, bonuses: [{ stat: 'y' }, { amount: 3 }] }, 'Blade');
    const checked = await check(id, 1);
    expect(checked).toMatchObject({
      missing: [],
      refusals: [],
      diff: { target: { label: 'Blade', version: 2 }, source: { label: 'Sword' }, label_changed: true },
    });
    expect(checked.diff.fields.map(({ field_id, change }) => [field_id, change])).toEqual([
      ['parts', 'added'],
      ['price', 'updated'],
      ['title', 'added'],
      ['bonuses', 'updated'],
    ]);
    const { change_set_id: changeSet, version } = await restore(id, 1, 2);
    expect(version).toBe(3);
    const former = { title: 'a', price: 1, parts: [other], bonuses: [{ stat: 'x', amount: 2 }] };
    expect(await stateOf(id)).toEqual({ label: 'Sword', values: former, version: 3 });
    await expectTidy();
    const [newest] = (await list(id)).versions;
    expect(newest).toMatchObject({ version: 3, origin: 'restore', change_set_id: changeSet, is_current: true });
    const { change_sets: sets } = await server.call(changeSets.list, { params: dev(), query: {} }, as);
    expect(sets[0]).toMatchObject({ id: changeSet, origin: 'restore', can_undo: true, counts: { updated: 1 } });
    // The item has the content already.
    expect(await restore(id, 1, 3)).toEqual({ change_set_id: null, version: 3 });
    await undo(changeSet);
    expect(await stateOf(id)).toMatchObject({ label: 'Blade', version: 4 });
    expect((await stateOf(id)).values).toEqual({ price: 5, bonuses: [{ stat: 'y' }, { amount: 3 }] });
    await expectTidy();
  });

  test('is refused if the item was changed since it was looked at, with its current state', async () => {
    const id = await first({ price: 1 });
    await save(id, { price: 2 });
    await save(id, { price: 3 });
    const answer = await refusedRestore(id, 1, 2);
    expect(answer).toMatchObject({
      status: 409,
      error: 'version',
      details: { version: 3, item: { version: 3 }, saved: { by: expect.any(String) } },
    });
    expect((await stateOf(id)).values).toEqual({ price: 3 });
    expect(await refusedRestore(id, 7, 3)).toMatchObject({ status: 404 });
  });

  test('names fields that the template no longer has, and links that lead nowhere', async () => {
    const [gone = 0, stays = 0] = await create({ price: 1 }, { price: 2 });
    const bonuses = [{ stat: 'x', amount: 4 }, { amount: 5 }];
    const id = await first({ title: 'a', price: 1, parent: gone, parts: [gone, stays], bonuses });
    const next = await saveFields(1, ['title', 'amount']);
    await save(id, { price: 2 }, 'Sword', next);
    await server.call(items.delete, { params: place(gone) }, as);
    const { missing, refusals, diff } = await check(id, 1);
    expect(refusals).toEqual([]);
    expect(missing.toSorted((a, b) => (a.field_id < b.field_id ? -1 : 1))).toEqual([
      { field_id: 'amount', label: 'The amount', reason: 'the template no longer has this field' },
      { field_id: 'parent', label: 'The parent', reason: `there is no item ${gone} in sword` },
      { field_id: 'parts', label: 'The parts', reason: `there is no item ${gone} in sword` },
      { field_id: 'title', label: 'The title', reason: 'the template no longer has this field' },
    ]);
    expect(diff.source?.fields.map(({ id: name }) => name)).not.toContain('title');
    await restore(id, 1, 2);
    expect((await stateOf(id)).values).toEqual({ price: 1, parts: [stays], bonuses: [{ stat: 'x' }, {}] });
    await expectTidy();
  });

  test('is refused by what refuses a save by hand', async () => {
    const id = await first({ price: 900, title: 'long enough' });
    await save(id, { price: 5 });
    const price = field('price', 'integer', { required: true, maximum: 100 });
    await saveFields(1, [], [price]);
    expect((await check(id, 1)).refusals).toEqual([{ field_id: 'price', reason: 'should be no more than 100' }]);
    expect(await refusedRestore(id, 1, 2)).toMatchObject({
      status: 422,
      fields: { 'fields.price': 'should be no more than 100' },
    });
    expect(await stateOf(id)).toMatchObject({ version: 2, values: { price: 5 } });
  });

  test('is refused if another item has its value of a unique field by now', async () => {
    await saveKeyed(server);
    const keyed = keyedItems(server);
    const [id = 0] = await keyed.create({ sku: 'A', title: 'x' });
    await keyed.send({ sku: 'B', title: 'x' }, id);
    const [holder] = await keyed.create({ sku: 'A' });
    const params = place(id, 'keyed');
    const { refusals } = await server.call(history.checkItem, { params, query: { version: 1 } }, as);
    expect(refusals).toEqual([{ field_id: 'sku', reason: `is already used by item ${holder}` }]);
    const { status, body } = await server.send(history.restoreItem, { params, body: { version: 1, seen: 2 } }, as);
    expect({ status, ...(body as ErrorBody) }).toMatchObject(usedBy('sku', holder));
    await keyed.expectTidy();
  });

  test('gives values the type that their field has by now, and names those that have none', async () => {
    const before = inOrder([field('count', 'integer'), field('code', 'text'), field('kind', 'choice', { options })]);
    await saveTemplate(server, 'thing', before, { label: 'Things' });
    const [{ id = 0 } = {}] = [await saveOne(server, saveBody('thing', before, { count: 7, code: 'x', kind: 'a' }))];
    await saveOne(
      server,
      saveBody('thing', before, {}, { id, version: 1, before: { count: 7, code: 'x', kind: 'a' } }),
    );
    const after = inOrder([
      { ...field('count', 'text'), converts: true },
      field('code', 'integer'),
      field('kind', 'choice', { options: options.slice(1) }),
    ]);
    await saveTemplate(server, 'thing', after, { version: 1, label: 'Things' });
    const params = place(id, 'thing');
    const { missing, diff } = await server.call(history.checkItem, { params, query: { version: 1 } }, as);
    expect(missing.map(({ field_id }) => field_id).toSorted()).toEqual(['code', 'kind']);
    expect(diff.source?.fields.map(({ id: name, value }) => [name, value])).toEqual([['count', '7']]);
    await server.call(history.compareItem, { params, query: { from: 1 } }, as);
    await server.call(history.restoreItem, { params, body: { version: 1, seen: 2 } }, as);
    expect((await stateOf(id)).values).toEqual({ count: '7' });
    await expectTidy();
  });
});

test('the versions of an item in a copy of its instance begin with the content that was copied, which can be restored', async () => {
  shows('4.history.copies');
  const id = await first({ title: 'a', price: 1 });
  await save(id, { title: 'a', price: 2 });
  const { dev: from, stage: to } = server.studio;
  await server.app.deps.database.transaction((inside) => copyInstanceContent(inside, { from, to }));
  const inStage = { instanceId: to, templateId: 'sword', id };
  const change = { id, version: 2, before: { title: 'a', price: 2 }, label: 'Sword' };
  await server.call(
    items.save,
    { params: { instanceId: to }, body: saveBody('sword', fields, { title: 'a', price: 3 }, change) },
    as,
  );
  const { versions } = await server.call(history.listItem, { params: inStage, query: {} }, as);
  expect(versions.map(({ version, action, fields: changed }) => [version, action, changed])).toEqual([
    [3, 'update', ['price']],
    [2, 'create', expect.anything()],
  ]);
  const checked = await server.call(history.checkItem, { params: inStage, query: { version: 2 } }, as);
  expect([checked.missing, checked.refusals]).toEqual([[], []]);
  const ofTemplate = { params: { instanceId: to, templateId: 'sword' }, query: {} };
  expect((await server.call(history.listTemplate, ofTemplate, as)).versions).toHaveLength(1);
});
