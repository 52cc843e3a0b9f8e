import { allPermissionIds, type Grants } from '@quartermaster/contract/access.ts';
import { bulkEdits } from '@quartermaster/contract/endpoints/bulk-edits.ts';
import { changeSets } from '@quartermaster/contract/endpoints/change-sets.ts';
import { instances } from '@quartermaster/contract/endpoints/instances.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { menu } from '@quartermaster/contract/endpoints/menu.ts';
import { accessLog } from '@quartermaster/contract/endpoints/people/access-log.ts';
import { members } from '@quartermaster/contract/endpoints/people/members.ts';
import { reports } from '@quartermaster/contract/endpoints/reports.ts';
import { sync, syncReviews } from '@quartermaster/contract/endpoints/sync.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { applyRequested } from '../../server/content/change-sets/door/apply-changes.ts';
import { removeItem } from '../../server/content/documents/delete-item.ts';
import { type Actor, type Person, toActorColumns } from '../../server/core/base/actor.ts';
import type { InstanceCaller } from '../../server/core/session/access.ts';
import { writeLog } from '../../server/modules/access-log/repository.ts';
import { editSource } from '../../server/modules/bulk-edits/edit-service.ts';
import { findUndoable } from '../../server/modules/sync/history/history-service.ts';
import { applyReview, createReview, declineReview } from '../../server/modules/sync/review-service.ts';
import { startSync, startUndo } from '../../server/modules/sync/run/start-service.ts';
import { shows } from '../specification/shows.ts';
import { field, inOrder, saveAll, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { emailOf } from '../support/server-studio.ts';
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
      `select distinct change_set_id, account_id, actor, origin from ${table} where change_set_id is not null order by change_set_id`,
      [],
    );
  const [first, second] = [by('sync'), by('undo')];
  const expected = [first, second].map((author) => ({ ...author, change_set_id: expect.any(Number) }));
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
  const author = { actor: { kind: 'system' }, origin: 'import' } as const;
  await removeItem(server.app.deps, { ...author, instanceId: server.studio.dev }, { templateId: 'thing', id });
  expect(await revisions()).toEqual([by('form'), { account_id: null, actor: 'system', origin: 'import' }]);
});

/** A caller with all permissions in Dev. */
const callerAs = (actor: Actor): InstanceCaller => {
  const { dev: instanceId, projectId, workspaceId } = server.studio;
  const standing = { plan: 'teams', isCanceled: false, isShortOfSeats: false, isBeyondPlan: false } as const;
  const grants: Grants = { workspaceRole: 'owner', permissionIds: allPermissionIds, env: 'Dev', ...standing };
  return { actor, instanceId, projectId, workspaceId, grants, hasChecks: false };
};

describe.each<{ kind: string; actorOf: () => Actor; person: () => Person }>([
  {
    kind: 'a token of an account',
    actorOf: () => ({ kind: 'token', accountId: server.studio.accounts.admin }),
    person: () => ({ id: server.studio.accounts.admin, name: 'admin' }),
  },
  {
    kind: 'a token of an instance',
    actorOf: () => ({ kind: 'token', accountId: null }),
    person: () => ({ id: null, name: 'An API token' }),
  },
  { kind: 'the system', actorOf: () => ({ kind: 'system' }), person: () => ({ id: null, name: 'Quartermaster' }) },
])('as $kind', ({ actorOf, person }) => {
  const stored = (origin: string) => ({ ...toActorRow(actorOf()), origin });
  const toActorRow = (actor: Actor) => {
    const { accountId: account_id, actor: kind } = toActorColumns(actor);
    return { account_id, actor: kind };
  };
  const params = () => ({ instanceId: server.studio.dev });

  test('a sync, and what it writes, is stored and shown', async () => {
    shows('4.author.stored');
    const { deps } = server.app;
    await saveTemplate(server, 'thing', fields);
    await saveOne(server, saveBody('thing', fields, { title: 'One' }));
    const { id, state } = await startSync(deps, callerAs(actorOf()), null, {});
    expect(state).toBe('applied');
    expect(await rowsOf('change_sets', 'id')).toEqual([stored('sync')]);
    for (const table of ['item_revisions', 'template_revisions', 'menu_revisions'])
      expect((await rowsOf(table, 'change_set_id nulls first')).at(-1), table).toEqual(stored('sync'));
    const { syncs } = await server.call(sync.list, { params: params(), query: {} }, as);
    expect(syncs.map(({ by }) => by)).toEqual([person()]);
    expect((await syncOf(server, server.studio.dev).get(id ?? 0)).by).toEqual(person());
    const undone = await findUndoable(deps, server.studio.dev, id ?? 0);
    await startUndo(deps, callerAs(actorOf()), undone, {});
    expect(await rowsOf('change_sets', 'id')).toEqual([stored('sync'), stored('undo')]);
    expect((await rowsOf('item_revisions', 'change_set_id nulls first')).at(-1)).toEqual(stored('undo'));
  });

  test('a bulk edit, and what it writes, is stored and shown', async () => {
    await saveTemplate(server, 'thing', fields);
    const { id } = await saveOne(server, saveBody('thing', fields, { title: 'One' }));
    await applyRequested(server.app.deps, callerAs(actorOf()), editSource, {
      selection: { template_id: 'thing', ids: [id] },
      action: { operations: [{ field_id: 'title', op: 'set', value: 'Two' }] },
    });
    expect(await rowsOf('change_sets', 'id')).toEqual([stored('bulk-edit')]);
    expect((await revisions()).at(-1)).toEqual(stored('bulk-edit'));
    const { change_sets } = await server.call(changeSets.list, { params: params(), query: {} }, as);
    expect(change_sets.map(({ by }) => by)).toEqual([person()]);
  });

  test('reviews are asked and answered', async () => {
    shows('4.author.asked');
    const { deps } = server.app;
    await saveTemplate(server, 'thing', fields);
    const declined = await createReview(deps, callerAs(actorOf()), null, '');
    await declineReview(deps, callerAs(actorOf()), declined, '');
    const applied = await createReview(deps, callerAs(actorOf()), null, '');
    await applyReview(deps, callerAs(actorOf()), applied, {});
    const { reviews } = await server.call(syncReviews.list, { params: params(), query: {} }, as);
    expect(reviews.map(({ state, by, answered_by }) => ({ state, by, answered_by }))).toEqual([
      { state: 'applied', by: person(), answered_by: person() },
      { state: 'declined', by: person(), answered_by: person() },
    ]);
  });

  test('a change of access is logged', async () => {
    shows('4.author.asked');
    const { workspaceId } = server.studio;
    await writeLog(
      server.app.deps.database.query,
      { workspaceId, actor: actorOf(), now: server.app.deps.clock.now() },
      [{ action: 'invited', subject: 'new@studio.test', details: { workspace_role_id: 3 } }],
    );
    const { entries } = await server.call(accessLog.list, { params: { workspaceId }, query: {} }, as);
    const email = person().id === null ? '' : emailOf('admin');
    expect(entries.map(({ actor }) => actor)).toEqual([{ ...person(), email }]);
    expect(await server.app.deps.database.query('select actor from access_log', [])).toEqual([
      { actor: actorOf().kind },
    ]);
  });

  test('a save is the latest edit', async () => {
    const { deps } = server.app;
    await saveTemplate(server, 'thing', fields);
    const { id } = await saveOne(server, saveBody('thing', fields, { title: 'One' }));
    await removeItem(deps, { actor: actorOf(), origin: 'import', ...params() }, { templateId: 'thing', id });
    const { edits } = await server.call(instances.getOverview, { params: params() }, as);
    expect(edits.map(({ by }) => by)).toEqual([person().name]);
  });
});

test('a change of an account that does not exist is not logged without its name', async () => {
  const place = { workspaceId: server.studio.workspaceId, now: server.app.deps.clock.now() };
  const actor = { kind: 'account', accountId: 999_999 } as const;
  const writing = writeLog(server.app.deps.database.query, { ...place, actor }, [{ action: 'joined', details: {} }]);
  await expect(writing).rejects.toThrow(/actor_name/);
});

describe('the name of a member who has left', () => {
  /** Everything that shows who has made a change, after the admin has made one of each kind and left. */
  async function leave() {
    const { dev, workspaceId, accounts } = server.studio;
    const params = { instanceId: dev };
    const asAdmin = { as: 'admin' } as const;
    await saveTemplate(server, 'thing', fields);
    const { id, version } = await saveOne(server, saveBody('thing', fields, { title: 'One' }), 'admin');
    await server.call(
      bulkEdits.apply,
      {
        params,
        body: {
          selection: { template_id: 'thing', ids: [id] },
          action: { operations: [{ field_id: 'title', op: 'set', value: 'Two' }] },
        },
      },
      asAdmin,
    );
    const review = () =>
      server.call(syncReviews.create, { params, body: { changes: [], all: true, note: '' } }, asAdmin);
    const declined = await review();
    await server.call(
      syncReviews.decline,
      { params: { ...params, reviewId: declined.id }, body: { note: '' } },
      asAdmin,
    );
    const applied = await review();
    await server.call(syncReviews.apply, { params: { ...params, reviewId: applied.id }, body: {} }, asAdmin);
    const saved = saveBody('thing', fields, { title: 'Three' }, { id, version: version + 1, before: { title: 'Two' } });
    await saveOne(server, saved, 'admin');
    await server.call(
      members.setRole,
      { params: { workspaceId }, body: { member_id: accounts.member, role_id: 2 } },
      asAdmin,
    );
    await server.call(members.remove, { params: { workspaceId }, body: { member_id: accounts.admin } }, as);
    return async () => {
      const { syncs } = await server.call(sync.list, { params, query: {} }, as);
      const query = { origin: 'bulk-edit' } as const;
      const { change_sets } = await server.call(changeSets.list, { params, query }, as);
      const { reviews } = await server.call(syncReviews.list, { params, query: {} }, as);
      const { edits } = await server.call(instances.getOverview, { params }, as);
      const stale = saveBody(
        'thing',
        fields,
        { title: 'Four' },
        { id, version: version + 1, before: { title: 'Two' } },
      );
      const { status, body } = await server.send(items.save, { params, body: stale }, as);
      const { entries } = await server.call(accessLog.list, { params: { workspaceId }, query: {} }, as);
      const single = {
        sync: (await syncOf(server, dev).get(syncs[0]?.id ?? 0)).by,
        changeSet: (
          await server.call(changeSets.get, { params: { ...params, changeSetId: change_sets[0]?.id ?? 0 } }, as)
        ).change_set.by,
        review: (await server.call(syncReviews.get, { params: { ...params, reviewId: applied.id } }, as)).review,
      };
      return {
        syncs: [...syncs.map(({ by }) => by), single.sync],
        changeSets: [...change_sets.map(({ by }) => by), single.changeSet],
        asked: [...reviews.map(({ by }) => by), single.review.by],
        answered: [...reviews.map(({ answered_by }) => answered_by), single.review.answered_by],
        edits: edits.map(({ by }) => by),
        conflict: [status, (body as { details: { saved: { by: string } } }).details.saved.by],
        log: entries.map(({ action, actor, subject }) => [action, actor.name, subject?.name]),
      };
    };
  }
  const shown = (by: { id: number; name: string }) => ({
    syncs: [by, by],
    changeSets: [by, by],
    asked: [by, by, by],
    answered: [by, by, by],
    log: [
      ['removed', 'owner', 'admin'],
      ['role_updated', 'admin', 'member'],
    ],
  });

  test('stays wherever a change is shown', async () => {
    shows('4.author.left');
    const read = await leave();
    const by = { id: server.studio.accounts.admin, name: 'admin' };
    expect(await read()).toEqual({ ...shown(by), edits: ['admin'], conflict: [409, 'admin'] });
  });

  test('is empty where a change is shown once the account is deleted, and stays in the access log', async () => {
    shows('4.author.deleted');
    const read = await leave();
    await server.app.deps.database.query('delete from accounts where id = $1', [server.studio.accounts.admin]);
    const by = { id: server.studio.accounts.admin, name: '' };
    expect(await read()).toEqual({ ...shown(by), edits: [null], conflict: [409, ''] });
  });
});
