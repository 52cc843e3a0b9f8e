import { resolve } from 'node:path';
import { rolldown } from 'rolldown';
import type { Plugin } from 'vite';
import { hashOfWrapper, writeClassicScripts } from './classic-scripts.ts';

const standalone = resolve(import.meta.dirname, '../src/standalone');
const registry = resolve(standalone, 'define-chunks.ts');

/** Turns the stand-alone console's chunks into classic scripts. That of the chunk `first` has the registry. */
export function consoleScripts(first: string): Plugin {
  const hash = `${first} ${hashOfWrapper([import.meta.filename, registry, resolve(standalone, 'document-chunks.ts')])}`;
  return {
    name: 'console-scripts',
    apply: 'build',
    enforce: 'post',
    augmentChunkHash: () => hash,
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        await writeClassicScripts(bundle, chunks, { first, before: [await registryCode()] });
      },
    },
  };
}

/** The registry as a script. */
async function registryCode(): Promise<string> {
  const bundle = await rolldown({ input: registry });
  const { output } = await bundle.generate({ format: 'iife', minify: true });
  await bundle.close();
  return output[0].code.trim();
}
