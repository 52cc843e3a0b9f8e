import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../scripts/processes.mjs';
import { shows } from '../specification/shows.ts';

interface Component {
  name: string;
  version: string;
  licenses?: ({ license: { id?: string; name?: string } } | { expression: string })[];
  hashes?: unknown[];
}

const readJson = (...path: string[]) => JSON.parse(readFileSync(join(root, ...path), 'utf8'));
const bill = readJson('dist', 'bill-of-materials', 'quartermaster.cdx.json');
const components: Component[] = bill.components;
const { name, version, dependencies, devDependencies } = readJson('package.json');
const allowed = [
  'MIT',
  'MIT-0',
  'ISC',
  'Apache-2.0',
  'BSD-3-Clause',
  '0BSD',
  'Unlicense',
  'BlueOak-1.0.0',
  '(MIT OR CC0-1.0)',
];
/** Compiles styles in the build, and is not shipped: MPL-2.0. */
const isOfTheBuild = (component: Component) => component.name.startsWith('lightningcss');

test('the bill of materials names each package that building and running need, and none of the tests', () => {
  shows('5.running.bill');
  expect(bill).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name, version } } });
  const listed = new Set(components.map((one) => `${one.name}@${one.version}`));
  const named = Object.entries(dependencies as Record<string, string>).filter(([, range]) => !range.startsWith('npm:'));
  expect(named.filter((entry) => !listed.has(entry.join('@')))).toEqual([]);
  for (const tool of ['vitest', '@playwright/test']) {
    expect(devDependencies).toHaveProperty([tool]);
    expect(components.map((one) => one.name)).not.toContain(tool);
  }
});

test('each package in it has a hash and a licence that may be shipped', () => {
  const licenceOf = ({ licenses = [] }: Component) =>
    licenses.map((one) => ('expression' in one ? one.expression : (one.license.id ?? one.license.name))).join(' and ');
  const others = components.filter(
    (one) => !isOfTheBuild(one) && (!allowed.includes(licenceOf(one)) || !one.hashes?.length),
  );
  expect(others.map((one) => [one.name, licenceOf(one)])).toEqual([]);
  expect(components.length).toBeGreaterThan(100);
});
