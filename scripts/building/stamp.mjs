// @ts-check
/** Detects whether what a build depends on has changed: its inputs by content hash, computed only if the time or size differs. */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** @typedef {{ time: number, size: number, hash: string }} Print */
/** @typedef {Record<string, Print>} Prints by path relative to the root */

const skipped = new Set(['node_modules', 'dist', '.git']);

/**
 * All files in the named files and folders, sorted; missing ones are omitted.
 * @param {string} root
 * @param {string[]} inputs
 * @returns {string[]}
 */
export function listFiles(root, inputs) {
  /** @type {string[]} */
  const found = [];
  const visit = (/** @type {string} */ path) => {
    const stat = statSync(join(root, path), { throwIfNoEntry: false });
    if (!stat) return;
    if (!stat.isDirectory()) {
      found.push(path);
      return;
    }
    for (const name of readdirSync(join(root, path))) if (!skipped.has(name)) visit(`${path}/${name}`);
  };
  for (const input of inputs) visit(input);
  return found.sort();
}

/**
 * @param {string} root
 * @param {string[]} inputs
 * @param {Prints} [before] hashes are reused for files with the same time and size
 * @returns {Prints}
 */
export function takePrints(root, inputs, before = {}) {
  /** @type {Prints} */
  const prints = {};
  for (const path of listFiles(root, inputs)) {
    const { mtimeMs: time, size } = statSync(join(root, path));
    const known = before[path];
    const hash =
      known && known.time === time && known.size === size ? known.hash : hashOf(readFileSync(join(root, path)));
    prints[path] = { time, size, hash };
  }
  return prints;
}

/**
 * @param {Prints} before
 * @param {Prints} now
 */
export function sameContent(before, now) {
  const paths = Object.keys(now);
  return paths.length === Object.keys(before).length && paths.every((path) => before[path]?.hash === now[path]?.hash);
}

/**
 * @param {string} root
 * @param {string} file the stamp
 * @param {string[]} inputs
 * @param {string} [identity] what the result depends on besides them
 */
export function readStamp(root, file, inputs, identity) {
  const before = read(file);
  const prints = takePrints(root, inputs, before ?? {});
  if (identity !== undefined) prints['(identity)'] = { time: 0, size: identity.length, hash: hashOf(identity) };
  const stale = before === undefined || !sameContent(before, prints);
  // A checkout changes times but not content: save the new times, or every later check would read the files again.
  if (before && !stale && JSON.stringify(before) !== JSON.stringify(prints)) write(file, prints);
  return {
    stale,
    /** Call after the build. */
    set: () => write(file, prints),
    /** Call before the build, so that a partial result never counts as up to date. */
    clear: () => rmSync(file, { force: true }),
  };
}

/** @param {string | Buffer} content */
export function hashOf(content) {
  return createHash('sha1').update(content).digest('base64');
}

/**
 * @param {string} file
 * @returns {Prints | undefined}
 */
function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * @param {string} file
 * @param {Prints} prints
 */
function write(file, prints) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(prints));
}
