// @ts-check
/** Brings node_modules to what the lock file says, with the pinned Node in it. Runs on the machine's own Node. */
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

/** Whether an install made by hand already brought everything: npm leaves a list of what it put there. */
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
  // What is built and tested with is needed to start, whatever NODE_ENV says.
  const options = ['--include=dev', ...quiet];
  let result = await npm(['ci', ...options], node?.folder);
  if (result.code !== 0 && /package\.json and package-lock\.json.*(not in sync|are in sync)/is.test(result.output)) {
    say('package-lock.json does not match package.json: installing with npm install, which mends it ...');
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
 * What most of the tools ask for. To a Node that is older npm does not give their programs for this kind of machine,
 * and says nothing about it.
 * @param {string} version
 */
export function fitsTools(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19);
}

/** The pinned Node in a folder of its own, for npm to run on until the project has it. */
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

/** An install that leaves out the scripts of packages brings the package `node` without its program. */
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
 * @param {string} [node] the folder of the Node to run it on, instead of the machine's
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
