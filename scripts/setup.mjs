// @ts-check
/** Installs the packages in the lock file, including the pinned Node. Runs on the machine's own Node. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { hashOf } from './building/stamp.mjs';
import { collect, outerPath, pinnedNode, pinnedVersion, root } from './processes.mjs';
import { progress, Sentence, say, seconds } from './terminal.mjs';

const stampFile = join(root, 'node_modules', '.cache', 'quartermaster', 'installed');
const oldestNpm = 8;
const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];

export async function setUp() {
  const lock = hashOf(readFileSync(join(root, 'package-lock.json')));
  if (installedLock() !== lock) {
    if (!holdsLockedPackages()) await install();
    mkdirSync(dirname(stampFile), { recursive: true });
    writeFileSync(stampFile, lock);
  }
  if (!existsSync(pinnedNode)) await fetchNode();
}

function installedLock() {
  return existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : undefined;
}

/** @returns {Record<string, { version?: string, optional?: boolean, peer?: boolean, link?: boolean }>} */
function packagesOf(/** @type {string} */ file) {
  return JSON.parse(readFileSync(join(root, file), 'utf8')).packages ?? {};
}

/** True if a manual install is already up to date, according to npm's list of installed packages. */
function holdsLockedPackages() {
  if (!existsSync(join(root, 'node_modules', '.package-lock.json'))) return false;
  const present = packagesOf('node_modules/.package-lock.json');
  return lockedPackages().every(([path, { version }]) => present[path] && present[path]?.version === version);
}

function lockedPackages() {
  return Object.entries(packagesOf('package-lock.json')).filter(
    ([path, { optional, link }]) => path.includes('node_modules/') && !optional && !link,
  );
}

async function install() {
  await checkNpm();
  const node = fitsTools(process.versions.node) ? undefined : await borrowNode();
  const since = Date.now();
  const paths = lockedPackages().map(([path]) => join(root, path, 'package.json'));
  say(`Installing ${paths.length} packages (npm ci) ...`);
  const stop = progress(
    () => `${paths.filter((path) => existsSync(path)).length} of ${paths.length} packages, ${seconds(since)}`,
  );
  // Development dependencies are needed to build and start, regardless of NODE_ENV.
  const options = ['--include=dev', ...quiet];
  let result = await npm(['ci', ...options], node?.folder);
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

/** Installs the pinned Node in a temporary folder, for npm to run on until the project has its own. */
async function borrowNode() {
  const place = mkdtempSync(join(tmpdir(), 'quartermaster-node-'));
  say(`Fetching Node ${pinnedVersion()}, as this machine's ${process.versions.node} is too old for the tools ...`);
  await npm(['install', `node@${pinnedVersion()}`, '--prefix', place, '--no-save', '--ignore-scripts=false', ...quiet]);
  return {
    folder: join(place, 'node_modules', 'node', 'bin'),
    giveBack: () => rmSync(place, { recursive: true, force: true }),
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

/** An install that skips package scripts installs the package `node` without its binary. */
async function fetchNode() {
  if (process.versions.node === pinnedVersion()) return;
  say(`Fetching Node ${pinnedVersion()} ...`);
  const { output } = await npm(['rebuild', 'node', '--ignore-scripts=false', '--foreground-scripts']);
  if (existsSync(pinnedNode)) return;
  throw new Sentence(
    `Node ${pinnedVersion()} could not be fetched for the project. npm's last lines:\n${lastLines(output)}`,
  );
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
