import { randomUUID } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { Environment } from '../../core/environment/environment.ts';

type Folders = Pick<Environment, 'distDir' | 'dataDir'>;

/** The fields read from the manifest that the build writes. */
interface Manifest {
  contract?: { release?: { id?: string } };
}

/** The address of a file in a release of the plugin: `/plugin/0.1.0-3f2a91c07b1d/quartermaster.js`. */
const inRelease = /^\/plugin\/(\d[\w.+-]*-[0-9a-f]{12})(\/[^?]*)/;

/** How long a copy of a release may take, in milliseconds; an older incomplete one was interrupted. */
const copyTimeout = 60 * 60_000;

const builtPlugin = ({ distDir }: Folders) => join(distDir, 'plugin');
const keptReleases = ({ dataDir }: Folders) => join(dataDir, 'plugin');

/** The folder and the path of a file whose address names its release; undefined for other files and unknown releases. */
export async function findReleasedFile(
  url: string,
  folders: Folders,
): Promise<{ folder: string; path: string } | undefined> {
  const [, release, path] = inRelease.exec(url) ?? [];
  if (!release || !path) return undefined;
  const stored = join(keptReleases(folders), release);
  if (await exists(stored)) return { folder: stored, path };
  const built = builtPlugin(folders);
  return (await releaseOf(built)) === release ? { folder: built, path } : undefined;
}

/**
 * A module that replaces one of a removed release, so that a page with its address shows the reason: it re-exports the
 * current module, which then shows only that. Undefined for other files.
 */
export function removedModule(url: string): string | undefined {
  const [, release, path = ''] = inRelease.exec(url) ?? [];
  if (!release || !/^\/(?:shared\/)?quartermaster\.js$/.test(path)) return undefined;
  const above = path.startsWith('/shared/') ? '../..' : '..';
  return `export * from '${above}/quartermaster.js?removed=${encodeURIComponent(release)}';\n`;
}

/**
 * Stores a copy of the release that this server runs, and removes all but the newest `pluginReleases`, by the time of
 * their last start: a host's pinned addresses and hashes survive an upgrade of the server.
 */
export async function keepRelease(config: Pick<Environment, 'distDir' | 'dataDir' | 'pluginReleases'>): Promise<void> {
  const folder = keptReleases(config);
  const built = builtPlugin(config);
  const release = config.pluginReleases > 0 ? await releaseOf(built) : undefined;
  if (release) {
    const stored = join(folder, release);
    if (!(await exists(stored))) await copyInto(folder, built, stored);
    const now = new Date();
    await utimes(stored, now, now);
  }
  await removeOld(folder, config.pluginReleases);
}

/** Atomic, even if the server is killed or another one copies the same release. */
async function copyInto(folder: string, from: string, to: string): Promise<void> {
  const partial = join(folder, `.${randomUUID()}`);
  await mkdir(folder, { recursive: true });
  try {
    await cp(from, partial, { recursive: true });
    await rename(partial, to).catch(async (error: unknown) => {
      if (!(await exists(to))) throw error;
    });
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}

async function removeOld(folder: string, count: number): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  const found = await Promise.all(
    names.map(async (name) => ({
      name,
      time: (await stat(join(folder, name))).mtimeMs,
      isPartial: name.startsWith('.'),
    })),
  );
  const newest = found.filter(({ isPartial }) => !isPartial).sort((a, b) => b.time - a.time);
  const interrupted = found.filter(({ isPartial, time }) => isPartial && time < Date.now() - copyTimeout);
  for (const { name } of [...newest.slice(count), ...interrupted])
    await rm(join(folder, name), { recursive: true, force: true });
}

/** Read at each call: a build may replace the plugin while the server runs. */
async function releaseOf(folder: string): Promise<string | undefined> {
  try {
    const manifest: Manifest = JSON.parse(await readFile(join(folder, 'embed-manifest.json'), 'utf8'));
    return manifest.contract?.release?.id;
  } catch {
    return undefined;
  }
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
