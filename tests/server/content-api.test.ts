import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { projectTokens } from '@quartermaster/contract/endpoints/project-tokens.ts';
import type { FieldValue } from '@quartermaster/contract/field-types/field-type.ts';
import openapiTypes, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { expect, test } from 'vitest';
import { root } from '../../scripts/processes.mjs';
import { createOpenApi } from '../../server/modules/docs/openapi.ts';
import { shows } from '../specification/shows.ts';
import { errorsOf } from '../support/compile-typescript.ts';
import { field, inOrder, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startTestServer } from '../support/server.ts';

/** The calls of the document, each with the response that it promises. */
function documented() {
  const text = readFileSync(join(root, 'docs/content-api.md'), 'utf8');
  return [...text.matchAll(/```http\n(\S+) (\S+)\n\n(.*?)```\n\n```json\n(.*?)```/gs)].map(
    ([, method = '', url = '', payload = '', response = '']) => ({
      method,
      url,
      payload,
      response: JSON.parse(response),
    }),
  );
}

test('the calls that the document on content shows respond as it says', async () => {
  shows('4.machines.fields', '4.machines.key', '4.machines.errors', '4.machines.twice', '4.machines.delete');
  const server = await startTestServer();
  // As the editor has made them: ids do not tell names.
  const fields = inOrder([
    field('w8e2r5t1y4u7i0op', 'text', { name: 'sku', required: true, unique: true }),
    field('k3j9x0q2m8v7c1ab', 'integer', { name: 'price', minimum: 0 }),
    field('z6x3c9v2b5n8m1as', 'text', { name: 'notes' }),
    field('q1w4e7r0t3y6u9io', 'item-link', { name: 'parent', templateId: 'sword' }),
  ]);
  const ids = new Map(fields.map(({ id, settings }) => [settings.name, id]));
  const byId = (values: Record<string, FieldValue>) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [ids.get(name) ?? name, value]));
  await saveTemplate(server, 'sword', fields);
  await saveOne(server, saveBody('sword', fields, byId({ sku: 'rusty', price: 5, notes: 'Old' }), { label: 'Rusty' }));
  await saveOne(server, saveBody('sword', fields, byId({ sku: 'keen', price: 7, parent: 1 }), { label: 'Keen' }));
  const params = { instanceId: server.studio.dev };
  const body = {
    name: 'Build',
    scopes: ['read' as const, 'write:dev' as const],
    environments: ['Dev' as const],
    expires_at: null,
  };
  const { secret } = await server.call(projectTokens.create, { params, body }, { as: 'owner' });
  const calls = documented();
  expect(calls).toHaveLength(10);
  // The document counts change sets from 1.
  const changeSets = new Map<number, number>();
  for (const { method, url, payload, response } of calls) {
    const { statusCode, body } = await server.app.inject({
      method: method as 'POST',
      url: url
        .replace('/editor/1/', `/editor/${server.studio.dev}/`)
        .replace(/change-sets\/(\d+)/, (_, id: string) => `change-sets/${changeSets.get(Number(id))}`),
      headers: {
        authorization: `Bearer ${secret}`,
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
  }
  // Deleted and restored, with the links among them.
  const list = { params: { ...params, templateId: 'sword' }, body: { filters: [] } };
  const { items: rows } = await server.call(items.list, list, { as: 'owner' });
  expect(rows.map(({ id, values }) => [id, values])).toEqual([
    [1, byId({ sku: 'rusty', price: 6, notes: 'Old' })],
    [2, byId({ sku: 'keen', price: 8, parent: 1 })],
    [3, byId({ sku: 'blunt', parent: 4 })],
    [4, byId({ sku: 'dull', parent: 3 })],
  ]);
});

test('a client generated from the OpenAPI document accepts what the calls take, and nothing else', async () => {
  shows('4.machines.client');
  const { paths, ...document } = createOpenApi('https://content.test', '1');
  const used = ['/v1/editor/{instanceId}/items/{templateId}', '/v1/editor/{instanceId}/items/batch'];
  const usedPaths = Object.fromEntries(used.map((path) => [path, paths[path]]));
  // The document is built without the types of the generator.
  const generated = astToString(await openapiTypes({ ...document, paths: usedPaths } as unknown as OpenAPI3));
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
