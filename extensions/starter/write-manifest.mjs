// @ts-check
/** `node write-manifest.mjs FOLDER`: writes the hash of the folder's script into its `manifest.json`, for which the console asks. */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [, , folder = '.'] = process.argv;
const file = join(folder, 'manifest.json');
const manifest = JSON.parse(readFileSync(file, 'utf8'));
const hash = createHash('sha384')
  .update(readFileSync(join(folder, manifest.script)))
  .digest('base64');
writeFileSync(file, `${JSON.stringify({ ...manifest, integrity: `sha384-${hash}` }, null, 2)}\n`);
