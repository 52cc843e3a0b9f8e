import { isShown, shownRulesOf } from '@quartermaster/contract/content/field-visibility.ts';
import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { buildTree } from '@quartermaster/contract/content/template-tree.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import type { ErrorBody } from '@quartermaster/contract/errors.ts';
import { beforeEach, expect, test } from 'vitest';
import { exportItem } from '../../server/core/files/export-item.ts';
import { shows } from '../specification/shows.ts';
import { field, inOrder, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { readState } from '../support/sync-model/state.ts';

const options = [
  { id: 'attack', label: 'Attack' },
  { id: 'heal', label: 'Heal' },
];
const when = (other: string, ...is: (string | number | boolean)[]) => ({ shownWhen: { field: other, is } });
const fields = inOrder([
  field('kind', 'choice', { options }),
  field('rate', 'integer', { required: true, ...when('kind', 'attack') }),
  field('critical', 'boolean', when('kind', 'attack')),
  field('chance', 'float', { required: true, ...when('critical', true) }),
  field('healing', 'group', { ...when('kind', 'heal'), leftOutHidden: true }),
  field('amount', 'integer', { parentId: 'healing', required: true }),
  field('steps', 'dynamic-group'),
  field('step', 'text', { parentId: 'steps' }),
  field('speed', 'float', { parentId: 'steps', required: true, ...when('kind', 'attack'), leftOutHidden: true }),
  field('target', 'text', { parentId: 'steps', required: true, ...when('step', 'aim', 'fire') }),
]);
const tree = buildTree(fields);

let server: TestServer;
const as = { as: 'owner' } as const;
const dev = () => ({ instanceId: server.studio.dev });
const wrongOf = ({ status, body }: { status: number; body: unknown }) => [status, (body as ErrorBody).fields];
const create = async (values: ItemValues) =>
  wrongOf(await server.send(items.save, { params: dev(), body: saveBody('thing', fields, values) }, as));

beforeEach(async () => {
  server = await startTestServer();
});

test('a hidden field is not required, also in groups and rows, nor one that a hidden field decides about', async () => {
  shows('4.field.shown-when-hidden', '4.field.shown-when');
  await saveTemplate(server, 'thing', fields);
  expect((await create({}))[0]).toBe(200);
  expect(
    await create({ kind: 'attack', critical: true, steps: [{ step: 'aim' }, { step: 'rest', speed: 1 }] }),
  ).toEqual([
    422,
    {
      'fields.rate': 'required field',
      'fields.chance': 'required field',
      'fields.speed.0': 'required field',
      'fields.target.0': 'target is required field',
    },
  ]);
  expect(await create({ kind: 'heal', critical: true })).toEqual([422, { 'fields.amount': 'required field' }]);
  expect((await create({ kind: 'heal', amount: 1, steps: [{ step: 'rest' }, {}] }))[0]).toBe(200);
});

test('hidden values are kept by saves, and still have to be valid', async () => {
  shows('4.field.shown-when-hidden');
  await saveTemplate(server, 'thing', fields);
  const before: ItemValues = { kind: 'attack', rate: 3, steps: [{ step: 'aim', speed: 2, target: 'head' }] };
  const { id } = await saveOne(server, saveBody('thing', fields, before));
  const after = { ...before, kind: 'heal', amount: 4 };
  await saveOne(server, saveBody('thing', fields, after, { before, id, version: 1 }));
  const { items: all } = await readState(server.app.deps.database.query, server.studio.dev);
  expect(all.get(id)?.values).toEqual(after);
  expect(await create({ kind: 'heal', amount: 1, rate: 1.5 })).toEqual([422, { 'fields.rate': expect.any(String) }]);
});

test('an export has hidden values, or leaves them out if the field or a group around it says so', () => {
  shows('4.field.shown-when-export');
  const values = { kind: 'attack', rate: 3, amount: 4, steps: [{ step: 'aim', speed: 2, target: 'head' }] };
  const exported = (more: ItemValues) => JSON.parse(exportItem(tree, 1, { ...values, ...more }));
  expect(exported({})).toMatchObject({ rate: 3, healing: { amount: null }, steps: [{ speed: 2, target: 'head' }] });
  expect(exported({ kind: 'heal' })).toMatchObject({ rate: 3, healing: { amount: 4 }, steps: [{ speed: null }] });
  expect(exported({ steps: [{ step: 'rest', target: 'head' }] })).toMatchObject({ steps: [{ target: 'head' }] });
});

test('the example of an export leaves out hidden values, too', async () => {
  shows('4.field.shown-when-export');
  const body = {
    template_id: 'thing',
    template_fields: fields,
    item_fields: saveBody('thing', fields, { kind: 'attack', amount: 4 }).fields.map(({ status: _, ...rest }) => rest),
  };
  const answer = await server.send(templates.exampleExport, { params: dev(), body }, as);
  expect(JSON.stringify(answer.body)).toContain('amount');
  expect(JSON.stringify(answer.body)).not.toMatch(/amount[\\": ]+4/);
});

test('what cannot decide is refused at the setting', async () => {
  shows('4.field.shown-when-valid');
  const reasonOf = async (...own: Parameters<typeof inOrder>[0]) => {
    const body = { id: 'other', label: 'Other', version: 0, fields: inOrder(own) };
    const [status, wrong] = wrongOf(await server.send(templates.save, { params: dev(), body }, as));
    return status === 200 ? undefined : Object.entries(wrong ?? {}).map(([path, reason]) => `${path}: ${reason}`);
  };
  const missing = 'the field that decides about this one is missing: choose another one';
  const circle = 'a field cannot decide about itself, not even by way of others';
  const elsewhere = 'choose a field of the same row, or of one around it';
  const kind = field('kind', 'choice', { options });
  const a = (own: Record<string, unknown>) => field('a', 'text', { ...own });
  expect(await reasonOf(kind, a(when('gone', 'x')))).toEqual([`fields.1.settings.shownWhen: ${missing}`]);
  expect(await reasonOf(kind, a(when('a', 'x')))).toEqual([`fields.1.settings.shownWhen: ${circle}`]);
  expect(await reasonOf(a(when('b', 'x')), field('b', 'text', when('a', 'x')))).toEqual([
    `fields.0.settings.shownWhen: ${circle}`,
    `fields.1.settings.shownWhen: ${circle}`,
  ]);
  const group = field('group', 'group', when('inside', 'x'));
  expect(await reasonOf(group, field('inside', 'text', { parentId: 'group' }))).toEqual([
    `fields.0.settings.shownWhen: ${circle}`,
  ]);
  const rows = field('rows', 'dynamic-group');
  expect(await reasonOf(rows, field('in', 'text', { parentId: 'rows' }), a(when('in', 'x')))).toEqual([
    `fields.2.settings.shownWhen: ${elsewhere}`,
  ]);
  expect(await reasonOf(field('f', 'float'), a(when('f', 1)))).toEqual([`fields.1.settings.shownWhen: ${elsewhere}`]);
  expect(await reasonOf(kind, a(when('kind')))).toEqual(['fields.1.settings.shownWhen: enter at least one value']);
  expect(await reasonOf(kind, a(when('kind', 'attack', 'gone')))).toEqual([
    'fields.1.settings.shownWhen: gone is no option of the field any more',
  ]);
  expect((await reasonOf(field('n', 'integer'), a(when('n', 'one'))))?.[0]).toMatch(
    /^fields.1.settings.shownWhen: one /,
  );
  expect(
    await reasonOf(rows, kind, field('in', 'text', { parentId: 'rows', ...when('kind', 'heal') })),
  ).toBeUndefined();
});

test('a template without such fields costs nothing, and entries of a list decide each on its own', () => {
  shows('4.field.shown-when');
  expect(shownRulesOf(buildTree(inOrder([field('kind', 'choice', { options })])))).toBeUndefined();
  const own = buildTree(inOrder([field('kinds', 'choices', { options }), field('a', 'text', when('kinds', 'heal'))]));
  const shown = (values: ItemValues) => isShown(shownRulesOf(own), 'a', [values]);
  expect([shown({}), shown({ kinds: ['attack'] }), shown({ kinds: ['attack', 'heal'] })]).toEqual([false, false, true]);
});
