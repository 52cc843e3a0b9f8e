import { bulkEdits } from '@quartermaster/contract/endpoints/bulk-edits.ts';
import { changeSets } from '@quartermaster/contract/endpoints/change-sets.ts';
import { extensionLimits, readFromExtension } from '@quartermaster/contract/extensions/messages.ts';
import { expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { allowInDev } from '../support/allow-in-dev.ts';
import { field, inOrder, saveAll, saveBody, saveTemplate } from '../support/sample-template.ts';
import {
  apply,
  as,
  beginSwordEdits,
  byIds,
  check,
  create,
  dev,
  expectTidy,
  fields,
  read,
  refused,
  server,
  undo,
  valuesOf,
} from '../support/sword-edits.ts';

beginSwordEdits();

const change = (id: number, ...values: [field_id: string, value: string | number | null][]) => ({
  id,
  fields: values.map(([field_id, value]) => ({ field_id, value })),
});

test('each item gets its values, others stay, and all come back with one undo', async () => {
  shows('5.parts.extensions-actions');
  const ids = await create({ price: 1, title: 'a' }, { price: 2, title: 'b' }, { price: 3 });
  const [first = 0, second = 0, third = 0] = ids;
  const values = [change(second, ['price', 20], ['title', null]), change(first, ['label', 'Axe'], ['weight', 1.5])];
  const checked = await check(byIds(...ids), { values });
  expect(checked.counts).toMatchObject({ updated: 2, unchanged: 1, refused: 0 });
  const { id } = await apply(byIds(...ids), { values }, { fingerprint: checked.fingerprint });
  expect(await valuesOf(first, second, third)).toEqual([
    { price: 1, title: 'a', weight: 1.5 },
    { price: 20 },
    { price: 3 },
  ]);
  expect((await read()).items.get(first)?.label).toBe('Axe');
  const listed = await server.call(changeSets.list, { params: dev(), query: {} }, as);
  expect(listed.change_sets[0]?.action).toEqual({});
  await undo(id);
  expect(await valuesOf(first, second)).toEqual([
    { price: 1, title: 'a' },
    { price: 2, title: 'b' },
  ]);
  await expectTidy();
});

test('a value that does not fit refuses its item only', async () => {
  const [first = 0, second = 0, third = 0] = await create({ price: 1 }, { price: 2 }, { price: 3 });
  const values = [change(first, ['price', 'x']), change(second, ['price', null]), change(third, ['price', 4])];
  const { counts, refusals } = await check(byIds(first, second, third), { values });
  expect(counts).toMatchObject({ updated: 1, refused: 2 });
  expect(refusals.sample.map(({ id, field_id, reason }) => [id, field_id, reason])).toEqual([
    [first, 'price', 'should be integer'],
    [second, 'price', 'required field'],
  ]);
});

test('the largest proposal of an extension is taken', async () => {
  shows('5.parts.extensions-actions');
  const names = Array.from({ length: 40 }, (_, index) => `text_with_a_long_id_${index}`);
  const notes = inOrder(names.map((name, index) => field(name, 'text', { name: `t${index}` })));
  await saveTemplate(server, 'notes', notes, { label: 'Notes' });
  const saved = Array.from({ length: extensionLimits.items }, () => saveBody('notes', notes, {}));
  const ids = (await saveAll(server, saved)).map(({ id }) => id);
  // Each of these signs has three bytes.
  const values = Object.fromEntries(names.map((_, index) => [`t${index}`, '龍劍']));
  const items = ids.map((id) => ({ id, values }));
  const { length } = items.map((item) => JSON.stringify(item)).join('');
  expect([length > 0.9 * extensionLimits.changes, readFromExtension({ type: 'change-items', items })]).toEqual([
    true,
    expect.anything(),
  ]);
  const selection = { template_id: 'notes', ids };
  const action = { values: ids.map((id) => change(id, ...names.map((name): [string, string] => [name, '龍劍']))) };
  const { counts, fingerprint } = await check(selection, action);
  expect(counts).toMatchObject({ updated: extensionLimits.items, refused: 0 });
  await apply(selection, action, { fingerprint });
  expect(Object.keys((await valuesOf(ids.at(-1) ?? 0))[0] ?? {})).toHaveLength(names.length);
});

test('what is not selected, is named twice, in rows or not in the template is refused by its path', async () => {
  const [first = 0, second = 0] = await create({ price: 1 }, { price: 2 });
  const fieldsOf = async (...values: ReturnType<typeof change>[]) =>
    (await refused(byIds(first), { values })).fields as Record<string, string>;
  expect(await fieldsOf(change(first, ['price', 5]), change(second, ['price', 5]))).toEqual({
    'action.values.1.id': 'this item is not selected',
  });
  expect(await fieldsOf(change(first, ['price', 5]), change(first, ['price', 6]))).toEqual({
    'action.values.1.id': 'this item is named twice',
  });
  expect(await fieldsOf(change(first, ['amount', 5], ['nope', 1]))).toEqual({
    'action.values.0.fields.0.field_id': 'a field in rows has no value for the item',
    'action.values.0.fields.1.field_id': 'the template has no such field',
  });
  expect(await valuesOf(first, second)).toEqual([{ price: 1 }, { price: 2 }]);
});

test('a read-only field stays as it is for members', async () => {
  const [first = 0] = await create({ price: 1 });
  const readOnly = inOrder([
    ...fields.filter(({ id }) => id !== 'weight'),
    field('weight', 'float', { readOnly: true }),
  ]);
  await saveTemplate(server, 'sword', readOnly, { version: 1, label: 'Swords' });
  await allowInDev(server, 'READ', 'CREATE_ITEM');
  const body = { selection: byIds(first), action: { values: [change(first, ['weight', 2])] } };
  const answer = await server.send(bulkEdits.apply, { params: dev(), body }, { as: 'member' });
  expect([answer.status, JSON.stringify(answer.body)]).toEqual([422, expect.stringContaining('read-only')]);
});

test('items can exchange values of a unique field, and cannot repeat them', async () => {
  const unique = inOrder([...fields.filter(({ id }) => id !== 'title'), field('title', 'text', { unique: true })]);
  await saveTemplate(server, 'sword', unique, { version: 1, label: 'Swords' });
  const titles = ['a', 'b', 'c'].map((title) => ({ price: 1, title }));
  const [first = 0, second = 0, third = 0] = await create(...titles);
  const exchange = [change(first, ['title', 'b']), change(second, ['title', 'a'])];
  expect((await check(byIds(first, second), { values: exchange })).counts).toMatchObject({ updated: 2, refused: 0 });
  const repeat = [change(first, ['title', 'new']), change(second, ['title', 'new']), change(third, ['title', 'x'])];
  const { refusals } = await check(byIds(first, second, third), { values: repeat });
  expect(refusals.sample.map(({ id, field_id }) => [id, field_id])).toEqual([[second, 'title']]);
  await apply(byIds(first, second), { values: exchange });
  expect((await valuesOf(first, second)).map((values) => values?.title)).toEqual(['b', 'a']);
});
