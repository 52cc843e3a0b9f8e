import { contentLimits } from '@quartermaster/contract/content/content-limits.ts';
import { imageTemplate } from '@quartermaster/contract/content/reserved-templates.ts';
import { changeSets } from '@quartermaster/contract/endpoints/change-sets.ts';
import { imports } from '@quartermaster/contract/endpoints/imports.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { markOf } from '@quartermaster/contract/field-types/localised.ts';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { immediateLimits } from '../../server/content/change-sets/run/apply-now.ts';
import { largestId } from '../../server/core/base/largest-id.ts';
import { checkImportJob } from '../../server/modules/imports/import-job-service.ts';
import { shows } from '../specification/shows.ts';
import { allowInDev } from '../support/allow-in-dev.ts';
import { drawPortrait } from '../support/draw-portrait.ts';
import { eventually } from '../support/eventually.ts';
import { importFile, jsonLines, outcomesOf, type SentFile, undoImport } from '../support/import-file.ts';
import { saveSwords, swordsOf } from '../support/import-swords.ts';
import { some } from '../support/long.ts';
import { field, inOrder, saveAll, saveBody, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { setSubscription } from '../support/subscription.ts';
import { syncOf } from '../support/sync.ts';
import { timeout } from '../support/timeout.ts';

let server: TestServer;
let swords: ReturnType<typeof swordsOf>;
const owner = { as: 'owner' } as const;
const { items: atOnce } = immediateLimits;

beforeEach(async () => {
  server = await startTestServer();
  swords = swordsOf(server);
  await saveSwords(server);
});
afterEach(() => void Object.assign(immediateLimits, { items: atOnce }));

const send = (rows: readonly object[], options?: SentFile) => importFile(server, jsonLines(rows), options);
const csv = (text: string, query: SentFile['query'] = {}) => importFile(server, text, { type: 'text/csv', query });
const place = (importId: number) => ({ params: { instanceId: server.studio.dev, importId } });
const apply = (importId: number, body: object = {}) => server.send(imports.apply, { ...place(importId), body }, owner);

type Way = 'in the call' | 'by a job';
const ways: readonly Way[] = ['in the call', 'by a job'];
const begin = (by: Way) =>
  beforeEach(() => void Object.assign(immediateLimits, { items: by === 'by a job' ? 0 : atOnce }));

test('a new item without a label gets it from the title field, an existing one stays as it is called', async () => {
  shows('5.finding.title-label');
  await saveTemplate(server, 'gem', [field('name', 'text', { title: true }), field('sku', 'text', { unique: true })]);
  const gems = { templateId: 'gem' };
  const first = await send(
    [
      { name: ' Red  ruby ', sku: 'r' },
      { name: '', sku: 'x' },
      { _label: 'Opal', name: 'O', sku: 'o' },
    ],
    gems,
  );
  expect(outcomesOf(first).toSorted()).toEqual(['1 added', '2 refused label: required field', '3 added']);
  expect(first.rows.map(({ label }) => label).toSorted()).toEqual(['', 'Opal', 'Red ruby']);
  await apply(first.import.id, { leave_out_refused: true });
  const params = { instanceId: server.studio.dev, templateId: 'gem' };
  const { items: saved } = await server.call(items.list, { params, body: { filters: [] } }, owner);
  const ruby = saved.find(({ internal_label }) => internal_label === 'Red ruby');
  const second = await send([{ _id: ruby?.id, name: 'Blue ruby', sku: 'r' }], gems);
  expect(outcomesOf(second)).toEqual(['1 changed']);
  expect(second.rows.map(({ label }) => label)).toEqual(['Red ruby']);
});

test('a row is refused with all of its reasons: unreadable cells, values, missing items and used values', async () => {
  const [holder = 0, other = 0] = await swords.create(
    { sku: 'a', serial: 7, price: 1 },
    { sku: 'o', serial: 8, price: 1 },
  );
  const { rows } = await send([
    { _label: 'B', sku: 'b', serial: 7, price: -1, parent: holder + 1000 },
    { _label: 'C', sku: 'c', serial: 8, price: 'cheap', drops: [{ count: 'many' }] },
    { _label: 'D', price: -1 },
    { _id: holder, serial: 'x', price: -1 },
  ]);
  const found = rows.map(({ refusal, further_refusals: further = [] }) =>
    (refusal ? [refusal, ...further] : []).map(({ field_id, reason }) => `${field_id} ${reason}`).toSorted(),
  );
  expect(found).toEqual([
    [
      `parent there is no item ${holder + 1000} in sword`,
      'price should be at least 0',
      `serial is already used by item ${holder}`,
    ],
    ['count should be a number', 'price should be a number', `serial is already used by item ${other}`],
    ['price should be at least 0', 'sku sku is required field'],
    ['price should be at least 0', 'serial should be a number'],
  ]);
});

describe.each(ways)('an import %s', (by) => {
  begin(by);

  test('changes items by id and by key, creates others, and is undone as one', async () => {
    shows('4.import.match', '4.import.undo');
    const [first = 0, second = 0] = await swords.create({ sku: 'a', price: 1, title: 'A' }, { sku: 'b', price: 2 });
    const before = await swords.bySku();
    const answer = await csv(
      [
        '_id,_version,_label,sku,price,unknown',
        `${first},1,Renamed,a,10,x`,
        ',,Sword b,b,20,',
        ',,New,c,30,',
        `,,,d,,`,
      ].join('\n'),
      { leave_out_refused: true, ignore_unknown: true },
    );
    expect(answer.import).toMatchObject({
      template_id: 'sword',
      state: 'applied',
      rows: 4,
      counts: { added: 1, changed: 2, unchanged: 0, conflict: 0, refused: 1 },
      ignored_columns: ['unknown'],
      error: null,
    });
    const after = await swords.bySku();
    expect(after.get('a')).toMatchObject({
      id: first,
      label: 'Renamed',
      price: 10,
      double: 20,
      title: 'A',
      version: 2,
    });
    expect(after.get('b')).toMatchObject({ id: second, label: 'Sword b', price: 20, version: 2 });
    expect(after.get('c')).toMatchObject({ label: 'New', price: 30, version: 1 });
    expect(after.size).toBe(3);
    const params = { instanceId: server.studio.dev, changeSetId: answer.import.change_set_id ?? 0 };
    const { change_set } = await server.call(changeSets.get, { params }, owner);
    expect(change_set).toMatchObject({
      origin: 'import',
      state: 'applied',
      counts: { added: 1, updated: 2, removed: 0 },
      template: { template_id: 'sword', name: 'Swords' },
      can_undo: true,
    });
    expect(await undoImport(server, answer.import.change_set_id)).toMatchObject({ state: 'applied' });
    const undone = await swords.bySku();
    expect([...undone.values()].map(({ version: _, ...item }) => item)).toEqual(
      [...before.values()].map(({ version: _, ...item }) => item),
    );
  });
});

// Of these a job shows the same.
describe.each(some(ways, 0, 1))('an import %s', (by) => {
  begin(by);

  test('merges what others have changed since the version of a row, and asks about values that both have changed', async () => {
    shows('4.import.conflict');
    const [touched = 0, both = 0, other = 0] = await swords.create(
      { sku: 'a', price: 1, title: 'A' },
      { sku: 'b', price: 1, title: 'B' },
      { sku: 'c', price: 1, title: 'C' },
    );
    await swords.change(touched, { price: 5 });
    await swords.change(both, { price: 6, title: 'By hand' });
    await swords.change(other, { price: 7 });
    const answer = await send([
      { _id: touched, _version: 1, title: 'From the file', price: 1 },
      { _id: both, _version: 1, title: 'From the file', price: 1 },
      { _id: other, _version: 1, title: 'C', price: 1, _label: 'Sword c' },
    ]);
    expect(answer).toMatchObject({ status: 409, error: { error: 'conflict' } });
    expect(outcomesOf(answer)).toEqual(['2 conflict', '1 changed', '3 unchanged']);
    expect(answer.rows[0]).toMatchObject({
      item_id: both,
      version: 2,
      fields: [{ field_id: 'title', before: 'By hand', after: 'From the file', is_conflict: true }],
    });
    expect(await swords.valuesOf(touched)).toMatchObject({ title: 'A' });
    const { status, body } = await apply(answer.import.id, { decisions: [{ id: both, take: 'new' }] });
    expect({ status, body }).toMatchObject({ status: 200, body: { import: { state: 'applied' } } });
    expect(await swords.valuesOf(touched)).toMatchObject({ title: 'From the file', price: 5 });
    expect(await swords.valuesOf(both)).toMatchObject({ title: 'From the file', price: 6 });
    expect(await swords.stateOf(other)).toMatchObject({ version: 2, values: { price: 7, title: 'C' } });
  });

  test('takes the side of each field of a conflict that is decided', async () => {
    shows('4.import.decide');
    const [id = 0] = await swords.create({ sku: 'a', price: 1, title: 'A', serial: 1 });
    await swords.change(id, { price: 5, title: 'By hand' }, 'By hand');
    const row = { _id: id, _version: 1, _label: 'File', title: 'File', price: 9, serial: 2 };
    const { import: checked } = await send([row], { query: { dry_run: true } });
    expect(checked).toMatchObject({ state: 'checked', counts: { conflict: 1 } });
    const open = await apply(checked.id, {
      decisions: [{ id, take: 'fields', fields: [{ field_id: 'title', take: 'new' }] }],
    });
    expect(open).toMatchObject({ status: 409, body: { error: 'conflict' } });
    const fields = [
      { field_id: 'title', take: 'new' },
      { field_id: 'price', take: 'current' },
      { field_id: 'label', take: 'current' },
    ];
    expect(await apply(checked.id, { decisions: [{ id, take: 'fields', fields }] })).toMatchObject({ status: 200 });
    expect(await swords.stateOf(id)).toMatchObject({
      label: 'By hand',
      values: { title: 'File', price: 5, serial: 2, double: 10 },
    });
  });

  test('asks about every field that differs if the version of a row is no longer stored', async () => {
    shows('4.import.conflict');
    const [id = 0] = await swords.create({ sku: 'a', price: 1, title: 'A' });
    await swords.change(id, { price: 5 });
    await server.app.deps.database.query('delete from item_revisions where item_id = $1 and version = 1', [id]);
    const answer = await send([{ _id: id, _version: 1, title: 'A', price: 1 }]);
    expect(answer).toMatchObject({ status: 409, rows: [{ outcome: 'conflict' }] });
    expect(answer.rows[0]?.fields).toEqual([
      { field_id: 'price', name: 'price', before: 5, after: 1, is_conflict: true },
      { field_id: 'double', name: 'double', before: 10, after: 2, is_conflict: false },
    ]);
    expect((await apply(answer.import.id, { conflicts: 'current' })).body).toMatchObject({
      import: { state: 'applied', change_set_id: null },
    });
    expect(await swords.stateOf(id)).toMatchObject({ version: 2, values: { price: 5 } });
  });

  test('links rows to each other by key, also in circles and to themselves', async () => {
    shows('4.import.links');
    const [old = 0] = await swords.create({ sku: 'old' });
    const answer = await send([
      { _label: 'A', sku: 'a', parent: 'b', parts: ['c', 'old'], either: 'sword:c' },
      {
        _label: 'B',
        sku: 'b',
        parent: 'a',
        drops: [
          { what: 'b', count: 1 },
          { what: `#${old}`, count: 2 },
        ],
      },
      { _label: 'C', sku: 'c', parent: 'c' },
      { sku: 'old', parent: 'c' },
    ]);
    expect(answer).toMatchObject({ status: 200, import: { state: 'applied', counts: { added: 3, changed: 1 } } });
    const all = await swords.bySku();
    const idOf = (sku: string) => all.get(sku)?.id;
    expect(all.get('a')).toMatchObject({ parent: idOf('b'), parts: [idOf('c'), old], either: `sword:${idOf('c')}` });
    expect(all.get('b')).toMatchObject({
      parent: idOf('a'),
      drops: [
        { what: idOf('b'), count: 1 },
        { what: old, count: 2 },
      ],
    });
    expect(all.get('c')).toMatchObject({ parent: idOf('c') });
    expect(all.get('old')).toMatchObject({ parent: idOf('c') });
  });

  test('lets items of one file exchange their values of unique fields', async () => {
    shows('4.import.keys');
    const [first = 0, second = 0] = await swords.create({ sku: 'a', serial: 1 }, { sku: 'b', serial: 2 });
    const answer = await send([
      { _id: first, sku: 'b', serial: 2 },
      { _id: second, sku: 'a', serial: 1 },
    ]);
    expect(answer).toMatchObject({ status: 200, import: { counts: { changed: 2 } } });
    expect(await swords.valuesOf(first)).toMatchObject({ sku: 'b', serial: 2 });
    expect(await swords.valuesOf(second)).toMatchObject({ sku: 'a', serial: 1 });
  });

  test('refuses a row that takes a key which its item does not give up, because its row is refused', async () => {
    shows('4.import.keys');
    const [first = 0, second = 0] = await swords.create({ sku: 'a' }, { sku: 'b' });
    const answer = await send(
      [
        { _id: first, sku: 'c', price: -1 },
        { _id: second, sku: 'a' },
        { _label: 'New', sku: 'b' },
      ],
      { query: { match: 'id' } },
    );
    expect(outcomesOf(answer)).toEqual([
      expect.stringMatching(/^1 refused price: /),
      '2 refused -: needs line 1 of the file, which is refused',
      '3 refused -: needs line 1 of the file, which is refused',
    ]);
  });

  test.each(['a0', 'x'])(
    'refuses a row that takes a key which its item may keep after the merge with %s',
    async (sku) => {
      shows('4.import.keys');
      const [first = 0, second = 0] = await swords.create({ sku: 'a0' }, { sku: 'b' });
      await swords.change(first, { sku: 'a' });
      const answer = await send(
        [
          { _id: first, _version: 1, sku, price: 5 },
          { _id: second, sku: 'a' },
          { _label: 'New', sku: 'b' },
        ],
        { query: { match: 'id' } },
      );
      expect(outcomesOf(answer).toSorted()).toEqual([
        sku === 'x' ? '1 conflict' : '1 changed',
        `2 refused sku: is already used by item ${first}`,
        '3 refused -: needs line 2 of the file, which is refused',
      ]);
      const { body } = await apply(answer.import.id, { leave_out_refused: true, conflicts: 'current' });
      expect(body).toMatchObject({ import: { state: 'applied' } });
      expect(await swords.valuesOf(first)).toMatchObject({ sku: 'a', price: 5 });
      expect(await swords.valuesOf(second)).toMatchObject({ sku: 'b' });
    },
  );

  test('merges with a former version as the template has it now', async () => {
    shows('4.import.conflict');
    const kept = [
      field('sku', 'text', { unique: true, required: true }),
      field('drops', 'dynamic-group'),
      field('count', 'integer', { parentId: 'drops' }),
    ];
    const former = inOrder([
      ...kept,
      field('memo', 'text', { parentId: 'drops' }),
      field('note', 'text'),
      field('level', 'integer'),
      field('parent', 'item-link', { templateId: 'sword' }),
    ]);
    const now = inOrder([
      ...kept,
      { ...field('level', 'text'), converts: true },
      { ...field('parent', 'item-link-list', { templateId: 'sword' }), converts: true },
    ]);
    const [sword = 0] = await swords.create({ sku: 'a' });
    await saveTemplate(server, 'loot', former);
    const before = { sku: 'x', level: 5, note: 'n', parent: sword, drops: [{ count: 1, memo: 'm' }] };
    const [saved] = await saveAll(server, [saveBody('loot', former, before, { label: 'Loot' })]);
    const id = saved?.id ?? 0;
    await saveTemplate(server, 'loot', now, { version: 1 });
    const converted = { sku: 'x', level: '5', parent: [sword], drops: [{ count: 1 }] };
    const renamed = { id, version: 1, before: converted, label: 'Renamed' };
    await saveAll(server, [saveBody('loot', now, converted, renamed)]);
    const row = { _id: id, _version: 1, level: 5, parent: 'a', 'drops.1.count': 1 };
    const check = (one: object) => send([one], { templateId: 'loot', query: { dry_run: true } });
    expect(outcomesOf(await check(row))).toEqual(['1 unchanged']);
    const { rows } = await check({ ...row, level: 6, 'drops.1.count': 2, parent: '' });
    expect(rows[0]).toMatchObject({ outcome: 'changed' });
    expect(rows[0]?.fields.toSorted((a, b) => a.field_id.localeCompare(b.field_id))).toMatchObject([
      { field_id: 'drops', before: [{ count: 1 }], after: [{ count: 2 }], is_conflict: false },
      { field_id: 'level', before: '5', after: '6', is_conflict: false },
      { field_id: 'parent', before: [sword], is_conflict: false },
    ]);
    expect(JSON.stringify(rows)).not.toContain('memo');
  });

  test('finds the item of a link by its label if the text is no key, and refuses a label of several', async () => {
    shows('4.import.links');
    const [a = 0, b = 0, c = 0] = await swords.create({ sku: 'a' }, { sku: 'b' }, { sku: 'c' });
    const rename = (id: number, label: string) =>
      server.app.deps.database.query('update items set label = $2 where id = $1', [id, label]);
    await rename(a, 'Old sword');
    const rows = [
      { parent: ' Old sword' },
      { parts: 'Old sword, b' },
      { either: 'sword:Old sword' },
      { parent: 'óld SWORD' },
      { parent: 'old swords' },
    ];
    const named = rows.map((row, at) => ({ _label: 'New', sku: `s${at}`, ...row }));
    const answer = await send(named);
    expect(outcomesOf(answer)).toEqual([
      '5 refused parent: there is no item "old swords" in Swords',
      '1 added',
      '2 added',
      '3 added',
      '4 added',
    ]);
    expect(answer.rows.find(({ outcome }) => outcome === 'refused')?.refusal).toMatchObject({ value: 'old swords' });
    expect(await apply(answer.import.id, { leave_out_refused: true })).toMatchObject({ status: 200 });
    const all = await swords.bySku();
    expect(['s0', 's1', 's2', 's3'].map((sku) => all.get(sku))).toMatchObject([
      { parent: a },
      { parts: [a, expect.any(Number)] },
      { either: `sword:${a}` },
      { parent: a },
    ]);
    await rename(b, 'OLD SWORD');
    await rename(c, 'Axe of Łódź');
    const exact = await send([
      { _label: 'More', sku: 'm', parent: 'OLD SWORD' },
      { _label: 'Most', sku: 'n', parent: 'axe of lodz' },
      { _label: 'None', sku: 'o', parent: 'old SWORD' },
    ]);
    expect(outcomesOf(exact)).toEqual([
      '3 refused parent: several items of Swords have the label "old SWORD": name one by its key, or its id, such as #12',
      '1 added',
      '2 added',
    ]);
    await apply(exact.import.id, { leave_out_refused: true });
    expect([await swords.bySku()].map((found) => [found.get('m'), found.get('n')])).toMatchObject([
      [{ parent: b }, { parent: c }],
    ]);
    await server.app.deps.database.query(`update items set label = 'Old sword'`, []);
    expect(outcomesOf(await send([{ _label: 'Last', sku: 'p', parts: ['a', 'Old sword'] }]))).toEqual([
      '1 refused parts: several items of Swords have the label "Old sword": name one by its key, or its id, such as #12',
    ]);
  });

  test('reads the labels that rows link to once as they are written and once folded, however many', async () => {
    await swords.create({ sku: 'a' }, { sku: 'b' });
    const { database } = server.app.deps;
    const read = vi.spyOn(database, 'query');
    const links = ['sword A', 'Sword b', 'Sword c', ...Array.from({ length: 100 }, (_, at) => `none ${at}`)];
    await send(
      links.map((parent, at) => ({ _label: 'New', sku: `s${at}`, parent })),
      { query: { dry_run: true } },
    );
    const labels = read.mock.calls.filter(([text]) => text.includes('t (label)')).map(([, values]) => values?.[1]);
    read.mockRestore();
    expect(labels).toEqual([expect.stringContaining('Sword b'), expect.not.stringContaining('Sword b')]);
  });

  test('refuses links to the ids that new items of a file have until it is applied', async () => {
    shows('4.import.links');
    const id = largestId - contentLimits.importRows;
    const rows = [{ parent: `#${id}` }, { parts: [id + 1] }, { either: `sword:#${id + 2}` }];
    const answer = await send(rows.map((row, at) => ({ _label: 'New', sku: `s${at}`, ...row })));
    expect(outcomesOf(answer)).toEqual([
      `1 refused parent: there is no item "#${id}" in sword`,
      `2 refused parts: there is no item "#${id + 1}" in sword`,
      `3 refused either: there is no item "#${id + 2}" in sword`,
    ]);
  });

  test('changes nothing in rows with computed values, and merges texts language by language', async () => {
    shows('4.import.conflict');
    const names = { en: { text: 'Sword' } };
    const [id = 0] = await swords.create({ sku: 'a', price: 2, drops: [{ count: 24 }], names });
    const same = { _id: id, _version: 1, drops: [{ count: 24 }], names: { en: 'Sword' } };
    expect(outcomesOf(await send([same], { query: { dry_run: true } }))).toEqual(['1 unchanged']);
    await swords.change(id, { names: { ...names, de: { text: 'Schwert', from: markOf('Sword') } } });
    const answer = await send([{ ...same, names: { fr: 'Épée' } }]);
    expect(answer).toMatchObject({ status: 200, import: { counts: { changed: 1, conflict: 0 } } });
    expect(await swords.valuesOf(id)).toMatchObject({
      names: { en: { text: 'Sword' }, de: { text: 'Schwert' }, fr: { text: 'Épée' } },
      drops: [{ count: 24, worth: 48 }],
    });
    await swords.change(id, { price: 3 });
    expect(await send([{ ...same, drops: [{ count: 25 }] }])).toMatchObject({ status: 200 });
    expect(await swords.valuesOf(id)).toMatchObject({ price: 3, drops: [{ count: 25, worth: 75 }] });
    expect(outcomesOf(await send([{ ...same, drops: [{ count: 48 }] }]))).toEqual(['1 conflict']);
  });

  test('refuses each row that cannot be, with its line and the reason, and those that need it', async () => {
    shows('4.import.refused', '4.import.keys');
    const [first = 0, second = 0] = await swords.create({ sku: 'a', serial: 1 }, { sku: 'b', serial: 2 });
    const rows = [
      { _id: first, price: 1 },
      { _id: first, price: 2 },
      { _label: 'C', sku: 'c', price: 'cheap' },
      { _label: 'D', sku: 'd', parent: 'c' },
      { _label: 'E', sku: 'e', parent: 'd' },
      { _label: 'F', sku: 'f', parent: 'nowhere' },
      { _label: 'G', sku: 'g', parent: '#999' },
      { _label: 'H', sku: 'h', serial: 2 },
      { _id: 999, price: 1 },
      { _label: 'I', sku: 'i' },
      { _label: 'Second', sku: 'i' },
      { _id: second, _version: 7, price: 1 },
      { sku: 'j' },
    ];
    const answer = await send(rows);
    expect(answer).toMatchObject({ status: 422, error: { error: 'invalid' } });
    expect(outcomesOf(answer).toSorted((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10))).toEqual([
      '1 changed',
      '2 refused -: the item is in the file already, in line 1',
      expect.stringMatching(/^3 refused price: /),
      '4 refused -: needs line 3 of the file, which is refused',
      '5 refused -: needs line 3 of the file, which is refused',
      '6 refused parent: there is no item "nowhere" in Swords',
      '7 refused parent: there is no item 999 in sword',
      `8 refused serial: is already used by item ${second}`,
      '9 refused -: there is no item 999 in Swords',
      '10 added',
      '11 refused sku: is in the file already, in line 10',
      '12 refused -: the item has version 1, and the row is of version 7',
      '13 refused label: required field',
    ]);
    const { body } = await apply(answer.import.id, { leave_out_refused: true });
    expect(body).toMatchObject({ import: { state: 'applied' } });
    const all = await swords.bySku();
    expect([...all.keys()].toSorted()).toEqual(['a', 'b', 'i']);
    expect(all.get('a')).toMatchObject({ price: 1 });
  });

  test('only checks if it is tried, and is applied later, unless an item was changed since', async () => {
    shows('4.import.dry-run');
    const [first = 0] = await swords.create({ sku: 'a', price: 1 });
    const dryRun = { query: { dry_run: true } };
    const tried = await send([{ _id: first, price: 2 }], dryRun);
    expect(tried).toMatchObject({
      status: 200,
      import: { state: 'checked', counts: { changed: 1 }, change_set_id: null },
    });
    expect(await swords.valuesOf(first)).toMatchObject({ price: 1 });
    const other = await send([{ _id: first, price: 3 }], dryRun);
    expect(await apply(tried.import.id)).toMatchObject({ status: 200, body: { import: { state: 'applied' } } });
    expect(await apply(tried.import.id)).toMatchObject({ status: 409, body: { error: 'changed' } });
    expect(await swords.valuesOf(first)).toMatchObject({ price: 2 });
    const late = await apply(other.import.id);
    if (by === 'in the call') expect(late).toMatchObject({ status: 409, body: { error: 'changed' } });
    else
      expect(late).toMatchObject({
        status: 200,
        body: { import: { state: 'failed', error: expect.stringContaining('changed') } },
      });
    expect(await swords.valuesOf(first)).toMatchObject({ price: 2 });
  });

  test('answers a repeated request with what the first one did', async () => {
    shows('4.import.whole');
    const idempotency_key = crypto.randomUUID();
    const query = { idempotency_key };
    const first = await send([{ _label: 'A', sku: 'a' }], { query });
    const again = await send([{ _label: 'A', sku: 'a' }], { query });
    expect(again).toMatchObject({
      status: 200,
      import: { id: first.import.id, change_set_id: first.import.change_set_id },
    });
    const other = await send([{ _label: 'B', sku: 'b' }], { query });
    expect(other).toMatchObject({ status: 422, error: { fields: { idempotency_key: expect.any(String) } } });
    expect((await swords.bySku()).size).toBe(1);
    const both = { query: { idempotency_key: crypto.randomUUID() } };
    const [one, two] = await Promise.all([0, 1].map(() => send([{ _label: 'C', sku: 'c' }], both)));
    expect(one?.import.id).toBe(two?.import.id);
    expect((await swords.bySku()).size).toBe(2);
    const left = await server.app.deps.database.query(`select 1 from imports where state = 'receiving'`, []);
    expect(left).toEqual([]);
  });

  test('answers a request that is repeated before the first one is answered as that one', async () => {
    shows('4.import.whole');
    const [id = 0] = await swords.create({ sku: 'a', price: 1 });
    const query = { idempotency_key: crypto.randomUUID(), match: 'id', leave_out_refused: false };
    const swapped = { leave_out_refused: false, match: 'id', idempotency_key: query.idempotency_key };
    const rows = [{ _id: id, price: 2 }];
    const answers = await Promise.all([query, swapped, query, swapped].map((own) => send(rows, { query: own })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map((answer) => answer.import.id)).size).toBe(1);
    expect(await swords.stateOf(id)).toMatchObject({ version: 2, values: { price: 2 } });
  });

  test('takes ids for its new items once, also if it fails', async () => {
    const [first = 0] = await swords.create({ sku: 'a', price: 1 });
    const rows = [
      { _id: first, price: 2 },
      { _label: 'B', sku: 'b' },
    ];
    const { import: checked } = await send(rows, { query: { dry_run: true } });
    await swords.change(first, { price: 3 });
    await apply(checked.id);
    expect((await swords.bySku()).size).toBe(1);
    const [next] = await swords.create({ sku: 'c' });
    expect(next).toBe(first + 2);
  });
});

test('whoever may not read items does not see them in an import', async () => {
  const [id = 0] = await swords.create({ sku: 'a', price: 1 });
  const { import: checked } = await send([{ _id: id, price: 2 }], { query: { dry_run: true } });
  await allowInDev(server, 'CREATE_ITEM');
  const member = { as: 'member' } as const;
  expect((await send([{ _id: id, price: 2 }], { ...member, query: { dry_run: true } })).status).toBe(403);
  expect((await server.send(imports.listRows, { ...place(checked.id), query: {} }, member)).status).toBe(403);
  expect((await server.send(imports.apply, { ...place(checked.id), body: {} }, member)).status).toBe(403);
});

test('an import that waits for its job keeps no other waiting', async () => {
  const { deps } = server.app;
  const run = deps.unit;
  // No job is sent, so that the call waits as long as it can.
  const withoutJobs = vi
    .spyOn(deps, 'unit')
    .mockImplementation((work) => run((unit) => work({ ...unit, send: async () => {} })));
  onTestFinished(() => withoutJobs.mockRestore());
  const answered: string[] = [];
  const sent = (name: string, sku: string) =>
    send([{ _label: name, sku }], { query: { dry_run: true } }).then(({ import: { state } }) => {
      answered.push(`${name} ${state}`);
    });
  Object.assign(immediateLimits, { items: 0 });
  const large = [sent('large', 'a'), sent('large', 'b')];
  const stored = `select 1 from imports where state = 'checking'`;
  await eventually(async () => expect(await deps.database.query(stored, [])).toHaveLength(2), { timeout });
  Object.assign(immediateLimits, { items: atOnce });
  await sent('small', 'c');
  const now = performance.now.bind(performance);
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + 3000);
  onTestFinished(() => clock.mockRestore());
  await Promise.all(large);
  expect(answered).toEqual(['small checked', 'large checking', 'large checking']);
});

test('nothing is stored of an import that is cancelled while its rows are checked', async () => {
  shows('4.import.cancel');
  const { deps } = server.app;
  const { query } = deps.database;
  const { import: checked } = await send([{ _label: 'A', sku: 'a' }], { query: { dry_run: true } });
  await query(`update imports set state = 'checking'`, []);
  const cancelled = async () => {
    const [row] = await query<{ state: string }>('select state from imports', []);
    if (row?.state === 'checking') await server.call(imports.cancel, place(checked.id), owner);
  };
  const meanwhile = {
    ...deps,
    unit: (async (work) => {
      await cancelled();
      return deps.unit(work);
    }) as typeof deps.unit,
    database: {
      ...deps.database,
      query: (async (text, ...rest) => {
        if (text.startsWith('insert into import_results')) await cancelled();
        return query(text, ...rest);
      }) as typeof query,
    },
  };
  await checkImportJob.run(meanwhile, { import_id: checked.id }, new AbortController().signal);
  expect((await server.call(imports.get, place(checked.id), owner)).import.state).toBe('cancelled');
  expect(await query('select part from import_results union all select part from import_parts', [])).toEqual([]);
});

test('rows are listed by outcome, page by page', async () => {
  shows('4.import.dry-run');
  const rows = Array.from({ length: 30 }, (_, index) => ({
    _label: `S ${index}`,
    sku: `s${index % 3 === 2 ? 0 : index}`,
  }));
  const { import: checked } = await send(rows, { query: { dry_run: true } });
  const page = async (query: object) => server.call(imports.listRows, { ...place(checked.id), query }, owner);
  const lines: number[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { rows: found, next_cursor } = await page({ outcome: 'refused', limit: 4, ...(cursor && { cursor }) });
    lines.push(...found.map(({ line }) => line));
    cursor = next_cursor;
  }
  expect(lines).toEqual([3, 6, 9, 12, 15, 18, 21, 24, 27, 30]);
  expect((await page({})).rows).toHaveLength(30);
  expect((await page({ outcome: 'conflict' })).rows).toEqual([]);
  const { status } = await server.send(imports.listRows, { ...place(checked.id), query: { cursor: 'x' } }, owner);
  expect(status).toBe(422);
});

describe.each(['kept for a decision', 'applied at once', 'applied by a job'])('refused rows of an import %s', (way) => {
  if (way === 'applied by a job') begin('by a job');

  test('are listed page by page after they were left out, with their line, column and reason', async () => {
    shows('4.import.refused-listed');
    const rows = Array.from({ length: 260 }, (_, at) => ({
      _label: `Sword ${at}`,
      sku: `s${at}`,
      price: at % 2 ? 1 : -1,
    }));
    const query = way === 'kept for a decision' ? { dry_run: true } : { leave_out_refused: true };
    const { import: sent } = await send(rows, { query });
    if (way === 'kept for a decision') await apply(sent.id, { leave_out_refused: true });
    const { query: sql } = server.app.deps.database;
    const stored = 'select rows from import_results where import_id = $1';
    await eventually(async () => {
      const texts = await sql<{ rows: string }>(stored, [sent.id]);
      expect(texts.map(({ rows: text }) => text.includes('Sword 1"'))).toEqual([false, false]);
    });
    const list = (options: object) => server.call(imports.listRows, { ...place(sent.id), query: options }, owner);
    const first = await list({ outcome: 'refused', limit: 100 });
    const second = await list({ limit: 100, cursor: first.next_cursor ?? '' });
    const listed = [...first.rows, ...second.rows];
    expect(listed.map(({ line }) => line)).toEqual(Array.from({ length: 130 }, (_, at) => 2 * at + 1));
    expect(listed.map(({ refusal }) => [refusal?.name, refusal?.value])).toEqual(Array(130).fill(['price', '-1']));
    expect(new Set(listed.map(({ refusal }) => refusal?.reason)).size).toBe(1);
    expect(second.next_cursor).toBeNull();
    expect((await list({ outcome: 'added' })).rows).toEqual([]);
  });
});

test('rows of CSV that sum others are named by line and left out unless they are wanted, those of JSON are imported', async () => {
  shows('4.import.totals-call');
  const rows = [
    '_label,sku,price',
    'A,a,1',
    'Total,total,2',
    'Subtotal,,3',
    'B,b,4',
    'Zwischensumme,,7',
    'TOTAL:,,"1,010"',
  ];
  const text = `${rows.join('\n')}\n`;
  const checked = await csv(text, { dry_run: true });
  const totals = [
    { line: 4, label: 'Subtotal' },
    { line: 6, label: 'Zwischensumme' },
    { line: 7, label: 'TOTAL:' },
  ];
  expect(checked.import).toMatchObject({ rows: 3, totals });
  expect(outcomesOf(checked)).toEqual(['2 added', '3 added', '5 added']);
  const { import: applied } = (await apply(checked.import.id)).body as { import: object };
  expect(applied).toMatchObject({ totals });
  expect([...(await swords.bySku()).keys()].toSorted()).toEqual(['a', 'b', 'total']);

  const wanted = await csv(text, { dry_run: true, with_totals: true });
  expect(wanted.import).toMatchObject({ rows: 6, totals: [] });
  expect((await csv('_label,price\nTotal,5\n')).error.message).toContain('with_totals=true');
  // Before an empty row, and with text next to the label.
  const others = await csv('_label,sku,price\nSumme,,3\n,,\nSum,sum of all,4\n', { dry_run: true });
  expect(others.import).toMatchObject({ rows: 2, totals: [{ line: 2, label: 'Summe' }] });
  const sent = await send(
    [
      { _label: 'A', sku: 'x' },
      { _label: 'Total', price: 5 },
    ],
    { query: { dry_run: true } },
  );
  expect(sent.import).toMatchObject({ rows: 2, totals: [] });
});

test('a small file with large items is imported by a job', async () => {
  shows('4.import.whole');
  const [id = 0] = await swords.create({ sku: 'a', title: 'x'.repeat(5000) });
  const { bytes } = immediateLimits;
  onTestFinished(() => void Object.assign(immediateLimits, { bytes }));
  Object.assign(immediateLimits, { bytes: 4000 });
  const { import: applied } = await send([{ _id: id, price: 1 }]);
  expect(applied).toMatchObject({ state: 'applied', counts: { changed: 1 } });
  expect(await swords.valuesOf(id)).toMatchObject({ price: 1 });
  const jobs = 'select 1 from job_progress where subject_id = $1';
  expect(await server.app.deps.database.query(jobs, [applied.change_set_id])).toHaveLength(1);
  const { import: small } = await send([{ _label: 'B', sku: 'b' }]);
  expect(await server.app.deps.database.query(jobs, [small.change_set_id])).toEqual([]);
});

test('a request that is repeated with large items leaves nothing of the second one', async () => {
  const [id = 0] = await swords.create({ sku: 'a', title: 'x'.repeat(5000) });
  const { bytes } = immediateLimits;
  onTestFinished(() => void Object.assign(immediateLimits, { bytes }));
  Object.assign(immediateLimits, { bytes: 4000 });
  const query = { idempotency_key: crypto.randomUUID() };
  const answers = await Promise.all([0, 1, 2, 3].map(() => send([{ _id: id, price: 1 }], { query })));
  expect(new Set(answers.map((answer) => answer.import.id)).size).toBe(1);
  expect(await server.app.deps.database.query('select 1 from imports', [])).toHaveLength(1);
});

test('a draft can be cancelled, and is deleted then', async () => {
  shows('4.import.cancel');
  const { import: checked } = await send([{ _label: 'A', sku: 'a' }], { query: { dry_run: true } });
  expect((await server.call(imports.cancel, place(checked.id), owner)).import.state).toBe('cancelled');
  expect(await server.send(imports.cancel, place(checked.id), owner)).toMatchObject({ status: 409 });
  expect(await apply(checked.id)).toMatchObject({ status: 409 });
  const rows = 'select part from import_parts union all select part from import_results';
  expect(await server.app.deps.database.query(rows, [])).toEqual([]);
});

test('new items are created in Dev only', async () => {
  shows('4.import.dev-only');
  const [id = 0] = await swords.create({ sku: 'a', price: 1 });
  await syncOf(server, server.studio.dev).all();
  const rows = [
    { _id: id, price: 2 },
    { _label: 'B', sku: 'b' },
  ];
  const refused = await send(rows, { instanceId: server.studio.stage });
  expect(outcomesOf(refused)).toEqual(['2 refused -: new items can only be created in Dev', '1 changed']);
  const left = await send(rows, { instanceId: server.studio.stage, query: { leave_out_refused: true } });
  expect(left).toMatchObject({ status: 200, import: { state: 'applied', counts: { changed: 1, refused: 1 } } });
  expect([...(await swords.bySku(server.studio.stage)).values()]).toMatchObject([{ sku: 'a', price: 2 }]);
});

test('read-only values are changed by those who may', async () => {
  shows('4.import.as-saved');
  const [id = 0] = await swords.create({ sku: 'a', locked: 'x' });
  await allowInDev(server, 'CREATE_ITEM', 'READ');
  const refused = await send([{ _id: id, locked: 'y' }], { as: 'member' });
  expect(outcomesOf(refused)).toEqual([expect.stringMatching(/^1 refused locked: .* is read-only/)]);
  const { import: checked } = await send([{ _id: id, locked: 'y' }], { query: { dry_run: true } });
  expect(await server.send(imports.apply, { ...place(checked.id), body: {} }, { as: 'member' })).toMatchObject({
    status: 422,
    body: { message: expect.stringContaining('read-only') },
  });
  expect(await swords.valuesOf(id)).toMatchObject({ locked: 'x' });
});

test('an image is unchanged, and another one is refused', async () => {
  shows('4.import.as-saved');
  const { id: templateId, fieldId } = imageTemplate;
  const image = drawPortrait('QM', [10, 20, 30]).toString('base64');
  const field = {
    ...{
      id: fieldId,
      template_field_id: fieldId,
      template_field_type: 'image' as const,
      value: image,
      status: 1 as const,
    },
    ...{ template_group_id: null, template_group_path: null },
  };
  const body = { template_id: templateId, internal_label: 'QM', fields: [field] };
  const { id } = await server.call(items.save, { params: { instanceId: server.studio.dev }, body }, owner);
  const path = (await swords.stateOf(id))?.values[fieldId];
  const other = `${'a'.repeat(64)}.png`;
  const reason = `refused ${fieldId}: an image cannot be imported; upload it in the item`;
  const answer = await send(
    [
      { _id: id, _label: 'QM', [fieldId]: path },
      { _label: 'New', [fieldId]: other },
    ],
    { templateId },
  );
  expect(outcomesOf(answer)).toEqual([`2 ${reason}`, '1 unchanged']);
  expect(outcomesOf(await send([{ _id: id, [fieldId]: other }], { templateId }))).toEqual([`1 ${reason}`]);
  expect(outcomesOf(await send([{ _id: id, [fieldId]: null }], { templateId }))).toEqual([`1 ${reason}`]);
});

test('matching without a key, and more items than the plan allows are refused', async () => {
  shows('4.import.as-saved');
  const options = { query: { match: 'key', key: 'title' } };
  expect(await send([{ sku: 'a' }], options)).toMatchObject({
    status: 422,
    error: { fields: { key: expect.any(String) } },
  });
  expect(await send([{ sku: 'a' }], { templateId: 'nothing' })).toMatchObject({ status: 404 });
  expect(await importFile(server, '')).toMatchObject({
    status: 422,
    error: { message: 'The file has no rows. Send at least one.' },
  });
  expect(await csv('foo,bar\n1,2\n', { ignore_unknown: true })).toMatchObject({
    status: 422,
    error: { message: expect.stringContaining('No column') },
  });
  await setSubscription(server, { plan: 'free', status: 'active' });
  await server.app.deps.database.query('update item_counts set items = 1000000', []);
  expect(await send([{ _label: 'A', sku: 'a' }])).toMatchObject({ status: 402, error: { error: 'item_limit' } });
  expect(await server.app.deps.database.query('select 1 from imports', [])).toEqual([]);
});

test('a save of the grid is a change set of that origin', async () => {
  const answer = await send([{ _label: 'A', sku: 'a' }], { query: { origin: 'grid' } });
  const params = { instanceId: server.studio.dev, changeSetId: answer.import.change_set_id ?? 0 };
  expect((await server.call(changeSets.get, { params }, owner)).change_set.origin).toBe('grid');
});

test('imports are deleted after a day if they were not applied, else after a week', async () => {
  shows('4.import.cancel');
  await send([{ _label: 'A', sku: 'a' }], { query: { dry_run: true } });
  await send([{ _label: 'B', sku: 'b' }]);
  const { deps } = server.app;
  const { removeImportsJob } = await import('../../server/modules/imports/import-job-service.ts');
  const run = () => removeImportsJob.run(deps, {}, new AbortController().signal);
  const states = async () =>
    (await deps.database.query<{ state: string }>('select state from imports order by id', [])).map(
      ({ state }) => state,
    );
  await run();
  expect(await states()).toEqual(['checked', 'applied']);
  server.clock.advance(25 * 60 * 60);
  await run();
  expect(await states()).toEqual(['applied']);
  server.clock.advance(7 * 24 * 60 * 60);
  await run();
  expect(await states()).toEqual([]);
});
