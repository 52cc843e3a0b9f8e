import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { afterAll, expect, test } from 'vitest';
import { createOpenApi } from '../../server/modules/docs/openapi.ts';
import { shows } from '../specification/shows.ts';
import { clickSword, idOf } from '../support/clicked-sword.ts';
import { errorsOf } from '../support/compile-typescript.ts';
import { examplesIn } from '../support/examples.ts';
import { startReader } from '../support/reader.ts';
import { startTestServer } from '../support/server.ts';

const examples = examplesIn('docs/content-api.md');
afterAll(() => expect(examples.left()).toEqual([]));

const owner = { as: 'owner' } as const;

test('the calls that the document on content shows respond as it says', async () => {
  shows('4.machines.fields', '4.machines.key', '4.machines.errors', '4.machines.twice', '4.machines.delete');
  const server = await startTestServer();
  await clickSword(server);
  const reader = await startReader(server, ['read', 'write:dev']);
  // The document counts change sets from 1.
  const changeSets = new Map<number, number>();
  const answers: string[] = [];
  while (examples.has('http')) {
    const [, method, url = '', payload = ''] = /^(\S+) (\S+)\n\n(.*)$/s.exec(examples.take('http')) ?? [];
    const response = JSON.parse(examples.take('json'));
    const { statusCode, body } = await server.app.inject({
      method: method as 'POST',
      url: url
        .replace('/editor/1/', `/editor/${server.studio.dev}/`)
        .replace(/change-sets\/(\d+)/, (_, id: string) => `change-sets/${changeSets.get(Number(id))}`),
      headers: {
        authorization: `Bearer ${reader.secret}`,
        'content-type': url.includes('/imports') ? 'application/jsonl' : 'application/json',
      },
      payload,
    });
    const answer = JSON.parse(body);
    const [promised, made] = [response, answer].map((of) => of.id ?? of.import?.change_set_id);
    if (typeof promised === 'number' && typeof made === 'number') changeSets.set(promised, made);
    if ('id' in response) response.id = expect.any(Number);
    if (response.import && 'change_set_id' in response.import) response.import.change_set_id = expect.any(Number);
    expect(answer, `${statusCode} ${url} ${payload}`).toMatchObject(response);
    answers.push(url);
  }
  expect(answers.length).toBeGreaterThan(8);
  // Deleted and restored, with the links among them.
  const params = { instanceId: server.studio.dev, templateId: 'sword' };
  const { items: rows } = await server.call(items.list, { params, body: { filters: [] } }, owner);
  const [key, price, parent] = ['sku', 'price', 'parent'].map(idOf);
  expect(rows.map(({ values }) => [key, price, parent].map((id) => values[id ?? '']))).toEqual([
    ['rusty', 6, undefined],
    ['keen', 8, 1],
    ['blunt', undefined, 4],
    ['dull', undefined, 3],
  ]);
});

test('a client generated from the OpenAPI document accepts what the calls take, and nothing else', async () => {
  shows('4.machines.client');
  const { paths, ...document } = createOpenApi('https://content.test', '1');
  const used = ['/v1/editor/{instanceId}/items/{templateId}', '/v1/editor/{instanceId}/items/batch'];
  const usedPaths = Object.fromEntries(used.map((path) => [path, paths[path]]));
  const reader = await startReader(await startTestServer());
  reader.write('openapi.json', JSON.stringify({ ...document, paths: usedPaths }));
  // The document of the server has all calls, which takes long.
  expect(await reader.shell(`HOST=.\n${examples.take('sh')}`)).toMatchObject({ code: 0 });
  const generated = readFileSync(join(reader.folder, 'quartermaster.ts'), 'utf8');
  const client = (filter: string, price: string) => `
    import type { paths } from './api.ts';
    type Post<P extends keyof paths> = paths[P]['post'];
    type Body<C> = C extends { requestBody?: { content: { 'application/json': infer B } } } ? B : never;
    type Answer<C> = C extends { responses: { 200: { content: { 'application/json': infer A } } } } ? A : never;
    declare function post<P extends keyof paths>(path: P, body: Body<Post<P>>): Promise<Answer<Post<P>>>;
    const list = await post('/v1/editor/{instanceId}/items/{templateId}', { filters: [${filter}], limit: 100 });
    const saved = await post('/v1/editor/{instanceId}/items/batch', {
      items: list.items.map(({ id, version, internal_label }) => ({
        id, version, internal_label, template_id: 'sword',
        fields: [{
          id: 'price', template_field_id: 'price', template_field_type: 'integer', template_group_id: null,
          template_group_path: null, value: ${price}, status: 2,
        }],
      })),
    });
    export const versions: number[] = saved.items.map(({ version }) => version);
  `;
  const errors = (filter: string, price: string) =>
    errorsOf({ 'api.ts': generated, 'client.ts': client(filter, price) });
  expect(errors("{ template_field_id: 'price', op: 1, value: '10' }", '7')).toEqual([]);
  expect(errors("{ template_field_id: 'price', op: 1 }", '7').join()).toContain("Property 'value' is missing");
  expect(errors('', 'new Date()').join()).toContain("Type 'Date' is not assignable");
});
