import { defineConfig } from 'vite';

/** One script, without imports: the console runs nothing else. `public/manifest.json` is copied next to it. */
export default defineConfig({
  build: {
    lib: { entry: 'src/extension.ts', formats: ['iife'], name: 'extension', fileName: () => 'extension.js' },
  },
});
