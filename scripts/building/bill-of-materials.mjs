// @ts-check
/** Lists the packages that building and running need, with versions, hashes and licences, in the format CycloneDX. */
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { projectEnvironment, root } from '../processes.mjs';
import { lastLines } from '../setup.mjs';
import { Sentence } from '../terminal.mjs';

/** Not `--omit dev`, by which npm leaves out what tests need, too, such as React. */
const args = ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx', '--sbom-type', 'application'];

/** @param {string} file */
export async function writeBillOfMaterials(file) {
  const shell = process.platform === 'win32';
  const options = { cwd: root, env: projectEnvironment(), maxBuffer: 16 * 1024 * 1024, shell };
  const { stdout } = await promisify(execFile)('npm', args, options).catch(({ stderr, message }) => {
    throw new Sentence(`Listing the packages failed:\n${lastLines(stderr || message, 40)}`);
  });
  const bill = JSON.parse(stdout);
  const { packages } = readJson('package-lock.json');
  const needed = new Set(Object.entries(packages).flatMap(([path, one]) => (one.dev ? [] : [nameOf(path, one)])));
  bill.components = bill.components.filter((/** @type {Package} */ one) => needed.has(`${one.name}@${one.version}`));
  const refs = new Set(['bom-ref' in bill.metadata.component && bill.metadata.component['bom-ref']]);
  for (const component of bill.components) refs.add(component['bom-ref']);
  bill.dependencies = bill.dependencies
    .filter((/** @type {Dependency} */ { ref }) => refs.has(ref))
    .map((/** @type {Dependency} */ { ref, dependsOn }) => ({
      ref,
      dependsOn: dependsOn.filter((one) => refs.has(one)),
    }));
  const { name, version } = readJson('package.json');
  // npm takes the name of the folder.
  Object.assign(bill.metadata.component, { name, version });
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`);
}

/**
 * @typedef {{ name: string, version: string }} Package
 * @typedef {{ ref: string, dependsOn: string[] }} Dependency
 */

/** @param {string} file */
const readJson = (file) => JSON.parse(readFileSync(join(root, file), 'utf8'));

/**
 * @param {string} path in `package-lock.json`
 * @param {Partial<Package>} entry
 */
const nameOf = (path, { name = path.split('node_modules/').at(-1), version }) => `${name}@${version}`;
