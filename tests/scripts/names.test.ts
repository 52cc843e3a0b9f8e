import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';

const nameIn = (file: string) => (JSON.parse(readFileSync(file, 'utf8')) as { name: string }).name;

const sourcesWith = (text: string | RegExp, ...folders: string[]) =>
  globSync(
    folders.map((folder) => `${folder}/**/*.{ts,tsx}`),
    { exclude: ['**/node_modules/**'] },
  ).filter((file) => readFileSync(file, 'utf8').match(text));

test('the packages are named as the documents say', () => {
  shows('3.names.console-package', '3.names.contract-package', '3.names.server-package');
  expect(['package.json', 'server/package.json', 'contract/package.json'].map(nameIn)).toEqual([
    'quartermaster',
    '@quartermaster/server',
    '@quartermaster/contract',
  ]);
});

test('neither the console nor a module of the server hard-codes an address of the API', () => {
  shows('3.names.one-contract');
  // The console has its own page `/registration`.
  const written = /['"`](\/v1\/|\/(accounts|workspaces|projects|instances|editor|delivery|files)\b)/;
  expect(sourcesWith(written, 'contract')).not.toEqual([]);
  expect(sourcesWith(written, 'src', 'server/content', 'server/modules', 'server/demo', 'dev-host')).toEqual([]);
  expect(sourcesWith("'@quartermaster/contract/", 'src').length).toBeGreaterThan(50);
  expect(sourcesWith("'@quartermaster/contract/", 'server/modules').length).toBeGreaterThan(10);
});

test('the environment is read in one place, which declares every variable', () => {
  shows('3.start.env.declared-once');
  expect(sourcesWith('process.env', 'server', 'contract')).toEqual(['server/main.ts']);
  expect(readFileSync('server/main.ts', 'utf8').match(/process\.env\b.*/g)).toEqual(['process.env, distDir());']);
});
