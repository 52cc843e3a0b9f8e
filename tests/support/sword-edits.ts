import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import {
  type Action,
  bulkEdits,
  type Operation,
  type Selection,
} from '@quartermaster/contract/endpoints/bulk-edits.ts';
import { changeSets } from '@quartermaster/contract/endpoints/change-sets.ts';
import type { ErrorBody } from '@quartermaster/contract/errors.ts';
import { beforeEach, expect } from 'vitest';
import { field, inOrder, saveAll, saveBody, saveTemplate } from './sample-template.ts';
import { startTestServer, type TestServer } from './server.ts';
import { expectWhole, readState } from './sync-model/state.ts';

export const fields = inOrder([
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
export const as = { as: 'owner' } as const;

/** The server of the current test, which has the template `sword`. */
export let server: TestServer;

/** Starts the server before each test of a file. */
export function beginSwordEdits(): void {
  beforeEach(async () => {
    server = await startTestServer();
    await saveTemplate(server, 'sword', fields, { label: 'Swords' });
  });
}

export const create = async (...all: (ItemValues & { label?: string })[]): Promise<number[]> =>
  (
    await saveAll(
      server,
      all.map(({ label, ...values }, index) => saveBody('sword', fields, values, { label: label ?? `Sword ${index}` })),
    )
  ).map(({ id }) => id);

export const dev = () => ({ instanceId: server.studio.dev });
export const byIds = (...ids: number[]): Selection => ({ template_id: 'sword', ids });
export const operate = (...operations: Operation[]): Action => ({ operations });
export const check = (selection: Selection, action: Action, more: object = {}) =>
  server.call(bulkEdits.check, { params: dev(), body: { selection, action, ...more } }, as);
export const apply = (selection: Selection, action: Action, more: object = {}) =>
  server.call(bulkEdits.apply, { params: dev(), body: { selection, action, ...more } }, as);
export const refused = async (selection: object, action: object, more: object = {}) => {
  const { status, body } = await server.send(
    bulkEdits.apply,
    { params: dev(), body: { selection, action, ...more } },
    as,
  );
  return { status, ...(body as ErrorBody) };
};
export const undo = (changeSetId: number | null, body = {}) =>
  server.call(changeSets.undo, { params: { ...dev(), changeSetId: changeSetId ?? 0 }, body }, as);
export const read = (instanceId = server.studio.dev) => readState(server.app.deps.database.query, instanceId);
export const valuesOf = async (...ids: number[]) => {
  const { items: all } = await read();
  return ids.map((id) => all.get(id)?.values);
};
export const expectTidy = async (instanceId = server.studio.dev) => {
  const { query } = server.app.deps.database;
  await expectWhole(query, instanceId, await readState(query, instanceId));
  expect(await query('select 1 from change_set_index', [])).toEqual([]);
  expect(await query("select 1 from change_sets where state = 'running'", [])).toEqual([]);
};
