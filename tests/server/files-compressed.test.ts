import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  acceptedEncoding,
  compressFile,
  deleteCompressedFile,
  etagOf,
  isUnchanged,
} from '../../server/core/files/compressed-file.ts';
import type { Files } from '../../server/core/files/files.ts';
import { createFilesInFolder } from '../../server/core/files/files-in-folder.ts';

let folder: string;
let files: Files;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quartermaster-compressed-'));
  files = createFilesInFolder({ folder, publicUrl: '', sign: (text) => text, now: () => new Date() });
});
afterAll(() => rm(folder, { recursive: true }));

test('a file is stored in every encoding, and deleted in every one', async () => {
  const content = Buffer.from('[{"id":1}]'.repeat(50_000));
  await files.put('a.json', content);
  await compressFile(files, 'a.json');
  const [brotli, gzip] = await Promise.all(['a.json.br', 'a.json.gz'].map(async (key) => buffer(await files.get(key))));
  expect(brotliDecompressSync(brotli ?? '')).toEqual(content);
  expect(gunzipSync(gzip ?? '')).toEqual(content);
  await deleteCompressedFile(files, 'a.json');
  expect(await Promise.all(['a.json', 'a.json.br', 'a.json.gz'].map(files.exists))).toEqual([false, false, false]);
});

test('a missing file cannot be compressed', async () => {
  await expect(compressFile(files, 'none.json')).rejects.toMatchObject({ name: 'not_found' });
});

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip', 'gzip'],
  ['gzip, deflate, br', 'br'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['BR', 'br'],
  ['*', 'br'],
  ['*;q=0', 'identity'],
  ['br;q=0, *', 'gzip'],
  ['identity, zstd', 'identity'],
  ['gzip;q=nonsense', 'identity'],
])('for "%s" the server chooses %s', (header, encoding) => {
  expect(acceptedEncoding(header)).toBe(encoding);
});

test('content is the same in every encoding', () => {
  const sha = 'ab12';
  expect(etagOf(sha, 'identity')).toBe('"ab12"');
  expect(new Set([etagOf(sha, 'identity'), etagOf(sha, 'br'), etagOf(sha, 'gzip')]).size).toBe(3);
  for (const header of ['"ab12"', '"ab12-br"', '"x", "ab12-gzip"', 'W/"ab12"', '*'])
    expect(isUnchanged(header, sha)).toBe(true);
  for (const header of [undefined, '', 'ab12', '"ab1"', '"ab12-"', '"ab12-zip"'])
    expect(isUnchanged(header, sha)).toBe(false);
});
