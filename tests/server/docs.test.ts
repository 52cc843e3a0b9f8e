import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { api } from '@quartermaster/contract/endpoints/api.ts';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { readContractComments, summaryIn } from '../../server/modules/docs/contract-comments.ts';
import { answerExample, curlExample } from '../../server/modules/docs/examples.ts';
import { guides } from '../../server/modules/docs/guides.ts';
import { createOpenApi, type JsonSchema, type Operation } from '../../server/modules/docs/openapi.ts';
import { sampleOf } from '../../server/modules/docs/sample.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});

const get = async (url: string, headers: Record<string, string> = {}) => server.app.inject({ url, headers });
const operationsOf = (paths: Record<string, Record<string, Operation>>) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );

test('the documentation leads back to the console', async () => {
  for (const path of ['/docs', '/docs/quick-start'])
    expect((await get(path)).body).toContain('<a href="/">Open the console</a>');
});

test('every resource and call is described by its comment in the contract', async () => {
  const comments = await readContractComments(join(process.cwd(), 'dist'));
  const names = api.flatMap(({ name }) => [name.split('.')[0] ?? '', name]);
  expect(names.filter((name) => !comments.get(name))).toEqual([]);
  expect([...comments.values()].filter((comment) => /\{@|\*|docs\/\w+\.md/.test(comment))).toEqual([]);
  const { paths, tags } = (await get('/openapi.json')).json<ReturnType<typeof createOpenApi>>();
  expect(tags.find(({ name }) => name === 'trash')?.description).toMatch(/^Deleted items and templates/);
  const summaries = new Map(
    operationsOf(paths).map(({ operation }) => [operation.operationId, [operation.summary, operation.description]]),
  );
  expect(summaries.get('webhooks.delete')?.[0]).toBe('Deletes a webhook and its log.');
  // Of the doors, which share their comments.
  expect(summaries.get('replacements.check')?.[0]).toMatch(/^Checks what the changes would do to each item, /);
  expect(summaries.get('members.remove')).toEqual([
    'Removes a member, who may be the caller, from the workspace and all of its projects.',
    expect.stringContaining('refused like [`members.setRole`](/docs#members.setRole).\n\nRoles in the workspace: '),
  ]);
  for (const [summary = ''] of summaries.values()) expect(summary).toMatch(/^[A-Z](?!.*\]\().*\.$/);
});

test('the comments are read from the copy of the build if only that is deployed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'quartermaster-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync('contract/endpoints', join(folder, 'dist/server/contract/endpoints'), { recursive: true });
  const copied = await readContractComments(join(folder, 'dist'));
  expect(copied).toEqual(await readContractComments(join(process.cwd(), 'dist')));
  expect(readFileSync('scripts/building/build.mjs', 'utf8')).toContain("'contract/endpoints'");
});

test.each([
  ['Deletes an item; 409 with the references to it.', 'Deletes an item; 409 with the references to it.'],
  ['Sends `a.b`. 404 if it is gone.', 'Sends `a.b`.'],
  [`Saves ${'long '.repeat(20)}texts; 422 if one is refused. Once.`, `Saves ${'long '.repeat(20)}texts.`],
  ['Like [`items.save`](/docs#items.save).', 'Like `items.save`.'],
])('the summary of %j is its first sentence', (comment, summary) => {
  expect(summaryIn(comment)).toBe(summary);
});

test('the first page leads to the guides, each with a summary, and leaves the limits to theirs', async () => {
  const { body } = await get('/docs');
  for (const [name, { title, summary }] of Object.entries(guides))
    expect(body).toContain(`<li><a href="/docs/${name}">${title}</a> <span>${summary}</span></li>`);
  expect(body).toContain(
    '<a href="/docs" aria-current="page">API reference <span>222</span></a>'.replace('222', String(api.length)),
  );
  expect(body.indexOf('id="guides"')).toBeLessThan(body.indexOf('id="errors"'));
  expect(body).not.toContain('A template has at most');
  expect((await get('/openapi.json')).json().info.description).toContain('A template has at most');
  const ids = [...body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const targets = [...body.matchAll(/href="(?:\/docs)?#([^"]+)"/g)].map(([, id]) => id);
  expect(targets.filter((id) => !ids.includes(id))).toEqual([]);
});

test('a search finds sections of guides, whose links lead to their headings', async () => {
  const { body } = await get('/docs/search?q=Webhook-Signature');
  const links = [...body.matchAll(/<li><a href="(\/docs\/[\w-]+)#([^"]+)">([^<]+)<\/a><p>/g)];
  expect(links.length).toBeGreaterThan(0);
  for (const [, page = '', anchor] of links)
    expect((await get(page)).body).toMatch(new RegExp(`<h[23] id="${anchor}">`));
  expect(body).toContain('<mark>webhook-signature</mark> one or two signatures');
  const { body: other } = await get('/docs/search?q=exactly-nowhere%3Cb%3E');
  expect(other).toContain('0 sections of the guides and 0 calls with “exactly-nowhere&lt;b&gt;”.');
  expect((await get('/docs/search?q=')).body).toContain('Enter words of a call or a guide.');
  expect((await get('/docs/search?q=%5Bid%5D+(')).statusCode).toBe(200);
});

test('the pages are sent compressed, and the largest has a bounded size', async () => {
  const { body, headers } = await get('/docs');
  expect(Buffer.byteLength(body)).toBeLessThan(1.5 * 1024 * 1024);
  for (const [encoding, decompress] of [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const) {
    const response = await get('/docs', { 'accept-encoding': encoding });
    expect(response.headers).toMatchObject({ 'content-encoding': encoding, vary: 'Accept-Encoding, Origin' });
    expect(response.headers.etag).not.toBe(headers.etag);
    expect(response.rawPayload.length).toBeLessThan(120 * 1024);
    expect(decompress(response.rawPayload).toString()).toBe(body);
    const again = await get('/docs', { 'accept-encoding': encoding, 'if-none-match': String(response.headers.etag) });
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
  }
});

test('the examples fit the shapes of the calls', () => {
  const wrong: string[] = [];
  const check = (name: string, shape: TSchema | undefined, sample: (schema: JsonSchema) => unknown) => {
    if (!shape) return;
    const value = sample(JSON.parse(JSON.stringify(shape)) as JsonSchema);
    if (!Compile(shape).Check(value)) wrong.push(`${name}: ${JSON.stringify(value)}`);
  };
  for (const { name, shape } of api) {
    check(`${name} params`, shape.params, (schema) => sampleOf(schema, 6));
    check(`${name} query`, shape.query, (schema) => sampleOf(schema, 6));
    check(`${name} body`, shape.body, (schema) => sampleOf(schema, 6));
    check(`${name} records`, shape.records, (schema) => sampleOf(schema, 6));
    check(`${name} answer`, shape.response, (schema) => JSON.parse(answerExample(schema)));
  }
  expect(wrong).toEqual([]);
});

test('the examples call the server with a token or the cookies of a session', () => {
  const examples = Object.fromEntries(
    operationsOf(createOpenApi('https://content.test', '1').paths).map(({ path, method, operation }) => [
      operation.operationId,
      curlExample(path, method, operation),
    ]),
  );
  expect(examples['items.get']).toBe('curl "$HOST/v1/editor/1/items/sword/1" \\\n  -H "Authorization: Bearer $TOKEN"');
  expect(examples['accounts.login']).toContain('-c cookies.txt');
  expect(examples['webhooks.delete']).toContain('-X DELETE');
  expect(examples['webhooks.delete']).toContain("-b cookies.txt \\\n  -H 'X-CSRF-Protection: 1'");
  expect(examples['items.search']).toContain('/search?q=sword"');
  expect(examples['registration.register']).not.toMatch(/Authorization|cookies/);
  expect(examples['tokenExchange.exchange']).toContain("--data-urlencode 'subject_token_type=");
  expect(examples['items.saveRecords']).toContain("-H 'Content-Type: application/jsonl' \\\n  --data-binary '{");
  // A quote would end the body of the line.
  for (const example of Object.values(examples)) expect(example.split("'").length % 2).toBe(1);
});
