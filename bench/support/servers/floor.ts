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

/** Bundles the floor’s server into one file and builds its page with Vite, both like the product. */
export async function buildFloor(): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  const bundle = await rolldown({
    input: join(root, 'bench', 'floor', 'server.ts'),
    platform: 'node',
    external: ['pg-native'],
    logLevel: 'silent',
  });
  await bundle.write({ dir: folder, format: 'esm', codeSplitting: false, entryFileNames: 'server.mjs' });
  await build({
    configFile: join(root, 'bench', 'floor', 'vite.config.ts'),
    logLevel: 'warn',
    build: { outDir: page, emptyOutDir: true },
  });
  await compressFolder(page);
}

/** `files` is a folder for what it stores beside the database. */
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
