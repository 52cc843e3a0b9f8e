import { type Action, bulkEdits } from '@quartermaster/contract/endpoints/bulk-edits.ts';
import { type ChangeSet, changeSets } from '@quartermaster/contract/endpoints/change-sets.ts';
import { jobs } from '@quartermaster/contract/endpoints/jobs.ts';
import { expect } from 'vitest';
import { storeChangeSet } from '../../server/content/change-sets/change-set-repository.ts';
import { readAction } from '../../server/content/change-sets/edits/edit.ts';
import { editChangeSet } from '../../server/content/change-sets/edits/edit-change-set.ts';
import { storeInputs } from '../../server/content/change-sets/edits/input-repository.ts';
import { selectItems } from '../../server/content/lists/select-items.ts';
import { loadTemplate } from '../../server/content/model/template-models.ts';
import { eventually } from './eventually.ts';
import type { TestServer } from './server.ts';
import { timeout } from './timeout.ts';

interface OpenEdit {
  templateId: string;
  ids: readonly number[];
  action: Action;
  itemLimit?: number | null;
}

/** A bulk edit of items in Dev that no server has begun, as if its server had died before. */
export async function openEdit(
  { app, studio }: TestServer,
  { templateId, ids, action, itemLimit = null }: OpenEdit,
): Promise<number> {
  const { query } = app.deps.database;
  const model = (await loadTemplate(query, studio.dev, templateId)) ?? expect.fail('There is the template.');
  const items = (await selectItems(query, model, { ids })) ?? expect.fail('The template was just read.');
  const edit = readAction(model, action, { mayEditReadOnly: true });
  const instance = { id: studio.dev, env: 'Dev' } as const;
  const { fingerprint } = items;
  const changeSet = editChangeSet(query, { instance, model, edit, items, firstId: 0, itemLimit, fingerprint });
  const { key, version, hash } = model;
  const counts = { added: 0, updated: 0, removed: 0 };
  counts[edit.kind === 'copy' ? 'added' : edit.kind === 'delete' ? 'removed' : 'updated'] =
    ids.length * (edit.kind === 'copy' ? edit.times : 1);
  const id = await storeChangeSet(query, changeSet, {
    actor: { kind: 'account', accountId: studio.accounts.owner },
    note: '',
    request: { selection: null },
    reviewId: null,
    at: app.deps.clock.now(),
    edit: { template: { id: templateId, key, version, hash }, action, itemLimit },
    counts,
  });
  await storeInputs(query, id ?? 0, items);
  return id ?? expect.fail('Edits do not exclude each other.');
}

/** A change set of Dev, as the owner reads it. */
export const readSet = async (server: TestServer, changeSetId: number): Promise<ChangeSet> =>
  (await server.call(changeSets.get, { params: { instanceId: server.studio.dev, changeSetId } }, { as: 'owner' }))
    .change_set;

/** A change set once it has ended. */
export const endedSet = (server: TestServer, changeSetId: number): Promise<ChangeSet> =>
  eventually(
    async () => {
      const set = await readSet(server, changeSetId);
      expect(set.state).not.toBe('running');
      return set;
    },
    { timeout: 10 * timeout },
  );

/** Calls everything that there is for bulk edits and change sets, in Dev. */
export async function editEverything(server: TestServer, item: { templateId: string; itemId: number }): Promise<void> {
  const as = { as: 'owner' } as const;
  const params = { instanceId: server.studio.dev };
  const { templateId, itemId } = item;
  const counted = { template_id: templateId, filters: [] };
  const { count } = await server.call(bulkEdits.count, { params, body: counted }, as);
  const action: Action = { operations: [{ field_id: 'label', op: 'append', value: ' II' }] };
  const body = { selection: { ...counted, count }, action };
  const { fingerprint } = await server.call(bulkEdits.check, { params, body }, as);
  const { id } = await server.call(bulkEdits.apply, { params, body: { ...body, fingerprint } }, as);
  const set = { ...params, changeSetId: id ?? 0 };
  await server.call(changeSets.list, { params, query: {} }, as);
  await server.call(changeSets.listItems, { params: set, query: {} }, as);
  await server.call(changeSets.getItem, { params: { ...set, templateId, itemId } }, as);
  await server.call(changeSets.checkUndo, { params: set, body: {} }, as);
  await server.call(changeSets.undo, { params: set, body: {} }, as);
  const changeSetId = await openEdit(server, { templateId, ids: [itemId], action });
  const job = { ...params, kind: 'change-set', id: String(changeSetId) } as const;
  await server.call(jobs.get, { params: job, query: {} }, as);
  await server.call(jobs.cancel, { params: job }, as);
  expect((await readSet(server, changeSetId)).state).toBe('cancelled');
}
