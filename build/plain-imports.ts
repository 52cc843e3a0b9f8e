import type { Plugin } from 'vite';

const helper = '\0vite/preload-helper.js';
const plain = '\0plain-import';

/**
 * Removes Vite's preload helper from dynamic imports: it adds links to the head and dispatches an event on the window,
 * both of which belong to the host. Each importer gets its own empty stub, so that no helper chunk remains for the
 * entry to wait for.
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
          this.error(`${output.fileName} waits for ${output.imports.join(', ')} before it can start.`);
        }
      }
    },
  };
}
