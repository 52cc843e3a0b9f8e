import { projects } from '@quartermaster/contract/endpoints/projects.ts';
import { workspaces } from '@quartermaster/contract/endpoints/workspaces.ts';
import { beforeEach, expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});

const store = (languages: string[], as: 'owner' | 'admin' | 'member' = 'owner') =>
  server.send(projects.setLanguages, { params: { projectId: server.studio.projectId }, body: { languages } }, { as });
const project = async () => {
  const { workspaces: all } = await server.call(workspaces.list, {}, { as: 'owner' });
  return all.flatMap(({ projects: list }) => list).find(({ id }) => id === server.studio.projectId);
};

test('a project has languages in an order, the source first; without any, its answer has no such member', async () => {
  shows('4.localised.languages');
  expect(await project()).not.toHaveProperty('languages');
  expect((await store(['en', 'pt-BR', 'zh-Hant'], 'admin')).status).toBe(200);
  expect(await project()).toMatchObject({ languages: ['en', 'pt-BR', 'zh-Hant'] });
  expect((await store(['pt-BR', 'en'])).status).toBe(200);
  expect(await project()).toMatchObject({ languages: ['pt-BR', 'en'] });
  expect((await store([])).status).toBe(200);
  expect(await project()).not.toHaveProperty('languages');
});

test('a code that is none of BCP 47, not in its canonical form, or listed twice is refused', async () => {
  shows('4.localised.languages-checked');
  const reasonOf = async (languages: string[]) => {
    const { status, body } = await store(languages);
    return [status, (body as { fields?: Record<string, string> }).fields?.languages];
  };
  const sentence = 'should be a language code such as en, pt-BR or zh-Hant';
  expect(await reasonOf(['en', 'not a language'])).toEqual([422, `not a language ${sentence}`]);
  expect(await reasonOf(['en', 'pt-br'])).toEqual([422, `pt-br ${sentence}`]);
  expect(await reasonOf(['en', 'de', 'en'])).toEqual([422, 'en is listed twice']);
  expect((await store(Array.from({ length: 51 }, (_, place) => `en-x-${place}a`))).status).toBe(422);
  expect((await store(Array.from({ length: 50 }, (_, place) => `en-x-${place}a`))).status).toBe(200);
});
