// @ts-check
/** Installs the packages in the lock file, including the pinned Node. Runs on the machine's own Node. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { hashOf } from './building/stamp.mjs';
import { collect, outerPath, pinnedNode, pinnedVersion, root } from './processes.mjs';
import { progress, Sentence, say, seconds } from './terminal.mjs';

const stampFile = join(root, 'node_modules', '.cache', 'quartermaster', 'installed');
const oldestNpm = 8;
const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];

/** What packages are installed for: building and running, or tests, checks and benchmarks, too, which are the devDependencies. */
/** @typedef {'run' | 'test'} Purpose */

/** @param {Purpose} purpose */
export async function setUp(purpose) {
  const lock = hashOf(readFileSync(join(root, 'package-lock.json')));
  const installed = existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : '';
  // An install for tests has everything.
  if (installed !== `${lock} test` && installed !== `${lock} ${purpose}`) {
    // It is a development dependency, and is fetched beside the packages.
    const fetching = purpose === 'run' && needsNode() ? fetchNode() : undefined;
    try {
      if (!holdsLockedPackages(purpose)) await install(purpose, installed === `${lock} run`);
    } finally {
      (await fetching)?.take();
    }
    mkdirSync(dirname(stampFile), { recursive: true });
    writeFileSync(stampFile, `${lock} ${purpose}`);
  }
  // An install that skips package scripts has it without its binary.
  if (needsNode()) (await fetchNode()).take();
}

/** @returns {Record<string, { version?: string, dev?: boolean, optional?: boolean, link?: boolean }>} */
function packagesOf(/** @type {string} */ file) {
  return JSON.parse(readFileSync(join(root, file), 'utf8')).packages ?? {};
}

/**
 * True if a manual install is already up to date, according to npm's list of installed packages.
 * @param {Purpose} purpose
 */
function holdsLockedPackages(purpose) {
  if (!existsSync(join(root, 'node_modules', '.package-lock.json'))) return false;
  const present = packagesOf('node_modules/.package-lock.json');
  return lockedPackages(purpose).every(([path, { version }]) => present[path] && present[path]?.version === version);
}

/** @param {Purpose} purpose */
function lockedPackages(purpose) {
  return Object.entries(packagesOf('package-lock.json')).filter(
    ([path, { dev, optional, link }]) =>
      path.includes('node_modules/') && !optional && !link && !(dev && purpose === 'run'),
  );
}

/**
 * @param {Purpose} purpose
 * @param {boolean} isRunning whether what running needs is installed already
 */
async function install(purpose, isRunning) {
  await checkNpm();
  const node = fitsTools(process.versions.node) ? undefined : await borrowNode();
  const since = Date.now();
  const paths = lockedPackages(purpose).map(([path]) => join(root, path, 'package.json'));
  // `npm ci` would delete the packages that are already there.
  const command = isRunning ? 'install' : 'ci';
  say(`Installing ${paths.length} packages (npm ${command}) ...`);
  const stop = progress(
    () => `${paths.filter((path) => existsSync(path)).length} of ${paths.length} packages, ${seconds(since)}`,
  );
  const options = [purpose === 'run' ? '--omit=dev' : '--include=dev', ...quiet];
  let result = await npm([command, ...(isRunning ? ['--no-save'] : []), ...options], node?.folder);
  if (result.code !== 0 && /package\.json and package-lock\.json.*(not in sync|are in sync)/is.test(result.output)) {
    say('package-lock.json does not match package.json: installing with npm install, which fixes it ...');
    result = await npm(['install', ...options], node?.folder);
  }
  stop();
  node?.giveBack();
  if (result.code !== 0) {
    throw new Sentence(`The packages could not be installed. npm's last lines:\n${lastLines(result.output)}`);
  }
  say(`Installed ${paths.length} packages in ${seconds(since)}.`);
}

/**
 * The minimum version that most tools require. On an older Node, npm silently omits their platform-specific binaries.
 * @param {string} version
 */
export function fitsTools(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19);
}

/** The pinned Node in a temporary folder, for npm to run on until the project has its own. */
async function borrowNode() {
  say(`Fetching Node ${pinnedVersion()}, as this machine's ${process.versions.node} is too old for the tools ...`);
  const { place } = await installNode(tmpdir());
  return {
    folder: join(place, 'node_modules', 'node', 'bin'),
    giveBack: () => rmSync(place, { recursive: true, force: true }),
  };
}

/** @param {string} above the folder of the new one */
async function installNode(above) {
  mkdirSync(above, { recursive: true });
  const place = mkdtempSync(join(above, 'quartermaster-node-'));
  const node = `node@${pinnedVersion()}`;
  const { output } = await npm(['install', node, '--prefix', place, '--no-save', '--ignore-scripts=false', ...quiet]);
  return { place, output };
}

const needsNode = () => !existsSync(pinnedNode) && process.versions.node !== pinnedVersion();

/** Fetches the pinned Node; `take` makes it the project's, unless npm has installed it meanwhile. */
async function fetchNode() {
  say(`Fetching Node ${pinnedVersion()} ...`);
  // Not in `node_modules`, which `npm ci` deletes.
  const { place, output } = await installNode(join(root, 'dist'));
  return {
    take: () => {
      const fetched = join(place, 'node_modules', 'node');
      const own = join(root, 'node_modules', 'node');
      if (needsNode() && existsSync(join(fetched, 'bin'))) {
        rmSync(own, { recursive: true, force: true });
        mkdirSync(dirname(own), { recursive: true });
        renameSync(fetched, own);
        // The headers and documents of Node, and another link to its binary.
        rmSync(join(own, 'node_modules'), { recursive: true, force: true });
      }
      rmSync(place, { recursive: true, force: true });
      if (!needsNode()) return;
      const lines = lastLines(output);
      throw new Sentence(`Node ${pinnedVersion()} could not be fetched for the project. npm's last lines:\n${lines}`);
    },
  };
}

async function checkNpm() {
  const { code, output } = await npm(['--version']);
  const version = /^\d+\.\d+\.\d+/m.exec(output)?.[0];
  if (code !== 0 || !version) throw new Sentence('npm was not found. It comes with Node: https://nodejs.org/.');
  if (Number(version.split('.')[0]) < oldestNpm) {
    throw new Sentence(`npm ${oldestNpm} or newer is needed, and this is npm ${version}: npm install --global npm`);
  }
}

/**
 * @param {string[]} args
 * @param {string} [node] the folder of the Node to run npm on, by default the machine's
 */
function npm(args, node) {
  const path = node ? `${node}${delimiter}${outerPath()}` : outerPath();
  return collect('npm', args, { env: { ...process.env, PATH: path } });
}

/** @param {string} output */
export function lastLines(output, count = 15) {
  return stripVTControlCharacters(output)
    .trimEnd()
    .split('\n')
    .slice(-count)
    .map((line) => `  ${line}`)
    .join('\n');
}
