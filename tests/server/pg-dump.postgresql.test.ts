import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { bulkEdits } from '@quartermaster/contract/endpoints/bulk-edits.ts';
import { changeSets } from '@quartermaster/contract/endpoints/change-sets.ts';
import { history } from '@quartermaster/contract/endpoints/history.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { buildServer } from '../../server/build-server.ts';
import { openDatabase } from '../../server/core/database/open-database.ts';
import { compactAll } from '../support/history-upkeep.ts';
import { saveSwords, swordsOf } from '../support/import-swords.ts';
import { serverOf, startTestServer, type TestServer, testEnvironment } from '../support/server.ts';
import { migrations, onServer, testDatabasePrefix, timeouts } from '../support/server-database.ts';
import { temporaryFolder } from '../support/server-process.ts';

const run = promisify(execFile);
const as = { as: 'owner' } as const;
const url = process.env.DATABASE_URL;

/** The programs of the newest PostgreSQL of this machine, as `.ci/run` finds them; those of the path if there is none. */
const programs = (): string => {
  const found = globSync('/usr/lib/postgresql/*/bin/pg_dump')
    .toSorted((a, b) => versionIn(a) - versionIn(b))
    .at(-1);
  return found === undefined ? '' : `${dirname(found)}/`;
};
const versionIn = (path: string): number => Number(/postgresql\/(\d+)/.exec(path)?.[1] ?? 0);

/** A server on what pg_restore makes of a dump of the tests' database. */
async function restoreElsewhere(from: TestServer): Promise<TestServer> {
  const server = url ?? '';
  const [{ name } = { name: '' }] = await from.app.deps.database.query<{ name: string }>(
    'select current_database() as name',
    [],
  );
  const restored = `${testDatabasePrefix()}restored_${randomBytes(4).toString('hex')}`;
  const at = (database: string) => Object.assign(new URL(server), { pathname: database }).href;
  const file = join(temporaryFolder(), 'quartermaster.dump');
  // As docs/self-hosting.md says.
  await run(`${programs()}pg_dump`, ['--format=custom', `--file=${file}`, at(name)]);
  await onServer(server, `create database ${restored}`);
  await run(`${programs()}pg_restore`, ['--exit-on-error', '--no-owner', `--dbname=${at(restored)}`, file]);
  const database = await openDatabase({ url: at(restored), folder: '', migrations, connections: 5, timeouts });
  const app = await buildServer({ database, clock: from.clock, config: testEnvironment() });
  onTestFinished(async () => {
    await app.deps.jobs.stop();
    await app.close();
    await database.close();
  });
  return serverOf(app, from.studio);
}

/** What has to be the same after a restore. */
const tables = [
  'templates',
  'items',
  'item_values',
  'item_links',
  'item_keys',
  'item_counts',
  'item_revisions',
  'template_revisions',
  'menu_nodes',
  'menu_revisions',
  'trash',
  'activity',
  'activity_groups',
  'change_sets',
  'change_set_items',
  'accounts',
  'subscriptions',
  'schema_migrations',
];

const readAll = async ({ app: { deps } }: TestServer): Promise<Record<string, string>> => {
  const all: Record<string, string> = {};
  for (const table of tables) {
    const [row] = await deps.database.query<{ content: string }>(
      `select coalesce(md5(string_agg(t::text, chr(10) order by t::text)), 'empty') as content from ${table} t`,
      [],
    );
    all[table] = row?.content ?? '';
  }
  return all;
};

describe('a backup by pg_dump', () => {
  let server: TestServer;

  beforeEach(async () => {
    server = await startTestServer();
    await saveSwords(server);
  });

  test('is restored by pg_restore with all content and its history, and the server goes on from there', async () => {
    const swords = swordsOf(server);
    const title = 'A sword that was found below the old tower, where nobody has been for ages';
    const [first = 0, second = 0, gone = 0] = await swords.create(
      { sku: 'a', title, price: 1 },
      { sku: 'b', price: 2 },
      { sku: 'c', price: 3 },
    );
    await swords.change(first, { price: 5 });
    await swords.change(first, { price: 6, parent: second });
    await swords.remove(gone);
    const body = {
      selection: { template_id: 'sword', ids: [first, second] },
      action: { operations: [{ field_id: 'price', op: 'set' as const, value: 50 }] },
    };
    const params = { instanceId: server.studio.dev };
    const { id: set } = await server.call(bulkEdits.apply, { params, body }, as);
    await compactAll(server);
    const before = await readAll(server);
    expect(
      Object.entries(before)
        .filter(([table]) => table.startsWith('item'))
        .map(([, content]) => content),
    ).not.toContain('empty');

    const restored = await restoreElsewhere(server);
    expect(await readAll(restored)).toEqual(before);
    const after = swordsOf(restored);
    expect(await after.bySku()).toEqual(await swords.bySku());
    const listed = await restored.call(
      history.listItem,
      { params: { ...params, templateId: 'sword', id: first }, query: {} },
      as,
    );
    expect(listed.versions.map(({ version, fields }) => [version, fields.toSorted()])).toEqual([
      [4, ['double', 'price']],
      [3, ['double', 'parent', 'price']],
      [2, ['double', 'price']],
      [1, ['double', 'price', 'sku', 'title']],
    ]);

    // A key is still taken, a save and an undo work, and new ids are new.
    await expect(after.create({ sku: 'a' })).rejects.toThrow('sku');
    await after.change(second, { title: 'Saved after the restore' });
    await restored.call(
      changeSets.undo,
      { params: { ...params, changeSetId: set ?? 0 }, body: { conflicts: 'source' } },
      as,
    );
    expect((await after.bySku()).get('a')).toMatchObject({ price: 6, parent: second, title });
    const [created = 0] = await after.create({ sku: 'd' });
    expect(created).toBeGreaterThan(gone);
    await restored.call(items.delete, { params: { ...params, templateId: 'sword', id: created } }, as);
  });
});
