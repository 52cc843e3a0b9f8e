import { defineConfig } from 'vite';
import { pluginBuild, sharedVariant } from './build/plugin.ts';

/** Builds the single-spa module that includes React and, in shared/, the variant that uses the host's React. */
export default defineConfig(({ command }) => {
  const config = pluginBuild([]);
  return command === 'build' ? { ...config, plugins: [...config.plugins, sharedVariant()] } : config;
});
