import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import type { Input } from '@quartermaster/contract/endpoints/endpoint.ts';
import { releases } from '@quartermaster/contract/endpoints/releases.ts';
import {
  type ChangeList,
  type StartedSync,
  type SyncSelection,
  sync,
  syncReviews,
} from '@quartermaster/contract/endpoints/sync.ts';
import { expect } from 'vitest';
import { buildUndo } from '../../server/content/change-sets/build-undo.ts';
import { type StoredChangeSet, storeChangeSet } from '../../server/content/change-sets/change-set-repository.ts';
import type { ChangeSetRequest } from '../../server/core/tables/change-sets.ts';
import { buildChangeSet } from '../../server/modules/sync/pairs/build-change-set.ts';
import { findPair } from '../../server/modules/sync/pairs/pair.ts';
import { eventually } from './eventually.ts';
import type { TestServer } from './server.ts';
import { timeout } from './timeout.ts';

type All = Input<typeof sync.all>['body'];
type Some = Input<typeof sync.some>['body'];

/** The owner's calls for the sync of an instance. */
export const syncOf = (server: TestServer, instanceId: number) => {
  const as = { as: 'owner' } as const;
  const params = { instanceId };
  const get = async (syncId: number) => (await server.call(sync.get, { params: { ...params, syncId } }, as)).sync;
  /** A call returns before the end of a long sync. */
  const ended = async (started: StartedSync): Promise<StartedSync> => {
    const { id } = started;
    if (id === null || started.state !== 'running') return started;
    return eventually(
      async () => {
        const { state, progress } = await get(id);
        expect(state).not.toBe('running');
        return { id, state, progress };
      },
      { timeout: 10 * timeout },
    );
  };
  return {
    changes: (query: Input<typeof sync.listChanges>['query'] = {}): Promise<ChangeList> =>
      server.call(sync.listChanges, { params, query }, as),
    all: async (body: All = {}): Promise<StartedSync> => ended(await server.call(sync.all, { params, body }, as)),
    some: async (body: Some): Promise<StartedSync> => ended(await server.call(sync.some, { params, body }, as)),
    check: (body: Input<typeof sync.check>['body']) => server.call(sync.check, { params, body }, as),
    /** Items of a template, without the template. */
    items: async (templateId: string, ids: number[], more: Omit<Some, 'changes'> = {}): Promise<StartedSync> =>
      ended(
        await server.call(
          sync.some,
          { params, body: { changes: [{ template_id: templateId, is_update_template: false, items: ids }], ...more } },
          as,
        ),
      ),
    undo: async (syncId: number, body: Input<typeof sync.undo>['body'] = {}): Promise<StartedSync> =>
      ended(await server.call(sync.undo, { params: { ...params, syncId }, body }, as)),
    get,
  };
};

/** A sync of everything from Dev, or its undo, that no server has begun, as if its server had died before. */
export async function openSync(
  { app, studio }: TestServer,
  options: Partial<ChangeSetRequest> = {},
  undone?: StoredChangeSet,
): Promise<number> {
  const { query } = app.deps.database;
  const request = { selection: null, ...options };
  const changeSet = undone
    ? await buildUndo(query, undone, request)
    : await buildChangeSet(query, await findPair(query, studio.dev), request);
  const id = await storeChangeSet(query, changeSet, {
    actor: { kind: 'account', accountId: studio.accounts.owner },
    note: '',
    request,
    reviewId: null,
    at: app.deps.clock.now(),
  });
  return id ?? expect.fail('No other sync is running.');
}

/** All content of an instance, by ids that are the same in every instance. */
export async function contentOf(server: TestServer, instanceId: number): Promise<unknown> {
  const { query } = server.app.deps.database;
  const of = (columns: string, table: string, order: string) =>
    query(
      `select t.id as template_id, ${columns} from ${table} x join templates t on t.key = x.template_key where t.instance_id = $1 order by t.id, ${order}`,
      [instanceId],
    );
  return {
    templates: await query('select id, label, fields, hash from templates where instance_id = $1 order by id', [
      instanceId,
    ]),
    counts: await of('x.items', 'item_counts', 'x.items'),
    items: await of('x.id, x.label, x."values", x.hash, x.bytes', 'items', 'x.id'),
    values: await of(
      'x.item_id, x.field_key, x.number, x.text',
      'item_values',
      'x.item_id, x.field_key, x.number, x.text',
    ),
    links: await of('x.item_id, x.field_key, x.target_id', 'item_links', 'x.item_id, x.field_key, x.target_id'),
    menu: await query(
      'select id, parent_id, label, template_id, "order" from menu_nodes where instance_id = $1 order by id',
      [instanceId],
    ),
  };
}

/** The values of an item of an instance; undefined if there is none. */
export async function valuesOf(server: TestServer, instanceId: number, id: number): Promise<ItemValues | undefined> {
  const [row] = await server.app.deps.database.query<{ values: ItemValues }>(
    'select i."values" from items i join templates t on t.key = i.template_key where t.instance_id = $1 and i.id = $2',
    [instanceId, id],
  );
  return row?.values;
}

/** Calls every endpoint of releases once, from Dev. */
async function releaseEverything(server: TestServer, selection: SyncSelection): Promise<void> {
  const as = { as: 'owner' } as const;
  const params = { instanceId: server.studio.dev };
  const wanted = { name: 'Halloween', notes: 'Pumpkins', ...selection, exports_after: false };
  const time = { publish_at: new Date(server.clock.now().getTime() + 86_400_000).toISOString(), time_zone: 'UTC' };
  const create = async () => (await server.call(releases.create, { params, body: { ...wanted, ...time } }, as)).id;
  const first = { ...params, releaseId: await create() };
  const second = { ...params, releaseId: await create() };
  await server.call(releases.overlaps, { params, body: { changes: [], release: first.releaseId } }, as);
  await server.call(releases.schedule, { params: first, body: { publish_at: null, time_zone: null } }, as);
  await server.call(releases.planned, { params }, as);
  await server.call(releases.cancel, { params: second, body: {} }, as);
  await server.call(releases.publish, { params: first, body: {} }, as);
  await server.call(releases.get, { params: first }, as);
  await server.call(releases.list, { params, query: {} }, as);
}

/** Calls every endpoint of syncs once, from Dev, with an item that Stage lacks. */
export async function syncEverything(server: TestServer, item: { templateId: string; itemId: number }): Promise<void> {
  const as = { as: 'owner' } as const;
  const params = { instanceId: server.studio.dev };
  const { changes, check, some, all, undo, get } = syncOf(server, params.instanceId);
  const selection = { changes: [{ template_id: item.templateId, is_update_template: true, items: [item.itemId] }] };
  await changes();
  await server.call(sync.getItem, { params: { ...params, ...item } }, as);
  const { templateId, itemId } = item;
  await server.call(sync.listUnsynced, { params: { ...params, templateId }, body: { ids: [itemId] } }, as);
  await server.call(sync.getTemplate, { params: { ...params, templateId: item.templateId } }, as);
  await server.call(sync.getMenu, { params }, as);
  await check(selection);
  const reviewOf = async () =>
    (await server.call(syncReviews.create, { params, body: { ...selection, all: true } }, as)).id;
  const declined = { ...params, reviewId: await reviewOf() };
  await server.call(syncReviews.decline, { params: declined, body: { note: 'Later' } }, as);
  const applied = { ...params, reviewId: await reviewOf() };
  const { id } = await server.call(syncReviews.apply, { params: applied, body: {} }, as);
  await server.call(syncReviews.get, { params: applied }, as);
  await server.call(syncReviews.list, { params, query: {} }, as);
  const made = { ...params, syncId: id ?? 0 };
  await get(made.syncId);
  await server.call(sync.list, { params, query: {} }, as);
  await server.call(sync.listItems, { params: made, query: {} }, as);
  await server.call(sync.getSyncedItem, { params: { ...made, ...item } }, as);
  await server.call(sync.getSyncedTemplate, { params: { ...made, templateId: item.templateId } }, as);
  await server.call(sync.getSyncedMenu, { params: made }, as);
  await server.call(sync.checkUndo, { params: made, body: {} }, as);
  await undo(made.syncId);
  await releaseEverything(server, selection);
  await all();
  await some({ changes: [], menu: true });
}
