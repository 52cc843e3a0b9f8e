import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { build } from 'vite';
import { compressFolder } from '../../../scripts/building/compress.mjs';
import { freePort } from '../../../scripts/free-port.mjs';
import { root } from '../../../scripts/processes.mjs';
import { type Child, startServer } from './children.ts';

const folder = join(root, 'dist', 'bench-floor');
const page = join(folder, 'page');

/** Bundles each of the floor’s servers into one file and builds its page with Vite, like the product. */
export async function buildFloor(): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  for (const name of ['server', 'typed-server']) {
    const bundle = await rolldown({
      input: join(root, 'bench', 'floor', `${name}.ts`),
      platform: 'node',
      external: ['pg-native'],
      logLevel: 'silent',
    });
    await bundle.write({ dir: folder, format: 'esm', codeSplitting: false, entryFileNames: `${name}.mjs` });
  }
  await build({
    configFile: join(root, 'bench', 'floor', 'vite.config.ts'),
    logLevel: 'warn',
    build: { outDir: page, emptyOutDir: true },
  });
  await compressFolder(page);
}

/** `files` is a folder for what it stores outside of the database. */
export async function startFloor(databaseUrl: string, withPage = false, files?: string): Promise<Child> {
  const port = await freePort();
  return startServer({
    name: 'The floor',
    args: [join(folder, 'server.mjs')],
    port,
    readyPath: '/readyz',
    env: {
      NODE_ENV: 'production',
      NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node'),
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      FLOOR_PAGE: withPage ? page : undefined,
      FLOOR_FILES: files,
    },
  });
}

/** Starts the server of the typed tables, into which it first copies the items of these templates. */
export async function startTypedFloor(databaseUrl: string, templateIds: readonly string[]): Promise<Child> {
  const port = await freePort();
  return startServer({
    name: 'The floor of typed tables',
    args: [join(folder, 'typed-server.mjs')],
    port,
    readyPath: '/readyz',
    env: {
      NODE_ENV: 'production',
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      TYPED_TEMPLATES: templateIds.join(','),
    },
  });
}
