import { join, resolve } from 'node:path';
import { build, esmExternalRequirePlugin, type Plugin, type PluginOption, type UserConfig } from 'vite';
import type { Release } from '../src/app/context/host-api.ts';
import { devEntry } from './dev-entry.ts';
import { embedManifest } from './embed-manifest.ts';
import { hostTypes } from './host-types.ts';
import { ownVariables } from './own-variables.ts';
import { plainImports } from './plain-imports.ts';
import { pluginScripts } from './plugin-scripts.ts';
import { cacheFor, pluginChunks, plugins, shared, sharedReact } from './shared.ts';
import { separateSourceMaps } from './source-maps.ts';
import { everySelectorScoped } from './stylesheet-checks.ts';
import { stylesheetLink } from './stylesheet-link.ts';

/** Builds one entry, one stylesheet, and chunks that are loaded relative to the module, wherever it is served from. */
export function pluginBuild(externals: string[], release: Release) {
  return {
    ...shared,
    base: './',
    define: { __QM_RELEASE__: JSON.stringify(release), __QM_EXTERNALS__: JSON.stringify(externals) },
    cacheDir: cacheFor('plugin'),
    plugins: [
      // CommonJS dependencies load React with require, which browsers lack; this converts the calls to imports.
      ...(externals.length > 0 ? [esmExternalRequirePlugin({ external: externals })] : []),
      plainImports(),
      devEntry(),
      ...plugins(),
      ownVariables(),
      everySelectorScoped(),
      stylesheetLink(),
      pluginScripts(),
      separateSourceMaps(externals.length > 0 ? 'plugin/shared' : 'plugin'),
      hostTypes(),
      embedManifest(externals, release),
    ] as PluginOption[],
    build: {
      ...shared.build,
      outDir: 'dist/plugin',
      emptyOutDir: true,
      cssCodeSplit: false,
      // Preload links would remain in the host's head.
      modulePreload: false as const,
      rolldownOptions: {
        input: { quartermaster: 'src/lifecycles/index.ts' },
        preserveEntrySignatures: 'strict' as const,
        output: {
          format: 'es' as const,
          codeSplitting: pluginChunks,
          entryFileNames: '[name].js',
          chunkFileNames: 'chunks/[name]-[hash].js',
          assetFileNames: ({ names }) =>
            names.some((name) => name.endsWith('.css'))
              ? 'assets/quartermaster-[hash].css'
              : 'assets/[name]-[hash][extname]',
        },
      },
    },
  } satisfies UserConfig;
}

/** Builds the variant that uses the host's React, after the plugin and into a subfolder. */
export function sharedVariant(release: Release): Plugin {
  let outDir = '';
  let written = false;
  return {
    name: 'shared-variant',
    apply: 'build',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
    },
    writeBundle() {
      written = true;
    },
    async closeBundle() {
      if (!written) return;
      const config = pluginBuild(sharedReact, release);
      const own = { ...config.build, outDir: join(outDir, 'shared') };
      await build({ ...config, configFile: false, logLevel: 'warn', build: own });
    },
  };
}
