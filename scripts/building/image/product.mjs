// @ts-check
/** The layer of the product: what is built, and the packages that the build does not bundle. */
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../processes.mjs';
import { Sentence } from '../../terminal.mjs';
import { runtimePackages } from '../build-steps.mjs';

/** The folders of dist/ that the server serves or runs. */
const built = ['server', 'console', 'plugin', 'dev-host', 'command', 'bill-of-materials'];

/**
 * @param {string} layer the folder of the layer
 * @returns {string[]} the paths of native code here, which needs libraries of the system
 */
export function layOutProduct(layer) {
  const app = join(layer, 'app');
  const notMap = (/** @type {string} */ file) => !file.endsWith('.map');
  for (const folder of built) {
    const from = join(root, 'dist', folder);
    if (!existsSync(from)) throw new Sentence(`dist/${folder} is missing: npm run build makes it.`);
    cpSync(from, join(app, 'dist', folder), { recursive: true, filter: notMap });
  }
  for (const file of ['LICENSE', 'package.json']) cpSync(join(root, file), join(app, file));
  return packagesToShip().flatMap((name) => {
    const from = folderOf(name);
    cpSync(from, join(app, 'node_modules', name), { recursive: true, filter: notMap });
    return readdirSync(from)
      .filter((file) => file.endsWith('.node'))
      .map((file) => join(from, file));
  });
}

/** The packages that are not bundled, with those that they need here. */
function packagesToShip() {
  /** @type {Set<string>} */
  const found = new Set();
  const waiting = [...runtimePackages];
  for (let name = waiting.pop(); name; name = waiting.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    const { dependencies, optionalDependencies } = readManifest(name);
    waiting.push(...Object.keys(dependencies ?? {}));
    // Those of other platforms are not installed.
    waiting.push(...Object.keys(optionalDependencies ?? {}).filter((one) => existsSync(folderOf(one))));
  }
  return [...found].toSorted();
}

const folderOf = (/** @type {string} */ name) => join(root, 'node_modules', name);

/**
 * @param {string} name of a package
 * @returns {{ dependencies?: Record<string, string>, optionalDependencies?: Record<string, string> }}
 */
const readManifest = (name) => JSON.parse(readFileSync(join(folderOf(name), 'package.json'), 'utf8'));
