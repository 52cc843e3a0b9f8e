import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { build, type PluginOption } from 'vite';
import { pluginBuild } from '../../../build/plugin.ts';
import { sharedReact } from '../../../build/shared.ts';
import { compressFolder } from '../../../scripts/building/compress.mjs';
import { root } from '../../../scripts/processes.mjs';

export const helloFolder = join(root, 'dist', 'bench-floor', 'hello');

const isNamed = (plugin: PluginOption, name: string) =>
  typeof plugin === 'object' && plugin !== null && 'name' in plugin && plugin.name === name;

/** Builds the trivial plugins with the product's build: one with its own React and with the host's, and one that picks an item. */
export async function buildHello(): Promise<void> {
  rmSync(helloFolder, { recursive: true, force: true });
  const release = { version: '0.0.0', commit: null, id: '0.0.0-hello' };
  for (const [outDir, externals, entry] of [
    [helloFolder, [], 'index.tsx'],
    [join(helloFolder, 'shared'), sharedReact, 'index.tsx'],
    [join(helloFolder, 'picker'), [], 'picker.tsx'],
  ] as const) {
    const config = pluginBuild([...externals], release);
    const input = { quartermaster: join(root, 'bench', 'floor', 'plugin', entry) };
    // Its chunks are not those of the console.
    const output = { ...config.build.rolldownOptions.output, codeSplitting: { groups: [] } };
    const rolldownOptions = { ...config.build.rolldownOptions, input, output };
    // Its entry imports its chunks by itself.
    const plugins = config.plugins.filter((plugin) => !isNamed(plugin, 'plugin-scripts'));
    await build({
      ...config,
      plugins,
      root,
      configFile: false,
      logLevel: 'warn',
      build: { ...config.build, rolldownOptions, outDir, emptyOutDir: true },
    });
  }
  await compressFolder(helloFolder);
}
