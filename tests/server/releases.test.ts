import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { reports } from '@quartermaster/contract/endpoints/reports.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildServer } from '../../server/build-server.ts';
import { StartError } from '../../server/core/base/errors.ts';
import type { Database } from '../../server/core/database/database.ts';
import { openDatabase } from '../../server/core/database/open-database.ts';
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
  return { accounts: { owner: owner?.id ?? 0 }, dev: idOf('Dev'), stage: idOf('Stage') } as Studio;
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
    const template = await server.call(templates.get, { params: { ...params, templateId: 'thing' } }, as);
    expect(template.fields.map(({ id }) => id)).not.toContain('price');
    expect(
      await database.query(
        `select distinct sync_id is not null as synced, actor, origin, account_id
          from (select sync_id, actor, origin, account_id from item_revisions
            union all select sync_id, actor, origin, account_id from template_revisions) r order by synced`,
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
