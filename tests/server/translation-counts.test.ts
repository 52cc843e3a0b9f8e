import { items } from '@quartermaster/contract/endpoints/items.ts';
import { projects } from '@quartermaster/contract/endpoints/projects.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { translations } from '@quartermaster/contract/endpoints/translations.ts';
import { filterOps } from '@quartermaster/contract/field-types/filters.ts';
import { markOf } from '@quartermaster/contract/field-types/localised.ts';
import { beforeEach, expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { eventually } from '../support/eventually.ts';
import { field, inOrder, saveAll, saveBody, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { syncOf } from '../support/sync.ts';

const as = { as: 'owner' } as const;
const fields = inOrder([
  field('title', 'localised-text'),
  field('price', 'integer'),
  field('lines', 'dynamic-group'),
  field('line', 'localised-text', { parentId: 'lines' }),
]);
const from = markOf('Sword');
const current = { en: { text: 'Sword' }, de: { text: 'Schwert', from } };
const outdated = { en: { text: 'Sword' }, de: { text: 'Schwert', from: 'old' } };
const missing = { en: { text: 'Sword' } };

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  await saveTemplate(server, 'weapon', fields, { label: 'Weapon' });
});

const store = (languages: string[]) =>
  server.call(projects.setLanguages, { params: { projectId: server.studio.projectId }, body: { languages } }, as);
const count = async (instanceId = server.studio.dev) =>
  (await server.call(translations.count, { params: { instanceId } }, as)).languages;
const German = async (instanceId?: number) => {
  const {
    texts,
    missing: none,
    outdated: former,
  } = (await count(instanceId)).find((one) => one.language === 'de') ?? {};
  return [texts, none, former];
};
const saveValues = (...values: object[]) =>
  saveAll(
    server,
    values.map((one) => saveBody('weapon', fields, one as Parameters<typeof saveBody>[2], { label: 'x' })),
  );

test('texts are counted by language and field, an item once per field', async () => {
  shows('4.localised.counts');
  await saveValues(
    { title: current, price: 1 },
    { title: outdated, lines: [{ line: outdated }, { line: outdated }, {}] },
    { title: missing, lines: [{ line: current }, { line: missing }] },
    { price: 2 },
  );
  expect(await count()).toEqual([]);
  await store(['en', 'de', 'fr']);
  const weapon = { template_id: 'weapon', template_label: 'Weapon' };
  const title = { ...weapon, field_id: 'title', field_label: 'The title' };
  const line = { ...weapon, field_id: 'line', field_label: 'The line' };
  expect(await count()).toEqual([
    { language: 'en', texts: 0, missing: 0, outdated: 0, fields: [] },
    {
      language: 'de',
      texts: 5,
      missing: 2,
      outdated: 2,
      fields: [
        { ...title, missing: 1, outdated: 1 },
        { ...line, missing: 1, outdated: 1 },
      ],
    },
    {
      language: 'fr',
      texts: 5,
      missing: 5,
      outdated: 0,
      fields: [
        { ...title, missing: 3, outdated: 0 },
        { ...line, missing: 2, outdated: 0 },
      ],
    },
  ]);
});

test('counts are those of the filtered lists', async () => {
  shows('4.localised.counts', '4.localised.filters');
  await store(['en', 'de']);
  await saveValues({ title: missing }, { title: missing }, { title: outdated }, { title: current });
  const [, german] = await count();
  const params = { instanceId: server.studio.dev, templateId: 'weapon' };
  const matching = async (op: number) => {
    const body = { filters: [{ template_field_id: 'title', op, value: 'de' }] };
    return (await server.call(items.list, { params, body }, as)).items.length;
  };
  expect([german?.missing, german?.outdated]).toEqual([
    await matching(filterOps.missingIn),
    await matching(filterOps.outdatedIn),
  ]);
  expect([german?.missing, german?.outdated]).toEqual([2, 1]);
});

test('counts follow saves, deletions, syncs, and fields that are removed and restored', async () => {
  shows('4.localised.counts');
  await store(['en', 'de']);
  const [sword, axe] = await saveValues({ title: missing }, { title: outdated });
  expect(await German()).toEqual([2, 1, 1]);
  const before = { title: missing };
  const place = { before, id: sword?.id ?? 0, version: 1, label: 'x' };
  await saveAll(server, [saveBody('weapon', fields, { title: current }, place)]);
  expect(await German()).toEqual([2, 0, 1]);
  const params = { instanceId: server.studio.dev, templateId: 'weapon' };
  await server.call(items.delete, { params: { ...params, id: axe?.id ?? 0 } }, as);
  expect(await German()).toEqual([1, 0, 0]);
  await saveValues({ title: missing });
  await syncOf(server, server.studio.dev).all();
  expect(await German(server.studio.stage)).toEqual([2, 1, 0]);
  await saveTemplate(server, 'weapon', fields.slice(1), { version: 1, label: 'Weapon' });
  expect(await German()).toEqual([0, 0, 0]);
  await saveTemplate(server, 'weapon', fields, { version: 2, label: 'Weapon' });
  await eventually(async () => expect(await German()).toEqual([2, 1, 0]));
});

test('counts follow the keys of fields that a sync changes, as those of a template that was created again', async () => {
  shows('4.localised.counts');
  await store(['en', 'de']);
  const [price, title, about] = [
    field('price', 'integer'),
    field('title', 'localised-text'),
    field('about', 'localised-text'),
  ];
  const before = inOrder([title, about, price]);
  const { dev, stage } = server.studio;
  const sync = syncOf(server, dev);
  const create = (own: typeof fields) => saveTemplate(server, 'armour', own, { label: 'Armour' });
  await create(before);
  await saveAll(server, [
    saveBody('armour', before, { title: missing, about: current, price: 1 }, { label: 'x' }),
    saveBody('armour', before, { title: missing, about: outdated, price: -1 }, { label: 'x' }),
    saveBody('armour', before, { title: current }, { label: 'x' }),
  ]);
  await sync.all();
  const counts = async () => (await count(stage)).find((one) => one.language === 'de')?.fields;
  const armour = { template_id: 'armour', template_label: 'Armour' };
  const ofTitle = { ...armour, field_id: 'title', field_label: 'The title', missing: 2, outdated: 0 };
  const ofAbout = { ...armour, field_id: 'about', field_label: 'The about', missing: 0, outdated: 1 };
  expect(await counts()).toEqual([ofTitle, ofAbout]);
  // Each moves up, then they take each other's keys, and then those of numbers.
  for (const own of [[price, title, about], [price, about, title], before]) {
    await server.call(templates.delete, { params: { instanceId: dev, templateId: 'armour' } }, as);
    await create(inOrder(own));
    const changes = [{ template_id: 'armour', is_update_template: true, items: [] }];
    expect((await sync.some({ changes })).state).toBe('applied');
    expect(await counts()).toEqual([ofTitle, ofAbout]);
  }
});

test('changes are merged now and then, so that they stay few, and keep their sum', async () => {
  shows('4.localised.counts');
  const { query } = server.app.deps.database;
  const [template] = await query<{ key: number }>(
    "select key from templates where id = 'weapon' and instance_id = $1",
    [server.studio.dev],
  );
  const key = template?.key ?? 0;
  await query(
    `do $$ begin for id in 1..2000 loop
      insert into item_values (template_key, field_key, item_id, number) values (${key}, 1, id, -1);
    end loop; end $$`,
    [],
  );
  const [row] = await query<{ rows: number; items: number }>(
    'select count(*)::int as rows, sum(items)::int as items from translation_counts where template_key = $1',
    [key],
  );
  expect(row?.items).toBe(2000);
  expect(row?.rows).toBeLessThan(1500);
});

test('texts of a removed field are not counted until the field is restored', async () => {
  shows('4.localised.counts');
  await store(['en', 'de']);
  // More than a save of the template removes itself.
  for (let start = 0; start < 2600; start += 650)
    await saveValues(...Array.from({ length: 650 }, (_, place) => ({ title: place % 2 ? outdated : missing })));
  const settled = () =>
    eventually(async () =>
      expect(await server.app.deps.database.query('select 1 from template_changes limit 1', [])).toEqual([]),
    );
  expect(await German()).toEqual([2600, 1300, 1300]);
  const without = fields.filter(({ id }) => id !== 'title');
  await saveTemplate(server, 'weapon', without, { version: 1, label: 'Weapon' });
  await settled();
  expect(await German()).toEqual([0, 0, 0]);
  await saveTemplate(server, 'weapon', fields, { version: 2, label: 'Weapon' });
  await settled();
  expect(await German()).toEqual([2600, 1300, 1300]);
});
