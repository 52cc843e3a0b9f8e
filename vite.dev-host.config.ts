import { resolve } from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { hotReload } from './build/hot-reload.ts';
import { cacheFor } from './build/shared.ts';
import { vendor } from './build/vendor.ts';

const folder = resolve(import.meta.dirname, 'dev-host');

/** Builds the small studio portal that mounts the plugin from another origin. */
export default defineConfig({
  root: folder,
  cacheDir: cacheFor('dev-host'),
  plugins: [vendor(), bootLast(), hotReload()],
  build: {
    outDir: '../dist/dev-host',
    emptyOutDir: true,
    target: ['es2023', 'chrome123', 'edge123', 'firefox121', 'safari17.5'],
    assetsInlineLimit: 0,
    modulePreload: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: { index: resolve(folder, 'index.html'), main: resolve(folder, 'main.ts') },
      external: ['single-spa'],
      output: { entryFileNames: 'assets/[name]-[hash].js' },
    },
  },
});

/** Passes the built file name to the boot script, which starts the portal after writing the import map. */
function bootLast(): Plugin {
  return {
    name: 'boot-last',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (!bundle) return html.replace('./main.ts', '/main.ts');
        const main = Object.values(bundle).find((output) => output.type === 'chunk' && output.name === 'main');
        if (!main) throw new Error('The main chunk of the portal is missing.');
        return html.replace('./main.ts', `/${main.fileName}`);
      },
    },
  };
}
