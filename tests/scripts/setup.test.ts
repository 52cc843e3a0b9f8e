import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { pinnedVersion } from '../../scripts/processes.mjs';
import { fitsTools, lastLines } from '../../scripts/setup.mjs';
import { shows } from '../specification/shows.ts';

describe('the Node that installs', () => {
  test.each(['20.19.0', '20.20.2', '22.12.0', '23.0.0', '24.21.0', '26.1.0'])('%s is accepted', (version) => {
    expect(fitsTools(version)).toBe(true);
  });

  test.each(['18.20.8', '20.18.3', '21.7.3', '22.11.0'])('%s is too old', (version) => {
    expect(fitsTools(version)).toBe(false);
  });
});

test('the pinned Node is an exact version of 24, and matches the lock file', () => {
  shows('3.start.runtime.node', '3.start.runtime.pinned');
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  expect(pinnedVersion()).toMatch(/^24\.\d+\.\d+$/);
  expect(lock.packages['node_modules/node'].version).toBe(pinnedVersion());
});

test('the lock file has the binaries of every platform, or npm ci would reject it', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  const missing = Object.entries<{ optionalDependencies?: Record<string, string> }>(packages).flatMap(
    ([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter(
        (name) => !places(path).some((at) => `${at}node_modules/${name}` in packages),
      ),
  );
  expect(missing).toEqual([]);
});

test('the last output of npm is shown without its colours', () => {
  expect(lastLines('one\ntwo\n\u001b[31mthree\u001b[0m\n', 2)).toBe('  two\n  three');
});

/** Where Node resolves from in a package: next to its files, and in every parent folder. */
function places(path: string): string[] {
  const parts = path === '' ? [] : path.split('/');
  return ['', ...parts.map((_, index) => `${parts.slice(0, index + 1).join('/')}/`)];
}
