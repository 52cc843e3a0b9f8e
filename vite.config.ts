import { defineConfig } from 'vite';
import { preloadPages } from './build/preload-pages.ts';
import { cacheFor, chunks, plugins, shared } from './build/shared.ts';

/** Builds the stand-alone console: a page with one chunk per route. */
export default defineConfig({
  ...shared,
  root: 'src/standalone',
  base: '/',
  cacheDir: cacheFor('console'),
  plugins: [...plugins(), preloadPages()],
  server: { proxy: { '/v1': `http://localhost:${process.env.PORT ?? 4400}` } },
  build: {
    ...shared.build,
    // All supported browsers preload modules; without it the page has no entry that only imports the console.
    modulePreload: { polyfill: false },
    outDir: '../../dist/console',
    emptyOutDir: true,
    rolldownOptions: { output: { codeSplitting: chunks } },
  },
});
