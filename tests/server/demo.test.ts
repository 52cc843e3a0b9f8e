import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { imports, type UploadedRows } from '@quartermaster/contract/endpoints/imports.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { accounts } from '@quartermaster/contract/endpoints/people/accounts.ts';
import { type ChangeList, type SyncReview, sync, syncReviews } from '@quartermaster/contract/endpoints/sync.ts';
import { type SaveTemplateField, templates } from '@quartermaster/contract/endpoints/templates.ts';
import { workspaces } from '@quartermaster/contract/endpoints/workspaces.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { findTemplate } from '../../server/content/model/template-models.ts';
import { exportItem } from '../../server/core/files/export-item.ts';
import { signSession } from '../../server/core/session/session-token.ts';
import { seedDemo } from '../../server/demo/seed.ts';
import { shows } from '../specification/shows.ts';
import { dota, essence, expectedExport, fromExport } from '../support/dota.ts';
import { isLong, some } from '../support/long.ts';
import { saveBody } from '../support/sample-template.ts';
import { startTestServer, type TestServer, urlOf } from '../support/server.ts';
import { openBrowser } from '../support/server-browser.ts';

/** Rows that a call imports itself, also of the largest items. */
const atOnce = 200;

type Env = 'Dev' | 'Stage' | 'Prod';
type Exported = Record<string, unknown> & { id: number };

let server: TestServer;
const lines: string[] = [];
const instances = {} as Record<Env, number>;
let ownerId = 0;

const query = <R>(text: string, values: unknown[] = []) => server.app.deps.database.query<R>(text, values);

async function exported(env: Env, templateId: string): Promise<Exported[]> {
  const model = await findTemplate(server.app.deps.database.query, instances[env], templateId);
  if (!model) throw new Error(`${env} has no ${templateId}.`);
  const rows = await query<{ id: number; values: never }>(
    'select id, "values" from items where template_key = $1 order by id',
    [model.key],
  );
  return rows.map(({ id, values }) => JSON.parse(exportItem(model.tree, id, values)));
}

beforeAll(async () => {
  server = await startTestServer();
  await seedDemo(server.app.deps, (line) => lines.push(line));
  const rows = await query<{ id: number; env: Env; owner_id: number }>(
    `select i.id, i.env, m.account_id as owner_id from instances i join projects p on p.id = i.project_id
      join workspace_members m on m.workspace_id = p.workspace_id and m.role_id = 1 where p.name = 'Dota 2'`,
  );
  for (const { id, env, owner_id } of rows) {
    instances[env] = id;
    ownerId = owner_id;
  }
});

describe('the demo', () => {
  it('has every item, ability and hero of the package, with every value', async () => {
    shows(
      '3.start.demo.all-abilities',
      '3.start.demo.all-heroes',
      '3.start.demo.all-items',
      '3.start.demo.dev',
      '3.start.demo.source',
    );
    const keys = new Map<number, string>();
    const found: Record<string, Exported[]> = {};
    for (const template of ['item', 'ability', 'hero'] as const) {
      found[template] = await exported('Dev', template);
      for (const { id, key, name } of found[template]) keys.set(id, String(key ?? name));
    }
    for (const template of ['item', 'ability', 'hero'] as const) {
      const entries = Object.entries(dota[template]).map(([key, entry]) => [key, essence(entry)]);
      const back = found[template]?.map((item) => [
        item.key ?? item.name,
        fromExport(item, (id) => keys.get(id) ?? ''),
      ]);
      expect(Object.fromEntries(back ?? [])).toEqual(Object.fromEntries(entries));
      expect(back).toHaveLength(Object.keys(dota[template]).length);
    }
    expect([found.item?.length, found.ability?.length, found.hero?.length]).toEqual([501, 3084, 127]);
  });

  it('exports items as the package has them, checked independently of the importer', async () => {
    const found = await exported('Dev', 'item');
    const ids = new Map(found.map(({ key, id }) => [String(key), id]));
    const expected = found.map(({ key, id }) =>
      expectedExport(String(key), id, (component) => ids.get(component) ?? 0),
    );
    expect(found.map(({ picture: _, ...item }) => item)).toEqual(expected);
    const images = new Set((await exported('Dev', 'image')).map(({ id }) => id));
    expect(found.filter(({ picture }) => !images.has(Number(picture)))).toEqual([]);
  });

  it('links talents to abilities if the package does, and gives each hero a portrait', async () => {
    shows('3.start.demo.images');
    const heroes = await exported('Dev', 'hero');
    const abilities = new Map((await exported('Dev', 'ability')).map(({ id, key }) => [id, key]));
    const images = new Set((await exported('Dev', 'image')).map(({ id }) => id));
    const talents = heroes.flatMap((hero) => hero.talents as { name: string; ability: number | null }[]);
    expect(talents).toHaveLength(1023);
    for (const { name, ability } of talents)
      expect([name, ability === null ? name in dota.ability : abilities.get(ability)]).toEqual([
        name,
        ability === null ? false : name,
      ]);
    expect(heroes.filter(({ portrait }) => !images.has(Number(portrait)))).toEqual([]);
  });

  it('computes the average of each attack', async () => {
    const attacks = (await exported('Dev', 'hero')).map(({ attack }) => attack as Record<string, number>);
    expect(attacks.map(({ base_attack_average }) => base_attack_average)).toEqual(
      attacks.map(({ base_attack_min: min = 0, base_attack_max: max = 0 }) => (min + max) / 2),
    );
    expect(attacks).toHaveLength(127);
  });

  it.each(['Dev', 'Stage', 'Prod'] as const)('has a table in %s of what each tier drops, by weights', async (env) => {
    const found = await exported(env, 'loot');
    const inStock = new Map((await exported(env, 'item')).map(({ id, tier }) => [id, tier]));
    expect(found.map(({ key, tier }) => [key, tier])).toEqual([1, 2, 3, 4, 5].map((tier) => [`neutral_${tier}`, tier]));
    const dropped = found.flatMap(({ tier, drops }) =>
      (drops as { item: number; chance: number }[]).map(({ item, chance }) => ({ tier, item, chance })),
    );
    expect(dropped.filter(({ tier, item, chance }) => inStock.get(item) !== tier || !(chance > 0))).toEqual([]);
    const neutral = [...inStock].flatMap(([id, tier]) => (tier === null ? [] : [id]));
    expect(dropped.map(({ item }) => item).toSorted()).toEqual(neutral.toSorted());
  });

  it('has chests that open these tables, or are empty', async () => {
    shows('5.numbers.drops-demo');
    const tables = new Map((await exported('Dev', 'loot')).map(({ id, tier }) => [id, tier]));
    const chests = (await exported('Dev', 'chest')).map(({ key, drops }) => [
      key,
      (drops as { table: number | null; chance: number }[]).map(({ table, chance }) => [
        table === null ? 'empty' : tables.get(table),
        chance,
      ]),
    ]);
    expect(Object.fromEntries(chests)).toEqual({
      chest_wooden: [
        [1, 55],
        [2, 25],
        [3, 5],
        ['empty', 15],
      ],
      chest_silver: [
        [1, 20],
        [2, 35],
        [3, 25],
        [4, 15],
        [5, 5],
      ],
      chest_ancient: [
        [3, 50],
        [4, 35],
        [5, 15],
      ],
    });
  });

  it('has keys, conditions, defaults and help, and refuses what breaks them', async () => {
    const fields: Record<string, Record<string, unknown>> = {};
    for (const template of ['hero', 'ability', 'item', 'loot', 'chest']) {
      const model = await findTemplate(server.app.deps.database.query, instances.Dev, template);
      for (const { id, settings } of model?.fields ?? []) fields[`${template}.${id}`] = { ...settings };
    }
    const keys = Object.entries(fields).flatMap(([id, { unique, required }]) => (unique && required ? [id] : []));
    expect(keys).toEqual([
      'hero.name',
      'hero.source_id',
      'ability.key',
      'item.key',
      'item.source_id',
      'loot.key',
      'chest.key',
    ]);
    const used = new Set(Object.values(fields).map(({ type }) => type));
    const types = ['choice', 'choices', 'long-text', 'text-list', 'weight', 'computed-number'];
    expect(types.filter((type) => !used.has(type))).toEqual([]);
    const settings = ['help', 'unit', 'default', 'placeholder', 'pattern', 'rules', 'requiredSum'];
    expect(settings.filter((name) => !Object.values(fields).some((field) => field[name]))).toEqual([]);

    const browser = openBrowser(server.app);
    await signIn(browser, 'owner');
    const refused = async (templateId: string, values: ItemValues) => {
      const model = await findTemplate(server.app.deps.database.query, instances.Dev, templateId);
      const response = await browser.fetch(`/v1${items.save.path.replace(':instanceId', String(instances.Dev))}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-csrf-protection': '1' },
        body: JSON.stringify(saveBody(templateId, [...(model?.fields ?? [])] as SaveTemplateField[], values)),
      });
      return [response.status, (await response.json()).fields];
    };
    const minimum = 'attack-base_attack_min';
    const blink = (await exported('Dev', 'ability')).find(({ key }) => key === 'antimage_blink');
    expect([
      await refused('ability', { key: 'antimage_blink' }),
      await refused('hero', { name: 'new', source_id: 9999, [minimum]: 5, 'attack-base_attack_max': 4 }),
      await refused('loot', { key: 'neutral_6', drops: [{ 'drops-chance': 99 }] }),
      await refused('loot', { key: 'tier_6' }),
    ]).toEqual([
      [422, { 'fields.key': `is already used by item ${blink?.id}` }],
      [422, { [`fields.${minimum}`]: 'must not be above the maximum damage' }],
      [422, { 'fields.drops-chance.0': 'the rows sum to 99 and should sum to 100' }],
      [422, { 'fields.key': 'should be like neutral_1' }],
    ]);
  });

  it('stores image files that match their paths', async () => {
    shows('3.start.demo.images');
    const [image] = await exported('Dev', 'image');
    const path = String(image?.image);
    expect(path).toMatch(/^[0-9a-f]{64}\.png$/);
    const url = `/v1/instances/${instances.Dev}/image/${path}`;
    const browser = openBrowser(server.app);
    await signIn(browser, 'owner');
    const response = await browser.fetch(url);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
  });

  it('has Stage lag behind Dev and Prod behind Stage, with shared ids', async () => {
    shows(
      '3.start.demo.prod',
      '3.start.demo.stage',
      '3.start.demo.template-ability',
      '3.start.demo.template-hero',
      '3.start.demo.template-item',
    );
    const counts = { Dev: 0, Stage: 0, Prod: 0 };
    for (const env of ['Dev', 'Stage', 'Prod'] as const) {
      const rows = await query<{ count: number }>(
        'select count(*) from templates t join items i on i.template_key = t.key where t.instance_id = $1',
        [instances[env]],
      );
      counts[env] = rows[0]?.count ?? 0;
    }
    expect(counts.Dev).toBeGreaterThan(counts.Stage);
    expect(counts.Stage).toBeGreaterThan(counts.Prod);
    const differing = (from: Env, to: Env) =>
      query<{ count: number }>(
        `select count(*) from templates f join templates t on t.id = f.id and f.instance_id = $1 and t.instance_id = $2
          join items a on a.template_key = f.key join items b on b.template_key = t.key and b.id = a.id where a.hash <> b.hash`,
        [instances[from], instances[to]],
      );
    expect((await differing('Dev', 'Stage'))[0]?.count).toBeGreaterThanOrEqual(12);
    expect((await differing('Stage', 'Prod'))[0]?.count).toBeGreaterThan(20);
    const hashes = await query<{ id: string; hashes: number }>(
      'select id, count(distinct hash) as hashes from templates where instance_id = any($1::int[]) group by id order by id',
      [Object.values(instances)],
    );
    expect(hashes.map(({ id, hashes: count }) => [id, count])).toEqual([
      ['ability', 1],
      ['chest', 1],
      ['hero', 2],
      ['image', 1],
      ['item', 1],
      ['loot', 1],
    ]);
  });

  it('has 12 price edits by a designer waiting in Dev, all but a conflict with Stage in a review', async () => {
    shows('4.designers.demo-waiting');
    const browser = openBrowser(server.app);
    await signIn(browser, 'admin');
    const read = async (path: string) =>
      (await browser.fetch(`/v1${path.replace(':instanceId', String(instances.Dev))}`)).json();
    const { templates: changed } = (await read(`${sync.listChanges.path}?limit=100`)) as ChangeList;
    const prices = changed
      .flatMap(({ items: list }) => list)
      .filter(({ difference }) => difference?.only?.label === 'Cost');
    expect(prices).toHaveLength(12);
    expect(prices.filter(({ conflict }) => conflict).map(({ name }) => name)).toEqual(['Black King Bar']);
    const by = await query<{ name: string }>(
      `select distinct a.name from item_revisions r join templates t on t.key = r.template_key join accounts a on a.id = r.account_id
        where t.instance_id = $1 and r.item_id = any($2::int[]) and r.version = (select max(version) from item_revisions where template_key = r.template_key and item_id = r.item_id)`,
      [instances.Dev, prices.map(({ id }) => id)],
    );
    expect(by).toEqual([{ name: 'Mia Member' }]);
    const { reviews } = (await read(syncReviews.list.path)) as { reviews: SyncReview[] };
    expect(reviews).toMatchObject([{ state: 'open', items: 11, by: { name: 'Mia Member' } }]);
  });

  it('draws portraits that differ, and labels that no file of the game has', async () => {
    shows('4.designers.demo-labels');
    const portraits = await exported('Dev', 'image');
    // 127 heroes, and what items, abilities and loot look like, which some have in common.
    expect(new Set(portraits.map(({ image }) => image)).size).toBe(127 + 388);
    const model = await findTemplate(server.app.deps.database.query, instances.Dev, 'hero');
    const labels = Object.fromEntries(model?.fields.map(({ settings }) => [settings.name, settings.label]) ?? []);
    expect(labels).toMatchObject({
      attack_type: 'Attack type',
      base_mr: 'Magic resistance',
      primary_attr: 'Primary attribute',
    });
  });

  it('tells of three weeks of edits in Dev, and of none in Prod, and has views for its lists', async () => {
    const days = (instanceId: number) =>
      query<{ days: number }>(
        'select count(distinct date_trunc($2, at))::int as days from events where instance_id = $1',
        [instanceId, 'day'],
      );
    expect((await days(instances.Dev))[0]?.days).toBeGreaterThan(14);
    expect((await days(instances.Prod))[0]?.days).toBe(0);
    const views = await query<{ name: string }>('select name from views order by name', []);
    expect(views.map(({ name }) => name)).toEqual(['By attribute', 'By quality', 'Shop by price']);
  });

  it('has index rows that match the items, in every instance', async () => {
    // Set operations, as they take the same time however the database plans them: nothing has been analyzed yet.
    const wrong = await query<{ count: number }>(`
      select count(*) from (
        select i.template_key, i.id, (f->>'key')::int, (i."values"->>(f->>'id'))::float8
        from templates t cross join jsonb_array_elements(t.fields) f join items i on i.template_key = t.key
        where f->'settings'->>'type' in ('integer', 'float') and i."values"->>(f->>'id') is not null
        except select template_key, item_id, field_key, number from item_values) missing`);
    expect(wrong[0]?.count).toBe(0);
    const orphans = await query<{ count: number }>(
      'select count(*) from (select template_key, item_id from item_values except select template_key, id from items) orphans',
    );
    expect(orphans[0]?.count).toBe(0);
    const indexes = await query<{ indexname: string }>(
      "select indexname from pg_indexes where tablename in ('items', 'item_values', 'item_links')",
    );
    expect(indexes.length).toBe(13);
  });

  it('has accounts that can sign in, with the promised roles and plans', async () => {
    shows(
      '3.start.demo.admin',
      '3.start.demo.free',
      '3.start.demo.member',
      '3.start.demo.owner',
      '3.start.demo.password',
      '3.start.demo.project',
      '3.start.demo.workspace',
    );
    const seen: Record<string, unknown> = {};
    for (const person of ['owner', 'admin', 'member', 'free']) {
      const browser = openBrowser(server.app);
      await signIn(browser, person);
      const response = await browser.fetch(`/v1${workspaces.list.path}`);
      const { workspaces: list } = (await response.json()) as {
        workspaces: { name: string; projects: { name: string; instances: { env: string }[] }[] }[];
      };
      seen[person] = list.map(({ name, projects }) => [
        name,
        projects.map((project) => [project.name, project.instances.map(({ env }) => env)]),
      ]);
    }
    const studio = [['Ancient Works', [['Dota 2', ['Dev', 'Stage', 'Prod']]]]];
    expect(seen).toEqual({
      owner: studio,
      admin: studio,
      member: studio,
      free: [['Solo Works', [['Prototype', ['Dev']]]]],
    });
  });

  it('makes its users owner, admin and member of a workspace on Teams, and the last one owner of one on Free', async () => {
    shows(
      '3.start.demo.admin-role',
      '3.start.demo.free-plan',
      '3.start.demo.member-role',
      '3.start.demo.owner-role',
      '3.start.demo.workspace-plan',
    );
    const seen: Record<string, unknown> = {};
    for (const person of ['owner', 'admin', 'member', 'free']) {
      const browser = openBrowser(server.app);
      await signIn(browser, person);
      const read = async (path: string) => (await browser.fetch(`/v1${path}`)).json();
      const { workspaces: roles } = await read(accounts.listRoles.path);
      const [{ id, workspace_role_id }] = roles;
      const { type, status } = await read(workspaces.getSubscription.path.replace(':workspaceId', String(id)));
      seen[person] = [roles.length, workspace_role_id, type, status];
    }
    expect(seen).toEqual({
      owner: [1, 1, 'teams', 'active'],
      admin: [1, 2, 'teams', 'active'],
      member: [1, 3, 'teams', 'active'],
      free: [1, 1, 'free', 'active'],
    });
  });

  it('has templates with groups, dynamic groups, item links and item link lists', async () => {
    shows(
      '3.start.demo.abilities',
      '3.start.demo.attrib',
      '3.start.demo.components',
      '3.start.demo.groups',
      '3.start.demo.item-links',
    );
    const types: Record<string, string> = {};
    for (const template of ['hero', 'ability', 'item']) {
      const model = await findTemplate(server.app.deps.database.query, instances.Dev, template);
      for (const { settings } of model?.fields ?? []) types[`${template}.${settings.name}`] = settings.type;
    }
    expect(types).toMatchObject({
      'ability.attrib': 'dynamic-group',
      'item.attrib': 'dynamic-group',
      'item.abilities': 'dynamic-group',
      'item.components': 'item-link-list',
    });
    const used = new Set(Object.values(types));
    expect(['group', 'dynamic-group', 'item-link', 'item-link-list'].filter((type) => !used.has(type))).toEqual([]);
  });

  it('lists its templates with their items in the API', async () => {
    const browser = openBrowser(server.app);
    await signIn(browser, 'owner');
    const list = await (
      await browser.fetch(`/v1${templates.list.path.replace(':instanceId', String(instances.Dev))}`)
    ).json();
    expect(list.templates.map(({ id, item_count }: { id: string; item_count: number }) => [id, item_count])).toEqual([
      ['ability', 3084],
      ['chest', 3],
      ['hero', 127],
      ['image', 517],
      ['item', 501],
      ['loot', 5],
    ]);
    const all = await (
      await browser.fetch(
        `/v1${items.list.path.replace(':instanceId', String(instances.Prod)).replace(':templateId', 'hero')}`,
        {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: '{}',
        },
      )
    ).json();
    expect(all.items).toHaveLength(120);
  });

  it('has a revision for every save', async () => {
    const [row] = await query<{ items: number; created: number; updated: number; deleted: number }>(
      `select (select count(*) from items i join templates t on t.key = i.template_key where t.instance_id = $1) as items,
        count(*) filter (where action = 'create') as created, count(*) filter (where action = 'update') as updated,
        count(*) filter (where action = 'delete') as deleted from item_revisions r join templates t on t.key = r.template_key
        where r.account_id = $2 and t.instance_id = $1`,
      [instances.Dev, ownerId],
    );
    expect(row?.created).toBe((row?.items ?? 0) + 2);
    expect(row?.updated).toBeGreaterThan(100);
    expect(row?.deleted).toBe(2);
  });

  it('has something to look at on the pages of changes: a bulk edit, the trash, a review, a proposal, a release', async () => {
    const [row] = await query(
      `select (select json_agg(origin || ' ' || state) from change_sets where target_id = $1) as edits,
        (select json_agg(label order by id) from trash where instance_id = $1) as trash,
        (select json_agg(title || ', ' || state) from proposals where instance_id = $1) as proposals,
        (select json_agg(state) from sync_reviews where source_id = $1) as reviews,
        (select json_agg(name || ', ' || state || ', ' || extract(hour from publish_at at time zone time_zone)) from releases
          where source_id = $1) as releases`,
      [instances.Dev],
    );
    expect(row).toEqual({
      edits: ['bulk-edit applied'],
      trash: ['Test Hammer', 'Boots of Elvenskin (old)'],
      proposals: ['Cheaper boots for the first levels, open'],
      reviews: ['open'],
      releases: ['Price patch, open, 18'],
    });
  });

  it('prints its progress on the terminal', () => {
    expect(lines[0]).toBe('Loading the demo workspace:');
    expect(lines.at(-1)).toMatch(/done in \d+\.\d s/);
    expect(lines.length).toBeGreaterThan(8);
  });

  it('has no difference after an export and an import of all its items, as CSV and as JSON lines', async () => {
    shows('4.sheets.demo');
    const { app } = server;
    const authorization = `Bearer ${signSession({ accountId: ownerId, sessionsSince: 0 }, app.deps).token}`;
    const post = async (url: string, payload: string, type: string) => {
      const answer = await app.inject({
        method: 'POST',
        url,
        payload,
        headers: { authorization, 'content-type': type },
      });
      expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200);
      return answer.body;
    };
    const rows = await query<{ template_id: string; id: number }>(
      'select t.id as template_id, i.id from items i join templates t on t.key = i.template_key where t.instance_id = $1 order by i.id',
      [instances.Dev],
    );
    const formats = [
      ['csv', 'text/csv'],
      ['json-lines', 'application/jsonl'],
    ] as const;
    const unchanged = { csv: new Set<number>(), 'json-lines': new Set<number>() };
    for (const [templateId, listed] of Map.groupBy(rows, ({ template_id }) => template_id)) {
      const params = { instanceId: instances.Dev, templateId };
      for (let at = 0; at < listed.length; at += atOnce) {
        const ids = listed.slice(at, at + atOnce).map(({ id }) => id);
        // Both formats of the first items of a template; of the others, one in turn.
        for (const [format, type] of at === 0 ? formats : some(formats, at / atOnce, 1)) {
          const file = await post(urlOf(items.export, { params }), JSON.stringify({ format, ids }), 'application/json');
          const told = await post(urlOf(imports.upload, { params, query: { dry_run: true } }), file, type);
          const { import: found } = JSON.parse(told) as UploadedRows;
          expect(found, templateId).toMatchObject({ state: 'checked', counts: { unchanged: ids.length } });
          for (const id of ids) unchanged[format].add(id);
        }
      }
    }
    expect(new Set([...unchanged.csv, ...unchanged['json-lines']]).size).toBe(rows.length);
    if (isLong) expect([unchanged.csv.size, unchanged['json-lines'].size]).toEqual([rows.length, rows.length]);
    expect(rows.length).toBeGreaterThan(3839);
  }, 600_000);
});

async function signIn(browser: ReturnType<typeof openBrowser>, person: string): Promise<void> {
  const response = await browser.fetch('/v1/accounts/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-csrf-protection': '1' },
    body: JSON.stringify({ email: `${person}@quartermaster.test`, password: 'Quartermaster1' }),
  });
  expect(response.status).toBe(200);
}
