// @ts-check
/** Packs folders as the layers of an image: an OCI layout, with the list of `docker load`, in one tar archive. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createWriteStream, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { arch } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { collect, root } from '../../processes.mjs';
import { Sentence } from '../../terminal.mjs';

/** The account that the server runs as, which owns its volume. */
export const user = 10001;

const architectures = /** @type {Record<string, string>} */ ({ x64: 'amd64', arm64: 'arm64' });
const media = 'application/vnd.oci.image';

/**
 * @typedef {object} Blob
 * @property {string} digest
 * @property {number} size in bytes
 */

/**
 * The archive in `folder`, whose bytes depend on the commit and on what is packed alone.
 * @param {string} folder
 * @param {{ folder: string, user: number }[]} layers
 * @returns {Promise<{ file: string, bytes: number }>} the bytes are those of layers and configuration, as registries count
 */
export async function packImage(folder, layers) {
  const layout = join(folder, 'layout');
  rmSync(layout, { recursive: true, force: true });
  mkdirSync(join(layout, 'blobs/sha256'), { recursive: true });
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const since = await commitTime();
  const packed = [];
  for (const layer of layers) packed.push(await packLayer(layout, layer, since));
  const created = new Date(since * 1000).toISOString();
  const config = writeBlob(layout, imageConfig(version, created, packed));
  const manifest = writeBlob(layout, {
    schemaVersion: 2,
    mediaType: `${media}.manifest.v1+json`,
    config: { mediaType: `${media}.config.v1+json`, ...config },
    layers: packed.map(({ blob }) => ({ mediaType: `${media}.layer.v1.tar+gzip`, ...blob })),
  });
  const tag = `quartermaster:${version}`;
  writeJson(join(layout, 'oci-layout'), { imageLayoutVersion: '1.0.0' });
  const annotations = { 'org.opencontainers.image.ref.name': version, 'io.containerd.image.name': tag };
  const described = { mediaType: `${media}.manifest.v1+json`, ...manifest, annotations };
  writeJson(join(layout, 'index.json'), {
    schemaVersion: 2,
    mediaType: `${media}.index.v1+json`,
    manifests: [described],
  });
  const Layers = packed.map(({ blob }) => blobPath(blob));
  writeJson(join(layout, 'manifest.json'), [{ Config: blobPath(config), RepoTags: [tag], Layers }]);
  const file = join(folder, `quartermaster-${version}-${architectures[arch()]}.tar`);
  await tar(layout, 0, since, file);
  rmSync(layout, { recursive: true });
  return { file, bytes: [config, ...packed.map(({ blob }) => blob)].reduce((sum, { size }) => sum + size, 0) };
}

/**
 * @param {string} version
 * @param {string} created
 * @param {{ diffId: string }[]} layers
 */
function imageConfig(version, created, layers) {
  const architecture = architectures[arch()];
  if (!architecture) throw new Sentence(`There is no image for processors of the kind ${arch()}.`);
  const check = 'fetch("http://127.0.0.1:"+(process.env.PORT||4400)+"/readyz").then(({ok})=>process.exit(ok?0:1))';
  return {
    created,
    architecture,
    os: 'linux',
    config: {
      User: `${user}:${user}`,
      Env: ['NODE_ENV=production', 'DATA_DIR=/data', 'PATH=/usr/bin'],
      Entrypoint: ['/usr/bin/node', '--max-semi-space-size=8', '/app/dist/server/main.js'],
      WorkingDir: '/app',
      Volumes: { '/data': {} },
      ExposedPorts: { '4400/tcp': {} },
      StopSignal: 'SIGTERM',
      Labels: { 'org.opencontainers.image.version': version, 'org.opencontainers.image.licenses': 'MIT' },
      // In nanoseconds. Not of the OCI, but what Docker reads.
      Healthcheck: {
        Test: ['CMD', '/usr/bin/node', '-e', check],
        Interval: 15e9,
        Timeout: 5e9,
        StartPeriod: 60e9,
        Retries: 3,
      },
    },
    rootfs: { type: 'layers', diff_ids: layers.map(({ diffId }) => diffId) },
    history: layers.map(() => ({ created, created_by: 'npm run image' })),
  };
}

/**
 * @param {string} layout
 * @param {{ folder: string, user: number }} layer
 * @param {number} since
 */
async function packLayer(layout, layer, since) {
  const file = join(layout, 'layer');
  const whole = createHash('sha256');
  const compressed = createHash('sha256');
  let size = 0;
  const program = startTar(layer.folder, layer.user, since);
  const ended = endOf(program);
  await pipeline(
    program.stdout,
    pass((chunk) => whole.update(chunk)),
    createGzip(),
    pass((chunk) => {
      compressed.update(chunk);
      size += chunk.length;
    }),
    createWriteStream(file),
  );
  await ended;
  const blob = { digest: `sha256:${compressed.digest('hex')}`, size };
  renameSync(file, join(layout, blobPath(blob)));
  return { blob, diffId: `sha256:${whole.digest('hex')}` };
}

/** @param {(chunk: Buffer) => void} see */
const pass = (see) =>
  async function* (/** @type {AsyncIterable<Buffer>} */ chunks) {
    for await (const chunk of chunks) {
      see(chunk);
      yield chunk;
    }
  };

/**
 * @param {string} layout
 * @param {object} content
 * @returns {Blob}
 */
function writeBlob(layout, content) {
  const text = JSON.stringify(content);
  const blob = { digest: `sha256:${createHash('sha256').update(text).digest('hex')}`, size: Buffer.byteLength(text) };
  writeFileSync(join(layout, blobPath(blob)), text);
  return blob;
}

const blobPath = (/** @type {Blob} */ { digest }) => join('blobs', digest.replace(':', '/'));

/**
 * @param {string} file
 * @param {unknown} content
 */
const writeJson = (file, content) => writeFileSync(file, JSON.stringify(content));

/**
 * @param {string} folder
 * @param {number} owner
 * @param {number} since
 */
function startTar(folder, owner, since) {
  const same = ['--sort=name', `--mtime=@${since}`, `--owner=${owner}`, `--group=${owner}`, '--numeric-owner'];
  const args = [...same, '--mode=u=rwX,go=rX', '--format=posix', '--pax-option=delete=atime,delete=ctime'];
  return spawn('tar', ['--create', ...args, '--directory', folder, ...readdirSync(folder)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** @param {import('node:child_process').ChildProcess} program */
const endOf = (program) =>
  new Promise((resolve, reject) => {
    program.on('error', reject);
    program.on('close', (code) => (code === 0 ? resolve(undefined) : reject(new Sentence(`tar ended with ${code}.`))));
  });

/**
 * @param {string} folder
 * @param {number} owner
 * @param {number} since
 * @param {string} file
 */
async function tar(folder, owner, since, file) {
  const program = startTar(folder, owner, since);
  const ended = endOf(program);
  await pipeline(program.stdout, createWriteStream(file));
  await ended;
}

/** Seconds since 1970 of the commit, or of today outside of a repository. */
async function commitTime() {
  const { code, output } = await collect('git', ['log', '-1', '--format=%ct']);
  return code === 0 ? Number(output.trim()) : Math.floor(Date.now() / 1000);
}
