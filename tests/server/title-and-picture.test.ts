import { bulkEdits } from '@quartermaster/contract/endpoints/bulk-edits.ts';
import { changeSets } from '@quartermaster/contract/endpoints/change-sets.ts';
import { history } from '@quartermaster/contract/endpoints/history.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { sync } from '@quartermaster/contract/endpoints/sync.ts';
import { type SaveTemplateField, templates } from '@quartermaster/contract/endpoints/templates.ts';
import { trash } from '@quartermaster/contract/endpoints/trash.ts';
import { beforeEach, expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { startContentFolder } from '../support/content-folder.ts';
import { drawPortrait } from '../support/draw-portrait.ts';
import { imageBody } from '../support/image-body.ts';
import { importFile, jsonLines } from '../support/import-file.ts';
import { field, inOrder, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { syncOf } from '../support/sync.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});

const as = { as: 'owner' } as const;
const inDev = () => ({ instanceId: server.studio.dev });
const heroIn = (instanceId = server.studio.dev) => ({ params: { instanceId, templateId: 'hero' } });

const name = (marks: object = {}) => field('name', 'text', { ...marks });
const portrait = (marks: object = {}) => field('portrait', 'item-link', { templateId: 'image', ...marks });
const heroFields = inOrder([
  name({ title: true }),
  field('lore', 'long-text'),
  portrait({ picture: true }),
  field('views', 'item-link-list', { templateId: 'image' }),
  field('friend', 'item-link', { templateId: 'hero' }),
]);
const unmarked = inOrder([name(), field('lore', 'long-text'), portrait(), ...heroFields.slice(3)]);

/** The ids of the title field and of the picture field. */
async function marksIn(instanceId = server.studio.dev) {
  const { fields } = await server.call(templates.get, heroIn(instanceId), as);
  const marked = (mark: 'title' | 'picture') => fields.filter(({ settings }) => settings[mark]).map(({ id }) => id);
  return { title: marked('title'), picture: marked('picture') };
}

const imageOf = async (letters: string) => {
  const png = drawPortrait(letters, [letters.charCodeAt(0), 20, 30]).toString('base64');
  const { id } = await saveOne(server, imageBody(png, { internal_label: letters }));
  const { item } = await server.call(items.get, { params: { ...inDev(), templateId: 'image', id } }, as);
  return { id, path: String(item.fields[0]?.value) };
};

async function refusal(...fields: SaveTemplateField[]) {
  const body = { id: 'hero', label: 'Hero', version: 0, fields: inOrder(fields) };
  const answer = await server.send(templates.save, { params: inDev(), body }, as);
  return [answer.status, (answer.body as { fields?: unknown }).fields];
}

test('a template names its title field and its picture field, in each of its versions', async () => {
  shows('5.finding.title');
  await saveTemplate(server, 'hero', heroFields);
  expect(await marksIn()).toEqual({ title: ['name'], picture: ['portrait'] });
  // They can be swapped for others in one save, which is a version like any other.
  const others = inOrder([
    name(),
    field('lore', 'long-text', { title: true }),
    portrait(),
    field('views', 'item-link-list', { templateId: 'image', picture: true }),
    ...heroFields.slice(4),
  ]);
  expect(await saveTemplate(server, 'hero', others, { version: 1 })).toBe(2);
  expect(await marksIn()).toEqual({ title: ['lore'], picture: ['views'] });
  expect(await saveTemplate(server, 'hero', unmarked, { version: 2 })).toBe(3);
  expect(await marksIn()).toEqual({ title: [], picture: [] });
  const diff = await server.call(history.compareTemplate, { ...heroIn(), query: { from: 2, to: 3 } }, as);
  expect(diff.fields).toEqual([
    { field_id: 'lore', change: 'updated' },
    { field_id: 'views', change: 'updated' },
  ]);
  await server.call(history.restoreTemplate, { ...heroIn(), body: { version: 1, seen: 3 } }, as);
  expect(await marksIn()).toEqual({ title: ['name'], picture: ['portrait'] });
  // A field takes its mark with it when it is removed.
  await saveTemplate(server, 'hero', inOrder(heroFields.slice(1)), { version: 4 });
  expect(await marksIn()).toEqual({ title: [], picture: ['portrait'] });
});

test('the title field and the picture field are synced', async () => {
  shows('5.finding.title');
  const dev = syncOf(server, server.studio.dev);
  await saveTemplate(server, 'hero', unmarked);
  await dev.all();
  await saveTemplate(server, 'hero', heroFields, { version: 1 });
  expect((await dev.changes()).templates).toMatchObject([{ template_id: 'hero' }]);
  await dev.all();
  expect(await marksIn(server.studio.stage)).toEqual({ title: ['name'], picture: ['portrait'] });
  expect((await dev.changes()).templates).toEqual([]);
});

test('the file of a template has both, and a push of another title field is saved', async () => {
  shows('5.finding.title');
  const content = await startContentFolder();
  server = content.server;
  await saveTemplate(server, 'hero', heroFields);
  await content.run('pull');
  type Fields = { fields: { id: string; settings: Record<string, unknown> }[] };
  const settingsIn = (id: string) =>
    (content.readFile('templates/hero.json') as Fields).fields.find((one) => one.id === id)?.settings;
  expect([settingsIn('name')?.title, settingsIn('portrait')?.picture]).toEqual([true, true]);
  content.editFile<Fields>('templates/hero.json', ({ fields }) => {
    for (const { id, settings } of fields) {
      if (id === 'name') delete settings.title;
      if (id === 'lore') settings.title = true;
    }
  });
  await content.run('push');
  expect(await marksIn()).toEqual({ title: ['lore'], picture: ['portrait'] });
});

test('the trash has the picture that an item had', async () => {
  shows('5.finding.picture');
  const axe = await imageOf('Axe');
  await saveTemplate(server, 'hero', heroFields);
  const save = (values: Record<string, number>, label: string) =>
    saveOne(server, saveBody('hero', heroFields, values, { label }));
  for (const { id } of [await save({ portrait: axe.id }, 'One'), await save({}, 'Two')])
    await server.call(items.delete, { params: { ...heroIn().params, id } }, as);
  const images = async () => {
    const { entries } = await server.call(trash.list, { params: inDev(), query: {} }, as);
    return entries.map(({ name: label, image }) => [label, image]);
  };
  expect(await images()).toEqual([
    ['Two', undefined],
    ['One', axe.path],
  ]);
  await server.call(items.delete, { params: { ...inDev(), templateId: 'image', id: axe.id } }, as);
  expect(await images()).toEqual([
    ['Axe', axe.path],
    ['Two', undefined],
    ['One', undefined],
  ]);
});

test('a page of a list has the pictures of its items on request', async () => {
  shows('5.finding.picture');
  const axe = await imageOf('Axe');
  await saveTemplate(server, 'hero', heroFields);
  const { id } = await saveOne(server, saveBody('hero', heroFields, { portrait: axe.id }));
  await saveOne(server, saveBody('hero', heroFields, {}));
  const list = async (body: { limit?: number; images?: boolean }) => {
    const answer = await server.send(items.list, { ...heroIn(), body }, as);
    return [answer.status, (answer.body as { images?: unknown }).images];
  };
  expect(await list({ limit: 10, images: true })).toEqual([200, { [id]: axe.path }]);
  expect(await list({ limit: 10 })).toEqual([200, undefined]);
  expect((await list({ images: true }))[0]).toBe(422);
  await saveTemplate(server, 'hero', unmarked, { version: 1 });
  expect(await list({ limit: 10, images: true })).toEqual([200, {}]);
});

test('a field of another type, in rows or after another one with the same mark is refused', async () => {
  shows('5.finding.title');
  const inRows = { parentId: 'rows' };
  expect(
    await refusal(
      field('rows', 'dynamic-group'),
      field('name', 'text', { ...inRows, title: true }),
      field('icon', 'item-link', { ...inRows, templateId: 'image', picture: true }),
    ),
  ).toEqual([
    422,
    {
      'fields.1.settings.title': 'the title field cannot be in rows',
      'fields.2.settings.picture': 'the picture field cannot be in rows',
    },
  ]);
  expect(await refusal(name({ title: true }), field('lore', 'long-text', { title: true }))).toEqual([
    422,
    { 'fields.1.settings.title': 'another field is the title field already' },
  ]);
  expect(await refusal(field('friend', 'item-link', { templateId: 'hero', picture: true }))).toEqual([
    422,
    { 'fields.0.settings.picture': 'the picture field has to link to images' },
  ]);
  // Fields of these types have no such settings.
  expect((await refusal(field('price', 'integer', { title: true })))[0]).toBe(422);
  expect((await refusal(name({ picture: true })))[0]).toBe(422);
  // A group is no row.
  expect((await refusal(field('looks', 'group'), field('name', 'text', { parentId: 'looks', title: true })))[0]).toBe(
    200,
  );
});

test('links, uses and the search have the first image of the picture field', async () => {
  shows('5.finding.picture');
  const [axe, bow] = [await imageOf('Axe'), await imageOf('Bow')];
  await saveTemplate(server, 'hero', heroFields);
  const save = async (label: string, values: Record<string, number | number[]>) =>
    (await saveOne(server, saveBody('hero', heroFields, values, { label }))).id;
  const first = await save('Hero one', { portrait: axe.id, views: [bow.id, axe.id] });
  const second = await save('Hero two', { views: [bow.id], friend: first });
  const third = await save('Hero three', { portrait: bow.id, friend: first });

  const linked = async () => {
    const body = { ids: [first, second, third] };
    const found = (await server.call(items.listByIds, { ...heroIn(), body }, as)).items;
    return found.map(({ image }) => image);
  };
  const found = async (q: string) => {
    const answer = await server.call(items.search, { params: inDev(), query: { q } }, as);
    return Object.fromEntries(answer.items.map(({ internal_label, image }) => [internal_label, image]));
  };
  const uses = async () => {
    const { params } = heroIn();
    const answer = await server.call(items.listUses, { params: { ...params, id: first }, query: {} }, as);
    return answer.uses.map(({ image }) => image);
  };
  expect(await linked()).toEqual([axe.path, undefined, bow.path]);
  expect(await found('Hero')).toEqual({ 'Hero one': axe.path, 'Hero three': bow.path, 'Hero two': undefined });
  expect(await found('Axe')).toEqual({ Axe: axe.path });
  expect(await uses()).toEqual([undefined, bow.path]);

  const list = inOrder([
    name(),
    field('lore', 'long-text'),
    portrait(),
    field('views', 'item-link-list', { templateId: 'image', picture: true }),
    ...heroFields.slice(4),
  ]);
  await saveTemplate(server, 'hero', list, { version: 1 });
  expect(await linked()).toEqual([bow.path, bow.path, undefined]);
  await saveTemplate(server, 'hero', unmarked, { version: 2 });
  expect(await linked()).toEqual([undefined, undefined, undefined]);
  expect(await found('Hero')).toEqual({ 'Hero one': undefined, 'Hero three': undefined, 'Hero two': undefined });
  expect(await uses()).toEqual([undefined, undefined]);
});

test('changes have the pictures of their items, deleted ones their last', async () => {
  shows('5.finding.picture-others');
  const axe = await imageOf('Axe');
  await saveTemplate(server, 'hero', heroFields);
  const { id } = await saveOne(server, saveBody('hero', heroFields, { portrait: axe.id }, { label: 'One' }));
  await saveOne(server, saveBody('hero', heroFields, {}, { label: 'Two' }));
  const dev = syncOf(server, server.studio.dev);
  const different = async (query: { limit?: number } = {}) => {
    const { templates: listed } = await dev.changes(query);
    const rows = listed.find(({ template_id }) => template_id === 'hero')?.items ?? [];
    return rows.map(({ name: label, image }) => [label, image]);
  };
  const both = [
    ['One', axe.path],
    ['Two', undefined],
  ];
  expect(await different({ limit: 10 })).toEqual(both);
  expect(await different()).toEqual([
    ['One', undefined],
    ['Two', undefined],
  ]);
  const { id: syncId } = await dev.all();
  const synced = await server.call(
    sync.listItems,
    { params: { ...inDev(), syncId: syncId ?? 0 }, query: { template: 'hero' } },
    as,
  );
  expect(synced.items.map(({ name: label, image }) => [label, image])).toEqual(both);

  for (const [instanceId, lore] of [
    [server.studio.dev, 'Old'],
    [server.studio.stage, 'New'],
  ] as const) {
    const body = saveBody(
      'hero',
      heroFields,
      { lore, portrait: axe.id },
      { label: 'One', id, version: 1, before: { portrait: axe.id } },
    );
    await server.call(items.save, { params: { instanceId }, body }, as);
  }
  const { conflicts } = await dev.check({ changes: [], all: true });
  expect(conflicts.sample.map(({ image }) => image)).toEqual([axe.path]);

  const selection = { template_id: 'hero', ids: [id] };
  const deletion = { selection, action: { delete: true } } as const;
  const { rows } = await server.call(bulkEdits.check, { params: inDev(), body: deletion }, as);
  expect(rows.map(({ image }) => image)).toEqual([axe.path]);
  const { id: changeSetId } = await server.call(bulkEdits.apply, { params: inDev(), body: deletion }, as);
  const changed = await server.call(
    changeSets.listItems,
    { params: { ...inDev(), changeSetId: changeSetId ?? 0 }, query: {} },
    as,
  );
  expect(changed.items).toMatchObject([{ name: 'One', change: 'removed', image: axe.path }]);
  expect(await different({ limit: 10 })).toEqual([['One', axe.path]]);
});

test('rows of an import have the pictures of the items that they change', async () => {
  shows('5.finding.picture-others');
  const axe = await imageOf('Axe');
  await saveTemplate(server, 'hero', heroFields);
  const { id } = await saveOne(server, saveBody('hero', heroFields, { portrait: axe.id }, { label: 'One' }));
  const rows = [
    { _id: id, lore: 'Old' },
    { _label: 'New', lore: 'None' },
  ];
  const found = await importFile(server, jsonLines(rows), { templateId: 'hero', query: { dry_run: true } });
  expect(found.rows.map(({ label, image }) => [label, image])).toEqual([
    ['One', axe.path],
    ['New', undefined],
  ]);
});
