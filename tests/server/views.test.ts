import { members } from '@quartermaster/contract/endpoints/people/members.ts';
import { projects } from '@quartermaster/contract/endpoints/projects.ts';
import {
  type NewView,
  type View,
  type ViewChange,
  type ViewList,
  views,
} from '@quartermaster/contract/endpoints/views.ts';
import type { ErrorBody } from '@quartermaster/contract/errors.ts';
import { filterOps } from '@quartermaster/contract/field-types/filters.ts';
import { largeViewSentence, manyViewsSentence, viewLimits } from '@quartermaster/contract/rules/views.ts';
import { beforeEach, expect, test } from 'vitest';
import { purgeTrashJob } from '../../server/modules/trash/purge-trash.ts';
import { shows } from '../specification/shows.ts';
import { allowInDev } from '../support/allow-in-dev.ts';
import { field, inOrder, saveTemplate } from '../support/sample-template.ts';
import { type Person, startTestServer, type TestServer } from '../support/server.ts';
import { trashOf } from '../support/trash.ts';

const fields = inOrder([field('price-2', 'integer', { name: 'price' }), field('note', 'text')]);
let server: TestServer;

beforeEach(async () => {
  server = await startTestServer();
  await saveTemplate(server, 'weapon', fields);
});

const list: ViewList = {
  filters: [
    { template_field_id: 'price-2', op: filterOps.more, value: '4' },
    { template_field_id: 'removed-field', op: filterOps.notEmpty, value: '' },
  ],
  sort: { field: 'price-2', direction: 'desc' },
  hidden: ['note'],
  order: ['note', 'price-2'],
  widths: { 'price-2': 120 },
  size: 50,
};
const view: NewView = { name: 'Expensive', is_private: false, is_first: false, list };

/** Where, and as whom, a view is read or changed: in Dev as the owner unless given. */
interface Place {
  as?: Person;
  in?: 'dev' | 'stage' | 'prod';
  of?: string;
}
const placed = ({ as = 'owner', in: env = 'dev', of: templateId = 'weapon' }: Place) => ({
  params: { instanceId: server.studio[env], templateId },
  as: { as },
});
const create = (body: Partial<NewView> = {}, place: Place = {}) => {
  const { params, as } = placed(place);
  return server.call(views.create, { params, body: { ...view, ...body } }, as);
};
const read = async (place: Place = {}): Promise<View[]> => {
  const { params, as } = placed(place);
  return (await server.call(views.list, { params }, as)).views;
};
const names = async (place: Place = {}) => (await read(place)).map(({ name }) => name);
const change = async ({ id, version }: View, changed: Omit<ViewChange, 'version'>, place: Place = {}) => {
  const { params, as } = placed(place);
  const body = { version, ...changed };
  const { status, body: answer } = await server.send(views.update, { params: { ...params, viewId: id }, body }, as);
  return { status, view: answer as View, error: answer as ErrorBody };
};
const remove = async ({ id }: View, place: Place = {}) => {
  const { params, as } = placed(place);
  return (await server.send(views.delete, { params: { ...params, viewId: id } }, as)).status;
};
const refused = async (body: Partial<NewView>, place: Place = {}) => {
  const { params, as } = placed(place);
  const { status, body: answer } = await server.send(views.create, { params, body: { ...view, ...body } }, as);
  return { status, error: answer as ErrorBody };
};

/** The template that every instance has. */
const image = { of: 'image' };

test('a view of the project is stored with its list, also with fields that the template does not have', async () => {
  shows('5.views.saved');
  const made = await create();
  expect(made).toMatchObject({ ...view, version: 1 });
  expect(await read()).toEqual([made]);
  const other = { ...list, filters: [], sort: null, size: null };
  const { status, view: changed } = await change(made, { name: '  Cheap ', list: other });
  expect([status, changed]).toEqual([200, { ...made, name: 'Cheap', version: 2, list: other }]);
  // Without the fields of its list, which stays as it is.
  await saveTemplate(server, 'weapon', inOrder([field('cost', 'integer')]), { version: 1 });
  expect(await read()).toEqual([changed]);
  expect([await remove(changed), await read(), await remove(changed)]).toEqual([200, [], 404]);
});

test('a view belongs to the project and its template: its instances have it, other templates and projects have not', async () => {
  const made = await create({}, image);
  for (const env of ['stage', 'prod'] as const) expect(await read({ ...image, in: env })).toEqual([made]);
  expect(await read()).toEqual([]);
  expect([await remove(made), (await change(made, { name: 'Other' })).status]).toEqual([404, 404]);
  expect(await read({ in: 'stage', of: 'armor' }).catch(() => 'no template')).toBe('no template');
  const { status, view: changed } = await change(made, { name: 'Other' }, { ...image, in: 'prod' });
  expect([status, await read(image)]).toEqual([200, [changed]]);

  const { workspaceId } = server.studio;
  const body = { project_name: 'Second', workspace_id: workspaceId };
  const second = await server.call(projects.create, { body }, { as: 'owner' });
  const elsewhere = { instanceId: second.instances[0]?.id ?? 0, templateId: 'image' };
  expect(await server.call(views.list, { params: elsewhere }, { as: 'owner' })).toEqual({ views: [] });
  const viewId = changed.id;
  expect((await server.send(views.delete, { params: { ...elsewhere, viewId } }, { as: 'owner' })).status).toBe(404);
});

test('a private view is only of its member, and needs READ; those of the project need CREATE_TEMPLATE, too', async () => {
  shows('5.views.saved');
  await allowInDev(server, 'READ');
  const own = await create({ is_private: true }, { as: 'member' });
  const common = await create({ name: 'Common' });
  const his = { as: 'member' } as const;
  expect([await names(), await names(his)]).toEqual([['Common'], ['Common', 'Expensive']]);
  // Nobody else has it, an owner included.
  expect([await remove(own), (await change(own, { name: 'Mine' })).status]).toEqual([404, 404]);

  const refusals = [
    (await refused({}, his)).status,
    (await change(common, { name: 'Mine' }, his)).status,
    (await change(common, { is_private: true }, his)).status,
    (await change(own, { is_private: false }, his)).status,
    await remove(common, his),
  ];
  expect(refusals).toEqual([403, 403, 403, 403, 403]);
  expect((await change(own, { name: 'Mine' }, his)).status).toBe(200);

  await allowInDev(server, 'READ', 'CREATE_TEMPLATE');
  const [, mine = own] = await read(his);
  expect((await change(mine, { is_private: false }, his)).status).toBe(200);
  expect(await names()).toEqual(['Mine', 'Common']);
  expect((await change(common, { is_private: true }, his)).status).toBe(200);
  expect([await names(), await names(his)]).toEqual([['Mine'], ['Mine', 'Common']]);

  await allowInDev(server, 'CREATE_TEMPLATE');
  const { params, as } = placed(his);
  expect((await server.send(views.list, { params }, as)).status).toBe(403);
});

test('one view at most is the first of its template, and a private one never', async () => {
  shows('5.views.first');
  const first = await create({ name: 'First', is_first: true });
  const second = await create({ name: 'Second', is_first: true });
  const ofImages = await create({ is_first: true }, image);
  const firsts = async () => (await read()).filter(({ is_first }) => is_first).map(({ name }) => name);
  expect(await firsts()).toEqual(['Second']);
  expect((await change(first, { is_first: true })).status).toBe(200);
  expect(await firsts()).toEqual(['First']);
  expect((await read(image))[0]).toEqual(ofImages);
  const both = await Promise.all(
    [first, second].map(async ({ id }) => {
      const latest = (await read()).find((other) => other.id === id) ?? first;
      return (await change(latest, { is_first: true })).status;
    }),
  );
  expect([both, (await firsts()).length]).toEqual([[200, 200], 1]);

  const reason = 'A private view cannot open first: the others have no access to it';
  const refusal = await refused({ is_private: true, is_first: true });
  expect([refusal.status, refusal.error.fields]).toEqual([422, { is_first: reason }]);
  const [latest = first] = (await read()).filter(({ is_first }) => is_first);
  expect((await change(latest, { is_private: true })).error.fields).toEqual({ is_first: reason });
  expect((await change(latest, { is_first: false })).status).toBe(200);
  expect(await firsts()).toEqual([]);
});

test('of two changes of the same version the second is refused', async () => {
  shows('5.views.update');
  const made = await create();
  expect((await change(made, { name: 'A' })).status).toBe(200);
  const { status, error } = await change(made, { name: 'B' });
  expect([status, error.error, await names()]).toEqual([409, 'version', ['A']]);
});

test('names, lists and numbers of views have limits', async () => {
  const fieldsOf = async (body: Partial<NewView>) => (await refused(body)).error.fields;
  expect(await fieldsOf({ name: ' ' })).toEqual({ name: 'Name is a required field' });
  expect(await fieldsOf({ name: 'x'.repeat(65) })).toEqual({ name: 'Must be at most 64 characters' });
  expect(Object.keys((await fieldsOf({ name: 'a\u200bb' })) ?? {})).toEqual(['name']);
  const wide = Array.from({ length: 600 }, (_, place) => `${'f'.repeat(56)}${place}`);
  expect(await fieldsOf({ list: { ...list, hidden: wide } })).toEqual({ list: largeViewSentence });
  const wrong = [
    { filters: Array.from({ length: 21 }, () => list.filters[0] as (typeof list.filters)[0]) },
    { filters: [{ template_field_id: 'a b', op: filterOps.more, value: '' }] },
    { filters: [{ template_field_id: 'a', op: 99 as 1, value: '' }] },
    { size: 11 as 10 },
    { widths: { a: -1 } },
    { widths: { 'a b': 100 } },
  ];
  for (const part of wrong) expect([part, (await refused({ list: { ...list, ...part } })).status]).toEqual([part, 422]);

  const { projectId, accounts } = server.studio;
  await server.app.deps.database.query(
    `insert into views (project_id, template_id, account_id, name, list, is_first, version, created_at, updated_at)
      select $1, 'weapon', account, 'View', $2::text::jsonb, false, 1, now(), now()
      from generate_series(1, $3::int), unnest(array[null, $4::int]) account`,
    [projectId, JSON.stringify(list), viewLimits.views, accounts.owner],
  );
  for (const isPrivate of [true, false])
    expect((await refused({ is_private: isPrivate })).error.message).toBe(manyViewsSentence(isPrivate));
  const [project] = await read();
  expect((await change(project as View, { is_private: true })).error.message).toBe(manyViewsSentence(true));
  expect((await change(project as View, { name: 'Renamed' })).status).toBe(200);
  expect((await create({}, image)).id).toBeGreaterThan(0);
});

test('views go with the project and the member, come back with the template, and not to another one with its id', async () => {
  await allowInDev(server, 'READ');
  await create({ name: 'His', is_private: true }, { as: 'member' });
  await create({ name: 'Own', is_private: true });
  await create({ name: 'Common' });
  const stored = async () =>
    (await server.app.deps.database.query<{ name: string }>('select name from views order by id', [])).map(
      ({ name }) => name,
    );
  const { workspaceId, accounts } = server.studio;
  await server.call(members.remove, { params: { workspaceId }, body: { member_id: accounts.member } }, { as: 'owner' });
  expect(await stored()).toEqual(['Own', 'Common']);

  const trash = trashOf(server);
  await trash.removeTemplate('weapon');
  await trash.restore({ template: 'weapon' });
  expect(await names()).toEqual(['Common', 'Own']);
  await trash.removeTemplate('weapon');
  await saveTemplate(server, 'weapon', fields);
  expect(await names()).toEqual([]);

  await create();
  await create({ name: 'Of images' }, image);
  await trash.removeTemplate('weapon');
  const purge = () => purgeTrashJob.run(server.app.deps, {}, new AbortController().signal);
  await purge();
  expect(await stored()).toEqual(['Expensive', 'Of images']);
  server.clock.advance(90 * 24 * 60 * 60 + 1);
  await purge();
  expect(await stored()).toEqual(['Of images']);
  await server.app.deps.database.query('delete from projects', []);
  expect(await stored()).toEqual([]);
});
