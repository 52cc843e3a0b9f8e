import type { Plugin } from 'vite';
import { scope } from './scope-css.ts';

/**
 * Resets, at our mounts, every CSS variable that our styles read. Most have a fallback, and a host's variable of the same name would be
 * inherited instead of it.
 */
export function ownVariables(): Plugin {
  return {
    name: 'own-variables',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      for (const output of Object.values(bundle)) {
        if (output.type === 'asset' && output.fileName.endsWith('.css'))
          output.source = withoutInherited(String(output.source));
      }
    },
  };
}

/** The stylesheet with its own variables reset, before anything sets them. */
export function withoutInherited(css: string): string {
  const names = new Set([...css.matchAll(/var\(\s*(--[\w-]+)/g)].map(([, name]) => name));
  const resets = [...names].sort().map((name) => `${name}:initial`);
  const [charset = ''] = /^@charset "[^"]*";/.exec(css) ?? [];
  return `${charset}${scope}{${resets.join(';')}}${css.slice(charset.length)}`;
}
