import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';

const run = readFileSync('attack/run.ts', 'utf8');
const files = globSync('attack/*.ts')
  .map((file) => basename(file, '.ts'))
  .filter((name) => name !== 'run');

test('npm run attack knows every attack, and the document describes each', () => {
  const document = readFileSync('docs/attacks.md', 'utf8');
  expect(files.length).toBeGreaterThan(5);
  expect(files.filter((name) => !run.includes(`from './${name}.ts'`))).toEqual([]);
  expect(files.filter((name) => !document.includes(`| \`${name}\` |`))).toEqual([]);
});

test('an unknown attack is rejected with the names of the existing ones', () => {
  const refused = () => execFileSync(process.execPath, ['attack/run.ts', 'unheard-of'], { stdio: 'pipe' });
  expect(refused).toThrow(`Unknown attack unheard-of; the attacks are ${files.toSorted().join(', ')}.`);
});
