import type { Plugin } from 'vite';

/**
 * Makes the browser load the code that nearly every page needs in parallel with the console's code rather than after
 * it, and run what sends the first requests before both.
 */
export function preloadPages(): Plugin {
  return {
    name: 'preload-pages',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) => {
        const chunk = (name: string) => {
          const found = Object.values(bundle ?? {}).find((file) => file.type === 'chunk' && file.name === name);
          if (found?.type !== 'chunk') throw new Error(`There is no chunk "${name}".`);
          return found;
        };
        const pages = chunk('pages');
        const styles = [...(pages.viteMetadata?.importedCss ?? [])];
        const link = (rel: string, file: string) => ({
          tag: 'link',
          attrs: { rel, crossorigin: true, href: `/${file}` },
          injectTo: 'head' as const,
        });
        const early = {
          tag: 'script',
          attrs: { type: 'module', crossorigin: true, src: `/${chunk('early').fileName}` },
          injectTo: 'head-prepend' as const,
        };
        return [early, link('modulepreload', pages.fileName), ...styles.map((file) => link('stylesheet', file))];
      },
    },
  };
}
