// @ts-check
/**
 * `npm run pack`: writes the npm package of the plugin into dist/, or into the given folder. Runs on the project's Node, after the build.
 */
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { collect, root } from '../processes.mjs';
import { lastLines } from '../setup.mjs';
import { Sentence, say } from '../terminal.mjs';

const [target = 'dist'] = process.argv.slice(2);
try {
  say(`Packed ${relative(process.cwd(), await pack(resolve(target)))}.`);
} catch (error) {
  if (!(error instanceof Sentence)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

/**
 * @param {string} folder
 * @returns {Promise<string>} the path of the package
 */
async function pack(folder) {
  const contents = mkdtempSync(join(tmpdir(), 'quartermaster-package-'));
  try {
    return await packInto(folder, contents);
  } finally {
    rmSync(contents, { recursive: true, force: true });
  }
}

/**
 * @param {string} folder
 * @param {string} contents an empty folder for what is packed
 */
async function packInto(folder, contents) {
  for (const variant of ['', 'shared']) copyModule(join(root, 'dist', 'plugin', variant), join(contents, variant));
  for (const file of ['package/README.md', 'LICENSE']) copyFileSync(join(root, file), join(contents, basename(file)));
  const { version } = readJson('package.json');
  const { name, ...rest } = readJson('package/package.json');
  copyFileSync(join(root, 'dist/command/main.js'), join(contents, rest.bin.quartermaster));
  mkdirSync(join(contents, 'extensions'));
  copyFileSync(join(root, 'extensions/frame.js'), join(contents, 'extensions/frame.js'));
  mkdirSync(join(contents, 'testing'));
  for (const file of ['main.js', 'main.d.ts'])
    copyFileSync(join(root, 'dist/testing', file), join(contents, 'testing', file));
  mkdirSync(join(contents, 'components'));
  for (const file of readdirSync(join(root, 'package/components'))) {
    const text = readFileSync(join(root, 'package/components', file), 'utf8');
    // The sources of the module's own types.
    const packed = text.replaceAll('../../src/app/context/host-api.ts', '../quartermaster.js');
    writeFileSync(join(contents, 'components', file), packed);
  }
  writeFileSync(join(contents, 'package.json'), `${JSON.stringify({ name, version, ...rest }, null, 2)}\n`);
  mkdirSync(folder, { recursive: true });
  const { code, output } = await collect('npm', ['pack', contents, '--pack-destination', folder, '--ignore-scripts']);
  if (code !== 0) throw new Sentence(`npm could not pack the plugin:\n${lastLines(output)}`);
  return join(folder, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`);
}

/**
 * Copies a module's manifest and the files listed in it, without the server's compressed variants.
 * @param {string} from
 * @param {string} to
 */
function copyModule(from, to) {
  const manifest = JSON.parse(readFileSync(join(from, 'embed-manifest.json'), 'utf8'));
  for (const file of ['embed-manifest.json', manifest.types, ...Object.keys(manifest.integrity)]) {
    mkdirSync(dirname(join(to, file)), { recursive: true });
    copyFileSync(join(from, file), join(to, file));
  }
}

/** @param {string} file */
function readJson(file) {
  return JSON.parse(readFileSync(join(root, file), 'utf8'));
}
