import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { identifyRelease, readRelease } from '../../scripts/building/release.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'release-'));
  write('package.json', '{ "version": "1.2.3" }');
  write('src/a.ts', 'one');
  write('docs/a.md', 'one');
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (name: string, text: string) => {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
};

const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.example', ...args], {
    cwd: folder,
    encoding: 'utf8',
  });

/** Commits everything, and returns the commit. */
const commit = () => {
  git('add', '.');
  git('commit', '--quiet', '--message', 'a change');
  return git('rev-parse', 'HEAD').trim();
};

const release = (env: Record<string, string> = {}, at = folder) => readRelease(['src'], at, env);
const idNow = () => identifyRelease(['src'], folder, {}).id;

test('has the version, and the last commit that changed the sources', () => {
  git('init', '--quiet');
  const first = commit();
  expect(release()).toEqual({ version: '1.2.3', commit: first });
  write('docs/a.md', 'two');
  commit();
  expect(release()).toEqual({ version: '1.2.3', commit: first });
  write('src/a.ts', 'two');
  const second = commit();
  expect(release().commit).toBe(second);
});

test.each([
  ['changed', 'src/a.ts'],
  ['added', 'src/b.ts'],
])('has no commit while a source is %s but not committed', (_, name) => {
  git('init', '--quiet');
  const made = commit();
  write('docs/a.md', 'two');
  expect(release().commit).toBe(made);
  write(name, 'two');
  expect(release().commit).toBeNull();
});

test('has no commit without a repository, nor in a folder of another one', () => {
  expect(release()).toEqual({ version: '1.2.3', commit: null });
  git('init', '--quiet');
  commit();
  write('unpacked/package.json', '{ "version": "1.2.3" }');
  write('unpacked/src/a.ts', 'one');
  commit();
  expect(release({}, join(folder, 'unpacked'))).toEqual({ version: '1.2.3', commit: null });
});

test('has the commit that the environment names', () => {
  expect(release({ RELEASE_COMMIT: 'abcdef0' }).commit).toBe('abcdef0');
  expect(release({ RELEASE_COMMIT: '' }).commit).toBeNull();
  expect(() => release({ RELEASE_COMMIT: 'main' })).toThrow("must be a commit's hash");
});

test('has an id that changes with the sources, and with nothing else', () => {
  const before = idNow();
  expect(before).toMatch(/^1\.2\.3-[0-9a-f]{12}$/);
  write('docs/a.md', 'two');
  expect(idNow()).toBe(before);
  write('src/a.ts', 'two');
  expect(idNow()).not.toBe(before);
  write('src/a.ts', 'one');
  expect(idNow()).toBe(before);
});
