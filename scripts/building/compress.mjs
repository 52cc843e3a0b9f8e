// @ts-check
/** Compresses static files at build time at the maximum level: `app.js` gets `app.js.br` and `app.js.gz`. */
import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const text = /\.(js|mjs|css|html|svg|json|txt|webmanifest|wasm|ttf)$/;
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/**
 * @param {string} folder
 * @returns {Promise<number>} the number of files that compression made smaller
 */
export async function compressFolder(folder) {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => text.test(name));
  const worth = await Promise.all(names.map((name) => compressFile(join(folder, name))));
  return worth.filter(Boolean).length;
}

/** @param {string} file */
async function compressFile(file) {
  const content = await readFile(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  const [br, gz] = await Promise.all([brotli(content, { params }), zip(content, { level: 9 })]);
  if (Math.min(br.length, gz.length) >= content.length) return false;
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
  return true;
}
