import { defineConfig } from 'vite';
import { consoleScripts } from './build/console-scripts.ts';
import { documentChunks, documentScripts } from './build/document-scripts.ts';
import { cacheFor, chunks, plugins, shared } from './build/shared.ts';
import { separateSourceMaps } from './build/source-maps.ts';
import { sources } from './scripts/building/build-steps.mjs';
import { identifyRelease } from './scripts/building/release.mjs';

/** Files that the document loads, or includes in such a file. */
const isInDocument = new RegExp(`^assets/(?:rolldown-runtime|${documentChunks.join('|')})-`);

/** Builds the stand-alone console: a page with one chunk per route. */
export default defineConfig({
  ...shared,
  root: 'src/standalone',
  base: '/',
  cacheDir: cacheFor('console'),
  plugins: [
    ...plugins(),
    documentScripts(identifyRelease(sources).id),
    consoleScripts(documentChunks[0]),
    separateSourceMaps('console'),
  ],
  server: { proxy: { '/v1': `http://localhost:${process.env.PORT ?? 4400}` } },
  build: {
    ...shared.build,
    modulePreload: {
      // It would import the console in one more file.
      polyfill: false,
      resolveDependencies: (_file, dependencies) => dependencies.filter((file) => !isInDocument.test(file)),
    },
    outDir: '../../dist/console',
    emptyOutDir: true,
    rolldownOptions: { output: { codeSplitting: chunks } },
  },
});
