import { existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockFolder } from '../../server/core/database/folder-lock.ts';
import { cleanUp, temporaryFolder } from '../support/server-process.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = temporaryFolder();
  file = join(folder, 'lock');
});
afterEach(cleanUp);

const lock = () => lockFolder(join(folder, 'db'));

test('a lock that another server has made and not yet written into holds the folder', () => {
  writeFileSync(file, '');
  expect(lock).toThrow(`The data folder ${folder} is in use by another Quartermaster server (one that is starting).`);
  expect(readFileSync(file, 'utf8')).toBe('');
});

test('a lock that a crash has left empty is taken over', () => {
  writeFileSync(file, '');
  const before = new Date(Date.now() - 60_000);
  utimesSync(file, before, before);
  const { release } = lock();
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ pid: process.pid });
  release();
  expect(existsSync(file)).toBe(false);
});

test('a lock of a process that is gone is taken over, however new it is', () => {
  writeFileSync(file, JSON.stringify({ pid: 2 ** 30, since: null }));
  lock().release();
  expect(existsSync(file)).toBe(false);
});
