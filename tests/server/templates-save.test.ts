import type { SaveTemplateField } from '@quartermaster/contract/endpoints/templates.ts';
import { beforeEach, expect, test } from 'vitest';
import { saveTemplate as save } from '../../server/content/schema/save/save-template.ts';
import type { Deps } from '../../server/core/app/deps.ts';
import type { Query } from '../../server/core/database/database.ts';
import { shows } from '../specification/shows.ts';
import { field, inOrder, saveAll, saveBody, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { unitAfter, unitWithQuery } from '../support/unit.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});

/** Saves the owner’s template with modified dependencies. */
function saveWith(changes: Partial<Pick<Deps, 'database' | 'unit'>>, fields: SaveTemplateField[], version: number) {
  const { accounts, dev } = server.studio;
  const body = { id: 'thing', label: 'The thing', version, fields };
  return save(
    { ...server.app.deps, ...changes },
    { instanceId: dev, actor: { kind: 'account', accountId: accounts.owner }, origin: 'form' },
    body,
  );
}

const priced = (maximum: number | null = null) => [field('price', 'integer', { maximum })];

/**
 * Saves a template while a value violates its limit for that many attempts, but no longer whenever incompatible values are read.
 */
async function saveInTheWay(often: number) {
  await saveTemplate(server, 'thing', priced());
  await saveAll(server, [saveBody('thing', priced(), { price: 5 })]);
  const { database, unit } = server.app.deps;
  const setPrice = (price: number) => database.query('update item_values set number = $1', [price]);
  let attempts = 0;
  const query: Query = async (...args) => {
    await setPrice(5);
    return database.query(...args);
  };
  const attempt = () => {
    attempts += 1;
    return setPrice(attempts > often ? 5 : 12);
  };
  const answer = saveWith({ database: { ...database, query }, unit: unitAfter(unit, attempt) }, priced(10), 1);
  return { answer: await answer.catch((error: unknown) => error), attempts };
}

test('a value that no longer violates the limit when the incompatible values are read does not reject the save', async () => {
  expect(await saveInTheWay(1)).toEqual({ answer: { id: 'thing', version: 2 }, attempts: 2 });
});

test('a value that violates the limit on every attempt rejects the save after the second attempt', async () => {
  const { answer, attempts } = await saveInTheWay(Number.POSITIVE_INFINITY);
  expect(attempts).toBe(2);
  expect(answer).toMatchObject({
    name: 'IncompatibleValuesError',
    message: 'Values of items do not fit the changes of the template thing',
  });
});

/** The statements inside the transaction of a rejected save. */
async function statementsInside(fields: SaveTemplateField[], version: number): Promise<string[]> {
  const statements: string[] = [];
  const unit = unitWithQuery(server.app.deps.unit, (query) => (text, ...rest) => {
    statements.push(text);
    return query(text, ...rest);
  });
  const answer = saveWith({ unit }, fields, version);
  await expect(answer).rejects.toMatchObject({ status: 422 });
  return statements;
}

const counting = (statements: string[]) => statements.filter((text) => text.includes('count('));

test('a save looks for the first value that does not fit, and counts none while it holds locks', async () => {
  shows('2.4.template-save.incompatible');
  await saveTemplate(server, 'thing', priced());
  await saveAll(
    server,
    [11, 12, 13].map((price) => saveBody('thing', priced(), { price })),
  );
  expect(counting(await statementsInside(priced(10), 1))).toEqual([]);
});

test('values restored into rows are checked only until one does not fit', async () => {
  // With this many fields a batch has 100 items.
  const rows = inOrder([
    field('rows', 'dynamic-group'),
    ...Array.from({ length: 200 }, (_, index) => field(`f${index}`, 'text', { parentId: 'rows' })),
  ]);
  await saveTemplate(server, 'thing', rows);
  await saveAll(
    server,
    Array.from({ length: 150 }, () => saveBody('thing', rows, { rows: [{ f0: 'long' }] })),
  );
  await saveTemplate(server, 'thing', rows.slice(0, 1), { version: 1 });
  const shorter = rows.with(1, field('f0', 'text', { parentId: 'rows', order: 1, maximum: 3 }));
  const statements = await statementsInside(shorter, 2);
  expect(counting(statements)).toEqual([]);
  expect(statements.filter((text) => text.includes('max(id)'))).toHaveLength(1);
});
