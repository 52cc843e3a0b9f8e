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
import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { menu } from '@quartermaster/contract/endpoints/menu.ts';
import { members } from '@quartermaster/contract/endpoints/people/members.ts';
import { reports } from '@quartermaster/contract/endpoints/reports.ts';
import { sync, syncReviews } from '@quartermaster/contract/endpoints/sync.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { openPostgres } from '../../../bench/support/servers/postgres.ts';
import { field, inOrder, saveAll, saveBody, saveOne, saveTemplate } from '../sample-template.ts';
import { type Person, startTestServer, type TestServer } from '../server.ts';
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
  await exportContent(server, 'owner');
  await server.call(syncReviews.create, { params, body: { changes: [], all: true, note: 'Please look' } }, as);
}

async function exportContent(server: TestServer, person: Person): Promise<void> {
  const params = { instanceId: server.studio.dev };
  const { id: reportId } = await server.call(reports.start, { params, body: {} }, { as: person });
  const readReport = async () => (await server.call(reports.get, { params: { ...params, reportId } }, as)).report;
  for (let report = await readReport(); report.completed_steps < report.total_steps; report = await readReport())
    await pause(50);
}

/**
 * Changes by two people, one of whom then leaves: syncs with and without a review, one with a decision and one undone,
 * the menu, a deleted item, a deleted template and an export.
 */
async function addHistory(server: TestServer): Promise<void> {
  const { dev, stage, workspaceId, accounts } = server.studio;
  const params = { instanceId: dev };
  const asAdmin = { as: 'admin' } as const;
  const owner = syncOf(server, dev);
  const fields = inOrder([field('name', 'text'), field('power', 'integer')]);
  const save = async (id: number, power: number, person: Person, instanceId = dev) => {
    const { item } = await server.call(items.get, { params: { instanceId, templateId: 'relic', id } }, as);
    const values = Object.fromEntries(item.fields.map(({ template_field_id, value }) => [template_field_id, value]));
    const at = { id, version: item.version, label: item.header.internal_label, before: values as ItemValues };
    await saveOne(server, saveBody('relic', fields, { ...at.before, power }, at), person, instanceId);
  };

  await saveTemplate(server, 'gone', fields);
  await saveOne(server, saveBody('gone', fields, { name: 'Gone', power: 1 }));
  await server.call(templates.delete, { params: { ...params, templateId: 'gone' } }, as);
  await saveTemplate(server, 'relic', fields, { as: 'admin' });
  const bodies = ['Ring', 'Orb', 'Lost'].map((name) => saveBody('relic', fields, { name, power: 1 }, { label: name }));
  const [ring = 0, orb = 0, lost = 0] = (await saveAll(server, bodies, 'admin')).map(({ id }) => id);
  const folder = { id: 'folder', parent_id: 'root', label: 'Folder', template_id: '', order: 5, status: 1 } as const;
  await server.call(menu.save, { params, body: { menu: [folder] } }, asAdmin);
  const request = async (note: string) =>
    (await server.call(syncReviews.create, { params, body: { changes: [], all: true, note } }, asAdmin)).id;
  const reviewed = { ...params, reviewId: await request('The relics') };
  await server.call(syncReviews.apply, { params: reviewed, body: { note: 'Well done' } }, as);

  await save(ring, 2, 'owner', stage);
  await save(ring, 3, 'admin');
  await save(orb, 2, 'admin');
  const decisions = [{ template_id: 'relic', id: ring, take: 'target' as const }];
  await owner.all({ decisions, note: 'Keep the ring' });

  await server.call(items.delete, { params: { ...params, templateId: 'relic', id: lost } }, asAdmin);
  const { id } = await server.call(sync.all, { params, body: { note: 'Without the lost one' } }, asAdmin);
  await owner.undo(id ?? 0, { note: 'It was not lost' });
  const declined = { ...params, reviewId: await request('Once more') };
  await server.call(syncReviews.decline, { params: declined, body: { note: 'Not now' } }, as);
  await exportContent(server, 'admin');
  await server.call(members.remove, { params: { workspaceId }, body: { member_id: accounts.admin } }, as);
}

/** Runs work on a PostgreSQL, which is always stopped afterwards. */
async function make(name: string): Promise<void> {
  const postgres = await openPostgres();
  try {
    process.env.DATABASE_URL = postgres.url('postgres');
    const server = await startTestServer();
    const { database, jobs } = server.app.deps;
    await fill(server);
    await addHistory(server);
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
