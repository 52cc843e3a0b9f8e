import postcss from 'postcss';
import type { Plugin } from 'vite';
import { unscoped } from './scope-css.ts';

/** Fails the build if one of our selectors or global names could affect the host's page. */
export function everySelectorScoped(): Plugin {
  return {
    name: 'every-selector-scoped',
    enforce: 'post',
    apply: 'build',
    generateBundle(_options, bundle) {
      for (const output of Object.values(bundle)) {
        if (output.type !== 'asset' || !output.fileName.endsWith('.css')) continue;
        const found = unscoped(postcss.parse(String(output.source)));
        if (found.length > 0)
          this.error(`${output.fileName} could affect the host's page: ${found.slice(0, 10).join(' | ')}`);
      }
    },
  };
}

const moduleFile = /@mantine\/core\/esm\/.*\/(\w+)\.module\.mjs$/;
const styleFile = /@mantine\/core\/styles\/([A-Z]\w+)\.css/;

/**
 * Fails the build if src/app/theme/styles.ts does not import the styles of a Mantine component in use; warns about
 * unused ones.
 */
export function mantineStylesListed(): Plugin {
  return {
    name: 'mantine-styles-listed',
    apply: 'build',
    generateBundle(_options, bundle) {
      const used = new Set<string>();
      for (const output of Object.values(bundle)) {
        if (output.type !== 'chunk') continue;
        for (const [id, { renderedLength }] of Object.entries(output.modules)) {
          const name = renderedLength > 0 ? moduleFile.exec(id.replaceAll('\\', '/'))?.[1] : undefined;
          if (name) used.add(name);
        }
      }
      const listed = new Set<string>();
      for (const id of this.getModuleIds()) {
        const name = styleFile.exec(id.replaceAll('\\', '/'))?.[1];
        if (name) listed.add(name);
      }
      const missing = [...used].filter((name) => !listed.has(name));
      if (missing.length > 0) this.error(`src/app/theme/styles.ts lacks the styles of: ${missing.join(', ')}`);
      const needless = [...listed].filter((name) => !used.has(name));
      if (needless.length > 0) this.warn(`src/app/theme/styles.ts lists unused styles: ${needless.join(', ')}`);
    },
  };
}
