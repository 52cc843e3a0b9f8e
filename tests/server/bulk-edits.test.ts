import { bulkEdits, type Operation } from '@quartermaster/contract/endpoints/bulk-edits.ts';
import type { Checked } from '@quartermaster/contract/endpoints/door.ts';
import type { ErrorBody } from '@quartermaster/contract/errors.ts';
import { filterOps } from '@quartermaster/contract/field-types/filters.ts';
import { describe, expect, test } from 'vitest';
import { applyRequested } from '../../server/content/change-sets/door/apply-changes.ts';
import type { Query } from '../../server/core/database/database.ts';
import { editSource } from '../../server/modules/bulk-edits/edit-service.ts';
import { shows } from '../specification/shows.ts';
import { ownerCaller } from '../support/owner-caller.ts';
import { field, inOrder, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import {
  apply,
  as,
  beginSwordEdits,
  byIds,
  check,
  create,
  dev,
  expectTidy,
  operate,
  read,
  refused,
  server,
} from '../support/sword-edits.ts';
import { timeout } from '../support/timeout.ts';
import { unitWithQuery } from '../support/unit.ts';

beginSwordEdits();

describe('a selection', () => {
  test('without ids and filters, or of another number of items, is refused', async () => {
    shows('4.bulk.nothing-means-everything', '4.bulk.count');
    const ids = await create({ price: 1 }, { price: 2 }, { price: 2 });
    const action = operate({ field_id: 'title', op: 'set', value: 'x' });
    for (const selection of [
      {},
      { ids: [] },
      { count: 3 },
      { filters: [] },
      { search: 'Sword' },
      { ids, filters: [] },
    ]) {
      const answer = await refused({ template_id: 'sword', ...selection }, action);
      expect([answer.status, answer.fields]).toEqual([
        422,
        { selection: 'name either ids, or filters or search with a count' },
      ]);
    }
    const filters = [{ template_field_id: 'price', op: filterOps.equal, value: '2' }];
    const counted = await server.call(bulkEdits.count, { params: dev(), body: { template_id: 'sword', filters } }, as);
    expect(counted).toEqual({ count: 2 });
    const other = await refused({ template_id: 'sword', filters, count: 3 }, action);
    expect(other).toMatchObject({ status: 409, error: 'changed', details: { count: 2 } });
    const gone = await refused(byIds(...ids, 999_999), action);
    expect(gone).toMatchObject({ status: 409, error: 'changed', details: { count: 3 } });
    expect((await read()).items.get(ids[0] ?? 0)?.version).toBe(1);
    expect((await apply({ template_id: 'sword', filters, count: 2 }, action)).counts.updated).toBe(2);
    expect((await apply({ template_id: 'sword', filters: [], count: 3 }, action)).counts.updated).toBe(1);
    const found = { template_id: 'sword', search: 'sword 1', count: 1 };
    expect((await apply(found, operate({ field_id: 'price', op: 'add', value: 1 }))).counts.updated).toBe(1);
    expect((await refused({ template_id: 'nope', ids }, action)).status).toBe(404);
  });
});

test('the check shows before and after of every item, page by page, and changes nothing', async () => {
  shows('4.bulk.preview');
  const ids = await create(
    ...Array.from({ length: 7 }, (_, index) => ({ price: 10 * index, ...(index === 3 && { title: 'a long title' }) })),
  );
  const action = operate(
    { field_id: 'price', op: 'multiply', value: 2 },
    { field_id: 'title', op: 'append', value: '!' },
  );
  const pages: Checked[] = [];
  for (let cursor: string | undefined; pages.length < 5; ) {
    const page = await check(byIds(...ids.toReversed()), action, { limit: 3, ...(cursor && { cursor }) });
    pages.push(page);
    if (page.next_cursor === null) break;
    cursor = page.next_cursor;
  }
  expect(pages.map(({ rows }) => rows.map(({ id }) => id))).toEqual([ids.slice(0, 3), ids.slice(3, 6), ids.slice(6)]);
  for (const page of pages) {
    expect(page).toMatchObject({ counts: { left_out: 0, updated: 6, unchanged: 0, refused: 1 } });
    expect(page.fingerprint).toBe(pages[0]?.fingerprint);
  }
  expect(pages[0]?.rows[1]).toEqual({
    template_id: 'sword',
    id: ids[1],
    label: 'Sword 1',
    version: 1,
    copy: null,
    change: 'updated',
    fields: [
      { field_id: 'price', path: null, before: 10, after: 20 },
      { field_id: 'title', path: null, before: null, after: '!' },
    ],
    refusal: null,
  });
  expect(pages[1]?.rows[0]).toMatchObject({
    change: null,
    refusal: { field_id: 'title', path: null, reason: 'must be at most 12 characters' },
  });
  expect([...(await read()).items.values()].every(({ version }) => version === 1)).toBe(true);
  const nothing = await check(byIds(...ids), operate({ field_id: 'title', op: 'replace', find: 'z', value: '' }));
  expect(nothing).toMatchObject({
    counts: { updated: 0, unchanged: 7 },
    rows: expect.arrayContaining([expect.objectContaining({ change: null })]),
  });
  expect(await apply(byIds(...ids), operate({ field_id: 'title', op: 'replace', find: 'z', value: '' }))).toMatchObject(
    { id: null },
  );
});

test('a page of the check ends once its rows have 4 MiB', { timeout: 3 * timeout }, async () => {
  const texts = inOrder(Array.from({ length: 6 }, (_, index) => field(`text_${index}`, 'text')));
  await saveTemplate(server, 'book', texts, { label: 'Books' });
  const values = Object.fromEntries(texts.map(({ id }) => [id, 'x'.repeat(250_000)]));
  const ids: number[] = [];
  for (const label of ['A', 'B', 'C']) ids.push((await saveOne(server, saveBody('book', texts, values, { label }))).id);
  const action = operate(...texts.map(({ id }): Operation => ({ field_id: id, op: 'replace', find: 'x', value: 'y' })));
  const pages: Checked[] = [];
  for (let cursor: string | null = ''; cursor !== null && pages.length < 9; cursor = pages.at(-1)?.next_cursor ?? null)
    pages.push(await check({ template_id: 'book', ids }, action, { limit: 2, ...(cursor && { cursor }) }));
  // A row has 3 MB.
  expect(pages.map(({ rows }) => rows.map(({ id }) => id))).toEqual(ids.map((id) => [id]));
  for (const page of pages) expect(page).toMatchObject({ counts: { updated: 3, unchanged: 0 } });
  const [one] = pages;
  const small = operate({ field_id: 'label', op: 'append', value: '!' });
  expect((await check({ template_id: 'book', ids }, small, { limit: 2 })).rows).toHaveLength(2);
  expect(one?.rows[0]?.fields).toHaveLength(6);
});

test('links to missing items are refused, worded as in a save', async () => {
  const [id = 0] = await create({ price: 1 });
  const answer = await refused(byIds(id), operate({ field_id: 'parent', op: 'set', value: 999_999 }));
  expect(answer).toMatchObject({
    status: 422,
    details: { refusals: { sample: [{ field_id: 'parent', reason: 'there is no item 999999 in sword' }] } },
  });
});

test.each([
  ['a place before the second item', '0.3.0.0'],
  ['a place after the last item', '3.3.0.0'],
  ['fewer items than there are', '1.2.0.0'],
  ['more items than there are', '1.3.0.1'],
  ['numbers that are no page', '1.3'],
])('the check refuses a cursor with %s', async (_, cursor) => {
  const ids = await create({ price: 1 }, { price: 2 }, { price: 3 });
  const action = operate({ field_id: 'price', op: 'add', value: 1 });
  const body = { selection: byIds(...ids), action, limit: 1 };
  const first = await server.call(bulkEdits.check, { params: dev(), body }, as);
  expect(first.next_cursor).toBe('1.3.0.0');
  const { status, body: error } = await server.send(bulkEdits.check, { params: dev(), body: { ...body, cursor } }, as);
  expect([status, (error as ErrorBody).fields]).toEqual([422, { cursor: 'is not the next_cursor of a page' }]);
});

test('an edit of some items in the call reads them in one statement, and writes everything in another', async () => {
  const ids = await create(...Array.from({ length: 20 }, () => ({ price: 1, bonuses: [{ amount: 1 }] })));
  const { deps } = server.app;
  const { query } = deps.database;
  const said: string[] = [];
  const listen =
    (place: string) =>
    (observed: Query): Query =>
    (...given) => {
      said.push(place);
      return observed(...given);
    };
  const listening = {
    ...deps,
    database: { ...deps.database, query: listen('outside')(query) },
    unit: unitWithQuery(deps.unit, listen('inside')),
  };
  const caller = await ownerCaller(server, bulkEdits.apply.access);
  const action = operate({ field_id: 'price', op: 'add', value: 1 }, { field_id: 'amount', op: 'add', value: 1 });
  const { counts } = await applyRequested(listening, caller, editSource, {
    selection: byIds(...ids),
    action,
  });
  expect([counts.updated, said]).toEqual([20, ['outside', 'inside']]);
  await expectTidy();
});
