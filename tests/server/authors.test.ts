import { items } from '@quartermaster/contract/endpoints/items.ts';
import { menu } from '@quartermaster/contract/endpoints/menu.ts';
import { members } from '@quartermaster/contract/endpoints/people/members.ts';
import { reports } from '@quartermaster/contract/endpoints/reports.ts';
import { sync } from '@quartermaster/contract/endpoints/sync.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { beforeEach, expect, test } from 'vitest';
import { removeItem } from '../../server/content/documents/delete-item.ts';
import { field, inOrder, saveAll, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { syncOf } from '../support/sync.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});

const fields = inOrder([field('title', 'text')]);
const as = { as: 'owner' } as const;

const rowsOf = async (table: string, order: string) =>
  server.app.deps.database.query(`select account_id, actor, origin from ${table} order by ${order}`, []);
const by = (origin: string) => ({ account_id: server.studio.accounts.owner, actor: 'account', origin });

const revisions = () => rowsOf('item_revisions', 'template_key, item_id, version');

test('a save, a batch and a deletion of items store the account and the form', async () => {
  await saveTemplate(server, 'thing', fields);
  const { id } = await saveOne(server, saveBody('thing', fields, { title: 'One' }));
  await saveAll(
    server,
    ['Two', 'Three'].map((title) => saveBody('thing', fields, { title })),
  );
  await server.call(items.delete, { params: { instanceId: server.studio.dev, templateId: 'thing', id } }, as);
  expect(await revisions()).toEqual(Array(4).fill(by('form')));
});

test('a template, its deletion with its items, and the menu store the account and the form', async () => {
  const params = { instanceId: server.studio.dev };
  await saveTemplate(server, 'thing', fields);
  await saveOne(server, saveBody('thing', fields, { title: 'One' }));
  const folder = { id: 'folder', parent_id: 'root', label: 'Folder', template_id: '', order: 5, status: 1 } as const;
  await server.call(menu.save, { params, body: { menu: [folder] } }, as);
  await server.call(templates.delete, { params: { ...params, templateId: 'thing' } }, as);
  expect(await revisions()).toEqual(Array(2).fill(by('form')));
  expect(await rowsOf('template_revisions', 'id')).toEqual(Array(2).fill(by('form')));
  expect(await rowsOf('menu_revisions', 'id')).toEqual([by('form')]);
});

test('what a sync and its undo write has them as its origin', async () => {
  const { dev } = server.studio;
  await saveTemplate(server, 'thing', fields);
  await saveOne(server, saveBody('thing', fields, { title: 'One' }));
  const { id } = await syncOf(server, dev).all();
  await syncOf(server, dev).undo(id ?? 0);
  const written = (table: string) =>
    server.app.deps.database.query(
      `select distinct sync_id, account_id, actor, origin from ${table} where sync_id is not null order by sync_id`,
      [],
    );
  const [first, second] = [by('sync'), by('undo')];
  const expected = [first, second].map((author) => ({ ...author, sync_id: expect.any(Number) }));
  expect(await written('item_revisions')).toEqual(expected);
  expect(await written('template_revisions')).toEqual(expected);
  expect(await written('menu_revisions')).toEqual(expected);
});

test('an export stores the account and the form', async () => {
  await server.call(reports.start, { params: { instanceId: server.studio.dev }, body: {} }, as);
  expect(await rowsOf('reports', 'id')).toEqual([by('form')]);
});

test('an actor without an account is stored as such', async () => {
  await saveTemplate(server, 'thing', fields);
  const { id } = await saveOne(server, saveBody('thing', fields, { title: 'One' }));
  const author = { actor: { kind: 'system', reason: 'a test' }, origin: 'import' } as const;
  await removeItem(server.app.deps, { ...author, instanceId: server.studio.dev }, 'thing', id);
  expect(await revisions()).toEqual([by('form'), { account_id: null, actor: 'system', origin: 'import' }]);
});

test('the name of a member who has left stays in the history of syncs and in conflicts', async () => {
  const { dev, workspaceId, accounts } = server.studio;
  const params = { instanceId: dev };
  await saveTemplate(server, 'thing', fields);
  const { id, version } = await saveOne(server, saveBody('thing', fields, { title: 'One' }), 'admin');
  await server.call(sync.all, { params, body: {} }, { as: 'admin' });
  await server.call(members.remove, { params: { workspaceId }, body: { member_id: accounts.admin } }, as);
  const { syncs } = await server.call(sync.list, { params, query: {} }, as);
  expect(syncs.map((entry) => entry.by)).toEqual([{ id: accounts.admin, name: 'admin' }]);
  const stale = saveBody('thing', fields, { title: 'Two' }, { id, version: version - 1, before: { title: 'One' } });
  const { status, body } = await server.send(items.save, { params, body: stale }, as);
  expect([status, body]).toMatchObject([409, { details: { saved: { by: 'admin' } } }]);
});
