import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { bulkEdits } from '@quartermaster/contract/endpoints/bulk-edits.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import type { ErrorBody } from '@quartermaster/contract/errors.ts';
import { beforeEach, expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { field, inOrder, saveAll, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer, urlOf } from '../support/server.ts';
import { syncOf } from '../support/sync.ts';

const message = 'should be like sword_01';
const ruled = { pattern: '[a-z]+_[0-9]{2}', patternMessage: message };
const fieldsWith = (rule: Record<string, unknown>) =>
  inOrder([
    field('code', 'text', rule),
    field('tags', 'text-list', rule),
    field('rows', 'dynamic-group'),
    field('note', 'long-text', { parentId: 'rows', ...rule }),
  ]);
const fields = fieldsWith(ruled);
const right: ItemValues = { code: 'sword_01', tags: ['a_01', 'b_02'], rows: [{ note: 'c_03' }] };

let server: TestServer;
const as = { as: 'owner' } as const;
const dev = () => ({ instanceId: server.studio.dev });
const wrongOf = ({ status, body }: { status: number; body: unknown }) => [status, (body as ErrorBody).fields];
const create = async (values: ItemValues) =>
  wrongOf(await server.send(items.save, { params: dev(), body: saveBody('thing', fields, values) }, as));
const saveFields = async (own: typeof fields, version: number) =>
  server.send(templates.save, { params: dev(), body: { id: 'thing', label: 'Thing', version, fields: own } }, as);

beforeEach(async () => {
  server = await startTestServer();
});

test('a text, each text of a list and those in rows have to match as a whole, or the message of the field is given', async () => {
  shows('4.field.pattern');
  await saveTemplate(server, 'thing', fields);
  expect(await create({ ...right, code: 'sword_01 ', rows: [{ note: 'x\nc_03' }, { note: 'd_04' }] })).toEqual([
    422,
    { 'fields.code': message, 'fields.note.0': message },
  ]);
  expect(await create({ ...right, tags: ['a_01', '_02'] })).toEqual([422, { 'fields.tags': message }]);
  expect((await create(right))[0]).toBe(200);
  expect((await create({}))[0]).toBe(200);
});

test('records, bulk edits, and a sync to a template with a pattern are refused, too', async () => {
  shows('4.field.pattern');
  await saveTemplate(server, 'thing', fieldsWith({}));
  const { id } = await saveOne(server, saveBody('thing', fields, right));
  const dev1 = syncOf(server, server.studio.dev);
  await dev1.all();
  await saveTemplate(server, 'thing', fields, { version: 1 });
  const answer = await server.app.inject({
    method: 'POST',
    url: urlOf(items.saveRecords, { params: { ...dev(), templateId: 'thing' } }),
    headers: { authorization: server.bearer('owner'), 'content-type': 'application/jsonl' },
    payload: JSON.stringify({ _id: id, _version: 1, code: 'Sword' }),
  });
  expect([answer.statusCode, answer.json().fields]).toEqual([422, { 'lines.1.code': message }]);
  const selection = { template_id: 'thing', ids: [id] };
  const edit = (value: string) => {
    const action = { operations: [{ field_id: 'code', op: 'append' as const, value }] };
    return server.call(bulkEdits.check, { params: dev(), body: { selection, action } }, as);
  };
  expect((await edit('!')).refusals).toMatchObject({ count: 1, sample: [{ field_id: 'code', reason: message }] });
  const { stage } = server.studio;
  const stored = saveBody('thing', fields, { ...right, code: 'old' }, { before: right, id, version: 1 });
  expect((await server.send(items.save, { params: { instanceId: stage }, body: stored }, as)).status).toBe(200);
  const checked = await dev1.check({
    changes: [{ template_id: 'thing', is_update_template: true, items: [] }],
  });
  expect(checked.incompatible.sample).toMatchObject([{ id, field_id: 'code', reason: message }]);
});

test('what is no pattern, or would take too long, is refused at the setting, and so is a default that does not match', async () => {
  shows('4.field.pattern-valid');
  const refusal = async (settings: Record<string, unknown>) =>
    wrongOf(await saveFields([field('code', 'text', settings)], 0));
  expect(await refusal({ pattern: '(a' })).toEqual([
    422,
    { 'fields.0.settings.pattern': 'is not a pattern: missing closing ): `(a`' },
  ]);
  for (const pattern of ['(a)\\1', '(?=a)b', '(a{100}){100}', 'a{900}b{900}', 'a'.repeat(301)])
    expect((await refusal({ pattern }))[0]).toBe(422);
  expect(await refusal({ ...ruled, default: 'Sword' })).toEqual([422, { 'fields.0.settings.default': message }]);
  expect((await refusal({ ...ruled, default: 'sword_01' }))[0]).toBe(200);
});

test('a pattern that would take exponential time elsewhere is compared in linear time', async () => {
  shows('4.field.pattern-valid');
  const slow = [field('code', 'text', { pattern: '(x+x+)+y' })];
  await saveTemplate(server, 'thing', slow);
  const began = performance.now();
  const save = async (code: string) =>
    (await server.send(items.save, { params: dev(), body: saveBody('thing', slow, { code }) }, as)).status;
  expect(await save('x'.repeat(9_999))).toBe(422);
  expect(await save(`${'x'.repeat(9_999)}y`)).toBe(200);
  expect(await save(`${'x'.repeat(10_000)}y`)).toBe(422);
  expect(performance.now() - began).toBeLessThan(10_000);
});

const start = 'a'.repeat(64);
const lettersOf = (index: number): string =>
  [...String(index)].map((digit) => String.fromCharCode(98 + Number(digit))).join('');

test('a pattern for existing items is tried on all their texts, page by page', async () => {
  shows('4.field.pattern-existing');
  const plain = fieldsWith({});
  await saveTemplate(server, 'thing', plain);
  const count = 120;
  const ids: number[] = [];
  const bodies = Array.from({ length: count }, (_, index) =>
    saveBody('thing', plain, {
      code: index % 50 === 0 ? 'Wrong' : `sword_${String(index % 100).padStart(2, '0')}`,
      // More texts in rows of one item than a page has; equal ones have one index row, and their order is that of their start.
      ...(index === 1 && {
        rows: Array.from({ length: 4500 }, (__, row) => ({
          note: `${start}${lettersOf(row)}${row === 4444 ? '!' : '_01'}`,
        })),
      }),
    }),
  );
  for (const { id } of await saveAll(server, bodies)) ids.push(id);
  const body = { id: 'thing', label: 'The thing', version: 1, fields: fieldsWith(ruled) };
  const { effects } = await server.call(templates.dryRun, { params: dev(), body }, as);
  const found = Object.fromEntries(effects.map(({ field_id, incompatible }) => [field_id, incompatible]));
  expect(found.code).toEqual({
    count: 3,
    sample: [0, 50, 100].map((index) => ({ id: ids[index], label: 'An item', value: 'Wrong', reason: message })),
  });
  expect(found.note).toEqual({
    count: 1,
    sample: [{ id: ids[1], label: 'An item', value: `${start}${lettersOf(4444)}!`, reason: message }],
  });
  expect(found.tags?.count).toBe(0);
  const refused = await saveFields(fieldsWith(ruled), 1);
  expect(wrongOf(refused)).toEqual([
    422,
    {
      'fields.0.settings': `code of item ${ids[0]} ${message}`,
      'fields.3.settings': `note of item ${ids[1]} ${message}`,
    },
  ]);
  expect((await saveFields(fieldsWith({ pattern: '.*' }), 1)).status).toBe(200);
  expect((await saveFields(plain, 2)).status).toBe(200);
});

test('values of a field that comes back with a pattern are tried, too', async () => {
  shows('4.field.pattern-existing');
  const [code = field('code', 'text'), other] = [field('code', 'text'), field('other', 'text')];
  await saveTemplate(server, 'thing', inOrder([code, other]));
  const { id } = await saveOne(server, saveBody('thing', [code, other], { code: 'Wrong' }));
  await saveTemplate(server, 'thing', [other], { version: 1 });
  const back = await saveFields(inOrder([field('code', 'text', ruled), other]), 2);
  expect(wrongOf(back)).toEqual([422, { 'fields.0.settings': `code of item ${id} ${message}` }]);
});
