import { createHash } from 'node:crypto';
import { instances } from '@quartermaster/contract/endpoints/instances.ts';
import { projects } from '@quartermaster/contract/endpoints/projects.ts';
import { reports } from '@quartermaster/contract/endpoints/reports.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { workspaces } from '@quartermaster/contract/endpoints/workspaces.ts';
import { markOf } from '@quartermaster/contract/field-types/localised.ts';
import { beforeEach, expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { exportAll } from '../support/export-all.ts';
import { field, inOrder, saveAll, saveBody, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const as = { as: 'owner' } as const;
const fields = inOrder([
  field('title', 'localised-text'),
  field('price', 'integer'),
  field('lines', 'dynamic-group'),
  field('line', 'localised-text', { parentId: 'lines' }),
]);
const from = markOf('Sword');
const sword = { en: { text: 'Sword' }, de: { text: 'Schwert', from }, fr: { text: 'Épée', from: 'old' } };
const names = ['image.json', 'plain.json', 'weapon.json'];
const namesByLanguage = [...names, 'weapon.en.json', 'weapon.de.json', 'weapon.fr.json'];

let server: TestServer;
let instanceId: number;
let token: string;
beforeEach(async () => {
  server = await startTestServer();
  instanceId = server.studio.dev;
  token = (await server.call(instances.getToken, { params: { instanceId } }, as)).token;
  await saveTemplate(server, 'weapon', fields, { label: 'Weapon' });
  await saveTemplate(server, 'plain', [field('name', 'text')], { label: 'Plain' });
  await saveAll(server, [
    saveBody('weapon', fields, { title: sword, lines: [{ line: sword }, {}] }, { label: 'Sword' }),
    saveBody('weapon', fields, { title: { en: { text: 'Axe' } }, price: 3 }, { label: 'Axe' }),
  ]);
});

const store = (body: { languages?: string[]; file_per_language?: boolean }) =>
  server.call(projects.setLanguages, { params: { projectId: server.studio.projectId }, body }, as);
const project = async () => {
  const { workspaces: all } = await server.call(workspaces.list, {}, as);
  return all.flatMap(({ projects: list }) => list).find(({ id }) => id === server.studio.projectId);
};
const get = (file: string, headers: Record<string, string> = {}) =>
  server.app.inject({
    method: 'GET',
    url: `/v1/delivery/${instanceId}/${file}`,
    headers: { authorization: `Bearer ${token}`, ...headers },
  });
const manifest = async () => (await get('manifest.json')).json() as { files: { file: string; sha256: string }[] };
const listed = async () => (await manifest()).files.map(({ file }) => file);
const contentOf = async (file: string): Promise<Record<string, unknown>[]> =>
  (await get(file)).json().map(({ id: _id, ...values }: { id: number }) => values);

test('a project says whether exports have a file per language, which other changes of its languages keep', async () => {
  shows('4.localised.files-setting');
  await store({ languages: ['en', 'de'] });
  expect(await project()).not.toHaveProperty('file_per_language');
  await store({ languages: ['en', 'de'], file_per_language: true });
  await store({ languages: ['en'] });
  expect(await project()).toMatchObject({ languages: ['en'], file_per_language: true });
  await store({ file_per_language: false });
  expect(await project()).toMatchObject({ languages: ['en'] });
  expect(await project()).not.toHaveProperty('file_per_language');
});

test('a template with localised texts has a file in each language next to its own, which stays as it was', async () => {
  shows('4.localised.files', '4.localised.files-fallback');
  await store({ languages: ['en', 'de', 'fr'] });
  await exportAll(server);
  expect(await listed()).toEqual(names);
  const whole = (await get('weapon.json')).rawPayload;
  expect((await get('weapon.de.json')).statusCode).toBe(404);

  await store({ languages: ['en', 'de', 'fr'], file_per_language: true });
  const reportId = await exportAll(server);
  expect((await listed()).toSorted()).toEqual(namesByLanguage.toSorted());
  expect((await get('weapon.json')).rawPayload).toEqual(whole);
  const inLanguage = (text: string) => [
    { title: text, price: null, lines: [{ line: text }, { line: null }] },
    { title: 'Axe', price: 3, lines: [] },
  ];
  expect(await contentOf('weapon.en.json')).toEqual(inLanguage('Sword'));
  expect(await contentOf('weapon.de.json')).toEqual(inLanguage('Schwert'));
  // An outdated translation is closer to what players should read than a text in another language.
  expect(await contentOf('weapon.fr.json')).toEqual(inLanguage('Épée'));
  expect((await get('weapon.es.json')).statusCode).toBe(404);
  expect((await get('plain.de.json')).statusCode).toBe(404);

  const { report } = await server.call(reports.get, { params: { instanceId, reportId } }, as);
  expect(report.steps.map(({ file }) => file)).toEqual(namesByLanguage);
  expect(report.steps.map(({ language }) => language)).toEqual([undefined, undefined, undefined, 'en', 'de', 'fr']);
  expect(report.total_steps).toBe(6);
});

test('files of a language have hashes, tags and downloads of their own', async () => {
  shows('4.localised.files');
  await store({ languages: ['en', 'de'], file_per_language: true });
  const reportId = await exportAll(server);
  const answer = await get('weapon.de.json');
  const { sha256 = '' } = (await manifest()).files.find(({ file }) => file === 'weapon.de.json') ?? {};
  expect(sha256).toBe(createHash('sha256').update(answer.rawPayload).digest('hex'));
  expect(answer.headers.etag).toBe(`"${sha256}"`);
  expect((await get('weapon.de.json', { 'if-none-match': `"${sha256}"` })).statusCode).toBe(304);
  const { report } = await server.call(reports.get, { params: { instanceId, reportId } }, as);
  const urlOf = async (fileName: string) =>
    (await server.call(reports.getFileUrl, { params: { instanceId, path: report.path, fileName } }, as)).url;
  const read = async (fileName: string) => (await server.app.inject(await urlOf(fileName))).rawPayload;
  expect(await read('weapon.de.json')).toEqual(answer.rawPayload);
  expect(await read('weapon.json')).toEqual((await get('weapon.json')).rawPayload);
});

test('exports without changes keep the manifest, also with files of languages; another language changes it', async () => {
  shows('4.localised.files');
  await store({ languages: ['en', 'de'], file_per_language: true });
  await exportAll(server);
  const before = (await get('manifest.json')).rawPayload;
  await exportAll(server);
  expect((await get('manifest.json')).rawPayload).toEqual(before);
  const changes = await server.call(reports.changes, { params: { instanceId } }, as);
  expect(changes.templates).toEqual([]);
  await store({ languages: ['en', 'de', 'es'] });
  await exportAll(server);
  await store({ languages: ['en', 'de', 'pt'] });
  await exportAll(server);
  // Without translations, both files have the same bytes.
  expect(await listed()).toContain('weapon.pt.json');
  expect(await listed()).not.toContain('weapon.es.json');
  await store({ languages: [] });
  await exportAll(server);
  expect(await listed()).toEqual(names);
});

test('what has changed since an export is counted once, whatever number of files it is in', async () => {
  shows('4.localised.files');
  await store({ languages: ['en', 'de'], file_per_language: true });
  await exportAll(server);
  await saveAll(server, [saveBody('weapon', fields, {}, { label: 'Bow' })]);
  const { templates: changed } = await server.call(reports.changes, { params: { instanceId } }, as);
  expect(changed).toEqual([{ template_id: 'weapon', label: 'Weapon', change: null, items: 1, removed_items: 0 }]);
});

test('the example of an export has the texts of a language, or all of them', async () => {
  shows('4.localised.files-example');
  const title = { value: sword, template_group_id: null, template_group_path: null };
  const item_fields = [
    { id: 'title', template_field_id: 'title', template_field_type: 'localised-text' as const, ...title },
  ];
  const body = { template_id: 'weapon', template_fields: fields, item_fields };
  const example = async (language?: string) => {
    const sent = { params: { instanceId }, body: { ...body, ...(language !== undefined && { language }) } };
    return JSON.parse((await server.call(templates.exampleExport, sent, as)).json).title;
  };
  expect(await example()).toEqual({ de: 'Schwert', en: 'Sword', fr: 'Épée' });
  expect(await example('de')).toBe('Schwert');
  expect(await example('es')).toBe('Sword');
});
