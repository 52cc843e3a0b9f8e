import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { buildServer } from '../../server/build-server.ts';
import type { Database } from '../../server/core/database/database.ts';
import { openPglite } from '../../server/core/database/pglite.ts';
import { startPgliteThread } from '../../server/core/database/pglite-thread.ts';
import { toAppError } from '../../server/core/http/error-handler.ts';
import { shows } from '../specification/shows.ts';
import { testEnvironment } from '../support/server.ts';
import { migrations, openInThread } from '../support/server-database.ts';
import { cleanUp, temporaryFolder } from '../support/server-process.ts';

let database: Database;
beforeAll(async () => {
  database = await openInThread();
});
afterAll(async () => {
  await database.close();
  await cleanUp();
});

const longStatement = 'select count(*) as n from generate_series(1, 3000000)';

test('the server answers health checks while the embedded database runs a long statement', async () => {
  shows('3.start.address.healthz');
  const app = await buildServer({ database, config: testEnvironment() });
  const order: string[] = [];
  const statement = database.query(longStatement, []).then(() => order.push('statement'));
  const health = await app.inject('/healthz');
  order.push(`health ${health.statusCode}`);
  await statement;
  expect(order).toEqual(['health 200', 'statement']);
  await app.close();
});

test('statements run in the order in which they were sent, and wait while a transaction is open', async () => {
  const order: string[] = [];
  const note = (name: string) => () => order.push(name);
  await database.query('create table turns (id int)', []);
  const first = database.query(longStatement, []).then(note('statement before'));
  const transaction = database
    .transaction(async (query) => {
      await query('insert into turns values (1)', []);
      await query(longStatement, []);
      throw new Error('rolled back');
    })
    .catch(note('transaction'));
  const last = database.query<{ n: number }>('select count(*)::int as n from turns', []);
  const [, , rows] = await Promise.all([first, transaction, last.finally(note('statement after'))]);
  expect(order).toEqual(['statement before', 'transaction', 'statement after']);
  expect(rows).toEqual([{ n: 0 }]);
});

test('a text is returned as UTF-8 on request', async () => {
  const bytes = await database.bytes('select $1::text as value', ['Grüße']);
  expect(bytes).toEqual(Buffer.from('Grüße'));
  expect(await database.bytes('select null as value', [])).toBeUndefined();
});

test('a transaction that continued after a failed statement is reported as rolled back', async () => {
  const work = database.transaction(async (query) => {
    await query('select 1 / 0', []).catch(() => {});
  });
  await expect(work).rejects.toMatchObject({ code: '25P02' });
});

test('a thread that fails rejects every statement as unavailable, and ends the process', async () => {
  const onFailed = vi.fn();
  const program = new URL('../support/failing-thread.mjs', import.meta.url);
  const client = await startPgliteThread('', { program, onFailed });
  const statuses = await Promise.all(
    ['select 1', 'select 2'].map((text) =>
      client.query(text).then(
        () => 'answered',
        (error: unknown) => toAppError(error).status,
      ),
    ),
  );
  expect(statuses).toEqual([503, 503]);
  await expect(client.transaction(async () => {})).rejects.toThrow('The embedded database has failed.');
  expect(onFailed).toHaveBeenCalledOnce();
});

test('a database that cannot be opened reports the first error, and unlocks its folder', async () => {
  const folder = temporaryFolder();
  const broken = () => Promise.reject(new Error('The disk is broken.'));
  const close = () => Promise.reject(new Error('It is not open.'));
  const start = async () => ({
    query: broken,
    exec: broken,
    transaction: broken,
    onNotification: () => () => {},
    close,
  });
  // The second attempt would fail if the folder were still locked.
  for (let attempt = 0; attempt < 2; attempt += 1)
    await expect(openPglite(folder, migrations, { start })).rejects.toThrow(/cannot be opened: The disk is broken\.$/);
});
