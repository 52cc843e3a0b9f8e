// @ts-check
/** Compresses static files at build time at the maximum level: `app.js` gets `app.js.br` and `app.js.gz`. */
import { createHash, randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { mkdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { root } from '../processes.mjs';

const text = /\.(js|mjs|css|html|svg|json|txt|webmanifest|wasm|ttf)$/;
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** @type {Record<'br' | 'gz', (content: Buffer) => Promise<Buffer>>} */
const compressors = {
  br: (content) => {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
    return brotli(content, { params });
  },
  gz: (content) => zip(content, { level: 9 }),
};

/** Compressing takes a third of a build's processor time, and most files are the same as in the previous build. */
const kept = join(root, 'node_modules', '.cache', 'quartermaster', 'compressed');
const keptFor = 30 * 24 * 60 * 60 * 1000;

/**
 * @param {string} folder
 * @returns {Promise<number>} the number of files that compression made smaller
 */
export async function compressFolder(folder) {
  await mkdir(kept, { recursive: true });
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => text.test(name));
  const worth = await Promise.all(names.map((name) => compressFile(join(folder, name))));
  await removeOld();
  return worth.filter(Boolean).length;
}

/** @param {string} file */
async function compressFile(file) {
  const content = await readFile(file);
  const [br, gz] = await Promise.all([compressed(content, 'br'), compressed(content, 'gz')]);
  if (Math.min(br.length, gz.length) >= content.length) return false;
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
  return true;
}

/**
 * @param {Buffer} content
 * @param {'br' | 'gz'} format
 */
async function compressed(content, format) {
  const { brotli: first, zlib: second } = process.versions;
  const key = createHash('sha256').update(`${first} ${second} `).update(content).digest('hex');
  const file = join(kept, `${key}.${format}`);
  const known = await readFile(file).catch(() => undefined);
  if (known) {
    await utimes(file, new Date(), new Date());
    return known;
  }
  const made = await compressors[format](content);
  // Complete or absent, even while another process writes the same file.
  const partial = `${file}.${randomUUID()}`;
  await writeFile(partial, made);
  await rename(partial, file);
  return made;
}

async function removeOld() {
  for (const name of readdirSync(kept)) {
    const file = join(kept, name);
    // Another build may be removing it, too.
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > keptFor) await rm(file, { force: true });
  }
}
