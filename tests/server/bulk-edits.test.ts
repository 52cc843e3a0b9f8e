import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import {
  type Action,
  bulkEdits,
  type EditCheck,
  type Operation,
  type Selection,
} from '@quartermaster/contract/endpoints/bulk-edits.ts';
import { changeSets } from '@quartermaster/contract/endpoints/change-sets.ts';
import { sync } from '@quartermaster/contract/endpoints/sync.ts';
import type { ErrorBody } from '@quartermaster/contract/errors.ts';
import { filterOps } from '@quartermaster/contract/field-types/filters.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { field, inOrder, saveAll, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { setSubscription } from '../support/subscription.ts';
import { expectWhole, readState } from '../support/sync-model/state.ts';
import { timeout } from '../support/timeout.ts';

const fields = inOrder([
  field('title', 'text', { maximum: 12 }),
  field('price', 'integer', { required: true, maximum: 1000 }),
  field('weight', 'float'),
  field('shiny', 'boolean'),
  field('parent', 'item-link', { templateId: 'sword' }),
  field('parts', 'item-link-list', { templateId: 'sword' }),
  field('bonuses', 'dynamic-group'),
  field('stat', 'text', { parentId: 'bonuses' }),
  field('amount', 'integer', { parentId: 'bonuses' }),
]);
const as = { as: 'owner' } as const;

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  await saveTemplate(server, 'sword', fields, { label: 'Swords' });
});

const create = async (...all: (ItemValues & { label?: string })[]): Promise<number[]> =>
  (
    await saveAll(
      server,
      all.map(({ label, ...values }, index) => saveBody('sword', fields, values, { label: label ?? `Sword ${index}` })),
    )
  ).map(({ id }) => id);

const dev = () => ({ instanceId: server.studio.dev });
const byIds = (...ids: number[]): Selection => ({ template_id: 'sword', ids });
const operate = (...operations: Operation[]): Action => ({ operations });
const check = (selection: Selection, action: Action, more: object = {}) =>
  server.call(bulkEdits.check, { params: dev(), body: { selection, action, ...more } }, as);
const apply = (selection: Selection, action: Action, more: object = {}) =>
  server.call(bulkEdits.apply, { params: dev(), body: { selection, action, ...more } }, as);
const refused = async (selection: object, action: object, more: object = {}) => {
  const { status, body } = await server.send(
    bulkEdits.apply,
    { params: dev(), body: { selection, action, ...more } },
    as,
  );
  return { status, ...(body as ErrorBody) };
};
const undo = (changeSetId: number | null, body = {}) =>
  server.call(changeSets.undo, { params: { ...dev(), changeSetId: changeSetId ?? 0 }, body }, as);
const read = (instanceId = server.studio.dev) => readState(server.app.deps.database.query, instanceId);
const valuesOf = async (...ids: number[]) => {
  const { items: all } = await read();
  return ids.map((id) => all.get(id)?.values);
};
const expectTidy = async (instanceId = server.studio.dev) => {
  const { query } = server.app.deps.database;
  await expectWhole(query, instanceId, await readState(query, instanceId));
  expect(await query('select 1 from sync_index', [])).toEqual([]);
  expect(await query("select 1 from syncs where state = 'running'", [])).toEqual([]);
};

describe('operations', () => {
  test.each<[name: string, before: ItemValues, operation: Operation, after: ItemValues]>([
    ['set a text', { price: 1 }, { field_id: 'title', op: 'set', value: 'New' }, { price: 1, title: 'New' }],
    ['set a link by text', { price: 1 }, { field_id: 'shiny', op: 'set', value: false }, { price: 1, shiny: false }],
    ['clear', { price: 1, title: 'Old' }, { field_id: 'title', op: 'clear' }, { price: 1 }],
    ['add to an integer', { price: 1 }, { field_id: 'price', op: 'add', value: 9 }, { price: 10 }],
    ['round products of integers', { price: 15 }, { field_id: 'price', op: 'multiply', value: 1.1 }, { price: 17 }],
    [
      'round halves of negative ones',
      { price: -15 },
      { field_id: 'price', op: 'multiply', value: 1.1 },
      { price: -17 },
    ],
    [
      'multiply decimals',
      { price: 1, weight: 3 },
      { field_id: 'weight', op: 'multiply', value: 1.1 },
      { price: 1, weight: 3.3 },
    ],
    [
      'add decimals',
      { price: 1, weight: 0.1 },
      { field_id: 'weight', op: 'add', value: 0.2 },
      { price: 1, weight: 0.3 },
    ],
    [
      'add to a large decimal',
      { price: 1, weight: 9007199254740991 },
      { field_id: 'weight', op: 'add', value: -2 },
      { price: 1, weight: 9007199254740989 },
    ],
    [
      'replace text literally',
      { price: 1, title: 'a.b.c' },
      { field_id: 'title', op: 'replace', find: '.', value: '$&' },
      { price: 1, title: 'a$&b$&c' },
    ],
    [
      'append to a text',
      { price: 1, title: 'a' },
      { field_id: 'title', op: 'append', value: '!' },
      { price: 1, title: 'a!' },
    ],
    [
      'change every row',
      { price: 1, bonuses: [{ amount: 1 }, { stat: 'x' }, { amount: 3 }] },
      { field_id: 'amount', op: 'multiply', value: 2 },
      { price: 1, bonuses: [{ amount: 2 }, { stat: 'x' }, { amount: 6 }] },
    ],
    [
      'change rows by a condition',
      {
        price: 1,
        bonuses: [
          { stat: 'fire', amount: 1 },
          { stat: 'ice', amount: 1 },
        ],
      },
      {
        field_id: 'amount',
        op: 'add',
        value: 5,
        where: { template_field_id: 'stat', op: filterOps.equal, value: 'ice' },
      },
      {
        price: 1,
        bonuses: [
          { stat: 'fire', amount: 1 },
          { stat: 'ice', amount: 6 },
        ],
      },
    ],
  ])('%s', async (_, before, operation, after) => {
    shows('4.bulk.operations', '4.bulk.rows');
    const [id = 0] = await create(before);
    expect((await apply(byIds(id), operate(operation))).counts).toEqual({ added: 0, updated: 1, removed: 0 });
    expect(await valuesOf(id)).toEqual([after]);
    await expectTidy();
  });

  test('append links that a list lacks, remove others, and run one after another', async () => {
    shows('4.bulk.operations');
    const [a = 0, b = 0, c = 0] = await create({ price: 1 }, { price: 1 }, { price: 1 });
    const [id = 0] = await create({ price: 1, parts: [a, b] });
    await apply(
      byIds(id),
      operate(
        { field_id: 'parts', op: 'append', value: [String(b), c] },
        { field_id: 'parts', op: 'remove', value: [a] },
        { field_id: 'parent', op: 'set', value: String(a) },
        { field_id: 'label', op: 'append', value: ' II' },
      ),
    );
    expect(await valuesOf(id)).toEqual([{ price: 1, parts: [b, c], parent: a }]);
    expect((await read()).items.get(id)?.label).toBe('Sword 0 II');
    await expectTidy();
  });

  test('leave a number of many digits as it is if nothing is added, or it is multiplied by 1', async () => {
    const [id = 0] = await create({ price: 1, weight: 0.12345678901234568 });
    const action = operate(
      { field_id: 'weight', op: 'multiply', value: 1 },
      { field_id: 'weight', op: 'add', value: 0 },
    );
    expect((await apply(byIds(id), action)).id).toBeNull();
    expect(await valuesOf(id)).toEqual([{ price: 1, weight: 0.12345678901234568 }]);
  });

  test('append links without removing those that occur twice', async () => {
    const [a = 0, b = 0, c = 0] = await create({ price: 1 }, { price: 1 }, { price: 1 });
    const [id = 0] = await create({ price: 1, parts: [a, a] });
    expect((await apply(byIds(id), operate({ field_id: 'parts', op: 'append', value: [a] }))).id).toBeNull();
    await apply(byIds(id), operate({ field_id: 'parts', op: 'append', value: [b, a, b, c] }));
    expect(await valuesOf(id)).toEqual([{ price: 1, parts: [a, a, b, c] }]);
  });

  test('refuse texts that would become too large before they are created', async () => {
    const rows = Array.from({ length: 1000 }, () => ({ stat: 'a' }));
    const [id = 0] = await create({ price: 1, title: 'aaaaaaaaaaaa', bonuses: rows });
    const double = { field_id: 'title', op: 'replace', find: 'a', value: 'aa' } as const;
    const reasonOf = async (...operations: Operation[]) =>
      (await refused(byIds(id), operate(...operations))).details as Pick<EditCheck, 'refused'>;
    expect((await reasonOf(...Array.from({ length: 50 }, () => double))).refused.sample).toMatchObject([
      { field_id: 'title', reason: 'must be at most 262,144 characters' },
    ]);
    const append = { field_id: 'title', op: 'append', value: 'a'.repeat(10_000) } as const;
    expect((await reasonOf(...Array.from({ length: 50 }, () => append))).refused.sample).toMatchObject([
      { field_id: 'title', reason: 'must be at most 262,144 characters' },
    ]);
    const reason = 'an item can have at most 2,097,152 bytes, and this one would have more';
    for (const [field_id, value] of [
      ['stat', 'b'.repeat(200_000)],
      ['stat', 'b'.repeat(3000)],
    ] as const)
      expect((await reasonOf({ field_id, op: 'append', value })).refused.sample).toMatchObject([
        { field_id: null, reason },
      ]);
    const book = [field('text', 'text', { maximum: 100_000 })];
    await saveTemplate(server, 'book', book);
    const { id: long } = await saveOne(server, saveBody('book', book, { text: 'a'.repeat(90_000) }));
    const duplicate = { times: 1, label: 'x', fields: [{ field_id: 'text', pattern: '{value}{value}{value}' }] };
    const { details } = await refused({ template_id: 'book', ids: [long] }, { duplicate });
    expect(details).toMatchObject({ refused: { sample: [{ reason: 'must be at most 262,144 characters' }] } });
  });

  test('that may add much to the items are made by a job', async () => {
    const ids = await create(...Array.from({ length: 20 }, () => ({ price: 1, bonuses: [{ amount: 1 }] })));
    const append = async (value: string) => {
      const where = { template_field_id: 'amount', op: filterOps.equal, value: '2' };
      const { id, state } = await apply(
        byIds(...ids),
        operate({ field_id: 'stat', op: 'append', value, where }, { field_id: 'price', op: 'add', value: 1 }),
      );
      const { query } = server.app.deps.database;
      const [row] = await query<{ attempt: number }>('select attempt from syncs where id = $1', [id]);
      return [state, row?.attempt];
    };
    expect(await append('a')).toEqual(['applied', 0]);
    expect(await append('a'.repeat(100_000))).toEqual(['applied', 1]);
    expect((await valuesOf(...ids)).every((values) => values?.price === 3)).toBe(true);
    await expectTidy();
  });

  test.each<[name: string, action: object, fields: Record<string, string>]>([
    [
      'an unknown field',
      operate({ field_id: 'nope', op: 'clear' }),
      { 'action.operations.0.field_id': 'the template has no such field' },
    ],
    [
      'a wrong operation',
      operate({ field_id: 'shiny', op: 'add', value: 1 }),
      { 'action.operations.0.op': 'this operation does not fit the field' },
    ],
    [
      'a group',
      operate({ field_id: 'bonuses', op: 'clear' }),
      { 'action.operations.0.op': 'this operation does not fit the field' },
    ],
    [
      'a value that no item can have',
      operate({ field_id: 'price', op: 'clear' }, { field_id: 'price', op: 'set', value: 1001 }),
      { 'action.operations.0.op': 'required field', 'action.operations.1.value': 'should be no more than 1000' },
    ],
    [
      'a fraction',
      operate({ field_id: 'price', op: 'add', value: 0.5 }),
      { 'action.operations.0.value': 'should be integer' },
    ],
    [
      'nothing to replace',
      operate({ field_id: 'title', op: 'replace', value: 'x' }),
      { 'action.operations.0.find': 'enter the text to replace' },
    ],
    [
      'a condition outside of rows',
      operate({ field_id: 'title', op: 'clear', where: { template_field_id: 'stat', op: 5, value: 'x' } }),
      { 'action.operations.0.where': 'only a field in rows has a condition on them' },
    ],
    [
      'a condition that does not fit',
      operate({ field_id: 'amount', op: 'add', value: 1, where: { template_field_id: 'stat', op: 1, value: 'x' } }),
      { 'action.operations.0.where.op': 'this condition does not fit the field' },
    ],
    [
      'a condition with a wrong value',
      operate({
        field_id: 'stat',
        op: 'append',
        value: 'x',
        where: { template_field_id: 'amount', op: 1, value: 'x' },
      }),
      { 'action.operations.0.where.value': 'should be a number' },
    ],
    [
      'a list of texts',
      operate({ field_id: 'parts', op: 'append', value: [] }),
      { 'action.operations.0.value': 'choose at least one' },
    ],
    [
      'an empty label',
      operate({ field_id: 'label', op: 'set', value: ' ' }),
      { 'action.operations.0.value': 'required field' },
    ],
    [
      'two actions',
      { delete: true, duplicate: { times: 1, label: 'x' } },
      { action: 'name either operations, duplicate or delete' },
    ],
    ['no action', {}, { action: 'name either operations, duplicate or delete' }],
    [
      'an unknown part of a pattern',
      { duplicate: { times: 1, label: '{m}', fields: [{ field_id: 'amount', pattern: '{value}' }] } },
      {
        'action.duplicate.label': '{m} is not known: use {n}, {n:02}, or {label}',
        'action.duplicate.fields.0.field_id': 'a field in rows cannot have a pattern',
      },
    ],
    ['too many copies', { duplicate: { times: 1001, label: 'x' } }, { 'action.duplicate.times': 'must be <= 1000' }],
  ])('refuse %s', async (_, action, wrong) => {
    const [id = 0] = await create({ price: 1 });
    const { status, fields: found } = await refused(byIds(id), action);
    expect([status, found]).toEqual([422, wrong]);
    expect((await read()).items.get(id)?.version).toBe(1);
  });
});

describe('a selection', () => {
  test('without ids and filters, or of another number of items, is refused', async () => {
    shows('4.bulk.nothing-means-everything', '4.bulk.count');
    const ids = await create({ price: 1 }, { price: 2 }, { price: 2 });
    const action = operate({ field_id: 'title', op: 'set', value: 'x' });
    for (const selection of [
      {},
      { ids: [] },
      { count: 3 },
      { filters: [] },
      { search: 'Sword' },
      { ids, filters: [] },
    ]) {
      const answer = await refused({ template_id: 'sword', ...selection }, action);
      expect([answer.status, answer.fields]).toEqual([
        422,
        { selection: 'name either ids, or filters or search with a count' },
      ]);
    }
    const filters = [{ template_field_id: 'price', op: filterOps.equal, value: '2' }];
    const counted = await server.call(bulkEdits.count, { params: dev(), body: { template_id: 'sword', filters } }, as);
    expect(counted).toEqual({ count: 2 });
    const other = await refused({ template_id: 'sword', filters, count: 3 }, action);
    expect(other).toMatchObject({ status: 409, error: 'changed', details: { count: 2 } });
    const gone = await refused(byIds(...ids, 999_999), action);
    expect(gone).toMatchObject({ status: 409, error: 'changed', details: { count: 3 } });
    expect((await read()).items.get(ids[0] ?? 0)?.version).toBe(1);
    expect((await apply({ template_id: 'sword', filters, count: 2 }, action)).counts.updated).toBe(2);
    expect((await apply({ template_id: 'sword', filters: [], count: 3 }, action)).counts.updated).toBe(1);
    const found = { template_id: 'sword', search: 'sword 1', count: 1 };
    expect((await apply(found, operate({ field_id: 'price', op: 'add', value: 1 }))).counts.updated).toBe(1);
    expect((await refused({ template_id: 'nope', ids }, action)).status).toBe(404);
  });

  test('can leave items out', async () => {
    shows('4.bulk.leave-out');
    const ids = await create({ price: 1 }, { price: 1000 }, { price: 3 });
    const action = operate({ field_id: 'price', op: 'add', value: 1 });
    const whole = await refused(byIds(...ids), action);
    expect(whole).toMatchObject({
      status: 422,
      details: {
        refused: { count: 1, sample: [{ id: ids[1], field_id: 'price', reason: 'should be no more than 1000' }] },
      },
    });
    expect(await valuesOf(...ids)).toEqual([{ price: 1 }, { price: 1000 }, { price: 3 }]);
    const others = { leave_out: [ids[1]] };
    expect(await check(byIds(...ids), action, others)).toMatchObject({ selected: 3, left_out: 1, changed: 2 });
    expect((await apply(byIds(...ids), action, others)).counts.updated).toBe(2);
    expect(await valuesOf(...ids)).toEqual([{ price: 2 }, { price: 1000 }, { price: 4 }]);
  });
});

test('the check shows before and after of every item, page by page, and changes nothing', async () => {
  shows('4.bulk.preview');
  const ids = await create(
    ...Array.from({ length: 7 }, (_, index) => ({ price: 10 * index, ...(index === 3 && { title: 'a long title' }) })),
  );
  const action = operate(
    { field_id: 'price', op: 'multiply', value: 2 },
    { field_id: 'title', op: 'append', value: '!' },
  );
  const pages: EditCheck[] = [];
  for (let cursor: string | undefined; pages.length < 5; ) {
    const page = await check(byIds(...ids.toReversed()), action, { limit: 3, ...(cursor && { cursor }) });
    pages.push(page);
    if (page.next_cursor === null) break;
    cursor = page.next_cursor;
  }
  expect(pages.map(({ rows }) => rows.map(({ id }) => id))).toEqual([ids.slice(0, 3), ids.slice(3, 6), ids.slice(6)]);
  for (const page of pages) {
    expect(page).toMatchObject({ selected: 7, left_out: 0, changed: 6, unchanged: 0, refused: { count: 1 } });
    expect(page.fingerprint).toBe(pages[0]?.fingerprint);
  }
  expect(pages[0]?.rows[1]).toEqual({
    id: ids[1],
    label: 'Sword 1',
    version: 1,
    copy: null,
    change: 'updated',
    fields: [
      { field_id: 'price', path: null, before: 10, after: 20 },
      { field_id: 'title', path: null, before: null, after: '!' },
    ],
    refusal: null,
  });
  expect(pages[1]?.rows[0]).toMatchObject({
    change: null,
    refusal: { field_id: 'title', path: null, reason: 'must be at most 12 characters' },
  });
  expect([...(await read()).items.values()].every(({ version }) => version === 1)).toBe(true);
  const nothing = await check(byIds(...ids), operate({ field_id: 'title', op: 'replace', find: 'z', value: '' }));
  expect(nothing).toMatchObject({
    changed: 0,
    unchanged: 7,
    rows: expect.arrayContaining([expect.objectContaining({ change: null })]),
  });
  expect(await apply(byIds(...ids), operate({ field_id: 'title', op: 'replace', find: 'z', value: '' }))).toMatchObject(
    { id: null },
  );
});

test('a page of the check ends once its rows have 4 MiB', { timeout: 3 * timeout }, async () => {
  const texts = inOrder(Array.from({ length: 6 }, (_, index) => field(`text_${index}`, 'text')));
  await saveTemplate(server, 'book', texts, { label: 'Books' });
  const values = Object.fromEntries(texts.map(({ id }) => [id, 'x'.repeat(250_000)]));
  const ids: number[] = [];
  for (const label of ['A', 'B', 'C', 'D', 'E'])
    ids.push((await saveOne(server, saveBody('book', texts, values, { label }))).id);
  const action = operate(...texts.map(({ id }): Operation => ({ field_id: id, op: 'replace', find: 'x', value: 'y' })));
  const pages: EditCheck[] = [];
  for (let cursor: string | null = ''; cursor !== null && pages.length < 9; cursor = pages.at(-1)?.next_cursor ?? null)
    pages.push(await check({ template_id: 'book', ids }, action, { limit: 4, ...(cursor && { cursor }) }));
  // A row has 3 MB.
  expect(pages.map(({ rows }) => rows.map(({ id }) => id))).toEqual(ids.map((id) => [id]));
  for (const page of pages) expect(page).toMatchObject({ selected: 5, changed: 5, unchanged: 0 });
  const [one] = pages;
  const small = operate({ field_id: 'label', op: 'append', value: '!' });
  expect((await check({ template_id: 'book', ids }, small, { limit: 4 })).rows).toHaveLength(4);
  expect(one?.rows[0]?.fields).toHaveLength(6);
});

test('an edit based on a check is refused once an item was saved', async () => {
  shows('4.bulk.fingerprint');
  const [id = 0, other = 0] = await create({ price: 1 }, { price: 2 });
  const action = operate({ field_id: 'price', op: 'add', value: 1 });
  const { fingerprint } = await check(byIds(id, other), action);
  await saveOne(
    server,
    saveBody('sword', fields, { price: 5 }, { label: 'Sword 1', id: other, version: 1, before: { price: 2 } }),
  );
  expect(await refused(byIds(id, other), action, { fingerprint })).toMatchObject({ status: 409, error: 'changed' });
  const { fingerprint: now } = await check(byIds(id, other), action);
  expect(now).not.toBe(fingerprint);
  expect((await apply(byIds(id, other), action, { fingerprint: now })).counts.updated).toBe(2);
});

test('links to missing items are refused, worded as in a save', async () => {
  const [id = 0] = await create({ price: 1 });
  const answer = await refused(byIds(id), operate({ field_id: 'parent', op: 'set', value: 999_999 }));
  expect(answer).toMatchObject({
    status: 422,
    details: { refused: { sample: [{ field_id: 'parent', reason: 'there is no item 999999 in sword' }] } },
  });
});

describe('copies', () => {
  test('get labels and fields by patterns, and share nothing with their original', async () => {
    shows('4.bulk.duplicate');
    const [target = 0] = await create({ price: 1 });
    const values = { price: 7, title: 'axe', parent: target, parts: [target], bonuses: [{ stat: 'x', amount: 1 }] };
    const [id = 0] = await create({ ...values, label: 'Axe' });
    const duplicate = { times: 12, label: '{label}_{n:02}', fields: [{ field_id: 'title', pattern: '{value} {n}' }] };
    const checked = await check(byIds(id), { duplicate }, { limit: 2 });
    expect(checked).toMatchObject({
      selected: 1,
      changed: 12,
      rows: [
        {
          id,
          copy: 1,
          label: 'Axe_01',
          change: 'added',
          fields: [
            { field_id: 'label', before: 'Axe', after: 'Axe_01' },
            { field_id: 'title', before: 'axe', after: 'axe 1' },
          ],
        },
        { id, copy: 2, label: 'Axe_02' },
      ],
    });
    const { id: set, counts } = await apply(byIds(id), { duplicate });
    expect(counts).toEqual({ added: 12, updated: 0, removed: 0 });
    const copies = [...(await read()).items].filter(([copy]) => copy > id);
    expect(copies.map(([, { label }]) => label).toSorted()).toEqual(
      Array.from({ length: 12 }, (_, index) => `Axe_${String(index + 1).padStart(2, '0')}`),
    );
    const [first = 0] = copies.map(([copy]) => copy).toSorted((a, b) => a - b);
    expect(await valuesOf(first)).toEqual([{ ...values, title: 'axe 1' }]);
    await apply(byIds(first), operate({ field_id: 'amount', op: 'set', value: 9 }));
    expect(await valuesOf(id)).toEqual([values]);
    await expectTidy();
    expect(
      await server.send(changeSets.undo, { params: { ...dev(), changeSetId: set ?? 0 }, body: {} }, as),
    ).toMatchObject({
      status: 409,
      body: { error: 'conflict', details: { conflicts: { count: 1, sample: [{ id: first }] } } },
    });
    await undo(set, { conflicts: 'source' });
    expect([...(await read()).items.keys()].every((left) => left <= id)).toBe(true);
    await expectTidy();
  });

  test('are limited by the call and by the plan', async () => {
    const ids = await create(...Array.from({ length: 11 }, () => ({ price: 1 })));
    expect(await refused(byIds(...ids), { duplicate: { times: 1000, label: 'x' } })).toMatchObject({
      status: 422,
      fields: { 'action.duplicate.times': 'would create 11,000 items, and at most 10,000 can be created at once' },
    });
    await setSubscription(server, { plan: 'free', status: 'active' });
    expect(await refused(byIds(...ids), { duplicate: { times: 90, label: 'x' } })).toMatchObject({
      status: 402,
      error: 'item_limit',
    });
    expect((await apply(byIds(...ids), { duplicate: { times: 71, label: 'x' } })).counts.added).toBe(781);
    await expectTidy();
  });
});

test('two patterns for one field are refused', async () => {
  const [id = 0] = await create({ price: 1 });
  const fieldsOf = (...ids: string[]) => ids.map((field_id) => ({ field_id, pattern: '{n}' }));
  const duplicate = { times: 2, label: '{n}', fields: fieldsOf('price', 'title', 'price', 'price') };
  expect(await refused(byIds(id), { duplicate })).toMatchObject({
    status: 422,
    fields: {
      'action.duplicate.fields.2.field_id': 'this field has a pattern already',
      'action.duplicate.fields.3.field_id': 'this field has a pattern already',
    },
  });
});

describe('a deletion', () => {
  test('lists the links that it would break, and is undone with ids and links', async () => {
    shows('4.bulk.delete', '4.bulk.undo');
    const [target = 0, alone = 0] = await create({ price: 1, title: 'target' }, { price: 2 });
    const [linking = 0] = await create({ price: 3, parent: target });
    const before = await read();
    const checked = await check(byIds(target, alone), { delete: true });
    expect(checked).toMatchObject({
      changed: 1,
      linked: {
        count: 1,
        sample: [{ id: target, label: 'Sword 0', linked_by: { template_id: 'sword', id: linking, label: 'Sword 0' } }],
      },
    });
    expect(await refused(byIds(target, alone), { delete: true })).toMatchObject({
      status: 422,
      details: { linked: { count: 1 } },
    });
    expect((await read()).items.size).toBe(3);
    const { id, counts } = await apply(byIds(target, alone, linking), { delete: true });
    expect(counts).toEqual({ added: 0, updated: 0, removed: 3 });
    expect((await read()).items.size).toBe(0);
    await expectTidy();
    const undone = await undo(id);
    const after = await read();
    expect([...after.items].map(([key, { label, values }]) => [key, label, values]).toSorted()).toEqual(
      [...before.items].map(([key, { label, values }]) => [key, label, values]).toSorted(),
    );
    await expectTidy();
    await undo(undone.id);
    expect((await read()).items.size).toBe(0);
    await expectTidy();
  });

  test('names what links to its items on every page of its check', async () => {
    const ids = await create(...Array.from({ length: 5 }, () => ({ price: 1 })));
    const [first = 0, , , , last = 0] = ids;
    await create({ price: 1, parts: [first, last], parent: last, label: 'A' }, { price: 1, parent: last, label: 'B' });
    const refusal = { field_id: null, path: null, reason: '"A" in Swords links to it' };
    const page = await check(byIds(...ids), { delete: true }, { limit: 3 });
    const next = await check(byIds(...ids), { delete: true }, { limit: 3, cursor: page.next_cursor });
    for (const { changed, linked } of [page, next]) expect([changed, linked.count]).toEqual([3, 2]);
    expect([...page.rows, ...next.rows].map(({ id, change, refusal: found }) => [id, change, found])).toEqual(
      ids.map((id) => (id === first || id === last ? [id, null, refusal] : [id, 'removed', null])),
    );
  });

  test('and copies are refused outside of Dev', async () => {
    shows('4.bulk.dev-only');
    const [id = 0] = await create({ price: 1 });
    await server.call(sync.all, { params: dev(), body: {} }, as);
    const params = { instanceId: server.studio.stage };
    for (const action of [{ delete: true }, { duplicate: { times: 1, label: 'x' } }]) {
      const { status, body } = await server.send(
        bulkEdits.apply,
        { params, body: { selection: byIds(id), action } },
        as,
      );
      expect([status, (body as ErrorBody).error]).toEqual([403, 'environment']);
    }
  });
});

test('an edit in Stage counts as edited there for the next sync, and so does its undo', async () => {
  const [id = 0] = await create({ price: 1 });
  await server.call(sync.all, { params: dev(), body: {} }, as);
  const params = { instanceId: server.studio.stage };
  const body = { selection: byIds(id), action: operate({ field_id: 'price', op: 'set', value: 50 }) };
  const { id: set } = await server.call(bulkEdits.apply, { params, body }, as);
  const conflicts = async () => (await server.call(sync.listChanges, { params: dev(), query: {} }, as)).counts;
  expect(await conflicts()).toMatchObject({ updated: 1, conflicts: 1 });
  await expectTidy(server.studio.stage);
  await server.call(changeSets.undo, { params: { ...params, changeSetId: set ?? 0 }, body: {} }, as);
  expect(await conflicts()).toMatchObject({ updated: 0, conflicts: 0 });
  expect((await server.call(sync.list, { params, query: {} }, as)).syncs).toHaveLength(1);
  // What was synced stays what was synced, also for an item that was edited there before.
  const synced = () =>
    server.app.deps.database.query(
      'select i.synced_hash::text, i.synced_version from items i join templates t on t.key = i.template_key where t.instance_id = $1',
      [params.instanceId],
    );
  const last = await synced();
  const saved = saveBody('sword', fields, { price: 60 }, { label: 'Sword 0', id, version: 3, before: { price: 1 } });
  await saveOne(server, saved, 'owner', params.instanceId);
  await server.call(bulkEdits.apply, { params, body }, as);
  expect(await synced()).toEqual(last);
});

test('an undo outside of Dev does not create items again that were deleted since', async () => {
  shows('4.bulk.dev-only');
  const [id = 0, other = 0] = await create({ price: 1 }, { price: 2 });
  await server.call(sync.all, { params: dev(), body: {} }, as);
  const params = { instanceId: server.studio.stage };
  const body = { selection: byIds(id, other), action: operate({ field_id: 'price', op: 'set', value: 50 }) };
  const { id: set } = await server.call(bulkEdits.apply, { params, body }, as);
  await apply(byIds(id), { delete: true });
  await server.call(sync.all, { params: dev(), body: { conflicts: 'source' } }, as);
  const left = await read(params.instanceId);
  expect([...left.items.keys()]).toEqual([other]);
  const undoInStage = (conflicts: 'source' | 'target') =>
    server.send(changeSets.undo, { params: { ...params, changeSetId: set ?? 0 }, body: { conflicts } }, as);
  expect(await undoInStage('source')).toMatchObject({ status: 403, body: { error: 'environment' } });
  expect(await read(params.instanceId)).toEqual(left);
  expect(await undoInStage('target')).toMatchObject({ status: 200 });
  await expectTidy(params.instanceId);
});

test('an undo restores the state before; what was changed since is a conflict, decided by item', async () => {
  shows('4.bulk.undo', '4.bulk.undo-conflict');
  const ids = await create({ price: 1 }, { price: 2 }, { price: 3 });
  const { id: set } = await apply(byIds(...ids), operate({ field_id: 'price', op: 'add', value: 10 }));
  const changed = ids[1] ?? 0;
  await saveOne(
    server,
    saveBody('sword', fields, { price: 77 }, { label: 'Sword 1', id: changed, version: 2, before: { price: 12 } }),
  );
  const params = { ...dev(), changeSetId: set ?? 0 };
  const checked = await server.call(changeSets.checkUndo, { params, body: {} }, as);
  expect(checked.conflicts).toMatchObject({ count: 1, sample: [{ id: changed, change: 'updated' }] });
  const decisions = [{ template_id: 'sword', id: changed, take: 'target' as const }];
  const { id: undone } = await undo(set, { decisions });
  expect(await valuesOf(...ids)).toEqual([{ price: 1 }, { price: 77 }, { price: 3 }]);
  await expectTidy();
  const { change_set } = await server.call(changeSets.get, { params }, as);
  expect(change_set).toMatchObject({ state: 'applied', undone_by: undone, can_undo: false });
  const again = await server.send(changeSets.undo, { params, body: {} }, as);
  expect([again.status, (again.body as ErrorBody).message]).toEqual([422, 'This was undone already.']);
});

test('the history lists edits with what they do, their items, and each before and after', async () => {
  shows('4.bulk.history');
  const ids = await create({ price: 1 }, { price: 2 });
  const action = operate({ field_id: 'price', op: 'multiply', value: 3 });
  const { id: set } = await apply(byIds(...ids), action);
  const { id: undone } = await undo(set);
  await apply(byIds(...ids), { delete: true });
  const list = async (query = {}) => (await server.call(changeSets.list, { params: dev(), query }, as)).change_sets;
  expect(await list()).toMatchObject([
    { origin: 'bulk-edit', counts: { removed: 2 }, action: { delete: true } },
    { id: undone, origin: 'undo', undoes: set, action: null, template: { template_id: 'sword', name: 'Swords' } },
    {
      ...{ id: set, origin: 'bulk-edit', state: 'applied', error: null, source: null, action, undone_by: undone },
      ...{ template: { template_id: 'sword', name: 'Swords' }, by: { id: server.studio.accounts.owner } },
      ...{ counts: { added: 0, updated: 2, removed: 0, templates: 0, menu: false }, progress: { done: 2, total: 2 } },
    },
  ]);
  expect((await list({ origin: 'undo' })).map(({ id }) => id)).toEqual([undone]);
  const params = { ...dev(), changeSetId: set ?? 0 };
  const page = await server.call(changeSets.listItems, { params, query: { limit: 1 } }, as);
  expect(page.items).toEqual([{ template_id: 'sword', id: ids[0], name: 'Sword 0', change: 'updated', decided: null }]);
  const next = await server.call(changeSets.listItems, { params, query: { cursor: page.next_cursor ?? '' } }, as);
  expect(next).toMatchObject({ items: [{ id: ids[1] }], next_cursor: null });
  const diff = await server.call(
    changeSets.getItem,
    { params: { ...params, templateId: 'sword', itemId: ids[0] ?? 0 } },
    as,
  );
  expect(diff).toMatchObject({
    change: 'updated',
    target: { version: 1 },
    source: { version: 2 },
    fields: [{ field_id: 'price' }],
  });
  const elsewhere = { instanceId: server.studio.stage, changeSetId: set ?? 0 };
  expect((await server.send(changeSets.get, { params: elsewhere }, as)).status).toBe(404);
});

test('a repeated request with the same key is answered with the first edit', async () => {
  const [id = 0] = await create({ price: 1 });
  const action = operate({ field_id: 'price', op: 'add', value: 1 });
  const key = { idempotency_key: '00000000-0000-4000-8000-000000000001' };
  const first = await apply(byIds(id), action, key);
  expect((await apply(byIds(id), action, key)).id).toBe(first.id);
  expect(await valuesOf(id)).toEqual([{ price: 2 }]);
  const other = await refused(byIds(id), operate({ field_id: 'price', op: 'add', value: 2 }), key);
  expect([other.status, other.fields]).toEqual([422, { idempotency_key: 'this key was used with another body' }]);
  const again = { idempotency_key: '00000000-0000-4000-8000-000000000002' };
  const deleted = await apply(byIds(id), { delete: true }, again);
  expect((await apply(byIds(id), { delete: true }, again)).id).toBe(deleted.id);
});

test('a repeated request stays without effect if the first one has changed nothing', async () => {
  const [id = 0] = await create({ price: 1 });
  const action = operate({ field_id: 'price', op: 'set', value: 1 });
  const key = { idempotency_key: '00000000-0000-4000-8000-000000000003' };
  const nothing = { id: null, state: 'applied', counts: { added: 0, updated: 0, removed: 0 } };
  expect(await apply(byIds(id), action, key)).toMatchObject(nothing);
  await apply(byIds(id), operate({ field_id: 'price', op: 'set', value: 5 }));
  expect(await apply(byIds(id), action, key)).toMatchObject(nothing);
  expect(await valuesOf(id)).toEqual([{ price: 5 }]);
  const listed = await server.call(changeSets.list, { params: dev(), query: {} }, as);
  expect(listed.change_sets.map(({ counts }) => counts.updated)).toEqual([1]);
  await expectTidy();
});

test.each([
  ['a place before the second item', '0.3.0.0.0'],
  ['a place after the last item', '3.3.0.0.0'],
  ['fewer items than there are', '1.2.0.0.0'],
  ['more items than there are', '1.3.0.1.0'],
  ['numbers that are no page', '1.3'],
])('the check refuses a cursor with %s', async (_, cursor) => {
  const ids = await create({ price: 1 }, { price: 2 }, { price: 3 });
  const action = operate({ field_id: 'price', op: 'add', value: 1 });
  const body = { selection: byIds(...ids), action, limit: 1 };
  const first = await server.call(bulkEdits.check, { params: dev(), body }, as);
  expect(first.next_cursor).toBe('1.3.0.0.0');
  const { status, body: error } = await server.send(bulkEdits.check, { params: dev(), body: { ...body, cursor } }, as);
  expect([status, (error as ErrorBody).fields]).toEqual([422, { cursor: 'is not the next_cursor of a page' }]);
});
