/**
 * `node tests/support/releases/make.ts NAME`: fills a database with a little of everything through the calls of this
 * release, and writes it to NAME.sql.gz in this folder. Needs the programs of PostgreSQL.
 */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { reports } from '@quartermaster/contract/endpoints/reports.ts';
import { syncReviews } from '@quartermaster/contract/endpoints/sync.ts';
import { openPostgres } from '../../../bench/support/servers/postgres.ts';
import { field, inOrder, saveAll, saveBody, saveOne, saveTemplate } from '../sample-template.ts';
import { startTestServer, type TestServer } from '../server.ts';
import { syncOf } from '../sync.ts';

const run = promisify(execFile);
const as = { as: 'owner' } as const;

/** Saved, synced, edited, with a removed field, exported and under review. */
async function fill(server: TestServer): Promise<void> {
  const params = { instanceId: server.studio.dev };
  const fields = inOrder([
    field('title', 'text'),
    field('price', 'integer'),
    field('parent', 'item-link', { templateId: 'thing' }),
    field('bonuses', 'dynamic-group'),
    field('stat', 'text', { parentId: 'bonuses' }),
  ]);
  await saveTemplate(server, 'thing', fields);
  const bodies = Array.from({ length: 12 }, (_, index) =>
    saveBody('thing', fields, {
      title: `Thing ${index}`,
      price: index,
      bonuses: [{ stat: 'armor' }, { stat: 'speed' }],
    }),
  );
  const saved = await saveAll(server, bodies);
  const [first, last] = [saved[0]?.id ?? 0, saved.at(-1)?.id ?? 0];
  await syncOf(server, params.instanceId).all({ note: 'The first sync' });
  await saveTemplate(server, 'thing', inOrder(fields.filter(({ id }) => id !== 'price')), { version: 1 });
  const { item } = await server.call(items.get, { params: { ...params, templateId: 'thing', id: first } }, as);
  const edited = { id: first, version: item.version, label: 'Edited', before: { title: 'Thing 0' } };
  await saveOne(server, saveBody('thing', fields, { title: 'Edited', parent: last }, edited));
  const { id: reportId } = await server.call(reports.start, { params, body: {} }, as);
  const readReport = async () => (await server.call(reports.get, { params: { ...params, reportId } }, as)).report;
  for (let report = await readReport(); report.completed_steps < report.total_steps; report = await readReport())
    await pause(50);
  await server.call(syncReviews.create, { params, body: { changes: [], all: true, note: 'Please look' } }, as);
}

/** Runs work on a PostgreSQL, which is always stopped afterwards. */
async function make(name: string): Promise<void> {
  const postgres = await openPostgres();
  try {
    process.env.DATABASE_URL = postgres.url('postgres');
    const server = await startTestServer();
    const { database, jobs } = server.app.deps;
    await fill(server);
    const [made] = await database.query<{ name: string }>('select current_database() as name', []);
    await jobs.stop();
    await server.app.close();
    await database.close();
    const options = [
      '--inserts',
      '--rows-per-insert=100',
      '--no-owner',
      '--no-privileges',
      '--no-comments',
      '--exclude-schema=kept',
    ];
    const { stdout } = await run('pg_dump', [...options, `--dbname=${postgres.url(made?.name ?? '')}`], {
      maxBuffer: 2 ** 26,
    });
    // Without commands of psql, which are not SQL.
    const sql = gzipSync(stdout.replaceAll(/^\\.*\n/gm, ''), { level: 9 });
    writeFileSync(join(import.meta.dirname, `${name}.sql.gz`), sql);
  } finally {
    await postgres.stop();
  }
}

const [name] = process.argv.slice(2);
if (!name) throw new Error('Name the release.');
await make(name);
