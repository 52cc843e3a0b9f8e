import { channels } from '@quartermaster/contract/endpoints/builds.ts';
import { gameTypes } from '@quartermaster/contract/endpoints/game-types.ts';
import type { SaveTemplateField } from '@quartermaster/contract/endpoints/templates.ts';
import { type GameLanguage, gameLanguages } from '@quartermaster/contract/game-languages.ts';
import { Compile } from 'typebox/schema';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Files } from '../../server/core/files/files.ts';
import { typeLimits } from '../../server/modules/reports/write-types-service.ts';
import { shows } from '../specification/shows.ts';
import { deliveryOf, makeBuild, sha256 } from '../support/builds.ts';
import { errorsOf } from '../support/compile-typescript.ts';
import { field, inOrder, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer, urlOf } from '../support/server.ts';

const owner = { as: 'owner' } as const;
const fields = inOrder([
  field('title', 'text', { label: 'title' }),
  field('cost', 'integer', { label: 'cost' }),
  field('kind', 'choice', { label: 'kind', options: [{ id: 'melee', label: 'Melee' }] }),
]);
const { fieldBytes } = typeLimits;

let server: TestServer;
let instanceId: number;
let delivery: Awaited<ReturnType<typeof deliveryOf>>;
let version: number;
beforeEach(async () => {
  server = await startTestServer();
  instanceId = server.studio.dev;
  version = await saveTemplate(server, 'thing', fields, { label: 'thing' });
  await saveOne(server, saveBody('thing', fields, { title: 'One', cost: 2, kind: 'melee' }));
  delivery = await deliveryOf(server);
});
afterEach(() => {
  typeLimits.fieldBytes = fieldBytes;
});

/** The text of the types of a build in a language. */
async function typesOf(build: number, language: GameLanguage): Promise<string> {
  const { types } = await delivery.build(build);
  const listed = types?.find(({ path }) => path === `types/${gameLanguages[language].file}`);
  return (await delivery.content(listed?.sha256 ?? '')).body;
}

/** The problems that its own types find in the files of a build. */
async function problemsOf(build: number): Promise<string[]> {
  const { files } = await delivery.build(build);
  const { $defs } = JSON.parse(await typesOf(build, 'json-schema'));
  expect(Object.keys($defs).sort()).toEqual(files.map(({ path }) => path).sort());
  const texts = await Promise.all(files.map(async (file) => [file.path, (await delivery.content(file.sha256)).body]));
  const game = texts.map(([path, text]) => `${JSON.stringify(path)}: ${text},\n`).join('');
  return [
    ...errorsOf({
      'quartermaster.ts': await typesOf(build, 'typescript'),
      'game.ts': `import type { Files } from './quartermaster.ts';\nexport const files: Files = {${game}};`,
    }),
    ...texts.flatMap(([path = '', text = '']) =>
      Compile($defs[path])
        .Errors(JSON.parse(text))[1]
        .map(({ message }) => `${path}: ${message}`),
    ),
  ];
}

/** Without comments and titles. */
const withoutLabels = (text: string) => text.replaceAll(/\/\*\*.*?\*\/|\/\/\/.*|"title": ".*"/g, '');

const save = async (next: SaveTemplateField[], label = 'thing') => {
  version = await saveTemplate(server, 'thing', inOrder(next), { label, version });
};

/** The parts of a server that calls `then` once all files of items are written. */
const afterFiles = (then: () => Promise<void>) => {
  const { files } = server.app.deps;
  let isDone = false;
  const put: Files['put'] = async (key, data) => {
    const isFirst = /\/manifest-\w+\.json$/.test(key) && !isDone;
    if (isFirst) isDone = true;
    await files.put(key, data);
    if (isFirst) await then();
  };
  return { files: { ...files, put } };
};

test('a build has the types of its own files in each language, next to the files that games fetch', async () => {
  shows('4.builds.types');
  const id = await makeBuild(server);
  const { files, types = [] } = await delivery.build(id);
  expect(types.map(({ path }) => path)).toEqual(Object.values(gameLanguages).map(({ file }) => `types/${file}`));
  expect(files.map(({ path }) => path)).toEqual(['image.json', 'thing.json']);
  for (const [place, language] of (Object.keys(gameLanguages) as GameLanguage[]).entries()) {
    const { sha256: hash = '', bytes } = types[place] ?? {};
    const { rawPayload, headers } = await delivery.content(hash);
    expect([sha256(rawPayload), rawPayload.length]).toEqual([hash, bytes]);
    expect(headers).toMatchObject({
      'cache-control': 'private, max-age=31536000, immutable',
      'content-type': `${language === 'json-schema' ? 'application/json' : 'text/plain'}; charset=utf-8`,
    });
    expect((await delivery.content(hash, { 'accept-encoding': 'br' })).headers).toMatchObject({
      'content-encoding': 'br',
    });
    const shown = await server.app.inject({
      url: urlOf(gameTypes.get, { params: { instanceId, language } }),
      headers: { authorization: server.bearer('owner') },
    });
    expect(withoutLabels(rawPayload.toString())).toBe(withoutLabels(shown.body));
  }
  expect(await problemsOf(id)).toEqual([]);
});

test('they change with what a reader depends on, and not with items and labels, which they do not have', async () => {
  shows('4.builds.types');
  const typesIn = async () => (await delivery.build(await makeBuild(server))).types;
  const before = await typesIn();
  await save([field('title', 'text', { label: 'Secret boss' }), ...fields.slice(1)], 'Secret boss');
  await saveOne(server, saveBody('thing', fields, { title: 'Two' }));
  const id = await makeBuild(server);
  expect((await delivery.build(id)).types).toEqual(before);
  const [{ count } = { count: 0 }] = await server.app.deps.database.query<{ count: number }>(
    `select count(distinct file)::int as count from build_files where path like 'types/%'`,
    [],
  );
  expect(count).toBe(4);
  for (const language of Object.keys(gameLanguages) as GameLanguage[])
    expect(await typesOf(id, language)).not.toContain('Secret');
  await save([...fields, field('damage', 'float')]);
  const after = await typesIn();
  expect(after?.map(({ path }) => path)).toEqual(before?.map(({ path }) => path));
  for (const { sha256: hash } of after ?? []) expect(before?.map((each) => each.sha256)).not.toContain(hash);
});

test('they fit the files of the build, also if a template is changed or deleted before it is completed', async () => {
  shows('4.builds.types');
  const renamed = fields.map((each) =>
    each.id === 'title' ? { ...each, settings: { ...each.settings, name: 'headline' } } : each,
  );
  const changed = await makeBuild(server, { parts: afterFiles(() => save(renamed)) });
  expect(await typesOf(changed, 'typescript')).toContain('readonly title: string | null;');
  expect(await problemsOf(changed)).toEqual([]);
  const next = await makeBuild(server);
  expect(await typesOf(next, 'typescript')).toContain('readonly headline: string | null;');
  expect(await problemsOf(next)).toEqual([]);
  const { database } = server.app.deps;
  const remove = async () => {
    await database.query(`delete from templates where instance_id = $1 and id = 'thing'`, [instanceId]);
  };
  const deleted = await makeBuild(server, { parts: afterFiles(remove) });
  expect(await problemsOf(deleted)).toEqual([]);
});

test('a build whose templates are too large, or unknown by then, is completed without types', async () => {
  shows('4.builds.types');
  typeLimits.fieldBytes = 100;
  expect(await delivery.build(await makeBuild(server))).not.toHaveProperty('types');
  typeLimits.fieldBytes = fieldBytes;
  const { database } = server.app.deps;
  const forget = async () => {
    await database.query(`delete from templates where instance_id = $1 and id = 'thing'`, [instanceId]);
    await database.query(`delete from template_revisions where instance_id = $1`, [instanceId]);
  };
  const build = await delivery.build(await makeBuild(server, { parts: afterFiles(forget) }));
  expect(build).not.toHaveProperty('types');
  expect(build.files.map(({ path }) => path)).toEqual(['image.json', 'thing.json']);
});

test('they are read like the files of the build: with the token of its instance, or by anyone', async () => {
  shows('4.builds.types', '4.builds.access');
  const { types = [] } = await delivery.build(await makeBuild(server));
  const stage = await deliveryOf(server, server.studio.stage);
  for (const { sha256: hash } of types) {
    expect((await delivery.content(hash)).statusCode).toBe(200);
    expect((await delivery.content(hash, { authorization: '' })).statusCode).toBe(401);
    expect((await stage.content(hash)).statusCode).toBe(404);
  }
  await server.call(channels.setReading, { params: { instanceId }, body: { is_public: true } }, owner);
  expect((await delivery.content(types[0]?.sha256 ?? '', { authorization: '' })).headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'text/plain; charset=utf-8',
    'access-control-allow-origin': '*',
  });
});
