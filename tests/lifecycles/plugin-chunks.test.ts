import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Chunk, type Chunks, chunksKey } from '../../src/chunks/chunk-registry.ts';
import { createPluginChunks } from '../../src/lifecycles/plugin-chunks.ts';
import { shows } from '../specification/shows.ts';
import { eventually } from '../support/eventually.ts';
import { watchScripts } from '../support/requested-scripts.ts';

const folder = 'https://console.test/plugin/chunks/';
const hashesFile = 'hashes.js';
const hashes = { early: `console.js sha384-console,${hashesFile} sha384-hashes`, others: hashesFile };

let scripts: () => HTMLScriptElement[];
const files = () => scripts().map(({ src }) => src.replace(folder, ''));

const pageChunks = () => (globalThis as typeof globalThis & { [chunksKey]?: Chunks })[chunksKey];

const chunk = (exports: Record<string, unknown>, imports: string[] = []): Chunk => [
  imports,
  (_require, target) => void Object.assign(target, exports),
];

/** What the browser does with the script that is waiting: it runs, with the chunk that it defines, or fails. */
async function answer(file: string, defined: Chunk | 'error'): Promise<HTMLScriptElement> {
  await eventually(() => expect(files()).toContain(file));
  const script = scripts().find(({ src }) => src === folder + file);
  if (!script) throw new Error(`${file} is not requested.`);
  if (defined !== 'error') pageChunks()?.set(file, defined);
  script.dispatchEvent(new Event(defined === 'error' ? 'error' : 'load'));
  return script;
}

const open = (externals: string[] = []) => {
  vi.stubGlobal('__QM_EXTERNALS__', externals);
  return createPluginChunks('https://console.test/plugin/quartermaster.js', hashes);
};

beforeEach(() => {
  Reflect.deleteProperty(globalThis, chunksKey);
  scripts = watchScripts(document);
});
afterEach(() => void vi.unstubAllGlobals());

test('a chunk is a script with its hash and the nonce, which is in the document only until it is requested', async () => {
  shows('4.host.files.chunk-tampered', '4.host.policy.nonce');
  const { load, setNonce } = open();
  setNonce('n1');
  setNonce(undefined);
  const loading = load('./chunks/dialog.js');
  const ofHashes = await answer(hashesFile, chunk({ 'dialog.js': 'sha384-abc' }));
  const { integrity, nonce, crossOrigin } = await answer('dialog.js', chunk({ title: 'Dialog' }));
  expect(ofHashes.integrity).toBe('sha384-hashes');
  expect({ integrity, nonce, crossOrigin }).toEqual({ integrity: 'sha384-abc', nonce: 'n1', crossOrigin: 'anonymous' });
  expect(await loading).toMatchObject({ title: 'Dialog' });
  expect(scripts()).toEqual([]);
  const other = load('./chunks/console.js');
  await eventually(() => expect(files()).toEqual(['console.js']));
  expect(document.querySelectorAll('script[src]')).toHaveLength(0);
  await answer('console.js', chunk({}));
  await other;
});

test('a chunk that fails is requested again by the next import, and so are the hashes', async () => {
  shows('4.host.files.back');
  const { load } = open();
  const failing = load('dialog.js').catch((error: unknown) => error);
  await answer(hashesFile, 'error');
  expect(String(await failing)).toContain(folder + hashesFile);
  const failingAgain = load('dialog.js').catch((error: unknown) => error);
  await answer(hashesFile, chunk({ 'dialog.js': 'sha384-abc' }));
  await answer('dialog.js', 'error');
  expect(String(await failingAgain)).toContain(`${folder}dialog.js`);
  expect(scripts()).toEqual([]);
  const loading = load('dialog.js');
  await answer('dialog.js', chunk({ title: 'Dialog' }));
  expect(await loading).toMatchObject({ title: 'Dialog' });
});

test('two plugins of a page evaluate chunks of their own, and load those of the same name once', async () => {
  const [first, second] = [open(), open()];
  const loading = first.load('console.js');
  await answer('console.js', chunk({}));
  expect(await loading).not.toBe(await second.load('console.js'));
  expect(scripts()).toEqual([]);
});

test('the modules of the host are those that its import map names', async () => {
  const { load } = open(['react']);
  const loading = load('console.js');
  await answer('console.js', [[], (require, exports) => Object.assign(exports, require('react'))]);
  const { useState } = await import('react');
  expect(await loading).toMatchObject({ useState, __esModule: true });
});

test.each([
  ['the page’s policy refuses the script', 'blocked'],
  ['Trusted Types allow no policy of this name', 'trusted-types'],
])('if %s, the chunks are imported as modules', async (_name, refusal) => {
  shows('4.host.policy.modules');
  vi.resetModules();
  const { createPluginChunks: createAgain } = await import('../../src/lifecycles/plugin-chunks.ts');
  vi.stubGlobal('__QM_EXTERNALS__', []);
  const createPolicy = vi.fn(() => {
    throw new TypeError('Policy "quartermaster" disallowed.');
  });
  if (refusal === 'trusted-types') vi.stubGlobal('trustedTypes', { createPolicy });
  const { load } = createAgain('http://localhost:1/plugin/quartermaster.js', hashes);
  const url = 'http://localhost:1/plugin/chunks/console.js';
  const imported = load('console.js').catch((error: unknown) => error);
  if (refusal === 'blocked') {
    await eventually(() => expect(scripts()).toHaveLength(1));
    document.dispatchEvent(Object.assign(new Event('securitypolicyviolation'), { blockedURI: url }));
    scripts()[0]?.dispatchEvent(new Event('error'));
  }
  // Node's own import, which has no network.
  expect(await imported).toHaveProperty('code', 'ERR_UNSUPPORTED_ESM_URL_SCHEME');
  expect(scripts()).toEqual([]);
  expect(createPolicy).toHaveBeenCalledTimes(refusal === 'trusted-types' ? 1 : 0);
});

test('files on disk, as in tests of portals, are imported as modules', async () => {
  vi.stubGlobal('__QM_EXTERNALS__', []);
  const { load } = createPluginChunks(import.meta.url, hashes);
  await expect(load('missing.js')).rejects.not.toHaveProperty('name', 'ScriptError');
  expect(scripts()).toEqual([]);
});
