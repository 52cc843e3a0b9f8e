// @ts-check
/** Names a build of the plugin: the version in package.json, and the commit of its sources. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../processes.mjs';
import { Sentence } from '../terminal.mjs';
import { listFiles } from './stamp.mjs';

/**
 * @typedef {object} Release
 * @property {string} version
 * @property {string | null} commit
 * @property {string} id the version and a hash of the sources: two builds of one id are the same
 */

/**
 * The version, and the last commit that changed the given files and folders, so that other commits do not make another release. The commit
 * is null if it is unknown: outside a checkout, without Git, or with uncommitted changes. `RELEASE_COMMIT` sets it where sources are built
 * without their repository.
 * @param {string[]} inputs
 * @param {string} [folder]
 * @param {Record<string, string | undefined>} [env]
 * @returns {{ version: string, commit: string | null }}
 */
export function readRelease(inputs, folder = root, env = process.env) {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const given = env.RELEASE_COMMIT?.trim();
  if (given && !/^[0-9a-f]{7,64}$/.test(given))
    throw new Sentence(`RELEASE_COMMIT must be a commit's hash in hexadecimal digits, and it is "${given}".`);
  return { version, commit: given || lastCommit(inputs, folder) };
}

/**
 * The release with its id.
 * @param {string[]} inputs
 * @param {string} [folder]
 * @param {Record<string, string | undefined>} [env]
 * @returns {Release}
 */
export function identifyRelease(inputs, folder = root, env = process.env) {
  const { version, commit } = readRelease(inputs, folder, env);
  const hash = createHash('sha256').update(String(commit));
  for (const path of listFiles(folder, inputs)) {
    hash.update(`\n${path}\n`);
    hash.update(readFileSync(join(folder, path)));
  }
  return { version, commit, id: `${version}-${hash.digest('hex').slice(0, 12)}` };
}

/**
 * @param {string[]} inputs
 * @param {string} folder
 * @returns {string | null}
 */
function lastCommit(inputs, folder) {
  try {
    const git = (/** @type {string[]} */ ...args) =>
      execFileSync('git', ['--no-optional-locks', ...args], {
        cwd: folder,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }).trim();
    // Sources without their own repository may be in a folder of another one.
    if (git('rev-parse', '--show-cdup') !== '') return null;
    if (git('status', '--porcelain', '--untracked-files=all', '--', ...inputs) !== '') return null;
    return git('log', '-1', '--format=%H', '--', ...inputs) || null;
  } catch {
    return null;
  }
}
