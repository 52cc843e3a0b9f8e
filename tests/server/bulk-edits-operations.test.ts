import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import type { Operation } from '@quartermaster/contract/endpoints/bulk-edits.ts';
import type { Checked } from '@quartermaster/contract/endpoints/door.ts';
import { filterOps } from '@quartermaster/contract/field-types/filters.ts';
import { describe, expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { field, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import {
  apply,
  beginSwordEdits,
  byIds,
  create,
  expectTidy,
  operate,
  read,
  refused,
  server,
  valuesOf,
} from '../support/sword-edits.ts';

beginSwordEdits();

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
    expect((await apply(byIds(id), operate(operation))).counts).toEqual({
      added: 0,
      updated: 1,
      removed: 0,
      templates: 0,
    });
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
      (await refused(byIds(id), operate(...operations))).details as Pick<Checked, 'refusals'>;
    expect((await reasonOf(...Array.from({ length: 50 }, () => double))).refusals.sample).toMatchObject([
      { field_id: 'title', reason: 'must be at most 262,144 characters' },
    ]);
    const append = { field_id: 'title', op: 'append', value: 'a'.repeat(10_000) } as const;
    expect((await reasonOf(...Array.from({ length: 50 }, () => append))).refusals.sample).toMatchObject([
      { field_id: 'title', reason: 'must be at most 262,144 characters' },
    ]);
    const reason = 'an item can have at most 2,097,152 bytes, and this one would have more';
    for (const [field_id, value] of [
      ['stat', 'b'.repeat(200_000)],
      ['stat', 'b'.repeat(3000)],
    ] as const)
      expect((await reasonOf({ field_id, op: 'append', value })).refusals.sample).toMatchObject([
        { field_id: null, reason },
      ]);
    const book = [field('text', 'text', { maximum: 100_000 })];
    await saveTemplate(server, 'book', book);
    const { id: long } = await saveOne(server, saveBody('book', book, { text: 'a'.repeat(90_000) }));
    const duplicate = { times: 1, label: 'x', fields: [{ field_id: 'text', pattern: '{value}{value}{value}' }] };
    const { details } = await refused({ template_id: 'book', ids: [long] }, { duplicate });
    expect(details).toMatchObject({ refusals: { sample: [{ reason: 'must be at most 262,144 characters' }] } });
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
      const [row] = await query<{ attempt: number }>(
        "select attempt from job_progress where kind = 'change-set' and subject_id = $1",
        [id],
      );
      return [state, row?.attempt ?? 0];
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
      { action: 'name either operations, values, duplicate or delete' },
    ],
    ['no action', {}, { action: 'name either operations, values, duplicate or delete' }],
    [
      'an unknown part of a pattern',
      { duplicate: { times: 1, label: '{m}', fields: [{ field_id: 'amount', pattern: '{value}' }] } },
      {
        'action.duplicate.label': '{m} is not known: use {n}, {n:02}, {i} or {label}',
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
