import { defineConfig } from 'vite';
import { pluginBuild, sharedVariant } from './build/plugin.ts';
import { sources } from './scripts/building/build-steps.mjs';
import { identifyRelease } from './scripts/building/release.mjs';

/** Builds the single-spa module that includes React and, in shared/, the variant that uses the host's React. */
export default defineConfig(({ command }) => {
  const release = identifyRelease(sources);
  // The development server's files change with every save.
  if (command === 'serve') return pluginBuild([], { ...release, commit: null });
  const config = pluginBuild([], release);
  return { ...config, plugins: [...config.plugins, sharedVariant(release)] };
});
