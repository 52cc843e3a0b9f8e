import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Plugin } from 'vite';

/** Where source maps are written with `SOURCE_MAPS=1`: a folder that no server serves. */
const folder = resolve(import.meta.dirname, '../dist/source-maps');

/** Whether the build makes source maps, which take a third of its time. */
export const hasSourceMaps = process.env.SOURCE_MAPS === '1';

/** Writes source maps to a folder of their own, in which each has the place of its file. */
export function separateSourceMaps(name: string): Plugin {
  return {
    name: 'separate-source-maps',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        rmSync(join(folder, name), { recursive: true, force: true });
        for (const [file, output] of Object.entries(bundle)) {
          if (output.type !== 'asset' || !file.endsWith('.map')) continue;
          const path = join(folder, name, file);
          mkdirSync(dirname(path), { recursive: true });
          writeFileSync(path, output.source);
          delete bundle[file];
        }
      },
    },
  };
}
