import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { bulkEdits } from '@quartermaster/contract/endpoints/bulk-edits.ts';
import { changeSets } from '@quartermaster/contract/endpoints/change-sets.ts';
import { instances } from '@quartermaster/contract/endpoints/instances.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { jobs } from '@quartermaster/contract/endpoints/jobs.ts';
import { accessLog } from '@quartermaster/contract/endpoints/people/access-log.ts';
import { reports } from '@quartermaster/contract/endpoints/reports.ts';
import { sync, syncReviews } from '@quartermaster/contract/endpoints/sync.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildServer } from '../../server/build-server.ts';
import { StartError } from '../../server/core/base/errors.ts';
import type { Database } from '../../server/core/database/database.ts';
import { openDatabase } from '../../server/core/database/open-database.ts';
import { shows } from '../specification/shows.ts';
import { eventually } from '../support/eventually.ts';
import { type MadeDatabase, placeRelease } from '../support/releases/open-release.ts';
import { field, inOrder, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { serverOf, type TestServer, testEnvironment } from '../support/server.ts';
import { migrations } from '../support/server-database.ts';
import type { Studio } from '../support/server-studio.ts';
import { syncOf } from '../support/sync.ts';

const fields = inOrder([
  field('title', 'text'),
  field('price', 'integer'),
  field('parent', 'item-link', { templateId: 'thing' }),
  field('bonuses', 'dynamic-group'),
  field('stat', 'text', { parentId: 'bonuses' }),
]);

interface Journal {
  entries: { tag: string; when: number }[];
}

/** The owner and the instances created by `make.ts`. */
async function findStudio({ query }: Database): Promise<Studio> {
  const [owner] = await query<{ id: number }>("select id from accounts where email = 'owner@studio.test'", []);
  const instances = await query<{ id: number; env: string }>(
    `select i.id, i.env from instances i join projects p on p.id = i.project_id
      join workspaces w on w.id = p.workspace_id where w.name = 'Studio'`,
    [],
  );
  const idOf = (env: string) => instances.find((instance) => instance.env === env)?.id ?? 0;
  const [workspace] = await query<{ id: number }>("select id from workspaces where name = 'Studio'", []);
  const workspaceId = workspace?.id ?? 0;
  return { accounts: { owner: owner?.id ?? 0 }, workspaceId, dev: idOf('Dev'), stage: idOf('Stage') } as Studio;
}

describe.each([
  // This release deleted the values of a removed field.
  { release: 'first', kept: {}, hasSynced: false },
  { release: '0.1.0', kept: { price: 5 }, hasSynced: true },
])('the database of release $release', ({ release, kept, hasSynced }) => {
  let made: MadeDatabase;
  let database: Database;
  let server: TestServer;
  const as = { as: 'owner' } as const;

  beforeAll(async () => {
    made = await placeRelease(release);

    database = await openDatabase({ ...made, migrations });
    const app = await buildServer({ database, config: testEnvironment() });

    server = serverOf(app, await findStudio(database));
  });

  test('keeps its history as long as after a change of the plan', async () => {
    const kept = await database.query(
      'select s.workspace_id from subscriptions s left join kept_history k using (workspace_id) where k.workspace_id is null or k.days is not null',
      [],
    );
    expect(kept).toEqual([]);
    expect(await database.query('select 1 from kept_history', [])).not.toEqual([]);
  });

  test('says sync only where two instances are meant', async () => {
    const names = await database.query(
      `select * from (
        select relname::text as name from pg_class where relnamespace = 'public'::regnamespace
        union select attname::text from pg_attribute a join pg_class c on c.oid = a.attrelid
          where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
        union select conname::text from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
        union select prosrc from pg_proc where pronamespace = 'public'::regnamespace
      ) n where name like '%sync%' and name !~ '^(sync_decisions|sync_reviews|synced_menus|(next_)?synced_(hash|version)$)'`,
      [],
    );
    expect(names).toEqual([]);
  });

  const stop = async () => {
    await server.app.deps.jobs.stop();
    await server.app.close();
    await database.close();
  };
  afterAll(() => made.remove());

  test('has its content read, saved, exported, synced, and a removed field restored', async () => {
    const params = { instanceId: server.studio.dev };
    const list = async () =>
      (await server.call(items.list, { params: { ...params, templateId: 'thing' }, body: {} }, as)).items;
    expect(await list()).toHaveLength(12);
    const { reports: exports } = await server.call(reports.list, { params, query: {} }, as);
    for (const { id, state, total_steps, completed_steps } of exports) {
      const { job } = await server.call(
        jobs.get,
        { params: { ...params, kind: 'export', id: String(id) }, query: {} },
        as,
      );
      expect(job).toMatchObject({ state, total: total_steps, done: completed_steps });
    }
    expect(exports).not.toEqual([]);
    const template = await server.call(templates.get, { params: { ...params, templateId: 'thing' } }, as);
    expect(template.fields.map(({ id }) => id)).not.toContain('price');
    expect(
      await database.query(
        `select distinct change_set_id is not null as synced, actor, origin, account_id
          from (select change_set_id, actor, origin, account_id from item_revisions
            union all select change_set_id, actor, origin, account_id from template_revisions) r order by synced`,
        [],
      ),
    ).toEqual(
      (hasSynced ? [false, true] : [false]).map((synced) => ({
        synced,
        actor: 'account',
        origin: synced ? 'sync' : 'form',
        account_id: server.studio.accounts.owner,
      })),
    );

    await saveTemplate(server, 'thing', fields, { version: template.header.version });
    const values = async () => {
      const rows = await database.query<{ values: ItemValues }>(
        `select i."values" from items i join templates t on t.key = i.template_key
          where t.instance_id = $1 and t.id = 'thing' order by i.id`,
        [params.instanceId],
      );
      return rows.map((row) => row.values);
    };
    const restored = await values();
    expect(restored[5]).toEqual({ title: 'Thing 5', ...kept, bonuses: [{ stat: 'armor' }, { stat: 'speed' }] });

    const [first] = await list();
    const before = restored[0] ?? {};
    const at = { id: first?.id ?? 0, version: first?.version ?? 0, label: 'Again', before };
    await saveOne(server, saveBody('thing', fields, { ...before, title: 'Again' }, at));
    expect((await values())[0]).toMatchObject({ title: 'Again' });

    const dev = syncOf(server, params.instanceId);
    await dev.all();
    expect((await dev.changes()).templates).toEqual([]);
    const { id } = await server.call(reports.start, { params, body: {} }, as);
    expect((await server.call(reports.list, { params, query: {} }, as)).reports[0]).toMatchObject({ id, error: null });
  });

  test('is refused by an older server once it is migrated', async () => {
    await stop();
    const { entries } = JSON.parse(await readFile(join(migrations, 'meta', '_journal.json'), 'utf8')) as Journal;
    const older = join(made.folder, '..', 'older');
    await mkdir(join(older, 'meta'), { recursive: true });
    await writeFile(join(older, 'meta', '_journal.json'), JSON.stringify({ entries: entries.slice(0, -1) }));
    await expect(openDatabase({ ...made, migrations: older })).rejects.toThrow(
      new StartError(
        `A newer release of Quartermaster has migrated this database (${entries.at(-1)?.tag}): start that release or a later one, or restore a backup from before the upgrade.`,
      ),
    );
  });
});

describe('the database of the release before change sets', () => {
  let made: MadeDatabase;
  let database: Database;
  let server: TestServer;
  const as = { as: 'owner' } as const;
  const params = () => ({ instanceId: server.studio.dev });

  beforeAll(async () => {
    made = await placeRelease('before-change-sets');
    database = await openDatabase({ ...made, migrations });
    const app = await buildServer({ database, config: testEnvironment() });
    server = serverOf(app, await findStudio(database));
  });
  afterAll(async () => {
    await server.app.deps.jobs.stop();
    await server.app.close();
    await database.close();
    await made.remove();
  });

  const listSyncs = async () => (await server.call(sync.list, { params: params(), query: {} }, as)).syncs;
  const idOf = async (note: string) => (await listSyncs()).find((entry) => entry.note === note)?.id ?? 0;
  const powers = (instanceId: number) =>
    database.query<{ name: string; power: number }>(
      `select i."values"->>'name' as name, (i."values"->'power')::int as power
        from items i join templates t on t.key = i.template_key where t.instance_id = $1 and t.id = 'relic' order by i.id`,
      [instanceId],
    );

  test('has templates and exports that are byte for byte what they were', async () => {
    shows('4.field.upgrade');
    const { dev } = server.studio;
    const stored = await database.query(
      `select i.env, t.id, t.fields::text as fields, t.hash from templates t join instances i on i.id = t.instance_id
        where i.id = any($1) order by i.id, t.id`,
      [[dev, server.studio.stage]],
    );
    const answers = [];
    for (const templateId of ['image', 'relic', 'thing']) {
      const { body } = await server.send(templates.get, { params: { ...params(), templateId } }, as);
      answers.push(body);
    }
    const { token } = await server.call(instances.getToken, { params: params() }, as);
    const { id: reportId } = await server.call(reports.start, { params: params(), body: {} }, as);
    await eventually(async () => {
      const { report } = await server.call(reports.get, { params: { ...params(), reportId } }, as);
      expect(report.completed_steps).toBe(report.total_steps);
    });
    const files: Record<string, string> = {};
    for (const file of ['image.json', 'relic.json', 'thing.json']) {
      const url = `/v1/delivery/${dev}/${file}`;
      const { payload } = await server.app.inject({ url, headers: { authorization: `Bearer ${token}` } });
      files[file] = payload;
    }
    const all = `${JSON.stringify({ stored, answers, files }, null, 1)}\n`;
    await expect(all).toMatchFileSnapshot('../support/releases/before-change-sets.content.txt');
  });

  test('has the authors of all that it stores', async () => {
    shows('4.author.upgrade');
    const { owner } = server.studio.accounts;
    const authors = (table: string) =>
      database.query(
        `select distinct account_id = $1 as is_owner, actor, origin from ${table} order by origin, is_owner`,
        [owner],
      );
    const by = (origin: string, ...owners: boolean[]) =>
      owners.map((is_owner) => ({ is_owner, actor: 'account', origin }));
    expect(await authors('change_sets')).toEqual([...by('sync', false, true), ...by('undo', true)]);
    for (const table of ['item_revisions', 'template_revisions'])
      expect(await authors(table), table).toEqual(
        table === 'item_revisions'
          ? [...by('form', false, true), ...by('sync', false, true), ...by('undo', true)]
          : [...by('form', false, true), ...by('sync', true)],
      );
    expect(await authors('menu_revisions')).toEqual([...by('form', false), ...by('sync', true)]);
    expect(await authors('reports')).toEqual(by('form', false, true));
    expect(await database.query('select distinct actor from access_log', [])).toEqual([{ actor: 'account' }]);
  });

  test('names the people of its history, one of whom has left', async () => {
    shows('4.author.upgrade');
    const syncs = await listSyncs();
    expect(syncs.map(({ note, by, state }) => [note, by.name, state])).toEqual([
      ['It was not lost', 'owner', 'applied'],
      ['Without the lost one', 'admin', 'applied'],
      ['Keep the ring', 'owner', 'applied'],
      ['Well done', 'owner', 'applied'],
      ['The first sync', 'owner', 'applied'],
    ]);
    const [undo, undone, , ofReview] = syncs;
    expect([undo?.undoes, undone?.undone_by]).toEqual([undone?.id, undo?.id]);
    const { reviews } = await server.call(syncReviews.list, { params: params(), query: {} }, as);
    expect(
      reviews.map(({ note, state, by, answered_by, answer_note, sync_id }) => [
        note,
        state,
        by.name,
        answered_by?.name,
        answer_note,
        sync_id,
      ]),
    ).toEqual([
      ['Once more', 'declined', 'admin', 'owner', 'Not now', null],
      ['The relics', 'applied', 'admin', 'owner', 'Well done', ofReview?.id],
      ['Please look', 'open', 'owner', undefined, '', null],
    ]);
    const inStage = { instanceId: server.studio.stage };
    const { change_sets } = await server.call(changeSets.list, { params: inStage, query: {} }, as);
    expect(change_sets.map(({ origin, by }) => [origin, by.name])).toEqual([
      ['undo', 'owner'],
      ['sync', 'admin'],
      ['sync', 'owner'],
      ['sync', 'owner'],
      ['sync', 'owner'],
    ]);
    const { workspaceId } = server.studio;
    const { entries } = await server.call(accessLog.list, { params: { workspaceId }, query: {} }, as);
    expect(entries.map(({ action, actor, subject }) => [action, actor.name, subject?.name])).toEqual([
      ['removed', 'owner', 'admin'],
    ]);
  });

  test('has every sync of its history opened', async () => {
    shows('4.author.upgrade');
    // It also lists the item whose difference it kept.
    const keeping = await idOf('Keep the ring');
    for (const { id: syncId, counts } of await listSyncs()) {
      const place = { ...params(), syncId };
      const { templates: changed } = await server.call(sync.get, { params: place }, as);
      for (const { template_id: templateId, change } of changed)
        if (change) await server.call(sync.getSyncedTemplate, { params: { ...place, templateId } }, as);
      const { items: listed } = await server.call(sync.listItems, { params: place, query: {} }, as);
      expect(listed).toHaveLength(counts.added + counts.updated + counts.removed + (syncId === keeping ? 1 : 0));
      for (const { template_id: templateId, id: itemId } of listed)
        await server.call(sync.getSyncedItem, { params: { ...place, templateId, itemId } }, as);
      if (counts.menu) await server.call(sync.getSyncedMenu, { params: place }, as);
    }
    const before = await syncOf(server, server.studio.dev).changes();
    expect(before.templates.map(({ template_id, counts }) => [template_id, counts.added, counts.removed])).toEqual([
      ['relic', 0, 1],
    ]);
  });

  test('has a sync undone, and made again by the open review', async () => {
    shows('4.author.upgrade');
    const { dev, stage } = server.studio;
    expect(await powers(stage)).toEqual([
      { name: 'Ring', power: 2 },
      { name: 'Orb', power: 2 },
      { name: 'Lost', power: 1 },
    ]);
    await syncOf(server, dev).undo(await idOf('Keep the ring'));
    expect((await powers(stage)).map(({ power }) => power)).toEqual([2, 1, 1]);
    const { reviews } = await server.call(syncReviews.list, { params: params(), query: { state: 'open' } }, as);
    const reviewId = reviews[0]?.id ?? 0;
    await server.call(syncReviews.apply, { params: { ...params(), reviewId }, body: { conflicts: 'source' } }, as);
    expect(await powers(stage)).toEqual(await powers(dev));
    const { review } = await server.call(syncReviews.get, { params: { ...params(), reviewId } }, as);
    expect([review.state, review.answered_by?.name]).toEqual(['applied', 'owner']);
  });

  test('has its items edited together, undone, and exported', async () => {
    shows('4.author.upgrade');
    const { dev } = server.studio;
    const before = await powers(dev);
    const ids = (
      await server.call(items.list, { params: { ...params(), templateId: 'relic' }, body: {} }, as)
    ).items.map(({ id }) => id);
    const { id } = await server.call(
      bulkEdits.apply,
      {
        params: params(),
        body: {
          selection: { template_id: 'relic', ids },
          action: { operations: [{ field_id: 'power', op: 'multiply', value: 10 }] },
        },
      },
      as,
    );
    expect((await powers(dev)).map(({ power }) => power)).toEqual(before.map(({ power }) => power * 10));
    await server.call(changeSets.undo, { params: { ...params(), changeSetId: id ?? 0 }, body: {} }, as);
    expect(await powers(dev)).toEqual(before);
    const earlier = (await server.call(reports.list, { params: params(), query: {} }, as)).reports;
    expect(earlier.map(({ state }) => state)).toEqual(['completed', 'completed', 'completed']);
    await server.call(reports.start, { params: params(), body: {} }, as);
    expect((await server.call(reports.list, { params: params(), query: {} }, as)).reports).toHaveLength(4);
  });

  test('has a removed field restored', async () => {
    shows('4.author.upgrade');
    const place = { ...params(), templateId: 'thing' };
    const { header } = await server.call(templates.get, { params: place }, as);
    await saveTemplate(server, 'thing', fields, { version: header.version });
    const restored = await database.query(
      `select i."values"->'price' as price from items i join templates t on t.key = i.template_key
        where t.instance_id = $1 and t.id = 'thing' order by i.id`,
      [server.studio.dev],
    );
    expect(restored).toEqual(Array.from({ length: 12 }, (_, price) => ({ price })));
  });
});
