import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../server/core/database/open-database.ts';
import { shows } from '../specification/shows.ts';
import { eventually } from '../support/eventually.ts';
import { migrations, onServer, testDatabasePrefix, timeouts } from '../support/server-database.ts';

const server = process.env.DATABASE_URL ?? '';

/** A database without tables. */
async function emptyDatabase() {
  const name = `${testDatabasePrefix()}empty_${randomBytes(4).toString('hex')}`;
  await onServer(server, `create database ${name}`);
  return Object.assign(new URL(server), { pathname: name }).href;
}

async function connect(url: string, application_name: string) {
  const client = new pg.Client({ connectionString: url, application_name });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

test('a process that only migrates waits for servers of the earlier release, and new servers wait for it', async () => {
  shows('5.running.image');
  const url = await emptyDatabase();
  const watch = await connect(url, 'watch');
  const earlier = await connect(url, 'quartermaster');
  const role = `reader_${randomBytes(4).toString('hex')}`;
  await watch.query(`create role ${role}; alter default privileges grant select on tables to ${role}`);
  onTestFinished(async () => {
    await watch.query(`drop owned by ${role}; drop role ${role}`);
  });
  const migrated = openDatabase({ url, folder: '', migrations, timeouts, order: 'only' });
  // It has no right to create anything.
  const reader = `${url}?options=-c%20role%3D${role}`;
  const started = openDatabase({ url: reader, folder: '', migrations, timeouts, order: 'wait' });
  const asks = `select application_name as name from pg_stat_activity where datname = current_database()
      and query like '%from pg_stat_activity%' and application_name = 'quartermaster'`;
  await eventually(async () => expect((await watch.query(asks)).rows).toHaveLength(1));
  const tables = "select 1 from information_schema.tables where table_name = 'schema_migrations'";
  expect((await watch.query(tables)).rows).toEqual([]);
  await earlier.end();
  for (const database of await Promise.all([migrated, started])) await database.close();
  expect((await watch.query(tables)).rows).toHaveLength(1);
});
