import type { Plugin } from 'vite';

const helper = '\0vite/preload-helper.js';
const plain = '\0plain-import';

/**
 * Takes Vite's preload helper out of lazy imports: it adds links to the head and sends an event to the window, both the
 * host's. Each importer gets an empty one of its own, so that no chunk of it is left for the entry to wait for.
 */
export function plainImports(): Plugin {
  return {
    name: 'plain-imports',
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer) {
      return source === helper ? `${plain}?${importer}` : null;
    },
    load(id) {
      return id.startsWith(plain) ? 'export const __vitePreload = (load) => load();' : null;
    },
    generateBundle(_options, bundle) {
      for (const output of Object.values(bundle)) {
        if (output.type === 'chunk' && output.code.includes('vite:preloadError')) {
          this.error(`${output.fileName} still has Vite's preload helper.`);
        }
        if (output.type === 'chunk' && output.isEntry && output.imports.some((file) => file in bundle)) {
          this.error(`${output.fileName} waits for ${output.imports.join(', ')} before it can start anything.`);
        }
      }
    },
  };
}
