import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { bulkEdits } from '@quartermaster/contract/endpoints/bulk-edits.ts';
import { changeSets } from '@quartermaster/contract/endpoints/change-sets.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { sync } from '@quartermaster/contract/endpoints/sync.ts';
import { type SaveTemplateField, templates } from '@quartermaster/contract/endpoints/templates.ts';
import type { Option } from '@quartermaster/contract/field-types/options.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { changesJob, runChanges, runStep } from '../../server/content/documents/value-changes/change-values.ts';
import { shows } from '../specification/shows.ts';
import { copyItem } from '../support/copied-items.ts';
import { field, inOrder, saveAll, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { holdJob } from '../support/server-jobs.ts';
import { syncOf } from '../support/sync.ts';
import { expectWhole, readState } from '../support/sync-model/state.ts';

const as = { as: 'owner' } as const;
const all: Option[] = ['common', 'rare', 'epic', 'mythic'].map((id) => ({ id, label: id.toUpperCase() }));
type Replaced = NonNullable<SaveTemplateField['replaced_options']>;

const fieldsWith = (ids: readonly string[], replaced: Replaced = [], required = false): SaveTemplateField[] => {
  const options = all.filter(({ id }) => ids.includes(id));
  const choosing = (id: string, type: 'choice' | 'choices', parentId: string | null = null): SaveTemplateField => ({
    ...field(id, type, { options, required, parentId }),
    ...(replaced.length > 0 && { replaced_options: replaced }),
  });
  return inOrder([
    choosing('rarity', 'choice'),
    choosing('tags', 'choices'),
    field('drops', 'dynamic-group'),
    field('inner', 'dynamic-group', { parentId: 'drops' }),
    choosing('tier', 'choice', 'drops'),
    choosing('kinds', 'choices', 'inner'),
    field('price', 'integer'),
  ]);
};
const fields = fieldsWith(['common', 'rare', 'epic', 'mythic']);
const toEpic: Replaced = [
  { id: 'rare', by: 'epic' },
  { id: 'mythic', by: null },
];
const withoutRare = fieldsWith(['common', 'epic']);
const values: ItemValues[] = [
  {
    rarity: 'rare',
    tags: ['rare', 'common', 'epic', 'mythic'],
    drops: [{ tier: 'rare', inner: [{ kinds: ['mythic'] }, { kinds: ['epic', 'rare'] }] }, { tier: 'mythic' }, {}],
    price: 1,
  },
  { rarity: 'mythic', tags: ['mythic'] },
  { rarity: 'common', tags: ['epic', 'common'], drops: [{ tier: 'epic' }] },
  {},
];
const after: ItemValues[] = [
  {
    rarity: 'epic',
    tags: ['epic', 'common'],
    drops: [{ tier: 'epic', inner: [{}, { kinds: ['epic'] }] }, {}, {}],
    price: 1,
  },
  {},
  { rarity: 'common', tags: ['epic', 'common'], drops: [{ tier: 'epic' }] },
  {},
];

let server: TestServer;
let ids: number[];
const query = <R>(text: string, values: readonly unknown[] = []) => server.app.deps.database.query<R>(text, values);
const dev = () => ({ instanceId: server.studio.dev });
const params = () => ({ ...dev(), templateId: 'loot' });
const bodyOf = (saved: SaveTemplateField[], version = 1) => ({ id: 'loot', label: 'Loot', version, fields: saved });
const send = (saved: SaveTemplateField[], version = 1) =>
  server.send(templates.save, { params: dev(), body: bodyOf(saved, version) }, as);
const save = (saved: SaveTemplateField[], version = 1) =>
  server.call(templates.save, { params: dev(), body: bodyOf(saved, version) }, as);
const listed = async () => (await server.call(items.list, { params: params(), body: {} }, as)).items;
const whole = async () => expectWhole(query, server.studio.dev, await readState(query, server.studio.dev));

beforeEach(async () => {
  server = await startTestServer();
  await saveTemplate(server, 'loot', fields, { label: 'Loot' });
  ids = (
    await saveAll(
      server,
      values.map((one, index) => saveBody('loot', fields, one, { label: `Item ${index}` })),
    )
  ).map(({ id }) => id);
});

describe('a removed option that items have', () => {
  it('is counted by a dry run, and refused without what they get', async () => {
    shows('4.choice.removed-count', '4.choice.removed-refused');
    const effectsOf = async (saved: SaveTemplateField[]) =>
      (await server.call(templates.dryRun, { params: dev(), body: bodyOf(saved) }, as)).effects.map(
        ({ field_id, removed_options = [], incompatible }) => [
          field_id,
          incompatible.count,
          ...removed_options.map(({ id, label, items: count }) => `${id} ${label} ${count}`),
        ],
      );
    expect(await effectsOf(withoutRare)).toEqual([
      ['rarity', 2, 'rare RARE 1', 'mythic MYTHIC 1'],
      ['tags', 2, 'rare RARE 1', 'mythic MYTHIC 2'],
      ['kinds', 1, 'rare RARE 1', 'mythic MYTHIC 1'],
      ['tier', 1, 'rare RARE 1', 'mythic MYTHIC 1'],
    ]);
    const half = fieldsWith(['common', 'epic'], toEpic.slice(0, 1));
    expect((await effectsOf(half)).map(([id, count]) => [id, count])).toEqual([
      ['rarity', 1],
      ['tags', 2],
      ['kinds', 1],
      ['tier', 1],
    ]);
    expect((await effectsOf(fieldsWith(['common', 'epic'], toEpic))).map(([, count]) => count)).toEqual([0, 0, 0, 0]);
    for (const refused of [withoutRare, half]) {
      const { status, body } = await send(refused);
      expect(status).toBe(422);
      expect(Object.keys((body as { fields: object }).fields)).toEqual([
        'fields.0.settings',
        'fields.1.settings',
        'fields.5.settings',
        'fields.4.settings',
      ]);
    }
    expect((await listed()).map((item) => item.values)).toEqual(values);
  });

  it.each([
    ['an option that stays', [{ id: 'epic', by: 'common' }], 'id', 'is not an option that this save removes'],
    ['no option', [{ id: 'x', by: null }], 'id', 'is not an option that this save removes'],
    ['a removed option', [{ id: 'rare', by: 'mythic' }], 'by', 'is not one of the options'],
  ])('is not replaced by or for %s', async (_, replaced, at, reason) => {
    const saved = fieldsWith(['common', 'epic'], replaced);
    for (const endpoint of [templates.save, templates.dryRun]) {
      const { status, body } = await server.send(endpoint, { params: dev(), body: bodyOf(saved) }, as);
      expect([status, body]).toMatchObject([422, { fields: { [`fields.0.replaced_options.0.${at}`]: reason } }]);
    }
    const twice = fieldsWith(['common', 'epic', 'mythic'], [toEpic[0], toEpic[0]] as Replaced);
    expect((await send(twice)).body).toMatchObject({
      fields: { 'fields.0.replaced_options.1.id': 'this option appears twice' },
    });
    const created = { ...bodyOf(fieldsWith(['epic'], toEpic), 0), id: 'other' };
    expect((await server.send(templates.save, { params: dev(), body: created }, as)).status).toBe(422);
  });

  it('is not replaced by nothing in a required field', async () => {
    shows('4.choice.replaced-required');
    const { status, body } = await send(fieldsWith(['common', 'epic'], toEpic, true));
    expect([status, body]).toMatchObject([
      422,
      { fields: { 'fields.0.replaced_options.1.by': 'the field is required: choose an option' } },
    ]);
  });

  it('is replaced in the save of few items, which keep their versions', async () => {
    shows('4.choice.replaced');
    const before = await query('select id, version, label from items order by id');
    const revisions = await query('select count(*) from item_revisions');
    await query('delete from events');
    await save(fieldsWith(['common', 'epic'], toEpic));
    expect((await listed()).map((item) => item.values)).toEqual(after);
    await whole();
    expect(await query('select id, version, label from items order by id')).toEqual(before);
    expect(await query('select count(*) from item_revisions')).toEqual(revisions);
    expect(
      await query("select kind, origin, details->'ids' as ids from events where kind = 'items.changed' order by 1"),
    ).toEqual([{ kind: 'items.changed', origin: 'template-change', ids: [ids[0], ids[1]] }]);
    // What the items get is not part of the template.
    expect(await save(withoutRare, 2)).toMatchObject({ version: 2 });
    const { fields: stored } = await server.call(templates.get, { params: params() }, as);
    expect(JSON.stringify(stored)).not.toContain('replaced');
  });

  it('becomes one entry with another one that is replaced by the same option', async () => {
    const both: ItemValues = { tags: ['rare', 'mythic'], drops: [{ tier: 'rare' }, { tier: 'mythic' }] };
    const { id } = await saveOne(server, saveBody('loot', fields, both));
    await save(
      fieldsWith(
        ['common', 'epic'],
        [
          { id: 'rare', by: 'epic' },
          { id: 'mythic', by: 'epic' },
        ],
      ),
    );
    const found = (await listed()).find((item) => item.id === id);
    expect(found?.values).toEqual({ tags: ['epic'], drops: [{ tier: 'epic' }, { tier: 'epic' }] });
    const indexed = await query<{ text: string }>('select text from item_values where item_id = $1', [id]);
    expect(indexed.map(({ text }) => text)).toEqual(['epic', 'epic']);
  });

  it('is known to an item that a form saves from before', async () => {
    await save(fieldsWith(['common', 'epic'], toEpic));
    const [id = 0] = ids;
    const body = saveBody(
      'loot',
      withoutRare,
      { ...after[0], price: 2 },
      { id, version: 1, label: 'Item 0', before: after[0] ?? {} },
    );
    expect(await saveOne(server, body)).toEqual({ id, version: 2 });
    const refused = saveBody(
      'loot',
      withoutRare,
      { ...after[0], price: 2, rarity: 'rare' },
      { id, version: 2, before: { ...after[0], price: 2 } },
    );
    expect((await server.send(items.save, { params: dev(), body: refused }, as)).body).toMatchObject({
      fields: { 'fields.rarity': 'is not one of the options' },
    });
    await whole();
  });

  it('does not come back by the undo of an edit from before', async () => {
    const selection = { template_id: 'loot', ids: ids.slice(0, 1) };
    const action = { operations: [{ field_id: 'rarity', op: 'set' as const, value: 'common' }] };
    const { id } = await server.call(bulkEdits.apply, { params: dev(), body: { selection, action } }, as);
    await save(fieldsWith(['common', 'epic'], toEpic));
    const set = { ...dev(), changeSetId: id ?? 0 };
    const answer = await server.send(changeSets.undo, { params: set, body: {} }, as);
    expect(answer.status).not.toBe(200);
    expect((await listed())[0]?.values.rarity).toBe('common');
    await whole();
  });

  it('stops a sync whose target still has it, until its items are synced, too', async () => {
    shows('4.choice.sync');
    const ofDev = syncOf(server, server.studio.dev);
    await ofDev.all();
    await save(fieldsWith(['common', 'epic'], toEpic));
    const changes = (await ofDev.changes()).templates.flatMap(({ items: changed }) => changed.map(({ id }) => id));
    expect(changes.toSorted()).toEqual(ids.slice(0, 2).toSorted());
    const alone = { changes: [{ template_id: 'loot', is_update_template: true, items: [] }] };
    const { status } = await server.send(sync.some, { params: dev(), body: alone }, as);
    expect(status).toBe(422);
    await ofDev.all();
    expect((await ofDev.changes()).templates).toEqual([]);
    const rows = await query<{ values: ItemValues }>(
      'select i."values" from items i join templates t on t.key = i.template_key where t.instance_id = $1 order by i.id',
      [server.studio.stage],
    );
    expect(rows.map((row) => row.values)).toEqual(after);
  });
});

describe('a removed option that many items have', () => {
  const count = 1050;
  const first = 1000;
  const last = first + count - 1;
  let key = 0;
  const progress = async () => (await server.call(templates.progress, { params: params() }, as)).change;
  const settle = () => runChanges(server.app.deps, new AbortController().signal);

  beforeEach(async () => {
    // The test does the steps of the job.
    await holdJob(server.app.deps, changesJob);
    key = await copyItem(query, ids[0] ?? 0, { first, last });
  });

  it('is replaced by a job, and shown replaced until then', async () => {
    shows('4.choice.replaced');
    await save(fieldsWith(['common', 'epic'], toEpic));
    // Only the items that have it are counted.
    expect(await progress()).toEqual({ removes: false, restores: false, replaces: true, items: count + 2, done: 0 });
    await runStep(server.app.deps, key, 100);
    expect(await progress()).toMatchObject({ done: 100 });
    expect((await query("select 1 from items where \"values\"->>'rarity' = 'rare'")).length).toBe(count + 1 - 99);
    const descending = { sort: { field: 'id', direction: 'desc' }, limit: 5 } as const;
    const page = await server.call(items.list, { params: params(), body: descending }, as);
    expect(page.items.map((item) => item.values)).toEqual(Array.from({ length: 5 }, () => after[0]));
    const { item } = await server.call(items.get, { params: { ...params(), id: last } }, as);
    expect(item.fields.find(({ id }) => id === 'rarity')?.value).toBe('epic');
    expect(item.fields.find(({ id }) => id === 'kinds.0.1')?.value).toEqual(['epic']);

    // A save changes its item first, and another change waits.
    const body = saveBody(
      'loot',
      withoutRare,
      { ...after[0], price: 7 },
      { id: last, version: 1, label: 'Item 0', before: after[0] ?? {} },
    );
    expect(await saveOne(server, body)).toEqual({ id: last, version: 2 });
    const again = await send(fieldsWith(['common'], [{ id: 'epic', by: 'common' }]), 2);
    expect(again).toMatchObject({
      status: 409,
      body: {
        message: 'Values of an earlier change are still being replaced: 9 % is done. Save this once it has finished.',
      },
    });
    await settle();
    expect(await progress()).toBeNull();
    const stored = await query<{ values: ItemValues; version: number }>(
      'select "values", version from items where id >= $1 order by id',
      [first],
    );
    expect(stored.at(-1)).toEqual({ values: { ...after[0], price: 7 }, version: 2 });
    expect(new Set(stored.slice(0, -1).map((row) => JSON.stringify(row)))).toEqual(
      new Set([JSON.stringify({ values: stored[0]?.values, version: 1 })]),
    );
    expect(stored[0]?.values).toEqual(after[0]);
    await whole();
  });

  it('is replaced with the removal of a field in one save', async () => {
    const saved = fieldsWith(['common', 'epic'], toEpic).filter(({ id }) => id !== 'price');
    await save(saved);
    expect(await progress()).toMatchObject({ removes: true, replaces: true, items: count + values.length });
    const descending = { sort: { field: 'id', direction: 'desc' }, limit: 2 } as const;
    const { price: _, ...shown } = after[0] ?? {};
    const page = await server.call(items.list, { params: params(), body: descending }, as);
    expect(page.items.map((item) => item.values)).toEqual([shown, shown]);
    await settle();
    expect(
      (await query<{ values: ItemValues }>('select "values" from items where id = $1', [last]))[0]?.values,
    ).toEqual(shown);
    await whole();
    // The removed values come back as they are now.
    await save(withoutRare, 2);
    await settle();
    expect(
      (await query<{ values: ItemValues }>('select "values" from items where id = $1', [last]))[0]?.values,
    ).toEqual(after[0]);
  });
});
