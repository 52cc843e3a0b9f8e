import postcss, { type Plugin as PostcssPlugin } from 'postcss';
import type { Plugin } from 'vite';
import { scope, unscoped } from './scope-css.ts';

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
  const [charset = ''] = /^@charset "[^"]*";/.exec(css) ?? [];
  return `${charset}${resetOf(variablesOf(css))}${css.slice(charset.length)}`;
}

/**
 * The same for styles that lazily loaded code contains as text, which no check of the finished stylesheet reads. The
 * variables of Mantine's theme stay, as they are already set. Runs after {@link scopeCss}.
 */
export function lateStyles(isLate: (file: string) => boolean): PostcssPlugin {
  return {
    postcssPlugin: 'late-styles',
    OnceExit(root) {
      if (!isLate(root.source?.input.file ?? '')) return;
      const found = unscoped(root);
      if (found.length > 0) throw root.error(`could affect the host's page: ${found.slice(0, 10).join(' | ')}`);
      const names = variablesOf(root.toString()).filter((name) => !name.startsWith('--mantine-'));
      root.prepend(postcss.parse(resetOf(names), { from: root.source?.input.file }));
    },
  };
}

const variablesOf = (css: string): string[] =>
  [...new Set([...css.matchAll(/var\(\s*(--[\w-]+)/g)].map(([, name = '']) => name))].sort();

const resetOf = (names: readonly string[]): string => `${scope}{${names.map((name) => `${name}:initial`).join(';')}}`;
