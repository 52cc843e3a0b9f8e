import { execFileSync, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { freePort } from '../../scripts/free-port.mjs';
import { follow, type ServerProcess } from './server-process.ts';

/** What an image says about running it. */
export interface ImageConfig {
  User: string;
  Env: string[];
  Entrypoint: string[];
  Volumes: Record<string, object>;
  Healthcheck: { Test: string[] };
}

/** An unpacked image. */
export interface Image {
  /** Its root file system. */
  root: string;
  config: ImageConfig;
  /** The bytes of its layers and its configuration, as registries count. */
  bytes: number;
}

interface Blob {
  digest: string;
  size: number;
}

/** Reads an archive of `npm run image` by the rules of the OCI, and checks each hash. `folder` is empty. */
export function unpackImage(archive: string, folder: string): Image {
  const layout = join(folder, 'layout');
  const root = join(folder, 'root');
  for (const one of [layout, root]) mkdirSync(one);
  execFileSync('tar', ['--extract', '--file', archive, '--directory', layout]);
  const read = ({ digest, size }: Blob) => {
    const content = readFileSync(join(layout, 'blobs', digest.replace(':', '/')));
    if (`sha256:${hashOf(content)}` !== digest || content.length !== size)
      throw new Error(`${digest} is another blob.`);
    return content;
  };
  const json = (blob: Blob) => JSON.parse(read(blob).toString());
  const index = JSON.parse(readFileSync(join(layout, 'index.json'), 'utf8')) as { manifests: Blob[] };
  const manifest: { config: Blob; layers: Blob[] } = json(index.manifests[0] ?? { digest: '', size: 0 });
  const { config, rootfs }: { config: ImageConfig; rootfs: { diff_ids: string[] } } = json(manifest.config);
  for (const [position, layer] of manifest.layers.entries()) {
    const files = gunzipSync(read(layer));
    if (`sha256:${hashOf(files)}` !== rootfs.diff_ids[position]) throw new Error(`Layer ${position} has other files.`);
    const args = ['--extract', '--directory', root, '--same-permissions', '--numeric-owner'];
    execFileSync('tar', args, { input: files, maxBuffer: 1024 });
  }
  const bytes = [manifest.config, ...manifest.layers].reduce((sum, { size }) => sum + size, 0);
  return { root, config, bytes };
}

const hashOf = (content: Buffer) => createHash('sha256').update(content).digest('hex');

/**
 * Sets the root file system up as engines do, read-only, and runs a program in it. Arguments: root,
 * volume, user and program.
 */
const setUp = `set -eu
root=$1 volume=$2 user=$3
chroot=$(PATH=$PATH:/usr/sbin; command -v chroot)
shift 3
mkdir -p "$root/proc" "$root/dev"
mount --bind "$root" "$root"
mount --bind "$volume" "$root/data"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mount --rbind /proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -o remount,bind,ro "$root"
exec "$chroot" --userspec="$user" --groups= "$root" "$@"`;

/** Starts a program of an image as its user, in its environment and no other, with a folder as its volume. */
export function startInside(
  { root, config }: Image,
  volume: string,
  variables: Record<string, string>,
  program: readonly string[] = config.Entrypoint,
) {
  // Whoever is not root can only map themselves to it.
  const isRoot = process.getuid?.() === 0;
  const user = isRoot ? config.User : '0:0';
  if (isRoot) execFileSync('chown', ['--recursive', user, volume]);
  const namespace = isRoot ? ['--mount'] : ['--map-root-user', '--mount'];
  return spawn('unshare', [...namespace, 'sh', '-c', setUp, 'sh', root, volume, user, ...program], {
    env: { ...Object.fromEntries(config.Env.map((line) => line.split('=', 2))), ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Starts the server of an image as {@link startProcess} does the built one. */
export async function startContainer(
  image: Image,
  volume: string,
  variables: Record<string, string>,
): Promise<ServerProcess> {
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const settings = {
    HOST: '127.0.0.1',
    PORT: port,
    PUBLIC_URL: url,
    PLAIN_HTTP: '1',
    BILLING_SIMULATOR: '1',
    OUTBOX: '1',
  };
  const child = startInside(image, volume, { ...settings, SECRET_KEY: randomBytes(32).toString('hex'), ...variables });
  return follow(child, url);
}
