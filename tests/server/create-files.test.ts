import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readEnvironment } from '../../server/core/environment/environment.ts';
import { createSecrets } from '../../server/core/environment/secrets.ts';
import { createFiles } from '../../server/core/files/create-files.ts';
import { endlessSpace } from '../../server/core/free-space.ts';
import { cleanUp, temporaryFolder } from '../support/server-process.ts';

afterAll(cleanUp);

const open = (variables: Record<string, string>) =>
  createFiles({
    config: readEnvironment(variables),
    secrets: createSecrets('only for tests, only for tests, only for tests'),
    clock: { now: () => new Date() },
    freeSpace: endlessSpace,
  });

test('without a bucket files lie in the data folder', async () => {
  const folder = temporaryFolder();
  const files = open({ DATA_DIR: folder });
  await files.put('exports/1/hero.json', Buffer.from('[]'));
  expect(existsSync(join(folder, 'files', 'exports', '1', 'hero.json'))).toBe(true);
});

test('where a bucket is named files are in it, and not in the data folder', async () => {
  const folder = temporaryFolder();
  const files = open({
    DATA_DIR: folder,
    S3_BUCKET: 'content',
    S3_ENDPOINT: 'https://storage.example',
    S3_FORCE_PATH_STYLE: '1',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
  });
  const url = new URL(await files.url('exports/1/hero.json', 'hero.json', 60));
  expect(url.origin + url.pathname).toBe('https://storage.example/content/exports/1/hero.json');
  expect(url.searchParams.get('X-Amz-Credential')).toMatch(/^key\//);
  expect(existsSync(join(folder, 'files'))).toBe(false);
});
