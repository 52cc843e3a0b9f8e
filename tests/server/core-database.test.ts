import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../server/core/database/database.ts';
import { openDatabase } from '../../server/core/database/open-database.ts';
import { rebuildTextOrder } from '../../server/core/database/text-order.ts';
import { migrations, onServer, openInThread, tableNames, testDatabase } from '../support/server-database.ts';
import { cleanUp } from '../support/server-process.ts';

const server = process.env.DATABASE_URL;

let database: Database;
beforeAll(async () => {
  database = server ? await testDatabase() : await openInThread();
});
afterAll(async () => {
  if (!server) await database.close();
  await cleanUp();
});
beforeEach(async () => {
  await database.query('create table schema_probe (id int primary key)', []);
});
afterEach(() => database.query('drop table schema_probe', []));

const ids = async () =>
  (await database.query<{ id: number }>('select id from schema_probe order by id', [])).map(({ id }) => id);

test('rows are objects with integers of any size as numbers and timestamps as dates', async () => {
  const [row] = await database.query<Record<string, unknown>>(
    `select count(*) as n, 7::bigint as big, now() as at, '{"a":[1]}'::jsonb as json, array[1, 2]::smallint[] as list, $1::text as given, null as nothing`,
    ['x'],
    'probe',
  );
  expect(row).toEqual({
    n: 1,
    big: 7,
    at: expect.any(Date),
    json: { a: [1] },
    list: [1, 2],
    given: 'x',
    nothing: null,
  });
});

describe('a transaction', () => {
  test('commits its writes when it resolves', async () => {
    const answer = await database.transaction(async (query) => {
      await query('insert into schema_probe values (1)', []);
      await query('insert into schema_probe values ($1)', [2]);
      return 'done';
    });
    expect([answer, await ids()]).toEqual(['done', [1, 2]]);
  });

  test('rolls back when it throws, and the next one works', async () => {
    const fails = database.transaction(async (query) => {
      await query("insert into workspaces (name) values ('Never')", []);
      await query('insert into schema_probe values (1)', []);
      throw new Error('no');
    });
    await expect(fails).rejects.toThrow('no');
    expect(await ids()).toEqual([]);
    expect(await database.query("select id from workspaces where name = 'Never'", [])).toEqual([]);
    await database.transaction(async (query) => query('insert into schema_probe values (3)', []));
    expect(await ids()).toEqual([3]);
  });

  test('rolls back when the database rejects a statement', async () => {
    const fails = database.transaction(async (query) => {
      await query('insert into schema_probe values (1)', []);
      await query('insert into schema_probe values (1)', []);
    });
    await expect(fails).rejects.toMatchObject({ code: '23505' });
    expect(await ids()).toEqual([]);
  });

  test('can fail after a savepoint without ending', async () => {
    await database.transaction(async (query) => {
      await query('insert into schema_probe values (1)', []);
      await query('savepoint inner_part', []);
      await query('insert into schema_probe values (2)', []);
      await expect(query('insert into schema_probe values (1)', [])).rejects.toMatchObject({ code: '23505' });
      await query('rollback to savepoint inner_part', []);
      await query('insert into schema_probe values (3)', []);
    });
    expect(await ids()).toEqual([1, 3]);
  });

  test('succeeds many times concurrently', async () => {
    const all = Array.from({ length: 30 }, (_, id) =>
      database.transaction((query) => query('insert into schema_probe values ($1)', [id])),
    );
    await Promise.all(all);
    expect(await ids()).toHaveLength(30);
  });
});

test('every index of the schema exists, including the trigram indexes', async () => {
  const found = await database.query<{ indexname: string }>(
    "select indexname from pg_indexes where schemaname = 'public'",
    [],
  );
  const names = found.map(({ indexname }) => indexname);
  expect(names).toEqual(
    expect.arrayContaining(['accounts_email', 'items_label_contains', 'item_values_contains', 'item_links_target']),
  );
});

test('the indexes of texts are rebuilt if another version of ICU has built them', async () => {
  expect(await rebuildTextOrder(database)).toBeUndefined();
  await database.query(`update pg_collation set collversion = '1.0' where collname = 'natural'`, []);
  expect(await rebuildTextOrder(database)).toMatchObject({ built_by: '1.0', indexes: 7 });
  expect(await rebuildTextOrder(database)).toBeUndefined();
});

test('the migration that makes names of roles unique renames those that share one', async () => {
  await database.query('drop index roles_name', []);
  try {
    const [row] = await database.query<{ id: number }>("insert into workspaces (name) values ('Old') returning id", []);
    const workspaceId = row?.id ?? 0;
    const insert = (name: string, isAdmin: boolean) =>
      database.query<{ id: number }>(
        "insert into roles (workspace_id, name, is_admin, permission_ids) values ($1, $2, $3, '{}') returning id",
        [workspaceId, name, isAdmin],
      );
    const made: number[] = [];
    for (const name of ['admin', 'Maker', 'maker', 'Other']) made.push((await insert(name, false))[0]?.id ?? 0);
    await insert('Admin', true);
    const statements = await readFile(join(migrations, '0012_members.sql'), 'utf8');
    for (const statement of statements.split('--> statement-breakpoint'))
      if (/"roles"/.test(statement) && !statement.includes('DROP')) await database.query(statement, []);
    const kept = await database.query<{ name: string }>('select name from roles where workspace_id = $1 order by id', [
      workspaceId,
    ]);
    expect(kept.map(({ name }) => name)).toEqual([
      `admin (${made[0]})`,
      'Maker',
      `maker (${made[2]})`,
      'Other',
      'Admin',
    ]);
  } finally {
    await database.query('create unique index if not exists roles_name on roles (workspace_id, lower(name))', []);
  }
});

if (server) {
  test('forty servers that start concurrently on an empty database agree on which one migrates', async () => {
    const name = `quartermaster_test_${process.env.QM_TEST_RUN}_${randomBytes(4).toString('hex')}`;
    await onServer(server, `create database ${name}`);
    const url = new URL(server);
    url.pathname = name;
    const open = () => openDatabase({ url: url.href, folder: '', migrations, connections: 2 });
    const opened = await Promise.all(Array.from({ length: 40 }, open));
    const [first] = opened;
    if (!first) throw new Error('None was opened.');
    expect(await tableNames(first)).toEqual(expect.arrayContaining(['accounts', 'items']));
    const applied = await first.query<{ tag: string }>('select tag from schema_migrations', []);
    expect(applied.length).toBeGreaterThan(1);
    await Promise.all(opened.map((one) => one.close()));
  });
}
