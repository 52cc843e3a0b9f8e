// @ts-check
/**
 * `npm run image`: writes a container image of the server into dist/image, or into the given folder: an OCI archive that `docker load` reads, too.
 * Runs on the project's Node, after the build, on Debian.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { Sentence, say } from '../../terminal.mjs';
import { packImage, user } from './archive.mjs';
import { listContents } from './contents.mjs';
import { layOutProduct } from './product.mjs';
import { layOutSystem } from './system.mjs';

const [target = join('dist', 'image')] = process.argv.slice(2);
try {
  const { file, bytes } = await makeImage(resolve(target));
  say(`Wrote ${relative(process.cwd(), file)}: ${(bytes / 1e6).toFixed(1)} MB, as registries count.`);
} catch (error) {
  if (!(error instanceof Sentence)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

/**
 * Lays the layers out as folders of `folder`, packs them, and lists their content beside the archive.
 * @param {string} folder
 */
async function makeImage(folder) {
  const system = emptyFolder(join(folder, 'system'));
  const product = emptyFolder(join(folder, 'product'));
  const volume = emptyFolder(join(folder, 'volume'));
  const debian = layOutSystem(system, layOutProduct(product));
  // All that the server writes.
  for (const name of ['data', 'tmp']) mkdirSync(join(volume, name));
  const packed = await packImage(folder, [
    { folder: system, user: 0 },
    { folder: product, user: 0 },
    { folder: volume, user },
  ]);
  listContents(join(folder, 'image.cdx.json'), debian);
  return packed;
}

/** @param {string} folder */
function emptyFolder(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}
