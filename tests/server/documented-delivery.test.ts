import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import zlib from 'node:zlib';
import { gameTypes } from '@quartermaster/contract/endpoints/game-types.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { webhooks } from '@quartermaster/contract/endpoints/webhooks.ts';
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../scripts/free-port.mjs';
import { root } from '../../scripts/processes.mjs';
import { shows } from '../specification/shows.ts';
import { deliveryOf, makeBuild } from '../support/builds.ts';
import { clickSword } from '../support/clicked-sword.ts';
import { errorsOf } from '../support/compile-typescript.ts';
import { hasProgram } from '../support/compilers.ts';
import { eventually } from '../support/eventually.ts';
import { examplesIn, like } from '../support/examples.ts';
import { openBuilds, publicKeysOf } from '../support/game-clients.ts';
import { importFile, jsonLines } from '../support/import-file.ts';
import { startReader } from '../support/reader.ts';
import { field, inOrder, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startCheck } from '../support/save-checks.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { allowPrivate, webhooksOf } from '../support/webhooks.ts';

const owner = { as: 'owner' } as const;

let server: TestServer;
let reader: Awaited<ReturnType<typeof startReader>>;
beforeEach(async () => {
  server = await startTestServer();
  await clickSword(server);
  reader = await startReader(server);
});

/** An example as the reader of the document fills it in: with the token and the instance. */
const filledIn = (text: string) =>
  text.replace('INSTANCE=7 TOKEN=...', `INSTANCE=${server.studio.dev} TOKEN=${reader.token}`);

const typesOf = async (language: 'typescript' | 'csharp' | 'cpp') => {
  const { body } = await server.send(gameTypes.get, { params: { instanceId: server.studio.dev, language } }, owner);
  return String(body);
};

describe('the examples of delivery', () => {
  const examples = examplesIn('docs/delivery-api.md');
  afterAll(() => expect(examples.left()).toEqual([]));

  test('read the files of the last export, those of a channel, and their types', async () => {
    await makeBuild(server);
    const start = filledIn(examples.take('sh', 'export QM'));
    const { output, code } = await reader.shell(start);
    expect(code).toBe(0);
    const { images, ...shown } = JSON.parse(examples.take('json', 'report_id'));
    expect(JSON.parse(output)).toEqual({ ...(like(shown, expect) as object), images: [] });
    const [variables = ''] = start.split('\n');
    expect(JSON.parse(readFileSync(join(reader.folder, 'sword.json'), 'utf8'))).toMatchObject([
      { id: 1, sku: 'rusty', price: 5 },
      { id: 2, sku: 'keen', price: 7, parent: 1 },
    ]);

    await openBuilds(server);
    const channel = await reader.shell(`${variables}\n${examples.take('sh', 'channels/live/manifest.json?')}`);
    const signed = JSON.parse(channel.output);
    expect(signed).toEqual(like(JSON.parse(examples.take('json', 'signatures')), expect));

    const download = examples.take('sh', 'jq -r');
    const text = await typesOf('typescript');
    if (hasProgram('jq')) {
      expect(await reader.shell(`${variables}\n${download}`)).toMatchObject({ code: 0 });
      expect(readFileSync(join(reader.folder, 'quartermaster.ts'), 'utf8')).toContain('export interface Sword {');
    }
    const reading = `declare const address: string;\ndeclare const fetch: (url: string) => Promise<{ json(): Promise<any> }>;\n`;
    const program = `${reading}${examples.take('ts', 'import type')}export const [{ sku, price }] = [swords[0]!];\n`;
    expect(errorsOf({ 'quartermaster.ts': text, 'game.ts': program })).toEqual([]);
  });

  test('read a build with the client for TypeScript, and the next one by its delta', async () => {
    const swords = Array.from({ length: 300 }, (_, index) => ({ sku: `sword_${index}`, _label: `Sword ${index}` }));
    await importFile(server, jsonLines(swords));
    await makeBuild(server);
    await openBuilds(server);
    const [key = ''] = await publicKeysOf(server);
    reader.write('quartermaster-client.ts', readFileSync(join(root, 'clients/quartermaster-client.ts'), 'utf8'));
    const client = examples.take('ts', 'createQuartermasterClient');
    expect(client).toContain("'9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b='");
    const storage = `const cache = new Map();
const storage = { get: async (key) => cache.get(key), put: async (key, bytes) => void cache.set(key, bytes),
  delete: async (key) => void cache.delete(key), keys: async () => [...cache.keys()] };
`;
    const own = client
      .replace('9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b=', key)
      .replace('instance: 7', `instance: ${server.studio.dev}`);
    reader.write('game.mjs', `${storage}${reader.own(own)}console.log(swords.length, swords[1].sku);\n`);
    expect(await reader.shell(`'${process.execPath}' game.mjs`)).toMatchObject({ output: '302 keen\n', problem: '' });

    const delivery = await deliveryOf(server);
    const before = await delivery.manifest('channels/live/manifest.json');
    const old = (await delivery.content(hashOf(before))).rawPayload;
    await importFile(server, jsonLines([{ sku: 'keen', price: 8 }]));
    await makeBuild(server);
    const after = await delivery.manifest('channels/live/manifest.json');
    const file = after.files.find(({ path }) => path === 'sword.json');
    expect(file).toEqual(like(JSON.parse(examples.take('json', 'deltas')), expect));
    const delta = (await delivery.content(file?.deltas?.[0]?.sha256 ?? '')).rawPayload;
    const current = (await delivery.content(file?.sha256 ?? '')).rawPayload;
    const line = examples.take('ts', 'zstdDecompressSync');
    expect(current.equals(new Function('zlib', 'delta', 'old', `${line}\nreturn next;`)(zlib, delta, old))).toBe(true);
    const unpack = examples.take('sh', 'zstd -d');
    if (hasProgram('zstd')) {
      reader.write('old.json', old);
      reader.write('delta.zst', delta);
      expect(await reader.shell(unpack)).toMatchObject({ code: 0 });
      expect(readFileSync(join(reader.folder, 'sword.json')).equals(current)).toBe(true);
    }
  });

  test('in C# and C++ name what the types have', async () => {
    const types = await typesOf('csharp');
    const read = examples.take('cs', 'using Quartermaster;');
    expect(read).toMatch(/List<Sword> .*\.Rarity == SwordRarity\.Legendary/s);
    for (const name of ['namespace Quartermaster', 'class Sword\n', ' Rarity ', 'class SwordRarity\n', ' Legendary '])
      expect(types).toContain(name);
    // No compiler of C# that this project can install knows BouncyCastle or Unity.
    expect(examples.take('cs', 'QuartermasterClient')).toContain('List<Sword>');
    const cpp = examples.take('cpp');
    const header = await typesOf('cpp');
    for (const name of ['visit', 'shape_key', 'shape']) expect(cpp).toContain(name);
    expect(header).toContain('visit');
  });
});

const hashOf = ({ files }: { files: { path: string; sha256: string }[] }) =>
  files.find(({ path }) => path === 'sword.json')?.sha256 ?? '';

test('the first steps end at the file that they show', async () => {
  const examples = examplesIn('docs/quick-start.md');
  const steps = inOrder([
    field('text', 'text', { name: 'key', required: true, unique: true }),
    field('text_2', 'text', { name: 'title' }),
    field('choice', 'choice', {
      name: 'rarity',
      options: ['Common', 'Rare', 'Epic'].map((label) => ({ id: label.toLowerCase(), label })),
    }),
    field('integer', 'integer', {
      name: 'damage_min',
      rules: [{ name: 'Range', condition: 'damage_min <= damage_max', message: 'must not be above Damage max' }],
    }),
    field('integer_2', 'integer', { name: 'damage_max' }),
  ]);
  // Without the items of the other examples.
  server = await startTestServer();
  reader = await startReader(server);
  await saveTemplate(server, 'sword', steps);
  const [shown, read] = [JSON.parse(examples.take('')), examples.take('')];
  const records = shown.map(({ id: _, ...values }: { id: number; title: string }) => ({
    ...values,
    _label: values.title,
  }));
  expect(await importFile(server, jsonLines(records))).toMatchObject({ status: 200 });
  await makeBuild(server);
  const { output } = await reader.shell(`TOKEN=${reader.token}\n${read}`);
  expect(JSON.parse(output)).toEqual(shown);
  expect(examples.left()).toEqual([]);
});

test('the receiver of webhooks verifies a message, and the message is as shown', async () => {
  const examples = examplesIn('docs/webhooks.md');
  const shown = JSON.parse(examples.take('json'));
  const of = webhooksOf(server, server.studio.prod);
  allowPrivate(server.app.deps);
  const port = await freePort();
  const { id, secret } = await of.create(`http://127.0.0.1:${port}/`);
  const printed = await startReceiving(examples.take('js'), { port, secret });
  await of.emit(41);
  await of.run();
  const [delivery] = await of.deliveries(id);
  expect(delivery).toMatchObject({ state: 'delivered' });
  const { body } = await of.delivery(id, delivery?.id ?? 0);
  expect(JSON.parse(body)).toEqual(like(shown, expect));
  await eventually(() => expect(printed()).toContain('export.completed'));
});

test('the receiver that is asked before saves refuses items, and message and answer are as shown', async () => {
  shows('5.check.signed', '5.check.places');
  const examples = examplesIn('docs/webhooks.md');
  const [, message, answer] = ['json', 'json', 'json'].map((language) => JSON.parse(examples.take(language)));
  const [, receiver = ''] = ['js', 'js'].map((language) => examples.take(language));
  const fields = inOrder([
    field('price', 'integer'),
    field('stats', 'group'),
    field('damage', 'integer', { parentId: 'stats' }),
    field('drops', 'dynamic-group'),
    field('item', 'item-link', { parentId: 'drops', templateId: 'sword' }),
    field('count', 'integer', { parentId: 'drops' }),
  ]);
  server = await startTestServer();
  allowPrivate(server.app.deps);
  await saveTemplate(server, 'sword', fields);
  const { id } = await saveOne(server, saveBody('sword', fields, { price: 2 }));
  const params = { instanceId: server.studio.dev };
  const trySave = async (price: number, version: number) => {
    const values = { price, damage: 31, drops: [{ item: id, count: 2 }] };
    const body = saveBody('sword', fields, values, { id, version, before: { price: 2 }, label: 'Excalibur' });
    const saved = await server.send(items.save, { params, body }, { as: 'owner' });
    return [saved.status, (saved.body as { fields?: object }).fields];
  };
  // Another webhook sees the messages and gives the answer that are shown.
  const other = await startCheck(server);
  other.receiver.answer = (response) => response.end(JSON.stringify(answer));
  expect(await trySave(700, 1)).toEqual([422, { 'fields.count.0': 'must be odd' }]);
  const { body } = other.receiver.received.at(-1) ?? expect.fail('It was asked.');
  expect(JSON.parse(body)).toEqual(like(message, expect));
  other.refuse();
  const port = await freePort();
  const asked = { url: `http://127.0.0.1:${port}/`, events: [], before_saves: 'closed' as const };
  const { secret } = await server.call(webhooks.create, { params, body: asked }, { as: 'owner' });
  await startReceiving(receiver, { port, secret });
  expect(await trySave(701, 1)).toEqual([422, { 'fields.price': 'must be even' }]);
  expect(await trySave(700, 1)).toEqual([200, undefined]);
  // tests/server/comments-webhook.test.ts runs it.
  examples.take('js', 'slackBody');
  expect(examples.left()).toEqual([]);
});

/** Runs a receiver until the end of the test; returns what it has printed. */
async function startReceiving(receiver: string, { port, secret }: { port: number; secret: string }) {
  expect(receiver).toContain('.listen(8080)');
  reader.write('receiver.mjs', receiver.replace('8080', String(port)));
  const child = spawn(process.execPath, ['receiver.mjs'], {
    cwd: reader.folder,
    env: { ...process.env, WEBHOOK_SECRET: secret },
  });
  onTestFinished(() => void child.kill());
  let printed = '';
  child.stdout.on('data', (chunk) => {
    printed += chunk;
  });
  await eventually(() => fetch(`http://127.0.0.1:${port}/`, { method: 'POST' }));
  return () => printed;
}
