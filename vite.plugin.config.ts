import { defineConfig } from 'vite';
import { pluginBuild, sharedVariant } from './build/plugin.ts';

/** The single-spa module with React inside, and beside it in shared/ the one that takes the host's React. */
export default defineConfig(({ command }) => {
  const config = pluginBuild([]);
  return command === 'build' ? { ...config, plugins: [...config.plugins, sharedVariant()] } : config;
});
