import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ExtensionManifest } from '@quartermaster/contract/shapes/extensions.ts';
import { expect, test } from 'vitest';
import { declarationsOf } from '../../build/host-types.ts';
import { compileShape } from '../../server/core/http/validation.ts';
import { examplesIn } from '../support/examples.ts';
import { integrityOf } from '../support/published-extension.ts';

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'extensions');
const read = (...path: string[]) => readFileSync(join(...path), 'utf8');

const examples = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'starter')
  .map(({ name }) => name);

test.each(examples)('the manifest of %s is valid and names its script as it is now', async (name) => {
  const manifest = JSON.parse(read(folder, name, 'manifest.json'));
  expect((await compileShape(ExtensionManifest)).errorsOf(manifest)).toEqual([]);
  const needed = 'Run: node extensions/starter/write-manifest.mjs extensions/';
  expect(manifest.integrity, `${needed}${name}`).toBe(integrityOf(read(folder, name, manifest.script)));
});

test('the starter has the types of the interface as it is now, and a manifest that its build completes', async () => {
  const file = join(root, 'contract/extensions/extension-api.ts');
  expect(read(folder, 'starter/src/extension-api.generated.d.ts')).toBe(await declarationsOf(read(file), file));
  const manifest = JSON.parse(read(folder, 'starter/public/manifest.json'));
  const complete = { ...manifest, integrity: integrityOf('') };
  expect((await compileShape(ExtensionManifest)).errorsOf(complete)).toEqual([]);
});

test('the starter compiles, and sets the variables of the frame', () => {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', join(folder, 'starter')], { encoding: 'utf8' });
  expect(stdout).toBe('');
  const variablesOf = (...path: string[]) => new Set(read(folder, ...path).match(/--qm-\w+/g));
  expect(variablesOf('starter/src/console-double.ts')).toEqual(variablesOf('frame.js'));
});

test('the examples of the document are valid manifests, scripts that run in a browser, and commands of the starter', async () => {
  const examples = examplesIn('docs/extensions.md');
  for (const name of ['acme-range', 'acme-prices']) {
    const manifest = JSON.parse(examples.take('json', name));
    expect((await compileShape(ExtensionManifest)).errorsOf({ ...manifest, integrity: integrityOf('') })).toEqual([]);
  }
  const { scripts } = JSON.parse(read(folder, 'starter/package.json'));
  const commands = [...examples.take('bash').matchAll(/^npm (?:run )?(\w+)/gm)].map(([, command]) => command);
  expect(commands.filter((command) => command !== 'install' && !((command ?? '') in scripts))).toEqual([]);
  // They run in e2e/extensions/documented.spec.ts.
  examples.take('js');
  examples.take('js');
  examples.take('html');
  expect(examples.left()).toEqual([]);
});
