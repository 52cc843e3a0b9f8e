import { join } from 'node:path';
import { build, type Plugin, type PluginOption, type UserConfig } from 'vite';
import { embedManifest } from './embed-manifest.ts';
import { plainImports } from './plain-imports.ts';
import { plugins, shared, sharedReact } from './shared.ts';
import { everySelectorScoped } from './stylesheet-checks.ts';

/** One entry, one stylesheet, and chunks that are found beside the module wherever it is served from. */
export function pluginBuild(externals: string[]) {
  return {
    ...shared,
    base: './',
    plugins: [plainImports(), ...plugins(), everySelectorScoped(), embedManifest(externals)] as PluginOption[],
    server: { cors: true },
    build: {
      ...shared.build,
      outDir: 'dist/plugin',
      emptyOutDir: true,
      cssCodeSplit: false,
      // Preload links would be left behind in the host's head.
      modulePreload: false as const,
      rolldownOptions: {
        input: { quartermaster: 'src/lifecycles/index.ts' },
        preserveEntrySignatures: 'strict' as const,
        external: externals,
        output: {
          format: 'es' as const,
          entryFileNames: '[name].js',
          chunkFileNames: 'chunks/[name]-[hash].js',
          assetFileNames: ({ names }) =>
            names.some((name) => name.endsWith('.css')) ? 'quartermaster.css' : 'assets/[name]-[hash][extname]',
        },
      },
    },
  } satisfies UserConfig;
}

/** Builds the variant that shares the host's React, after the plugin and beside it. */
export function sharedVariant(more: PluginOption[] = []): Plugin {
  let outDir = '';
  return {
    name: 'shared-variant',
    apply: 'build',
    configResolved(config) {
      outDir = join(config.root, config.build.outDir === '' ? 'dist/plugin' : config.build.outDir);
      if (config.build.outDir.startsWith('/')) outDir = config.build.outDir;
    },
    async closeBundle(error?: Error) {
      if (error) return;
      const config = pluginBuild(sharedReact);
      const own = { ...config.build, outDir: join(outDir, 'shared') };
      await build({
        ...config,
        plugins: [...more, ...config.plugins],
        configFile: false,
        logLevel: 'warn',
        build: own,
      });
    },
  };
}
